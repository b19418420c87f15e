// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "game.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsNull;
using ::testing::Not;

class Misuse : public ::testing::Test {
 protected:
  // The call failed so, and the text tells.
  static void expect(portolan_status is, portolan_status shall, const char* says) {
    EXPECT_EQ(is, shall);
    EXPECT_THAT(portolan_error(), HasSubstr(says));
  }
  portolan_order_spec order() const {
    portolan_order_spec spec{};
    spec.struct_size = sizeof spec;
    spec.profile = game.profile;
    spec.places = &place;
    spec.place_count = 1;
    return spec;
  }
  portolan_status give(const portolan_order_spec& spec) {
    return portolan_give(game.navigator.get(), &spec, game.agents.data(), 1, nullptr);
  }
  portolan_cell place{5, 5, 0};
  SmallGame game;
};

TEST_F(Misuse, NullHandlesAreTold) {
  std::uint8_t byte = 0;
  std::size_t count = 0;
  float xy[2] = {1, 1};
  portolan_agent agent = 0;
  portolan_path_info info;
  expect(portolan_fill_terrain(nullptr, {}, 0), PORTOLAN_BAD_ARGUMENT, "world is null");
  expect(portolan_read_terrain(nullptr, {}, &byte, 1), PORTOLAN_BAD_ARGUMENT, "world is null");
  expect(portolan_commit(nullptr, nullptr), PORTOLAN_BAD_ARGUMENT, "world is null");
  expect(portolan_find_path(nullptr, {}, {}, 0, &info), PORTOLAN_BAD_ARGUMENT, "finder is null");
  expect(portolan_tick(nullptr, 0, 0), PORTOLAN_BAD_ARGUMENT, "navigator is null");
  expect(portolan_add_agents(nullptr, 0, nullptr, xy, 1, &agent), PORTOLAN_BAD_ARGUMENT, "navigator is null");
  expect(portolan_give(game.navigator.get(), nullptr, nullptr, 0, nullptr), PORTOLAN_BAD_ARGUMENT,
         "spec is null");
  expect(portolan_read_events(game.navigator.get(), nullptr, 0, nullptr), PORTOLAN_BAD_ARGUMENT,
         "count is null");
  expect(portolan_restore(game.navigator.get(), nullptr, 0), PORTOLAN_BAD_ARGUMENT, "bytes is null");
  EXPECT_THAT(portolan_navigator_create(nullptr, nullptr), IsNull());
  EXPECT_THAT(portolan_path_finder_create(nullptr, 0), IsNull());
  EXPECT_THAT(portolan_save(nullptr), IsNull());
  EXPECT_THAT(portolan_load(nullptr, 0, nullptr), IsNull());
  EXPECT_EQ(portolan_read_portals(game.world.get(), 0, nullptr, 0, &count), PORTOLAN_OK);
  EXPECT_GT(count, 0U);
  portolan_world_destroy(nullptr);
  portolan_navigator_destroy(nullptr);
  portolan_path_finder_destroy(nullptr);
  portolan_bytes_destroy(nullptr);
}

TEST_F(Misuse, SizesOfWorldsAndArraysAreTold) {
  const std::uint8_t bytes[12] = {};
  EXPECT_THAT(portolan_world_create(0, 5, 1, nullptr, 0), IsNull());
  EXPECT_THAT(portolan_error(), HasSubstr("1 to 32768 cells wide"));
  EXPECT_THAT(portolan_world_create(32768, 32768, 2, nullptr, 0), IsNull());
  EXPECT_THAT(portolan_world_create(4, 4, 1, bytes, sizeof bytes), IsNull());
  EXPECT_THAT(portolan_error(), HasSubstr("size is 12: the world has 16 cells"));
  expect(portolan_set_terrain(game.world.get(), {0, 0, 4, 4, 0}, bytes, sizeof bytes), PORTOLAN_WRONG_SIZE,
         "16 cells");
  for (const portolan_rect rect : {portolan_rect{-1, 0, 1, 1, 0},
                                   {62, 0, 3, 1, 0},
                                   {0, 0, 1, 1, 1},
                                   {0, 0, -1, 1, 0},
                                   {1, 0, 2147483647, 1, 0}}) {
    expect(portolan_fill_terrain(game.world.get(), rect, 0), PORTOLAN_BAD_ARGUMENT,
           "is not inside the world");
  }
}

