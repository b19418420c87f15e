// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/detail/congestion.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>

#include "point_guide.hpp"
#include "reference_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using detail::Congestion;
using detail::CongestionOptions;
using test::PointGuide;
using test::ReferenceGuide;
using test::tick;

CongestionOptions every_second() {
  CongestionOptions options;
  options.interval = 1;
  return options;
}

// A hall of 24 by 16 cells, and a profile that sees no jams.
struct Hall {
  Hall() : world(Extent{24, 16, 1}, 1) {
    Profile profile;
    profile.cost[0] = impassable;
    seeing = world.add_profile(profile);
    profile.sees_passing = false;
    blind = world.add_profile(profile);
    world.commit();
  }
  void look(Congestion& congestion, const Crowd& crowd) {
    congestion.update(crowd, world, 1);
    world.commit();
  }
  [[nodiscard]] std::size_t costly() const {
    std::size_t count = 0;
    for (std::int32_t y = 0; y < 16; ++y) {
      for (std::int32_t x = 0; x < 24; ++x) {
        EXPECT_EQ(world.view(blind).cost({x, y, 0}), 1) << "those who walk see the ground by itself";
        count += world.view(seeing).cost({x, y, 0}) != 1;
      }
    }
    return count;
  }
  World world;
  ProfileId seeing, blind;
};

// So many rows of four in a square of four by four.
void fill(Crowd& crowd, CrowdGroupId group, int rows) {
  for (int k = 0; k < 4 * rows; ++k)
    crowd.add({{8.5F + static_cast<float>(k % 4), 4.5F + static_cast<float>(k / 4)}, 0, 0.4F, 4, group});
}

// They press to a point there for three seconds.
void press(Crowd& crowd, const Hall& hall, const PointGuide& guide, int rows) {
  fill(crowd, crowd.add_group({hall.world.view(hall.blind), &guide, {}, {}}), rows);
  for (int k = 0; k < 30; ++k) crowd.step(tick);
}

TEST(Congestion, GroundUnderThoseWhoDoNotGetOnCostsMoreUntilTheyAreGone) {
  Hall hall;
  Crowd crowd;
  const PointGuide guide({10, 6});
  press(crowd, hall, guide, 4);
  Congestion congestion(every_second());
  for (int k = 0; k < 8; ++k) hall.look(congestion, crowd);
  EXPECT_EQ(congestion.raised(), 1U);
  EXPECT_EQ(hall.costly(), 16U);
  EXPECT_GT(hall.world.view(hall.seeing).cost({8, 4, 0}), 24);
  for (std::size_t k = 0; k < crowd.size(); ++k) crowd.remove(crowd.agent(k));
  for (int k = 0; k < 8; ++k) hall.look(congestion, crowd);
  EXPECT_EQ(congestion.raised(), 0U);
  EXPECT_EQ(hall.costly(), 0U);
}

TEST(Congestion, WhoStandsIsNoPartOfAJam) {
  Hall hall;
  Crowd crowd;
  const CrowdGroupId group = crowd.add_group({hall.world.view(hall.blind), nullptr, {}, {}});
  for (int k = 0; k < 16; ++k) {
    const Vec2 p{8.5F + static_cast<float>(k % 4), 4.5F + static_cast<float>(k / 4)};
    crowd.add({.position = p, .radius = 0.4F, .group = group, .holds = true});
  }
  crowd.step(tick);
  Congestion congestion(every_second());
  hall.look(congestion, crowd);
  EXPECT_EQ(congestion.raised(), 0U);
}

// Eight press above a wall that crosses their square.
TEST(Congestion, DoesNotReachThroughAWall) {
  Hall hall;
  for (std::int32_t x = 0; x < 24; ++x) hall.world.set_terrain({x, 6, 0}, 0);
  hall.world.commit();
  const auto cost = [&](Cell c) { return hall.world.view(hall.seeing).cost(c); };
  Crowd crowd;
  const PointGuide guide({10, 5});
  press(crowd, hall, guide, 2);
  Congestion congestion(every_second());
  for (int k = 0; k < 8; ++k) hall.look(congestion, crowd);
  for (std::int32_t x = 8; x < 12; ++x) {
    EXPECT_GT(cost({x, 5, 0}), 1);
    EXPECT_EQ(cost({x, 7, 0}), 1) << "beyond the wall";
  }
}

