// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

// Twenty-one agents, three of them slow, draw up as a wedge on the far side of a wall.
int main() {
  constexpr portolan::TerrainId grass = 1, mud = 2, wall = 3;
  portolan::World world({.width = 64, .height = 24}, grass);
  portolan::Profile soldier{.name = "soldier"};
  soldier.cost[grass] = 2;
  soldier.cost[mud] = 6;
  soldier.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(soldier);
  for (int y = 0; y < 24; ++y) {
    if (y < 11 || y > 12) world.set_terrain({20, y}, wall);
  }
  for (int x = 24; x < 30; ++x) {
    for (int y = 8; y < 11; ++y) world.set_terrain({x, y}, mud);
  }
  world.commit();

  const portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);
  portolan::CorridorField field(hierarchy, portolan::Headings::any_angle);
  const std::vector<portolan::Cell> goals{{50, 11}};
  const portolan::Cell start{8, 11};
  field.reset(planner.plan({.agents = {start}, .goals = {{goals[0]}}}));
  field.advance();
  const portolan::StraightGuide guide(field.straight());

  portolan::Crowd crowd;
  portolan::CrowdGroup group{.grid = world.view(profile), .guide = &guide, .goals = goals, .steering = {}};
  group.leave_on_arrival = false;  // they stay, which gives everybody a place
  group.avoidance = portolan::Avoidance::reciprocal;
  group.formation = portolan::Formation::wedge;
  group.keeps_rank = true;    // nobody runs ahead
  group.full_speed_cost = 2;  // grass; in mud of cost 6 a third of the speed
  const portolan::CrowdGroupId company = crowd.add_group(group);
  for (int k = 0; k < 21; ++k) {
    portolan::AgentSpec agent{.position = centre_of(portolan::Cell{4 + k % 3, 8 + k / 3}), .group = company};
    if (k < 3) agent.max_speed = 2.5F;
    crowd.add(agent);
  }
  int steps = 0;
  while (crowd.count(portolan::AgentState::arrived) < crowd.size() && steps < 1000) {
    crowd.step(0.1F);
    ++steps;
  }
  for (int k = 0; k < 50; ++k) crowd.step(0.1F);  // those who made room for others walk back

  std::vector<std::string> picture(14, std::string(24, '.'));  // of the cells from (46, 8) to (53, 14)
  for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
    const portolan::Vec2 at = crowd.position(crowd.agent(slot));
    picture[static_cast<std::size_t>((at.y - 7.95F) * 2)][static_cast<std::size_t>((at.x - 46) * 3)] = 'o';
  }
  for (const std::string& row : picture) std::printf("%s\n", row.c_str());
  std::printf("%zu of %zu in their places\n", crowd.count(portolan::AgentState::arrived), crowd.size());
}
