// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Buildings are put up where agents of a game stand.
#include <cstdint>

#include <gtest/gtest.h>

#include <portolan/simulation/ordered_crowd.hpp>

namespace portolan {
namespace {

constexpr ProfileId citizen{0};
constexpr float frame = 1.0F / 30;
constexpr float stands_still = 0.05F;  // cells a second

struct Town {
  explicit Town(Avoidance avoidance) : army(Navigator(land(), {.sector_size = 16})) {
    army.manner(citizen).avoidance = avoidance;
  }
  static World land() {
    World world({64, 64, 1}, 0);
    Profile profile;
    profile.cost[1] = impassable;
    world.add_profile(profile);
    world.commit();
    return world;
  }
  void build(Cell corner, std::int32_t size) {
    for (std::int32_t k = 0; k < size * size; ++k)
      army.world().set_terrain({corner.x + k % size, corner.y + k / size, 0}, 1);
  }
  void play(int ticks) {
    for (; ticks > 0; --ticks) {
      army.commit();
      army.work(5'000);
      army.step(frame);
    }
  }
  [[nodiscard]] int on_the_move() const {
    int count = 0;
    for (std::size_t slot = 0; slot < army.crowd().size(); ++slot)
      count += length(army.crowd().velocity(army.crowd().agent(slot))) > stands_still ? 1 : 0;
    return count;
  }

  OrderedCrowd army;
};

// Its place stayed below the building, and it walked on the spot for 25 seconds.
TEST(Buildings, WhoStandsWhereOneIsPutUpStandsBesideIt) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    for (const float x : {30.1F, 30.5F, 31.6F, 32.95F, 33.2F}) {
      Town town(avoidance);
      const AgentId one = town.army.add(citizen, {.position = {x, 31.4F}});
      town.play(30);
      town.build({30, 30, 0}, 3);
      town.play(30);
      const Vec2 then = town.army.crowd().position(one);
      int moves = 0;
      for (int k = 0; k < 120; ++k) {
        town.play(1);
        moves += town.on_the_move();
      }
      EXPECT_EQ(town.army.crowd().position(one), then) << x;
      EXPECT_EQ(moves, 0) << x;
    }
  }
}

}  // namespace
}  // namespace portolan
