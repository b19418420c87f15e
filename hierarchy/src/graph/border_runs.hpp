// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::detail {

/// A piece of a border that becomes one portal; places count from the border's top or left end.
struct BorderRun {
  std::uint8_t begin = 0;
  std::uint8_t width = 0;
  std::uint8_t at = 0;  ///< the pair that stands for the run

  bool operator==(const BorderRun&) const = default;
};

/// A border between two areas: `length` pairs of cells from `start` on, which is the first cell on the left
/// or upper side.
struct BorderLine {
  Cell start;
  bool east = false;  ///< the left area's east border; otherwise the upper area's south border
  std::int32_t length = 0;

  [[nodiscard]] Cell near_cell(std::int32_t i) const {
    return east ? Cell{start.x, start.y + i, start.layer} : Cell{start.x + i, start.y, start.layer};
  }
  [[nodiscard]] Cell far_cell(std::int32_t i) const {
    const Cell c = near_cell(i);
    return east ? Cell{c.x + 1, c.y, c.layer} : Cell{c.x, c.y + 1, c.layer};
  }
};

/// How borders become portals: what the options of a hierarchy say of it.
struct PortalRule {
  int max_width = 8;  ///< no portal is wider, in cells
};

/// Appends the runs of a border. A maximal passable run is cut into equal pieces, none wider than the rule
/// says. The pair of a piece is the cheapest one, among equals the one nearest to the middle.
void find_runs(const GridView& grid, const BorderLine& line, const PortalRule& rule,
               std::vector<BorderRun>& runs);
/// Likewise, and the runs of other kinds of agents in the same world at pairs that are not among them yet, in
/// the order of pairs. The kind of `grid` must pay nowhere more than those.
void find_runs_of_all(const GridView& grid, std::span<const GridView> others, const BorderLine& line,
                      const PortalRule& rule, std::vector<BorderRun>& runs);

}  // namespace portolan::detail
