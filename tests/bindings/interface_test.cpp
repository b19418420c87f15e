// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <portolan/core/detail/random.hpp>
#include <portolan/hierarchy/path_finder.hpp>

#include <support/temp_folder.hpp>

#include "game.hpp"

namespace portolan::test {
namespace {

// Terrain of walls and three other classes.
std::vector<std::uint8_t> random_terrain(int width, int height, detail::Random& random) {
  std::vector<std::uint8_t> terrain;
  for (int i = 0; i < width * height; ++i) {
    terrain.push_back(random.percent(25) ? std::uint8_t{3} : static_cast<std::uint8_t>(random.below(3)));
  }
  return terrain;
}

// The path that the library itself finds in a world that was made without the C interface.
TEST(CInterface, FindsThePathsOfTheLibrary) {
  detail::Random random(7);
  for (int round = 0; round < 6; ++round) {
    const int width = 40 + random.between(0, 60), height = 40 + random.between(0, 60);
    const std::vector<std::uint8_t> terrain = random_terrain(width, height, random);
    std::array<std::uint8_t, 256> costs{};
    costs.fill(255);
    costs[0] = 1, costs[1] = 4, costs[2] = 2;

    World plain({width, height, 1});
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        plain.set_terrain({x, y}, terrain[static_cast<std::size_t>(y * width + x)]);
    Profile profile;
    profile.cost = costs;
    const ProfileId id = plain.add_profile(profile);
    plain.commit();
    const Hierarchy hierarchy(plain, id, {.sector_size = 16});
    PathFinder finder(hierarchy);

    const WorldHandle world(portolan_world_create(width, height, 1, terrain.data(), terrain.size()));
    portolan_profile_spec spec{};
    spec.struct_size = sizeof spec;
    spec.costs = costs.data();
    spec.sector_size = 16;
    std::uint32_t c_profile = 0;
    ASSERT_EQ(portolan_add_profile(world.get(), &spec, &c_profile), PORTOLAN_OK) << portolan_error();
    const FinderHandle c_finder(portolan_path_finder_create(world.get(), c_profile));
    for (int query = 0; query < 50; ++query) {
      const Cell from{random.between(-1, width), random.between(0, height - 1)};
      const Cell to{random.between(0, width - 1), random.between(0, height - 1)};
      const int quality = random.between(0, 3);
      const FoundPath& found =
          finder.find({.agents = {from}, .goals = {{to}}, .quality = static_cast<Quality>(quality)});
      portolan_path_info info;
      ASSERT_EQ(portolan_find_path(c_finder.get(), {from.x, from.y, 0}, {to.x, to.y, 0}, quality, &info),
                PORTOLAN_OK);
      ASSERT_EQ(info.outcome, static_cast<std::uint32_t>(found.outcome));
      ASSERT_EQ(info.cost, found.path.cost.units);
      std::vector<portolan_cell> cells(info.cells);
      ASSERT_EQ(portolan_path_cells(c_finder.get(), cells.data(), cells.size()), PORTOLAN_OK);
      ASSERT_EQ(cells.size(), found.path.cells.size());
      for (std::size_t i = 0; i < cells.size(); ++i)
        ASSERT_EQ((Cell{cells[i].x, cells[i].y, cells[i].layer}), found.path.cells[i]);
      std::vector<float> points(2 * static_cast<std::size_t>(info.points));
      ASSERT_EQ(portolan_path_points(c_finder.get(), points.data(), nullptr, info.points), PORTOLAN_OK);
      const Polyline& polyline = finder.polyline();
      ASSERT_EQ(info.points, polyline.points.size());
      for (std::size_t i = 0; i < polyline.points.size(); ++i)
        ASSERT_EQ((Vec2{points[2 * i], points[2 * i + 1]}), polyline.points[i].at);
      std::int32_t reachable = -1;
      ASSERT_EQ(portolan_can_reach(world.get(), c_profile, {from.x, from.y, 0}, {to.x, to.y, 0}, &reachable),
                PORTOLAN_OK);
      ASSERT_EQ(reachable != 0, hierarchy.can_reach(from, to));
    }
  }
}

TEST(CInterface, AgentsWalkThroughTheGateAndWaitWhileItIsShut) {
  SmallGame game;
  portolan_stamp gate = 0;
  ASSERT_EQ(portolan_lay_stamp(game.world.get(), {32, 20, 2, 4, 0}, 1, 0, &gate), PORTOLAN_OK);
  ASSERT_EQ(game.tick(600), PORTOLAN_OK);
  std::vector<float> xy(80);
  ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), nullptr, nullptr),
            PORTOLAN_OK);
  for (std::size_t i = 0; i < 80; i += 2) EXPECT_LT(xy[i], 32);
  ASSERT_EQ(portolan_lift_stamp(game.world.get(), gate), PORTOLAN_OK);
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  EXPECT_EQ(portolan_count_agents(game.navigator.get(), PORTOLAN_ARRIVED), 40U);
}

