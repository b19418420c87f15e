// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <portolan/core/path.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/dynamic/order.hpp>

namespace {

void tell(const char* when, const portolan::Order& order, portolan::Cell from) {
  const auto path = walk_down(order.field(), order.hierarchy().grid(), from);
  if (path) {
    std::printf("%-15s %zu steps to the goal", when, path->cells.size() - 1);
  } else {
    std::printf("%-15s no way: the agent waits", when);
  }
  std::printf(" (plans %d, fields %d)\n", static_cast<int>(order.work().plans),
              static_cast<int>(order.work().fields));
}

}  // namespace

int main() {
  // Two rooms; a door at the top, and one at the far end.
  portolan::World world({.width = 256, .height = 256});
  constexpr portolan::TerrainId floor = 0, wall = 1;
  for (int y = 0; y < 256; ++y) world.set_terrain({128, y}, wall);
  const portolan::Cell near_door{128, 10}, far_door{128, 250};
  world.set_terrain(near_door, floor);
  world.set_terrain(far_door, floor);
  portolan::Profile walker;
  walker.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();

  portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);
  portolan::Navigator navigator(world);
  navigator.add(hierarchy);

  const std::vector<portolan::Cell> agents{{100, 20}};
  portolan::Order order(hierarchy, {{{200, 20}}});
  order.update(planner, agents);
  tell("both doors open", order, agents[0]);

  const auto turn = [&](portolan::Cell door, portolan::TerrainId into, const char* what) {
    world.set_terrain(door, into);
    navigator.commit();             // world and hierarchy now know of it
    order.update(planner, agents);  // and so does the field
    tell(what, order, agents[0]);
  };
  turn(near_door, wall, "one shut");
  turn(far_door, wall, "both shut");
  turn(near_door, floor, "one open again");
}
