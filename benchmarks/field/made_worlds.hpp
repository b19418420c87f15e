// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <support/dev_maps.hpp>

namespace portolan::bench {

struct MadeWorld {
  std::int32_t side = 1024;
  std::uint32_t walls = 0;      ///< percent of the cells, strewn singly
  std::uint32_t most_cost = 1;  ///< patches of ground cost 1 to this much
  std::int32_t patch = 13;      ///< side of a patch, no divisor of a tile's
};

/// Equal options give equal worlds.
[[nodiscard]] inline std::shared_ptr<const LoadedMap> make_world(const MadeWorld& options) {
  constexpr TerrainId wall = 255;
  Dice dice(17);
  const Extent extent{options.side, options.side, 1};
  const std::int32_t patches = options.side / options.patch + 1;
  std::vector<TerrainId> ground(static_cast<std::size_t>(patches) * static_cast<std::size_t>(patches));
  for (TerrainId& cost : ground) cost = static_cast<TerrainId>(1 + dice.below(options.most_cost));
  World world(extent, wall);
  std::vector<TerrainId> row(static_cast<std::size_t>(options.side));
  for (std::int32_t y = 0; y < options.side; ++y) {
    for (std::int32_t x = 0; x < options.side; ++x) {
      const std::int32_t patch = y / options.patch * patches + x / options.patch;
      row[static_cast<std::size_t>(x)] =
          dice.below(100) < options.walls ? wall : ground[static_cast<std::size_t>(patch)];
    }
    world.set_terrain_run({0, y, 0}, row);
  }
  Profile profile;
  for (std::size_t c = 1; c < wall; ++c) profile.cost[c] = static_cast<Cost>(c);
  profile.cost[0] = profile.cost[wall] = impassable;
  auto made = std::make_shared<LoadedMap>(LoadedMap{std::move(world), {}});
  made->profile = made->world.add_profile(profile);
  made->world.commit();
  return made;
}

[[nodiscard]] inline std::shared_ptr<const LoadedMap> generate(MapKind kind, std::int32_t side,
                                                               std::int32_t fill = 0) {
  GenerateOptions options;
  options.kind = kind;
  options.width = options.height = side;
  options.fill = fill;
  return load_or_throw({"generated", options});
}

}  // namespace portolan::bench