TEST(CInterface, NobodyStaysUnderABuildingOfACommit) {
  SmallGame game;
  ASSERT_EQ(portolan_fill_terrain(game.world.get(), {0, 0, 64, 1, 0}, 1), PORTOLAN_OK);
  portolan_stamp stamp = 0;
  ASSERT_EQ(portolan_lay_stamp(game.world.get(), {2, 2, 12, 12, 0}, 1, 0, &stamp), PORTOLAN_OK);
  ASSERT_EQ(portolan_commit(game.world.get(), nullptr), PORTOLAN_OK);
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  std::vector<float> xy(80);
  ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), nullptr, nullptr),
            PORTOLAN_OK);
  for (std::size_t i = 0; i < 80; i += 2)
    EXPECT_TRUE(xy[i] < 2 || xy[i] > 14 || xy[i + 1] < 2 || xy[i + 1] > 14) << xy[i] << ", " << xy[i + 1];
}

TEST(CInterface, WhoHoldsStaysAndGoesOnWithItsOrder) {
  SmallGame game;
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  float before[2], after[2];
  const auto read = [&](float* xy) {
    return portolan_read_agents(game.navigator.get(), game.agents.data(), 1, xy, nullptr, nullptr);
  };
  ASSERT_EQ(portolan_set_holds(game.navigator.get(), game.agents.data(), 1, 1), PORTOLAN_OK);
  ASSERT_EQ(read(before), PORTOLAN_OK);
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  ASSERT_EQ(read(after), PORTOLAN_OK);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
  EXPECT_EQ(portolan_count_agents(game.navigator.get(), PORTOLAN_ARRIVED), 39U);
  ASSERT_EQ(portolan_set_holds(game.navigator.get(), game.agents.data(), 1, 0), PORTOLAN_OK);
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  EXPECT_EQ(portolan_count_agents(game.navigator.get(), PORTOLAN_ARRIVED), 40U);
}

TEST(CInterface, AnAgentThatIsThereGetsAnotherSpeed) {
  SmallGame game;
  ASSERT_EQ(portolan_set_max_speed(game.navigator.get(), game.agents.data(), 40, 1), PORTOLAN_OK);
  ASSERT_EQ(game.tick(60), PORTOLAN_OK);
  float velocities[80];
  ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, nullptr, velocities, nullptr),
            PORTOLAN_OK);
  float fastest = 0;
  for (std::size_t i = 0; i < 80; i += 2)
    fastest = std::max(fastest, std::hypot(velocities[i], velocities[i + 1]));
  EXPECT_GT(fastest, 0.9F);
  EXPECT_LT(fastest, 1.001F);
}

TEST(CInterface, AgentsOfAPausedOrderWaitForTheirField) {
  SmallGame game;
  ASSERT_EQ(portolan_pause(game.navigator.get(), game.order, 1), PORTOLAN_OK);
  ASSERT_EQ(game.tick(100), PORTOLAN_OK);
  std::vector<float> xy(80);
  ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), nullptr, nullptr),
            PORTOLAN_OK);
  for (std::size_t i = 0; i < 80; i += 2) EXPECT_LT(xy[i], 12);
  ASSERT_EQ(portolan_pause(game.navigator.get(), game.order, 0), PORTOLAN_OK);
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  EXPECT_EQ(portolan_count_agents(game.navigator.get(), PORTOLAN_ARRIVED), 40U);
}

