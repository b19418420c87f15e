// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/crowd/detail/steering_forces.hpp>
#include <portolan/simulation/ordered_crowd.hpp>

#include "game.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t forces = PORTOLAN_FORCE_ARRIVE + 1;

// Two teams in the open, one after the other, by the library itself or through the C interface.
struct Chase {
  static constexpr int count = 12;
  static float x(int i) { return 6.5F + static_cast<float>(i % 4) + (i < count / 2 ? 0.0F : 8.0F); }
  static float y(int i) { return 1.5F + static_cast<float>(i / 4); }
  static bool is_first(int i) { return i < count / 2; }
};
constexpr float target[] = {20.5F, 14.5F};

struct PlainGame {
  PlainGame() : world({64, 48, 1}), profile(world.add_profile({})), hierarchy(settled(world), profile) {
    Navigator navigator(world);
    navigator.add(hierarchy);
    game.emplace(std::move(navigator));
    for (int i = 0; i < Chase::count; ++i)
      (Chase::is_first(i) ? first : other)
          .push_back(game->add(profile, {.position = {Chase::x(i), Chase::y(i)},
                                         .team = static_cast<std::uint8_t>(Chase::is_first(i) ? 1 : 2)}));
  }
  static World& settled(World& world) {
    world.commit();
    return world;
  }
  // The first team has a target, perhaps a leader, and what else it goes by is told by tell(its manner).
  template <class Tell>
  std::uint64_t play(OrderSpec spec, bool is_led, const Tell& tell) {
    spec.profile = profile;
    game->give({.profile = profile, .places = {{50, 30}}}, other);
    CrowdGroup& manner = game->manner(profile);
    manner.target = PathPoint{{target[0], target[1]}, 0};
    if (is_led) manner.leader = other[0];
    tell(manner);
    game->give(spec, first);
    for (int tick = 0; tick < 80; ++tick) {
      game->commit();
      game->work(200);
      game->step(0.05F);
    }
    return game->crowd().hash();
  }

  World world;
  ProfileId profile;
  Hierarchy hierarchy;
  std::optional<OrderedCrowd> game;
  std::vector<AgentId> first, other;
};

struct Game {
  Game() : world(portolan_world_create(64, 48, 1, nullptr, 0)) {
    portolan_profile_spec spec{};
    spec.struct_size = sizeof spec;
    EXPECT_EQ(portolan_add_profile(world.get(), &spec, &profile), PORTOLAN_OK);
    navigator.reset(portolan_navigator_create(world.get(), nullptr));
    for (int i = 0; i < Chase::count; ++i)
      (Chase::is_first(i) ? first : other)
          .push_back(add(Chase::x(i), Chase::y(i), Chase::is_first(i) ? 1 : 2));
  }
  portolan_agent add(float x, float y, int team) {
    const float xy[] = {x, y};
    portolan_agent_spec spec{};
    spec.struct_size = sizeof spec;
    spec.team = static_cast<std::uint8_t>(team);
    portolan_agent agent = 0;
    EXPECT_EQ(portolan_add_agents(navigator.get(), profile, &spec, xy, 1, &agent), PORTOLAN_OK);
    return agent;
  }
  static portolan_order_spec to(const portolan_cell& place) {
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    spec.places = &place;
    spec.place_count = 1;
    return spec;
  }
  portolan_order give(const portolan_order_spec& spec, const std::vector<portolan_agent>& agents) {
    portolan_order order = 0;
    EXPECT_EQ(portolan_give(navigator.get(), &spec, agents.data(), agents.size(), &order), PORTOLAN_OK)
        << portolan_error();
    return order;
  }
  portolan_status steer(portolan_order order, std::uint32_t force, float weight) {
    return portolan_set_steering(navigator.get(), order, &force, &weight, 1);
  }
  void tick(int times) {
    for (int i = 0; i < times; ++i) ASSERT_EQ(portolan_tick(navigator.get(), 0.05F, 200), PORTOLAN_OK);
  }
  // The same as `PlainGame::play`: tell(order of the first team).
  template <class Tell>
  std::uint64_t play(const portolan_order_spec& spec, bool is_led, const Tell& tell) {
    const portolan_cell there{50, 30, 0};
    give(to(there), other);
    const portolan_order order = give(spec, first);
    EXPECT_EQ(portolan_set_steering_target(navigator.get(), order, target, 0), PORTOLAN_OK);
    EXPECT_EQ(portolan_set_leader(navigator.get(), order, is_led ? other[0] : 0), PORTOLAN_OK);
    tell(order);
    tick(80);
    return portolan_hash(navigator.get());
  }
  std::vector<float> read(decltype(portolan_read_agent_places) of,
                          const std::vector<portolan_agent>& agents) {
    std::vector<float> xy(2 * agents.size());
    EXPECT_EQ(of(navigator.get(), agents.data(), agents.size(), xy.data()), PORTOLAN_OK) << portolan_error();
    return xy;
  }
  float farthest(const std::vector<portolan_agent>& agents, float x, float y) {
    std::vector<float> xy(2 * agents.size());
    EXPECT_EQ(
        portolan_read_agents(navigator.get(), agents.data(), agents.size(), xy.data(), nullptr, nullptr),
        PORTOLAN_OK);
    float most = 0;
    for (std::size_t i = 0; i < agents.size(); ++i)
      most = std::max(most, std::hypot(xy[2 * i] - x, xy[2 * i + 1] - y));
    return most;
  }
  static void expect_refused(portolan_status status, const char* says) {
    EXPECT_EQ(status, PORTOLAN_BAD_ARGUMENT) << says;
    EXPECT_THAT(portolan_error(), HasSubstr(says));
  }

