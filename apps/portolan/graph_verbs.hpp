// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/config/detail/graph_map.hpp>

#include "verbs.hpp"

// The verbs for files that hold a graph: hexagons, staggered tiles, roads.
namespace portolan::tool {

Exit graph_info(const InfoOptions& options, const detail::GraphFormat& format);
Exit graph_plan(const PlanOptions& options, const detail::GraphFormat& format);

}  // namespace portolan::tool
