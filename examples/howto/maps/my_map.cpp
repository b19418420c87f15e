// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>
#include <vector>

#include <portolan/hierarchy/path_finder.hpp>

// The game's own map: heights in metres, row by row. Portolan never sees this type.
struct Landscape {
  int width, height;
  std::vector<float> metres;

  float at(int x, int y) const { return metres[static_cast<std::size_t>(y * width + x)]; }
};

// What matters to movement is a class per cell: how steep it is there, from 0 to 3.
portolan::TerrainId steepness(const Landscape& land, int x, int y) {
  const float dx = land.at(x + 1 < land.width ? x + 1 : x, y) - land.at(x > 0 ? x - 1 : x, y);
  const float dy = land.at(x, y + 1 < land.height ? y + 1 : y) - land.at(x, y > 0 ? y - 1 : y);
  const float slope = dx * dx + dy * dy;
  return slope < 0.5F ? 0 : slope < 2 ? 1 : slope < 8 ? 2 : 3;
}

int main() {
  Landscape land{256, 256, std::vector<float>(256 * 256)};
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {  // a ridge with a pass
      const float from_ridge = static_cast<float>(x > 128 ? x - 128 : 128 - x);
      const float top = y > 180 && y < 200 ? 4.0F : 40.0F;
      land.metres[static_cast<std::size_t>(y * 256 + x)] = from_ridge < 20 ? top * (1 - from_ridge / 20) : 0;
    }
  }

  portolan::World world({.width = land.width, .height = land.height});
  std::vector<portolan::TerrainId> row(static_cast<std::size_t>(land.width));
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) row[static_cast<std::size_t>(x)] = steepness(land, x, y);
    world.set_terrain_run({0, y}, row);  // a row at a time is faster than cell by cell
  }
  portolan::Profile horse;
  horse.cost[1] = 2;
  horse.cost[2] = 6;
  horse.cost[3] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(horse);
  world.commit();

  const portolan::Hierarchy hierarchy(world, profile);
  portolan::PathFinder finder(hierarchy);
  const portolan::FoundPath& found = finder.find({.agents = {{20, 20}}, .goals = {{{230, 20}}}});
  std::printf("%zu cells\n", found.path.cells.size());
  for (const portolan::PathPoint& point : finder.polyline().points) {
    std::printf("  (%.1f, %.1f)\n", point.at.x, point.at.y);
  }
}
