// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Places at a goal by which a wall stands, or through which one goes: all stand where the guide leads them.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/draw_map.hpp>
#include <support/straight.hpp>

#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

// Groups that go to all cells of `G` from each cell of a letter.
class WalledGoal {
 public:
  explicit WalledGoal(const char* map)
      : map_(test::draw_map(map)), field_(map_.view(), TileGrid(map_.extent())) {
    const std::vector<Cell> goals = map_.all('G');
    field_.allow_all();
    for (const Cell& goal : goals) field_.add_goal({goal});
    field_.advance();
    guide_.follow(&field_);
    group.guide = &guide_;
    group.goals = GoalSet(goals);
    group.leave_on_arrival = false;
  }
  void set_out(char from, float radius) {
    const CrowdGroupId id = crowd.add_group(group);
    for (const Cell& c : map_.all(from)) crowd.add({centre_of(c), 0, radius, 4, id});
    walking_ += map_.all(from).size();
  }
  void one_sets_out(std::size_t from, float radius) {
    ++walking_;
    crowd.add({centre_of(map_.all('A')[from]), 0, radius, 4, crowd.add_group(group)});
  }
  // After how many steps all have arrived, of so many at most.
  [[nodiscard]] int steps(int most) {
    int steps = 0;
    for (; steps < most && crowd.count(AgentState::arrived) < walking_; ++steps) crowd.step(tick);
    return steps;
  }
  [[nodiscard]] std::size_t count_right_of(float x) const {
    std::size_t count = 0;
    for (std::size_t k = 0; k < crowd.size(); ++k) count += crowd.position(crowd.agent(k)).x > x ? 1 : 0;
    return count;
  }

  Crowd crowd;

 private:
  test::TestWorld map_;
  StraightField field_;
  StraightGuide guide_;
  std::size_t walking_ = 0;

 public:
  CrowdGroup group{map_.view(), nullptr, {}, {}};
};

constexpr Avoidance both_ways[] = {Avoidance::separation, Avoidance::reciprocal};

constexpr const char* const divided = R"(
  ................................
  ....................#...........
  ....................#...........
  ....................#...........
  ....................#...........
  ..AAAA..............#...........
  ..AAAA..............#...........
  ..AAAA.............G#GGGGGG.....
  ..AAAA.............G#GGGGGG.....
  ...................G#GGGGGG.....
  ...................G#GGGGGG.....
  ...................G#GGGGGG.....
  ...................G#GGGGGG.....
  ...................G#GGGGGG.....
  ...................G#GGGGGG.....
  ....................#...........
  ....................#...........
)";

// The middle of the goal lies beyond the wall, and from none of its cells a way leads on.
TEST(PlacesAtWalls, OneWhoseGoalAWallDividesStandsBeforeTheWall) {
  for (const Avoidance avoidance : both_ways) {
    for (std::size_t from = 0; from < 16; ++from) {
      WalledGoal hall(divided);
      hall.group.avoidance = avoidance;
      hall.one_sets_out(from, 0.35F);
      EXPECT_LT(hall.steps(100), 100) << from;
      EXPECT_EQ(hall.count_right_of(20), 0U) << from;
    }
  }
}

// Half of them had places behind the wall, pressed against it, and changed places with the others.
TEST(PlacesAtWalls, ACrowdWhoseGoalAWallDividesComesAsSoonAsWithoutTheWall) {
  const char* const walled = R"(
      ......................................
      ........................#.............
      ........................#.............
      .AAAAAA.................#.............
      .AAAAAA............GGGGG#GGGGG........
      .AAAAAA............GGGGG#GGGGG........
      .AAAAAA............GGGGG#GGGGG........
      .AAAAAA............GGGGG#GGGGG........
      .AAAAAA............GGGGG#GGGGG........
      ...................GGGGG#GGGGG........
      ........................#.............
      ........................#.............
      ........................#.............
      ......................................
  )";
  const char* const open = R"(
      ......................................
      ......................................
      ......................................
      .AAAAAA...............................
      .AAAAAA............GGGGGGGGGGG........
      .AAAAAA............GGGGGGGGGGG........
      .AAAAAA............GGGGGGGGGGG........
      .AAAAAA............GGGGGGGGGGG........
      .AAAAAA............GGGGGGGGGGG........
      ...................GGGGGGGGGGG........
      ......................................
      ......................................
      ......................................
      ......................................
  )";
  for (const Avoidance avoidance : both_ways) {
    int steps[2] = {};
    for (const bool wall : {false, true}) {
      WalledGoal hall(wall ? walled : open);
      hall.group.avoidance = avoidance;
      hall.set_out('A', 0.35F);
      steps[wall ? 1 : 0] = hall.steps(600);
      if (wall) {
        EXPECT_EQ(hall.count_right_of(24), 0U);
      }
    }
    EXPECT_LT(steps[1], steps[0] * 5 / 4) << "without the wall " << steps[0];
  }
}

}  // namespace
}  // namespace portolan
