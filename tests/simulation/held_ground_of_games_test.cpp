// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Agents of a game stand where others must get through, and give no way: orders lead by another gate.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/simulation/ordered_crowd.hpp>

#include "army.hpp"

namespace portolan {
namespace {

using test::play;

constexpr ProfileId walker{0};
constexpr Cell goal{36, 6, 0};
constexpr std::uint8_t guards_team = 1;

enum class Guards : std::uint8_t { without_order, told_to_hold, arrived };

// A wall across, with a gate of two cells in the north, which guards shut, and one of three in the south.
struct Gates {
  explicit Gates(Guards guards, std::int32_t extra = 192) : army(Navigator(land(), {.sector_size = 8})) {
    army.set_held_cost(extra);
    army.manner(walker).avoidance = Avoidance::reciprocal;
    for (int k = 0; k < 2; ++k) {
      const float y = 5.5F + static_cast<float>(k);
      guard.push_back(
          army.add(walker, {.position = {20.5F, y}, .radius = 0.4F, .mass = 5, .team = guards_team}));
    }
    if (guards == Guards::told_to_hold) {
      for (const AgentId id : guard) army.crowd().set_holds(id, true);
    } else if (guards == Guards::arrived) {
      army.give({.profile = walker, .places = {{20, 5}, {20, 6}}}, guard);
      play(army, 60);
    }
    for (int k = 0; k < 12; ++k) {
      const Vec2 at{3.5F + static_cast<float>(k % 4), 4.5F + static_cast<float>(k / 4)};
      crew.push_back(army.add(walker, {.position = at}));
    }
  }

  static World land() {
    World world({42, 32, 1}, 0);
    for (std::int32_t y = 0; y < 32; ++y) {
      const bool is_gate = y == 5 || y == 6 || (y >= 25 && y <= 27);
      if (!is_gate) world.set_terrain({20, y, 0}, 1);
    }
    Profile profile;
    profile.cost[1] = impassable;
    world.add_profile(profile);
    world.commit();
    return world;
  }
  void go() { army.give({.profile = walker, .places = {goal}}, crew); }
  [[nodiscard]] int beyond() const {
    int count = 0;
    for (const AgentId id : crew) count += army.crowd().position(id).x > 21 ? 1 : 0;
    return count;
  }
  [[nodiscard]] int costlier() const {
    int count = 0;
    for (std::int32_t y = 0; y < 32; ++y) {
      for (std::int32_t x = 0; x < 42; ++x) {
        const Cost cost = army.world().view(walker).cost({x, y, 0});
        count += cost != impassable && cost > 1 ? 1 : 0;
      }
    }
    return count;
  }

  OrderedCrowd army;
  std::vector<AgentId> guard, crew;
};

class HeldGroundOfGames : public testing::TestWithParam<Guards> {};

TEST_P(HeldGroundOfGames, WhoIsHeldUpGoesByTheOtherGate) {
  Gates shut(GetParam());
  shut.go();
  play(shut.army, 1200);
  EXPECT_EQ(shut.beyond(), 12);
  EXPECT_EQ(shut.army.crowd().squeezes(), 0U);
  Gates as_before(GetParam(), 0);
  as_before.go();
  play(as_before.army, 1200);
  EXPECT_LT(as_before.beyond(), 6) << "without it they stand before the guards";
  EXPECT_EQ(as_before.costlier(), 0);
}

INSTANTIATE_TEST_SUITE_P(Guards, HeldGroundOfGames,
                         testing::Values(Guards::without_order, Guards::told_to_hold, Guards::arrived));

TEST(HeldGroundOfGames, IsFreeOnceTheGuardsWalkOn) {
  Gates game(Guards::without_order);
  game.go();
  play(game.army, 200);
  ASSERT_GT(game.costlier(), 0);
  game.army.give({.profile = walker, .places = {{38, 20, 0}}}, game.guard);
  play(game.army, 2);
  EXPECT_EQ(game.costlier(), 0);
}

TEST(HeldGroundOfGames, OneThatIsToCostNothingIsFreeWithTheNextCommit) {
  Gates game(Guards::told_to_hold);
  game.go();
  play(game.army, 200);
  ASSERT_GT(game.costlier(), 0);
  game.army.set_held_cost(0);
  game.army.commit();
  EXPECT_EQ(game.costlier(), 0);
  play(game.army, 200);
  EXPECT_EQ(game.costlier(), 0);
}

// Those beside the guards would hardly move.
TEST(HeldGroundOfGames, CostsNothingWhereCostIsAMatterOfSpeed) {
  Gates game(Guards::told_to_hold);
  game.go();
  play(game.army, 200);
  ASSERT_GT(game.costlier(), 0);
  CrowdGroup& group = game.army.group(game.army.order_of(game.crew.front()));
  group.full_speed_cost = 1;
  play(game.army, 30);
  EXPECT_EQ(game.costlier(), 0);
  group.full_speed_cost = 0;
  play(game.army, 30);
  EXPECT_GT(game.costlier(), 0);
}

// While ground is held, and while it is let go again.
TEST(HeldGroundOfGames, AGameThatIsSavedOrGoesBackGoesOnTheSame) {
  Gates game(Guards::told_to_hold);
  game.go();
  play(game.army, 150);
  ASSERT_GT(game.costlier(), 0);
  StateWriter writer;
  game.army.save_state(writer);
  auto reader = StateReader::open(writer.finish());
  ASSERT_TRUE(reader);
  std::optional<OrderedCrowd> loaded = OrderedCrowd::restored(*reader, {.sector_size = 8});
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->held_cost(), 192);
  loaded->manner(walker).avoidance = Avoidance::reciprocal;
  const std::uint64_t moment = game.army.keep();
  const auto end = [&](OrderedCrowd& army) {
    for (const AgentId id : game.guard) army.crowd().set_holds(id, false);
    army.give({.profile = walker, .places = {{38, 20, 0}}}, game.guard);
    play(army, 300);
    return army.crowd().hash();
  };
  const std::uint64_t first = end(game.army);
  EXPECT_EQ(game.costlier(), 0);
  EXPECT_EQ(end(*loaded), first) << "loaded";
  game.army.go_back(moment);
  EXPECT_GT(game.costlier(), 0);
  EXPECT_EQ(end(game.army), first) << "went back";
  EXPECT_EQ(game.costlier(), 0);
}

}  // namespace
}  // namespace portolan
