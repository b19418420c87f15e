// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/path_check.hpp>

#include <cstdint>
#include <cstdlib>

#include "../cell_text.hpp"

namespace portolan {

namespace {

using detail::text;

bool is_open(const GridView& grid, Cell c) {
  const Extent e = grid.extent();
  if (c.x < 0 || c.y < 0 || c.layer < 0 || c.x >= e.width || c.y >= e.height || c.layer >= e.layers)
    return false;
  return grid.costs().at(c) != 255;
}

/// Units of the step from a to b, or nothing when it is none. `why` then says what is wrong with it.
std::optional<std::uint64_t> units_of_step(const GridView& grid, Cell a, Cell b, std::string& why) {
  const int dx = std::abs(b.x - a.x), dy = std::abs(b.y - a.y);
  if (a.layer != b.layer || dx > 1 || dy > 1 || dx + dy == 0) {
    why = "are not neighbours, and no link joins them";
    return std::nullopt;
  }
  const std::uint64_t costs = std::uint64_t{grid.costs().at(a)} + grid.costs().at(b);
  if (dx + dy == 1) return 12 * costs;
  if (is_open(grid, {a.x, b.y, a.layer}) && is_open(grid, {b.x, a.y, a.layer})) return 17 * costs;
  why = "are joined by a diagonal step that cuts the corner of a wall";
  return std::nullopt;
}

/// Units of the cheapest link from a to b, or nothing.
std::optional<std::uint64_t> units_of_link(const GridView& grid, Cell a, Cell b) {
  std::optional<std::uint64_t> least;
  for (const LinkTable::Entry& entry : grid.links().all()) {
    const Link& link = grid.links()[entry.id];
    if (link.from == a && link.to == b && (!least || link.cost < *least)) least = link.cost;
  }
  return least;
}

}  // namespace

std::optional<std::string> first_fault(const GridView& grid, const Path& path) {
  if (path.cells.empty()) return "the path has no cells";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < path.cells.size(); ++i) {
    const Cell here = path.cells[i];
    if (!is_open(grid, here)) {
      return "cell " + std::to_string(i) + " of the path, " + text(here) +
             ", is outside the world or in a wall";
    }
    if (i == 0) continue;
    const Cell before = path.cells[i - 1];
    std::string why;
    std::optional<std::uint64_t> units = units_of_step(grid, before, here, why);
    const std::optional<std::uint64_t> link = units_of_link(grid, before, here);
    if (link && (!units || *link < *units)) units = link;
    if (!units) {
      return "step " + std::to_string(i) + ": the cells " + text(before) + " and " + text(here) + " " + why;
    }
    sum += *units;
  }
  if (sum == path.cost.units) return std::nullopt;
  return "the path claims a cost of " + std::to_string(path.cost.units) + " units, but its steps cost " +
         std::to_string(sum);
}

}  // namespace portolan
