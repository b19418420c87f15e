// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Formations: which places a group takes at its goal, in which ranks it goes there, and how fast.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/draw_map.hpp>
#include <support/random_world.hpp>
#include <support/straight.hpp>

#include "tick.hpp"

namespace portolan {
namespace {

using namespace test;

constexpr float step_between = 2.6F * 0.3F;  // places of agents of the usual radius

// A group of one formation, on its way to a goal.
struct Parade {
  Parade(const TestWorld& map, Cell goal, Formation formation, bool keeps_rank = false)
      : field(field_to(map.view(), goal)), guide(&field), middle(centre_of(goal)) {
    CrowdGroup kind{map.view(), &guide, {{goal}}, Steering{}, 1.5F, false};
    kind.avoidance = Avoidance::reciprocal;
    kind.formation = formation;
    kind.keeps_rank = keeps_rank;
    group = crowd.add_group(std::move(kind));
  }

  AgentId add(Vec2 position, float speed = 4) {
    AgentSpec agent;
    agent.position = position;
    agent.max_speed = speed;
    agent.group = group;
    return crowd.add(agent);
  }
  // Rows of agents, one cell apart.
  void add_block(Cell corner, int columns, int rows) {
    for (int k = 0; k < columns * rows; ++k)
      add(centre_of({corner.x + k % columns, corner.y + k / columns, corner.layer}));
  }
  // Whether all have arrived.
  bool walk(int steps) {
    for (int k = 0; k < steps && crowd.count(AgentState::arrived) < crowd.size(); ++k) {
      crowd.step(tick);
      EXPECT_EQ(crowd.inside_walls(), 0U);
    }
    return crowd.count(AgentState::arrived) == crowd.size();
  }
  // How many stand in each rank, the one ahead first.
  [[nodiscard]] std::vector<int> ranks(Vec2 facing) const {
    std::map<int, int> count;
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      const float ahead = dot(*crowd.place(crowd.agent(slot)) - middle, facing);
      ++count[static_cast<int>(std::lround(-ahead / step_between * 2))];
    }
    std::vector<int> found;
    for (const auto& [ahead, agents] : count) found.push_back(agents);
    return found;
  }
  // Cells between the first and the last of those who are on their way, along it.
  [[nodiscard]] float depth(Vec2 along) const {
    float least = 1e9F, most = -1e9F;
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      const float at = dot(crowd.position(crowd.agent(slot)), along);
      least = std::min(least, at);
      most = std::max(most, at);
    }
    return most - least;
  }

  StraightField field;
  StraightGuide guide;
  Vec2 middle;
  Crowd crowd;
  CrowdGroupId group;
};

TEST(Formation, PlacesLieInRanksOfItsShape) {
  const TestWorld meadow = random_world({.extent = {64, 48, 1}, .shape = Shape::open}, 1);
  const std::map<Formation, std::vector<int>> wanted{
      {Formation::block, {5, 5, 5, 5, 5}},
      {Formation::line, {15, 10}},
      {Formation::column, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1}},
      {Formation::wedge, {1, 3, 5, 7, 9}},
  };
  for (const auto& [formation, ranks] : wanted) {
    Parade parade(meadow, {44, 24, 0}, formation);
    parade.add_block({4, 22, 0}, 5, 5);
    ASSERT_TRUE(parade.walk(400)) << static_cast<int>(formation);
    EXPECT_EQ(parade.ranks({1, 0}), ranks) << static_cast<int>(formation);
    EXPECT_EQ(parade.crowd.overlaps(0.98F), 0U) << static_cast<int>(formation);
  }
}

// As a player drags it. Nobody has to pass anybody for it, and who stands faces as the formation does.
TEST(Formation, FacesWhereItIsTold) {
  const TestWorld meadow = random_world({.extent = {64, 48, 1}, .shape = Shape::open}, 1);
  for (const Vec2 facing : {Vec2{0, -1}, Vec2{0, 1}, Vec2{-1, 0}, Vec2{1, 0}}) {
    for (const float turn_rate : {0.0F, 1.5F}) {
      Parade parade(meadow, {44, 24, 0}, Formation::wedge);
      parade.crowd.group(parade.group).facing = facing * 3;
      parade.add_block({4, 22, 0}, 5, 5);
      for (std::size_t k = 0; k < parade.crowd.size(); ++k)
        parade.crowd.set_turn_rate(parade.crowd.agent(k), turn_rate);
      ASSERT_TRUE(parade.walk(400)) << facing.x << "," << facing.y << " " << turn_rate;
      EXPECT_EQ(parade.ranks(facing), (std::vector<int>{1, 3, 5, 7, 9}));
      for (int k = 0; k < 100; ++k) parade.crowd.step(tick);  // vehicles are still turning
      for (std::size_t k = 0; k < parade.crowd.size(); ++k)
        EXPECT_GT(dot(parade.crowd.facing(parade.crowd.agent(k)), facing), 0.99F)
            << k << " turns " << turn_rate << " to " << facing.x << "," << facing.y;
    }
  }
}

TEST(Formation, FacesAsItComesWhereWhatItIsToldIsTooShort) {
  const TestWorld meadow = random_world({.extent = {64, 48, 1}, .shape = Shape::open}, 1);
  Parade parade(meadow, {44, 24, 0}, Formation::wedge);
  parade.crowd.group(parade.group).facing = {1e-30F, 0};
  parade.add_block({4, 22, 0}, 5, 5);
  ASSERT_TRUE(parade.walk(400));
  EXPECT_EQ(parade.ranks({1, 0}), (std::vector<int>{1, 3, 5, 7, 9}));
}

