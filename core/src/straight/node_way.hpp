// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/heading.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/vec2.hpp>

#include "cone_board.hpp"
#include "node_kernel.hpp"

namespace portolan::detail {

// What is read off the nodes of ground of several costs.

/// From the middle of a cell to a goal; NodeTile::far where there is no way, and off the board.
[[nodiscard]] float cost_of_nodes(const ConeBoard& board, Cell c);

/// Out of a cell, from a position in it. The sides of the cell are compared by where costs, interpolated
/// between their nodes, lead best across; one behind which it gets costlier than it looks is none (compare
/// the lookahead of Field D*). Zero where there is no way, and where a goal is, or a link begins that is to
/// be taken.
[[nodiscard]] Heading heading_by_nodes(const ConeBoard& board, Vec2 position, std::int32_t layer);

/// The same of many positions, several at once, bit for bit.
void headings_by_nodes(const ConeBoard& board, const NodeKernel& kernel, std::span<const PathPoint> positions,
                       Heading* headings);

/// The goal, or the beginning of a link that is to be taken, in a cell; null where there is none.
[[nodiscard]] const Anchor* source_in(const ConeBoard& board, Cell c);

// From cell to cell the lowest node goes down. Where a wall's corner is to be rounded it may stay for one
// cell.

/// Whether a cell beside another is nearer to a goal: its lowest node is lower, or it is an end itself.
[[nodiscard]] bool leads_on(const ConeBoard& board, Cell from, Cell to);
/// The cell that the way from the lowest node of a cell leads through, or that by which one gets there.
/// Nothing where there is no way.
[[nodiscard]] std::optional<Cell> around_lowest_node(const ConeBoard& board, Cell c);

/// From the middle of a cell to a goal: a point on each side that is crossed.
[[nodiscard]] std::vector<PathPoint> path_by_nodes(const ConeBoard& board, Cell from);

}  // namespace portolan::detail
