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

namespace portolan {
namespace {

constexpr std::int32_t side = 64;
constexpr ProfileId walker{0}, tank{1};

World made_world() {
  World world({side, side, 1}, 0);
  for (std::int32_t y = 0; y < side; ++y) {
    if (y < 28 || y > 35) world.set_terrain({32, y, 0}, 1);
  }
  for (const int clearance : {1, 2}) {
    Profile profile;
    profile.cost[1] = impassable;
    profile.clearance = clearance;
    world.add_profile(profile);
  }
  world.commit();
  return world;
}

OrderedCrowd made_army() { return OrderedCrowd(Navigator(made_world(), {.sector_size = 8})); }

std::vector<AgentId> squad(OrderedCrowd& army, ProfileId kind, Cell corner, int count) {
  std::vector<AgentId> agents;
  for (int k = 0; k < count; ++k) {
    AgentSpec spec;
    spec.position = centre_of({corner.x + k % 5, corner.y + k / 5, 0});
    agents.push_back(army.add(kind, spec));
  }
  return agents;
}

void play(OrderedCrowd& army, int ticks) {
  for (; ticks > 0; --ticks) {
    army.commit();
    army.work(200);
    army.step(0.05F);
  }
}

std::int32_t farthest(const OrderedCrowd& army, std::span<const AgentId> agents, Cell from) {
  std::int32_t most = 0;
  for (const AgentId a : agents) {
    const Cell c = army.crowd().cell(a);
    most = std::max({most, std::abs(c.x - from.x), std::abs(c.y - from.y)});
  }
  return most;
}

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

bool tells(OrderedCrowd& army, OrderEvent::Kind kind, int ticks) {
  for (; ticks > 0; --ticks) {
    play(army, 1);
    const auto events = army.navigator().events();
    if (std::any_of(events.begin(), events.end(), [&](const OrderEvent& e) { return e.kind == kind; }))
      return true;
  }
  return false;
}

// The slot of the one who is gone goes to a friend far away, after whom nobody was sent.
TEST(OrderedCrowd, WhoFollowsOneThatIsGoneFollowsNobodyElse) {
  OrderedCrowd army = made_army();
  const AgentId prey = army.add(walker, {.position = {25.5F, 10.5F}});
  const AgentId hunter = army.add(walker, {.position = {5.5F, 10.5F}});
  const OrderId hunt =
      army.give({.kind = OrderKind::follow, .profile = walker, .target = prey.slot}, std::vector{hunter});
  play(army, 400);
  EXPECT_LE(farthest(army, std::vector{hunter}, {25, 10, 0}), 2);
  army.remove(prey);
  const AgentId friend_of_hunter = army.add(walker, {.position = {5.5F, 60.5F}});
  EXPECT_EQ(friend_of_hunter.slot, prey.slot);
  EXPECT_TRUE(tells(army, OrderEvent::Kind::target_gone, 1));
  EXPECT_FALSE(tells(army, OrderEvent::Kind::target_gone, 400));
  EXPECT_EQ(army.navigator().spec(hunt).target, ~0U);
  EXPECT_LE(farthest(army, std::vector{hunter}, {25, 10, 0}), 2);
}

TEST(OrderedCrowd, APlaceThatIsGivenWithAnOrderIsKept) {
  OrderedCrowd army = made_army();
  const AgentId agent = army.add(walker, {.position = {5.5F, 10.5F}});
  army.give({.profile = walker, .places = {{25, 10, 0}}}, std::vector{agent});
  const Vec2 place{27.5F, 12.5F};
  army.crowd().set_place(agent, place);
  play(army, 300);
  EXPECT_LT(length(army.crowd().position(agent) - place), 0.2F);
}

void shut(OrderedCrowd& army, int blocks) {
  for (std::int32_t y = 28; y <= 35; ++y) army.world().stamp({32, y, 0}, blocks);
}

// Before the gate, in the cell that stands in for the goal, nobody has arrived. They stand there, and go on
// when it opens.
TEST(OrderedCrowd, WhoLeavesOnArrivalDoesNotLeaveBeforeAShutGate) {
  for (const bool leave : {false, true}) {
    OrderedCrowd army = made_army();
    army.manner(walker).leave_on_arrival = leave;
    const auto agents = squad(army, walker, {5, 30, 0}, 20);
    shut(army, 1);
    const OrderId order = army.give({.profile = walker, .places = {{60, 32, 0}}}, agents);
    play(army, 600);
    EXPECT_EQ(army.crowd().count(AgentState::stuck), agents.size());
    std::vector<Vec2> before;
    for (const AgentId a : agents) before.push_back(army.crowd().position(a));
    play(army, 200);
    for (std::size_t k = 0; k < agents.size(); ++k)
      EXPECT_LT(length(army.crowd().position(agents[k]) - before[k]), 0.1F);
    shut(army, -1);
    play(army, 800);
    EXPECT_EQ(army.crowd().count(leave ? AgentState::gone : AgentState::arrived), agents.size());
    EXPECT_EQ(army.navigator().alive(order), !leave);  // who is gone has no order
  }
}

TEST(OrderedCrowd, ABuildingOnTheGoalIsStoodAround) {
  OrderedCrowd army = made_army();
  const auto agents = squad(army, walker, {5, 30, 0}, 9);
  army.give({.profile = walker, .places = {{20, 30, 0}}}, agents);
  play(army, 20);
  const std::vector<Cell> site = cells_of({18, 28, 5, 5, 0});
  for (const Cell c : site) army.world().stamp(c, 1);
  play(army, 600);
  EXPECT_EQ(army.crowd().count(AgentState::arrived), agents.size());
  EXPECT_LE(farthest(army, agents, {20, 30, 0}), 7);
  for (const Cell c : site) army.world().stamp(c, -1);
  play(army, 600);
  EXPECT_EQ(army.crowd().count(AgentState::arrived), agents.size());
  const auto inside = std::count_if(agents.begin(), agents.end(), [&](AgentId a) {
    return std::find(site.begin(), site.end(), army.crowd().cell(a)) != site.end();
  });
  EXPECT_GE(inside, 3);
}

// A host may hold on to them, and what is no place to stand is no mistake.
TEST(OrderedCrowd, MannersStayWhereTheyAreAndAFullPlaceGivesNoAgent) {
  OrderedCrowd army = made_army();
  CrowdGroup& first = army.manner(walker);
  CrowdGroup& second = army.manner(tank);
  first.arrival_radius = 7;
  second.arrival_radius = 9;
  EXPECT_EQ(army.manner(walker).arrival_radius, 7);
  EXPECT_FALSE(army.crowd().alive(army.add(walker, {.position = {32.5F, 5.5F}})));
  EXPECT_FALSE(army.crowd().alive(army.add(walker, {.position = {-1, 5.5F}})));
}

#if PORTOLAN_ASSERTIONS

TEST(OrderedCrowdDeathTest, NamesMistakes) {
  OrderedCrowd army = made_army();
  const AgentId agent = army.add(walker, {.position = {5.5F, 5.5F}});
  const OrderId order = army.give({.profile = walker, .places = {{9, 9, 0}}}, std::vector{agent});
  EXPECT_DEATH(army.leave(std::vector{AgentId{}}), "the agent has not been removed");
  EXPECT_DEATH(static_cast<void>(army.profile_of({})), "the agent has not been removed");
  EXPECT_DEATH(static_cast<void>(army.group({})), "the order is one of these, and lives");
  EXPECT_DEATH(army.join({}, std::vector{agent}), "the order is one of these, and lives");
  EXPECT_DEATH(static_cast<void>(army.manner({9})), "the profile is one of the world");
  EXPECT_DEATH(army.give({.profile = tank, .places = {{9, 9, 0}}}, std::vector{agent}), "of its profile");
  EXPECT_TRUE(army.navigator().alive(order));
}

#else

TEST(OrderedCrowd, MistakesChangeNothing) {
  OrderedCrowd army = made_army();
  const AgentId agent = army.add(walker, {.position = {5.5F, 5.5F}});
  const OrderId order = army.give({.profile = walker, .places = {{9, 9, 0}}}, std::vector{agent});
  army.leave(std::vector{AgentId{}});
  static_cast<void>(army.profile_of({}));
  static_cast<void>(army.group({}));
  army.join({}, std::vector{agent});
  army.manner({9}).arrival_radius = 5;
  EXPECT_NE(army.manner(walker).arrival_radius, 5);
  army.give({.profile = tank, .places = {{9, 9, 0}}}, std::vector{agent});
  EXPECT_EQ(army.order_of(agent), order);
  EXPECT_EQ(army.profile_of(agent), walker);
}

#endif

}  // namespace
}  // namespace portolan
