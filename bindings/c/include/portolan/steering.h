/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * What steers the agents of an order besides its field (docs/howto/formations.md). All of it holds from the
 * next tick on, for as long as the order lasts, and is saved with the game. */
#ifndef PORTOLAN_STEERING_H
#define PORTOLAN_STEERING_H

#include "agents.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Forces. More may come, with other numbers. */
enum {
  PORTOLAN_FORCE_FOLLOW = 0,     /* along the field; 1 at first */
  PORTOLAN_FORCE_SEPARATION = 1, /* away from others; 1 at first */
  PORTOLAN_FORCE_ALIGNMENT = 2,  /* with the heading of others */
  PORTOLAN_FORCE_COHESION = 3,   /* towards others */
  PORTOLAN_FORCE_PURSUE = 4,     /* to where the nearest of another team in sight is going */
  PORTOLAN_FORCE_EVADE = 5,      /* away from where those of other teams in sight are going */
  PORTOLAN_FORCE_WANDER = 6,     /* to and fro; other ways for each agent, the same ones in each game */
  PORTOLAN_FORCE_WALLS = 7,      /* away from walls that are near */
  PORTOLAN_FORCE_LEADER = 8,     /* to a place behind the leader, while it is seen to walk; 1 at first */
  PORTOLAN_FORCE_SEEK = 9,   /* straight to the point of `portolan_set_steering_target`, while it is seen */
  PORTOLAN_FORCE_FLEE = 10,  /* straight away from that */
  PORTOLAN_FORCE_ARRIVE = 11 /* to it, and to rest there */
};
/* How strongly each of `count` forces steers the agents of an order: 0, which switches it off, to 100. */
PORTOLAN_API portolan_status portolan_set_steering(portolan_navigator* navigator, portolan_order order,
                                                   const uint32_t* forces, const float* weights,
                                                   size_t count);
/* Whom the agents of an order go behind while they see it walk; 0: nobody. */
PORTOLAN_API portolan_status portolan_set_leader(portolan_navigator* navigator, portolan_order order,
                                                 portolan_agent leader);
/* The point that SEEK, FLEE and ARRIVE are about; null: none. */
PORTOLAN_API portolan_status portolan_set_steering_target(portolan_navigator* navigator, portolan_order order,
                                                          const float xy[2], int32_t layer);

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_STEERING_H */
