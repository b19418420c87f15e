// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/detail/body_room.hpp>

namespace portolan::detail {

// The ground around the goals that can be walked to from them, within a square, as far as the map reaches.
class Yard {
 public:
  Yard(const GridView& grid, const GoalSet& goals, Vec2 middle, float reach)
      : grid_(grid), layer_(goals.front().cell.layer) {
    const Extent map = grid.extent();
    const auto most = static_cast<std::int32_t>(std::ceil(reach)) + 1;
    const Cell at = cell_at(middle, layer_);
    low_ = {std::max(at.x - most, 0), std::max(at.y - most, 0), layer_};
    width_ = std::max(std::min(at.x + most + 1, map.width) - low_.x, 0);
    height_ = std::max(std::min(at.y + most + 1, map.height) - low_.y, 0);
    open_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), false);
    goal_.assign(open_.size(), false);
    std::vector<Cell> queue;
    const auto visit = [&](Cell c) {
      if (!in(c) || open_[index(c)] || !grid_.passable(c)) return;
      open_[index(c)] = true;
      queue.push_back(c);
    };
    for (const auto& [c, offset] : goals) {
      if (c.layer != layer_) continue;
      visit(c);
      if (in(c)) goal_[index(c)] = true;
    }
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const Cell c = queue[k];
      for (int d = 0; d < step_count; d += 2) visit(step(c, static_cast<Direction>(d)));
    }
  }

  [[nodiscard]] bool in_goal(Vec2 p) const {
    const Cell c = cell_at(p, layer_);
    return in(c) && goal_[index(c)];
  }
  // What of a lattice over the square, so many steps to each side of the middle, can lie on it.
  struct Span {
    int first, last;
  };
  [[nodiscard]] Span columns(float middle, float step, int most) const {
    return steps(middle, step, most, low_.x, width_);
  }
  [[nodiscard]] Span rows(float middle, float step, int most) const {
    return steps(middle, step, most, low_.y, height_);
  }
  // Whether a body can stand there.
  [[nodiscard]] bool has_room(Vec2 p, float margin) const {
    const Cell c = cell_at(p, layer_);
    return in(c) && open_[index(c)] && with_room(grid_, layer_, p, margin) == p;
  }

 private:
  [[nodiscard]] static Span steps(float middle, float step, int most, std::int32_t low, std::int32_t size) {
    // Clamped as numbers with a point: steps of tiny bodies do not fit an int.
    const auto limit = static_cast<float>(most);
    const float first = (static_cast<float>(low) - middle) / step - 1;
    const float last = (static_cast<float>(low + size) - middle) / step + 1;
    return {static_cast<int>(std::clamp(first, -limit, limit)),
            static_cast<int>(std::clamp(last, -limit, limit))};
  }
  [[nodiscard]] bool in(Cell c) const {
    return c.x >= low_.x && c.y >= low_.y && c.x < low_.x + width_ && c.y < low_.y + height_;
  }
  [[nodiscard]] std::size_t index(Cell c) const {
    return static_cast<std::size_t>(c.y - low_.y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(c.x - low_.x);
  }

  GridView grid_;
  std::int32_t layer_;
  Cell low_;
  std::int32_t width_ = 0, height_ = 0;
  std::vector<bool> open_, goal_;
};

}  // namespace portolan::detail
