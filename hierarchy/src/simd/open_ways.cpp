// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One copy per instruction set: Highway includes this file again for each.
#include "simd/open_ways.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <portolan/core/distance.hpp>

#include <portolan/core/detail/instruction_sets.hpp>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/open_ways.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace portolan::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::CappedTag<std::uint32_t, 16>;
using Word = hn::Vec<Words>;

constexpr std::size_t rows = TileGrid::max_side;

template <int by>
HWY_ATTR HWY_INLINE Word Swapped(Word v, std::uint32_t lower) {
  const Words d;
  const auto low = hn::Set(d, lower);
  return hn::Or(hn::ShiftLeft<by>(hn::And(v, low)), hn::And(hn::ShiftRight<by>(v), low));
}

// The same ground with west and east exchanged.
HWY_ATTR void Mirror(const std::uint32_t* from, std::uint32_t* out) {
  const Words d;
  for (std::size_t i = 0; i < rows; i += hn::Lanes(d)) {
    auto v = Swapped<1>(hn::LoadU(d, from + i), 0x55555555U);
    v = Swapped<2>(v, 0x33333333U);
    v = Swapped<4>(v, 0x0f0f0f0fU);
    v = Swapped<8>(v, 0x00ff00ffU);
    hn::StoreU(Swapped<16>(v, 0x0000ffffU), d, out + i);
  }
}

// Cells that ways from some nodes have come to, a node per lane, that lead south and east: those that go
// east or aslant, and those that go south or aslant. The others are no shortest ones on open ground.
struct Ways {
  Word wide;
  Word high;

  // Into the next row, where `open` cells can be walked on, those of them that a diagonal step enters are
  // `aslant`, and some nodes lie.
  HWY_ATTR HWY_INLINE void Step(Word open, Word aslant, Word nodes) {
    const auto begin = hn::And(open, nodes);
    wide = hn::OrAnd(begin, hn::Add(wide, wide), aslant);
    high = hn::OrAnd(hn::OrAnd(begin, high, open), hn::Add(high, high), aslant);
    // East as far as it is open: where bits are added to those of a run, the carry takes all from the first
    // of them on.
    wide = hn::Or(hn::AndNot(hn::Add(open, wide), open), wide);
  }
  HWY_ATTR HWY_INLINE Word All() const { return hn::Or(wide, high); }
};

// By row: cells, and those that a diagonal step from the row above and from the west enters.
struct Ground {
  std::array<std::uint32_t, rows> open;
  std::array<std::uint32_t, rows> aslant;

  void FindAslant() {
    aslant[0] = 0;
    for (std::size_t y = 1; y < rows; ++y) aslant[y] = open[y] & open[y] << 1U & open[y - 1];
  }
};

using NodesByRow = std::array<std::uint64_t, rows>;  // bits

