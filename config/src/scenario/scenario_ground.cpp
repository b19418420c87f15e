// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>
#include <variant>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/terrain.hpp>

#include "rasters/raster_source.hpp"
#include "scenario_sections.hpp"

// Sections about the ground: map, terrain, profiles, links, hierarchy.
namespace portolan::detail {

namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

void read_file_source(YamlMapping& map, MapSource& source, bool chosen) {
  std::string name;
  map.text({"file", "map file of any format, relative to the scenario's folder"}, name);
  RasterOptions raster;
  read_raster_classes(map, raster.classes);
  map.number(
      {"cell_size", "of a height map: side of a cell, in the unit of the heights; 0: its own YAML tells"},
      raster.cell_size, 0, 1e6);
  map.number({"steepest",
              "of a height map: rise over run above which a cell is a wall; up to it costs go from 1 to 9"},
             raster.steepest, 0.001, 1000);
  for (const std::string_view key : {"classes", "cell_size", "steepest"})
    map.goes_with(key, {"file"}, "`file`");
  if (!chosen || name.empty()) return;
  const ValueReader value = map.at("file");
  raster.confined = value.origin().confined;
  if (const auto path = named_file(value, name, "map")) source = {*path, value.mark(), std::move(raster)};
}

void read_drawing_source(YamlMapping& map, MapSource& source, bool chosen) {
  std::string text;
  map.text(
      {"ascii",
       "map drawn as text, a line per row: `.` ground, `#` wall, `1` to `9` ground of that cost, and the "
       "other terrain classes"},
      text);
  if (chosen) source = {text, map.at("ascii").mark()};
}

void read_generated_source(YamlMapping& map, MapSource& source, bool chosen) {
  GenerateOptions options;
  map.map({"generate", "map made from a seed"}, [&](YamlMapping& keys) {
    keys.choice(required("kind", "kind of map"), options.kind, map_kind_names);
    keys.integer({"width", "cells from left to right"}, options.width, 4, 16384);
    keys.integer({"height", "cells from top to bottom"}, options.height, 4, 16384);
    keys.integer({"seed", "equal seeds give equal maps"}, options.seed, 0, no_limit);
    keys.integer(
        {"scale",
         "size of islands, city blocks, caverns, lanes, rooms or boxes in cells; 0: as the kind likes"},
        options.scale, 0, 4096);
    keys.integer({"fill", "percent of islands, caves and boxes that is blocked; 0: as the kind likes"},
                 options.fill, 0, 90);
    const bool uses_fill =
        options.kind == MapKind::islands || options.kind == MapKind::caves || options.kind == MapKind::boxes;
    if (!uses_fill) keys.goes_with("fill", {}, "`kind: islands`, `caves` or `boxes`");
  });
  if (chosen) source = {options, map.at("generate").mark()};
}

// One layer: a file, a drawing, or a generated map.
void read_source(YamlMapping& map, std::optional<std::size_t> which, std::vector<MapSource>& layers) {
  MapSource source;
  read_file_source(map, source, which == 0);
  read_drawing_source(map, source, which == 1);
  read_generated_source(map, source, which == 2);
  if (which && *which < 3) layers.push_back(std::move(source));
}

// A file of a format that holds a graph is a board.
void note_graph_file(ScenarioFile& scenario) {
  if (scenario.layers.size() != 1) return;
  const auto* const file = std::get_if<std::filesystem::path>(&scenario.layers.front().from);
  scenario.board_options.is_graph_file = file != nullptr && graph_format_of(*file) != nullptr;
}

std::optional<TerrainId> read_class(const std::string& name, const ValueReader& value) {
  const auto id = terrain_class(name);
  if (id) return id;
  std::vector<std::string> known;
  known.reserve(std::size(terrain_names));
  for (const auto& known_class : terrain_names) known.emplace_back(known_class.second);
  const auto near = nearest(name, known);
  value.fail("expected a terrain class, found '" + name.substr(0, 60) + "'; " +
             (near ? "did you mean '" + *near + "'?"
                   : "name one of ground, grass, swamp, water, tree, out_of_bounds, wall, or a character of "
                     "the map"));
  return std::nullopt;
}

}  // namespace

void read_map_section(YamlMapping& root, ScenarioFile& scenario) {
  root.map(required("map", "where the map comes from: exactly one of file, ascii, generate, layers"),
           [&](YamlMapping& map) {
             constexpr std::array<std::string_view, 4> sources{"file", "ascii", "generate", "layers"};
             const auto which = map.only_one(sources);
             read_source(map, which, scenario.layers);
             map.list(
                 {"layers", "floors of one size, each from file, ascii or generate; the first is layer 0"}, 1,
                 64, [&](const ValueReader& entry) {
                   if (!entry.describing() && which != 3) return;
                   entry.map([&](YamlMapping& layer) {
                     read_source(layer, layer.only_one(std::span(sources).first(3)), scenario.layers);
                   });
                 });
             note_graph_file(scenario);
             read_board_shape(map, scenario.board_options);
           });
}

