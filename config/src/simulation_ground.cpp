// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "simulation_ground.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "scenario_check.hpp"
#include "simulation_streaming.hpp"

namespace portolan::detail {

namespace {

// A sector, those around it, and one for the goal: with less, nobody gets anywhere.
constexpr std::uint32_t fewest_blocks = 10;

// The baked file that is the whole map; null where there is none.
const MapSource::File* baked_file(const Scenario& scenario) {
  if (scenario.layers.size() != 1 || !scenario.links.empty()) return nullptr;
  const auto* const file = std::get_if<MapSource::File>(&scenario.layers.front().from);
  return file != nullptr && is_saved_world(file->path) ? file : nullptr;
}

// Paths and plans in time look at all of the land.
std::optional<Error> groups_fault(const Scenario& scenario) {
  for (const ScenarioGroup& group : scenario.groups) {
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
      if (place->kind == ScenarioPlace::Kind::cells) continue;
      return place->where.error(
          "a streamed world is not looked through for places; name cells with `cell` or `cells`");
    }
  }
  return std::nullopt;
}

Result<SimulationGround> open_streamed(const Scenario& scenario) {
  const ScenarioStreaming& streaming = scenario.streaming;
  const MapSource::File* const file = baked_file(scenario);
  if (file == nullptr) {
    return streaming.where.error(
        "needs a world that 'portolan bake' wrote as `map.file`, and no `links` but those in it");
  }
  if (auto error = groups_fault(scenario)) return *error;
  Result<SavedWorld> saved = SavedWorld::open(file->path);
  if (!saved) return saved.error();
  // Mapped: what is read of it to place everybody is a sector or two, and goes again with it.
  const Result<World> whole = saved->world(saved->profiles());
  if (!whole) return whole.error();
  Result<World> world = saved->streamed_world(scenario.profiles);
  if (!world) return world.error();
  if (auto error = check_on_map(scenario, *world)) return *error;
  const std::uint32_t room = most_resident_blocks(streaming, world->extent());
  if (room < fewest_blocks) {
    return streaming.where.error("room for " + std::to_string(room) + " sectors, expected at least " +
                                 std::to_string(fewest_blocks) + "; raise `resident`");
  }
  Scenario for_placing = scenario;
  for (ScenarioGroup& group : for_placing.groups) {
    const Profile& wanted = scenario.profiles[group.profile];
    const auto& known = saved->profiles();
    const auto found = std::find_if(known.begin(), known.end(), [&](const Profile& p) {
      return p.cost == wanted.cost && p.clearance == wanted.clearance;
    });
    if (found == known.end()) {
      return group.where.error("profile '" + wanted.name +
                               "' is not in the baked world, which a streamed one must have; bake the "
                               "scenario that declares it");
    }
    group.profile = static_cast<std::uint32_t>(found - known.begin());
  }
  Result<std::vector<PlacedGroup>> placed = place_groups(for_placing, *whole);
  if (!placed) return placed.error();
  return SimulationGround{std::move(*world), std::make_shared<const SavedWorld>(std::move(*saved)),
                          std::move(*placed)};
}

Result<SimulationGround> with_places(const Scenario& scenario, World world,
                                     std::shared_ptr<const SavedWorld> saved) {
  Result<std::vector<PlacedGroup>> placed = place_groups(scenario, world);
  if (!placed) return placed.error();
  return SimulationGround{std::move(world), std::move(saved), std::move(*placed)};
}

}  // namespace

Result<SimulationGround> make_ground(const Scenario& scenario) {
  if (scenario.streaming.enabled) return open_streamed(scenario);
  const MapSource::File* const file = baked_file(scenario);
  if (file == nullptr) {
    Result<World> world = build_world(scenario);
    return world ? with_places(scenario, std::move(*world), nullptr) : world.error();
  }
  Result<SavedWorld> saved = SavedWorld::open(file->path);
  if (!saved) return saved.error();
  Result<World> world = saved->world(scenario.profiles);
  if (!world) return world.error();
  if (auto error = check_on_map(scenario, *world)) return *error;
  return with_places(scenario, std::move(*world), std::make_shared<const SavedWorld>(std::move(*saved)));
}

}  // namespace portolan::detail