// From as many nodes as there are lanes, the first of which is given.
HWY_ATTR void JoinSome(const Ground& east, const Ground& west, const TileNodes& nodes,
                       const NodesByRow& in_row, std::size_t first, std::uint64_t* joined) {
  const Words d;
  const auto one = hn::Set(d, 1U), none = hn::Zero(d);
  const auto used = hn::FirstN(d, nodes.count - first);
  const auto row = hn::LoadU(d, nodes.y + first), x = hn::LoadU(d, nodes.x + first);
  const auto bit = hn::IfThenElseZero(used, hn::Shl(one, x));
  const auto turned = hn::IfThenElseZero(used, hn::Shl(one, hn::Sub(hn::Set(d, 31U), x)));
  Ways to_east{none, none}, to_west{none, none};
  auto lower = none, upper = none;  // by lane: bits of the nodes that it has come to
  // Nothing leads up, and nodes come by side: most of the later ones begin further down.
  const std::size_t top =
      *std::min_element(nodes.y + first, nodes.y + std::min(nodes.count, first + hn::Lanes(d)));
  for (std::size_t y = top; y < rows; ++y) {
    const auto here = hn::Eq(row, hn::Set(d, static_cast<std::uint32_t>(y)));
    to_east.Step(hn::Set(d, east.open[y]), hn::Set(d, east.aslant[y]), hn::IfThenElseZero(here, bit));
    to_west.Step(hn::Set(d, west.open[y]), hn::Set(d, west.aslant[y]), hn::IfThenElseZero(here, turned));
    for (std::uint64_t left = in_row[y]; left != 0; left &= left - 1) {
      const auto node = static_cast<std::size_t>(std::countr_zero(left));
      const auto from_west = hn::And(to_east.All(), hn::Set(d, std::uint32_t{1} << nodes.x[node]));
      const auto from_east = hn::And(to_west.All(), hn::Set(d, std::uint32_t{1} << (31 - nodes.x[node])));
      const auto reached = hn::Ne(hn::Or(from_west, from_east), none);
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, reached, bits);
      joined[node] |= (bits[0] | std::uint64_t{bits[1]} << 8U) << first;
      // The same ways walked from their other end.
      auto& to = node < 32 ? lower : upper;
      to = hn::Or(to, hn::IfThenElseZero(reached, hn::Set(d, std::uint32_t{1} << node % 32)));
    }
  }
  std::uint32_t ends[2][16] = {};
  hn::StoreU(lower, d, ends[0]);
  hn::StoreU(upper, d, ends[1]);
  for (std::size_t i = first; i < std::min(nodes.count, first + hn::Lanes(d)); ++i)
    joined[i] |= ends[0][i - first] | std::uint64_t{ends[1][i - first]} << 32U;
}

HWY_ATTR void Join(const TileCells& cells, const TileNodes& nodes, std::uint64_t* joined) {
  Ground east, west;
  east.open = cells;
  Mirror(cells.data(), west.open.data());
  east.FindAslant();
  west.FindAslant();
  NodesByRow in_row{};
  for (std::size_t i = 0; i < nodes.count; ++i) in_row[nodes.y[i]] |= std::uint64_t{1} << i;
  std::fill_n(joined, nodes.count, 0);
  for (std::size_t first = 0; first < nodes.count; first += hn::Lanes(Words()))
    JoinSome(east, west, nodes, in_row, first, joined);
}

// What ways over open ground cost from one node, some nodes at a time.
struct FromNode {
  using Wide = hn::CappedTag<std::uint64_t, 8>;
  using Narrow = hn::Rebind<std::uint32_t, Wide>;
  const TileNodes& nodes;
  std::size_t from;
  std::uint32_t cost;

  HWY_ATTR HWY_INLINE hn::Vec<Wide> To(std::size_t i) const {
    const Narrow d;
    const auto x = hn::Set(d, nodes.x[from]), y = hn::Set(d, nodes.y[from]);
    const auto other_x = hn::LoadU(d, nodes.x + i), other_y = hn::LoadU(d, nodes.y + i);
    const auto dx = hn::Sub(hn::Max(x, other_x), hn::Min(x, other_x));
    const auto dy = hn::Sub(hn::Max(y, other_y), hn::Min(y, other_y));
    const auto straight = hn::Set(d, 2 * straight_factor * cost);
    const auto turn = hn::Set(d, 2 * (diagonal_factor - straight_factor) * cost);
    const auto way = hn::Add(hn::Mul(straight, hn::Max(dx, dy)), hn::Mul(turn, hn::Min(dx, dy)));
    const auto halves = hn::Add(hn::Set(d, nodes.half_step[from]), hn::LoadU(d, nodes.half_step + i));
    return hn::PromoteTo(Wide(), hn::Add(way, halves));
  }
};

