// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Four thousand walkers, of whom a player sees those within 60 cells of a camera.
#include <array>
#include <cstddef>
#include <iostream>
#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

namespace {

using portolan::AgentState;
using portolan::Crowd;
using portolan::Vec2;

std::size_t far_of(const Crowd& crowd) {
  std::size_t far = 0;
  for (std::size_t k = 0; k < crowd.size(); ++k) far += crowd.is_far(crowd.agent(k)) ? 1 : 0;
  return far;
}

}  // namespace

int main() {
  portolan::World world(portolan::Extent{600, 300, 1}, 1);
  const portolan::ProfileId walkers = world.add_profile({});
  world.commit();
  const portolan::GridView grid = world.view(walkers);

  portolan::StraightField field(grid, portolan::TileGrid(grid.extent()));
  field.allow_all();
  std::vector<portolan::Cell> shore;
  for (int y = 0; y < 300; ++y) shore.push_back({599, y, 0});
  for (const portolan::Cell c : shore) field.add_goal({c});
  field.advance();
  const portolan::StraightGuide guide(&field);

  Crowd crowd;
  portolan::CrowdGroup group{grid, &guide, shore, {}};
  group.avoidance = portolan::Avoidance::reciprocal;
  const portolan::CrowdGroupId all = crowd.add_group(group);
  for (int k = 0; k < 4000; ++k)
    crowd.add(
        {{1.5F + 2 * static_cast<float>(k % 40), 50.5F + 2 * static_cast<float>(k / 40)}, 0, 0.35F, 4, all});

  Vec2 camera{40, 150};
  for (int tick = 0; tick < 1600; ++tick) {
    camera.x += 0.4F;                          // goes along with them
    const std::array<Vec2, 1> places{camera};  // one for each player
    crowd.set_focus(places, 60, 8);            // within 60 cells all as always, beyond in every eighth step
    crowd.step(0.1F);
    if (tick % 400 == 200)
      std::cout << "tick " << tick << ": " << crowd.size() - far_of(crowd) << " near, " << far_of(crowd)
                << " far\n";
  }
  std::cout << crowd.count(AgentState::gone) << " are there, " << crowd.inside_walls() << " in walls\n";
}
