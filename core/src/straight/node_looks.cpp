// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Headings of many positions on ground of several costs.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "node_ground.hpp"
#include "node_kernel.hpp"
#include "node_way.hpp"

namespace portolan::detail {

namespace {

/// Positions that are looked at together: tiles are read for one after the other, the rest is worked out at
/// once. What `leads_straight_on` would not tell of one is left to `heading_by_nodes`.
class Together {
 public:
  static constexpr std::size_t most = looks_at_once;

  explicit Together(const ConeBoard& board) : board_(board) { std::fill_n(looks_.cost, most, 1.0F); }

  void look(const NodeKernel& kernel, const PathPoint* positions, Heading* headings) {
    for (std::size_t k = 0; k < most; ++k) told_[k] = take(k, positions[k]);
    kernel.find_sides(looks_);
    for (std::size_t k = 0; k < most; ++k) told_[k] = told_[k] && take_behind(k);
    kernel.look_ahead(looks_);
    for (std::size_t k = 0; k < most; ++k) {
      if (told_[k] && looks_.leads[k] != 0 && !meets_wall(k)) {
        headings[k] = {{looks_.way_x[k], looks_.way_y[k]}, looks_.to_bend[k]};
      } else {
        headings[k] = heading_by_nodes(board_, positions[k].at, positions[k].layer);
      }
    }
  }

 private:
  void go_to(Cell c) {
    tile_ = board_.find(c, tile_);
    if (tile_ != nullptr && !tile_->nodes) tile_ = nullptr;
  }

  // False in walls, off the field, and where a goal or a link is near by.
  bool take(std::size_t k, const PathPoint& position) {
    const Cell c = cell_at(position.at, position.layer);
    go_to(c);
    if (tile_ == nullptr) return false;
    const int x = c.x - tile_->origin.x, y = c.y - tile_->origin.y;
    const auto offset = static_cast<std::uint32_t>(y * lanes + x);
    if (tile_->is_wall(x, y) || tile_->is_served(offset)) return false;
    places_[k] = {tile_, x, y};
    looks_.x[k] = position.at.x - static_cast<float>(c.x);
    looks_.y[k] = position.at.y - static_cast<float>(c.y);
    looks_.cost[k] = static_cast<float>(tile_->nodes->costs[offset]);
    looks_.open[k] = static_cast<std::int32_t>(open_sides(*tile_, x, y));
    const float* const nodes = &tile_->nodes->values[y * NodeTile::pitch + x];
    for (int corner = 0; corner < 4; ++corner) looks_.corners[corner][k] = nodes[node_at(corner)];
    return true;
  }

  // As `beyond_side`, in place: a copy would wait for what was just stored. False where nothing is known.
  bool take_behind(std::size_t k) {
    const auto side = static_cast<std::size_t>(looks_.best.side[k]);
    Beyond& place = places_[k];
    const int x = place.x + step_x[side], y = place.y + step_y[side], last = board_.tiles().side() - 1;
    if (((x | y) & ~last) != 0) [[unlikely]] {
      const std::uint32_t number = place.tile->around[side];
      if (number == ConeBoard::none) return false;
      place.tile = &board_.tile(number);
    }
    place.x = x & last;
    place.y = y & last;
    const float* const nodes = &place.tile->nodes->values[place.y * NodeTile::pitch + place.x];
    looks_.far_a[k] = nodes[far_nodes[side][0]];
    looks_.far_b[k] = nodes[far_nodes[side][1]];
    looks_.behind[k] = static_cast<float>(place.tile->nodes->costs[place.y * lanes + place.x]);
    return true;
  }

  [[nodiscard]] bool meets_wall(std::size_t k) const {
    const Beyond& there = places_[k];
    const int side = looks_.best.side[k], next = looks_.next[k];
    return there.tile->is_wall(there.x + on_x[side][next], there.y + on_y[side][next]);
  }

  static constexpr int far_nodes[4][2] = {
      {node_at(1), node_at(3)}, {node_at(2), node_at(3)}, {node_at(0), node_at(2)}, {node_at(0), node_at(1)}};
  const ConeBoard& board_;
  const ConeTile* tile_ = nullptr;
  NodeLooks looks_{};
  Beyond places_[most];  // where positions are, then what is behind the best side
  bool told_[most];
};

}  // namespace

void headings_by_nodes(const ConeBoard& board, const NodeKernel& kernel, std::span<const PathPoint> positions,
                       Heading* headings) {
  Together together(board);
  std::size_t i = 0;
  for (; i + Together::most <= positions.size(); i += Together::most)
    together.look(kernel, &positions[i], headings + i);
  for (; i < positions.size(); ++i)
    headings[i] = heading_by_nodes(board, positions[i].at, positions[i].layer);
}

}  // namespace portolan::detail
