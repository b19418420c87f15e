// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How bodies get up to speed and turn, where they face, and who goes first.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "game.hpp"

namespace portolan::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr float seconds = 0.05F;  // of a tick

struct Vector {
  float x = 0, y = 0;
};
bool operator==(Vector a, Vector b) { return a.x == b.x && a.y == b.y; }
float angle(Vector a, Vector b) { return std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y); }

portolan_agent_spec body() {
  portolan_agent_spec spec{};
  spec.struct_size = sizeof spec;
  return spec;
}

// The right half of the small world, where nobody is yet.
class Driving : public ::testing::Test {
 protected:
  portolan_agent add(const portolan_agent_spec& spec, float x, float y) {
    const float at[] = {x, y};
    portolan_agent agent = 0;
    EXPECT_EQ(portolan_add_agents(navigator, game.profile, &spec, at, 1, &agent), PORTOLAN_OK)
        << portolan_error();
    EXPECT_NE(agent, 0U);
    return agent;
  }
  void send(portolan_agent agent, std::int32_t x, std::int32_t y) {
    const portolan_cell place{x, y, 0};
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    spec.places = &place;
    spec.place_count = 1;
    spec.headings = PORTOLAN_ANY_ANGLE;
    spec.avoidance = PORTOLAN_RECIPROCAL;
    ASSERT_EQ(portolan_give(navigator, &spec, &agent, 1, nullptr), PORTOLAN_OK) << portolan_error();
    ASSERT_EQ(portolan_finish(navigator), PORTOLAN_OK);
  }
  Vector facing(portolan_agent agent, float share = 1) {
    Vector facing{7, 7};
    EXPECT_EQ(portolan_read_facings(navigator, &agent, 1, share, &facing.x), PORTOLAN_OK) << portolan_error();
    return facing;
  }
  Vector position(portolan_agent agent) {
    Vector at;
    EXPECT_EQ(portolan_read_agents(navigator, &agent, 1, &at.x, nullptr, nullptr), PORTOLAN_OK);
    return at;
  }
  float speed(portolan_agent agent) {
    Vector velocity;
    EXPECT_EQ(portolan_read_agents(navigator, &agent, 1, nullptr, &velocity.x, nullptr), PORTOLAN_OK);
    return std::hypot(velocity.x, velocity.y);
  }
  // Of one tick.
  float turn(portolan_agent agent) {
    const Vector before = facing(agent);
    EXPECT_EQ(game.tick(1), PORTOLAN_OK);
    return std::abs(angle(before, facing(agent)));
  }
  // Two walk to one another's places; how far the first one and the other left the line between these.
  Vector offside_when_they_meet(portolan_agent first, portolan_agent other) {
    send(first, 60, 10);
    send(other, 36, 10);
    Vector most;
    for (int k = 0; k < 200; ++k) {
      EXPECT_EQ(game.tick(1), PORTOLAN_OK);
      most.x = std::max(most.x, std::abs(position(first).y - 10.5F));
      most.y = std::max(most.y, std::abs(position(other).y - 10.5F));
    }
    EXPECT_NEAR(position(first).x, 60.5F, 1);
    EXPECT_NEAR(position(other).x, 36.5F, 1);
    return most;
  }
  static void expect_refused(portolan_status status, const char* says, const char* expected) {
    EXPECT_EQ(status, PORTOLAN_BAD_ARGUMENT) << says;
    EXPECT_THAT(portolan_error(), AllOf(HasSubstr(says), HasSubstr(expected)));
  }

  SmallGame game;
  portolan_navigator* navigator = game.navigator.get();
};

TEST_F(Driving, ABodyTurnsAndGetsUpToSpeedAsItsSpecSays) {
  portolan_agent_spec spec = body();
  spec.acceleration = 2;
  spec.turn_rate = 1;
  spec.facing[0] = -3;
  const portolan_agent agent = add(spec, 36.5F, 10.5F);
  EXPECT_EQ(facing(agent), (Vector{-1, 0})) << "of length 1";
  send(agent, 60, 10);
  float before = 0, fastest = 0;
  Vector faced = facing(agent);
  EXPECT_NEAR(turn(agent), 1 * seconds, 1e-3F);
  for (int k = 0; k < 180; ++k) {
    const float now = speed(agent);
    ASSERT_LE(now - before, 2 * seconds * 1.01F) << k;
    ASSERT_LE(std::abs(angle(faced, facing(agent))), 1 * seconds * 1.01F) << k;
    before = now, faced = facing(agent), fastest = std::max(fastest, now);
    ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  }
  EXPECT_GT(fastest, 3.9F);
}

