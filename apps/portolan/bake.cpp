// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <iostream>
#include <vector>

#include <portolan/config/saved_world.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// A scenario's world, with a hierarchy for each of its profiles.
Result<World> scenario_world(const BakeOptions& options, HierarchyOptions& wanted) {
  const Result<ScenarioFile> scenario = read_scenario(options.map.file, {options.overrides});
  if (!scenario) return scenario.error();
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
  for (const Hierarchy& hierarchy : hierarchies) all.push_back(&hierarchy);
  if (const auto error = save_world(world, all, options.out)) return bad_input(*error);
  const Result<SavedWorld> saved = SavedWorld::open(options.out);
  if (!saved) return bad_input(saved.error());
  const Extent extent = world.extent();
  const double per_cell = static_cast<double>(saved->file_bytes()) / static_cast<double>(extent.cell_count());
  if (options.json) {
    std::cout << to_text(Json{{"file", options.out.string()},
                              {"width", extent.width},
                              {"height", extent.height},
                              {"layers", extent.layers},
                              {"profiles", world.profile_count()},
                              {"bytes", saved->file_bytes()},
                              {"bytes_per_cell", per_cell}});
  } else {
    std::cout << options.out.string() << ": " << extent.width << " x " << extent.height << ", "
              << world.profile_count() << " profiles, " << grouped(saved->file_bytes()) << " bytes, "
              << fixed(per_cell, 3) << " per cell\n";
  }
  return Exit::ok;
}

}  // namespace

Exit bake(const BakeOptions& options) {
  HierarchyOptions wanted;
  wanted.sector_size = options.map.sector_size;
  wanted.portal_width = options.map.portal_width;
  const auto kind = options.map.file.extension();
  if (kind == ".yaml" || kind == ".yml") {
    const Result<World> world = scenario_world(options, wanted);
    return world ? write(*world, wanted, options) : bad_input(world.error());
  }
  Result<MapAtHand> map = open_map(options.map);
  if (!map) return bad_input(map.error());
  map->world.commit();
  return write(map->world, wanted, options);
}

}  // namespace portolan::tool
