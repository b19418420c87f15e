// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <portolan/core/goal_shape.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

int main() {
  portolan::World world({.width = 128, .height = 64});
  constexpr portolan::TerrainId wall = 1;
  for (int y = 0; y < 64; ++y) {
    if (y < 40 || y >= 48) world.set_terrain({64, y}, wall);  // a gate eight cells wide
  }
  portolan::Profile walker;
  walker.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  const portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);

  // One request for all: 300 agents here, any cell of a disc over there.
  std::vector<portolan::Cell> agents;
  for (int i = 0; i < 300; ++i) agents.push_back({8 + i % 20, 8 + i / 20});
  const portolan::GoalShape town{portolan::Disc{{110, 20}, 6}};
  const portolan::Plan plan =
      planner.plan({.agents = agents, .goals = portolan::goals_of(world, profile, town)});
  portolan::CorridorField field(hierarchy, portolan::Headings::any_angle);
  field.reset(plan);
  field.advance();

  // A guide reads the field for the crowd; the crowd keeps its agents apart.
  const portolan::StraightGuide guide(field.straight());
  portolan::Crowd crowd;
  std::vector<portolan::Cell> places;
  for (const portolan::Goal& goal : plan.goals) places.push_back(goal.cell);
  const portolan::CrowdGroupId group = crowd.add_group({.grid = hierarchy.grid(),
                                                        .guide = &guide,
                                                        .goals = places,
                                                        .steering = {},
                                                        .leave_on_arrival = false});
  for (const portolan::Cell& cell : agents) {
    crowd.add({.position = portolan::centre_of(cell), .max_speed = 4, .group = group});
  }

  int ticks = 0;
  for (; crowd.count(portolan::AgentState::moving) > 0; ++ticks) {
    if (ticks % 100 == 0) {
      const bool some = crowd.count(portolan::AgentState::arrived) > 0;
      std::printf("after %2d s: %s\n", ticks / 10, some ? "the first are there" : "all are on their way");
    }
    crowd.step(0.1F);  // seconds
  }
  std::printf("before %d s: all %zu are there, and %zu stand in a wall\n", ticks / 100 * 10 + 10,
              crowd.count(portolan::AgentState::arrived), crowd.inside_walls());
}
