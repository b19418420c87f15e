// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/draw_map.hpp>
#include <support/straight.hpp>

#include "change_over.hpp"
#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

constexpr int columns = 4, block_rows = 3;

// Two blocks that swap sides through a gap. Each agent has a goal, and so a group, of its own.
class Swap {
 public:
  explicit Swap(const char* map) : map_(test::draw_map(map)) {
    for (int k = 0; k < columns * block_rows; ++k) {
      const Cell west{5 + k % columns, 2 + k / columns, 0}, east{24 - west.x, west.y, 0};
      add(west, east);
      add(east, west);
    }
  }

  // Plays until all are there, at most so many steps.
  void play(int most) {
    for (int step = 0; step < most && crowd.count(AgentState::gone) < crowd.size(); ++step) {
      std::vector<Vec2> before;
      for (std::uint32_t i = 0; i < crowd.size(); ++i) before.push_back(crowd.position({i}));
      crowd.step(tick);
      for (std::uint32_t i = 0; i < crowd.size(); ++i) note(before[i].x, crowd.position({i}));
    }
  }

  Crowd crowd{CrowdOptions{nullptr, 1e6F, 3}};
  int turns = 0;                            // how often others than before went through the gap
  std::vector<float> eastwards, westwards;  // where they went through it, from the top

 private:
  void add(Cell from, Cell to) {
    guides_.push_back(std::make_unique<test::ReferenceGuide>(map_.view(), std::vector<Cell>{to}));
    CrowdGroup group{map_.view(), guides_.back().get(), std::vector<Cell>{to}, {}, 1.0F, true};
    group.avoidance = Avoidance::reciprocal;
    crowd.add({centre_of(from), 0, 0.39F, 0.6F, crowd.add_group(group)});
  }
  void note(float before, Vec2 now) {
    constexpr float gap = 12.5F;
    if ((before < gap) == (now.x < gap)) return;
    const bool to_east = before < gap;
    turns += turns == 0 || to_east != to_east_ ? 1 : 0;
    to_east_ = to_east;
    (to_east ? eastwards : westwards).push_back(now.y);
  }

  test::TestWorld map_;
  std::vector<std::unique_ptr<test::ReferenceGuide>> guides_;
  bool to_east_ = false;
};

constexpr auto gap_of_one = R"(
      ............#............
      ............#............
      ............#............
      .........................
      ............#............
      ............#............
      ............#............
    )";
constexpr auto gap_of_two = R"(
      ............#............
      ............#............
      ............#............
      .........................
      .........................
      ............#............
      ............#............
      ............#............
    )";

// A change of turns costs what several bodies do. So all of a block go before the other one does.
TEST(Turns, LastAsLongAsMoreComeOfThoseWhoHaveIt) {
  Swap swap(gap_of_one);
  swap.play(3000);
  EXPECT_EQ(swap.crowd.count(AgentState::gone), swap.crowd.size());
  EXPECT_LE(swap.turns, 2);
  EXPECT_EQ(swap.crowd.squeezes(), 0U);
}

// Where there is room for two abreast nobody waits for the last of those who come: each goes through the half
// on its right, which is the lower one on the way to the east.
TEST(Turns, AreNotTakenWhereThereIsRoomForTwo) {
  Swap swap(gap_of_two);
  swap.play(3000);
  EXPECT_EQ(swap.crowd.count(AgentState::gone), swap.crowd.size());
  EXPECT_GE(swap.turns, 8);
  ASSERT_EQ(swap.eastwards.size(), 12U);
  ASSERT_EQ(swap.westwards.size(), 12U);
  constexpr float middle = 4;
  EXPECT_GE(std::count_if(swap.eastwards.begin(), swap.eastwards.end(), [](float y) { return y > middle; }),
            10);
  EXPECT_GE(std::count_if(swap.westwards.begin(), swap.westwards.end(), [](float y) { return y < middle; }),
            10);
}

// A corridor of one cell with two bends.
test::TestWorld bent_corridor() {
  std::string rows;
  for (int y = 0; y < 40; ++y) {
    std::string row = std::string(20, '.') + std::string(24, '#') + std::string(20, '.');
    for (int x = 20; x < 44; ++x) {
      if ((y == 15 && x <= 32) || (y == 25 && x >= 32) || (x == 32 && y >= 15 && y <= 25)) row[x] = '.';
    }
    rows += row + "\n";
  }
  return test::draw_map(rows);
}

// Turns of a fixed length ended when a few had come into a long passage: 105 s. In a bend, which is long both
// ways, those inside waited for their turn again, and shut it: 590 to 900 s.
TEST(Turns, InALongPassageLastForTheWayThroughIt) {
  for (const bool bent : {false, true}) {
    for (const float seconds : {tick, tick / 6}) {
      const test::Passing all = test::change_over(bent ? bent_corridor() : test::corridor(1),
                                                  {Avoidance::reciprocal}, 80, [&] { return seconds; });
      EXPECT_EQ(all.left, 0U) << bent << ' ' << seconds;
      EXPECT_EQ(all.squeezes, 0U) << bent << ' ' << seconds;
    }
  }
}

// They met inside, and went through one another: 0 to 317 of 80, in up to three times as long.
TEST(Turns, AreTakenByThoseWhoOnlyPartFromOthers) {
  for (const test::TestWorld& map : {test::two_rooms(1), test::corridor(1), bent_corridor()}) {
    for (const auto& [speed, seconds] : {std::pair(0.5F, tick / 3), {3.0F, tick}, {3.0F, tick / 6}}) {
      const float step = seconds;
      const test::Passing all =
          test::change_over(map, {Avoidance::separation, 0.35F, speed}, 180 / speed, [&] { return step; });
      EXPECT_EQ(all.left, 0U) << speed << ' ' << seconds;
      EXPECT_EQ(all.squeezes, 0U) << speed << ' ' << seconds;
    }
  }
}

