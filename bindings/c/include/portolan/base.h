/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * What all of portolan.h needs: its version, statuses, and cells. */
#ifndef PORTOLAN_BASE_H
#define PORTOLAN_BASE_H

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
  PORTOLAN_BUG = 5 /* an assertion failed, or jobs were done wrong: destroy what the call was about */
};
/* What the last call that failed on this thread says: what is wrong, and the cure. Empty before any. */
PORTOLAN_API const char* portolan_error(void);

typedef struct portolan_cell {
  int32_t x, y, layer;
} portolan_cell;
typedef struct portolan_rect { /* of cells */
  int32_t x, y, width, height, layer;
} portolan_rect;

#ifdef __cplusplus
}
#endif

#endif /* PORTOLAN_BASE_H */
