// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"

namespace portolan::test {

/// Two rooms of 36 and 27 by 40 cells, with a door of some cells between them; or one room.
inline TestWorld two_rooms(int cells_of_door) {
  constexpr int height = 40, width = 64, middle = 20;
  std::string rows;
  for (int y = 0; y < height; ++y) {
    std::string row(width, '.');
    if (y < middle - cells_of_door / 2 || y >= middle + (cells_of_door + 1) / 2) row[36] = '#';
    rows += row + "\n";
  }
  return draw_map(rows);
}

/// Two meadows, and a corridor of some cells between them, 24 long.
inline TestWorld corridor(int cells) {
  constexpr int middle = 20;
  std::string rows;
  for (int y = 0; y < 40; ++y) {
    const bool open = y >= middle - cells / 2 && y < middle + (cells + 1) / 2;
    rows += std::string(20, '.') + std::string(24, open ? '.' : '#') + std::string(20, '.') + "\n";
  }
  return draw_map(rows);
}

struct Walkers {
  Avoidance avoidance = Avoidance::separation;
  float radius = 0.35F;
  float speed = 3;
};

struct Passing {
  std::size_t left = 0;  // who have not come
  std::uint64_t squeezes = 0;
};

/// Forty on each side of two rooms change over, in steps that are asked for one by one.
template <class Step>
Passing change_over(const TestWorld& world, const Walkers& walkers, float most_seconds, Step&& step) {
  std::vector<Cell> goals[2];
  for (int y = 0; y < 40; ++y) goals[0].push_back({62, y}), goals[1].push_back({1, y});
  const ReferenceGuide guides[] = {{world.view(), goals[0]}, {world.view(), goals[1]}};
  Crowd crowd;
  for (const std::size_t side : {0U, 1U}) {
    CrowdGroup group{world.view(), &guides[side], goals[side], {}};
    group.avoidance = walkers.avoidance;
    group.leave_on_arrival = true;
    const CrowdGroupId id = crowd.add_group(group);
    for (int k = 0; k < 40; ++k) {
      const Vec2 at = centre_of({side == 0 ? 8 + k % 10 : 54 - k % 10, 15 + k / 10});
      crowd.add({at, 0, walkers.radius, walkers.speed, id});
    }
  }
  for (float time = 0; time < most_seconds && crowd.count(AgentState::gone) < 80;) {
    const float seconds = step();
    crowd.step(seconds);
    time += seconds;
  }
  return {80 - crowd.count(AgentState::gone), crowd.squeezes()};
}

}  // namespace portolan::test
