// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Forces beside the guide: to pursue, to evade, to wander, and to keep off walls.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>

#include <support/backward_executor.hpp>
#include <support/draw_map.hpp>

#include "point_guide.hpp"
#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::PointGuide;
using test::ReferenceGuide;
using test::tick;

constexpr float free_speed = 4;

// A group with a goal far off, which it heeds as much as `follow` says.
CrowdGroup steered(GridView grid, const Guide* guide, const Steering& steering) {
  return {grid, guide, {}, steering};
}

AgentSpec of_team(int team, Cell c, CrowdGroupId group, float speed = free_speed) {
  AgentSpec spec;
  spec.position = centre_of(c);
  spec.group = group;
  spec.max_speed = speed;
  spec.team = static_cast<std::uint8_t>(team);
  return spec;
}

constexpr Steering only(float Steering::*weight) {
  Steering steering;
  steering.follow = 0;
  steering.*weight = 1;
  return steering;
}

// Who goes north along a column, and who looks on from the west.
struct Meeting {
  explicit Meeting(const test::TestWorld& ground, const Steering& of_looker, int team = 1)
      : map(ground), north({centre_of(map['G'])}), south({centre_of(map['S'])}) {
    runner =
        crowd.add(of_team(0, map['R'], crowd.add_group(steered(map.view(), &north, {})), 0.5F * free_speed));
    looker = crowd.add(of_team(team, map['L'], crowd.add_group(steered(map.view(), &south, of_looker))));
  }
  [[nodiscard]] float apart() const { return length(crowd.position(runner) - crowd.position(looker)); }

  const test::TestWorld& map;
  PointGuide north, south;
  Crowd crowd;
  AgentId runner, looker;
};

const char* const meadow = R"(
  ............G....
  .................
  .................
  .................
  .................
  .................
  .................
  ..L.........R....
  .................
  .................
  ..S..............
)";

TEST(Pursuit, GoesToWhereTheOtherWillBe) {
  const auto map = draw_map(meadow);
  Meeting meeting(map, only(&Steering::pursue));
  for (int k = 0; k < 5; ++k) meeting.crowd.step(tick);
  const Vec2 to = meeting.crowd.position(meeting.runner) - meeting.crowd.position(meeting.looker);
  const Vec2 going = meeting.crowd.velocity(meeting.looker);
  EXPECT_GT(length(going), 0.9F * free_speed);
  EXPECT_LT(going.y * to.x, to.y * going.x) << "ahead of it: farther north than where it is";
  float nearest = meeting.apart();
  for (int k = 0; k < 40; ++k) {
    meeting.crowd.step(tick);
    nearest = std::min(nearest, meeting.apart());
  }
  EXPECT_LT(nearest, 0.8F) << "caught up";
}

TEST(Pursuit, LeavesFriendsInPeace) {
  const auto map = draw_map(meadow);
  Meeting meeting(map, only(&Steering::pursue), 0);
  meeting.crowd.step(tick);
  EXPECT_EQ(meeting.crowd.velocity(meeting.looker), Vec2{});
}

TEST(Pursuit, SeesNobodyBehindAWall) {
  const auto map = draw_map(R"(
    .......#....G....
    .......#.........
    .......#.........
    .......#.........
    ..L....#....R....
    .......#.........
    .......#.........
    .......#.........
    ..S....#.........
  )");
  Meeting meeting(map, only(&Steering::pursue));
  meeting.crowd.step(tick);
  EXPECT_EQ(meeting.crowd.velocity(meeting.looker), Vec2{});
}

TEST(Evasion, GoesAwayFromOneWhoPursues) {
  const auto map = draw_map(R"(
    ..............................
    ..............................
    ..............................
    G...R...L.....................
    ..............................
    ..............................
    S.............................
  )");
  PointGuide home({centre_of(map['G'])});
  Crowd crowd;
  const AgentId wolf =
      crowd.add(of_team(1, map['R'], crowd.add_group(steered(map.view(), &home, only(&Steering::pursue)))));
  const AgentId sheep =
      crowd.add(of_team(0, map['L'], crowd.add_group(steered(map.view(), &home, only(&Steering::evade)))));
  for (int k = 0; k < 30; ++k) crowd.step(tick);
  EXPECT_GT(crowd.position(sheep).x, centre_of(map['L']).x + 5);
  EXPECT_GT(length(crowd.position(sheep) - crowd.position(wolf)), 2) << "as fast as the other one";
  EXPECT_NEAR(crowd.position(sheep).y, centre_of(map['L']).y, 0.1F) << "straight away from it";
}

const char* const pen = R"(
  ################
  #..............#
  #..A...........#
  #..............#
  #......##......#
  #......##......#
  #..............#
  #...........G..#
  #..............#
  ################
)";

struct Flock {
  explicit Flock(const test::TestWorld& map, CrowdOptions options = {})
      : guide({centre_of(map['G'])}), crowd(options) {
    const CrowdGroupId group = crowd.add_group(steered(map.view(), &guide, only(&Steering::wander)));
    for (int k = 0; k < 6; ++k) crowd.add(of_team(0, {map['A'].x, map['A'].y + k, 0}, group));
  }
  void play(int steps) {
    for (int k = 0; k < steps; ++k) crowd.step(tick);
  }

  PointGuide guide;
  Crowd crowd;
};

