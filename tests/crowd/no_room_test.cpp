// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Where no way leads on, or there is less room than bodies: everybody comes to rest.
#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/draw_map.hpp>

#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

// Those who set out from rows below `A` to `G`, by a field that also leads to `S`, which stands in for it.
class Party {
 public:
  explicit Party(const char* map) : map_(test::draw_map(map)), field_(map_.view(), TileGrid(map_.extent())) {
    field_.allow_all();
    field_.add_goal({map_['G']});
    for (const Cell& c : map_.all('S')) field_.add_goal({c});
    field_.advance();
    guide_.follow(&field_);
    group.guide = &guide_;
    group.goals = {{map_['G']}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
  }
  void set_out(int count, int columns, float radius, float speed) {
    const CrowdGroupId id = crowd.add_group(group);
    for (int k = 0; k < count; ++k) {
      const Vec2 off{static_cast<float>(k % columns), static_cast<float>(k / columns)};
      crowd.add({centre_of(map_['A']) + off, 0, radius, speed, id});
    }
  }
  void play(float seconds, float each = tick) {
    for (float t = 0; t < seconds; t += each) crowd.step(each);
  }
  // Cells that the one who walks most walks in so many seconds.
  [[nodiscard]] float most_walked(float seconds) {
    std::vector<Vec2> last = positions();
    std::vector<float> walked(last.size());
    for (float t = 0; t < seconds; t += tick) {
      crowd.step(tick);
      const std::vector<Vec2> now = positions();
      for (std::size_t k = 0; k < now.size(); ++k) walked[k] += length(now[k] - last[k]);
      last = now;
    }
    return *std::max_element(walked.begin(), walked.end());
  }

  Crowd crowd;

 private:
  [[nodiscard]] std::vector<Vec2> positions() const {
    std::vector<Vec2> all;
    for (std::size_t k = 0; k < crowd.size(); ++k) all.push_back(crowd.position(crowd.agent(k)));
    return all;
  }

  test::TestWorld map_;
  StraightField field_;
  StraightGuide guide_;

 public:
  CrowdGroup group{map_.view(), nullptr, {}, {}};
};

// So many of them have come to rest after some seconds, and nobody walks farther than so much later on.
void expect_rest(Party& party, float after, AgentState state, std::size_t count, float most) {
  party.play(after);
  EXPECT_EQ(party.crowd.count(state), count);
  EXPECT_LT(party.most_walked(20), most);
}

// It swung to and fro in the cell that stands in for the goal for good.
TEST(NoRoom, WhoseWayEndsBeforeAWallStandsThere) {
  Party party(R"(
    ...........#.........
    ...........#.........
    .A........S#.......G.
    ...........#.........
    ...........#.........
  )");
  party.set_out(1, 1, 0.3F, 4);
  expect_rest(party, 10, AgentState::stuck, 1, 0.01F);
}

TEST(NoRoom, ACrowdWhoseWayEndsBeforeAWallStandsThere) {
  Party party(R"(
    ...............#.........
    .A.............#.........
    ...............#.........
    ..............S#.......G.
    ...............#.........
    ...............#.........
    ...............#.........
  )");
  party.set_out(20, 4, 0.3F, 4);
  expect_rest(party, 20, AgentState::stuck, 20, 1);
}

// One that leaves on arrival has not arrived at what stands in for the goal.
TEST(NoRoom, NobodyLeavesBeforeAWall) {
  Party party(R"(
    ...........#.........
    .A........S#.......G.
    ...........#.........
  )");
  party.group.leave_on_arrival = true;
  party.set_out(1, 1, 0.3F, 4);
  party.play(10);
  EXPECT_EQ(party.crowd.count(AgentState::stuck), 1U);
}

constexpr const char* small_room = R"(
    ...............................
    .A...............#####.........
    .................#...#.........
    ...................G.#.........
    .................#...#.........
    .................#####.........
    ...............................
    ...............................
  )";

// Room for nine and a doorway: the others stand before it. They swapped places for good.
TEST(NoRoom, InASmallRoomThoseForWhomThereIsNoneComeToRest) {
  Party party(small_room);
  party.set_out(20, 5, 0.3F, 4);
  expect_rest(party, 40, AgentState::arrived, 20, 1);
}

// They squeezed by one another for good, which counted as getting on, and handed on the places to which
// nobody could come.
TEST(NoRoom, InASmallRoomThoseWhoOnlyPartComeToRest) {
  for (const float each : {tick, 1.0F / 30}) {
    Party party(small_room);
    party.group.avoidance = Avoidance::separation;
    party.set_out(24, 6, 0.4F, 2);
    party.play(60, each);
    EXPECT_EQ(party.crowd.count(AgentState::arrived), 24U) << each;
    EXPECT_LT(party.most_walked(20), 1) << each;
  }
}

// The middle of the line came to lie in the room beside, behind a wall.
TEST(NoRoom, ALineIsDrawnUpInTheRoomOfTheGoal) {
  Party party(R"(
    .......#..............
    .......#..............
    .A.....#..............
    .......#..............
    .......#..............
    ......................
    ......................
    ......................
    ......................
    .......#..............
    .......#..............
    .......#..............
    .......#..............
    ....G..#..............
    .......#..............
    .......#..............
    .......#..............
    .......#..............
  )");
  party.group.formation = Formation::line;
  party.set_out(12, 4, 0.45F, 2);
  party.play(40);
  EXPECT_EQ(party.crowd.count(AgentState::arrived), 12U);
}

// They went around and around the enemies, and pressed through one another on the way.
TEST(NoRoom, WhoseGoalEnemiesHoldStandsBeforeThem) {
  Party party(R"(
    .........................
    .........................
    .A.......................
    .........................
    ..................G......
    .........................
    .........................
    .........................
    .........................
    .........................
  )");
  party.group.leave_on_arrival = true;
  party.set_out(20, 4, 0.3F, 4);
  const CrowdGroupId enemies = party.crowd.add_group({party.group.grid, nullptr, {}, {}});
  for (int k = 0; k < 25; ++k) {
    const Vec2 at{16.5F + static_cast<float>(k % 5), 2.5F + static_cast<float>(k / 5)};
    party.crowd.add({.position = at, .group = enemies, .holds = true, .team = 1});
  }
  party.play(60);
  EXPECT_EQ(party.crowd.count(AgentState::gone), 0U);
  EXPECT_LT(party.most_walked(60), 55);
  EXPECT_EQ(party.crowd.squeezes(), 0U);
}

// In short steps two at both sides of the door took turns at who is ahead, and nobody came through.
TEST(NoRoom, WideBodiesGetThroughADoorWhateverTheStep) {
  for (const float step : {0.1F, 1.0F / 30, 1.0F / 60}) {
    Party party(R"(
      ..............#..............
      ..............#..............
      ....A.........#..............
      ..............#..............
      ..............#..............
      ..........................G..
      ..............#..............
      ..............#..............
      ..............#..............
      ..............#..............
      ..............#..............
    )");
    party.set_out(16, 4, 0.45F, 2);
    party.play(30, step);
    EXPECT_EQ(party.crowd.count(AgentState::arrived), 16U) << step << " s";
  }
}

}  // namespace
}  // namespace portolan
