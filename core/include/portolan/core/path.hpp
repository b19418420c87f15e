// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// A walk from its first cell to its last, by steps and links. A path of one cell is a walk that has arrived.
struct Path {
  std::vector<Cell> cells;
  Distance cost;

  bool operator==(const Path&) const = default;
};

/// Anything that knows the cost to a goal and the direction to move in.
template <class T>
concept FlowField = requires(const T& field, Cell c) {
  { field.at(c) } -> std::convertible_to<Distance>;
  { field.direction(c) } -> std::convertible_to<Direction>;
};

/// Follows a field's directions from `start` to the goal. An error says where and why that did not work:
/// there is no way from the start, or the field is at fault (it leads into a wall or in a circle, which
/// cannot happen with a field that is exact for this grid). The cost is that of the steps and links as
/// walked.
template <FlowField Field>
[[nodiscard]] Result<Path> follow(const Field& field, GridView grid, Cell start);

// ---- details; callers can stop reading here ----

namespace detail {

[[nodiscard]] Error follow_error(const char* what, Cell at);

/// The link out of `from` that the values run down along: of equal ones the first. None where there is none.
template <FlowField Field>
[[nodiscard]] LinkId link_taken(const Field& field, GridView grid, Cell from) {
  for (const LinkTable::Entry& entry : grid.links().from_block(from)) {
    const Link& link = grid.links()[entry.id];
    if (link.from != from || !grid.passable(link.to)) continue;
    const Distance there = field.at(link.to);
    if (reachable(there) && there + Distance{link.cost} == field.at(from)) return entry.id;
  }
  return {};
}

}  // namespace detail

template <FlowField Field>
Result<Path> follow(const Field& field, GridView grid, Cell start) {
  if (!grid.passable(start)) return detail::follow_error("is outside the world or in a wall", start);
  Path path;
  Cell here = start;
  for (std::size_t steps = 0; steps <= grid.extent().cell_count(); ++steps) {
    path.cells.push_back(here);
    const Direction d = field.direction(here);
    if (d == Direction::goal) return path;
    if (d == Direction::none) return detail::follow_error("has no way to a goal", here);
    if (d == Direction::link) {
      const LinkId link = detail::link_taken(field, grid, here);
      if (!link.valid())
        return detail::follow_error("has no link along which the values fall by its cost", here);
      path.cost = path.cost + Distance{grid.links()[link].cost};
      here = grid.links()[link].to;
    } else {
      if (!grid.can_step(here, d)) return detail::follow_error("has a direction that is no legal step", here);
      path.cost = path.cost + grid.step_cost(here, d);
      here = step(here, d);
    }
  }
  return detail::follow_error("lies on a circle of directions", here);
}

}  // namespace portolan
