// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "live_map.hpp"

#include <algorithm>
#include <cmath>
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

World islands_2048() {
  GenerateOptions options;
  options.kind = MapKind::islands;
  options.width = options.height = 2048;
  options.seed = 11;
  return generate_map(options).value();
}

std::vector<Cell> building(const GridView& grid, std::size_t count, Numbers& numbers) {
  const auto width = static_cast<std::int32_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const Cell at = passable_cell(grid, numbers);
  const Extent extent = grid.extent();
  const Cell corner{std::min(at.x, extent.width - width), std::min(at.y, extent.height - width), 0};
  std::vector<Cell> cells;
  for (std::int32_t k = 0; cells.size() < count; ++k)
    cells.push_back({corner.x + k % width, corner.y + k / width, 0});
  return cells;
}

}  // namespace portolan::bench
