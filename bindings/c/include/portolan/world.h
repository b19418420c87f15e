/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * Worlds: terrain, stamps, links, and profiles with their hierarchies. */
#ifndef PORTOLAN_WORLD_H
#define PORTOLAN_WORLD_H

#include "base.h"
#include "hooks.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct portolan_world portolan_world;

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

/* A world with its profiles in a file that opens at once (docs/saved-world.md): no stamp may lie. */
PORTOLAN_API portolan_status portolan_world_save(const portolan_world* world, const char* file);
PORTOLAN_API portolan_world* portolan_world_open(const char* file);

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_WORLD_H */
