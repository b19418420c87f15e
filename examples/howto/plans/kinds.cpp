// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cstdio>
#include <string>

#include <portolan/dynamic/navigator.hpp>
#include <portolan/hierarchy/planner.hpp>

// Three kinds of agents share one world: grass, water, and a wood that only infantry can enter.
int main() {
  constexpr portolan::TerrainId grass = 0, water = 1, wood = 2;
  portolan::World world({.width = 128, .height = 128});
  for (int x = 0; x < 128; ++x) {
    for (int y = 60; y < 68; ++y) world.set_terrain({x, y}, water);
    for (int y = 90; y < 94; ++y) world.set_terrain({x, y}, wood);
  }
  for (int y = 60; y < 68; ++y) world.set_terrain({100, y}, grass);  // a ford, one cell wide

  portolan::Profile infantry{.name = "infantry"};
  infantry.cost[wood] = 3;
  infantry.cost[water] = portolan::impassable;
  portolan::Profile tank{.name = "tank"};
  tank.cost[wood] = tank.cost[water] = portolan::impassable;
  tank.clearance = 2;
  portolan::Profile ship{.name = "ship"};
  ship.cost.fill(portolan::impassable);
  ship.cost[water] = 1;

  const std::array profiles{world.add_profile(infantry), world.add_profile(tank), world.add_profile(ship)};
  world.commit();
  std::array<portolan::Hierarchy, 3> hierarchies{portolan::Hierarchy(world, profiles[0]),
                                                 portolan::Hierarchy(world, profiles[1]),
                                                 portolan::Hierarchy(world, profiles[2])};
  portolan::Navigator navigator(world);
  for (portolan::Hierarchy& hierarchy : hierarchies) navigator.add(hierarchy);

  const auto tell = [&](const char* when) {
    std::printf("%s\n", when);
    for (const portolan::Hierarchy& hierarchy : hierarchies) {
      const std::string& name = world.profile(hierarchy.profile()).name;
      std::printf("  %-9s", name.c_str());
      std::printf("north to south: %-4s", hierarchy.can_reach({10, 10}, {10, 120}) ? "yes" : "no");
      std::printf("along the river: %s\n", hierarchy.can_reach({5, 64}, {90, 64}) ? "yes" : "no");
    }
  };
  tell("a ford of one cell");
  for (int y = 60; y < 68; ++y) {
    for (int x = 99; x < 102; ++x) world.set_terrain({x, y}, grass);
  }
  for (int y = 90; y < 94; ++y) {
    for (int x = 40; x < 43; ++x) world.set_terrain({x, y}, grass);
  }
  navigator.commit();  // one call, and all three hierarchies know
  tell("a ford of three cells, and a glade through the wood");
}
