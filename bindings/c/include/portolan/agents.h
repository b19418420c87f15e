/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * Navigators, and their agents. */
#ifndef PORTOLAN_AGENTS_H
#define PORTOLAN_AGENTS_H

#include "base.h"
#include "hooks.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The orders and the agents of a world, which has one navigator at most. */
typedef struct portolan_navigator portolan_navigator;
typedef uint64_t portolan_agent; /* never that of another; 0: none */
typedef uint64_t portolan_order;

/* `jobs` for ticks, or null; `run` must last as long as the navigator. */
PORTOLAN_API portolan_navigator* portolan_navigator_create(portolan_world* world, const portolan_jobs* jobs);
PORTOLAN_API void portolan_navigator_destroy(portolan_navigator* navigator);
/* Its world, which goes with it, and is not destroyed by itself. */
PORTOLAN_API portolan_world* portolan_navigator_world(portolan_navigator* navigator);

typedef struct portolan_agent_spec {
  uint32_t struct_size;
  int32_t layer;
  float radius;    /* cells, at most 256; 0: 0.3 */
  float max_speed; /* cells per second, at most 4096; 0: 4 */
  float mass;      /* of two bodies that touch, the lighter one gives way more; 0: 1 */
  uint8_t team;    /* one that stands still gives way to its own team only */
  uint8_t holds;   /* 1: stands where it stands, and nobody pushes it */
  /* Of two who meet and avoid each other reciprocally the one with the lower priority makes room alone, and
   * goes after the other through a passage for one; at most 254. */
  uint8_t priority;
  uint8_t reserved;
  float acceleration; /* and braking, in cells per second, and second, at most 1e6; 0: as people do */
  float turn_rate;    /* of its body, in radians per second, at most 1000; 0: turns at once */
  float facing[2];    /* where its body faces at first, of any length; 0, 0: where it goes first */
} portolan_agent_spec;
/* All alike (null: as zeros say), at `count` positions. An agent that cannot stand there is 0 in `agents`. */
PORTOLAN_API portolan_status portolan_add_agents(portolan_navigator* navigator, uint32_t profile,
                                                 const portolan_agent_spec* spec, const float* xy,
                                                 size_t count, portolan_agent* agents);
/* Whether an agent like that could stand at a position, as of the last commit, and would touch nobody. */
PORTOLAN_API portolan_status portolan_has_room(const portolan_navigator* navigator, uint32_t profile,
                                               const portolan_agent_spec* spec, const float xy[2],
                                               int32_t* has_room);
PORTOLAN_API portolan_status portolan_remove_agents(portolan_navigator* navigator,
                                                    const portolan_agent* agents, size_t count);
/* Puts agents elsewhere, at rest: for hosts that move bodies themselves, and tick by 0 seconds. */
PORTOLAN_API portolan_status portolan_put_agents(portolan_navigator* navigator, const portolan_agent* agents,
                                                 size_t count, const float* xy, int32_t layer);
/* Of agents that are there, from the next tick on. Who holds does not walk, and goes on with its order when
 * it holds no more. All else is as in `portolan_agent_spec`, but speed, radius and mass are not 0. */
PORTOLAN_API portolan_status portolan_set_holds(portolan_navigator* navigator, const portolan_agent* agents,
                                                size_t count, int32_t holds);
PORTOLAN_API portolan_status portolan_set_max_speed(portolan_navigator* navigator,
                                                    const portolan_agent* agents, size_t count,
                                                    float max_speed);
PORTOLAN_API portolan_status portolan_set_radius(portolan_navigator* navigator, const portolan_agent* agents,
                                                 size_t count, float radius);
PORTOLAN_API portolan_status portolan_set_mass(portolan_navigator* navigator, const portolan_agent* agents,
                                               size_t count, float mass);
PORTOLAN_API portolan_status portolan_set_team(portolan_navigator* navigator, const portolan_agent* agents,
                                               size_t count, uint8_t team);
PORTOLAN_API portolan_status portolan_set_acceleration(portolan_navigator* navigator,
                                                       const portolan_agent* agents, size_t count,
                                                       float acceleration);
