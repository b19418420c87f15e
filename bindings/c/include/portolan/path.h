/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * Paths of single agents. */
#ifndef PORTOLAN_PATH_H
#define PORTOLAN_PATH_H

#include "base.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_PATH_H */
