// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// The queues of docs/howto/orders-in-a-row.md, judged by where units are.
#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../../examples/howto/crowds/orders_in_a_row.hpp"
#include "army.hpp"

namespace portolan {
namespace {

using test::walker;

constexpr float near_place = 6;  // of twelve units or fewer, with the half of a cell at both ends

World open_land(std::span<const Cell> walls = {}) {
  World world({test::side, test::side, 1}, 0);
  for (const Cell c : walls) world.set_terrain(c, 1);
  Profile profile;
  profile.cost[1] = impassable;
  world.add_profile(profile);
  world.commit();
  return world;
}

// A house without a door.
std::vector<Cell> house(Cell corner, std::int32_t size) {
  std::vector<Cell> walls;
  for (std::int32_t k = 0; k < size; ++k) {
    for (const Cell c : {Cell{k, 0}, Cell{k, size - 1}, Cell{0, k}, Cell{size - 1, k}})
      walls.push_back({corner.x + c.x, corner.y + c.y, 0});
  }
  return walls;
}

struct QueueGame {
  explicit QueueGame(int count = 12, World world = open_land())
      : army(Navigator(std::move(world), {.sector_size = 8})) {
    for (const AgentId id : test::squad(army, walker, {2, 2, 0}, count)) queues.units.push_back({id});
    all.resize(queues.units.size());
    std::iota(all.begin(), all.end(), 0U);
  }
  void click(Cell place, bool shift, bool together = false) {
    queues.click(army, all, place, shift, together);
  }
  void tick() {
    army.commit();
    queues.tick(army);
    army.work(200);
    army.step(0.05F);
  }
  // Calls `look` after each tick; ends when nobody has a place before him.
  template <class Look>
  bool play(int ticks, const Look& look) {
    for (; ticks > 0; --ticks) {
      tick();
      look();
      if (std::all_of(queues.units.begin(), queues.units.end(), [](auto& u) { return u.queue.empty(); }))
        return true;
    }
    return false;
  }
  bool play(int ticks) {
    return play(ticks, [] {});
  }
  [[nodiscard]] AgentId unit(std::size_t k) const { return queues.units[k].id; }
  [[nodiscard]] float far(std::size_t k, Cell from) const {
    return length(army.crowd().position(unit(k)) - centre_of(from));
  }
  [[nodiscard]] float farthest(Cell from) const {
    float most = 0;
    for (const std::size_t k : all) most = std::max(most, far(k, from));
    return most;
  }

  OrderedCrowd army;
  Queues queues{};
  std::vector<std::size_t> all;
};

// How many of the places each has come near to, one after the other.
class Seen {
 public:
  explicit Seen(std::vector<Cell> places) : places_(std::move(places)) {}

  void look(const QueueGame& game, float near = near_place) {
    seen_.resize(game.all.size());
    for (const std::size_t k : game.all) {
      if (seen_[k] < places_.size() && game.far(k, places_[seen_[k]]) <= near) ++seen_[k];
    }
  }
  [[nodiscard]] std::size_t of(std::size_t k) const { return seen_[k]; }
  [[nodiscard]] std::size_t least() const { return *std::min_element(seen_.begin(), seen_.end()); }
  [[nodiscard]] std::size_t most() const { return *std::max_element(seen_.begin(), seen_.end()); }