TEST_F(Driving, ABodyThatIsThereDrivesOtherwiseFromTheNextTickOn) {
  const portolan_agent agent = add(body(), 36.5F, 10.5F);
  ASSERT_EQ(portolan_set_acceleration(navigator, &agent, 1, 2), PORTOLAN_OK);
  send(agent, 60, 10);
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  EXPECT_NEAR(speed(agent), 2 * seconds, 1e-3F);
  ASSERT_EQ(portolan_set_acceleration(navigator, &agent, 1, 0), PORTOLAN_OK);
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  EXPECT_GT(speed(agent), 6 * seconds) << "as people do";
  ASSERT_EQ(game.tick(20), PORTOLAN_OK);
  ASSERT_EQ(portolan_set_turn_rate(navigator, &agent, 1, 0.5F), PORTOLAN_OK);
  send(agent, 36, 40);
  for (int k = 0; k < 10; ++k) EXPECT_NEAR(turn(agent), 0.5F * seconds, 1e-3F);
  ASSERT_EQ(portolan_set_turn_rate(navigator, &agent, 1, 0), PORTOLAN_OK);
  EXPECT_GT(turn(agent), 4 * seconds) << "as people do";
}

TEST_F(Driving, OfTwoWhoMeetTheOneWithLessPriorityMakesRoom) {
  portolan_agent_spec spec = body();
  spec.priority = 3;
  const portolan_agent other = add(body(), 60.5F, 10.5F), first = add(spec, 36.5F, 10.5F);
  const Vector by_spec = offside_when_they_meet(first, other);
  EXPECT_LT(by_spec.x, 0.1F);
  EXPECT_GT(by_spec.y, 0.5F);
  ASSERT_EQ(portolan_set_priority(navigator, &first, 1, 0), PORTOLAN_OK);
  ASSERT_EQ(portolan_set_priority(navigator, &other, 1, 254), PORTOLAN_OK);
  const Vector start{36.5F, 10.5F}, end{60.5F, 10.5F};
  ASSERT_EQ(portolan_put_agents(navigator, &first, 1, &start.x, 0), PORTOLAN_OK);
  ASSERT_EQ(portolan_put_agents(navigator, &other, 1, &end.x, 0), PORTOLAN_OK);
  const Vector by_call = offside_when_they_meet(first, other);
  EXPECT_GT(by_call.x, 0.5F);
  EXPECT_LT(by_call.y, 0.1F);
}

// A later order that tells nothing of it is not held to what an earlier one told.
TEST_F(Driving, AFormationFacesWhereItsOrderTells) {
  std::vector<portolan_agent> soldiers;
  for (int i = 0; i < 16; ++i)
    soldiers.push_back(add(body(), 36.5F + static_cast<float>(i % 4), 34.5F + static_cast<float>(i / 4)));
  struct Leg {
    portolan_cell place;
    Vector told, faces;
  };
  for (const Leg leg : {Leg{{54, 38, 0}, {0, -3}, {0, -1}}, {{38, 38, 0}, {0, 0}, {-1, 0}}}) {
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    spec.places = &leg.place;
    spec.place_count = 1;
    spec.formation = PORTOLAN_LINE;
    spec.facing[0] = leg.told.x, spec.facing[1] = leg.told.y;
    ASSERT_EQ(portolan_give(navigator, &spec, soldiers.data(), soldiers.size(), nullptr), PORTOLAN_OK);
    ASSERT_EQ(game.tick(500), PORTOLAN_OK);
    float left = 64, right = 0, top = 48, bottom = 0;
    for (const portolan_agent soldier : soldiers) {
      const Vector at = position(soldier);
      left = std::min(left, at.x), right = std::max(right, at.x);
      top = std::min(top, at.y), bottom = std::max(bottom, at.y);
      EXPECT_NEAR(angle(facing(soldier), leg.faces), 0, 0.1F);
    }
    const float wide = leg.faces.x == 0 ? right - left : bottom - top;
    const float deep = leg.faces.x == 0 ? bottom - top : right - left;
    EXPECT_GT(wide, 4 * deep) << "abreast where it faces " << leg.faces.x << "," << leg.faces.y;
  }
}

TEST_F(Driving, FacingsAreReadBetweenTheLastTwoTicks) {
  portolan_agent_spec spec = body();
  const portolan_agent walker = add(spec, 40.5F, 20.5F);
  spec.turn_rate = 2;
  spec.facing[1] = 0.5F;
  const portolan_agent turning = add(spec, 36.5F, 10.5F);
  EXPECT_EQ(facing(walker), (Vector{1, 0})) << "it neither was told nor has walked";
  EXPECT_EQ(facing(turning, 0), (Vector{0, 1}));
  send(walker, 40, 40);
  send(turning, 60, 10);
  ASSERT_EQ(game.tick(5), PORTOLAN_OK);
  const Vector before = facing(turning);
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  EXPECT_NEAR(angle(facing(walker), {0, 1}), 0, 0.1F);
  EXPECT_EQ(facing(turning, 0), before);
  EXPECT_NEAR(angle(before, facing(turning)), -2 * seconds, 1e-3F);
  EXPECT_NEAR(angle(before, facing(turning, 0.5F)), -1 * seconds, 1e-3F);
  const portolan_agent both[] = {turning, walker};
  Vector facings[2];
  ASSERT_EQ(portolan_read_facings(navigator, both, 2, 1, &facings[0].x), PORTOLAN_OK);
  EXPECT_EQ(facings[0], facing(turning));
  EXPECT_EQ(facings[1], facing(walker));
  EXPECT_EQ(portolan_read_facings(navigator, nullptr, 0, 1, nullptr), PORTOLAN_OK) << "of nobody";
}