  WorldHandle world;
  std::uint32_t profile = 0;
  NavigatorHandle navigator;
  std::vector<portolan_agent> first, other;
  const portolan_cell place{40, 12, 0};
};

class Steered : public Game, public ::testing::Test {};
class SteeredBy : public Game, public ::testing::TestWithParam<std::uint32_t> {};

// Every number of portolan/steering.h is the force of its name, and does what it does.
TEST_P(SteeredBy, AForceDoesWhatTheLibraryDoesByIt) {
  const std::uint32_t force = GetParam();
  const bool is_led = force != PORTOLAN_FORCE_FOLLOW;  // it is led in place of that
  const OrderSpec go{.places = {{place.x, place.y}}};
  const std::uint64_t by_library = PlainGame().play(
      go, is_led, [&](CrowdGroup& manner) { manner.steering.*steering_forces[force].weight = 0.25F; });
  const std::uint64_t by_c = play(to(place), is_led, [&](portolan_order order) {
    EXPECT_EQ(steer(order, force, 0.25F), PORTOLAN_OK) << portolan_error();
  });
  EXPECT_EQ(by_c, by_library) << steering_forces[force].name;
  EXPECT_NE(by_c, PlainGame().play(go, is_led, [](CrowdGroup&) {})) << "with the weight that it has at first";
}
INSTANTIATE_TEST_SUITE_P(Forces, SteeredBy, ::testing::Range(0U, forces));

TEST_F(Steered, HeadwayAndReachAreThoseOfTheLibrary) {
  const auto nothing = [](auto&&) {};
  const std::vector<Cell> round{{40, 12}, {10, 12}};
  const portolan_cell cells[] = {{40, 12, 0}, {10, 12, 0}};
  portolan_order_spec spec = to(cells[0]);
  spec.place_count = 2;
  spec.kind = PORTOLAN_PATROL;
  spec.headway = 1.5F;
  spec.reach = 25;
  const OrderSpec patrol{.kind = OrderKind::patrol, .places = round, .reach = 25};
  const auto behind = [](CrowdGroup& manner) { manner.headway = 1.5F; };
  const std::uint64_t by_c = play(spec, true, nothing);
  EXPECT_EQ(by_c, PlainGame().play(patrol, true, behind));
  EXPECT_NE(by_c, PlainGame().play(patrol, true, nothing));
  OrderSpec near = patrol;
  near.reach = 3;
  EXPECT_NE(by_c, PlainGame().play(near, true, behind));
}

TEST_F(Steered, ATargetIsSoughtUntilItIsNone) {
  const portolan_order order = give(to(place), first);
  ASSERT_EQ(steer(order, PORTOLAN_FORCE_FOLLOW, 0), PORTOLAN_OK);
  ASSERT_EQ(steer(order, PORTOLAN_FORCE_ARRIVE, 1), PORTOLAN_OK);
  const float point[] = {8.5F, 9.5F};
  ASSERT_EQ(portolan_set_steering_target(navigator.get(), order, point, 0), PORTOLAN_OK);
  tick(160);
  EXPECT_LT(farthest(first, point[0], point[1]), 2.5F);
  ASSERT_EQ(portolan_set_steering_target(navigator.get(), order, nullptr, 0), PORTOLAN_OK);
  ASSERT_EQ(steer(order, PORTOLAN_FORCE_FOLLOW, 1), PORTOLAN_OK);
  tick(400);
  EXPECT_LT(farthest(first, 40.5F, 12.5F), 2.5F);
}

