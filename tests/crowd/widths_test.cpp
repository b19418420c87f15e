// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

// A throng of small bodies, as close as they can be, and a truck in their way that has been told to hold.
struct ThrongAndTruck {
  static constexpr int width = 80, height = 40;
  static constexpr float speed = 2;

  explicit ThrongAndTruck(Avoidance avoidance) {
    const CrowdGroupId small = add_group(to_right, right, avoidance),
                       wide = add_group(to_left, left, avoidance);
    for (int k = 0; k < 150; ++k)
      add(small, {26.2F + 0.41F * static_cast<float>(k % 10), 17.0F + 0.41F * static_cast<float>(k / 10)},
          0.2F);
    truck = add(wide, {45, 20}, 2.3F);
    crowd.set_holds(truck, true);
  }

  CrowdGroupId add_group(const Guide& guide, const std::vector<Cell>& goals, Avoidance avoidance) {
    CrowdGroup group{map.view(), &guide, goals, {}, 1.0F, true};
    group.avoidance = avoidance;
    return crowd.add_group(group);
  }
  AgentId add(CrowdGroupId group, Vec2 at, float radius) {
    AgentSpec spec;
    spec.position = at;
    spec.group = group;
    spec.radius = radius;
    spec.max_speed = speed;
    return crowd.add(spec);
  }
  static std::vector<Cell> column(int x) {
    std::vector<Cell> cells;
    for (int y = 0; y < height; ++y) cells.push_back({x, y, 0});
    return cells;
  }
  static std::string open_ground() {
    std::string rows;
    for (int y = 0; y < height; ++y) rows += std::string(width, '.') + "\n";
    return rows;
  }

  test::TestWorld map = test::draw_map(open_ground());
  std::vector<Cell> left = column(2), right = column(width - 3);
  test::ReferenceGuide to_left{map.view(), left}, to_right{map.view(), right};
  Crowd crowd;
  AgentId truck;
};

// How far one of the throng came in a step, at most, and how near to the truck, of both radii.
struct Worst {
  float step = 0, near = 1;
};

Worst played(ThrongAndTruck& scene, int steps) {
  Worst worst;
  Crowd& crowd = scene.crowd;
  for (int n = 0; n < steps; ++n) {
    std::vector<Vec2> before;
    for (std::size_t k = 0; k < crowd.size(); ++k) before.push_back(crowd.position(crowd.agent(k)));
    crowd.step(test::tick);
    for (std::size_t k = 0; k < crowd.size(); ++k) {
      const AgentId one = crowd.agent(k);
      if (one == scene.truck || !crowd.present(one)) continue;
      worst.step = std::max(worst.step, length(crowd.position(one) - before[k]));
      const float both = crowd.radius(one) + crowd.radius(scene.truck);
      worst.near = std::min(worst.near, length(crowd.position(one) - crowd.position(scene.truck)) / both);
    }
  }
  return worst;
}

// The truck's middle is farther from each of them than the middles of sixteen others.
TEST(Widths, AThrongOfSmallBodiesSeesALargeOne) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    ThrongAndTruck scene(avoidance);
    const Worst worst = played(scene, 600);
    EXPECT_GT(worst.near, 0.9F);
    EXPECT_LT(worst.step, 0.5F);
    EXPECT_EQ(scene.crowd.squeezes(), 0U);
    EXPECT_EQ(scene.crowd.count(AgentState::gone), 150U);
  }
}

}  // namespace
}  // namespace portolan