TEST_F(Misuse, StructsOfAnotherSizeAreRefusedAndShorterOnesAreRead) {
  portolan_order_spec spec = order();
  spec.struct_size = 0;
  expect(give(spec), PORTOLAN_WRONG_SIZE, "set it to sizeof(portolan_order_spec)");
  spec.struct_size = sizeof spec + 8;
  expect(give(spec), PORTOLAN_WRONG_SIZE, "struct_size");
  spec = order();
  spec.arrival_radius = -1;  // an older header ends before this member
  spec.struct_size = offsetof(portolan_order_spec, arrival_radius);
  EXPECT_EQ(give(spec), PORTOLAN_OK) << portolan_error();
  spec = order();
  spec.facing[0] = NAN;
  spec.struct_size = offsetof(portolan_order_spec, facing);
  EXPECT_EQ(give(spec), PORTOLAN_OK) << portolan_error();
}

TEST_F(Misuse, ProfilesAreTold) {
  portolan_profile_spec spec{};
  std::uint32_t profile = 77;
  spec.struct_size = sizeof spec;
  spec.clearance = 33;
  expect(portolan_add_profile(game.world.get(), &spec, &profile), PORTOLAN_BAD_ARGUMENT, "clearance");
  spec.clearance = 1;
  spec.sector_size = 20;
  expect(portolan_add_profile(game.world.get(), &spec, &profile), PORTOLAN_BAD_ARGUMENT, "8, 16 or 32");
  spec.sector_size = 16;
  std::uint8_t costs[256] = {1};
  spec.costs = costs;
  expect(portolan_add_profile(game.world.get(), &spec, &profile), PORTOLAN_BAD_ARGUMENT, "terrain 1 is 0");
  EXPECT_EQ(profile, 77U);
  EXPECT_EQ(portolan_profile_count(game.world.get()), 1U);
  EXPECT_THAT(portolan_path_finder_create(game.world.get(), 5), IsNull());
  EXPECT_THAT(portolan_error(), HasSubstr("profile 5"));
}

TEST_F(Misuse, AgentsAndOrdersOfNobodyAreTold) {
  portolan_navigator* navigator = game.navigator.get();
  const portolan_agent gone = game.agents[3];
  ASSERT_EQ(portolan_remove_agents(navigator, &gone, 1), PORTOLAN_OK);
  float xy[2];
  expect(portolan_read_agents(navigator, &gone, 1, xy, nullptr, nullptr), PORTOLAN_BAD_ARGUMENT,
         "was removed");
  portolan_order of_it = 0;
  std::int32_t answer = 0;
  expect(portolan_read_orders(navigator, &gone, 1, &of_it), PORTOLAN_BAD_ARGUMENT, "was removed");
  expect(portolan_read_layers(navigator, &gone, 1, &answer), PORTOLAN_BAD_ARGUMENT, "was removed");
  expect(portolan_read_layers(navigator, &game.agents[0], 1, nullptr), PORTOLAN_BAD_ARGUMENT,
         "layers is null");
  expect(portolan_has_room(navigator, 0, nullptr, nullptr, &answer), PORTOLAN_BAD_ARGUMENT, "xy is null");
  expect(portolan_has_room(navigator, 7, nullptr, xy, &answer), PORTOLAN_BAD_ARGUMENT, "profile 7");
  for (const portolan_agent agent : {portolan_agent{0}, portolan_agent{12345}, ~portolan_agent{0}}) {
    expect(portolan_stop(navigator, &agent, 1), PORTOLAN_BAD_ARGUMENT, "no agent of this navigator");
  }
  const portolan_agent twice[] = {game.agents[5], game.agents[5]};
  EXPECT_EQ(portolan_remove_agents(navigator, twice, 2), PORTOLAN_OK);
  for (const portolan_order none : {portolan_order{0}, portolan_order{99}, ~portolan_order{0}}) {
    expect(portolan_set_places(navigator, none, &place, 1), PORTOLAN_BAD_ARGUMENT, "the order is none");
    expect(portolan_pause(navigator, none, 1), PORTOLAN_BAD_ARGUMENT, "the order is none");
    expect(portolan_remove_order(navigator, none), PORTOLAN_BAD_ARGUMENT, "the order is none");
    EXPECT_EQ(portolan_order_alive(navigator, none), 0);
  }
  const float wrong[] = {NAN, 3, 3, INFINITY};
  portolan_agent made[2] = {};
  expect(portolan_add_agents(navigator, 0, nullptr, wrong, 2, made), PORTOLAN_BAD_ARGUMENT,
         "xy[0] is no number");
  expect(portolan_set_focus(navigator, wrong, 1, 8, 4), PORTOLAN_BAD_ARGUMENT, "xy[0] is no number");
  expect(portolan_set_focus(navigator, nullptr, 0, NAN, 4), PORTOLAN_BAD_ARGUMENT, "radius is not negative");
  expect(portolan_set_focus(navigator, nullptr, 0, 8, 17), PORTOLAN_BAD_ARGUMENT, "at most 16");
  const float wall[] = {32.5F, 3.5F, -4, 900};
  EXPECT_EQ(portolan_add_agents(navigator, 0, nullptr, wall, 2, made), PORTOLAN_OK);
  EXPECT_EQ(made[0], 0U);
  EXPECT_EQ(made[1], 0U);
}

