// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <iostream>

#include <portolan/config/saved_world.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include "json_out.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

Exit refuse(const Error& error, bool json) {
  if (json) {
    const Json answer{{"valid", false},         {"file", error.file}, {"line", error.line},
                      {"column", error.column}, {"key", error.key},   {"message", error.message}};
    std::cout << to_text(answer);
  }
  return bad_input(error);
}

// Reads all of a baked world.
Exit check_saved(const CheckOptions& options) {
  const Result<SavedWorld> saved = SavedWorld::open(options.scenario);
  if (!saved) return refuse(saved.error(), options.json);
  if (const auto fault = saved->check()) return refuse(*fault, options.json);
  if (options.json) {
    std::cout << to_text(Json{{"valid", true}, {"bytes", saved->file_bytes()}});
  } else {
    std::cout << options.scenario.string() << ": good; a baked world of " << grouped(saved->file_bytes())
              << " bytes\n";
  }
  return Exit::ok;
}

}  // namespace

Exit check(const CheckOptions& options) {
  if (is_saved_world(options.scenario)) return check_saved(options);
  const Result<ScenarioFile> scenario = read_scenario(options.scenario, {options.overrides});
  if (!scenario) return refuse(scenario.error(), options.json);
  const Result<World> world = build_world(*scenario);
  if (!world) return refuse(world.error(), options.json);
  const Result<std::vector<PlacedGroup>> groups = place_groups(*scenario, *world);
  if (!groups) return refuse(groups.error(), options.json);

  std::uint64_t agents = 0;
  for (const ScenarioGroup& group : scenario->groups) agents += static_cast<std::uint64_t>(group.count);
  const Extent extent = world->extent();
  if (options.json) {
    const Json answer{{"valid", true},           {"name", scenario->name},
                      {"width", extent.width},   {"height", extent.height},
                      {"layers", extent.layers}, {"groups", scenario->groups.size()},
                      {"agents", agents},        {"obstacles", scenario->obstacles.size()}};
    std::cout << to_text(answer);
  } else {
    std::cout << options.scenario.string() << ": good; " << extent.width << " x " << extent.height << ", "
              << scenario->groups.size() << " groups, " << grouped(agents) << " agents, "
              << scenario->obstacles.size() << " obstacles\n";
  }
  return Exit::ok;
}

}  // namespace portolan::tool
