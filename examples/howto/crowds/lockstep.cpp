// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>
#include <vector>

#include <portolan/core/thread_pool.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

// What two players would compute: the same world and orders, on machines with other processors.
std::uint64_t play(portolan::Executor* executor) {
  portolan::World world({.width = 96, .height = 96});
  for (int y = 10; y < 96; ++y) world.set_terrain({48, y}, 1);
  portolan::Profile walker;
  walker.cost[1] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  const portolan::Hierarchy hierarchy(world, profile, {.executor = executor});
  portolan::Planner planner(hierarchy);
  std::vector<portolan::Cell> agents;
  for (int i = 0; i < 200; ++i) agents.push_back({10 + i % 20, 50 + i / 20});
  const portolan::Cell goal{80, 80};
  portolan::CorridorField field(hierarchy, portolan::Headings::any_angle);
  field.reset(planner.plan({.agents = agents, .goals = {{goal}}}));
  field.advance();

  const portolan::StraightGuide guide(field.straight());
  portolan::Crowd crowd({.executor = executor});
  const portolan::CrowdGroupId group =
      crowd.add_group({.grid = hierarchy.grid(), .guide = &guide, .goals = {{goal}}, .steering = {}});
  for (const portolan::Cell& cell : agents) crowd.add({.position = centre_of(cell), .group = group});
  for (int tick = 0; tick < 300; ++tick) crowd.step(0.1F);
  return crowd.hash();
}

int main() {
  portolan::ThreadPool pool(3);
  const std::uint64_t one = play(nullptr), three = play(&pool);
  std::printf("after 300 ticks on one thread and on three: %s\n", one == three ? "equal" : "different");
}