TEST_F(Misuse, OrdersAreTold) {
  portolan_order_spec spec = order();
  spec.kind = 9;
  expect(give(spec), PORTOLAN_BAD_ARGUMENT, "kind 9 is none");
  spec = order();
  spec.kind = PORTOLAN_FOLLOW;
  expect(give(spec), PORTOLAN_BAD_ARGUMENT, "needs a target");
  spec.target = 4711;
  expect(give(spec), PORTOLAN_BAD_ARGUMENT, "the target is no agent");
  spec = order();
  spec.formation = 5;
  expect(give(spec), PORTOLAN_BAD_ARGUMENT, "formation 5 is none");
  spec.formation = PORTOLAN_WEDGE;
  spec.leave_on_arrival = 1;
  expect(give(spec), PORTOLAN_BAD_ARGUMENT, "take leave_on_arrival away");
  for (const int part : {0, 1}) {
    spec = order();
    spec.leave_on_arrival = 1;
    spec.facing[part] = -1;
    expect(give(spec), PORTOLAN_BAD_ARGUMENT, "facing and keeps_rank are of agents that stay");
    spec.leave_on_arrival = 0;
    for (const float wrong : {NAN, INFINITY, -INFINITY, 1e6F, -1e6F}) {
      spec.facing[part] = wrong;
      expect(give(spec), PORTOLAN_BAD_ARGUMENT,
             part == 0 ? "facing[0] of an order is no number" : "facing[1] of an order is no number");
      EXPECT_THAT(portolan_error(), HasSubstr("a vector of length 1 will do"));
    }
    spec.facing[part] = 999999;
    EXPECT_EQ(give(spec), PORTOLAN_OK) << portolan_error();
  }
  spec = order();
  spec.place_count = 0;
  expect(give(spec), PORTOLAN_BAD_ARGUMENT, "needs a place");
  place.x = 64;
  expect(give(order()), PORTOLAN_BAD_ARGUMENT, "(64, 5, layer 0) is outside the world");
  expect(portolan_tick(game.navigator.get(), NAN, 1), PORTOLAN_BAD_ARGUMENT, "seconds are a number from 0");
  expect(portolan_tick(game.navigator.get(), 61, 1), PORTOLAN_BAD_ARGUMENT, "not milliseconds");
  place.x = 5;
  EXPECT_EQ(game.tick(3), PORTOLAN_OK);
}

TEST_F(Misuse, AgentsThatAreTooLargeAreTold) {
  portolan_agent_spec spec{};
  spec.struct_size = sizeof spec;
  spec.radius = 1000;
  const float at[] = {5.5F, 5.5F};
  portolan_agent agent = 0;
  expect(portolan_add_agents(game.navigator.get(), game.profile, &spec, at, 1, &agent), PORTOLAN_BAD_ARGUMENT,
         "at most 256, 4096 and 1e+09");
  portolan_navigator* navigator = game.navigator.get();
  const portolan_agent there = game.agents[0];
  expect(portolan_set_radius(navigator, &there, 1, 257), PORTOLAN_BAD_ARGUMENT,
         "radius of an agent is above 0, and at most 256");
  expect(portolan_set_max_speed(navigator, &there, 1, NAN), PORTOLAN_BAD_ARGUMENT, "max_speed of an agent");
  expect(portolan_set_max_speed(navigator, &there, 1, 0), PORTOLAN_BAD_ARGUMENT, "who does not walk holds");
  expect(portolan_set_mass(navigator, &there, 1, -1), PORTOLAN_BAD_ARGUMENT, "mass of an agent");
  EXPECT_THAT(portolan_error(), Not(HasSubstr("holds"))) << "that is about speed";
  expect(portolan_set_radius(navigator, &there, 1, 0), PORTOLAN_BAD_ARGUMENT, "radius of an agent");
  EXPECT_THAT(portolan_error(), Not(HasSubstr("holds")));
  expect(portolan_set_mass(nullptr, &there, 1, 1), PORTOLAN_BAD_ARGUMENT, "navigator is null");
  const portolan_agent one_is_none[] = {there, 4711};
  expect(portolan_set_holds(navigator, one_is_none, 2, 1), PORTOLAN_BAD_ARGUMENT, "agents[1] is no agent");
  expect(portolan_set_team(navigator, nullptr, 2, 1), PORTOLAN_BAD_ARGUMENT, "agents is null");
}

