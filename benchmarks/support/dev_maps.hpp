// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <baselines/reference_field.hpp>
#include <portolan/core/goal.hpp>

#include <support/bench_maps.hpp>

namespace portolan::bench {

/// One of the public grid maps.
struct DevMap {
  std::string set;
  std::string name;
  std::string file;  ///< below the folder with the public maps
};

/// Cities and game maps; what the goals for speed are about.
[[nodiscard]] inline bool is_game_or_city(const std::string& set) {
  static const char* const sets[] = {"sc1", "bg512", "dao", "da2", "wc3maps512", "cities"};
  return std::find(std::begin(sets), std::end(sets), set) != std::end(sets);
}

/// All maps whose set or name holds `filter`, sets together; empty when the folder is missing.
[[nodiscard]] inline std::vector<DevMap> dev_maps(const std::string& filter = {}) {
  std::vector<DevMap> maps;
  const std::filesystem::path root = data_file("movingai");
  if (!std::filesystem::exists(root)) return maps;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".map") continue;
    const std::filesystem::path inside = std::filesystem::relative(entry.path(), data_file(""));
    DevMap map{entry.path().parent_path().filename().string(), entry.path().stem().string(), inside.string()};
    if ((map.set + "/" + map.name).find(filter) != std::string::npos) maps.push_back(std::move(map));
  }
  std::sort(maps.begin(), maps.end(), [](const DevMap& a, const DevMap& b) {
    const bool game_a = is_game_or_city(a.set), game_b = is_game_or_city(b.set);
    return game_a != game_b ? game_a : a.file < b.file;
  });
  return maps;
}

[[nodiscard]] inline std::shared_ptr<const LoadedMap> load_or_throw(const MapSpec& spec) {
  auto loaded = load(spec);
  if (const auto* why = std::get_if<std::string>(&loaded)) throw std::runtime_error(*why);
  return std::get<0>(loaded);
}

/// Numbers that are the same with every standard library (SplitMix64, Steele, Lea, Flood 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<std::uint32_t>(((z ^ (z >> 31U)) >> 32U) * bound >> 32U);
  }
  Cell cell(Extent extent) {
    return {static_cast<std::int32_t>(below(static_cast<std::uint32_t>(extent.width))),
            static_cast<std::int32_t>(below(static_cast<std::uint32_t>(extent.height))), 0};
  }
  /// A passable cell; the map must have some.
  Cell passable_cell(GridView grid) {
    Cell c = cell(grid.extent());
    while (!grid.passable(c)) c = cell(grid.extent());
    return c;
  }

 private:
  std::uint64_t state_;
};

/// A goal, and how many cells have a way to it.
struct ReachedGoal {
  Goal goal;
  std::int64_t cells = 0;
};

/// The one of `tries` random goals that most cells can reach.
[[nodiscard]] inline ReachedGoal central_goal(GridView grid, std::uint64_t seed, int tries = 5) {
  Dice dice(seed);
  BucketDijkstra search;
  ReachedGoal best;
  for (int i = 0; i < tries; ++i) {
    const Goal goal{dice.passable_cell(grid)};
    search.run(grid, {&goal, 1});
    const ReferenceField field = search.field();
    const std::int64_t cells = std::count_if(field.units.begin(), field.units.end(),
                                             [](std::uint64_t units) { return units < unreachable.units; });
    if (cells > best.cells) best = {goal, cells};
  }
  return best;
}

}  // namespace portolan::bench
