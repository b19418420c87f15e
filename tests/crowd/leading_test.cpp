// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups that follow a leader while they see it.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/backward_executor.hpp>
#include <support/draw_map.hpp>

#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::ReferenceGuide;
using test::tick;

// Somebody goes from L to G; those who follow want to go to H by themselves.
struct March {
  explicit March(const test::TestWorld& ground, Avoidance avoidance = Avoidance::separation,
                 CrowdOptions options = {})
      : map(ground), crowd(options) {
    alone = crowd.add_group(wanting(to_g, 'G', avoidance));
    leader = crowd.add(of(alone, map['L'], 2.5F));
    CrowdGroup led = wanting(to_h, 'H', avoidance);
    led.leader = leader;
    company = crowd.add_group(led);
  }
  CrowdGroup wanting(const ReferenceGuide& guide, char goal, Avoidance avoidance) const {
    CrowdGroup group{map.view(), &guide, {{map[goal]}}, {}};
    group.avoidance = avoidance;
    return group;
  }
  static AgentSpec of(CrowdGroupId group, Cell c, float speed) {
    AgentSpec spec;
    spec.position = centre_of(c);
    spec.layer = c.layer;
    spec.group = group;
    spec.max_speed = speed;
    return spec;
  }
  AgentId follower(Cell c) { return crowd.add(of(company, c, 4)); }
  // A block of them.
  void followers(Cell c, int wide, int high) {
    for (int k = 0; k < wide * high; ++k) follower({c.x + k % wide, c.y + k / wide, c.layer});
  }
  void play(int steps) {
    for (int k = 0; k < steps; ++k) crowd.step(tick);
  }
  [[nodiscard]] float apart(AgentId one) const {
    return length(crowd.position(one) - crowd.position(leader));
  }
  // Until nobody is on the map any more, or so many steps.
  int until_gone(int most) {
    int steps = 0;
    for (; crowd.count(AgentState::gone) < crowd.size() && steps < most; ++steps) crowd.step(tick);
    return steps;
  }

  const test::TestWorld& map;
  ReferenceGuide to_g{map.view(), std::vector{map['G']}}, to_h{map.view(), std::vector{map['H']}};
  Crowd crowd;
  CrowdGroupId alone, company;
  AgentId leader;
};

const char* const field = R"(
  ........................................
  ........................................
  ........................................
  H.....F...L............................G
  ........................................
  ........................................
  ........................................
)";

TEST(Leading, AFollowerGoesBehindItsLeaderAndNoFasterThanIt) {
  const auto map = draw_map(field);
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.play(55);
  for (int k = 0; k < 40; ++k) {
    march.crowd.step(tick);
    const Vec2 off = march.crowd.position(march.leader) - march.crowd.position(follower);
    ASSERT_GT(off.x, 0.6F) << "behind it, and not upon it";
    ASSERT_LT(off.x, 1.6F);
    ASSERT_NEAR(off.y, 0, 0.2F);
    ASSERT_NEAR(length(march.crowd.velocity(follower)), 2.5F, 0.1F);
    ASSERT_GT(march.crowd.pace(follower), 0.5F) << "it gets on where it wants to go";
  }
}

TEST(Leading, ACompanyLeavesRoomBetweenItselfAndItsLeader) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    const auto map = draw_map(field);
    March march(map, avoidance);
    march.followers({3, 1, 0}, 4, 5);
    march.play(60);
    for (int k = 0; k < 40; ++k) {
      march.crowd.step(tick);
      for (std::uint32_t slot = 1; slot < march.crowd.size(); ++slot) {
        const AgentId agent = march.crowd.agent(slot);
        ASSERT_LT(march.crowd.position(agent).x, march.crowd.position(march.leader).x) << slot;
        ASSERT_GT(march.apart(agent), 0.7F) << slot;
        ASSERT_LT(march.apart(agent), 7) << slot;
      }
      ASSERT_GT(length(march.crowd.velocity(march.leader)), 2.4F) << "nobody holds it up";
      ASSERT_EQ(march.crowd.overlaps(0.8F), 0U);
    }
  }
}

TEST(Leading, WhoStandsInItsWayStepsAsideAndFallsInBehind) {
  const auto map = draw_map(R"(
    ..............................
    ..............................
    H.........L...F..............G
    ..............................
    ..............................
  )");
  for (const Avoidance avoidance : {Avoidance::none, Avoidance::separation, Avoidance::reciprocal}) {
    March march(map, avoidance);
    const AgentId follower = march.follower(map['F']);
    float least = march.apart(follower);
    for (int k = 0; k < 50; ++k) {
      march.crowd.step(tick);
      least = std::min(least, march.apart(follower));
      ASSERT_NEAR(march.crowd.position(march.leader).y, centre_of(map['L']).y, 0.35F);
    }
    EXPECT_GT(least, 0.6F) << "they do not touch";
    EXPECT_LT(march.crowd.position(follower).x, march.crowd.position(march.leader).x);
    EXPECT_LT(march.apart(follower), 2);
  }
}

