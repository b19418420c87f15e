// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a scenario asks of the world that it is played on.
#include <string>
#include <variant>
#include <vector>

#include <portolan/simulation/placement.hpp>

namespace portolan {
namespace {

// A sector, those around it, and one for the goal: with less, nobody gets anywhere.
constexpr std::uint32_t fewest_sectors = 10;

// The places that the scenario names; recorded tracks may leave the map.
std::vector<Vec2> places_of(const Motion& motion) {
  if (const auto* still = std::get_if<StillMotion>(&motion)) return {still->position};
  if (const auto* points = std::get_if<WaypointMotion>(&motion)) return points->points;
  if (const auto* linear = std::get_if<LinearMotion>(&motion)) return {linear->start};
  return {};
}

// Paths and plans in time look at all of the land.
std::optional<Error> streamed_group_fault(const ScenarioGroup& group) {
  if (group.follow == ScenarioGroup::Follow::path || group.foresee.horizon > 0) {
    return group.where.error(
        "agents of a streamed world follow fields; take `follow: path` and `foresee` away");
  }
  if (group.corridor == ScenarioGroup::Corridor::band) {
    return group.where.error(
        "in a streamed world only the corridor's sectors are there for a field; take `corridor: band` "
        "away");
  }
  for (const ScenarioPlace* place : {&group.start, &group.goal}) {
    if (place->names_cells()) continue;
    return place->where.error(
        "a streamed world is not looked through for places; name cells with `cell` or `cells`");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_obstacles(const Scenario& scenario, const World& world) {
  const Extent extent = world.extent();
  for (const ScenarioObstacle& obstacle : scenario.obstacles) {
    if (obstacle.spec.layer >= extent.layers) {
      return obstacle.where.error("layer " + std::to_string(obstacle.spec.layer) +
                                  " does not exist; the map has " + std::to_string(extent.layers));
    }
    const std::vector<Vec2> places = places_of(obstacle.spec.motion);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i].x < static_cast<float>(extent.width) && places[i].y < static_cast<float>(extent.height))
        continue;
      return obstacle.where.error("waypoint " + std::to_string(i) + " lies outside the map of " +
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
  return scenario.streaming.where.error("room for " + std::to_string(room) + " sectors, expected at least " +
                                        std::to_string(fewest_sectors) + "; raise `resident`");
}

}  // namespace portolan