// Those in front of a door held one another up, the longer the shorter the steps: 79 of 80 went through
// others, in 590 s.
TEST(Turns, OfThoseWhoNearlyFillADoorNoArchStands) {
  for (const float seconds : {tick, tick / 3}) {
    const test::Passing all = test::change_over(test::two_rooms(1), {Avoidance::separation, 0.45F, 0.5F}, 400,
                                                [&] { return seconds; });
    EXPECT_EQ(all.left, 0U) << seconds;
    EXPECT_LE(all.squeezes, 1U) << seconds;
  }
}

// Bodies that nearly fill a cell, of four groups, among rocks that lie here and there.
class AmongRocks {
 public:
  enum class Led { from_cell_to_cell, at_any_angle };

  AmongRocks(std::uint32_t seed, Led led, Avoidance avoidance, int agents, float turn_rate = 0)
      : random_(seed), map_(field(240)), led_(led), turn_rate_(turn_rate) {
    for (int g = 0; g < groups; ++g) add_group(avoidance);
    for (int k = 0; k < agents; ++k) add(k % groups);
  }

  // Plays until all are gone, at most so many seconds; those who are left.
  std::size_t play(float most) {
    for (float t = 0; t < most && crowd_.count(AgentState::gone) < crowd_.size(); t += 1.0F / 30)
      crowd_.step(1.0F / 30);
    return crowd_.size() - crowd_.count(AgentState::gone);
  }

 private:
  static constexpr int side = 41, groups = 4;

  int any() { return static_cast<int>(random_() % side); }
  test::TestWorld field(int rocks) {
    std::vector<std::string> rows(side, std::string(side, '.'));
    for (int k = 0; k < rocks; ++k) rows[any()][any()] = '#';
    std::string drawn;
    for (const std::string& row : rows) drawn += row + "\n";
    return test::draw_map(drawn);
  }
  void add_group(Avoidance avoidance) {
    Cell goal{any(), any(), 0};
    while (!map_.view().passable(goal)) goal = {any(), any(), 0};
    guides_.push_back(std::make_unique<test::ReferenceGuide>(map_.view(), std::vector<Cell>{goal}));
    fields_.push_back(std::make_unique<StraightField>(test::field_to(map_.view(), goal)));
    straight_.push_back(std::make_unique<StraightGuide>(fields_.back().get()));
    const Guide* guide = straight_.back().get();
    if (led_ == Led::from_cell_to_cell) guide = guides_.back().get();
    CrowdGroup group{map_.view(), guide, std::vector<Cell>{goal}, {}, 1.0F, true};
    group.avoidance = avoidance;
    crowd_.add_group(group);
  }
  void add(int group) {
    Cell at{any(), any(), 0};
    while (!reachable(guides_[group]->remaining(at)) || taken_[at.y * side + at.x]) at = {any(), any(), 0};
    taken_[at.y * side + at.x] = true;
    AgentSpec agent{centre_of(at), 0, 0.45F, 3, CrowdGroupId{static_cast<std::uint32_t>(group)}};
    agent.turn_rate = turn_rate_;
    if (turn_rate_ > 0) agent.acceleration = 3;
    crowd_.add(agent);
  }

  std::mt19937 random_;
  test::TestWorld map_;
  Led led_;
  float turn_rate_;
  std::vector<std::unique_ptr<test::ReferenceGuide>> guides_;
  std::vector<std::unique_ptr<StraightField>> fields_;
  std::vector<std::unique_ptr<StraightGuide>> straight_;
  std::vector<bool> taken_ = std::vector<bool>(side * side);
  Crowd crowd_;
};

// Two rocks with room for two between them make no gate, who keeps to a lane where nobody comes leaves it,
// and who has waited for long goes in. Before, somebody stood for good in most of these runs.
TEST(Turns, NobodyStandsForGoodAmongRocks) {
  using Led = AmongRocks::Led;
  for (const std::uint32_t field : {1U, 2U, 3U, 4U, 5U, 34U}) {
    for (const Led led : {Led::from_cell_to_cell, Led::at_any_angle}) {
      EXPECT_EQ(AmongRocks(field, led, Avoidance::reciprocal, 60).play(60), 0U) << field;
      EXPECT_EQ(AmongRocks(field, led, Avoidance::reciprocal, 160).play(150), 0U) << field << ", crowded";
    }
  }
}

// Who touches a rock, and keeps off the next one already, gets on, and of two who press against each other
// between the corners of rocks one goes back. Before, somebody stood for good in the last two fields.
TEST(Turns, NobodyWhoOnlyPartsStandsForGoodAmongRocks) {
  for (const std::uint32_t field : {1U, 2U, 3U, 37U, 58U}) {
    EXPECT_EQ(AmongRocks(field, AmongRocks::Led::at_any_angle, Avoidance::separation, 160).play(100), 0U)
        << field;
  }
}

// Between two cells whose ways lead around a rock on both its sides a vehicle turned to and fro for good, for
// to turn was to get on.
TEST(Turns, NoVehicleStandsForGoodAmongRocks) {
  constexpr float slowly = 3;  // radians per second
  using Led = AmongRocks::Led;
  EXPECT_EQ(AmongRocks(42, Led::at_any_angle, Avoidance::reciprocal, 20, slowly).play(100), 0U);
  for (const std::uint32_t field : {3U, 9U, 60U})
    EXPECT_EQ(AmongRocks(field, Led::at_any_angle, Avoidance::reciprocal, 60, slowly).play(100), 0U) << field;
}

}  // namespace
}  // namespace portolan
