// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <system_error>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/map_format.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/config/terrain.hpp>

#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// An error of several mistakes has a line for each: the first leads, and the others tell their own places.
Exit refuse(const Error& error, bool json) {
  if (json) {
    const Json answer{{"valid", false},
                      {"file", error.file},
                      {"line", error.line},
                      {"column", error.column},
                      {"key", error.key},
                      {"message", lines_of(error.message).front()},
                      {"messages", lines_of(error.text())}};
    std::cout << to_text(answer);
  }
  return bad_input(error);
}

Exit tell_good(const CheckOptions& options, std::string_view kind) {
  std::error_code ignored;
  const auto bytes = static_cast<std::uint64_t>(std::filesystem::file_size(options.scenario, ignored));
  if (options.json) {
    std::cout << to_text(Json{{"valid", true}, {"bytes", bytes}});
  } else {
    std::cout << shown(options.scenario) << ": good; " << kind << " of " << grouped(bytes) << " bytes\n";
  }
  return Exit::ok;
}

// Reads all of a file with a graph.
Exit check_graph(const CheckOptions& options, const detail::GraphFormat& format) {
  if (!options.overrides.empty()) return no_scenario_to_change(options.scenario);
  const Result<detail::GraphMap> map = format.read(options.scenario);
  return map ? tell_good(options, format.name) : refuse(map.error(), options.json);
}

// Reads all of a map file.
Exit check_map(const CheckOptions& options, const MapFormat& format) {
  if (!options.overrides.empty()) return no_scenario_to_change(options.scenario);
  MapReadOptions reading;
  reading.thorough = true;
  reading.raster.confined = options.confined;
  // What a cell costs is nobody's matter here: any character may stand in it.
  for (char c = ' ' + 1; c < 127; ++c) {
    if (!is_known_terrain(c)) reading.further_classes += c;
  }
  const Result<SimulationWorld> map = format.read(options.scenario, {}, reading);
  return map ? tell_good(options, format.name) : refuse(map.error(), options.json);
}

std::uint64_t agents_of(const Scenario& scenario) {
  std::uint64_t agents = 0;
  for (const ScenarioGroup& group : scenario.groups) agents += static_cast<std::uint64_t>(group.count);
  return agents;
}

Exit check_board(const ScenarioFile& scenario, const CheckOptions& options) {
  const Result<detail::BoardSimulation> ready = open_board_simulation(scenario);
  if (!ready) return refuse(ready.error(), options.json);
  const detail::Board& board = ready->board();
  const std::uint64_t agents = agents_of(scenario);
  const std::size_t edits = scenario.edits.size();
  if (options.json) {
    const Json answer{{"valid", true},
                      {"name", scenario.name},
                      {"shape", name(board.shape)},
                      {"vertices", board.size()},
                      {"width", board.extent.width},
                      {"height", board.extent.height},
                      {"layers", board.extent.layers},
                      {"groups", scenario.groups.size()},
                      {"agents", agents},
                      {"edits", edits}};
    std::cout << to_text(answer);
  } else {
    std::cout << shown(options.scenario) << ": good; " << grouped(board.size()) << ' ' << name(board.shape)
              << ", " << counted(scenario.groups.size(), "group") << ", " << counted(agents, "agent") << ", "
              << counted(edits, "edit") << '\n';
  }
  return Exit::ok;
}

}  // namespace

Exit check(const CheckOptions& options) {
  const InputKind kind = kind_of(options.scenario);
  if (kind.map != nullptr) return check_map(options, *kind.map);
  if (kind.graph != nullptr) return check_graph(options, *kind.graph);
  const Result<ScenarioFile> scenario = read_scenario(options.scenario, options.overrides, options.confined);
  if (!scenario) return refuse(scenario.error(), options.json);
  if (scenario->board_options.is_board()) return check_board(*scenario, options);
  if (scenario->streaming.enabled) {
    const Result<SimulationWorld> streamed = open_world(*scenario);
    if (!streamed) return refuse(streamed.error(), options.json);
  }
  const Result<World> world = build_world(*scenario);
  if (!world) return refuse(world.error(), options.json);
  const Result<std::vector<PlacedGroup>> groups = place_groups(*scenario, *world);
  if (!groups) return refuse(groups.error(), options.json);

  const std::uint64_t agents = agents_of(*scenario);
  const Extent extent = world->extent();
  if (options.json) {
    const Json answer{{"valid", true},           {"name", scenario->name},
                      {"width", extent.width},   {"height", extent.height},
                      {"layers", extent.layers}, {"groups", scenario->groups.size()},
                      {"agents", agents},        {"obstacles", scenario->obstacles.size()}};
    std::cout << to_text(answer);
  } else {
    std::cout << shown(options.scenario) << ": good; " << extent.width << " x " << extent.height << ", "
              << counted(scenario->groups.size(), "group") << ", " << counted(agents, "agent") << ", "
              << counted(scenario->obstacles.size(), "obstacle") << '\n';
  }
  return Exit::ok;
}

}  // namespace portolan::tool
