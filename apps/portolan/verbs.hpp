// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <portolan/config/detail/raster_options.hpp>
#include <portolan/config/generate.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/hierarchy/plan.hpp>

// The verbs of the tool, one source file each. What they are told is typed and complete: main.cpp alone knows
// the command line.
namespace portolan::tool {

/// How the tool ends.
enum class Exit : std::uint8_t {
  ok = 0,
  not_met = 1,    ///< no path, or an expectation that does not hold
  bad_usage = 2,  ///< the command line
  bad_input = 3,  ///< a file that cannot be read, is wrong, or cannot be written
};

struct MapOptions {
  std::filesystem::path file;
  Profile profile;
  int sector_size = 32;
  int portal_width = 8;
  RasterOptions raster{};
};

struct RunOptions {
  std::filesystem::path scenario;
  std::vector<std::string> overrides;
  bool confined = false;         ///< the scenario may name files of its folder alone
  std::filesystem::path out;     ///< folder; empty: no files
  std::int64_t frames = 0;       ///< ticks between two pictures; 0: none but the last
  std::filesystem::path trace;   ///< file for trace viewers; empty: none
  std::filesystem::path tracks;  ///< file for positions; empty: none
  bool watch = false;            ///< shown in the terminal as it goes on
  bool replay = true;            ///< with a folder: a page that plays the run
  bool json = false;
};
Exit run(const RunOptions& options);

struct PlanOptions {
  MapOptions map;
  Cell from;
  Cell to;
  QualityGoal quality;
  std::filesystem::path png;                    ///< empty: no picture
  std::filesystem::path distances, directions;  ///< arrays of the field; empty: none
  bool json = false;
};
Exit plan(const PlanOptions& options);

struct RenderOptions {
  MapOptions map;
  std::filesystem::path out;      ///< .svg, or else a PNG
  Rect area;                      ///< without width: the whole layer
  int zoom = 0;                   ///< pixels to a cell; 0: what fits a screen
  std::vector<std::string> show;  ///< layers of the picture; none: what suits
  static constexpr Cell none{-1, -1, std::numeric_limits<std::int32_t>::min()};
  Cell from = none;
  Cell to = none;
  std::int64_t use = 0;  ///< paths of random queries that are counted
  std::uint64_t seed = 1;
  QualityGoal quality;

  [[nodiscard]] bool has_query() const { return from != none; }
};
Exit render(const RenderOptions& options);

struct CompareOptions {
  MapOptions map;
  std::filesystem::path scen;          ///< empty: random queries
  std::int64_t queries = -1;           ///< -1: all of the file, or 200 random ones
  std::int64_t baseline_queries = -1;  ///< -1: as many as take about ten seconds
  std::int64_t edits = 0;              ///< random edits of the map before the queries
  std::uint64_t seed = 1;
  QualityGoal quality;
  std::filesystem::path html;  ///< a page of charts; empty: none
  bool json = false;
};
Exit compare(const CompareOptions& options);

struct InfoOptions {
  MapOptions map;
  bool json = false;
};
Exit info(const InfoOptions& options);

struct CheckOptions {
  std::filesystem::path scenario;
  std::vector<std::string> overrides;
  bool confined = false;  ///< the scenario may name files of its folder alone
  bool json = false;
};
Exit check(const CheckOptions& options);

struct BakeOptions {
  MapOptions map;       ///< a scenario's file goes here too
  std::string of_maps;  ///< an option that was given, and means nothing to a scenario; empty: none
  std::vector<std::string> overrides;
  std::filesystem::path out;
  bool json = false;
};
Exit bake(const BakeOptions& options);

struct GenerateVerbOptions {
  GenerateOptions map;
  std::filesystem::path out;
  bool json = false;
};
Exit generate(const GenerateVerbOptions& options);

}  // namespace portolan::tool
