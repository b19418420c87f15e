// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>
#include <vector>

#include <portolan/simulation/report.hpp>
#include <portolan/simulation/scenario.hpp>

// What reports on worlds and on boards have in common.
namespace portolan {

/// The scenario's expectations that a report does not meet, in words.
[[nodiscard]] std::vector<std::string> unmet(const ScenarioExpect& expect, const SimulationReport& report);

/// Takes a group into the sums, and into the outcome of all.
void add_group(GroupReport group, SimulationReport& all);

}  // namespace portolan
