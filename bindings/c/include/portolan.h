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

#include "portolan/agents.h"   /* agents: added, changed, read, drawn */
#include "portolan/base.h"     /* the version, statuses, cells */
#include "portolan/hooks.h"    /* your memory, jobs and log */
#include "portolan/orders.h"   /* what agents are told, the tick, events, fields */
#include "portolan/path.h"     /* paths of single agents */
#include "portolan/saved.h"    /* games as bytes, moments to go back to */
#include "portolan/steering.h" /* forces, leaders */
#include "portolan/why.h"      /* why an agent stands */
#include "portolan/world.h"    /* terrain, stamps, links, profiles */

#endif /* PORTOLAN_H */