TEST_F(Steered, ALeaderIsFollowedUntilItIsNone) {
  const portolan_cell far{60, 10, 0}, away{6, 44, 0};
  const std::vector<portolan_agent> leader{other[0]};
  give(to(far), leader);
  const portolan_order order = give(to(away), first);
  ASSERT_EQ(portolan_set_leader(navigator.get(), order, leader[0]), PORTOLAN_OK);
  tick(160);
  EXPECT_LT(farthest(first, 45, 10), 12) << "behind it";
  ASSERT_EQ(portolan_set_leader(navigator.get(), order, 0), PORTOLAN_OK);
  tick(400);
  EXPECT_LT(farthest(first, 6.5F, 44.5F), 3);
}

// A later order is not held to what an earlier one was told.
TEST_F(Steered, AnotherOrderIsSteeredAsAtFirst) {
  const std::uint64_t alone = [&] {
    give(to(place), first);
    tick(40);
    return portolan_hash(navigator.get());
  }();
  Game again;
  const portolan_cell start{6, 10, 0};
  const portolan_order order = again.give(to(start), again.first);
  ASSERT_EQ(again.steer(order, PORTOLAN_FORCE_WANDER, 3), PORTOLAN_OK);
  ASSERT_EQ(portolan_set_leader(again.navigator.get(), order, again.other[0]), PORTOLAN_OK);
  again.give(to(place), again.first);
  again.tick(40);
  EXPECT_EQ(portolan_hash(again.navigator.get()), alone);
}

TEST_F(Steered, WhatCannotBeIsRefused) {
  const portolan_order order = give(to(place), first);
  portolan_navigator* n = navigator.get();
  const std::uint64_t hash = portolan_hash(n);
  const std::uint32_t some[] = {PORTOLAN_FORCE_SEEK, PORTOLAN_FORCE_WANDER};
  const float weights[] = {1, 1};
  expect_refused(portolan_set_steering(nullptr, order, some, weights, 2), "navigator is null");
  expect_refused(portolan_set_steering(n, order, nullptr, weights, 2), "forces is null");
  expect_refused(portolan_set_steering(n, order, some, nullptr, 2), "weights is null");
  expect_refused(portolan_set_steering(n, 0, some, weights, 2), "the order is none of this navigator");
  expect_refused(steer(order, forces, 1), "force 12 is none");
  for (const float wrong : {-1.0F, 100.5F, NAN, INFINITY}) {
    const float one_is_wrong[] = {1, wrong};
    expect_refused(portolan_set_steering(n, order, some, one_is_wrong, 2), "weight of wander is ");
  }
  expect_refused(portolan_set_leader(n, order, 4711), "the leader is no agent of this navigator");
  expect_refused(portolan_set_leader(n, 4711, first[0]), "the order is none of this navigator");
  const float outside[] = {64.5F, 3}, nowhere[] = {NAN, 3};
  expect_refused(portolan_set_steering_target(n, order, outside, 0),
                 "the target (64, 3, layer 0) is outside");
  expect_refused(portolan_set_steering_target(n, order, target, 1),
                 "the target (20, 14, layer 1) is outside");
  expect_refused(portolan_set_steering_target(n, order, nowhere, 0), "xy[0] is no number");
  portolan_order_spec spec = to(place);
  spec.headway = NAN;
  expect_refused(portolan_give(n, &spec, nullptr, 0, nullptr), "headway is a number of seconds from 0 to 60");
  spec.headway = 0;
  spec.reach = -1;
  expect_refused(portolan_give(n, &spec, nullptr, 0, nullptr), "reach is -1 cells");
  expect_refused(portolan_set_agent_places(n, first.data(), 1, nowhere), "xy[0] is no number");
  expect_refused(portolan_set_agent_places(n, first.data(), 1, nullptr), "xy is null");
  expect_refused(portolan_read_agent_places(n, first.data(), 1, nullptr), "xy is null");
  portolan_agent_spec like{};
  EXPECT_EQ(portolan_read_specs(n, first.data(), 1, &like), PORTOLAN_WRONG_SIZE);
  EXPECT_THAT(portolan_error(), HasSubstr("struct_size of portolan_agent_spec is 0"));
  expect_refused(portolan_read_specs(n, first.data(), 1, nullptr), "specs is null");
  const portolan_agent nobody = 4711;
  expect_refused(portolan_read_walks(n, &nobody, 1, nullptr, nullptr), "agents[0] is no agent");
  EXPECT_EQ(portolan_hash(n), hash);
  Game other_game;
  const portolan_order same = other_game.give(to(place), other_game.first);
  ASSERT_EQ(portolan_set_steering_target(n, order, target, 0), PORTOLAN_OK);
  ASSERT_EQ(portolan_set_steering_target(other_game.navigator.get(), same, target, 0), PORTOLAN_OK);
  tick(60);
  other_game.tick(60);
  EXPECT_EQ(portolan_hash(n), portolan_hash(other_game.navigator.get())) << "nothing was set";
}

