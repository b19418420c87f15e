// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/core/vec2.hpp>

#include "yard.hpp"

namespace portolan::detail {

// The last straight piece of the way to a goal: where the one before begins, where it begins, its direction.
struct LastLeg {
  Vec2 before, from, way;
};

// Those of the goals that a group comes to. A guide leads to the nearest goal and no farther: who is given a
// place behind a wall that goes through the goals never sees it.
class GoalsAhead {
 public:
  // `ground`: cells that the group takes up.
  GoalsAhead(const GridView& grid, const GoalSet& goals, float ground, const LastLeg& leg)
      : grid_(grid), goals_(goals), ground_(ground), leg_(leg), low_(goals.front().cell), high_(low_) {
    PORTOLAN_ASSERT(leg.way != Vec2{}, "a way comes from somewhere");
    for (const Goal& goal : goals) {
      low_ = {std::min(low_.x, goal.cell.x), std::min(low_.y, goal.cell.y), low_.layer};
      high_ = {std::max(high_.x, goal.cell.x), std::max(high_.y, goal.cell.y), low_.layer};
      flat_ = flat_ && goal.cell.layer == low_.layer;
    }
  }

  // What is seen from the way to them if it holds all, else also what is near that by walking.
  [[nodiscard]] GoalSet found() const {
    if (!is_area() || is_open(grid_, low_, high_)) return goals_;
    const GoalSet seen = seen_ones();
    if (seen.empty() || seen.size() == goals_.size()) return goals_;
    if (static_cast<float>(seen.size()) > ground_) return seen;
    const Yard yard(grid_, seen, middle(), reach() + beyond);
    std::vector<Goal> near;
    for (const Goal& goal : goals_)
      if (yard.is_near(centre_of(goal.cell))) near.push_back(goal);
    return near;
  }

 private:
  static constexpr std::int64_t sparsest = 16;     // cells of an area for each: others lie by themselves
  static constexpr std::size_t most_goals = 4096;  // that are looked at one by one: in a few milliseconds
  static constexpr float beyond = 4;               // cells: around an end of a wall that lies so near to them

  [[nodiscard]] bool is_area() const {
    const std::int64_t cells = (std::int64_t{high_.x} - low_.x + 1) * (std::int64_t{high_.y} - low_.y + 1);
    return flat_ && goals_.size() > 1 && goals_.size() <= most_goals &&
           cells <= sparsest * static_cast<std::int64_t>(goals_.size());
  }
  [[nodiscard]] Vec2 middle() const { return (centre_of(low_) + centre_of(high_)) * 0.5F; }
  [[nodiscard]] float reach() const { return length(centre_of(high_) - centre_of(low_)) * 0.5F; }

  // From the way to them, as far before them as they are long: no line is longer than what they take up
  // allows. A way that bends just before them, at the end of a wall, came in sight of more.
  [[nodiscard]] GoalSet seen_ones() const {
    const float far = 3 * reach(), ahead = dot(middle() - leg_.from, leg_.way) - far;
    const Vec2 from = leg_.from + leg_.way * std::max(ahead, 0.0F);
    const Vec2 before = ahead > 0 ? from : leg_.from + shortened(leg_.before - leg_.from, far);
    const auto sees = [&](Vec2 eye, Vec2 p) { return !straight(grid_, {eye, low_.layer}, p); };
    std::vector<Goal> seen;
    for (const Goal& goal : goals_) {
      const Vec2 p = centre_of(goal.cell);
      if (sees(from, p) || (before != from && sees(before, p))) seen.push_back(goal);
    }
    return seen;
  }

  GridView grid_;
  const GoalSet& goals_;
  float ground_;
  LastLeg leg_;
  Cell low_, high_;  // corners of the box in which they lie
  bool flat_ = true;
};

}  // namespace portolan::detail
