// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "graph/border_runs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/byte_rows.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan::detail {

namespace {

// The costs on both sides of a border, pair by pair.
struct BorderPairs {
  std::array<std::uint8_t, TileGrid::max_side> near;
  std::array<std::uint8_t, TileGrid::max_side> far;
  std::uint32_t open = 0;   // bits of those with no wall
  bool cost_alike = false;  // these, as they mostly do
};

BorderPairs read_pairs(const GridView& grid, const BorderLine& line) {
  BorderPairs pairs;
  pairs.near.fill(impassable);
  pairs.far.fill(impassable);
  if (line.length == 0) return pairs;
  // Areas lie inside blocks of storage.
  const std::uint8_t* const near = grid.costs().row(line.near_cell(0));
  const std::uint8_t* const far = grid.costs().row(line.far_cell(0));
  const std::ptrdiff_t stride = line.east ? BlockArray::side : 1;
  for (std::ptrdiff_t i = 0; i < line.length; ++i) {
    pairs.near[static_cast<std::size_t>(i)] = near[i * stride];
    pairs.far[static_cast<std::size_t>(i)] = far[i * stride];
  }
  pairs.open = ~(equal_bits(pairs.near.data(), impassable) | equal_bits(pairs.far.data(), impassable));
  if (pairs.open == 0) return pairs;
  const auto first = static_cast<std::size_t>(std::countr_zero(pairs.open));
  const std::uint32_t alike =
      equal_bits(pairs.near.data(), pairs.near[first]) & equal_bits(pairs.far.data(), pairs.far[first]);
  pairs.cost_alike = (pairs.open & ~alike) == 0;
  return pairs;
}

// What the blocks of costs on both sides of a border hold; 0 is not known, and no two of that are the same.
// Kinds mostly have them in common.
struct Contents {
  std::uint64_t near = 0;
  std::uint64_t far = 0;

  static Contents of(const GridView& grid, const BorderLine& line) {
    if (line.length == 0) return {};
    const BlockArray& costs = grid.costs();
    return {costs.content(costs.block_of(line.near_cell(0))),
            costs.content(costs.block_of(line.far_cell(0)))};
  }
  [[nodiscard]] bool same_as(const Contents& other) const {
    return near != 0 && far != 0 && near == other.near && far == other.far;
  }
};

int best_pair(const BorderPairs& pairs, int begin, int end) {
  if (pairs.cost_alike) return (begin + end - 1) / 2;
  int best = begin;
  int least = std::numeric_limits<int>::max();
  for (int i = begin; i < end; ++i) {
    const int cost = pairs.near[static_cast<std::size_t>(i)] + pairs.far[static_cast<std::size_t>(i)];
    // Twice the distance to the middle breaks ties; it stays below 2 * 32.
    const int rank = cost * 64 + std::abs(2 * i - (begin + end - 1));
    if (rank >= least) continue;
    least = rank;
    best = i;
  }
  return best;
}

void split(const BorderPairs& pairs, int begin, int end, int most, std::vector<BorderRun>& runs) {
  const int length = end - begin;
  const int pieces = (length + most - 1) / most;
  for (int i = 0; i < pieces; ++i) {
    const int first = begin + length * i / pieces;
    const int last = begin + length * (i + 1) / pieces;
    runs.push_back({static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(last - first),
                    static_cast<std::uint8_t>(best_pair(pairs, first, last))});
  }
}

}  // namespace

void find_runs(const GridView& grid, const BorderLine& line, const PortalRule& rule,
               std::vector<BorderRun>& runs) {
  PORTOLAN_ASSERT(rule.max_width >= 1 && line.length >= 0 && line.length <= TileGrid::max_side);
  const BorderPairs pairs = read_pairs(grid, line);
  for (std::uint32_t left = pairs.open; left != 0;) {
    const int begin = std::countr_zero(left);
    const int end = begin + std::countr_one(left >> begin);
    split(pairs, begin, end, rule.max_width, runs);
    left = end == TileGrid::max_side ? 0 : left & ~0U << end;
  }
}

void find_runs_of_all(const GridView& grid, std::span<const GridView> others, const BorderLine& line,
                      const PortalRule& rule, std::vector<BorderRun>& runs) {
  const auto first = static_cast<std::ptrdiff_t>(runs.size());
  find_runs(grid, line, rule, runs);
  if (others.empty()) return;
  const Contents own = Contents::of(grid, line);
  Contents before = own;
  for (const GridView& other : others) {
    const Contents now = Contents::of(other, line);
    if (!now.same_as(own) && !now.same_as(before)) find_runs(other, line, rule, runs);
    before = now;
  }
  const auto begin = runs.begin() + first;
  std::stable_sort(begin, runs.end(), [](const BorderRun& a, const BorderRun& b) { return a.at < b.at; });
  runs.erase(
      std::unique(begin, runs.end(), [](const BorderRun& a, const BorderRun& b) { return a.at == b.at; }),
      runs.end());
}

}  // namespace portolan::detail
