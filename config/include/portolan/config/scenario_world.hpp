// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <portolan/config/scenario.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

/// The world of a scenario: its layers, links and profiles, committed. `ProfileId{i}` is
/// `scenario.profiles[i]`.
[[nodiscard]] Result<World> build_world(const Scenario& scenario);

/// A group on the map.
struct PlacedGroup {
  std::vector<Cell> starts;  ///< one per agent; distinct among all groups, but for `cells` and `near`
  std::vector<Cell> goals;   ///< at least one
};

/// Decides where each group starts and goes; one entry per group. Repeatable: depends on scenario and map
/// only. A start or goal that is named as a cell must be passable for the group's profile and inside the
/// world; a start region must have room for the group. Whether the goal can be reached is not asked here
/// (that is an Outcome), but `near` picks the nearest cell that the group can walk to.
[[nodiscard]] Result<std::vector<PlacedGroup>> place_groups(const Scenario& scenario, const World& world);

}  // namespace portolan