// The way bends: what counts is where the group comes from in the end.
TEST(Formation, FacesTheWayOnWhichTheGroupArrives) {
  const TestWorld map = draw_map(R"(
    ##################........................
    ##################........................
    ##################............G...........
    ##################........................
    ##################........................
    ##################........................
    ##################........................
    ############################....##########
    ############################....##########
    ............................1111##########
    ................................##########
    ................................##########
    ................................##########
  )");
  Parade parade(map, map['G'], Formation::line);
  parade.add_block({2, 9, 0}, 4, 4);
  ASSERT_TRUE(parade.walk(600));
  const Vec2 corner{28, 9};
  EXPECT_EQ(parade.ranks(normalised(parade.middle - corner)), (std::vector<int>{12, 4}));
}

TEST(Formation, RanksWithoutRoomStandBehind) {
  const TestWorld lane = draw_map(R"(
    ################################
    ........................G.......
    ................................
    ################################
  )");
  Parade parade(lane, lane['G'], Formation::line);
  parade.add_block({1, 1, 0}, 8, 2);
  EXPECT_TRUE(parade.walk(600));
  EXPECT_EQ(parade.crowd.overlaps(0.98F), 0U);
  EXPECT_EQ(parade.crowd.squeezes(), 0U);
}

// Half of them are twice as fast, and the way leads through a gap.
TEST(Formation, RanksAreKeptAtThePaceOfTheSlowest) {
  const TestWorld map = draw_map(R"(
    ........................#...............................................
    ........................#...............................................
    ........................#...............................................
    ........................................................................
    ............................................................G...........
    ........................................................................
    ........................#...............................................
    ........................#...............................................
    ........................#...............................................
  )");
  const auto depth_on_the_way = [&](bool keeps_rank) {
    Parade parade(map, map['G'], Formation::block, keeps_rank);
    for (int k = 0; k < 20; ++k) parade.add(centre_of({4 + k % 5, 2 + k / 5, 0}), k % 2 == 0 ? 2.0F : 4.0F);
    for (int k = 0; k < 200; ++k) parade.crowd.step(tick);
    const float depth = parade.depth({1, 0});
    EXPECT_TRUE(parade.walk(600));
    return depth;
  };
  EXPECT_LT(depth_on_the_way(true), 6) << "a block of five ranks is 2.5 deep";
  EXPECT_GT(depth_on_the_way(false), 12) << "or else the test shows nothing";
}

TEST(Formation, NobodyWaitsForOneWhoIsFarBehind) {
  const TestWorld meadow = random_world({.extent = {128, 24, 1}, .shape = Shape::open}, 1);
  const auto steps = [&](bool keeps_rank) {
    Parade parade(meadow, {110, 12, 0}, Formation::block, keeps_rank);
    parade.add_block({40, 10, 0}, 4, 4);
    parade.add(centre_of({2, 12, 0}));
    int taken = 0;
    for (; parade.crowd.count(AgentState::arrived) < 16 && taken < 1000; ++taken) parade.crowd.step(tick);
    return taken;
  };
  EXPECT_LE(steps(true), steps(false) * 5 / 4);
}

TEST(Formation, EqualCrowdsKeepEqualRanks) {
  const TestWorld meadow = random_world({.extent = {96, 48, 1}, .shape = Shape::open}, 1);
  std::vector<std::uint64_t> hashes;
  for (int run = 0; run < 2; ++run) {
    Parade parade(meadow, {80, 20, 0}, Formation::wedge, true);
    parade.add_block({3, 12, 0}, 7, 9);
    for (int k = 0; k < 150; ++k) parade.crowd.step(tick);
    hashes.push_back(parade.crowd.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(GroundSpeed, CostlierGroundIsWalkedAsMuchSlower) {
  const TestWorld road = draw_map("222222222222222222222222222222226666666666666666666666666666666G");
  StraightField field = field_to(road.view(), road['G']);
  const StraightGuide guide(&field);
  const auto cells_in_ten_steps = [&](Cost full_speed_cost, float from) {
    Crowd crowd;
    CrowdGroup kind{road.view(), &guide, {{road['G']}}, Steering{}, 1.5F, true};
    kind.full_speed_cost = full_speed_cost;
    AgentSpec agent;
    agent.position = {from, 0.5F};
    agent.group = crowd.add_group(std::move(kind));
    const AgentId id = crowd.add(agent);
    for (int k = 0; k < 10; ++k) crowd.step(tick);  // up to its speed
    const float then = crowd.position(id).x;
    for (int k = 0; k < 10; ++k) crowd.step(tick);
    EXPECT_GT(crowd.pace(id), 0.9F) << "it gets on as fast as it may";
    return crowd.position(id).x - then;
  };
  EXPECT_NEAR(cells_in_ten_steps(2, 4.5F), 4, 0.05F);
  EXPECT_NEAR(cells_in_ten_steps(2, 36.5F), 4.0F / 3, 0.05F);
  EXPECT_NEAR(cells_in_ten_steps(0, 36.5F), 4, 0.05F);
}

}  // namespace
}  // namespace portolan
