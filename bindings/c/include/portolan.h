/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * Portolan for C, and for every language that can call C (docs/howto/bindings.md):
 *
 *     portolan_world* world = portolan_world_create(256, 256, 1, bytes, sizeof bytes);
 *     const portolan_profile_spec walker = {.struct_size = sizeof walker, .costs = costs};
 *     portolan_add_profile(world, &walker, &profile);
 *     portolan_navigator* game = portolan_navigator_create(world, NULL);
 *     portolan_add_agents(game, profile, NULL, starts, 100, agents);
 *     portolan_give(game, &order, agents, 100, &march);
 *     portolan_tick(game, 0.05F, 200);
 *     portolan_read_agents(game, agents, 100, positions, NULL, NULL);
 *
 * Positions are in cells: the centre of cell (3, 0) is (3.5, 0.5); x grows right, y grows down. Distances are
 * in units: 24 for a straight step on cost 1, 34 for a diagonal one. Arrays of positions are x, y, x, y.
 *
 * What fails returns a status other than PORTOLAN_OK, or NULL, changes nothing, and leaves a sentence in
 * `portolan_error`. A null handle and a wrong size are told so too. No exception leaves the library.
 * Structs are set to zero, then `struct_size`, then what shall not be the default: zero is the default of
 * every member, so that a program built with an older header goes on working.
 *
 * Threads: one that calls functions with a world, its navigator and its path finders at a time, except that
 * several may search, each with a path finder of its own, while nobody changes the world.
 */
#ifndef PORTOLAN_H
#define PORTOLAN_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(PORTOLAN_C_BUILD) /* of the library alone */
#define PORTOLAN_API __declspec(dllexport)
#elif defined(_WIN32)
#define PORTOLAN_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PORTOLAN_API __attribute__((visibility("default")))
#else
#define PORTOLAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The number in the name of the shared library, libportolan.so.1. A library of another number has other
 * functions; within one, functions and members at the end of structs are added. */
#define PORTOLAN_ABI 1
PORTOLAN_API uint32_t portolan_abi(void);
PORTOLAN_API const char* portolan_version(void); /* such as "0.1.0" */

typedef int32_t portolan_status;
enum {
  PORTOLAN_OK = 0,
  PORTOLAN_BAD_ARGUMENT = 1,  /* null, out of range, a handle of somebody else's */
  PORTOLAN_WRONG_SIZE = 2,    /* an array, or struct_size */
  PORTOLAN_REFUSED = 3,       /* saved bytes or a file that do not fit, or a wrong moment */
  PORTOLAN_OUT_OF_MEMORY = 4, /* destroy what the call was about */
  PORTOLAN_BUG = 5            /* an assertion of the library failed: destroy what the call was about */
};
/* What the last call that failed on this thread says: what is wrong, and the cure. Empty before any. */
PORTOLAN_API const char* portolan_error(void);

/* --- hooks, best set before anything else ------------------------------------------------------------ */

/* Told of each call that fails, with its text: for a log. Null: nobody. */
typedef void (*portolan_log)(void* user, portolan_status status, const char* text);
PORTOLAN_API void portolan_set_log(portolan_log log, void* user);

/* Told of an assertion that failed; afterwards the call ends with PORTOLAN_BUG. Assertions are in builds with
 * the CMake option PORTOLAN_VALIDATE; what callers do wrong is found without. */
typedef void (*portolan_assert)(void* user, const char* condition, const char* file, int32_t line,
                                const char* message);
PORTOLAN_API void portolan_set_assert(portolan_assert handler, void* user);

/* All memory of the library: both functions from any thread. `allocate` gives null where there is none.
 * Refused while any memory of the library is in use; null functions give malloc and free back. */
typedef struct portolan_allocator {
  uint32_t struct_size;
  void* user;
  void* (*allocate)(void* user, size_t size, size_t alignment);
  void (*release)(void* user, void* memory);
} portolan_allocator;
PORTOLAN_API portolan_status portolan_set_allocator(const portolan_allocator* allocator);
PORTOLAN_API uint64_t portolan_allocations(void); /* pieces of memory in use */

/* The host's job system. `run` calls body(context, index, worker) once for every index below count, `worker`
 * below `workers`, and returns when all are done. Results do not depend on it. */
typedef void (*portolan_job)(void* context, size_t index, uint32_t worker);
typedef struct portolan_jobs {
  uint32_t struct_size;
  uint32_t workers; /* 1 or more */
  void* user;
  void (*run)(void* user, size_t count, portolan_job body, void* context);
} portolan_jobs;

/* --- worlds --------------------------------------------------------------------------------------------- */

typedef struct portolan_world portolan_world;
typedef struct portolan_cell {
  int32_t x, y, layer;
} portolan_cell;
typedef struct portolan_rect { /* of cells */
  int32_t x, y, width, height, layer;
} portolan_rect;

/* `terrain` is a class per cell, row by row, layer by layer, or null: all are 0. */
PORTOLAN_API portolan_world* portolan_world_create(int32_t width, int32_t height, int32_t layers,
                                                   const uint8_t* terrain, size_t size);
