// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

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

}  // namespace
}  // namespace portolan
