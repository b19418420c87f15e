// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

constexpr float seconds_per_step = 0.1F, seconds_per_frame = 1.0F / 60;

// Two hundred go around a wall. The crowd steps ten times a second, and sixty frames are drawn.
int main() {
  portolan::World world({.width = 80, .height = 60});
  for (int y = 20; y < 40; ++y) world.set_terrain({40, y}, 1);
  portolan::Profile walker;
  walker.cost[1] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  portolan::StraightField field(world.view(profile), portolan::TileGrid(world.view(profile).extent()));
  field.allow_all();
  field.add_goal({{70, 30}});
  field.advance();
  const portolan::StraightGuide guide(&field);
  portolan::Crowd crowd;
  const portolan::CrowdGroupId squad =
      crowd.add_group({world.view(profile), &guide, {{{70, 30}}}, {}, 1.5F, false});
  for (int k = 0; k < 200; ++k)
    crowd.add({.position = {5.5F + static_cast<float>(k % 10), 20.5F + static_cast<float>(k / 10)},
               .max_speed = 6,
               .group = squad});

  float due = 0, longest = 0, sharpest = 0;
  int steps = 0;
  portolan::Vec2 drawn = crowd.position(crowd.agent(0)), faced{1, 0};
  for (int frame = 0; frame < 600; ++frame) {
    for (due += seconds_per_frame; due >= seconds_per_step; due -= seconds_per_step) {
      crowd.step(seconds_per_step);
      ++steps;
    }
    // A renderer does this for all of them.
    const portolan::Vec2 now = crowd.shown(crowd.agent(0), due / seconds_per_step);
    const portolan::Vec2 nose = crowd.facing(crowd.agent(0), due / seconds_per_step);
    longest = std::max(longest, length(now - drawn));
    sharpest = std::max(sharpest, length(nose - faced));
    drawn = now;
    faced = nose;
  }
  std::printf("%d steps in 600 frames; from frame to frame the first one went %.2f cells at most\n", steps,
              static_cast<double>(longest));
  std::printf("and turned by at most %.2f radians\n", static_cast<double>(sharpest));
}
