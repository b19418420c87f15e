// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <vector>

#include <portolan/config/saved_world.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "outputs.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// A scenario's world, with a hierarchy for each of its profiles.
Result<World> scenario_world(const BakeOptions& options, HierarchyOptions& wanted) {
  const Result<ScenarioFile> scenario = read_scenario(options.map.file, options.overrides);
  if (!scenario) return scenario.error();
  if (const auto error = overwrites(scenario->files, {options.out})) return *error;
  wanted = scenario->hierarchy;
  return build_world(*scenario);
}

Exit write(const World& world, const HierarchyOptions& wanted, const BakeOptions& options) {
  std::vector<Hierarchy> hierarchies;
  for (std::uint32_t p = 0; p < world.profile_count(); ++p) {
    Progress progress("hierarchy of " + world.profile({p}).name);
    HierarchyOptions told = wanted;
    told.progress = [&progress](double fraction) { progress.update(fraction); };
    hierarchies.emplace_back(world, ProfileId{p}, told);
  }
  std::vector<const Hierarchy*> all;
  all.reserve(hierarchies.size());
  for (const Hierarchy& hierarchy : hierarchies) all.push_back(&hierarchy);
  if (const auto error = save_world(world, all, options.out)) return bad_input(*error);
  std::error_code code;
  if (!std::filesystem::is_regular_file(options.out, code)) return Exit::ok;  // a pipe: nothing more to tell
  const auto bytes = static_cast<std::uint64_t>(std::filesystem::file_size(options.out, code));
  const Extent extent = world.extent();
  const double per_cell = static_cast<double>(bytes) / static_cast<double>(extent.cell_count());
  if (options.json) {
    std::cout << to_text(Json{{"file", options.out.string()},
                              {"width", extent.width},
                              {"height", extent.height},
                              {"layers", extent.layers},
                              {"profiles", world.profile_count()},
                              {"bytes", bytes},
                              {"bytes_per_cell", per_cell}});
  } else {
    std::cout << shown(options.out) << ": " << extent.width << " x " << extent.height << ", "
              << counted(world.profile_count(), "profile") << ", " << counted(bytes, "byte") << ", "
              << fixed(per_cell, 3) << " per cell\n";
  }
  return Exit::ok;
}

}  // namespace

Exit bake(const BakeOptions& options) {
  if (const auto error = overwrites({options.map.file}, {options.out})) return bad_input(*error);
  HierarchyOptions wanted;
  wanted.sector_size = options.map.sector_size;
  wanted.portal_width = options.map.portal_width;
  if (kind_of(options.map.file).is_scenario) {
    if (!options.of_maps.empty()) {
      say(options.of_maps +
          " is for map files; a scenario has keys of its own for that, and --set changes them");
      return Exit::bad_usage;
    }
    const Result<World> world = scenario_world(options, wanted);
    return world ? write(*world, wanted, options) : bad_input(world.error());
  }
  if (!options.overrides.empty()) return no_scenario_to_change(options.map.file);
  Result<MapAtHand> map = open_map(options.map);
  if (!map) return bad_input(map.error());
  return write(map->world, wanted, options);
}

}  // namespace portolan::tool
