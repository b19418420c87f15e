// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

// For which instruction sets Highway makes no copy of a file; to be included before <hwy/foreach_target.h>.
// SSSE3 and AVX3_DL would be two more copies that differ in nothing the kernels use. Vectors of SVE have no
// size that the compiler knows, so that no array and no member can be one, as a row of a tile is; NEON serves
// those machines. Where readers are fuzzed (preset fuzz), SSE4 is enough: under sanitizers each copy of the
// kernels takes a minute to compile.
#ifdef PORTOLAN_NO_WIDE_VECTORS
#define PORTOLAN_WIDE_TARGETS (HWY_AVX2 | HWY_AVX3)
#else
#define PORTOLAN_WIDE_TARGETS 0
#endif
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | PORTOLAN_WIDE_TARGETS)
