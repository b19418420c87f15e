// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <portolan/config/terrain.hpp>

#include "values.hpp"
#include "verbs.hpp"

// Options that several verbs take. For main.cpp alone: to compile CLI11 takes long.
namespace portolan::tool {

// An option of numbers with commas between them.
template <class Value>
CLI::Option* add_value(CLI::App& verb, const std::string& flag, Value& value,
                       std::optional<Value> (*parse)(std::string_view), const std::string& what,
                       const std::string& help, const std::string& type) {
  return verb
      .add_option_function<std::string>(
          flag,
          [&value, flag, parse, what](const std::string& text) {
            const auto parsed = parse(text);
            if (!parsed) throw CLI::ValidationError(flag, "'" + text + "' is " + what);
            value = *parsed;
          },
          help)
      ->type_name(type);
}

inline CLI::Option* add_cell(CLI::App& verb, const std::string& flag, Cell& cell, const std::string& help) {
  return add_value(verb, flag, cell, parse_cell, "no cell; write x,y or x,y,layer, for example 12,3", help,
                   "X,Y");
}

// What images and arrays mean.
inline void add_raster(CLI::App& verb, RasterOptions& raster) {
  verb.add_option_function<std::vector<std::string>>(
          "--class",
          [&raster](const std::vector<std::string>& pairs) {
            for (const std::string& pair : pairs) {
              if (add_class(raster, pair)) continue;
              throw CLI::ValidationError("--class", "'" + pair +
                                                        "' is no class; write NUMBER=TERRAIN, for example "
                                                        "2=water, or NUMBER=1..9, a cost");
            }
          },
          "Terrain that a number of an image or array stands for; may be given again")
      ->type_name("N=TERRAIN")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--cell-size", raster.cell_size, "Of a height map: side of a cell, in the unit of heights")
      ->type_name("S")
      ->check(CLI::Range(1e-6, 1e6));
  verb.add_option("--steepest", raster.steepest,
                  "Of a height map: rise over run that is a wall from there on")
      ->type_name("R")
      ->check(CLI::Range(0.001, 1000.0))
      ->capture_default_str();
}

inline void add_hierarchy(CLI::App& verb, MapOptions& map) {
  map.profile = default_profile();
  verb.add_option_function<std::vector<std::string>>(
          "--cost",
          [&map](const std::vector<std::string>& pairs) {
            for (const std::string& pair : pairs) {
              const std::string wrong = set_cost(map.profile, pair);
              if (!wrong.empty()) throw CLI::ValidationError("--cost", wrong);
            }
          },
          "Cost of a terrain class, by name or map character: 1 to 254, or impassable; may be given again")
      ->type_name("TERRAIN=N")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--sector-size", map.sector_size, "Side of a sector in cells")
      ->check(CLI::IsMember({8, 16, 32}))
      ->capture_default_str();
  verb.add_option("--portal-width", map.portal_width, "Widest portal in cells")
      ->check(CLI::Range(1, 32))
      ->capture_default_str();
  add_raster(verb, map.raster);
}

inline constexpr const char* map_help =
    "Map file: .map, .map.xz, a baked world, an image, its YAML, .npy, .ldtk; for info, plan and compare "
    "also "
    ".tmx, Wesnoth's, .gr (docs/howto/formats.md)";

inline void add_map(CLI::App& verb, MapOptions& map) {
  verb.add_option("-m,--map", map.file, map_help)->type_name("FILE")->required();
  add_hierarchy(verb, map);
}

inline void add_clearance(CLI::App& verb, Profile& profile) {
  verb.add_option("--clearance", profile.clearance,
                  "Cells free around the agent, its own included: 2 is the 3 by 3 block around it")
      ->type_name("N")
      ->check(CLI::Range(1, 32))
      ->capture_default_str();
}

// An option that takes one of some names. CLI11's own transformer would show the values of the enumeration
// where a name is not known, which are control characters.
template <class Value>
CLI::Option* add_choice(CLI::App& verb, const std::string& flag, Value& target,
                        std::span<const std::string_view> names, const std::string& help) {
  return verb
      .add_option_function<std::string>(
          flag,
          [&target, flag, names](const std::string& text) {
            const auto found = std::find(names.begin(), names.end(), text);
            std::string known;
            for (const std::string_view name : names)
              known += (known.empty() ? "" : ", ") + std::string(name);
            if (found == names.end())
              throw CLI::ValidationError(flag, "'" + text + "' is not known; expected one of " + known);
            target = static_cast<Value>(found - names.begin());
          },
          help)
      ->type_name("NAME");
}

template <class Options>
inline void add_quality(CLI::App& verb, Options& options) {
  CLI::Option* const quality = add_choice(verb, "--quality", options.quality.kind, quality_names,
                                          "How near to the optimum: path, widened, bounded or exact")
                                   ->default_str("path");
  verb.add_option("--widen", options.quality.rings, "Rings of sectors, for --quality widened")
      ->check(CLI::Range(1, 64))
      ->needs(quality)
      ->capture_default_str();
  verb.add_option("--epsilon", options.quality.epsilon,
                  "Allowed excess over the optimum, for --quality bounded")
      ->check(check_epsilon)
      ->needs(quality)
      ->capture_default_str();
}

inline void add_json(CLI::App& verb, bool& json) {
  verb.add_flag("--json", json, "Print the answer as one JSON object (docs/tool.md)");
}

inline void add_scenario(CLI::App& verb, std::filesystem::path& scenario, std::vector<std::string>& overrides,
                         bool& confined) {
  verb.add_option("SCENARIO", scenario, "Scenario file (docs/scenario.md)")->type_name("FILE")->required();
  verb.add_option("--set", overrides, "Change a key of the scenario, lists by index; may be given again")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_flag("--confined", confined, "Refuse a scenario that names files outside its folder");
}

}  // namespace portolan::tool
