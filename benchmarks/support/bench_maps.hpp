// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <portolan/config/generate.hpp>
#include <portolan/config/map_file.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/core/world.hpp>

namespace portolan::bench {

/// Where a map of the benchmarks comes from.
struct MapSpec {
  std::string name;
  std::variant<GenerateOptions, std::string> from;  ///< or a file below the folder with the public maps
  bool weighted = false;  ///< grass, swamp, water and trees can be walked on, at costs of 2, 4, 9 and 3
};

struct LoadedMap {
  World world;
  ProfileId profile;

  [[nodiscard]] GridView view() const { return world.view(profile); }
};

inline std::filesystem::path data_file(const std::string& relative) {
  const char* const named = std::getenv("PORTOLAN_DATA_DIR");
  return std::filesystem::path(named != nullptr ? named : PORTOLAN_DATA_DIR) / relative;
}

inline Profile bench_profile(bool weighted) {
  Profile profile = default_profile();
  if (!weighted) return profile;
  profile.cost[terrain::grass] = 2;
  profile.cost[terrain::swamp] = 4;
  profile.cost[terrain::water] = 9;
  profile.cost[terrain::tree] = 3;
  return profile;
}

/// The map, or why there is none.
inline std::variant<std::shared_ptr<const LoadedMap>, std::string> load(const MapSpec& spec) {
  const auto* file = std::get_if<std::string>(&spec.from);
  if (file != nullptr && !std::filesystem::exists(data_file(*file))) {
    return data_file(*file).string() +
           " is not there; set PORTOLAN_DATA_DIR to the folder with the public maps";
  }
  Result<World> world =
      file != nullptr ? read_map(data_file(*file)) : generate_map(std::get<GenerateOptions>(spec.from));
  if (!world.ok()) return world.error().text();
  auto loaded = std::make_shared<LoadedMap>(LoadedMap{std::move(world).value(), {}});
  loaded->profile = loaded->world.add_profile(bench_profile(spec.weighted));
  loaded->world.commit();
  return std::shared_ptr<const LoadedMap>(std::move(loaded));
}

/// Generated maps first, so that there is something to measure everywhere.
inline std::vector<MapSpec> standard_maps() {
  return {
      {"boxes_1024", GenerateOptions{MapKind::boxes, 1024, 1024, 1, 0, 0}},
      {"islands_1024_weighted", GenerateOptions{MapKind::islands, 1024, 1024, 1, 0, 0}, true},
      {"Berlin_0_1024", "movingai/cities/Berlin_0_1024.map"},
      {"TheFrozenSea", "movingai/sc1/TheFrozenSea.map"},
      {"AR0700SR", "movingai/bg512/AR0700SR.map"},
      {"orz900d", "movingai/dao/orz900d.map"},
      {"maze512-1-0", "movingai/mazes/maze512-1-0.map"},
  };
}

}  // namespace portolan::bench