TEST_F(Driving, ShorterSpecsOfOlderHeadersAreRead) {
  portolan_agent_spec spec = body();
  spec.struct_size = offsetof(portolan_agent_spec, acceleration);
  spec.radius = 0.4F;
  spec.acceleration = spec.turn_rate = spec.facing[0] = NAN;
  const portolan_agent agent = add(spec, 36.5F, 10.5F);
  EXPECT_EQ(facing(agent), (Vector{1, 0}));
  send(agent, 60, 10);
  ASSERT_EQ(game.tick(10), PORTOLAN_OK);
  EXPECT_GT(speed(agent), 3.9F);
}

TEST_F(Driving, WhatNoBodyCanDoIsTold) {
  const portolan_agent agent = add(body(), 36.5F, 10.5F);
  const float at[] = {50.5F, 10.5F};
  portolan_agent added = 0;
  const auto add_with = [&](auto set) {
    portolan_agent_spec spec = body();
    set(spec);
    return portolan_add_agents(navigator, game.profile, &spec, at, 1, &added);
  };
  const std::uint64_t hash = game.hash();
  for (const float wrong : {-1.0F, NAN, INFINITY, 1.1e6F}) {
    const auto says = "acceleration of an agent is ";
    const auto expected = "expected 0 to 1e+06 cells per second, and second";
    expect_refused(portolan_set_acceleration(navigator, &agent, 1, wrong), says, expected);
    expect_refused(add_with([&](auto& spec) { spec.acceleration = wrong; }), says, expected);
  }
  for (const float wrong : {-1.0F, NAN, INFINITY, 1001.0F}) {
    const auto says = "turn_rate of an agent is ", expected = "expected 0 to 1000 radians (not degrees)";
    expect_refused(portolan_set_turn_rate(navigator, &agent, 1, wrong), says, expected);
    expect_refused(add_with([&](auto& spec) { spec.turn_rate = wrong; }), says, expected);
  }
  for (const float wrong : {NAN, INFINITY, -1e6F, 1e30F}) {
    expect_refused(add_with([&](auto& spec) { spec.facing[0] = wrong; }), "facing[0] of an agent",
                   "of length 1 will do");
    expect_refused(add_with([&](auto& spec) { spec.facing[1] = wrong; }), "facing[1] of an agent",
                   "of length 1 will do");
  }
  expect_refused(portolan_set_priority(navigator, &agent, 1, 255), "priority of an agent is 255",
                 "at most 254");
  expect_refused(add_with([](auto& spec) { spec.priority = 255; }), "priority of an agent is 255",
                 "at most 254");
  EXPECT_EQ(added, 0U);
  EXPECT_EQ(game.hash(), hash);
}

TEST_F(Driving, NobodyAndNothingAreTold) {
  const portolan_agent one_is_none[] = {game.agents[0], 4711};
  float facings[4];
  for (const float share : {-0.1F, 1.1F, NAN})
    expect_refused(portolan_read_facings(navigator, one_is_none, 1, share, facings), "share is from 0",
                   "to 1");
  expect_refused(portolan_read_facings(navigator, one_is_none, 1, 1, nullptr), "facings is null", "needed");
  expect_refused(portolan_read_facings(nullptr, one_is_none, 1, 1, facings), "navigator is null", "needed");
  expect_refused(portolan_set_acceleration(nullptr, one_is_none, 1, 1), "navigator is null", "needed");
  expect_refused(portolan_set_turn_rate(navigator, nullptr, 1, 1), "agents is null", "needed");
  expect_refused(portolan_set_turn_rate(nullptr, one_is_none, 1, 1), "navigator is null", "needed");
  expect_refused(portolan_set_priority(nullptr, one_is_none, 1, 1), "navigator is null", "needed");
  for (const portolan_status status : {portolan_read_facings(navigator, one_is_none, 2, 1, facings),
                                       portolan_set_acceleration(navigator, one_is_none, 2, 1),
                                       portolan_set_turn_rate(navigator, one_is_none, 2, 1),
                                       portolan_set_priority(navigator, one_is_none, 2, 1)})
    expect_refused(status, "agents[1] is no agent", "was removed");
}

}  // namespace
}  // namespace portolan::test
