// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/block_array.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/link.hpp>

namespace portolan {

/// What one profile sees of a world: a cost per cell, and the links. A cheap view, passed by value;
/// the world must outlive it. Reads only, any thread.
class GridView {
 public:
  GridView(const BlockArray& costs, const LinkTable& links) : costs_(&costs), links_(&links) {}

  [[nodiscard]] Extent extent() const { return costs_->extent(); }
  [[nodiscard]] bool contains(Cell c) const { return extent().contains(c); }
  /// Cost of a cell inside the world.
  [[nodiscard]] Cost cost(Cell c) const { return costs_->at(c); }
  /// False outside the world.
  [[nodiscard]] bool passable(Cell c) const { return contains(c) && cost(c) != impassable; }
  [[nodiscard]] const BlockArray& costs() const { return *costs_; }
  [[nodiscard]] const LinkTable& links() const { return *links_; }

  /// True when the step is legal: both cells passable and, on a diagonal, both orthogonal neighbours too.
  [[nodiscard]] bool can_step(Cell from, Direction d) const {
    const Cell to = step(from, d);
    if (!passable(from) || !passable(to)) return false;
    return !is_diagonal(d) || (passable({to.x, from.y, from.layer}) && passable({from.x, to.y, from.layer}));
  }
  /// Cost of a legal step.
  [[nodiscard]] Distance step_cost(Cell from, Direction d) const {
    return {step_units(cost(from), cost(step(from, d)), is_diagonal(d))};
  }

 private:
  const BlockArray* costs_;
  const LinkTable* links_;
};

}  // namespace portolan
