/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * Why an agent stands: for players who click on one, and for looking at a crowd that is stuck. */
#ifndef PORTOLAN_WHY_H
#define PORTOLAN_WHY_H

#include "agents.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reasons. More may come, with other numbers. */
enum {
  PORTOLAN_WHY_NONE = 0, /* it gets on */
  PORTOLAN_WHY_NOT_STARTED = 1,
  PORTOLAN_WHY_START_COVERED = 2,
  PORTOLAN_WHY_WAITS_FOR_PATH = 3, /* the field of its order is still to be made */
  PORTOLAN_WHY_WAITS_FOR_LAND = 4,
  PORTOLAN_WHY_WALLED_OFF = 5,     /* no path leads to a goal */
  PORTOLAN_WHY_PASSAGE_CLOSED = 6, /* one would, were it not for a stamp at `at` */
  PORTOLAN_WHY_GAP_TOO_NARROW = 7, /* one would for a body that needs less room than is at `at` */
  PORTOLAN_WHY_STEP_CLOSED = 8,    /* its next cell, `at`, has just become impassable */
  PORTOLAN_WHY_LETS_PASS = 9,
  PORTOLAN_WHY_YIELDS = 10,      /* to `agent`, who comes towards it or from the side, or has the turn */
  PORTOLAN_WHY_QUEUES = 11,      /* behind `agent`, who goes the same way */
  PORTOLAN_WHY_GOAL_FULL = 12,   /* those who have arrived stand between it and the goal */
  PORTOLAN_WHY_BLOCKED = 13,     /* by `agent`, who stands and does not go the same way */
  PORTOLAN_WHY_SLOW_GROUND = 14, /* it walks as fast as its ground lets it, which is hardly at all */
  PORTOLAN_WHY_KEEPS_RANK = 15,  /* it lets others of its order catch up */
  PORTOLAN_WHY_SETS_OUT = 16,    /* it has only just begun to move, or turns */
  PORTOLAN_WHY_STEERED = 17,
  PORTOLAN_WHY_ARRIVED = 18,
  PORTOLAN_WHY_NO_ORDER = 19,
  PORTOLAN_WHY_HOLDS = 20, /* `portolan_set_holds` */
  PORTOLAN_WHY_UNKNOWN = 255
};
typedef struct portolan_why_answer {
  portolan_agent agent; /* whom the reason is about; 0: nobody */
  portolan_cell at;     /* the cell that it is about; -1, -1, -1: none */
  uint32_t reason;
} portolan_why_answer;
/* Costs as much as there are agents, and more after an edit where no path leads to the goal: to be asked of
 * one agent, not of all in each tick. Changes nothing of the game. */
PORTOLAN_API portolan_status portolan_why(portolan_navigator* navigator, portolan_agent agent,
                                          portolan_why_answer* answer);
/* In words, such as "waits for path". Null where there is no such reason. */
PORTOLAN_API const char* portolan_why_name(uint32_t reason);

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_WHY_H */
