// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <portolan/core/path.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

int main() {
  portolan::World world({.width = 1024, .height = 1024});
  for (int y = 0; y < 1000; ++y) world.set_terrain({512, y}, 1);  // a wall of terrain class 1
  portolan::Profile walker;
  walker.cost[1] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  const portolan::Hierarchy hierarchy(world, profile);  // once per map; apply() follows its changes
  portolan::Planner planner(hierarchy);                 // one per thread
  const portolan::Plan plan = planner.plan({.agents = {{10, 20}}, .goals = {{{1000, 20}}}});
  portolan::CorridorField field(hierarchy);  // for all agents of the plan: a direction per cell
  field.reset(plan);
  field.advance();
  const auto path = portolan::walk_down(field, hierarchy.grid(), {10, 20});
  if (path) std::printf("%zu cells, cost %llu\n", path->cells.size(), (unsigned long long)path->cost.units);
}
