// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include <portolan/config/terrain.hpp>

#include "boards/board_verbs.hpp"
#include "components.hpp"
#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

struct TerrainCount {
  TerrainId id = 0;
  std::string name;
  std::uint64_t cells = 0;
  Cost cost = impassable;
};

std::vector<TerrainCount> count_terrain(const World& world, const Profile& profile) {
  std::array<std::uint64_t, 256> cells{};
  const Extent extent = world.extent();
  for (int layer = 0; layer < extent.layers; ++layer) {
    for (int y = 0; y < extent.height; ++y) {
      for (int x = 0; x < extent.width; ++x) ++cells[world.terrain({x, y, layer})];
    }
  }
  std::vector<TerrainCount> counts;
  for (std::size_t id = 0; id < cells.size(); ++id) {
    if (cells[id] == 0) continue;
    counts.push_back(
        {static_cast<TerrainId>(id), terrain_name(static_cast<TerrainId>(id)), cells[id], profile.cost[id]});
  }
  return counts;
}

struct Facts {
  std::optional<MapFrame> frame;  // of an image with its YAML
  Extent extent;
  std::uint64_t passable = 0;
  Components components;
  std::vector<TerrainCount> terrain;
  std::uint64_t sectors = 0;
  std::vector<std::uint64_t> portals;  // per level
  double build_ms = 0;
  std::size_t world_bytes = 0;
  std::size_t hierarchy_bytes = 0;

  [[nodiscard]] double bytes_per_cell() const {
    return static_cast<double>(world_bytes + hierarchy_bytes) / static_cast<double>(extent.cell_count());
  }
};

Facts gather(const MapAtHand& map, const MapOptions& options) {
  Facts facts;
  const auto frame = read_map_frame(options.file);
  if (frame) facts.frame = *frame;
  facts.extent = map.world.extent();
  facts.passable = count_passable(map.grid());
  facts.components = components_of(map.grid());
  facts.terrain = count_terrain(map.world, options.profile);
  const auto begin = std::chrono::steady_clock::now();
  const Hierarchy hierarchy = build_hierarchy(map, options);
  facts.build_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  facts.sectors = hierarchy.sectors().tile_count();
  for (std::size_t level = 0; level < hierarchy.level_count(); ++level) {
    facts.portals.push_back(hierarchy.graph(level).size());
  }
  facts.world_bytes = map.world.memory_bytes();
  facts.hierarchy_bytes = hierarchy.memory_bytes();
  return facts;
}

Json json_of(const Facts& facts, const MapOptions& options) {
  Json terrain = Json::array();
  for (const TerrainCount& count : facts.terrain) {
    terrain.push_back({{"character", std::string(1, static_cast<char>(count.id))},
                       {"name", count.name},
                       {"cells", count.cells},
                       {"cost", count.cost == impassable ? Json() : Json(count.cost)}});
  }
  Json frame;
  if (facts.frame) {
    frame = {{"resolution", facts.frame->resolution},
             {"origin", {facts.frame->origin.x, facts.frame->origin.y}},
             {"yaw", facts.frame->yaw}};
  }
  return {{"file", options.file.string()},
          {"frame", frame},
          {"width", facts.extent.width},
          {"height", facts.extent.height},
          {"layers", facts.extent.layers},
          {"cells", facts.extent.cell_count()},
          {"passable", facts.passable},
          {"components", facts.components.count},
          {"largest_component", facts.components.largest},
          {"terrain", terrain},
          {"sector_size", options.sector_size},
          {"sectors", facts.sectors},
          {"portals", facts.portals},
          {"build_ms", facts.build_ms},
          {"world_bytes", facts.world_bytes},
          {"hierarchy_bytes", facts.hierarchy_bytes},
          {"bytes_per_cell", facts.bytes_per_cell()}};
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole == 0 ? 1 : whole), 1) + " %";
}

void print(const Facts& facts, const MapOptions& options) {
  const std::uint64_t cells = facts.extent.cell_count();
  std::cout << shown(options.file) << '\n'
            << "  size        " << facts.extent.width << " x " << facts.extent.height << ", "
            << counted(cells, "cell") << '\n'
            << "  passable    " << grouped(facts.passable) << " (" << percent(facts.passable, cells) << ")\n"
            << "  components  " << grouped(facts.components.count) << ", the largest "
            << counted(facts.components.largest, "cell") << " ("
            << percent(facts.components.largest, facts.passable) << " of what is passable)\n";
  if (facts.frame) {
    std::cout << "  frame       " << facts.frame->resolution << " m a cell, lower left corner at ("
              << facts.frame->origin.x << ", " << facts.frame->origin.y << ") m, turned by "
              << facts.frame->yaw << '\n';
  }
  for (const TerrainCount& count : facts.terrain) {
    std::cout << "  terrain " << static_cast<char>(count.id) << "   " << left(count.name, 14)
              << right(grouped(count.cells), 12) << "  "
              << (count.cost == impassable ? "impassable" : "cost " + std::to_string(count.cost)) << '\n';
  }
  std::cout << "  sectors     " << grouped(facts.sectors) << " of " << options.sector_size << " x "
            << options.sector_size << '\n';
  for (std::size_t level = 0; level < facts.portals.size(); ++level) {
    std::cout << "  portals     " << grouped(facts.portals[level]) << " on level " << level << '\n';
  }
  std::cout << "  built in    " << fixed(facts.build_ms, 1) << " ms\n"
            << "  memory      map " << grouped(facts.world_bytes) << " bytes, hierarchy "
            << grouped(facts.hierarchy_bytes) << " bytes; together " << fixed(facts.bytes_per_cell(), 2)
            << " per cell\n";
}

}  // namespace

Exit info(const InfoOptions& options) {
  if (const auto* const format = detail::graph_format_of(options.map.file))
    return board_info(options, *format);
  const Result<MapAtHand> map = open_map(options.map);
  if (!map) return bad_input(map.error());
  const Facts facts = gather(*map, options.map);
  if (options.json) {
    std::cout << to_text(json_of(facts, options.map));
  } else {
    print(facts, options.map);
  }
  return Exit::ok;
}

}  // namespace portolan::tool
