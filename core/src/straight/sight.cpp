// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "sight.hpp"

#include <portolan/core/assert.hpp>

#include <cmath>
#include <cstdlib>

namespace portolan::detail {

namespace {

/// The walls of a board, for who goes from cell to cell.
class Walls {
 public:
  Walls(const ConeBoard& board, std::int32_t layer)
      : board_(board), layer_(layer), shift_(board.tiles().shift()) {}

  [[nodiscard]] bool at(std::int32_t x, std::int32_t y) {
    const std::int32_t column = x >> shift_, row = y >> shift_;
    if (column != column_ || row != row_) {
      column_ = column;
      row_ = row;
      tile_ = board_.find({x, y, layer_});
    }
    if (tile_ == nullptr) return true;
    const auto lane = static_cast<unsigned>(x - (column << shift_));
    return (tile_->walls[y - (row << shift_) + 1] >> (lane + 1) & 1U) != 0;
  }

 private:
  const ConeBoard& board_;
  const std::int32_t layer_;
  const int shift_;
  const ConeTile* tile_ = nullptr;
  std::int32_t column_ = -1, row_ = -1;  // of the tile
};

// How far it is from a coordinate to the next line between cells.
double to_line(float from, std::int32_t cell, int step) {
  const double inside = static_cast<double>(from) - cell;
  return step > 0 ? 1 - inside : inside;
}

}  // namespace

// From cell to cell (Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing", 1987), with
// products in place of quotients.
std::optional<Cell> first_wall(const ConeBoard& board, Vec2 from, Vec2 to, std::int32_t layer) {
  PORTOLAN_ASSERT(std::isfinite(from.x) && std::isfinite(from.y) && std::isfinite(to.x) &&
                  std::isfinite(to.y));
  Cell c = cell_at(from, layer);
  const Cell end = cell_at(to, layer);
  const double dx = static_cast<double>(to.x) - static_cast<double>(from.x);
  const double dy = static_cast<double>(to.y) - static_cast<double>(from.y);
  const int step_x = end.x < c.x ? -1 : 1, step_y = end.y < c.y ? -1 : 1;
  const double width = std::abs(dx), height = std::abs(dy);
  double to_column = to_line(from.x, c.x, step_x), to_row = to_line(from.y, c.y, step_y);
  Walls walls(board, layer);
  while (c != end) {
    const double column = to_column * height, row = to_row * width;
    const bool across = c.y == end.y || (c.x != end.x && column <= row);
    const bool down = c.x == end.x || (c.y != end.y && row <= column);
    if (across && down) {
      if (walls.at(c.x + step_x, c.y)) return Cell{c.x + step_x, c.y, layer};
      if (walls.at(c.x, c.y + step_y)) return Cell{c.x, c.y + step_y, layer};
    }
    if (across) c.x += step_x, to_column += 1;
    if (down) c.y += step_y, to_row += 1;
    if (walls.at(c.x, c.y)) return c;
  }
  return std::nullopt;
}

}  // namespace portolan::detail