PORTOLAN_API portolan_status portolan_set_turn_rate(portolan_navigator* navigator,
                                                    const portolan_agent* agents, size_t count,
                                                    float turn_rate);
PORTOLAN_API portolan_status portolan_set_priority(portolan_navigator* navigator,
                                                   const portolan_agent* agents, size_t count,
                                                   uint8_t priority);
/* Where players look, for crowds that are larger than what can be seen of them: who is farther than `radius`
 * cells from all `count` places walks in each `interval`-th tick alone, and passes through others. No places,
 * or an interval of 0 or 1: all are near; at most 16. Not saved. */
PORTOLAN_API portolan_status portolan_set_focus(portolan_navigator* navigator, const float* xy, size_t count,
                                                float radius, uint32_t interval);

enum { /* state of an agent */
       PORTOLAN_MOVING = 1,
       PORTOLAN_STUCK = 2, /* no path from here, or only one that ends before the goal, and it is there */
       PORTOLAN_ARRIVED = 3,
       PORTOLAN_GONE = 4, /* arrived, and taken off the map */
       PORTOLAN_REMOVED = 5
};
/* Any of the arrays may be null: two floats each of `xy` and `velocities`, one byte each of `states`. */
PORTOLAN_API portolan_status portolan_read_agents(const portolan_navigator* navigator,
                                                  const portolan_agent* agents, size_t count, float* xy,
                                                  float* velocities, uint8_t* states);
/* Where to draw agents between two ticks: `share` of the time from the last tick to the next has gone by,
 * from 0, where they were before the last one, to 1, where they are. Who took a link or was put elsewhere is
 * there at once. A tick stays as it is, so that nothing depends on frames. */
PORTOLAN_API portolan_status portolan_read_shown(const portolan_navigator* navigator,
                                                 const portolan_agent* agents, size_t count, float share,
                                                 float* xy);
/* Where their bodies face, as vectors of length 1, for models that are drawn; `share` as above. East of one
 * that neither was told where to face nor has walked. */
PORTOLAN_API portolan_status portolan_read_facings(const portolan_navigator* navigator,
                                                   const portolan_agent* agents, size_t count, float share,
                                                   float* facings);
PORTOLAN_API portolan_status portolan_read_layers(const portolan_navigator* navigator,
                                                  const portolan_agent* agents, size_t count,
                                                  int32_t* layers);
/* What they are like now, layer and facing too. The caller sets `struct_size` of the first one. */
PORTOLAN_API portolan_status portolan_read_specs(const portolan_navigator* navigator,
                                                 const portolan_agent* agents, size_t count,
                                                 portolan_agent_spec* specs);
/* For models that walk: how many cells each has walked so far, and how fast it got on of late, as a share of
 * its greatest speed. Either may be null. */
PORTOLAN_API portolan_status portolan_read_walks(const portolan_navigator* navigator,
                                                 const portolan_agent* agents, size_t count, float* distances,
                                                 float* paces);
/* Where agents that have an order shall stand at its goal, in place of what a formation would give them:
 * after `portolan_give`, until the order has other places. Two NaN where one has no place yet. */
PORTOLAN_API portolan_status portolan_set_agent_places(portolan_navigator* navigator,
                                                       const portolan_agent* agents, size_t count,
                                                       const float* xy);
PORTOLAN_API portolan_status portolan_read_agent_places(const portolan_navigator* navigator,
                                                        const portolan_agent* agents, size_t count,
                                                        float* xy);
/* The order of each; 0: none. */
PORTOLAN_API portolan_status portolan_read_orders(const portolan_navigator* navigator,
                                                  const portolan_agent* agents, size_t count,
                                                  portolan_order* orders);
/* Whether it is one of this navigator's, and has not been removed. */
PORTOLAN_API int32_t portolan_agent_alive(const portolan_navigator* navigator, portolan_agent agent);
/* Agents in a state. */
PORTOLAN_API uint64_t portolan_count_agents(const portolan_navigator* navigator, int32_t state);
/* Of positions and states of all agents: equal games have equal ones on every machine. */
PORTOLAN_API uint64_t portolan_hash(const portolan_navigator* navigator);

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_AGENTS_H */
