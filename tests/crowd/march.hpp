// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <portolan/crowd/crowd.hpp>

#include <support/test_world.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan::test {

/// Somebody goes from L to G; those who follow want to go to H by themselves.
struct March {
  explicit March(const TestWorld& ground, Avoidance avoidance = Avoidance::separation,
                 CrowdOptions options = {})
      : map(ground), crowd(options) {
    alone = crowd.add_group(wanting(to_g, 'G', avoidance));
    leader = crowd.add(of(alone, map['L'], 2.5F));
    CrowdGroup led = wanting(to_h, 'H', avoidance);
    led.leader = leader;
    company = crowd.add_group(led);
  }
  CrowdGroup wanting(const ReferenceGuide& guide, char goal, Avoidance avoidance) const {
    CrowdGroup group{map.view(), &guide, {{map[goal]}}, {}};
    group.avoidance = avoidance;
    return group;
  }
  static AgentSpec of(CrowdGroupId group, Cell c, float speed) {
    AgentSpec spec;
    spec.position = centre_of(c);
    spec.layer = c.layer;
    spec.group = group;
    spec.max_speed = speed;
    return spec;
  }
  AgentId follower(Cell c) { return crowd.add(of(company, c, 4)); }
  // A block of them.
  void followers(Cell c, int wide, int high) {
    for (int k = 0; k < wide * high; ++k) follower({c.x + k % wide, c.y + k / wide, c.layer});
  }
  void play(int steps) {
    for (int k = 0; k < steps; ++k) crowd.step(tick);
  }
  [[nodiscard]] float apart(AgentId one) const {
    return length(crowd.position(one) - crowd.position(leader));
  }
  // Until nobody is on the map any more, or so many steps.
  int until_gone(int most) {
    int steps = 0;
    for (; crowd.count(AgentState::gone) < crowd.size() && steps < most; ++steps) crowd.step(tick);
    return steps;
  }

  const TestWorld& map;
  ReferenceGuide to_g{map.view(), std::vector{map['G']}}, to_h{map.view(), std::vector{map['H']}};
  Crowd crowd;
  CrowdGroupId alone, company;
  AgentId leader;
};

inline constexpr const char* two_rooms = R"(
  ............#..............
  ............#..............
  ............#..............
  .........................G.
  ............#..............
  ............#..............
  L....F.....................
  ............#..............
  H...........#..............
)";

}  // namespace portolan::test
