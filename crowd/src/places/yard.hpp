// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/detail/open_ground.hpp>
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
    PORTOLAN_ASSERT(reach >= 0, "the square has a size");
    const Extent map = grid.extent();
    const auto most = static_cast<std::int32_t>(std::ceil(reach)) + 1;
    const Cell at = cell_at(middle, layer_);
    low_ = {std::max(at.x - most, 0), std::max(at.y - most, 0), layer_};
    width_ = std::max(std::min(at.x + most + 1, map.width) - low_.x, 0);
    height_ = std::max(std::min(at.y + most + 1, map.height) - low_.y, 0);
    ground_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), Ground::none);
    goal_.assign(ground_.size(), false);
    std::vector<Cell> inside;
    for (const auto& [c, offset] : goals) {
      if (c.layer != layer_ || !in(c)) continue;
      goal_[index(c)] = true;
      if (grid_.passable(c)) inside.push_back(c);
    }
    if (inside.empty()) return;
    const Cell high{low_.x + width_ - 1, low_.y + height_ - 1, layer_};
    if (is_open(grid_, low_, high))
      std::fill(ground_.begin(), ground_.end(), Ground::near);
    else
      walk(std::move(inside));
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
  // Whether a body can stand there. Ground to which the way from the goals is far about, as in the room
  // beside theirs, is not near, however thin the wall.
  [[nodiscard]] bool has_room(Vec2 p, float margin, bool far_too = false) const {
    const Cell c = cell_at(p, layer_);
    if (!in(c)) return false;
    const Ground ground = ground_[index(c)];
    return (ground == Ground::near || (far_too && ground == Ground::far)) &&
           with_room(grid_, layer_, p, margin) == p;
  }
  [[nodiscard]] bool is_near(Vec2 p) const {
    const Cell c = cell_at(p, layer_);
    return in(c) && ground_[index(c)] == Ground::near;
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

  enum class Ground : std::uint8_t { none, far, near };
  static constexpr std::uint32_t unknown = 0xFFFFFFFF;

  // From the goals: how far each cell is by walking, and as if there were no walls.
  void walk(std::vector<Cell> queue) {
    std::vector<std::uint32_t> ways(ground_.size(), unknown);
    for (const Cell c : queue) ways[index(c)] = 0;
    const std::vector<std::uint32_t> free = without_walls(ways);
    for (std::size_t k = 0; k < queue.size(); ++k) {
      const Cell c = queue[k];
      const std::uint32_t way = ways[index(c)];
      PORTOLAN_ASSERT(way >= free[index(c)], "walls shorten no way");
      ground_[index(c)] = is_about(way, free[index(c)]) ? Ground::far : Ground::near;
      for (int d = 0; d < step_count; d += 2) {
        const Cell to = step(c, static_cast<Direction>(d));
        if (!in(to) || ways[index(to)] != unknown || !grid_.passable(to)) continue;
        ways[index(to)] = way + 1;
        queue.push_back(to);
      }
    }
  }
  // Rocks here and there, and the corner of a door, are walked around.
  [[nodiscard]] static bool is_about(std::uint32_t way, std::uint32_t free) {
    return way > free + free / 4 + 3;
  }
  // One sweep from the first cell to the last, and one back, find the least of all steps.
  [[nodiscard]] std::vector<std::uint32_t> without_walls(std::vector<std::uint32_t> ways) const {
    const auto width = static_cast<std::size_t>(width_);
    const auto from = [&](std::size_t k, std::size_t other) {
      if (ways[other] != unknown) ways[k] = std::min(ways[k], ways[other] + 1);
    };
    for (std::size_t k = 0; k < ways.size(); ++k) {
      if (k % width > 0) from(k, k - 1);
      if (k >= width) from(k, k - width);
    }
    for (std::size_t k = ways.size(); k-- > 0;) {
      if (k % width + 1 < width) from(k, k + 1);
      if (k + width < ways.size()) from(k, k + width);
    }
    return ways;
  }

  GridView grid_;
  std::int32_t layer_;
  Cell low_;
  std::int32_t width_ = 0, height_ = 0;
  std::vector<Ground> ground_;
  std::vector<bool> goal_;
};

}  // namespace portolan::detail