TEST(Congestion, LeavesThoseAloneWhoWalkAndTheGroundAtGoals) {
  Hall hall;
  const std::vector<Cell> far{{22, 6, 0}}, near{{13, 6, 0}};
  ReferenceGuide guide(hall.world.view(hall.blind), far);
  Crowd walkers;
  fill(walkers, walkers.add_group({hall.world.view(hall.blind), &guide, far, {}}), 4);
  for (int k = 0; k < 6; ++k) walkers.step(tick);
  Congestion congestion(every_second());
  hall.look(congestion, walkers);
  EXPECT_EQ(hall.costly(), 0U);
  Crowd pressing;
  const PointGuide beside({10, 6});
  fill(pressing, pressing.add_group({hall.world.view(hall.blind), &beside, near, {}}), 4);
  for (int k = 0; k < 30; ++k) pressing.step(tick);
  Congestion another(every_second());
  hall.look(another, pressing);
  EXPECT_EQ(hall.costly(), 0U);
}

// By that who mills about before what is shut counts as one who stands.
TEST(Congestion, IsToldWhoHasMadeNoWay) {
  Hall hall;
  for (std::int32_t x = 0; x < 24; ++x) {
    for (const std::int32_t y : {5, 7}) hall.world.set_terrain({x, y, 0}, 0);
  }
  hall.world.commit();
  const std::vector<Cell> goal{{22, 6, 0}};
  ReferenceGuide guide(hall.world.view(hall.blind), goal);
  Crowd crowd;
  CrowdGroup people{hall.world.view(hall.blind), &guide, goal, {}};
  people.leave_on_arrival = false;
  const CrowdGroupId group = crowd.add_group(people);
  AgentSpec holder{{16.5F, 6.5F}, 0, 0.45F, 4, group};
  holder.holds = true;
  crowd.add(holder);
  const AgentId shut_in = crowd.add({{12.5F, 6.5F}, 0, 0.4F, 4, group});
  const AgentId walker = crowd.add({{18.5F, 6.5F}, 0, 0.4F, 1, group});
  for (int k = 0; k < 30; ++k) crowd.step(tick);
  EXPECT_GT(crowd.seconds_without_way(shut_in), 1);
  EXPECT_LT(crowd.seconds_without_way(walker), 1.2F);
  for (int k = 0; k < 30; ++k) crowd.step(tick);
  ASSERT_EQ(crowd.state(walker), AgentState::arrived);
  EXPECT_EQ(crowd.seconds_without_way(walker), 0);
}

// What a queue costs is the time that all in it need, wherever one comes to it: were its head cheaper, where
// agents get on sooner, others would walk past it and press in there.
TEST(Congestion, AQueueCostsTheSameFromHeadToEnd) {
  Hall hall;
  for (std::int32_t y = 0; y < 16; ++y) {
    if (y != 8) hall.world.set_terrain({16, y, 0}, 0);
  }
  hall.world.commit();
  const std::vector<Cell> goal{{23, 8, 0}};
  ReferenceGuide guide(hall.world.view(hall.blind), goal);
  Crowd crowd;
  CrowdGroup people{hall.world.view(hall.blind), &guide, goal, {}};
  people.avoidance = Avoidance::reciprocal;
  const CrowdGroupId group = crowd.add_group(people);
  for (int k = 0; k < 96; ++k)
    crowd.add({{2.5F + static_cast<float>(k % 12), 4.5F + static_cast<float>(k / 12)}, 0, 0.4F, 4, group});
  for (int k = 0; k < 50; ++k) crowd.step(tick);
  Congestion congestion(every_second());
  for (int k = 0; k < 8; ++k) hall.look(congestion, crowd);
  ASSERT_GT(congestion.raised(), 3U);
  const Cost head = hall.world.view(hall.seeing).cost({14, 8, 0});
  EXPECT_GT(head, 1);
  for (std::int32_t x = 0; x < 16; ++x) {
    const Cost cost = hall.world.view(hall.seeing).cost({x, 8, 0});
    EXPECT_TRUE(cost == 1 || cost == head) << x << ": " << cost << ", " << head;
  }
}

