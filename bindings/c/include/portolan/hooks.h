/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * What a host lends the library: memory, jobs, and a log. Best set before anything else. */
#ifndef PORTOLAN_HOOKS_H
#define PORTOLAN_HOOKS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

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
  uint32_t workers; /* 1 to 1024 */
  void* user;
  void (*run)(void* user, size_t count, portolan_job body, void* context);
} portolan_jobs;

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_HOOKS_H */
