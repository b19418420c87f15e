// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "map_at_hand.hpp"

#include <system_error>
#include <utility>

#include <portolan/config/map_formats.hpp>
#include <portolan/config/terrain.hpp>

#include "terminal.hpp"

namespace portolan::tool {

std::string_view InputKind::format() const {
  if (map != nullptr) return map->name;
  return graph != nullptr ? graph->name : std::string_view();
}

// A comment with commas in a scenario may look like a map of Wesnoth, so that its name counts before that,
// and a name without an ending is one of a scenario, too.
InputKind kind_of(const std::filesystem::path& file) {
  if (const MapFormat* const map = map_format_of(file)) return {map};
  const auto ending = file.extension();
  if (ending == ".yaml" || ending == ".yml") return {nullptr, nullptr, true};
  if (ending.empty()) return {};
  return {nullptr, detail::graph_format_of(file)};
}

Result<MapAtHand> open_map(const MapOptions& options) {
  MapReadOptions reading;
  reading.raster = options.raster;
  // A class that the command line gives a cost may stand in the map.
  for (int c = ' ' + 1; c < 127; ++c) {
    const auto letter = static_cast<char>(c);
    if (options.profile.cost[static_cast<TerrainId>(c)] != impassable && !is_known_terrain(letter)) {
      reading.further_classes += letter;
    }
  }
  Result<SimulationWorld> map = open_map_file(options.file, {&options.profile, 1}, reading);
  std::error_code ignored;
  if (!map && kind_of(options.file).is_scenario && std::filesystem::is_regular_file(options.file, ignored))
    return Error{
        options.file.string(), 0, 0, "",
        "is taken for a scenario, because its name says so and it begins with no key of an image or a "
        "mesh; name the map that is in it, or use 'portolan check', 'run' or 'bake'"};
  if (!map) return map.error();
  return MapAtHand{std::move(map->world), ProfileId{0}, std::move(map->baked)};
}

Hierarchy build_hierarchy(const MapAtHand& map, const MapOptions& options) {
  Progress progress("hierarchy");
  HierarchyOptions wanted;
  wanted.sector_size = options.sector_size;
  wanted.portal_width = options.portal_width;
  wanted.progress = [&progress](double fraction) { progress.update(fraction); };
  if (map.baked) {
    auto baked = map.baked->hierarchy(map.world, map.profile, wanted);
    if (baked) return std::move(*baked);
  }
  return Hierarchy(map.world, map.profile, wanted);
}

std::size_t resident_bytes(const World& world, const Hierarchy& hierarchy) {
  return world.memory_bytes() + hierarchy.memory_bytes();
}

std::uint64_t count_passable(const GridView& grid) {
  const Extent extent = grid.extent();
  std::uint64_t count = 0;
  for (int layer = 0; layer < extent.layers; ++layer) {
    for (int y = 0; y < extent.height; ++y) {
      for (int x = 0; x < extent.width; ++x) count += grid.cost({x, y, layer}) != impassable ? 1 : 0;
    }
  }
  return count;
}

std::string terrain_name(TerrainId id) {
  for (const auto& [known, name] : terrain_names) {
    if (known == id) return std::string(name);
  }
  return std::string(1, static_cast<char>(id));
}

std::string text_of(const Extent& extent) {
  return std::to_string(extent.width) + " x " + std::to_string(extent.height) + " with " +
         counted(static_cast<std::uint64_t>(extent.layers), "layer");
}

std::string text_of(Cell c) {
  std::string text = std::to_string(c.x) + "," + std::to_string(c.y);
  if (c.layer != 0) text += "," + std::to_string(c.layer);
  return text;
}

}  // namespace portolan::tool
