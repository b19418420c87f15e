// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/simulation/report.hpp>
#include <portolan/simulation/scenario.hpp>

// What reports on worlds and on boards have in common.
namespace portolan {

/// The scenario's expectations that a report does not meet, in words.
[[nodiscard]] std::vector<std::string> unmet(const ScenarioExpect& expect, const SimulationReport& report);

/// What agents that arrived have walked.
struct Walk {
  double walked = 0;  ///< cells, or steps of a board
  double detour = 0;  ///< what their ways cost over the optimum
  std::int64_t arrived = 0;
  std::int64_t compared = 0;

  void add(double far, double cost, Distance optimum) {
    ++arrived;
    walked += far;
    if (!reachable(optimum) || optimum == Distance{}) return;
    ++compared;
    detour += cost / static_cast<double>(optimum.units);
  }
  void operator+=(const Walk& o) {
    walked += o.walked;
    detour += o.detour;
    arrived += o.arrived;
    compared += o.compared;
  }
  [[nodiscard]] double mean_walked() const { return arrived > 0 ? walked / static_cast<double>(arrived) : 0; }
  [[nodiscard]] double mean_detour() const {
    return compared > 0 ? detour / static_cast<double>(compared) : 0;
  }
};

/// How it ended for a group: pending, where some have a way and are not there when time runs out.
[[nodiscard]] inline Outcome ending(const GroupReport& group, Outcome last_plan) {
  if (group.arrived == group.agents) return Outcome::complete;
  return last_plan == Outcome::complete ? Outcome::pending : last_plan;
}

/// Takes a group into the sums, and into the outcome of all.
void add_group(GroupReport group, SimulationReport& all);

}  // namespace portolan
