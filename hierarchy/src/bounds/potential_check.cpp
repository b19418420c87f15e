// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "bounds/potential_check.hpp"

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bounds/potential_check.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// By how much the worst entry breaks each lane, for as many lanes as a register holds. A path costs the same
// in either direction, so that each pair is looked at once.
template <class D>
HWY_ATTR hn::Vec<D> Worst(D d, const CostTable& table, const std::uint32_t* potentials) {
  auto worst = hn::Zero(d);
  for (std::uint32_t into = 0; into < table.size; ++into) {
    const std::uint16_t* const row = table.row<std::uint16_t>(into);
    const auto end = hn::LoadU(d, potentials + into * potential_lanes);
    for (std::uint32_t from = into + 1; from < table.size; ++from) {
      if (row[from] == 65535) continue;
      const auto start = hn::LoadU(d, potentials + from * potential_lanes);
      const auto apart = hn::Sub(hn::Max(start, end), hn::Min(start, end));
      // Worst is 0 or more, and the greater of the two less the cost is 0 where it holds.
      const auto cost = hn::Set(d, std::uint32_t{row[from]});
      worst = hn::Max(worst, hn::Sub(hn::Max(apart, cost), cost));
    }
  }
  return worst;
}

HWY_ATTR std::uint32_t BrokenLanes(const CostTable& table, const std::uint32_t* potentials) {
  const hn::CappedTag<std::uint32_t, potential_lanes> d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint32_t worst[potential_lanes];
  for (std::size_t lane = 0; lane < potential_lanes; lane += lanes) {
    hn::StoreU(Worst(d, table, potentials + lane), d, worst + lane);
  }
  std::uint32_t broken = 0;
  for (std::size_t lane = 0; lane < potential_lanes; ++lane) broken |= (worst[lane] > 0 ? 1U : 0U) << lane;
  return broken;
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace portolan::detail {

namespace {
HWY_EXPORT(BrokenLanes);
}  // namespace

std::uint32_t broken_lanes(const CostTable& table, std::span<const std::uint32_t> potentials) {
  return HWY_DYNAMIC_DISPATCH(BrokenLanes)(table, potentials.data());
}

}  // namespace portolan::detail

#endif