HWY_ATTR void Units(const TileNodes& nodes, std::size_t from, std::uint64_t wanted, std::uint32_t cost,
                    std::uint64_t* units) {
  const FromNode::Wide wide;
  const FromNode ways{nodes, from, cost};
  const std::size_t lanes = hn::Lanes(wide);
  std::size_t i = 0;
  for (; i + lanes <= nodes.count; i += lanes) {
    const std::uint64_t bits = wanted >> i;
    std::uint8_t mask[8];
    std::memcpy(mask, &bits, sizeof mask);
    hn::BlendedStore(ways.To(i), hn::LoadMaskBits(wide, mask), wide, units + i);
  }
  if (i == nodes.count || wanted >> i == 0) return;
  std::uint64_t rest[8];
  hn::StoreU(ways.To(i), wide, rest);
  for (std::uint64_t left = wanted >> i; left != 0; left &= left - 1)
    units[i + static_cast<std::size_t>(std::countr_zero(left))] = rest[std::countr_zero(left)];
}

HWY_ATTR std::uint64_t Alike(const TileNodes& nodes, std::size_t from, std::uint64_t wanted,
                             std::uint32_t cost, const std::uint64_t* units) {
  const FromNode::Wide wide;
  const FromNode ways{nodes, from, cost};
  const std::size_t lanes = hn::Lanes(wide);
  const auto end = static_cast<std::size_t>(std::bit_width(wanted));  // there may be more nodes than units
  std::uint64_t found = 0, rest[8] = {};
  for (std::size_t i = 0; i < end; i += lanes) {
    const std::uint64_t some = wanted >> i;
    std::uint8_t bits[8];
    std::memcpy(bits, &some, sizeof bits);
    const auto asked = hn::LoadMaskBits(wide, bits);
    // A masked load may read all of its lanes, on SSE4 and plain C++ for two.
    const bool whole = i + lanes <= end;
    if (!whole) std::copy_n(units + i, end - i, rest);
    const auto alike = hn::Eq(ways.To(i), hn::LoadU(wide, whole ? units + i : rest));
    hn::StoreMaskBits(wide, hn::And(asked, alike), bits);
    found |= std::uint64_t{bits[0]} << i;
  }
  return found;
}

using Sixteens = hn::CappedTag<std::int16_t, WayPlaces::width>;

// An octile distance is the greater of two sums.
HWY_ATTR void PlaceUnits(const WayPlaces& places, const WayStart& start, std::int16_t* out) {
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
HWY_EXPORT(Join);
HWY_EXPORT(Units);
HWY_EXPORT(Alike);
HWY_EXPORT(PlaceUnits);
HWY_EXPORT(Within);
}  // namespace

void open_ways(const TileCells& cells, const TileNodes& nodes, std::uint64_t* joined) {
  PORTOLAN_ASSERT(nodes.count <= TileNodes::most);
  HWY_DYNAMIC_DISPATCH(Join)(cells, nodes, joined);
}

void open_units(const TileNodes& nodes, std::size_t from, std::uint64_t wanted, Cost cost,
                std::uint64_t* units) {
  PORTOLAN_ASSERT(from < nodes.count);
  HWY_DYNAMIC_DISPATCH(Units)(nodes, from, wanted, cost, units);
}

std::uint64_t open_alike(const TileNodes& nodes, std::size_t from, std::uint64_t wanted, Cost cost,
                         const std::uint64_t* units) {
  PORTOLAN_ASSERT(from < nodes.count);
  return HWY_DYNAMIC_DISPATCH(Alike)(nodes, from, wanted, cost, units);
}

void way_units(const WayPlaces& places, const WayStart& start, std::int16_t* out) {
  PORTOLAN_ASSERT(places.count > 0 && places.count % WayPlaces::width == 0);
  HWY_DYNAMIC_DISPATCH(PlaceUnits)(places, start, out);
}

std::uint64_t ways_within(const std::int16_t* units, std::size_t count, std::size_t from, std::uint64_t nodes,
                          const std::int16_t* most) {
  PORTOLAN_ASSERT(count > 0 && count % WayPlaces::width == 0);
  return HWY_DYNAMIC_DISPATCH(Within)(units, count, from, nodes, most);
}

}  // namespace portolan::detail

#endif  // HWY_ONCE
