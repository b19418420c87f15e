// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bodies at the corners of walls, where a point would go straight on.
#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_field.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/bypass_guide.hpp>

#include <support/draw_map.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::PointGuide;
using test::tick;

TEST(Corner, OfAGapCatchesNoBodyThatGoesStraightIn) {
  const auto map = draw_map(R"(
    .........
    .........
    .........
    ####.####
    .........
    .........
    .........
  )");
  const Vec2 end{4.5F, 0.5F};
  const PointGuide guide(end);
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::reciprocal}) {
    for (int k = 1; k < 50; ++k) {
      Crowd crowd;
      CrowdGroup group{map.view(), &guide, std::vector<Cell>{cell_at(end, 0)}, {}, 1.0F, true};
      group.avoidance = avoidance;
      const Vec2 from{4 + 0.02F * static_cast<float>(k), 4.4F};
      const AgentId one = crowd.add({from, 0, 0.39F, 1, crowd.add_group(group)});
      int steps = 0;
      for (; crowd.position(one).y > 2 && steps < 100; ++steps) {
        crowd.step(tick);
        EXPECT_EQ(crowd.inside_walls(), 0U);
      }
      EXPECT_LE(steps, 28) << "2.4 cells at one a second, from " << from.x;
    }
  }
}

// Rounding may put the line on the side of the corner where the wall is.
TEST(Corner, IsPassedOnItsFreeSideByOneWhoseLineRunsThroughIt) {
  const auto map = draw_map(R"(
    .........
    .........
    .........
    ####.####
    .........
  )");
  for (int k = -20; k <= 20; ++k) {
    const Vec2 end{7 + 0.001F * static_cast<float>(k), 1};
    const PointGuide guide(end);
    Crowd crowd;
    CrowdGroup group{map.view(), &guide, std::vector<Cell>{cell_at(end, 0)}, {}, 1.0F, true};
    group.avoidance = Avoidance::reciprocal;
    crowd.add({{4.61F, 3.39F}, 0, 0.39F, 1, crowd.add_group(group)});
    for (int step = 0; step < 50; ++step) crowd.step(tick);
    EXPECT_EQ(crowd.count(AgentState::gone), 1U) << "to " << end.x;
  }
}

// Two halls of one width that meet at a right angle, and rows of agents: at which height they pass the inner
// corner, sorted.
std::vector<float> heights_beside_corner(int width, int rows, float apart) {
  World world(Extent{3 * width, 3 * width, 1}, 1);
  for (int y = width; y < 3 * width; ++y) {
    for (int x = width; x < 3 * width; ++x) world.set_terrain({x, y, 0}, 0);
  }
  Profile profile;
  profile.cost[0] = impassable;
  const GridView view = world.view(world.add_profile(profile));
  world.commit();
  StraightField field(view, TileGrid(view.extent()));
  field.allow_all();
  std::vector<Cell> goals;
  for (int y = 0; y < width; ++y) goals.push_back({3 * width - 1, y, 0});
  for (const Cell& goal : goals) field.add_goal({goal, {}});
  field.advance();
  detail::BypassGuide guide;
  guide.follow(&field, nullptr);
  Crowd crowd;
  CrowdGroup group{view, &guide, goals, {}, 1.0F, true};
  group.avoidance = Avoidance::reciprocal;
  const CrowdGroupId id = crowd.add_group(group);
  std::vector<AgentId> agents;
  for (int row = 0; row < rows; ++row) {
    const float y = static_cast<float>(2 * width) + 1.3F * apart * static_cast<float>(row);
    for (float x = 1.5F; x < static_cast<float>(width) - 0.5F; x += apart)
      agents.push_back(crowd.add({{x, y}, 0, 0.39F, 2, id}));
  }
  std::map<std::uint32_t, float> passed;
  for (int step = 0; step < 1200 && passed.size() < agents.size(); ++step) {
    crowd.step(tick);
    for (std::uint32_t k = 0; k < agents.size(); ++k) {
      if (crowd.present(agents[k]) && crowd.position(agents[k]).x > static_cast<float>(width))
        passed.try_emplace(k, crowd.position(agents[k]).y);
    }
  }
  std::vector<float> heights;
  for (const auto& [agent, y] : passed) heights.push_back(y);
  std::sort(heights.begin(), heights.end());
  EXPECT_EQ(heights.size(), agents.size());
  return heights;
}

// The guide leads straight to the goal once that is in sight: for all at the height of the corner.
TEST(Corner, IsPassedByACrowdSideBySide) {
  constexpr int width = 24;
  const std::vector<float> heights = heights_beside_corner(width, 8, 1);
  EXPECT_LT(heights[heights.size() / 4], 0.6F * width) << "a quarter passes in the outer lanes";
  EXPECT_GT(heights[3 * heights.size() / 4], 0.7F * width) << "and a quarter in the inner ones";
}

// Lanes are for those who have somebody on the inner side.
TEST(Corner, IsCutByThoseWhoHaveNobodyBesideThem) {
  constexpr int width = 24;
  const std::vector<float> heights = heights_beside_corner(width, 6, 3);
  EXPECT_GT(heights[heights.size() / 2], 0.85F * width);
  EXPECT_GT(heights.front(), 0.7F * width);
}

}  // namespace
}  // namespace portolan
