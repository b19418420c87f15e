// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
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

/// The link that a walk down a field takes where its direction says `link`: of those out of the cell to a
/// passable one the cheapest to go on along, of equals the one with the least id. None where no link leads
/// on.
template <FlowField Field>
[[nodiscard]] LinkId link_down(const Field& field, GridView grid, Cell from) {
  LinkId best;
  Distance least = unreachable;
  for (const LinkTable::Entry& entry : grid.links().from_block(from)) {
    const Link& link = grid.links()[entry.id];
    if (link.from != from || !grid.passable(link.to)) continue;
    const Distance whole = field.at(link.to) + Distance{link.cost};
    if (!(whole < least)) continue;
    least = whole;
    best = entry.id;
  }
  return best;
}

/// Where a walk down a field goes from a cell: the next cell by a step or a link, the cell itself at a goal,
/// nothing where there is no path. It is not checked that the step is legal, which in a field that is exact
/// for its grid it always is.
template <FlowField Field>
[[nodiscard]] std::optional<Cell> next_cell(const Field& field, GridView grid, Cell here) {
  const Direction d = field.direction(here);
  if (is_step(d)) return step(here, d);
  if (d == Direction::goal) return here;
  const LinkId link = d == Direction::link ? link_down(field, grid, here) : LinkId{};
  return link.valid() ? std::optional(grid.links()[link].to) : std::nullopt;
}

/// Walks down a field from `start` to a goal, by its directions. Which of several cheapest paths that is, the
/// field decides: a TileField takes straight steps before diagonals, each clockwise from east, and links
/// last. An error says where and why that did not work: there is no path from the start, or the field is at
/// fault (it leads into a wall or in a circle, which cannot happen with a field that is exact for this grid).
/// The cost is that of the steps and links as walked. O(length).
template <FlowField Field>
[[nodiscard]] Result<Path> walk_down(const Field& field, GridView grid, Cell start);

// ---- details; callers can stop reading here ----

namespace detail {

[[nodiscard]] Error walk_error(const char* what, Cell at);

}  // namespace detail

template <FlowField Field>
Result<Path> walk_down(const Field& field, GridView grid, Cell start) {
  if (!grid.passable(start)) return detail::walk_error("is outside the world or in a wall", start);
  Path path;
  Cell here = start;
  for (std::size_t steps = 0; steps <= grid.extent().cell_count(); ++steps) {
    path.cells.push_back(here);
    const Direction d = field.direction(here);
    if (d == Direction::goal) return path;
    if (d == Direction::none) return detail::walk_error("has no way to a goal", here);
    if (d == Direction::link) {
      const LinkId id = link_down(field, grid, here);
      const Link link = id.valid() ? grid.links()[id] : Link{};
      if (!id.valid() || field.at(link.to) + Distance{link.cost} != field.at(here))
        return detail::walk_error("has no link along which the values fall by its cost", here);
      path.cost = path.cost + Distance{link.cost};
      here = link.to;
    } else {
      if (!grid.can_step(here, d)) return detail::walk_error("has a direction that is no legal step", here);
      path.cost = path.cost + grid.step_cost(here, d);
      here = step(here, d);
    }
  }
  return detail::walk_error("lies on a circle of directions", here);
}

}  // namespace portolan
