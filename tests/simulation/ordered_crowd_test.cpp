// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A crowd under a navigator's orders: who follows what, who comes and goes, what is saved and taken back.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/simulation/ordered_crowd.hpp>
#include <support/random.hpp>

#include "army.hpp"

namespace portolan {
namespace {

using test::farthest;
using test::made_army;
using test::made_world;
using test::play;
using test::side;
using test::squad;
using test::tank;
using test::walker;

// Else each of them would be found by itself, and start the field over.
TEST(OrderedCrowd, KnowsWhereThoseAreWhoCameJustNow) {
  OrderedCrowd army = made_army();
  std::vector<AgentId> agents;
  for (const Cell corner :
       {Cell{2, 2, 0}, Cell{20, 10, 0}, Cell{4, 30, 0}, Cell{18, 44, 0}, Cell{42, 55, 0}}) {
    const auto some = squad(army, walker, corner, 10);
    agents.insert(agents.end(), some.begin(), some.end());
  }
  const OrderId order = army.give(
      {.profile = walker, .places = {{60, 5}}, .options = {.headings = Headings::any_angle}}, agents);
  army.finish();
  EXPECT_GE(army.navigator().work_done(order).plans, 2U);
  EXPECT_EQ(army.navigator().work_done(order).fields, 1U);
  for (const AgentId a : agents) EXPECT_TRUE(army.navigator().field(order).settled(army.crowd().cell(a)));
}

TEST(OrderedCrowd, LeadsEachSquadToItsGoal) {
  OrderedCrowd army = made_army();
  const auto walkers = squad(army, walker, {5, 5, 0}, 20);
  const auto tanks = squad(army, tank, {5, 50, 0}, 5);
  army.give({.profile = walker, .places = {{55, 10, 0}}}, walkers);
  OrderSpec straight{.profile = tank, .places = {{55, 50, 0}}};
  straight.options.headings = Headings::any_angle;
  army.give(straight, tanks);
  play(army, 700);
  EXPECT_LE(farthest(army, walkers, {55, 10, 0}), 5);
  EXPECT_LE(farthest(army, tanks, {55, 50, 0}), 5);
  EXPECT_EQ(army.profile_of(tanks.front()), tank);
  EXPECT_EQ(army.crowd().inside_walls(), 0U);
}

TEST(OrderedCrowd, ANewOrderIsFollowedAtOnceAndAnOldOneThatNobodyHasEnds) {
  OrderedCrowd army = made_army();
  const auto agents = squad(army, walker, {5, 5, 0}, 10);
  const OrderId first = army.give({.profile = walker, .places = {{20, 5, 0}}}, agents);
  play(army, 20);
  const OrderId second = army.give({.profile = walker, .places = {{5, 55, 0}}}, std::span(agents).first(6));
  EXPECT_TRUE(army.navigator().alive(first));
  army.join(second, agents);
  EXPECT_EQ(army.order_of(agents.back()), second);
  play(army, 400);
  EXPECT_FALSE(army.navigator().alive(first));
  EXPECT_LE(farthest(army, agents, {5, 55, 0}), 4);
  army.set_places(second, std::vector<Cell>{{20, 20, 0}});
  play(army, 400);
  EXPECT_LE(farthest(army, agents, {20, 20, 0}), 4);
}

TEST(OrderedCrowd, WhoHasNoOrderStandsStillAndWhoIsGoneHasNone) {
  OrderedCrowd army = made_army();
  const auto agents = squad(army, walker, {5, 5, 0}, 4);
  const OrderId order = army.give({.profile = walker, .places = {{20, 50, 0}}}, agents);
  play(army, 40);
  army.leave(std::span(agents).first(1));
  army.remove(agents[1]);
  EXPECT_FALSE(army.crowd().alive(agents[1]));
  const AgentId fresh = army.add(tank, {.position = centre_of({50, 50, 0})});
  EXPECT_EQ(fresh.slot, agents[1].slot) << "no slot is used again";
  EXPECT_FALSE(army.navigator().alive(army.order_of(fresh)));
  EXPECT_EQ(army.profile_of(fresh), tank);
  EXPECT_EQ(army.navigator().agents(order).size(), 2U);
  army.remove(order);
  EXPECT_FALSE(army.navigator().alive(order));
  play(army, 5);
  std::vector<Vec2> before;
  for (const AgentId a : {agents[0], agents[2], agents[3], fresh}) before.push_back(army.crowd().position(a));
  play(army, 40);
  std::size_t k = 0;
  for (const AgentId a : {agents[0], agents[2], agents[3], fresh})
    EXPECT_LT(length(army.crowd().position(a) - before[k++]), 0.5F);
}

TEST(OrderedCrowd, NobodyStaysUnderABuilding) {
  OrderedCrowd army = made_army();
  const auto agents = squad(army, walker, {5, 5, 0}, 10);
  for (const AgentId a : agents) army.world().stamp(army.crowd().cell(a), 1);
  army.commit();
  EXPECT_EQ(army.crowd().inside_walls(), 0U);
}

TEST(OrderedCrowd, MannerIsThatOfOrdersFromThenOn) {
  OrderedCrowd army = made_army();
  army.manner(walker).leave_on_arrival = true;
  const auto agents = squad(army, walker, {5, 5, 0}, 6);
  army.give({.profile = walker, .places = {{15, 5, 0}}}, agents);
  play(army, 200);
  EXPECT_EQ(army.crowd().count(AgentState::gone), agents.size());
}

/// Orders of all kinds, edits, deaths and births, as the dice want it.
struct WildGame {
  explicit WildGame(std::uint64_t seed) : random(seed) {
    for (int k = 0; k < 60; ++k) spawn();
  }
  void spawn() {
    const Cell c{random.between(2, 28), random.between(2, side - 3), 0};
    const ProfileId kind{random.below(3) == 0 ? 1U : 0U};
    const AgentId id = army.add(kind, {.position = centre_of(c)});
    if (army.crowd().alive(id)) agents.push_back(id);
  }
  void tick(int now) {
    if (now % 9 == 0) army.world().stamp({random.between(1, side - 2), random.between(1, side - 2), 0}, 1);
    army.commit();
    if (now % 13 == 0 && agents.size() > 10) {
      army.remove(agents.back());
      agents.pop_back();
      spawn();
    }
    if (now % 7 == 0) {
      OrderSpec spec;
      spec.kind = static_cast<OrderKind>(random.below(4));
      spec.places = {{random.between(2, 61), random.between(2, 61), 0}, {random.between(2, 61), 30, 0}};
      spec.target = agents[random.below(static_cast<std::uint32_t>(agents.size()))].slot;
      const AgentId first = agents[random.below(static_cast<std::uint32_t>(agents.size()))];
      spec.profile = army.profile_of(first);
      std::vector<AgentId> chosen;
      for (const AgentId a : agents) {
        if (army.profile_of(a) == spec.profile && chosen.size() < 12) chosen.push_back(a);
      }
      army.give(spec, chosen);
    }
    army.work(60);
    army.step(0.05F);
  }

