/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * What agents are told, the tick, and what came of it. */
#ifndef PORTOLAN_ORDERS_H
#define PORTOLAN_ORDERS_H

#include "agents.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PORTOLAN_GO = 0, PORTOLAN_FOLLOW = 1, PORTOLAN_FLEE = 2, PORTOLAN_PATROL = 3 }; /* kind of order */
enum { PORTOLAN_STEPS = 0, PORTOLAN_ANY_ANGLE = 1 };                                   /* headings */
enum { PORTOLAN_SEPARATION = 0, PORTOLAN_RECIPROCAL = 1, PORTOLAN_NO_AVOIDANCE = 2 };  /* avoidance */
/* Formation: how places at a goal lie, in the direction in which agents come, or that of `facing`. */
enum {
  PORTOLAN_AS_IT_STANDS = 0, /* as the group stands when it sets out, where it is a block */
  PORTOLAN_BLOCK = 1,
  PORTOLAN_LINE = 2,   /* eight times as wide as deep */
  PORTOLAN_COLUMN = 3, /* eight times as deep as wide */
  PORTOLAN_WEDGE = 4
};

typedef struct portolan_order_spec {
  uint32_t struct_size;
  uint32_t profile;            /* of all its agents */
  const portolan_cell* places; /* go: the nearest of them; patrol: one after the other; flee: from them */
  size_t place_count;
  portolan_agent target; /* follow, flee */
  uint8_t kind;
  uint8_t quality;
  uint8_t headings;
  uint8_t avoidance;
  uint8_t once;             /* patrol: ends at the last place */
  uint8_t leave_on_arrival; /* go: agents are taken off the map where they arrive */
  uint8_t formation;        /* of their places at the goal, where agents stay */
  uint8_t keeps_rank;       /* 1: who is ahead of its rank lets the others catch up */
  float arrival_radius;     /* cells; 0: 1.5 */
  uint32_t reserved;        /* not used: in older headers nothing was here, and nobody set it to zero */
  uint8_t full_speed_cost;  /* costlier ground is walked as much slower as it is costlier; 0: at full speed */
  uint8_t reserved_too[7];
  float facing[2]; /* of the formation at the goal, of any length, where agents stay, who turn there; zeros:
                    * as they come */
  float headway;   /* seconds that each keeps behind the one in front of it, at most 60, as people do */
  int32_t reach;   /* patrol: half of the agents so many cells from a place have been there; 0: 3 */
} portolan_order_spec;
/* Agents leave the orders that they had. An order lasts until no agent has it any more, or it is removed. */
PORTOLAN_API portolan_status portolan_give(portolan_navigator* navigator, const portolan_order_spec* spec,
                                           const portolan_agent* agents, size_t count, portolan_order* order);
/* Other places; the old ones are gone to until there is a field for these. */
PORTOLAN_API portolan_status portolan_set_places(portolan_navigator* navigator, portolan_order order,
                                                 const portolan_cell* places, size_t count);
PORTOLAN_API portolan_status portolan_join(portolan_navigator* navigator, portolan_order order,
                                           const portolan_agent* agents, size_t count);
/* Agents have no order any more, and stay where they are. */
PORTOLAN_API portolan_status portolan_stop(portolan_navigator* navigator, const portolan_agent* agents,
                                           size_t count);
/* Its agents have no order any more, and stay where they are. */
PORTOLAN_API portolan_status portolan_remove_order(portolan_navigator* navigator, portolan_order order);
/* No work is spent on a paused order, and edits do not change its field: agents go on along what there is of
 * it (`portolan_set_holds` lets them stand). 0: it is worked on again. */
PORTOLAN_API portolan_status portolan_pause(portolan_navigator* navigator, portolan_order order,
                                            int32_t paused);
PORTOLAN_API int32_t portolan_order_alive(const portolan_navigator* navigator, portolan_order order);

/* Edits take effect, orders are worked on for about so many units (six tile solves are one: about 8
 * microseconds), and everybody walks for so long, 60 at most; in each tick another time, if the game's frames
 * are of different lengths. `seconds` 0: nobody walks. */
PORTOLAN_API portolan_status portolan_tick(portolan_navigator* navigator, float seconds, uint64_t units);
/* Finishes the work on all orders now, however long that takes. */
PORTOLAN_API portolan_status portolan_finish(portolan_navigator* navigator);

enum {
  PORTOLAN_PATH_FOUND = 0,
  PORTOLAN_STANDS_IN = 1,
  PORTOLAN_LOST = 2,
  PORTOLAN_PLACE_DONE = 3,
  PORTOLAN_TARGET_GONE = 4 /* whom the order followed or fled from was removed */
};
typedef struct portolan_event {
  portolan_order order;
  portolan_agent agent;  /* PORTOLAN_LOST: who has no path at all; else 0 */
  portolan_cell nearest; /* STANDS_IN: where those go who cannot get there; PLACE_DONE: the next place;
                          * TARGET_GONE: where the target was when they were led there last */
  uint32_t kind;
} portolan_event;
/* Of the last tick. Writes at most `capacity`; `count` is how many there are. */
PORTOLAN_API portolan_status portolan_read_events(const portolan_navigator* navigator, portolan_event* events,
                                                  size_t capacity, size_t* count);

/* What an order knows of the cells of a rectangle; either array may be null. Distances to the goal in units,
 * UINT64_MAX where it knows none; directions 0 to 7 from east clockwise, 8: goal, 9: link, 255: none. */
PORTOLAN_API portolan_status portolan_read_field(const portolan_navigator* navigator, portolan_order order,
                                                 portolan_rect rect, uint64_t* distances, uint8_t* directions,
                                                 size_t size);
/* Where the order leads from some positions: unit vectors, or zeros. For hosts that move bodies themselves.
 */
PORTOLAN_API portolan_status portolan_read_headings(const portolan_navigator* navigator, portolan_order order,
                                                    const float* xy, int32_t layer, size_t count,
                                                    float* headings);
/* The sectors that the field of an order covers. Writes at most `capacity`; `count` is how many there are. */
PORTOLAN_API portolan_status portolan_read_corridor(const portolan_navigator* navigator, portolan_order order,
                                                    portolan_rect* sectors, size_t capacity, size_t* count);

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_ORDERS_H */
