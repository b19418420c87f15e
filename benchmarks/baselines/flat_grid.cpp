// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "flat_grid.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

/// Blocks are 32 wide and tiles at most that, so a piece of 8 cells lies in one block and in one tile.
constexpr std::int32_t piece = 8;

void copy_row(GridView grid, const TileMask* mask, Cell start, Cost* out) {
  const std::int32_t width = grid.extent().width;
  if (mask == nullptr) {
    for (Cell c = start; c.x < width; c.x += BlockArray::side) {
      std::memcpy(out + c.x, grid.costs().row(c),
                  static_cast<std::size_t>(std::min(BlockArray::side, width - c.x)));
    }
    return;
  }
  for (Cell c = start; c.x < width; c.x += piece) {
    if (!mask->contains(c)) continue;
    std::memcpy(out + c.x, grid.costs().row(c), static_cast<std::size_t>(std::min(piece, width - c.x)));
  }
}

}  // namespace

void FlatGrid::load(GridView grid, const TileMask* mask) {
  extent = grid.extent();
  const auto wide = static_cast<std::size_t>(extent.width) + 2;
  const auto high = static_cast<std::size_t>(extent.height) + 2;
  const std::size_t count = wide * high * static_cast<std::size_t>(extent.layers);
  PORTOLAN_ASSERT(count < ~std::uint32_t{0});
  pitch = static_cast<std::uint32_t>(wide);
  plane = static_cast<std::uint32_t>(wide * high);
  for (std::size_t d = 0; d < 8; ++d) {
    offset[d] = static_cast<std::uint32_t>(step_dy[d]) * pitch + static_cast<std::uint32_t>(step_dx[d]);
  }
  cost.assign(count, impassable);
  for (std::int32_t layer = 0; layer < extent.layers; ++layer) {
    for (std::int32_t y = 0; y < extent.height; ++y) {
      copy_row(grid, mask, {0, y, layer}, cost.data() + index({0, y, layer}));
    }
  }
  std::array<std::size_t, 256> histogram{};
  for (const Cost c : cost) ++histogram[c];
  passable = count - histogram[impassable];
  least_cost = impassable;
  most_cost = 0;
  for (std::size_t c = 0; c < impassable; ++c) {
    if (histogram[c] == 0) continue;
    least_cost = std::min(least_cost, static_cast<Cost>(c));
    most_cost = static_cast<Cost>(c);
  }

  links.clear();
  linked.clear();
  for (const LinkTable::Entry& entry : grid.links().all()) {
    const Link& link = grid.links()[entry.id];
    const LinkInto into{index(link.to), index(link.from), link.cost};
    if (cost[into.to] != impassable && cost[into.from] != impassable) links.push_back(into);
  }
  if (links.empty()) return;
  std::sort(links.begin(), links.end(), [](const LinkInto& a, const LinkInto& b) {
    return std::tie(a.to, a.from, a.units) < std::tie(b.to, b.from, b.units);
  });
  linked.assign(count, 0);
  for (const LinkInto& link : links) linked[link.to] = 1;
}

std::span<const FlatGrid::LinkInto> FlatGrid::links_into(std::uint32_t cell) const {
  const auto [first, last] =
      std::equal_range(links.begin(), links.end(), LinkInto{cell, 0, 0},
                       [](const LinkInto& a, const LinkInto& b) { return a.to < b.to; });
  return {first, last};
}

}  // namespace portolan::detail
