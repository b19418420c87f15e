// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/assert.hpp>
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
  /// `impassable` outside the world.
  [[nodiscard]] Cost cost(Cell c) const { return contains(c) ? costs_->at(c) : impassable; }
  /// False outside the world.
  [[nodiscard]] bool passable(Cell c) const { return cost(c) != impassable; }
  [[nodiscard]] const BlockArray& costs() const { return *costs_; }
  [[nodiscard]] const LinkTable& links() const { return *links_; }

  /// True when the step is legal: both cells passable and, on a diagonal, both orthogonal neighbours too.
  [[nodiscard]] bool can_step(Cell from, Direction d) const {
    const Cell to = step(from, d);
    if (!passable(from) || !passable(to)) return false;
    return !is_diagonal(d) || (passable({to.x, from.y, from.layer}) && passable({from.x, to.y, from.layer}));
  }
  /// The same for a step from cell to cell; false where the two are not neighbours.
  [[nodiscard]] bool can_step(Cell from, Cell to) const {
    return from != to && is_beside(from, to) && passable(from) && passable(to) &&
           passable({to.x, from.y, from.layer}) && passable({from.x, to.y, from.layer});
  }
  /// Cost of a legal step.
  [[nodiscard]] Distance step_cost(Cell from, Direction d) const {
    PORTOLAN_ASSERT(can_step(from, d), "ask what legal steps cost");
    return {step_units(costs_->at(from), costs_->at(step(from, d)), is_diagonal(d))};
  }

 private:
  const BlockArray* costs_;
  const LinkTable* links_;
};

}  // namespace portolan
