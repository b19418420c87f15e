// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One set of kernel functions per instruction set: Highway includes this file again for each.
#include "tile_kernel.hpp"

#include <bit>
#include <cstring>

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/tile_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// The baseline that every processor has is of no use to us: the plain C++ rows take its place.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "kernel/rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {
#define PORTOLAN_INLINE HWY_INLINE
#include "kernel/solve-inl.hpp"
#undef PORTOLAN_INLINE
}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE

#include <cstdlib>
#include <utility>

#include "kernel/rows_scalar.hpp"

namespace portolan {

namespace {

// Asking the processor traps into the host of a virtual machine: tens of microseconds, so it is asked once.
bool runs_here(std::int64_t target) {
  static const auto supported = static_cast<std::int64_t>(hwy::SupportedTargets());
  return (supported & target) != 0;
}

struct Candidate {
  Isa isa;
  std::int64_t target;
  const detail::TileKernel* kernel;
};

// Slowest first.
constexpr Candidate candidates[] = {
    {Isa::scalar, 0, &detail::scalar::kernel},
#if HWY_TARGETS & HWY_WASM
    {Isa::wasm, HWY_WASM, &detail::N_WASM::kernel},
#endif
#if HWY_TARGETS & HWY_NEON
    {Isa::neon, HWY_NEON, &detail::N_NEON::kernel},
#endif
#if HWY_TARGETS & HWY_SSE4
    {Isa::sse4, HWY_SSE4, &detail::N_SSE4::kernel},
#endif
#if HWY_TARGETS & HWY_AVX2
    {Isa::avx2, HWY_AVX2, &detail::N_AVX2::kernel},
#endif
#if HWY_TARGETS & HWY_AVX3
    {Isa::avx512, HWY_AVX3, &detail::N_AVX3::kernel},
#endif
};

constexpr std::string_view names[] = {"scalar", "sse4", "avx2", "avx512", "neon", "wasm"};

}  // namespace

std::string_view name(Isa isa) { return names[static_cast<std::size_t>(isa)]; }

std::optional<Isa> isa_by_name(std::string_view text) {
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (names[i] == text) return static_cast<Isa>(i);
  }
  return std::nullopt;
}

std::vector<Isa> supported_isas() {
  std::vector<Isa> found;
  for (const Candidate& c : candidates) {
    if (c.target == 0 || runs_here(c.target)) found.push_back(c.isa);
  }
  return found;
}

Result<Isa> wanted_isa() {
  const std::vector<Isa> found = supported_isas();
  const char* wanted = std::getenv("PORTOLAN_ISA");
  if (wanted == nullptr) return found.back();
  Error error;
  error.message = "PORTOLAN_ISA: expected";
  const char* separator = " ";
  for (const Isa isa : found) {
    if (name(isa) == wanted) return isa;
    error.message.append(std::exchange(separator, ", ")).append(name(isa));
  }
  error.message.append(", found '").append(wanted).append("'");
  return error;
}

Isa best_isa() {
  const Result<Isa> wanted = wanted_isa();
  return wanted ? *wanted : supported_isas().back();
}

const detail::TileKernel& detail::tile_kernel(Isa isa) {
  for (const Candidate& c : candidates) {
    if (c.isa == isa) return *c.kernel;
  }
  return scalar::kernel;
}

}  // namespace portolan

#endif  // HWY_ONCE