TEST(CInterface, AgentsOfARemovedOrderStay) {
  SmallGame game;
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  ASSERT_EQ(portolan_remove_order(game.navigator.get(), game.order), PORTOLAN_OK);
  EXPECT_EQ(portolan_order_alive(game.navigator.get(), game.order), 0);
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  std::vector<float> xy(80);
  ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), nullptr, nullptr),
            PORTOLAN_OK);
  for (std::size_t i = 0; i < 80; i += 2) EXPECT_LT(xy[i], 32);
}

TEST(CInterface, AgentsStandInTheFormationOfTheirOrder) {
  SmallGame game;
  std::vector<float> xy;
  for (int i = 0; i < 40; ++i) {
    xy.push_back(36.5F + static_cast<float>(i % 8));
    xy.push_back(20.5F + static_cast<float>(i / 8));
  }
  ASSERT_EQ(portolan_put_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), 0), PORTOLAN_OK);
  const portolan_cell east{56, 22, 0};
  portolan_order_spec spec{};
  spec.struct_size = sizeof spec;
  spec.places = &east;
  spec.place_count = 1;
  spec.formation = PORTOLAN_LINE;
  spec.keeps_rank = 1;
  ASSERT_EQ(portolan_give(game.navigator.get(), &spec, game.agents.data(), 40, &game.order), PORTOLAN_OK);
  ASSERT_EQ(game.tick(600), PORTOLAN_OK);
  EXPECT_EQ(portolan_count_agents(game.navigator.get(), PORTOLAN_ARRIVED), 40U);
  ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), nullptr, nullptr),
            PORTOLAN_OK);
  float left = 64, right = 0, top = 48, bottom = 0;
  for (std::size_t i = 0; i < 80; i += 2) {
    left = std::min(left, xy[i]), right = std::max(right, xy[i]);
    top = std::min(top, xy[i + 1]), bottom = std::max(bottom, xy[i + 1]);
  }
  EXPECT_GT(bottom - top, 4 * (right - left)) << "abreast";
}

TEST(CInterface, CostlyGroundIsWalkedSlowlyWhereTheOrderSaysSo) {
  const WorldHandle world(portolan_world_create(64, 8, 1, nullptr, 0));
  std::array<std::uint8_t, 256> costs{};
  costs.fill(4);
  portolan_profile_spec mud{};
  mud.struct_size = sizeof mud;
  mud.costs = costs.data();
  std::uint32_t profile = 0;
  ASSERT_EQ(portolan_add_profile(world.get(), &mud, &profile), PORTOLAN_OK) << portolan_error();
  const NavigatorHandle navigator(portolan_navigator_create(world.get(), nullptr));
  const float at[] = {2.5F, 4.5F};
  portolan_agent agent = 0;
  ASSERT_EQ(portolan_add_agents(navigator.get(), 0, nullptr, at, 1, &agent), PORTOLAN_OK);
  const portolan_cell east{60, 4, 0};
  portolan_order_spec spec{};
  spec.struct_size = sizeof spec;
  spec.places = &east;
  spec.place_count = 1;
  spec.full_speed_cost = 1;
  ASSERT_EQ(portolan_give(navigator.get(), &spec, &agent, 1, nullptr), PORTOLAN_OK);
  float velocity[2];
  for (int i = 0; i < 60; ++i) ASSERT_EQ(portolan_tick(navigator.get(), 0.05F, 200), PORTOLAN_OK);
  ASSERT_EQ(portolan_read_agents(navigator.get(), &agent, 1, nullptr, velocity, nullptr), PORTOLAN_OK);
  EXPECT_NEAR(velocity[0], 1, 0.01F) << "a fourth of what it can";
}

TEST(CInterface, AgentsTellTheirLayersAndOrders) {
  SmallGame game;
  portolan_navigator* navigator = game.navigator.get();
  ASSERT_EQ(portolan_stop(navigator, game.agents.data(), 5), PORTOLAN_OK);
  std::vector<portolan_order> orders(40);
  std::vector<std::int32_t> layers(40, 7);
  ASSERT_EQ(portolan_read_orders(navigator, game.agents.data(), 40, orders.data()), PORTOLAN_OK);
  ASSERT_EQ(portolan_read_layers(navigator, game.agents.data(), 40, layers.data()), PORTOLAN_OK);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(orders[i], i < 5 ? 0 : game.order);
    EXPECT_EQ(layers[i], 0);
  }
  ASSERT_EQ(portolan_remove_order(navigator, game.order), PORTOLAN_OK);
  ASSERT_EQ(portolan_read_orders(navigator, game.agents.data(), 40, orders.data()), PORTOLAN_OK);
  EXPECT_EQ(orders, std::vector<portolan_order>(40));
}