TEST(Congestion, LooksAtItsIntervalAndChangesNoMoreThanIsAllowed) {
  Hall hall;
  Crowd crowd;
  const PointGuide guide({12, 8});
  const CrowdGroupId group = crowd.add_group({hall.world.view(hall.blind), &guide, {}, {}});
  for (int k = 0; k < 24 * 16; ++k) crowd.add({centre_of({k % 24, k / 24, 0}), 0, 0.4F, 4, group});
  for (int k = 0; k < 30; ++k) crowd.step(tick);
  CongestionOptions options = every_second();
  options.changes = 3;
  Congestion congestion(options);
  EXPECT_FALSE(congestion.update(crowd, hall.world, 0.5F));
  EXPECT_TRUE(congestion.update(crowd, hall.world, 0.5F));
  EXPECT_EQ(congestion.raised(), 3U);
  EXPECT_FALSE(congestion.update(crowd, hall.world, 0.5F));
  EXPECT_TRUE(congestion.update(crowd, hall.world, 0.5F));
  EXPECT_EQ(congestion.raised(), 6U);
  CongestionOptions never = options;
  never.interval = 0;
  Congestion off(never);
  EXPECT_FALSE(off.update(crowd, hall.world, 100));
}

// Every stamp that was laid is taken off again, whatever agents come, go and stand where, and whatever the
// ground under it becomes.
TEST(Congestion, RandomCrowdsLeaveNoTrace) {
  std::size_t most = 0;
  for (std::uint64_t seed = 0; seed < test::cases(40); ++seed) {
    test::Random random(seed);
    Hall hall;
    Crowd crowd;
    const PointGuide guide({12, 8});
    const CrowdGroupId group = crowd.add_group({hall.world.view(hall.blind), &guide, {}, {}});
    Congestion congestion(every_second());
    for (int look = 0; look < 20; ++look) {
      for (int k = 0; k < 12; ++k) {
        const Cell c{static_cast<std::int32_t>(random.below(24)), static_cast<std::int32_t>(random.below(16)),
                     0};
        if (random.below(4) == 0) hall.world.set_terrain(c, static_cast<TerrainId>(random.below(2)));
        if (hall.world.view(hall.blind).passable(c)) crowd.add({centre_of(c), 0, 0.4F, 4, group});
        const AgentId one = crowd.agent(random.below(static_cast<std::uint32_t>(crowd.size())));
        if (random.below(2) == 0 && crowd.alive(one)) crowd.remove(one);
      }
      for (int k = 0; k < 3; ++k) crowd.step(tick);
      hall.look(congestion, crowd);
      most = std::max(most, congestion.raised());
    }
    for (std::size_t k = 0; k < crowd.size(); ++k) {
      if (crowd.alive(crowd.agent(k))) crowd.remove(crowd.agent(k));
    }
    for (int look = 0; look < 8; ++look) hall.look(congestion, crowd);
    ASSERT_EQ(congestion.raised(), 0U) << "seed " << seed;
    for (std::int32_t k = 0; k < 24 * 16; ++k) {
      const Cell c{k % 24, k / 24, 0};
      ASSERT_EQ(hall.world.view(hall.seeing).cost(c), hall.world.view(hall.blind).cost(c)) << "seed " << seed;
    }
  }
  EXPECT_GT(most, 0U);
}

}  // namespace
}  // namespace portolan
