// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <portolan/config/detail/map_source.hpp>
#include <portolan/config/map_formats.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/config/terrain.hpp>

#include "formats/terrain_sink.hpp"

namespace portolan {

namespace {

// The drawing's rows are counted from its own first line: YAML takes the indentation away, and with it the
// columns.
Error in_drawing(const Error& where, const Error& error) {
  std::string place;
  if (error.line > 0) place = "row " + std::to_string(error.line);
  if (error.column > 0) place += ", column " + std::to_string(error.column);
  return where.with(place.empty() ? error.message : place + " of the drawing: " + error.message);
}

std::string size_text(const Extent& extent) {
  return std::to_string(extent.width) + " x " + std::to_string(extent.height);
}

void copy_layer(const World& from, World& to, std::int32_t layer) {
  detail::TerrainSink sink(to, layer);
  for (std::int32_t y = 0; y < from.extent().height; ++y) {
    TerrainId* const row = sink.row();
    for (std::int32_t x = 0; x < from.extent().width; ++x) row[x] = from.terrain({x, y, 0});
    sink.push();
  }
}

Result<World> load_layers(const ScenarioFile& scenario) {
  MapReadOptions options;
  options.further_classes = scenario.further_classes;
  Result<World> first = load_map(scenario.layers.front(), options);
  if (!first.ok() || scenario.layers.size() == 1) return first;
  Extent extent = first->extent();
  extent.layers = static_cast<std::int32_t>(scenario.layers.size());
  if (extent.cell_count() > options.max_cells) {
    return scenario.layers.front().where.with("all layers together have more than " +
                                              std::to_string(options.max_cells) + " cells; use smaller ones");
  }
  World world(extent, terrain::out_of_bounds);
  copy_layer(*first, world, 0);
  for (std::int32_t layer = 1; layer < extent.layers; ++layer) {
    const MapSource& source = scenario.layers[static_cast<std::size_t>(layer)];
    const Result<World> loaded = load_map(source, options);
    if (!loaded.ok()) return loaded.error();
    if (loaded->extent() != first->extent()) {
      return source.where.with("expected a layer of " + size_text(extent) + " cells as the first, found " +
                               size_text(loaded->extent()));
    }
    copy_layer(*loaded, world, layer);
  }
  world.commit();
  return world;
}

std::string shown(Cell c) {
  return "cell [" + std::to_string(c.x) + ", " + std::to_string(c.y) + ", " + std::to_string(c.layer) + "]";
}

// What is wrong with an end of a link; empty: nothing.
std::string end_fault(Cell c, const ScenarioFile& scenario, const World& world) {
  if (!world.contains(c)) {
    return shown(c) + " lies outside the map of " + size_text(world.extent()) + " cells" +
           (world.extent().layers > 1 ? " and " + std::to_string(world.extent().layers) + " layers" : "") +
           "; move it inside";
  }
  const TerrainId ground = world.terrain(c);
  const bool closed = std::all_of(scenario.profiles.begin(), scenario.profiles.end(),
                                  [&](const Profile& p) { return p.cost[ground] == impassable; });
  return closed ? shown(c) + " is impassable for every profile, so nobody can take the link; move it" : "";
}

// A link that leads both ways is one entry of the file, and told of once.
std::vector<Error> check_links(const ScenarioFile& scenario, const World& world) {
  std::vector<Error> faults;
  for (std::size_t i = 0; i < scenario.links.size(); ++i) {
    const Error& mark = scenario.link_marks[i];
    if (!faults.empty() && faults.back().key == mark.key) continue;
    std::string fault = end_fault(scenario.links[i].from, scenario, world);
    if (fault.empty()) fault = end_fault(scenario.links[i].to, scenario, world);
    if (!fault.empty()) faults.push_back(mark.with(std::move(fault)));
  }
  return faults;
}

}  // namespace

Result<World> load_map(const MapSource& source, const MapReadOptions& options) {
  if (const auto* const file = std::get_if<std::filesystem::path>(&source.from)) {
    // Whatever the scenario's profiles are, their costs are made from all of the terrain.
    MapReadOptions all = options;
    all.thorough = true;
    all.raster = source.raster;
    Result<SimulationWorld> map = open_map_file(*file, {}, all);
    if (!map.ok()) return map.error();
    return std::move(map->world);
  }
  if (const auto* const generated = std::get_if<GenerateOptions>(&source.from)) {
    const std::int64_t cells = std::int64_t{generated->width} * generated->height;
    if (cells > static_cast<std::int64_t>(options.max_cells)) {
      return source.where.with("has " + std::to_string(cells) + " cells, and at most " +
                               std::to_string(options.max_cells) + " are taken here; make it smaller");
    }
    Result<World> world = generate_map(*generated);
    return world.ok() ? std::move(world)
                      : source.where.with(world.error().key + ": " + world.error().message);
  }
  Result<World> world = parse_drawing(std::get<std::string>(source.from), source.where.file, options);
  return world.ok() ? std::move(world) : in_drawing(source.where, world.error());
}

Result<World> build_world(const ScenarioFile& scenario) {
  if (scenario.board_options.is_board())
    return Error{scenario.file, 0, 0, "map", "is a board, and no world of squares"};
  Result<World> world = load_layers(scenario);
  if (!world.ok()) return world;
  std::vector<Error> faults = check_links(scenario, *world);
  for (const Link& link : scenario.links) {
    if (world->contains(link.from) && world->contains(link.to)) world->add_link(link);
  }
  for (Error& fault : check_obstacles(scenario, *world)) faults.push_back(std::move(fault));
  for (const Profile& profile : scenario.profiles) world->add_profile(profile);
  world->commit();
  if (faults.empty()) return world;
  // So that all that the map shows to be wrong is told at once.
  place_groups(scenario, *world, faults);
  return joined(std::move(faults), scenario.file);
}

}  // namespace portolan
