// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/ground.hpp"

#include <portolan/core/distance.hpp>

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/ground.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// All of them, without a look at what was found so far: mostly there are none.
HWY_ATTR bool HoldsOther(const std::uint8_t* costs, std::size_t count, std::uint8_t cost) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto own = hn::Set(d, cost), wall = hn::Set(d, static_cast<std::uint8_t>(impassable));
  // Bits that differ from the own cost's, of those that are no walls.
  auto others = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto here = hn::LoadU(d, costs + i);
    others = hn::Or(others, hn::IfThenZeroElse(hn::Eq(here, wall), hn::Xor(here, own)));
  }
  bool any = !hn::AllTrue(d, hn::Eq(others, hn::Zero(d)));
  for (; i < count; ++i) any |= costs[i] != cost && costs[i] != impassable;
  return any;
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace portolan::detail {

namespace {
HWY_EXPORT(HoldsOther);
}  // namespace

bool holds_other_cost(const std::uint8_t* costs, std::size_t count, std::uint8_t cost) {
  return HWY_DYNAMIC_DISPATCH(HoldsOther)(costs, count, cost);
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
