// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>
#include <variant>

#include <portolan/config/map_formats.hpp>
#include <portolan/config/saved_world.hpp>
#include <portolan/config/scenario_world.hpp>

namespace portolan {

namespace {

// The file that is the whole map; null where there is none.
const std::filesystem::path* whole_map(const ScenarioFile& scenario) {
  if (scenario.layers.size() != 1 || !scenario.links.empty()) return nullptr;
  return std::get_if<std::filesystem::path>(&scenario.layers.front().from);
}

// The groups that can be placed, with the profiles as they are numbered in the baked world. To look for
// places would take reading all of it: `check_streaming` tells of groups that do not name cells.
Scenario with_profiles_of(const SavedWorld& saved, const ScenarioFile& scenario, std::vector<Error>& faults) {
  Scenario out = scenario;
  out.groups.clear();
  for (ScenarioGroup group : scenario.groups) {
    const Profile& wanted = scenario.profiles[group.profile];
    const auto& known = saved.profiles();
    const auto found = std::find_if(known.begin(), known.end(), [&](const Profile& p) {
      return p.cost == wanted.cost && p.clearance == wanted.clearance;
    });
    if (found == known.end()) {
      faults.push_back(group.where.with("profile '" + wanted.name +
                                        "' is not in the baked world, which a streamed one must have; bake "
                                        "the scenario that declares it"));
      continue;
    }
    if (!group.start.names_cells() || !group.goal.all_name_cells()) continue;
    group.profile = static_cast<std::uint32_t>(found - known.begin());
    out.groups.push_back(std::move(group));
  }
  return out;
}

Result<SimulationWorld> open_streamed(const ScenarioFile& scenario) {
  const std::filesystem::path* const file = whole_map(scenario);
  if (file == nullptr || !is_saved_world(*file)) {
    return scenario.streaming.where.with(
        "needs a world that 'portolan bake' wrote as `map.file`, and no `links` but those in it");
  }
  Result<SavedWorld> saved = SavedWorld::open(*file);
  if (!saved) return saved.error();
  Result<World> world = saved->streamed_world(scenario.profiles);
  if (!world) return world.error();
  std::vector<Error> faults = check_obstacles(scenario, *world);
  check_streaming(scenario, world->extent(), faults);
  // Mapped: what is read of it to place everybody is a sector or two, and goes again with it.
  const Result<World> whole = saved->world(saved->profiles());
  if (!whole) return whole.error();
  const Scenario for_placing = with_profiles_of(*saved, scenario, faults);
  std::vector<PlacedGroup> placed = place_groups(for_placing, *whole, faults);
  if (!faults.empty()) return joined(std::move(faults), scenario.file);
  return SimulationWorld{std::move(*world), saved_hierarchies(std::move(*saved)), std::move(placed)};
}

}  // namespace

Result<SimulationWorld> open_world(const ScenarioFile& file) {
  if (file.streaming.enabled) return open_streamed(file);
  if (const std::filesystem::path* const map = whole_map(file)) {
    MapReadOptions options;
    options.further_classes = file.further_classes;
    options.raster = file.layers.front().raster;
    Result<SimulationWorld> loaded = open_map_file(*map, file.profiles, options);
    if (!loaded) return loaded.error();
    return SimulationWorld{std::move(loaded->world), std::move(loaded->baked)};
  }
  Result<World> world = build_world(file);
  if (!world) return world.error();
  return SimulationWorld{std::move(*world)};
}

Result<detail::BoardSimulation> open_board_simulation(ScenarioFile file,
                                                      detail::BoardSimulation::Hooks hooks) {
  Result<detail::Board> board = build_board(file);
  if (!board) return board.error();
  return detail::BoardSimulation::create(std::move(file), std::move(*board), std::move(hooks));
}

Result<Simulation> open_simulation(ScenarioFile file, SimulationHooks hooks) {
  const double begin = hooks.clock ? hooks.clock() : 0;
  Result<SimulationWorld> world = open_world(file);
  if (!world) return world.error();
  world->load_seconds = hooks.clock ? hooks.clock() - begin : 0;
  return Simulation::create(std::move(file), std::move(*world), std::move(hooks));
}

}  // namespace portolan