/* A navigator and path finders keep what they need of it. Null is allowed, as in all `destroy`. */
PORTOLAN_API void portolan_world_destroy(portolan_world* world);
PORTOLAN_API portolan_status portolan_world_size(const portolan_world* world, int32_t* width, int32_t* height,
                                                 int32_t* layers);

/* Edits wait for `portolan_commit` or a tick. */
PORTOLAN_API portolan_status portolan_set_terrain(portolan_world* world, portolan_rect rect,
                                                  const uint8_t* values, size_t size);
PORTOLAN_API portolan_status portolan_fill_terrain(portolan_world* world, portolan_rect rect, uint8_t value);
PORTOLAN_API portolan_status portolan_read_terrain(const portolan_world* world, portolan_rect rect,
                                                   uint8_t* values, size_t size);
/* A building, or anything else that comes and goes: blocks the cells, or makes them costlier by so much (0 to
 * 253), or both. Stamps may overlap; a cell is itself again when the last one has left. */
typedef uint64_t portolan_stamp;
PORTOLAN_API portolan_status portolan_lay_stamp(portolan_world* world, portolan_rect rect, int32_t blocks,
                                                int32_t extra_cost, portolan_stamp* stamp);
PORTOLAN_API portolan_status portolan_lift_stamp(portolan_world* world, portolan_stamp stamp);
/* A way from cell to cell, in that direction: stairs, a bridge head. 24 units are one step. */
PORTOLAN_API portolan_status portolan_add_link(portolan_world* world, portolan_cell from, portolan_cell to,
                                               uint32_t cost, uint32_t* link);
PORTOLAN_API portolan_status portolan_remove_link(portolan_world* world, uint32_t link);
/* Edits take effect, for all profiles. `sectors`, or null: how many were rebuilt. */
PORTOLAN_API portolan_status portolan_commit(portolan_world* world, uint64_t* sectors);

/* A kind of agent, with its hierarchy, which is built at once. */
typedef struct portolan_profile_spec {
  uint32_t struct_size;
  int32_t clearance;         /* radius in cells, 1 to 32; 0: 1 */
  const uint8_t* costs;      /* 256: a cost of 1 to 254 per terrain class, or 255: impassable; null: all 1 */
  int32_t sector_size;       /* 8, 16 or 32; 0: 32 */
  int32_t levels;            /* 1 to 3; 0: as many as the map needs */
  const portolan_jobs* jobs; /* for this call; null: the caller's thread */
} portolan_profile_spec;
PORTOLAN_API portolan_status portolan_add_profile(portolan_world* world, const portolan_profile_spec* spec,
                                                  uint32_t* profile);
PORTOLAN_API uint32_t portolan_profile_count(const portolan_world* world);
/* The cost of each cell to a profile, as of the last commit. */
PORTOLAN_API portolan_status portolan_read_costs(const portolan_world* world, uint32_t profile,
                                                 portolan_rect rect, uint8_t* costs, size_t size);
/* Portals of the lowest level: each is the run of cells on the left or upper side of a border between
 * sectors, `step` to the right of it or below. Writes at most `capacity`; `count` is how many there are. */
typedef struct portolan_portal {
  portolan_cell first, last, other; /* ends of the run; the cell beyond the border from `first` */
} portolan_portal;
PORTOLAN_API portolan_status portolan_read_portals(const portolan_world* world, uint32_t profile,
                                                   portolan_portal* portals, size_t capacity, size_t* count);
/* Whether an agent on one cell can get to the other. */
PORTOLAN_API portolan_status portolan_can_reach(const portolan_world* world, uint32_t profile,
                                                portolan_cell from, portolan_cell to, int32_t* reachable);
/* Where one who goes straight from a position to another first meets a wall; `blocked` is 0 where none. */
PORTOLAN_API portolan_status portolan_look(const portolan_world* world, uint32_t profile, int32_t layer,
                                           const float from[2], const float to[2], int32_t* blocked,
                                           float at[2]);

/* --- paths of single agents ---------------------------------------------------------------------------- */

enum { /* how a search ended */
       PORTOLAN_COMPLETE = 0,
       PORTOLAN_PARTIAL = 1,     /* leads to the reachable cell nearest to the goal */
       PORTOLAN_UNREACHABLE = 2, /* no path, and no part of one */
       PORTOLAN_OUT_OF_BOUNDS = 5
};
enum { PORTOLAN_PATH = 0, PORTOLAN_WIDENED = 1, PORTOLAN_BOUNDED = 2, PORTOLAN_EXACT = 3 }; /* quality */

typedef struct portolan_path_finder portolan_path_finder;
PORTOLAN_API portolan_path_finder* portolan_path_finder_create(portolan_world* world, uint32_t profile);
PORTOLAN_API void portolan_path_finder_destroy(portolan_path_finder* finder);