TEST(CInterface, AgentsLiveUntilTheyAreRemoved) {
  SmallGame game;
  EXPECT_EQ(portolan_agent_alive(game.navigator.get(), game.agents[3]), 1);
  ASSERT_EQ(portolan_remove_agents(game.navigator.get(), &game.agents[3], 1), PORTOLAN_OK);
  for (const portolan_agent none :
       {game.agents[3], portolan_agent{0}, portolan_agent{99}, ~portolan_agent{0}})
    EXPECT_EQ(portolan_agent_alive(game.navigator.get(), none), 0);
}

TEST(CInterface, ThereIsRoomWhereNobodyAndNoWallIs) {
  SmallGame game;
  portolan_agent_spec spec{};
  spec.struct_size = sizeof spec;
  const auto has_room = [&](float x, float y) {
    const float xy[] = {x, y};
    std::int32_t has = -1;
    EXPECT_EQ(portolan_has_room(game.navigator.get(), 0, &spec, xy, &has), PORTOLAN_OK);
    return has;
  };
  EXPECT_EQ(has_room(40.5F, 5.5F), 1);
  EXPECT_EQ(has_room(3.9F, 3.5F), 0) << "an agent stands there";
  EXPECT_EQ(has_room(32.5F, 3.5F), 0) << "in a wall";
  EXPECT_EQ(has_room(-3, 900), 0) << "outside";
  EXPECT_EQ(has_room(12, 3.5F), 1);
  spec.radius = 2;
  EXPECT_EQ(has_room(12, 3.5F), 0) << "it would touch one";
}

TEST(CInterface, WhoIsFarFromTheFocusWalksSeldomAndGetsThere) {
  SmallGame game;
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  const float elsewhere[] = {60, 2};
  ASSERT_EQ(portolan_set_focus(game.navigator.get(), elsewhere, 1, 8, 4), PORTOLAN_OK);
  ASSERT_EQ(game.tick(4), PORTOLAN_OK);
  int walked = 0;
  for (int i = 0; i < 8; ++i) {
    float before[2], after[2];
    ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 1, before, nullptr, nullptr),
              PORTOLAN_OK);
    ASSERT_EQ(game.tick(1), PORTOLAN_OK);
    ASSERT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 1, after, nullptr, nullptr),
              PORTOLAN_OK);
    walked += before[0] != after[0] || before[1] != after[1];
  }
  EXPECT_EQ(walked, 2);
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  EXPECT_EQ(portolan_count_agents(game.navigator.get(), PORTOLAN_ARRIVED), 40U);
}

TEST(CInterface, AGameThatWentBackGoesOnBitForBit) {
  SmallGame game, straight;
  portolan_navigator* navigator = game.navigator.get();
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  ASSERT_EQ(straight.tick(30), PORTOLAN_OK);
  const FinderHandle finder(portolan_path_finder_create(game.world.get(), 0));
  portolan_path_info before, after;
  ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &before), PORTOLAN_OK);
  std::uint64_t moment = 0;
  ASSERT_EQ(portolan_keep(navigator, &moment), PORTOLAN_OK);
  for (int times = 0; times < 2; ++times) {
    portolan_stamp gate = 0, other = 0;
    ASSERT_EQ(portolan_lay_stamp(game.world.get(), {32, 20, 2, 4, 0}, 1, 0, &gate), PORTOLAN_OK);
    ASSERT_EQ(portolan_remove_agents(navigator, game.agents.data(), 5), PORTOLAN_OK);
    ASSERT_EQ(game.tick(40), PORTOLAN_OK);
    ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &after), PORTOLAN_OK);
    EXPECT_EQ(after.outcome, static_cast<std::uint32_t>(PORTOLAN_PARTIAL));
    ASSERT_EQ(portolan_lay_stamp(game.world.get(), {5, 40, 2, 2, 0}, 1, 0, &other), PORTOLAN_OK);
    ASSERT_EQ(portolan_go_back(navigator, moment), PORTOLAN_OK);
    EXPECT_EQ(game.hash(), straight.hash());
    EXPECT_EQ(portolan_lift_stamp(game.world.get(), gate), PORTOLAN_BAD_ARGUMENT) << "never was";
    ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &after), PORTOLAN_OK);
    EXPECT_EQ(after.cost, before.cost);
  }
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(game.tick(1), PORTOLAN_OK);
    ASSERT_EQ(straight.tick(1), PORTOLAN_OK);
    ASSERT_EQ(game.hash(), straight.hash()) << i;
  }
}

