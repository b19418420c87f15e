// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "live_map.hpp"

#include <cstdlib>
#include <utility>

#include <support/bench_maps.hpp>

namespace portolan::bench {

LiveMap& live_map(int side) {
  static int made = 0;
  static LiveMap map;
  if (made == side) return map;
  map = {};
  GenerateOptions options;
  options.kind = MapKind::islands;
  options.width = options.height = side;
  options.seed = 11;
  Result<World> world = generate_map(options);
  if (!world.ok()) std::abort();
  map.world = std::make_unique<World>(std::move(world).value());
  map.profile = map.world->add_profile(bench_profile(false));
  map.world->commit();
  map.hierarchy = std::make_unique<Hierarchy>(*map.world, map.profile);
  made = side;
  return map;
}

Cell passable_cell(const GridView& grid, Numbers& numbers) {
  const Extent extent = grid.extent();
  for (;;) {
    const Cell c{static_cast<std::int32_t>(numbers.below(static_cast<std::uint32_t>(extent.width))),
                 static_cast<std::int32_t>(numbers.below(static_cast<std::uint32_t>(extent.height))), 0};
    if (grid.passable(c)) return c;
  }
}

}  // namespace portolan::bench