TEST(Leading, InALaneOneGoesAheadOfItsLeader) {
  const auto map = draw_map(R"(
    ####################..........
    H......L..F..................G
    ####################..........
  )");
  March march(map, Avoidance::separation);
  march.crowd.group(march.company).guide = &march.to_g;
  march.crowd.group(march.company).goals = {{map['G']}};
  march.follower(map['F']);
  EXPECT_LT(march.until_gone(200), 130);
}

const char* const two_rooms = R"(
  ............#..............
  ............#..............
  ............#..............
  .........................G.
  ............#..............
  ............#..............
  L....F.....................
  ............#..............
  ............#..............
  ............#..............
  H...........#..............
)";

TEST(Leading, OutOfSightItTakesItsField) {
  const auto map = draw_map(R"(
    ...........#........
    H...F.L.............
    ...........#........
    ...........#........
    ...........#........
    ...........#........
    ...........#........
    ...........#.......G
  )");
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.crowd.set_max_speed(follower, 0.8F);
  march.play(2);
  const auto sees = [&] {
    const PathPoint eye{march.crowd.position(follower), 0};
    return !straight(map.view(), eye, march.crowd.position(march.leader));
  };
  int seen = 0;
  for (; sees() && seen < 100; ++seen) {
    EXPECT_GT(march.crowd.velocity(follower).x, 0.5F);
    march.play(1);
  }
  EXPECT_GT(seen, 20);
  EXPECT_LT(march.apart(follower), 10) << "it is near, but behind the wall";
  march.play(4);
  EXPECT_LT(march.crowd.velocity(follower).x, -0.5F);
}

TEST(Leading, ItTakesItsFieldUntilItSeesTheLeader) {
  const auto map = draw_map(R"(
    ########################################
    H.L....................................G
    ........................................
    ###################.####################
    ###################.####################
    ###################.####################
    ###################F####################
  )");
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.crowd.set_max_speed(follower, 1);
  march.play(25);
  EXPECT_LT(march.crowd.velocity(follower).y, -0.9F) << "out of the pocket";
  march.crowd.set_max_speed(follower, 4);
  march.play(60);
  EXPECT_GT(march.crowd.position(follower).x, 20) << "its own goal is in the west";
  EXPECT_LT(march.apart(follower), 2);
}

TEST(Leading, ALeaderWhoIsRemovedLeavesThemToTheirField) {
  const auto map = draw_map(field);
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.play(30);
  EXPECT_GT(march.crowd.velocity(follower).x, 2);
  march.crowd.remove(march.leader);
  // Its slot is another's now.
  const AgentId other = march.crowd.add(March::of(march.alone, map['L'], 2.5F));
  EXPECT_EQ(other.slot, march.leader.slot);
  march.play(5);
  EXPECT_LT(march.crowd.velocity(follower).x, -3);
}

TEST(Leading, ALeaderWhoHasArrivedLeavesThemToTheirField) {
  const auto map = draw_map(field);
  March march(map);
  march.crowd.group(march.alone).leave_on_arrival = false;
  const AgentId follower = march.follower(map['F']);
  for (int k = 0; k < 200 && march.crowd.state(march.leader) != AgentState::arrived; ++k) march.play(1);
  ASSERT_EQ(march.crowd.state(march.leader), AgentState::arrived);
  EXPECT_LT(march.apart(follower), 2);
  march.play(150);
  EXPECT_EQ(march.crowd.state(follower), AgentState::gone);
  EXPECT_EQ(march.crowd.squeezes(), 0U);
}

// Steps until the leader stands at its goal.
int until_it_stands(March& march) {
  march.crowd.group(march.alone).leave_on_arrival = false;
  int steps = 0;
  for (; march.crowd.state(march.leader) != AgentState::arrived && steps < 300; ++steps)
    march.crowd.step(tick);
  return steps;
}

TEST(Leading, ALeaderStopsWhereItWantsTo) {
  const auto map = draw_map(field);
  March company(map, Avoidance::reciprocal), nobody(map, Avoidance::reciprocal);
  company.followers({3, 1, 0}, 4, 5);
  EXPECT_LE(until_it_stands(company), until_it_stands(nobody) + 1);
}

TEST(Leading, ThroughADoorWhosePostsItKeepsOff) {
  const auto map = draw_map(R"(
    ............#.............
    ............#.............
    H..F..L..................G
    ............#.............
    ............#.............
  )");
  March march(map);
  march.crowd.group(march.company).steering.walls = 5;
  const AgentId follower = march.follower(map['F']);
  march.play(60);
  EXPECT_GT(march.crowd.position(follower).x, 16);
}

