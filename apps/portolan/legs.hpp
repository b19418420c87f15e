// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include <portolan/simulation/simulation.hpp>

namespace portolan::tool {

/// A leg of a group; logs and replay pages number those of all groups in a row.
struct GroupLeg {
  std::size_t group = 0;
  std::size_t leg = 0;
};

/// Of a world or of a board.
template <class Run>
[[nodiscard]] std::vector<GroupLeg> legs_of(const Run& simulation) {
  std::vector<GroupLeg> all;
  for (std::size_t g = 0; g < simulation.scenario().groups.size(); ++g) {
    for (std::size_t leg = 0; leg < simulation.legs(g); ++leg) all.push_back({g, leg});
  }
  return all;
}

/// What planning has taken so far, but for single agents.
[[nodiscard]] inline PlanWork work_of_groups(const Simulation& simulation) {
  PlanWork work;
  for (const auto& [group, leg] : legs_of(simulation)) work += simulation.work(group, leg);
  return work;
}

}  // namespace portolan::tool
