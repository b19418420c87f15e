// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string_view>

#include <portolan/core/path.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

int main() {
  constexpr int width = 24, height = 7;
  constexpr std::string_view map =
      "............#..........."
      "............#..........."
      "....#########..........."
      "............#..........."
      "........................"
      "............#..........."
      "............#...........";
  portolan::World world({.width = width, .height = height});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      world.set_terrain({x, y}, static_cast<portolan::TerrainId>(map[width * y + x]));
  }
  portolan::Profile walker;
  walker.cost['#'] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  const portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);

  const portolan::Cell start{10, 0}, goal{20, 1};
  portolan::CorridorField field(hierarchy);
  field.reset(planner.plan({.agents = {start}, .goals = {{goal}}}));
  field.advance();

  // The field: for each cell the step to take next. A numpad without the 5, and G for the goal.
  constexpr std::string_view keys = "63214789?G#";  // in the order of portolan::Direction
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) std::putchar(keys[static_cast<std::size_t>(field.direction({x, y}))]);
    std::putchar('\n');
  }

  // One agent does what its cell says, until it is there.
  int steps = 0;
  portolan::Cell here = start;
  while (const auto next = next_cell(field, hierarchy.grid(), here)) {
    if (*next == here) break;
    here = *next;
    ++steps;
  }
  std::printf("%d steps to (%d, %d), at a cost of %llu units\n", steps, here.x, here.y,
              static_cast<unsigned long long>(field.at(start).units));
}
