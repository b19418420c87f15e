// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/scenario_file.hpp>

#include "verbs.hpp"

// The verbs for files and scenarios that hold a board: hexagons, staggered tiles, voxels, roads.
namespace portolan::tool {

Exit board_info(const InfoOptions& options, const detail::GraphFormat& format);
Exit board_plan(const PlanOptions& options, const detail::GraphFormat& format);
Exit board_compare(const CompareOptions& options, const detail::GraphFormat& format);
Exit board_run(const RunOptions& options, ScenarioFile scenario);

}  // namespace portolan::tool