TEST(Wandering, LeadsEachAgentElsewhereAndTurnsInTime) {
  const auto map = draw_map(pen);
  Flock flock(map);
  flock.play(5);
  const auto going = [&](std::uint32_t slot) { return flock.crowd.velocity(flock.crowd.agent(slot)); };
  std::vector<Vec2> before;
  for (std::uint32_t k = 0; k < 6; ++k) before.push_back(normalised(going(k)));
  EXPECT_TRUE(std::any_of(before.begin(), before.end(), [&](Vec2 v) { return dot(v, before[0]) < 0.5F; }));
  bool turned = false;
  for (int k = 0; k < 60; ++k) {
    flock.play(1);
    turned = turned || dot(normalised(going(0)), before[0]) < 0;
    ASSERT_EQ(flock.crowd.inside_walls(), 0U);
  }
  EXPECT_TRUE(turned);
  for (std::uint32_t k = 0; k < 6; ++k) EXPECT_GT(flock.crowd.distance(flock.crowd.agent(k)), 5);
}

TEST(Wandering, IsTheSameInEveryRunOnAnyThreadsAndFromACopy) {
  const auto map = draw_map(pen);
  test::BackwardExecutor threads;
  CrowdOptions options;
  options.executor = &threads;
  Flock flock(map), other(map, options);
  flock.play(20), other.play(20);
  Crowd copy(flock.crowd);
  flock.play(50), other.play(50);
  for (int k = 0; k < 50; ++k) copy.step(tick);
  EXPECT_EQ(flock.crowd.hash(), other.crowd.hash());
  EXPECT_EQ(flock.crowd.hash(), copy.hash());
}

// How far the agent was from the wall in the north where it had gone two thirds of its way, and whether it
// came to its goal.
struct Walk {
  float from_wall = 0;
  bool there = false;
};

Walk walk_along(const test::TestWorld& map, float walls) {
  const std::vector<Cell> goal{map['G']};
  const ReferenceGuide guide(map.view(), goal);
  Crowd crowd;
  CrowdGroup group{map.view(), &guide, {{goal[0]}}, {}};
  group.steering.walls = walls;
  const AgentId agent = crowd.add(of_team(0, map['A'], crowd.add_group(group)));
  Walk walk;
  for (int k = 0; k < 100 && !walk.there; ++k) {
    if (crowd.position(agent).x < 14) walk.from_wall = crowd.position(agent).y - 1;
    crowd.step(tick);
    walk.there = crowd.state(agent) == AgentState::gone;
  }
  return walk;
}

TEST(WallDistance, AgentsKeepOffAWallAlongWhichTheirWayLeads) {
  const auto map = draw_map(R"(
    ######################
    A....................G
    ......................
    ......................
    ......................
    ......................
    ......................
  )");
  const Walk without = walk_along(map, 0), with = walk_along(map, 1);
  EXPECT_LT(without.from_wall, 0.7F);
  EXPECT_GT(with.from_wall, 1.0F);
  EXPECT_TRUE(without.there && with.there);
}

TEST(WallDistance, HoldsNobodyBackBeforeADoorOfOneCell) {
  const auto map = draw_map(R"(
    .........#............
    A........#............
    .........#............
    .....................G
    .........#............
    .........#............
  )");
  EXPECT_TRUE(walk_along(map, 1).there);
  EXPECT_TRUE(walk_along(map, 5).there);
}

// Two teams that hunt and flee each other, wander, and keep off walls.
struct Hunt {
  Hunt() {
    Steering hunting, fleeing;
    hunting.pursue = fleeing.evade = hunting.wander = fleeing.wander = fleeing.walls = 1;
    hunting.walls = 0.5F;
    const CrowdGroupId hunters = crowd.add_group(steered(map.view(), &south, hunting));
    const CrowdGroupId prey = crowd.add_group(steered(map.view(), &north, fleeing));
    for (int k = 0; k < 4; ++k) crowd.add(of_team(1, {2, 2 + 2 * k, 0}, hunters));
    for (int k = 0; k < 4; ++k) crowd.add(of_team(0, {14, 2 + 2 * k, 0}, prey, 0.8F * free_speed));
  }
  [[nodiscard]] std::vector<std::uint64_t> play(Crowd& played) const {
    std::vector<std::uint64_t> hashes;
    for (int k = 0; k < 60; ++k) {
      played.step(tick);
      hashes.push_back(played.hash());
    }
    return hashes;
  }

  test::TestWorld map = draw_map(R"(
    .................
    .................
    .......#.........
    .......#.........
    .......####......
    .................
    .................
    .........#.......
    .........#.......
    .................
    .................
  )");
  PointGuide north{{8.5F, 0.5F}}, south{{8.5F, 10.5F}};
  Crowd crowd;
};

TEST(Forces, GoOnBitForBitFromASaveAndFromAMoment) {
  Hunt hunt;
  for (int k = 0; k < 25; ++k) hunt.crowd.step(tick);
  StateWriter writer;
  hunt.crowd.save_state(writer);
  const std::uint64_t moment = hunt.crowd.keep();
  const std::vector<std::uint64_t> hashes = hunt.play(hunt.crowd);
  hunt.crowd.go_back(moment);
  EXPECT_EQ(hunt.play(hunt.crowd), hashes);

  Result<StateReader> reader = StateReader::open(writer.finish());
  ASSERT_TRUE(reader.ok());
  Crowd restored;
  ASSERT_TRUE(restored.restore_state(*reader, [&](CrowdGroupId) { return hunt.map.view(); }));
  restored.group(CrowdGroupId{0}).guide = &hunt.south;
  restored.group(CrowdGroupId{1}).guide = &hunt.north;
  EXPECT_EQ(hunt.play(restored), hashes);
  hunt.crowd.go_back(moment);
  hunt.crowd.group(CrowdGroupId{1}).steering = {};
  EXPECT_NE(hunt.play(hunt.crowd), hashes) << "the weights matter";
}

}  // namespace
}  // namespace portolan
