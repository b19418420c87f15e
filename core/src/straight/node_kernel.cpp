// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is done for many nodes and positions at once, once per instruction set: Highway includes this file
// again for each.
#include "straight/node_kernel.hpp"

#include <cmath>
#include <limits>

#include "straight/cone_board.hpp"
#include "straight/node_ground.hpp"
#include "straight/node_tile.hpp"

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "straight/node_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {
#include "straight/node_looks-inl.hpp"
#include "straight/node_row-inl.hpp"
}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE

namespace portolan::detail {

namespace scalar {
#include "straight/node_looks-inl.hpp"
#include "straight/node_row-inl.hpp"
}  // namespace scalar

NodeKernel node_kernel(Isa isa) {
  switch (isa) {
#if HWY_TARGETS & HWY_WASM
    case Isa::wasm:
      return N_WASM::node_kernel();
#endif
#if HWY_TARGETS & HWY_NEON
    case Isa::neon:
      return N_NEON::node_kernel();
#endif
#if HWY_TARGETS & HWY_SSE4
    case Isa::sse4:
      return N_SSE4::node_kernel();
#endif
#if HWY_TARGETS & HWY_AVX2
    case Isa::avx2:
      return N_AVX2::node_kernel();
#endif
#if HWY_TARGETS & HWY_AVX3
    case Isa::avx512:
      return N_AVX3::node_kernel();
#endif
    default:
      return scalar::node_kernel();
  }
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