  test::Random random;
  OrderedCrowd army = made_army();
  std::vector<AgentId> agents;
};

TEST(OrderedCrowd, GoesOnFromASavedStateBitForBit) {
  WildGame game(3);
  for (int now = 0; now < 100; ++now) game.tick(now);
  StateWriter writer;
  game.army.save_state(writer);
  Result<StateReader> reader = StateReader::open(writer.finish());
  ASSERT_TRUE(reader.ok());
  auto again = OrderedCrowd::restored(*reader, {.sector_size = 8});
  ASSERT_TRUE(again);
  WildGame other(3);
  other.army = std::move(*again);
  other.random = game.random;
  other.agents = game.agents;
  for (int now = 100; now < 260; ++now) {
    game.tick(now);
    other.tick(now);
    ASSERT_EQ(game.army.crowd().hash(), other.army.crowd().hash()) << now;
  }
}

TEST(OrderedCrowd, IsNotRestoredFromSomethingElse) {
  StateWriter writer;
  made_army().navigator().save_state(writer);  // without a crowd
  Result<StateReader> reader = StateReader::open(writer.finish());
  ASSERT_TRUE(reader.ok());
  EXPECT_FALSE(OrderedCrowd::restored(*reader, {.sector_size = 8}));
}

TEST(OrderedCrowd, GoesBackToMomentsAndOnAgain) {
  WildGame game(5);
  std::vector<std::uint64_t> moments, hashes;
  for (int now = 0; now < 200; ++now) {
    if (now % 20 == 0) {
      const auto was = std::pair(game.random, game.agents);
      const std::uint64_t moment = game.army.keep();
      const std::uint64_t hash = game.army.crowd().hash();
      if (now == 100) game.army.forget_before(moment);
      for (int k = now; k < now + 8; ++k) game.tick(k);
      const std::uint64_t later = game.army.crowd().hash();
      for (int again = 0; again < 2; ++again) {
        game.army.go_back(moment);
        std::tie(game.random, game.agents) = was;
        ASSERT_EQ(game.army.crowd().hash(), hash) << now;
        for (int k = now; k < now + 8; ++k) game.tick(k);
        ASSERT_EQ(game.army.crowd().hash(), later) << now;
      }
      game.army.go_back(moment);
      std::tie(game.random, game.agents) = was;
    }
    game.tick(now);
  }
}

}  // namespace
}  // namespace portolan