// Wanderers turn once in a second and a half, which is more ticks than can be counted.
TEST_F(Steered, TicksMayBeAsShortAsTheyLike) {
  const portolan_order order = give(to(place), first);
  ASSERT_EQ(steer(order, PORTOLAN_FORCE_WANDER, 1), PORTOLAN_OK);
  for (const float seconds : {1e-6F, 1e-10F, 1e-30F})
    EXPECT_EQ(portolan_tick(navigator.get(), seconds, 200), PORTOLAN_OK) << portolan_error();
}

TEST_F(Steered, AgentsStandWhereTheyWereTold) {
  give(to(place), first);
  for (const float none : read(portolan_read_agent_places, first)) EXPECT_TRUE(std::isnan(none)) << none;
  std::vector<float> told;
  for (std::size_t i = 0; i < first.size(); ++i) {
    told.push_back(36.5F + 2 * static_cast<float>(i));
    told.push_back(12.5F + static_cast<float>(i % 2));
  }
  ASSERT_EQ(portolan_set_agent_places(navigator.get(), first.data(), first.size(), told.data()), PORTOLAN_OK);
  EXPECT_EQ(read(portolan_read_agent_places, first), told);
  tick(500);
  for (std::size_t i = 0; i < first.size(); ++i)
    EXPECT_LT(farthest({first[i]}, told[2 * i], told[2 * i + 1]), 0.3F) << i;
}

TEST_F(Steered, SpecsAreThoseOfNow) {
  portolan_agent_spec spec{};
  spec.struct_size = sizeof spec;
  spec.radius = 0.4F, spec.max_speed = 3, spec.mass = 7, spec.team = 9, spec.holds = 1, spec.priority = 5;
  spec.acceleration = 2, spec.turn_rate = 1.5F, spec.facing[1] = -1;
  const float xy[] = {30.5F, 30.5F};
  std::vector<portolan_agent> agents{first[0], 0};
  ASSERT_EQ(portolan_add_agents(navigator.get(), profile, &spec, xy, 1, &agents[1]), PORTOLAN_OK);
  const auto read_specs = [&](std::vector<portolan_agent_spec>& specs) {
    ASSERT_EQ(portolan_read_specs(navigator.get(), agents.data(), agents.size(), specs.data()), PORTOLAN_OK)
        << portolan_error();
  };
  std::vector<portolan_agent_spec> specs(2);
  specs[0].struct_size = sizeof spec;
  read_specs(specs);
  EXPECT_EQ(std::memcmp(&specs[1], &spec, sizeof spec), 0);
  EXPECT_EQ(specs[0].radius, 0.3F);
  EXPECT_EQ(specs[0].team, 1);
  ASSERT_EQ(portolan_set_mass(navigator.get(), &agents[1], 1, 3), PORTOLAN_OK);
  ASSERT_EQ(portolan_set_team(navigator.get(), &agents[1], 1, 4), PORTOLAN_OK);
  ASSERT_EQ(portolan_set_holds(navigator.get(), &agents[1], 1, 0), PORTOLAN_OK);
  read_specs(specs);
  spec.mass = 3, spec.team = 4, spec.holds = 0;
  EXPECT_EQ(std::memcmp(&specs[1], &spec, sizeof spec), 0);
  // Of a program with an older header, whose structs lie closer together.
  constexpr std::uint32_t older = offsetof(portolan_agent_spec, acceleration);
  std::vector<portolan_agent_spec> close(2);
  close[0].struct_size = older;
  read_specs(close);
  portolan_agent_spec second{};
  std::memcpy(&second, reinterpret_cast<const char*>(close.data()) + older, older);
  EXPECT_EQ(second.struct_size, older);
  EXPECT_EQ(second.priority, 5);
  EXPECT_EQ(second.radius, 0.4F);
  EXPECT_EQ(close[1].facing[1], 0) << "nothing is written behind the last one";
}

TEST_F(Steered, WalksAreTold) {
  give(to(place), first);
  tick(60);
  float walked = 0, pace = 0;
  ASSERT_EQ(portolan_read_walks(navigator.get(), first.data(), 1, &walked, &pace), PORTOLAN_OK);
  EXPECT_GT(walked, 60 * 0.05F * 4 * 0.7F);
  EXPECT_LT(walked, 60 * 0.05F * 4 * 1.01F);
  EXPECT_GT(pace, 0.5F);
  tick(500);
  ASSERT_EQ(portolan_read_walks(navigator.get(), first.data(), 1, nullptr, &pace), PORTOLAN_OK);
  EXPECT_EQ(pace, 0) << "it stands";
  const float before = walked;
  ASSERT_EQ(portolan_read_walks(navigator.get(), first.data(), 1, &walked, nullptr), PORTOLAN_OK);
  EXPECT_GT(walked, before + 15);
}

}  // namespace
}  // namespace portolan::test
