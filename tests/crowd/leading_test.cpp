// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups that follow a leader while they see it.
#include <algorithm>

#include <gtest/gtest.h>

#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/crowd.hpp>

#include <support/draw_map.hpp>

#include "march.hpp"

namespace portolan {
namespace {

using test::draw_map;
using test::March;
using test::tick;

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
  const AgentId follower = march.follower(map['F']);
  march.play(10);
  EXPECT_GT(march.crowd.velocity(follower).x, 3.5F) << "as fast as it can";
}

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
  // Its slot is another's now, which walks on before them.
  const AgentId other = march.crowd.add(March::of(march.alone, {24, map['L'].y, 0}, 2.5F));
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
  company.followers({2, 0, 0}, 4, 6);
  for (March* const march : {&company, &nobody}) march->crowd.set_max_speed(march->leader, 3);
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

TEST(Leading, OnlyAsFarAsTheySee) {
  const auto map = draw_map(field);
  March march(map);  // of speeds up to 4: 12 cells
  const AgentId follower = march.follower(map['F']);
  march.crowd.put(march.leader, centre_of({19, 3, 0}), 0);
  march.play(3);
  EXPECT_LT(march.crowd.velocity(follower).x, -3);
  march.crowd.put(march.leader, centre_of({15, 3, 0}), 0);
  march.play(4);
  EXPECT_GT(march.crowd.velocity(follower).x, 2);
}

TEST(Leading, NobodyGoesToAPlaceWithinAWall) {
  const auto map = draw_map(R"(
    #..........
    #L........G
    #..........
    #..........
    #..........
    #F........H
  )");
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.crowd.set_max_speed(march.leader, 0.5F);
  march.play(4);
  EXPECT_LT(march.crowd.velocity(follower).y, -3) << "to the leader";
  EXPECT_GT(march.crowd.velocity(follower).x, 0.3F) << "with it, and not to the wall behind it";
}

TEST(Leading, OnlyOnTheLayerOfTheLeader) {
  const auto map = draw_map(R"(
    ....L..........G

    ..F............H
  )");
  March march(map);
  const AgentId follower = march.follower(map['F']);
  march.play(6);
  EXPECT_GT(march.crowd.velocity(follower).x, 3.9F) << "as fast as it can";
}

TEST(Leading, EverybodyArrivesWhereTheyLoseTheirLeader) {
  const auto map = draw_map(test::two_rooms);
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    March march(map, avoidance);
    march.followers({1, 2, 0}, 3, 5);
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

}  // namespace
}  // namespace portolan
