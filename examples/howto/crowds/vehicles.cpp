// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cstdio>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

// A truck that faces east is sent west: it turns about where it stands, gets up to speed and brakes.
int main() {
  portolan::World world({.width = 64, .height = 16}, 1);
  const portolan::ProfileId profile = world.add_profile({.name = "truck"});
  world.commit();

  const portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);
  portolan::CorridorField field(hierarchy, portolan::Headings::any_angle);
  const std::vector<portolan::Cell> goals{{20, 8}};
  const portolan::Cell start{50, 8};
  field.reset(planner.plan({.agents = {start}, .goals = {{goals[0]}}}));
  field.advance();
  const portolan::StraightGuide guide(field.straight());

  portolan::Crowd crowd;
  portolan::CrowdGroup group{.grid = world.view(profile), .guide = &guide, .goals = goals, .steering = {}};
  group.leave_on_arrival = false;
  const portolan::AgentId truck = crowd.add({.position = centre_of(start),
                                             .radius = 0.9F,
                                             .max_speed = 6,
                                             .group = crowd.add_group(group),
                                             .mass = 12,
                                             .acceleration = 2,  // three seconds to full speed, and to a halt
                                             .turn_rate = 0.785F,  // 45 degrees a second
                                             .facing = {1, 0}});
  for (int tenth = 0; crowd.state(truck) != portolan::AgentState::arrived; ++tenth) {
    if (tenth % 10 == 0) {
      const portolan::Vec2 at = crowd.position(truck), nose = crowd.facing(truck);
      std::printf("%2d s: at (%.1f, %.1f), speed %.1f, facing (%.1f, %.1f)\n", tenth / 10,
                  static_cast<double>(at.x), static_cast<double>(at.y),
                  static_cast<double>(length(crowd.velocity(truck))), static_cast<double>(nose.x),
                  static_cast<double>(nose.y));
    }
    crowd.step(0.1F);
  }
  std::printf("parked at (%.1f, %.1f)\n", static_cast<double>(crowd.position(truck).x),
              static_cast<double>(crowd.position(truck).y));
}
