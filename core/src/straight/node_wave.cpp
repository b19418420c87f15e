// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Ground of several costs: the nodes of a tile are relaxed when it is its turn, and those on its boundary
// handed to the tiles beside it.
#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

#include "../field/scratch.hpp"
#include "cone_board.hpp"
#include "node_way.hpp"

namespace portolan::detail {

namespace {

// The nodes of a row where no two walls meet at a corner, with open ground between them.
std::uint64_t open_nodes(const ConeTile& tile, int y) {
  const std::uint64_t nw = tile.walls[y], ne = nw >> 1U, sw = tile.walls[y + 1], se = sw >> 1U;
  return ~((nw & se & ~ne & ~sw) | (ne & sw & ~nw & ~se));
}

}  // namespace

void ConeBoard::read_costs(ConeTile& tile) const {
  alignas(64) std::uint8_t buffer[tile_cells];
  take_costs(tile, tile_costs(grid_, tiles_, tile.origin, buffer));
}

// What its memory held of another tile, it does not know.
void ConeBoard::take_costs(ConeTile& tile, const std::uint8_t* costs) {
  if (!tile.nodes) tile.nodes = std::make_unique<NodeTile>();
  std::copy_n(costs, tile_cells, tile.nodes->costs);
  tile.has_costs = true;
  blank_nodes(tile);
}

void ConeBoard::blank_nodes(ConeTile& tile) {
  PORTOLAN_ASSERT(tile.has_costs, "on ground of several costs each tile knows its own");
  std::fill(std::begin(tile.nodes->values), std::end(tile.nodes->values), NodeTile::far);
  tile.nodes->rows = tile.nodes->columns = 0;
}

void ConeBoard::wake(std::uint32_t tile, double value) { queue_.push(value) = {{0, 0}, 0, tile, 1, 0}; }

void ConeBoard::lower_around(std::uint32_t number) {
  Anchor& anchor = anchors_[number];
  if (!anchor.waiting) return;
  anchor.waiting = false;
  if (!hold(number)) return;
  const Cell c{anchor.x2 >> 1, anchor.y2 >> 1, anchor.layer};
  const std::uint32_t place = index_.at(c) - 1;
  PORTOLAN_ASSERT(place < tile_count_ && is_open(c));
  ConeTile& tile = *storage_[place];
  const std::uint16_t served_by = tile.place_of(tiles_.offset(c));
  const auto ground = static_cast<double>(tile.nodes->costs[tiles_.offset(c)]);
  const auto cost = [&](double dx, double dy) {
    return static_cast<float>(anchor.distance + std::sqrt(dx * dx + dy * dy) * ground);
  };
  const CellBox even = even_around(tile, c);
  bool lowered = false;
  for (int y = even.top; y <= even.bottom + 1; ++y) {
    const std::uint64_t open = open_nodes(tile, y - tile.origin.y);
    for (int x = even.left; x <= even.right + 1; ++x) {
      const int column = x - tile.origin.x, row = y - tile.origin.y;
      if ((open >> static_cast<unsigned>(column) & 1U) != 0)
        lowered |= tile.nodes->lower(column, row, cost(x - c.x - 0.5, y - c.y - 0.5));
      const auto offset = static_cast<std::uint32_t>(row * lanes + column);
      if (x <= even.right && y <= even.bottom && cost(x - c.x, y - c.y) + least_gain < value(tile, offset))
        tile.serve(offset, served_by);
    }
  }
  if (lowered) wake(place, anchor.distance);
}

// The largest square of the same ground around a cell, or what of it lies in the cell's tile. There nodes
// know what costs them most to learn: how far it is to a point.
ConeBoard::CellBox ConeBoard::even_around(const ConeTile& tile, Cell c) const {
  constexpr int farthest = 4;
  const Cell origin = tile.origin;
  const Cost cost = tile.nodes->costs[tiles_.offset(c)];
  const Extent extent = grid_.extent();
  CellBox even{c.x, c.y, c.x, c.y};
  for (int reach = 1; reach <= farthest; ++reach) {
    const CellBox box{std::max(c.x - reach, origin.x), std::max(c.y - reach, origin.y),
                      std::min({c.x + reach, origin.x + tiles_.side() - 1, extent.width - 1}),
                      std::min({c.y + reach, origin.y + tiles_.side() - 1, extent.height - 1})};
    for (int y = box.top; y <= box.bottom; ++y) {
      for (int x = box.left; x <= box.right; ++x) {
        if (tile.nodes->costs[(y - origin.y) * lanes + x - origin.x] != cost) return even;
      }
    }
    even = box;
  }
  return even;
}

void ConeBoard::relax(std::uint32_t number, RelaxRow relax_row) {
  ConeTile& tile = *storage_[number];
  PORTOLAN_ASSERT(number < tile_count_ && tile.nodes != nullptr);
  if ((tile.nodes->rows | tile.nodes->columns) == 0) return;  // its turn came before
  std::uint64_t open[lanes + 1];
  for (int y = 0; y <= lanes; ++y) open[y] = open_nodes(tile, y);
  relax_nodes(*tile.nodes, open, tiles_.side(), relax_row);
  for (int side = 0; side < 4; ++side) hand_over(tile, side);
  for (std::uint32_t i = tile.first_foot; i < tile.first_foot + tile.feet; ++i) {
    if (const float reached = cost_of_nodes(*this, feet_[i].link.to); reached < NodeTile::far)
      arrive(i, static_cast<double>(reached), none);
  }
}

void ConeBoard::hand_over(const ConeTile& tile, int side) {
  const std::uint32_t number = tile.around[side];
  if (number == none) return;
  NodeTile& there = *storage_[number]->nodes;
  const int last = tiles_.side(), own = side < 2 ? last : 0, other = last - own;
  float least = NodeTile::far;
  for (int i = 0; i <= last; ++i) {
    const float value = side % 2 == 0 ? tile.nodes->at(own, i) : tile.nodes->at(i, own);
    if (side % 2 == 0 ? there.lower(other, i, value) : there.lower(i, other, value))
      least = std::min(least, value);
  }
  if (least < NodeTile::far) wake(number, static_cast<double>(least));
}

}  // namespace portolan::detail
