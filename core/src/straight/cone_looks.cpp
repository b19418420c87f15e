// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Headings of many positions on ground of one cost.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <portolan/core/detail/prefetch.hpp>

#include "cone_way.hpp"

namespace portolan::detail {

namespace {

constexpr std::size_t at_once = 16;

/// A value of each position beside the others: what is computed of them is computed of several at once.
struct ConeLooks {
  alignas(64) float x[at_once], y[at_once];
  std::int32_t cell_x[at_once], cell_y[at_once], dx[at_once], dy[at_once];
  float point_x[at_once], point_y[at_once], wall_x[at_once], wall_y[at_once];
  float way_x[at_once], way_y[at_once], reach[at_once];
  std::int32_t is_far[at_once];
};

void find_cells(ConeLooks& looks) {
  for (std::size_t k = 0; k < at_once; ++k) {
    const float x = looks.x[k], y = looks.y[k];
    const std::int32_t cell_x = floored(x), cell_y = floored(y);
    looks.cell_x[k] = cell_x;
    looks.cell_y[k] = cell_y;
    looks.dx[k] = x - static_cast<float>(cell_x) < 0.5F ? -1 : 1;
    looks.dy[k] = y - static_cast<float>(cell_y) < 0.5F ? -1 : 1;
  }
}

void head_for_points(ConeLooks& looks) {
  for (std::size_t k = 0; k < at_once; ++k) {
    const float off_x = looks.point_x[k] - looks.x[k], off_y = looks.point_y[k] - looks.y[k];
    looks.is_far[k] = off_x * off_x + off_y * off_y > near_anchor * near_anchor ? 1 : 0;
    const float x = looks.point_x[k] - looks.wall_x[k] * off_walls - looks.x[k];
    const float y = looks.point_y[k] - looks.wall_y[k] * off_walls - looks.y[k];
    const float reach = std::sqrt(x * x + y * y), unit = 1 / reach;
    looks.way_x[k] = x * unit;
    looks.way_y[k] = y * unit;
    looks.reach[k] = reach;
  }
}

/// Positions that are looked at together: tiles are read for one after the other, the rest is worked out at
/// once. What is not told by one anchor alone is left to `heading_by_several`.
class LooksByAnchors {
 public:
  explicit LooksByAnchors(const ConeBoard& board) : board_(board) {}

  void look(const PathPoint* positions, Heading* headings) {
    for (std::size_t k = 0; k < at_once; ++k)
      looks_.x[k] = positions[k].at.x, looks_.y[k] = positions[k].at.y;
    find_cells(looks_);
    for (std::size_t k = 0; k < at_once; ++k) find_tile(k, positions[k].layer);
    for (std::size_t k = 0; k < at_once; ++k) take(k, positions[k].layer);
    head_for_points(looks_);
    for (std::size_t k = 0; k < at_once; ++k) {
      if (shares_[k] && looks_.is_far[k] != 0) {
        headings[k] = {{looks_.way_x[k], looks_.way_y[k]}, looks_.reach[k]};
      } else if (own_[k] == nullptr) {
        headings[k] = {};
      } else {
        const Cell c{looks_.cell_x[k], looks_.cell_y[k], positions[k].layer};
        headings[k] =
            heading_by_several(board_, *own_[k], Spot(*tiles_[k], board_.tiles(), c, positions[k].at));
      }
    }
  }

 private:
  // What is known of the cells of a large field is far away: all of them are waited for at once.
  void find_tile(std::size_t k, std::int32_t layer) {
    const Cell c{looks_.cell_x[k], looks_.cell_y[k], layer};
    tile_ = tiles_[k] = board_.find(c, tile_);
    if (tile_ == nullptr || tile_->cells == nullptr) return;
    const int x = c.x - tile_->origin.x, y = c.y - tile_->origin.y;
    prefetch_line(tile_->cells->places + (y * lanes + x));
  }
  void take(std::size_t k, std::int32_t layer) {
    const Cell c{looks_.cell_x[k], looks_.cell_y[k], layer};
    own_[k] = nullptr;
    shares_[k] = false;
    const ConeTile* const tile = tiles_[k];
    if (tile == nullptr) return;
    const int x = c.x - tile->origin.x, y = c.y - tile->origin.y;
    const auto offset = static_cast<std::uint32_t>(y * lanes + x);
    if (!tile->is_served(offset)) return;
    const Anchor& own = board_.anchor(tile->anchor_of(offset));
    own_[k] = &own;
    shares_[k] = share_anchor(board_, *tile, x, y, looks_.dx[k], looks_.dy[k]);
    looks_.point_x[k] = own.point().x;
    looks_.point_y[k] = own.point().y;
    looks_.wall_x[k] = static_cast<float>(own.wall_x);
    looks_.wall_y[k] = static_cast<float>(own.wall_y);
  }

  const ConeBoard& board_;
  const ConeTile* tile_ = nullptr;
  ConeLooks looks_{};
  const ConeTile* tiles_[at_once];
  const Anchor* own_[at_once];
  bool shares_[at_once];
};

}  // namespace

bool share_anchor_across(const ConeBoard& board, const ConeTile& tile, int x, int y, int dx, int dy) {
  const std::uint32_t own = tile.anchor_of(static_cast<std::uint32_t>(y * lanes + x));
  return board.anchor_beside(tile, x + dx, y) == own && board.anchor_beside(tile, x, y + dy) == own &&
         board.anchor_beside(tile, x + dx, y + dy) == own;
}

void headings_by_anchors(const ConeBoard& board, std::span<const PathPoint> positions, Heading* headings) {
  LooksByAnchors looks(board);
  std::size_t i = 0;
  for (; i + at_once <= positions.size(); i += at_once) looks.look(&positions[i], headings + i);
  for (; i < positions.size(); ++i)
    headings[i] = heading_by_anchors(board, positions[i].at, positions[i].layer);
}

}  // namespace portolan::detail