void read_terrain(YamlMapping& map, const YamlKey& wanted, std::vector<std::pair<TerrainId, Cost>>& costs) {
  map.names(wanted, [&](const std::string& name, const ValueReader& value) {
    if (value.describing()) {
      value.state(
          KeyRecord::Shape::cost, "1 to 254, or impassable",
          "1 for ground, grass and swamp, n for the digit n, else impassable",
          "cost of a class: ground, grass, swamp, water, tree, out_of_bounds, wall, or a map character");
      return;
    }
    const auto id = read_class(name, value);
    const auto cost = value.cost();
    const auto is_same = [&](const auto& other) { return id && other.first == *id; };
    if (std::any_of(costs.begin(), costs.end(), is_same))
      value.fail("the class has a cost already, under another name; keep one");
    if (id && cost) costs.emplace_back(*id, *cost);
  });
}

void read_profiles(YamlMapping& root, std::vector<ProfileText>& profiles) {
  root.names({"profiles", "kinds of agent by name; `default` is there without being named"},
             [&](const std::string& name, const ValueReader& value) {
               ProfileText profile;
               profile.name = name;
               value.map([&](YamlMapping& keys) {
                 read_terrain(keys, {"terrain", "costs that differ from those of the scenario's `terrain`"},
                              profile.costs);
                 keys.integer({"clearance",
                               "cells free around the agent, itself included: 1 is the cell alone, 2 the "
                               "3 by 3 block around it"},
                              profile.clearance, 1, 32);
               });
               if (profiles.size() == 16) value.fail("expected at most 16 profiles, found more");
               profiles.push_back(std::move(profile));
             });
}

namespace {

// Of two links between the same cells only the cheaper one would ever be taken.
void check_twins(const YamlMapping& root, const ScenarioFile& scenario) {
  std::map<std::pair<Cell, Cell>, std::size_t> first;
  for (std::size_t i = 0; i < scenario.links.size(); ++i) {
    const Link& link = scenario.links[i];
    const std::size_t twin = first.try_emplace({link.from, link.to}, i).first->second;
    if (scenario.links[twin].cost == link.cost) continue;
    root.here().report(scenario.link_marks[i].with(
        "costs " + std::to_string(link.cost) + ", and " + scenario.link_marks[twin].key +
        " between the same cells costs " + std::to_string(scenario.links[twin].cost) + "; keep one"));
    return;
  }
}

}  // namespace

void read_links(YamlMapping& root, ScenarioFile& scenario) {
  root.list({"links", "stairs, bridge heads, drops, teleporters: edges between two cells"}, 0, 20000,
            [&](const ValueReader& entry) {
              // Of ends that cannot be read no more is said.
              Link link{{-1, 0, 0}, {-1, 0, 0}};
              bool both_ways = true;
              entry.map([&](YamlMapping& keys) {
                keys.cell(required("from", "cell where the link begins"), link.from);
                keys.cell(required("to", "cell where the link ends"), link.to);
                keys.integer({"cost", "units; a straight step on cost 1 is 24"}, link.cost, 1, 1'000'000);
                keys.flag({"both_ways", "false: a one-way drop"}, both_ways);
              });
              if (entry.describing() || link.from.x < 0 || link.to.x < 0) return;
              if (link.from == link.to) return entry.fail("leads from a cell to itself; name another `to`");
              scenario.links.push_back(link);
              scenario.link_marks.push_back(entry.mark());
              if (!both_ways) return;
              scenario.links.push_back({link.to, link.from, link.cost});
              scenario.link_marks.push_back(entry.mark());
            });
  if (!root.describing()) check_twins(root, scenario);
}

void read_hierarchy(YamlMapping& root, Scenario& scenario) {
  root.map({"hierarchy", "how the map is cut up and searched"}, [&](YamlMapping& keys) {
    constexpr std::array<std::int64_t, 3> sides{8, 16, 32};
    constexpr std::array<std::string_view, 4> levels{"auto", "1", "2", "3"};
    keys.one_of({"sector_size", "side of a sector in cells"}, scenario.hierarchy.sector_size, sides,
                "larger areas are what levels are for");
    keys.integer({"portal_width", "no portal is wider, in cells"}, scenario.hierarchy.portal_width, 1, 32);
    keys.choice({"levels", "levels of the portal graph; auto: as many as the map needs"},
                scenario.hierarchy.levels, levels);
    keys.choice({"quality",
                 "sectors that a plan may use: those on the abstract path, some rings more, so many that the "
                 "bound holds, or all that could matter"},
                scenario.order.quality.kind, quality_names);
    keys.integer({"widen", "rings of sectors around the path, for quality `widened`"},
                 scenario.order.quality.rings, 1, 64);
    keys.number({"epsilon", "quality `bounded`: at most 1 + epsilon times the optimum"},
                scenario.order.quality.epsilon, 0, 10);
    keys.goes_with("widen", {"quality"}, "`quality: widened`");
    keys.goes_with("epsilon", {"quality"}, "`quality: bounded`");
    keys.integer(
        {"cache_mb",
         "for groups with `follow: path`: plans and fields kept for those who set out near and to the "
         "same goal, in MB; the least recently used go first"},
        scenario.cache_mb, 0, 1'000'000);
    keys.integer({"threads", "threads that build and move; results do not depend on it"}, scenario.threads, 1,
                 256);
  });
}

}  // namespace portolan::detail
