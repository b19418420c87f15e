// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>
#include <vector>

#include <baselines/reference_field.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::test {

/// Directions on top of an exact reference field: the first step, clockwise from east, along which the value
/// falls by just its cost, otherwise a link that does so. As plain as can be: what real flow fields are
/// compared with.
class ReferenceFlow {
 public:
  ReferenceFlow(GridView grid, ReferenceField field, std::span<const Goal> goals)
      : grid_(grid), field_(std::move(field)), goals_(goals.begin(), goals.end()) {}

  [[nodiscard]] Distance at(Cell c) const { return field_.at(c); }
  [[nodiscard]] Direction direction(Cell c) const {
    if (!reachable(at(c))) return Direction::none;
    for (const Goal& goal : goals_) {
      if (goal.cell == c && goal.offset == at(c)) return Direction::goal;
    }
    for (int i = 0; i < step_count; ++i) {
      const auto d = static_cast<Direction>(i);
      if (grid_.can_step(c, d) && at(step(c, d)) + grid_.step_cost(c, d) == at(c)) return d;
    }
    for (const LinkTable::Entry& entry : grid_.links().from_block(c)) {
      const Link& link = grid_.links()[entry.id];
      if (link.from != c || !grid_.passable(link.to)) continue;
      if (at(link.to) + Distance{link.cost} == at(c)) return Direction::link;
    }
    return Direction::none;
  }

 private:
  GridView grid_;
  ReferenceField field_;
  std::vector<Goal> goals_;
};

}  // namespace portolan::test