TEST(CInterface, ALoadedGameGoesOnBitForBit) {
  SmallGame game;
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  const BytesHandle saved(portolan_save(game.navigator.get()));
  ASSERT_TRUE(saved) << portolan_error();
  const NavigatorHandle loaded(
      portolan_load(portolan_bytes_data(saved.get()), portolan_bytes_size(saved.get()), nullptr));
  ASSERT_TRUE(loaded) << portolan_error();
  const FinderHandle finder(portolan_path_finder_create(game.world.get(), 0));
  portolan_path_info before, after;
  portolan_stamp gate = 0;
  ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &before), PORTOLAN_OK);
  ASSERT_EQ(portolan_lay_stamp(game.world.get(), {32, 20, 2, 4, 0}, 1, 0, &gate), PORTOLAN_OK);
  ASSERT_EQ(portolan_lay_stamp(portolan_navigator_world(loaded.get()), {32, 20, 2, 4, 0}, 1, 0, &gate),
            PORTOLAN_OK);
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(game.tick(1), PORTOLAN_OK);
    ASSERT_EQ(portolan_tick(loaded.get(), 0.05F, 200), PORTOLAN_OK);
    ASSERT_EQ(portolan_hash(loaded.get()), game.hash()) << i;
  }
  // Path finders see the world that was restored.
  ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &after), PORTOLAN_OK);
  EXPECT_EQ(after.outcome, static_cast<std::uint32_t>(PORTOLAN_PARTIAL));
  ASSERT_EQ(portolan_restore(game.navigator.get(), portolan_bytes_data(saved.get()),
                             portolan_bytes_size(saved.get())),
            PORTOLAN_OK);
  ASSERT_EQ(portolan_find_path(finder.get(), {3, 3, 0}, {60, 40, 0}, 0, &after), PORTOLAN_OK);
  EXPECT_EQ(after.cost, before.cost);
}

TEST(CInterface, ASavedWorldAnswersAsBefore) {
  const TempFolder folder;
  const std::string file = (folder.path() / "small.portolan").string();
  SmallGame game;
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  ASSERT_EQ(portolan_world_save(game.world.get(), file.c_str()), PORTOLAN_OK) << portolan_error();
  const WorldHandle opened(portolan_world_open(file.c_str()));
  ASSERT_TRUE(opened) << portolan_error();
  ASSERT_EQ(portolan_profile_count(opened.get()), 1U);
  portolan_path_info was, is;
  const FinderHandle before(portolan_path_finder_create(game.world.get(), 0));
  const FinderHandle after(portolan_path_finder_create(opened.get(), 0));
  ASSERT_EQ(portolan_find_path(before.get(), {3, 3, 0}, {60, 40, 0}, PORTOLAN_EXACT, &was), PORTOLAN_OK);
  ASSERT_EQ(portolan_find_path(after.get(), {3, 3, 0}, {60, 40, 0}, PORTOLAN_EXACT, &is), PORTOLAN_OK);
  EXPECT_EQ(is.cost, was.cost);
  portolan_stamp stamp = 0;
  ASSERT_EQ(portolan_lay_stamp(game.world.get(), {5, 40, 2, 2, 0}, 1, 0, &stamp), PORTOLAN_OK);
  ASSERT_EQ(portolan_commit(game.world.get(), nullptr), PORTOLAN_OK);
  EXPECT_EQ(portolan_world_save(game.world.get(), file.c_str()), PORTOLAN_REFUSED);
}

}  // namespace
}  // namespace portolan::test
