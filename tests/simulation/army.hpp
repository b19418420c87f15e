// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include <portolan/simulation/ordered_crowd.hpp>

// Walkers and tanks on a map with a wall across, and a gate of eight cells in it.
namespace portolan::test {

inline constexpr std::int32_t side = 64;
inline constexpr ProfileId walker{0}, tank{1};

inline World made_world() {
  World world({side, side, 1}, 0);
  for (std::int32_t y = 0; y < side; ++y) {
    if (y < 28 || y > 35) world.set_terrain({32, y, 0}, 1);
  }
  for (const int clearance : {1, 2}) {
    Profile profile;
    profile.cost[1] = impassable;
    profile.clearance = clearance;
    world.add_profile(profile);
  }
  world.commit();
  return world;
}

inline OrderedCrowd made_army() { return OrderedCrowd(Navigator(made_world(), {.sector_size = 8})); }

inline std::vector<AgentId> squad(OrderedCrowd& army, ProfileId kind, Cell corner, int count) {
  std::vector<AgentId> agents;
  for (int k = 0; k < count; ++k) {
    AgentSpec spec;
    spec.position = centre_of({corner.x + k % 5, corner.y + k / 5, 0});
    agents.push_back(army.add(kind, spec));
  }
  return agents;
}

inline void play(OrderedCrowd& army, int ticks) {
  for (; ticks > 0; --ticks) {
    army.commit();
    army.work(200);
    army.step(0.05F);
  }
}

inline std::int32_t farthest(const OrderedCrowd& army, std::span<const AgentId> agents, Cell from) {
  std::int32_t most = 0;
  for (const AgentId a : agents) {
    const Cell c = army.crowd().cell(a);
    most = std::max({most, std::abs(c.x - from.x), std::abs(c.y - from.y)});
  }
  return most;
}

}  // namespace portolan::test