typedef struct portolan_path_info {
  uint64_t cost; /* units */
  double length; /* of the straight path, in cells, times the cost of the ground */
  uint32_t outcome;
  uint32_t cells;    /* of the path by cells */
  uint32_t points;   /* of the straight path */
  portolan_cell end; /* where it ends */
} portolan_path_info;
/* The answer is kept until the next search, for the two functions below; how long it is, `info` tells. */
PORTOLAN_API portolan_status portolan_find_path(portolan_path_finder* finder, portolan_cell from,
                                                portolan_cell to, int32_t quality, portolan_path_info* info);
/* The cells of the path, each a step or a link from the one before. */
PORTOLAN_API portolan_status portolan_path_cells(const portolan_path_finder* finder, portolan_cell* cells,
                                                 size_t capacity);
/* The bends of the same way pulled straight, from centre to centre; `layers` may be null. */
PORTOLAN_API portolan_status portolan_path_points(const portolan_path_finder* finder, float* xy,
                                                  int32_t* layers, size_t capacity);

/* --- agents and their orders --------------------------------------------------------------------------- */

/* The orders and the agents of a world, which has one navigator at most. */
typedef struct portolan_navigator portolan_navigator;
typedef uint64_t portolan_agent; /* never that of another; 0: none */
typedef uint64_t portolan_order;

/* `jobs` for ticks, or null; `run` must last as long as the navigator. */
PORTOLAN_API portolan_navigator* portolan_navigator_create(portolan_world* world, const portolan_jobs* jobs);
PORTOLAN_API void portolan_navigator_destroy(portolan_navigator* navigator);
/* Its world, which goes with it. */
PORTOLAN_API portolan_world* portolan_navigator_world(portolan_navigator* navigator);

typedef struct portolan_agent_spec {
  uint32_t struct_size;
  int32_t layer;
  float radius;    /* cells, at most 256; 0: 0.3 */
  float max_speed; /* cells per second, at most 4096; 0: 4 */
  float mass;      /* of two bodies that touch, the lighter one gives way more; 0: 1 */
  uint8_t team;    /* one that stands still gives way to its own team only */
  uint8_t holds;   /* 1: stands where it stands, and nobody pushes it */
  uint8_t reserved[2];
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
 * it holds no more. Speed, radius and mass are as in `portolan_agent_spec`, but not 0. */
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
PORTOLAN_API portolan_status portolan_read_layers(const portolan_navigator* navigator,
                                                  const portolan_agent* agents, size_t count,
                                                  int32_t* layers);
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

enum { PORTOLAN_GO = 0, PORTOLAN_FOLLOW = 1, PORTOLAN_FLEE = 2, PORTOLAN_PATROL = 3 }; /* kind of order */
enum { PORTOLAN_STEPS = 0, PORTOLAN_ANY_ANGLE = 1 };                                   /* headings */
enum { PORTOLAN_SEPARATION = 0, PORTOLAN_RECIPROCAL = 1, PORTOLAN_NO_AVOIDANCE = 2 };  /* avoidance */
/* Formation: how places at a goal lie, in the direction in which agents come. */
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
 * microseconds), and everybody walks for so long. `seconds` 0: nobody walks. */
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

/* --- to go on later ------------------------------------------------------------------------------------ */

/* Bytes of the library's. */
typedef struct portolan_bytes portolan_bytes;
PORTOLAN_API const uint8_t* portolan_bytes_data(const portolan_bytes* bytes);
PORTOLAN_API size_t portolan_bytes_size(const portolan_bytes* bytes);
PORTOLAN_API void portolan_bytes_destroy(portolan_bytes* bytes);

/* A game: world, profiles, agents and orders. No edit may wait: commit first. It goes on bit for bit as one
 * that was not saved. */
PORTOLAN_API portolan_bytes* portolan_save(const portolan_navigator* navigator);
/* A game of its own; its world by `portolan_navigator_world`. */
PORTOLAN_API portolan_navigator* portolan_load(const uint8_t* bytes, size_t size, const portolan_jobs* jobs);
/* Back to what was saved, in place: agents, orders and path finders keep their handles, and moments that were
 * kept are gone. Where the bytes are refused, nothing has changed. */
PORTOLAN_API portolan_status portolan_restore(portolan_navigator* navigator, const uint8_t* bytes,
                                              size_t size);

/* For games that take back what they guessed (docs/howto/lockstep.md), at a small part of what saving takes:
 * notes this moment, to go back to. No edit may wait. Profiles are added before the first one. */
PORTOLAN_API portolan_status portolan_keep(portolan_navigator* navigator, uint64_t* moment);
/* World, agents and orders are bit for bit what they were, and so are the numbers of stamps and links. Later
 * moments are gone, and so are edits that wait. */
PORTOLAN_API portolan_status portolan_go_back(portolan_navigator* navigator, uint64_t moment);
/* Nobody will go back to moments before this one: gives their memory back. */
PORTOLAN_API portolan_status portolan_forget_before(portolan_navigator* navigator, uint64_t moment);

/* A world with its profiles in a file that opens at once (docs/saved-world.md): no stamp may lie. */
PORTOLAN_API portolan_status portolan_world_save(const portolan_world* world, const char* file);
PORTOLAN_API portolan_world* portolan_world_open(const char* file);

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_H */