// Such as -1 of a host that counts with a sign.
TEST_F(Misuse, CountsThatNoArrayHasAreTold) {
  portolan_navigator* navigator = game.navigator.get();
  const portolan_agent agent = game.agents[0];
  portolan_agent made = 0;
  float xy[] = {5.5F, 5.5F};
  for (const std::size_t count : {~std::size_t{0}, ~std::size_t{0} / 2 + 1, std::size_t{1} << 29U}) {
    expect(portolan_stop(navigator, &agent, count), PORTOLAN_WRONG_SIZE, "at most 268435456");
    expect(portolan_read_agents(navigator, &agent, count, xy, nullptr, nullptr), PORTOLAN_WRONG_SIZE,
           "at most 268435456");
    expect(portolan_add_agents(navigator, 0, nullptr, xy, count, &made), PORTOLAN_WRONG_SIZE,
           "at most 268435456");
    expect(portolan_set_places(navigator, game.order, &place, count), PORTOLAN_WRONG_SIZE,
           "at most 268435456");
  }
}

TEST_F(Misuse, WhatIsRefusedLeavesNoEditBehind) {
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  expect(portolan_lift_stamp(game.world.get(), 77), PORTOLAN_BAD_ARGUMENT, "lies no more");
  const BytesHandle saved(portolan_save(game.navigator.get()));
  EXPECT_TRUE(saved) << portolan_error();
}

TEST_F(Misuse, TheWorldOfANavigatorIsNotDestroyedByItself) {
  portolan_world_destroy(portolan_navigator_world(game.navigator.get()));
  EXPECT_THAT(portolan_error(), HasSubstr("goes with its navigator"));
  EXPECT_EQ(game.tick(5), PORTOLAN_OK);
}

TEST_F(Misuse, StampsAndLinksAreTakenOffOnce) {
  portolan_stamp stamp = 0;
  portolan_world* world = game.world.get();
  ASSERT_EQ(portolan_lay_stamp(world, {10, 30, 3, 3, 0}, 1, 0, &stamp), PORTOLAN_OK);
  EXPECT_EQ(portolan_lift_stamp(world, stamp), PORTOLAN_OK);
  expect(portolan_lift_stamp(world, stamp), PORTOLAN_BAD_ARGUMENT, "lies no more");
  expect(portolan_lift_stamp(world, 0), PORTOLAN_BAD_ARGUMENT, "lies no more");
  expect(portolan_lay_stamp(world, {10, 30, 3, 3, 0}, 1, 300, &stamp), PORTOLAN_BAD_ARGUMENT, "0 to 253");
  expect(portolan_add_link(world, {1, 1, 0}, {1, 1, 5}, 1, nullptr), PORTOLAN_BAD_ARGUMENT,
         "to (1, 1, layer 5)");
  expect(portolan_add_link(world, {1, 1, 0}, {2, 1, 0}, 0, nullptr), PORTOLAN_BAD_ARGUMENT, "must cost");
  expect(portolan_remove_link(world, 3), PORTOLAN_BAD_ARGUMENT, "link 3 is none");
  std::uint32_t link = 0;
  ASSERT_EQ(portolan_add_link(world, {1, 1, 0}, {9, 9, 0}, 30, &link), PORTOLAN_OK);
  EXPECT_EQ(portolan_remove_link(world, link), PORTOLAN_OK) << "before any commit";
  expect(portolan_remove_link(world, link), PORTOLAN_BAD_ARGUMENT, "is none");
  ASSERT_EQ(portolan_add_link(world, {1, 1, 0}, {9, 9, 0}, 30, &link), PORTOLAN_OK);
  EXPECT_EQ(portolan_commit(world, nullptr), PORTOLAN_OK);
  EXPECT_EQ(portolan_remove_link(world, link), PORTOLAN_OK);
  expect(portolan_remove_link(world, link), PORTOLAN_BAD_ARGUMENT, "is none");
}

