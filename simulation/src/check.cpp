// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a scenario asks of the world that it is played on.
#include <span>
#include <string>
#include <vector>

#include <portolan/simulation/detail/placement.hpp>

namespace portolan {
namespace {

// A sector, those around it, and one for the goal: with less, nobody gets anywhere.
constexpr std::uint32_t fewest_sectors = 10;

// Paths and plans in time look at all of the land.
std::optional<Error> streamed_group_fault(const ScenarioGroup& group) {
  if (group.follow == ScenarioGroup::Follow::path || group.foresee.horizon > 0) {
    return group.where.with(
        "agents of a streamed world follow fields; take `follow: path` and `foresee` away");
  }
  if (group.follow == ScenarioGroup::Follow::band) {
    return group.where.with(
        "in a streamed world only the corridor's sectors are there for a field; take `corridor: band` "
        "away");
  }
  for (const ScenarioPlace* place : {&group.start, &group.goal}) {
    if (place->names_cells()) continue;
    return place->where.with(
        "a streamed world is not looked through for places; name cells with `cell` or `cells`");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_obstacles(const Scenario& scenario, const World& world) {
  const Extent extent = world.extent();
  for (const ScenarioObstacle& obstacle : scenario.obstacles) {
    if (obstacle.spec.layer >= extent.layers) {
      return obstacle.where.with("layer " + std::to_string(obstacle.spec.layer) +
                                 " does not exist; the map has " + std::to_string(extent.layers));
    }
    const std::span<const Keyframe> places = obstacle.spec.course.frames();
    for (std::size_t i = 0; i < places.size() && !obstacle.may_leave; ++i) {
      const Vec2 place = places[i].position;
      if (place.x < static_cast<float>(extent.width) && place.y < static_cast<float>(extent.height)) continue;
      return obstacle.where.with("waypoint " + std::to_string(i) + " lies outside the map of " +
                                 std::to_string(extent.width) + " x " + std::to_string(extent.height) +
                                 " cells; move it inside");
    }
  }
  return std::nullopt;
}

std::optional<Error> check_streaming(const Scenario& scenario, const Extent& extent) {
  if (!scenario.streaming.enabled) return std::nullopt;
  for (const ScenarioGroup& group : scenario.groups) {
    if (auto error = streamed_group_fault(group)) return error;
  }
  const std::uint32_t room = resident_sectors(scenario.streaming, extent);
  if (room >= fewest_sectors) return std::nullopt;
  return scenario.streaming.where.with("room for " + std::to_string(room) + " sectors, expected at least " +
                                       std::to_string(fewest_sectors) + "; raise `resident`");
}

}  // namespace portolan
