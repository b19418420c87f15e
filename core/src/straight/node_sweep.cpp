// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The nodes of one tile. Within a row no node needs another one of that row, so all are relaxed at once.
#include <algorithm>
#include <bit>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>

#include "cone_board.hpp"
#include "node_tile.hpp"

namespace portolan::detail {

namespace {

constexpr int nodes = NodeTile::pitch;

/// A tile, or the same with rows and columns swapped. Beyond its ends there is room, where everything is far.
struct Sheet {
  static constexpr int before = rows_begin, width = 44;
  float values[nodes][width];
  float least[nodes][width];  // far where a node is shut
  float costs[lanes][width];
  std::uint64_t lowered = 0;  // a bit per row

  Sheet() {
    std::fill_n(&values[0][0], nodes * width, NodeTile::far);
    std::fill_n(&costs[0][0], lanes * width, NodeTile::far);
    std::fill_n(&least[0][0], nodes * width, 0.0F);
  }
};

bool has(std::uint64_t rows, int y) { return (rows >> static_cast<unsigned>(y) & 1U) != 0; }

// Down and up again, from the rows that were lowered. Returns the columns with nodes that got lower.
std::uint64_t sweep(Sheet& sheet, int side, RelaxRow relax_row) {
  std::uint64_t columns = 0, down = sheet.lowered, up = sheet.lowered;
  for (int y = 0; y < side; ++y) {
    if (!has(down, y)) continue;
    const std::uint64_t lowered =
        relax_row(sheet.values[y], sheet.values[y + 1], sheet.least[y + 1], sheet.costs[y]);
    columns |= lowered;
    if (lowered == 0) continue;
    down |= std::uint64_t{1} << static_cast<unsigned>(y + 1);
    up |= std::uint64_t{1} << static_cast<unsigned>(y + 1);
  }
  for (int y = side; y > 0; --y) {
    if (!has(up, y)) continue;
    const std::uint64_t lowered =
        relax_row(sheet.values[y], sheet.values[y - 1], sheet.least[y - 1], sheet.costs[y - 1]);
    columns |= lowered;
    if (lowered != 0) up |= std::uint64_t{1} << static_cast<unsigned>(y - 1);
  }
  sheet.lowered = 0;
  return columns;
}

void transpose(const float (*from)[Sheet::width], float (*to)[Sheet::width], int side) {
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) to[x][y + Sheet::before] = from[y][x + Sheet::before];
  }
}

// Some columns of one, which are rows of the other.
void turn(const Sheet& from, Sheet& to, std::uint64_t columns, int side) {
  for (; columns != 0; columns &= columns - 1) {
    const int x = std::countr_zero(columns);
    for (int y = 0; y <= side; ++y) to.values[x][y + Sheet::before] = from.values[y][x + Sheet::before];
  }
}

void fill(Sheet& sheet, const NodeTile& tile, const std::uint64_t* open, int side) {
  for (int y = 0; y <= side; ++y) {
    std::copy_n(&tile.values[y * NodeTile::pitch], side + 1, sheet.values[y] + Sheet::before);
    const std::uint64_t all = (std::uint64_t{1} << static_cast<unsigned>(side + 1)) - 1;
    for (std::uint64_t shut = ~open[y] & all; shut != 0; shut &= shut - 1)
      sheet.least[y][std::countr_zero(shut) + Sheet::before] = NodeTile::far;
  }
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const std::uint8_t cost = tile.costs[y * lanes + x];
      sheet.costs[y][x + Sheet::before] = cost == impassable ? NodeTile::far : static_cast<float>(cost);
    }
  }
}

}  // namespace

bool NodeTile::lower(int x, int y, float value) {
  PORTOLAN_ASSERT(x >= 0 && x < pitch && y >= 0 && y < pitch);
  PORTOLAN_ASSERT(value >= 0);
  if (!(value + least_gain < at(x, y))) return false;
  at(x, y) = value;
  rows |= std::uint64_t{1} << static_cast<unsigned>(y);
  columns |= std::uint64_t{1} << static_cast<unsigned>(x);
  return true;
}

void relax_nodes(NodeTile& tile, const std::uint64_t* open, int side, RelaxRow relax_row) {
  PORTOLAN_ASSERT(side > 0 && side <= lanes);
  Sheet upright, turned;
  fill(upright, tile, open, side);
  transpose(upright.costs, turned.costs, side);
  transpose(upright.least, turned.least, side + 1);
  transpose(upright.values, turned.values, side + 1);
  upright.lowered = std::exchange(tile.rows, 0);
  turned.lowered = std::exchange(tile.columns, 0);
  while ((upright.lowered | turned.lowered) != 0) {
    const std::uint64_t columns = sweep(upright, side, relax_row);
    turn(upright, turned, columns, side);
    turned.lowered |= columns;
    upright.lowered = sweep(turned, side, relax_row);
    turn(turned, upright, upright.lowered, side);
  }
  for (int y = 0; y <= side; ++y)
    std::copy_n(upright.values[y] + Sheet::before, side + 1, &tile.values[y * NodeTile::pitch]);
}

}  // namespace portolan::detail