TEST_F(Misuse, AWorldHasOneNavigatorAndOutlivesItsHandle) {
  EXPECT_THAT(portolan_navigator_create(game.world.get(), nullptr), IsNull());
  EXPECT_THAT(portolan_error(), HasSubstr("the world has a navigator"));
  FinderHandle finder(portolan_path_finder_create(game.world.get(), 0));
  game.world.reset();
  EXPECT_EQ(game.tick(5), PORTOLAN_OK);
  game.navigator.reset();
  portolan_path_info info;
  ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &info), PORTOLAN_OK);
  EXPECT_EQ(info.outcome, static_cast<std::uint32_t>(PORTOLAN_COMPLETE));
  expect(portolan_path_cells(finder.get(), nullptr, 3), PORTOLAN_WRONG_SIZE, "capacity is 3");
}

TEST_F(Misuse, MomentsThatAreGoneAreTold) {
  portolan_navigator* navigator = game.navigator.get();
  std::uint64_t first = 0, second = 0;
  expect(portolan_go_back(navigator, 0), PORTOLAN_BAD_ARGUMENT, "moment 0 was not kept");
  portolan_fill_terrain(game.world.get(), {1, 1, 1, 1, 0}, 1);
  expect(portolan_keep(navigator, &first), PORTOLAN_REFUSED, "edits of the world wait");
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  expect(portolan_keep(navigator, nullptr), PORTOLAN_BAD_ARGUMENT, "moment is null");
  ASSERT_EQ(portolan_keep(navigator, &first), PORTOLAN_OK);
  ASSERT_EQ(game.tick(5), PORTOLAN_OK);
  ASSERT_EQ(portolan_keep(navigator, &second), PORTOLAN_OK);
  ASSERT_EQ(portolan_go_back(navigator, first), PORTOLAN_OK);
  expect(portolan_go_back(navigator, second), PORTOLAN_BAD_ARGUMENT, "or is gone");
  ASSERT_EQ(portolan_forget_before(navigator, first + 1), PORTOLAN_OK);
  expect(portolan_go_back(navigator, first), PORTOLAN_BAD_ARGUMENT, "or is gone");
  portolan_profile_spec spec{};
  spec.struct_size = sizeof spec;
  std::uint32_t profile = 0;
  expect(portolan_add_profile(game.world.get(), &spec, &profile), PORTOLAN_REFUSED,
         "before the first moment is kept");
}

TEST_F(Misuse, DamagedGamesAreRefusedAndChangeNothing) {
  game.tick(10);
  const BytesHandle saved(portolan_save(game.navigator.get()));
  ASSERT_TRUE(saved) << portolan_error();
  const std::uint8_t* data = portolan_bytes_data(saved.get());
  std::vector<std::uint8_t> bytes(data, data + portolan_bytes_size(saved.get()));
  const std::uint64_t before = game.hash();
  for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 97) {
    bytes[i] ^= 0x10;
    EXPECT_EQ(portolan_restore(game.navigator.get(), bytes.data(), bytes.size()), PORTOLAN_REFUSED) << i;
    bytes[i] ^= 0x10;
  }
  EXPECT_EQ(portolan_restore(game.navigator.get(), bytes.data(), bytes.size() - 1), PORTOLAN_REFUSED);
  EXPECT_EQ(portolan_restore(game.navigator.get(), bytes.data(), 0), PORTOLAN_REFUSED);
  EXPECT_EQ(game.hash(), before);
  portolan_fill_terrain(game.world.get(), {1, 1, 1, 1, 0}, 1);
  EXPECT_THAT(portolan_save(game.navigator.get()), IsNull());
  EXPECT_THAT(portolan_error(), HasSubstr("edits of the world wait"));
  EXPECT_THAT(portolan_world_open("/no/such/file"), IsNull());
  EXPECT_THAT(portolan_error(), HasSubstr("/no/such/file"));
}

}  // namespace
}  // namespace portolan::test
