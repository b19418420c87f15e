// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

// For which instruction sets Highway makes no copy of a file; to be included before <hwy/foreach_target.h>.
// SSSE3 and AVX3_DL would be two more copies that differ in nothing the kernels use. Vectors of SVE have no
// size that the compiler knows, so that no array and no member can be one, as a row of a tile is; NEON serves
// those machines. Under sanitizers each copy of the kernels takes half a minute to compile: the preset asan
// makes that of AVX2 alone, which most players have, and the preset fuzz that of SSE4. On Windows g++ aligns
// the stack to 16 bytes, whatever lies there (GCC bug 54412): wider vectors would crash.
#if defined(PORTOLAN_NO_WIDE_VECTORS) || (defined(__MINGW32__) && defined(__x86_64__) && !defined(__clang__))
#define PORTOLAN_OTHER_TARGETS (HWY_AVX2 | HWY_AVX3)
#elif defined(PORTOLAN_ONE_VECTOR_SIZE)
#define PORTOLAN_OTHER_TARGETS (HWY_SSE4 | HWY_AVX3)
#else
#define PORTOLAN_OTHER_TARGETS 0
#endif
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | PORTOLAN_OTHER_TARGETS)