TEST(Leading, OneOfAGroupLeadsTheOthers) {
  const auto map = draw_map(field);
  March march(map);
  march.crowd.group(march.alone).leader = march.leader;
  const AgentId other = march.crowd.add(March::of(march.alone, map['F'], 4));
  march.play(70);
  EXPECT_GT(march.crowd.position(march.leader).x, 25);
  EXPECT_LT(march.crowd.position(other).x, march.crowd.position(march.leader).x);
  EXPECT_LT(march.apart(other), 1.6F);
}

TEST(Leading, AWeightOfZeroSwitchesItOff) {
  const auto map = draw_map(field);
  March march(map);
  march.crowd.group(march.company).steering.leader = 0;
  const AgentId follower = march.follower(map['F']);
  march.play(5);
  EXPECT_LT(march.crowd.velocity(follower).x, -3);
}

TEST(Leading, OnlyOnTheLayerOfTheLeader) {
  const auto map = draw_map(R"(
    L..........G

    F..........H
  )");
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.play(4);
  EXPECT_GT(march.crowd.velocity(follower).x, 3.9F) << "as fast as it can";
}

TEST(Leading, EverybodyArrivesWhereTheyLoseTheirLeader) {
  const auto map = draw_map(two_rooms);
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    March march(map, avoidance);
    march.followers({1, 3, 0}, 3, 6);
    EXPECT_LT(march.until_gone(600), 600);
    EXPECT_EQ(march.crowd.inside_walls(), 0U);
  }
}

TEST(Leading, ALeaderWhoIsHeldUpForLongIsLeft) {
  const auto map = draw_map(R"(
    .........######################
    H.....F.L.....................G
    .........######################
  )");
  March march(map, Avoidance::reciprocal);
  AgentSpec firm = March::of(march.alone, {11, 1, 0}, 1);
  firm.holds = true;
  march.crowd.add(firm);
  const AgentId follower = march.follower(map['F']);
  march.play(20);
  EXPECT_GT(march.crowd.position(follower).x, 6);
  march.play(130);
  EXPECT_EQ(march.crowd.state(march.leader), AgentState::moving);
  EXPECT_EQ(march.crowd.state(follower), AgentState::gone);
}

TEST(Leading, TwoWhoLeadEachOtherArrive) {
  const auto map = draw_map(field);
  March march(map);
  march.crowd.group(march.alone).leader = march.follower(map['F']);
  EXPECT_LT(march.until_gone(1500), 1500);
}

std::vector<std::uint64_t> hashes_of(Crowd& crowd) {
  std::vector<std::uint64_t> hashes;
  for (int k = 0; k < 60; ++k) {
    crowd.step(tick);
    hashes.push_back(crowd.hash());
  }
  return hashes;
}

TEST(Leading, IsTheSameOnAnyThreadsFromACopyASaveAndAMoment) {
  const auto map = draw_map(two_rooms);
  test::BackwardExecutor threads;
  CrowdOptions options;
  options.executor = &threads;
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    March march(map, avoidance), other(map, avoidance, options);
    march.followers({1, 3, 0}, 3, 6), other.followers({1, 3, 0}, 3, 6);
    march.crowd.group(march.company).target = PathPoint{centre_of({5, 3, 0}), 0};
    other.crowd.group(other.company).target = PathPoint{centre_of({5, 3, 0}), 0};
    march.crowd.group(march.company).steering.flee = other.crowd.group(other.company).steering.flee = 0.3F;
    march.play(15), other.play(15);
    StateWriter writer;
    march.crowd.save_state(writer);
    const std::uint64_t moment = march.crowd.keep();
    Crowd copy(march.crowd);
    const std::vector<std::uint64_t> hashes = hashes_of(march.crowd);
    EXPECT_EQ(hashes_of(other.crowd), hashes);
    EXPECT_EQ(hashes_of(copy), hashes);
    march.crowd.go_back(moment);
    EXPECT_EQ(hashes_of(march.crowd), hashes);

    Result<StateReader> reader = StateReader::open(writer.finish());
    ASSERT_TRUE(reader.ok());
    Crowd restored;
    ASSERT_TRUE(restored.restore_state(*reader, [&](CrowdGroupId) { return map.view(); }));
    restored.group(march.alone).guide = &march.to_g;
    restored.group(march.company).guide = &march.to_h;
    EXPECT_EQ(restored.group(march.company).leader, march.leader);
    EXPECT_EQ(hashes_of(restored), hashes);

    for (const bool without_leader : {true, false}) {
      march.crowd.go_back(moment);
      if (without_leader)
        march.crowd.group(march.company).leader = {};
      else
        march.crowd.group(march.company).target.reset();
      EXPECT_NE(hashes_of(march.crowd), hashes) << "it matters";
    }
  }
}

}  // namespace
}  // namespace portolan
