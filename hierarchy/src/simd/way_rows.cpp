// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/way_rows.hpp"

#include <bit>

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/way_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Sixteens = hn::CappedTag<std::int16_t, WayPlaces::width>;

// An octile distance is the greater of two sums.
HWY_ATTR void Units(const WayPlaces& places, const WayStart& start, std::int16_t* out) {
  const Sixteens d;
  const auto half = hn::Set(d, start.half);
  const auto straight = hn::Set(d, start.straight), turn = hn::Set(d, start.turn);
  for (std::size_t k = 0; k < places.count; k += hn::Lanes(d)) {
    const auto dx = hn::Abs(hn::Sub(hn::LoadU(d, places.x + k), hn::Set(d, start.x)));
    const auto dy = hn::Abs(hn::Sub(hn::LoadU(d, places.y + k), hn::Set(d, start.y)));
    const auto wide = hn::Add(hn::Mul(straight, dx), hn::Mul(turn, dy));
    const auto high = hn::Add(hn::Mul(straight, dy), hn::Mul(turn, dx));
    hn::StoreU(hn::Add(half, hn::Max(wide, high)), d, out + k);
  }
}

HWY_ATTR std::uint64_t Within(const std::int16_t* units, std::size_t count, std::size_t from,
                              std::uint64_t nodes, const std::int16_t* most) {
  const Sixteens d;
  std::uint64_t found = 0;
  for (; nodes != 0; nodes &= nodes - 1) {
    const auto node = static_cast<std::size_t>(std::countr_zero(nodes));
    const std::int16_t* const a = units + from * count;
    const std::int16_t* const b = units + node * count;
    const auto limit = hn::Set(d, most[node]);
    auto least = hn::Add(hn::LoadU(d, a), hn::LoadU(d, b));
    for (std::size_t k = hn::Lanes(d); k < count; k += hn::Lanes(d))
      least = hn::Min(least, hn::Add(hn::LoadU(d, a + k), hn::LoadU(d, b + k)));
    found |= std::uint64_t{!hn::AllTrue(d, hn::Gt(least, limit))} << node;
  }
  return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace portolan::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {
HWY_EXPORT(Units);
HWY_EXPORT(Within);
}  // namespace

void way_units(const WayPlaces& places, const WayStart& start, std::int16_t* out) {
  PORTOLAN_ASSERT(places.count > 0 && places.count % WayPlaces::width == 0);
  HWY_DYNAMIC_DISPATCH(Units)(places, start, out);
}

std::uint64_t ways_within(const std::int16_t* units, std::size_t count, std::size_t from, std::uint64_t nodes,
                          const std::int16_t* most) {
  PORTOLAN_ASSERT(count > 0 && count % WayPlaces::width == 0);
  return HWY_DYNAMIC_DISPATCH(Within)(units, count, from, nodes, most);
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
