// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/hierarchy/detail/graph_sector.hpp>

#include "general/sector_costs.hpp"

namespace portolan::detail {

/// The same arcs, seen from their other ends; rows stay sorted.
[[nodiscard]] Rows<GraphArc> turned(const Rows<GraphArc>& rows);

/// The exact costs between the portals of a sector, by paths inside it. A pair is left out where one of its
/// cheapest paths passes a third portal: the way by that one costs the same. As weights are above 0, both of
/// its parts are cheaper than the whole, so that in the end each pair is joined.
void make_tables(GraphSector& sector, SectorCosts& costs);

/// The same between the gates alone, into `gates.table`.
void make_gate_table(GraphSector& sector, SectorCosts& costs);

/// Which vertices of a sector get to each other without leaving it, and which of such components one edge
/// leads to.
void find_components(GraphSector& sector);

}  // namespace portolan::detail
