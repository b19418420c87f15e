// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a scenario asks of the world that it is played on.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <tuple>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/simulation/detail/placement.hpp>

namespace portolan {
namespace {

// A sector, those around it, and one for the goal: with less, nobody gets anywhere.
constexpr std::uint32_t fewest_sectors = 10;

std::string shown(Vec2 place) {
  std::array<char, 64> text{};
  char* at = text.data();
  *at++ = '[';
  at = std::to_chars(at, at + 24, place.x).ptr;
  *at++ = ',';
  *at++ = ' ';
  at = std::to_chars(at, at + 24, place.y).ptr;
  *at++ = ']';
  return {text.data(), at};
}

// Paths and plans in time look at all of the land.
void check_streamed_group(const ScenarioGroup& group, std::vector<Error>& faults) {
  if (group.follow == ScenarioGroup::Follow::path || group.foresee.horizon > 0) {
    faults.push_back(
        group.where.with("agents of a streamed world follow fields; take `follow: path` and `foresee` away"));
  }
  if (group.follow == ScenarioGroup::Follow::band) {
    faults.push_back(group.where.with(
        "in a streamed world only the corridor's sectors are there for a field; take `corridor: band` "
        "away"));
  }
  std::vector<const ScenarioPlace*> places{&group.start, &group.goal};
  for (const detail::ScenarioLeg& leg : group.goal.then) places.push_back(&leg.goal);
  for (const ScenarioPlace* place : places) {
    if (place->names_cells()) continue;
    faults.push_back(place->where.with(
        "a streamed world is not looked through for places; name cells with `cell` or `cells`"));
  }
}

}  // namespace

std::vector<Error> check_obstacles(const Scenario& scenario, const World& world) {
  const Extent extent = world.extent();
  std::vector<Error> faults;
  for (const ScenarioObstacle& obstacle : scenario.obstacles) {
    if (obstacle.spec.layer >= extent.layers) {
      faults.push_back(obstacle.where.with("layer " + std::to_string(obstacle.spec.layer) +
                                           " does not exist; layers are below " +
                                           std::to_string(extent.layers)));
    }
    if (obstacle.may_leave) continue;
    for (const Keyframe& frame : obstacle.spec.course.frames()) {
      const Vec2 place = frame.position;
      if (place.x < static_cast<float>(extent.width) && place.y < static_cast<float>(extent.height)) continue;
      faults.push_back(obstacle.places.with(shown(place) + " lies outside the map of " +
                                            std::to_string(extent.width) + " x " +
                                            std::to_string(extent.height) + " cells; move it inside"));
      break;
    }
  }
  return faults;
}

Error joined(std::vector<Error> faults, const std::string& file) {
  PORTOLAN_ASSERT(!faults.empty(), "there is a fault");
  constexpr std::size_t most = 20;
  std::stable_sort(faults.begin(), faults.end(), [&](const Error& a, const Error& b) {
    const bool a_elsewhere = a.file != file, b_elsewhere = b.file != file;
    return std::tie(a_elsewhere, a.line, a.column) < std::tie(b_elsewhere, b.line, b.column);
  });
  Error first = faults.front();
  for (std::size_t i = 1; i < faults.size() && i < most; ++i) first.message += "\n" + faults[i].text();
  if (faults.size() > most) first.message += "\n... and " + std::to_string(faults.size() - most) + " more";
  return first;
}

void check_streaming(const Scenario& scenario, const Extent& extent, std::vector<Error>& faults) {
  if (!scenario.streaming.enabled) return;
  for (const ScenarioGroup& group : scenario.groups) check_streamed_group(group, faults);
  const std::uint32_t room = resident_sectors(scenario.streaming, extent);
  if (room >= fewest_sectors) return;
  faults.push_back(scenario.streaming.where.with("room for " + std::to_string(room) +
                                                 " sectors, expected at least " +
                                                 std::to_string(fewest_sectors) + "; raise `resident`"));
}

}  // namespace portolan
