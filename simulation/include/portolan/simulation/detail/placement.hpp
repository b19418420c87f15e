// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan {

/// A group on the map.
struct PlacedGroup {
  std::vector<Cell> starts;     ///< one per agent; distinct among all groups, but for `cells` and `near`
  GoalSet goals;                ///< at least one
  std::vector<GoalSet> then{};  ///< of the legs that follow, each
  std::optional<PathPoint> target{};
};

/// Decides where each group starts and goes; one entry per group. Repeatable: depends on scenario and map
/// only. A start or goal that is named as a cell must be passable for the group's profile and inside the
/// world; a start region must have room for the group. Whether the goal can be reached is not asked here
/// (that is an Outcome), but `near` picks the nearest cell that the group can walk to.
[[nodiscard]] Result<std::vector<PlacedGroup>> place_groups(const Scenario& scenario, const World& world);

/// The same, with all that is wrong appended to `faults`; the groups are of use only where that is nothing.
/// A streamed world is not looked through for places: groups that do not name cells are passed over
/// (`check_streaming` tells of them).
std::vector<PlacedGroup> place_groups(const Scenario& scenario, const World& world,
                                      std::vector<Error>& faults);

/// The obstacles that do not lie on the map.
[[nodiscard]] std::vector<Error> check_obstacles(const Scenario& scenario, const World& world);

/// Several faults, at least one, as one: in the order of the file, those that lie elsewhere last. The first
/// leads, and its message has a line for each of the others; those beyond the twentieth are only counted.
[[nodiscard]] Error joined(std::vector<Error> faults, const std::string& file);

/// Appends what cannot be done in a streamed world of this size.
void check_streaming(const Scenario& scenario, const Extent& extent, std::vector<Error>& faults);

/// Sectors that a streamed world of this size may hold in memory at a time.
[[nodiscard]] std::uint32_t resident_sectors(const detail::StreamingOptions& streaming, const Extent& extent);

}  // namespace portolan
