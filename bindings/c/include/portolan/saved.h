/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * Games as bytes, and moments to go back to. */
#ifndef PORTOLAN_SAVED_H
#define PORTOLAN_SAVED_H

#include "agents.h"
#include "base.h"
#include "hooks.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_SAVED_H */
