// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <portolan/hierarchy/detail/graph_sectors.hpp>

namespace portolan::detail {

/// Of the edges that leave or enter one sector, one for each stretch of the border: that in its middle. A
/// stretch is up to eight vertices in a row whose edges join the same components, so that who gets across a
/// border does so by these edges too. Both sectors of a border choose the same.
[[nodiscard]] std::vector<GraphBridge> choose_gates(const GraphSectors& sectors,
                                                    const std::vector<GraphBridge>& bridges);

}  // namespace portolan::detail