 private:
  std::vector<Cell> places_;
  std::vector<std::size_t> seen_;
};

constexpr Cell first{50, 5, 0}, second{50, 50, 0}, third{5, 50, 0}, fourth{20, 20, 0};

TEST(OrdersInARow, AreWalkedWithoutAStop) {
  QueueGame game;
  game.click(first, false);
  game.click(second, true);
  game.click(third, true);
  Seen seen({first, second, third});
  float slowest = 100;
  std::size_t found = 0;
  int ticks = 0;
  EXPECT_TRUE(game.play(2000, [&] {
    ++ticks;
    seen.look(game);
    for (const OrderEvent& event : game.army.navigator().events())
      found += event.kind == OrderEvent::Kind::path_found ? 1 : 0;
    for (const std::size_t k : game.all) {
      if (ticks > 10 && !game.queues.units[k].queue.empty())
        slowest = std::min(slowest, game.army.crowd().pace(game.unit(k)));
    }
  }));
  EXPECT_EQ(found, 3U) << "orders, for all together";
  EXPECT_EQ(seen.least(), 3U);
  EXPECT_GT(slowest, 0.2F);
  test::play(game.army, 200);
  for (const std::size_t k : game.all)
    EXPECT_EQ(game.army.crowd().state(game.unit(k)), AgentState::arrived) << k;
}

TEST(OrdersInARow, AreAppendedOnTheWayAndAfterIt) {
  QueueGame game;
  game.click(first, false);
  game.play(40);
  game.click(second, true);
  EXPECT_TRUE(game.play(2000));
  test::play(game.army, 300);  // they stand there, with nothing before them
  EXPECT_LT(game.farthest(second), near_place);
  game.click(third, true);
  EXPECT_TRUE(game.play(2000));
  EXPECT_LT(game.farthest(third), near_place);
}

TEST(OrdersInARow, APlainClickIsInsteadOfAll) {
  QueueGame game;
  game.click(first, false);
  game.click(second, true);
  game.play(100);
  game.queues.click(game.army, std::vector<std::size_t>{3, 4}, third, false);
  Seen seen({first, second}), other({third});
  EXPECT_TRUE(game.play(3000, [&] { seen.look(game), other.look(game); }));
  for (const std::size_t k : game.all) {
    const bool sent = k == 3 || k == 4;
    EXPECT_EQ(seen.of(k), sent ? 0U : 2U) << k;
    EXPECT_EQ(other.of(k), sent ? 1U : 0U) << k;
  }
}

// One comes later than the others; one that is dead is not waited for.
TEST(OrdersInARow, NobodyGoesOnBeforeTheLastOneIsThere) {
  for (const bool dies : {false, true}) {
    QueueGame game;
    game.army.crowd().set_max_speed(game.unit(7), 1);
    game.click(first, false, true);
    game.click(second, true);
    bool late = true;  // it has not been there
    int waited = 0;
    for (int t = 0; t < 1500; ++t) {
      game.tick();
      if (dies && t == 400) game.army.remove(game.unit(7));
      if (dies && t >= 400) continue;
      late = late && game.far(7, first) > near_place;
      if (!late) continue;
      for (const std::size_t k : game.all) EXPECT_LT(game.far(k, first), 50) << k;
      waited += game.far(0, first) < near_place ? 1 : 0;
      EXPECT_GT(game.far(0, second), 35);
    }
    EXPECT_GT(waited, 100);
    for (const std::size_t k : game.all) {
      if (k == 7) continue;
      EXPECT_LT(game.far(k, second), near_place) << k;
    }
  }
}

// Who stands around a place on which others stand never comes near it.
TEST(OrdersInARow, AFullPlaceIsLeftForTheNext) {
  for (const bool together : {false, true}) {
    QueueGame game;
    for (int i = 0; i < 256; ++i) {
      const Vec2 at{42.5F + static_cast<float>(i % 16), 42.5F + static_cast<float>(i / 16)};
      game.army.add(walker, {.position = at, .team = 1});
    }
    game.click(second, false, together);
    game.click(third, true);
    Seen near_it({second}), seen({third});
    EXPECT_TRUE(game.play(3000, [&] { near_it.look(game), seen.look(game); }));
    EXPECT_EQ(near_it.most(), 0U) << "it is full";
    EXPECT_EQ(seen.least(), 1U);
  }
}

// Those who stand at the end of a lane let nobody by.
TEST(OrdersInARow, APlaceAtTheEndOfAFullLaneIsLeftForTheNext) {
  std::vector<Cell> walls;
  for (std::int32_t x = 40; x < test::side; ++x) walls.insert(walls.end(), {{x, 49, 0}, {x, 51, 0}});
  QueueGame game(4, open_land(walls));
  game.army.manner(walker).avoidance = Avoidance::reciprocal;
  for (int i = 0; i < 11; ++i) {
    const Vec2 at{53.5F + static_cast<float>(i), 50.5F};
    game.army.add(walker, {.position = at, .holds = true, .team = 1});
  }
  game.click({63, 50, 0}, false);
  game.click(third, true);
  Seen seen({third});
  EXPECT_TRUE(game.play(3000, [&] { seen.look(game); }));
  EXPECT_EQ(seen.least(), 1U);
}

// As many as have no room near it, of their own.
TEST(OrdersInARow, ManyWaitForEachOtherWhereFewHaveRoom) {
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    QueueGame game(100);
    game.army.manner(walker).avoidance = avoidance;
    for (const std::size_t k : game.all) game.army.crowd().set_radius(game.unit(k), 0.9F);
    game.click(second, false, true);
    game.click(fourth, true);
    EXPECT_TRUE(game.play(4000));
  }
}

TEST(OrdersInARow, WhoIsBlockedFarFromItsPlaceWaits) {
  std::vector<Cell> walls;
  for (std::int32_t y = 0; y < test::side; ++y) {
    if (y != 20) walls.push_back({25, y, 0});
  }
  QueueGame game(12, open_land(walls));
  game.army.manner(walker).avoidance = Avoidance::reciprocal;  // nobody squeezes past the guard
  const AgentId guard = game.army.add(walker, {.position = {25.5F, 20.5F}, .holds = true, .team = 1});
  game.click(second, false);
  game.click(third, true);
  Seen seen({second, third});
  EXPECT_FALSE(game.play(600, [&] { seen.look(game); }));
  EXPECT_EQ(seen.most(), 0U);
  game.army.remove(guard);
  EXPECT_TRUE(game.play(3000, [&] { seen.look(game); }));
  EXPECT_EQ(seen.least(), 2U);
}

TEST(OrdersInARow, APlaceThatCannotBeReachedIsComeNearTo) {
  const Cell inside{50, 50, 0};
  QueueGame game(12, open_land(house({40, 40, 0}, 20)));
  game.click(inside, false);
  game.click(third, true);
  int partial = 0;
  Seen near_it({inside}), seen({third});
  EXPECT_TRUE(game.play(3000, [&] {
    near_it.look(game, 17), seen.look(game);
    for (const OrderEvent& event : game.army.navigator().events())
      partial += event.kind == OrderEvent::Kind::partial ? 1 : 0;
  }));
  EXPECT_GT(partial, 0);
  EXPECT_EQ(near_it.least(), 1U) << "ten cells of the house, and six";
  EXPECT_EQ(seen.least(), 1U);
}

TEST(OrdersInARow, AtTheLastPlaceTheyGoInWhenAWayOpens) {
  const Cell inside{50, 50, 0};
  QueueGame game(12, open_land(house({40, 40, 0}, 20)));
  game.click(first, false);
  game.click(inside, true);
  EXPECT_TRUE(game.play(3000));
  test::play(game.army, 100);
  EXPECT_GT(game.farthest(inside), 10);
  for (std::int32_t x = 45; x < 55; ++x) game.army.world().set_terrain({x, 40, 0}, 0);
  for (int t = 0; t < 400; ++t) game.tick();
  EXPECT_LT(game.farthest(inside), near_place);
}

// Nothing stands in for a place off the map. Not all are told so in one tick.
TEST(OrdersInARow, WhoIsLostGoesOn) {
  for (const bool together : {false, true}) {
    QueueGame game(40);
    game.click({200, 100, 0}, false, together);
    game.click(third, true);
    std::size_t lost = 0;
    EXPECT_TRUE(game.play(2000, [&] {
      for (const OrderEvent& event : game.army.navigator().events())
        lost += event.kind == OrderEvent::Kind::lost ? 1 : 0;
    }));
    EXPECT_EQ(lost, game.all.size());
    EXPECT_LT(game.farthest(third), 10);
  }
}

// What is told of the order that it had says nothing of the one that it got since.
TEST(OrdersInARow, WhoWasLostIsNotLostWithAnotherOrder) {
  QueueGame game;
  game.click({200, 100, 0}, false);
  const auto told = [&] {
    const auto events = game.army.navigator().events();
    return std::any_of(events.begin(), events.end(),
                       [](const OrderEvent& e) { return e.kind == OrderEvent::Kind::lost; });
  };
  for (int t = 0; t < 100 && !told(); ++t) game.tick();
  ASSERT_TRUE(told());
  game.click(second, false);
  game.click(third, true);
  Seen seen({second, third});
  EXPECT_TRUE(game.play(3000, [&] { seen.look(game); }));
  EXPECT_EQ(seen.least(), 2U);
}

// Handles of agents and orders in the game's own data are those of the restored game.
TEST(OrdersInARow, GoOnInASavedGameAndInOneThatGoesBack) {
  const auto begun = [] {
    QueueGame game;
    game.click(first, false);
    game.click(second, true, true);
    game.click(third, true);
    return game;
  };
  for (const int at : {3, 230, 300, 480}) {
    QueueGame straight = begun(), other = begun();
    straight.play(at), other.play(at);
    StateWriter writer;
    straight.army.save_state(writer);
    const Queues queues = straight.queues;
    Result<StateReader> reader = StateReader::open(writer.finish());
    ASSERT_TRUE(reader) << "of this version";
    std::optional<OrderedCrowd> army = OrderedCrowd::restored(*reader, {.sector_size = 8});
    ASSERT_TRUE(army.has_value());
    QueueGame loaded;
    loaded.army = std::move(*army);
    loaded.queues = queues;

    const std::uint64_t moment = other.army.keep();
    const Queues kept = other.queues;
    other.click(fourth, false);  // guessed
    for (int t = 0; t < 60; ++t) other.tick();
    other.army.go_back(moment);
    other.queues = kept;

    EXPECT_TRUE(straight.play(3000));
    EXPECT_TRUE(loaded.play(3000));
    EXPECT_TRUE(other.play(3000));
    EXPECT_EQ(loaded.army.crowd().hash(), straight.army.crowd().hash()) << at;
    EXPECT_EQ(other.army.crowd().hash(), straight.army.crowd().hash()) << at;
  }
}

}  // namespace
}  // namespace portolan
