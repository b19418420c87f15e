// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include <portolan/hierarchy/planner.hpp>

int main() {
  // 512 by 512 cells, and two long walls with a gap each.
  portolan::World world({.width = 512, .height = 512});
  constexpr portolan::TerrainId wall = 1;
  for (int y = 0; y < 448; ++y) world.set_terrain({170, y}, wall);
  for (int y = 64; y < 512; ++y) world.set_terrain({340, y}, wall);
  portolan::Profile walker;
  walker.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();

  const portolan::Hierarchy hierarchy(world, profile);  // made once for the map
  portolan::Planner planner(hierarchy);                 // one per thread
  const portolan::Cell camp{20, 40}, castle{480, 460};
  const portolan::Plan plan = planner.plan({.agents = {camp}, .goals = {{castle}}});

  const std::string_view outcome = name(plan.outcome);
  std::printf("%.*s: the way costs at most %llu units, and no way costs less than %llu\n",
              static_cast<int>(outcome.size()), outcome.data(),
              static_cast<unsigned long long>(plan.cost.units),
              static_cast<unsigned long long>(plan.lower_bound.units));

  const portolan::TileGrid& sectors = hierarchy.sectors();
  std::printf("%zu of %u sectors are in the corridor:\n", plan.corridor.size(), sectors.tile_count());
  for (int row = 0; row < sectors.rows(); ++row) {
    for (int column = 0; column < sectors.columns(); ++column) {
      const portolan::SectorId sector = sectors.at(column, row, 0);
      const bool in_corridor = std::ranges::binary_search(plan.corridor, sector);
      std::fputs(sector == sectors.tile_of(camp)     ? " A"
                 : sector == sectors.tile_of(castle) ? " B"
                 : in_corridor                       ? " o"
                                                     : " .",
                 stdout);
    }
    std::putchar('\n');
  }
}
