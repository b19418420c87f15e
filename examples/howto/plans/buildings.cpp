// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <memory>

#include <portolan/dynamic/navigator.hpp>
#include <portolan/dynamic/stamps.hpp>
#include <portolan/hierarchy/path_finder.hpp>

// A river from north to south, and what can be done about it. Layer 1 is the deck of a bridge.
int main() {
  constexpr portolan::TerrainId grass = 0, water = 1, nothing = 2;
  portolan::World world({.width = 96, .height = 64, .layers = 2});
  for (int y = 0; y < 64; ++y) {
    for (int x = 40; x < 56; ++x) world.set_terrain({x, y}, water);
    for (int x = 0; x < 96; ++x) world.set_terrain({x, y, 1}, nothing);
  }
  for (int x = 40; x < 56; ++x) world.set_terrain({x, 10, 0}, grass);  // a dam
  for (int x = 38; x < 58; ++x) world.set_terrain({x, 32, 1}, grass);  // the deck
  portolan::Profile walker;
  walker.cost[water] = walker.cost[nothing] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  portolan::Hierarchy hierarchy(world, profile);
  portolan::Navigator navigator(world);
  navigator.add(hierarchy);
  portolan::PathFinder finder(hierarchy);
  const auto tell = [&](const char* what) {
    navigator.commit();
    const auto& found = finder.find({.agents = {{20, 30}}, .goals = {{{90, 30}}}});
    std::printf("%-19s%-9s", what, name(found.outcome).data());
    std::printf("%zu cells, cost %llu\n", found.path.cells.size(),
                static_cast<unsigned long long>(found.path.cost.units));
  };
  tell("only the dam");

  // A gate on the dam: one stamp, laid down and lifted as often as you like.
  portolan::Stamps stamps;
  const auto bar = std::make_shared<const portolan::Footprint>(portolan::Footprint::box(1, 3));
  const portolan::StampId gate = stamps.place(world, bar, {48, 10});
  tell("its gate is shut");
  stamps.lift(world, gate);
  tell("its gate is open");

  // A bridge: a link up and a link down at both ends.
  for (const int x : {38, 57}) {
    world.add_link({.from = {x, 32, 0}, .to = {x, 32, 1}});
    world.add_link({.from = {x, 32, 1}, .to = {x, 32, 0}});
  }
  tell("a bridge is built");

  // A house of 12 by 40 cells, turned a little, stands in front of it.
  const auto walls = std::make_shared<const portolan::Footprint>(portolan::Footprint::box(12, 40, 10));
  const portolan::StampId house = stamps.place(world, walls, {70, 30});
  tell("a house is built");
  stamps.remove(world, house);
  tell("the house is gone");
}
