// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A long game: orders come and go, agents die and come, buildings rise and fall. Memory stays what it was
// after a while, and nobody waits for ever.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/navigator.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

constexpr std::uint32_t agent_count = 60;
constexpr std::uint64_t soak_units = 60;
constexpr std::size_t most_orders = 12;
constexpr std::size_t most_houses = 10;
constexpr std::int32_t side = 96;

class LongGame {
 public:
  explicit LongGame(std::uint64_t seed)
      : random_(seed),
        map_(test::random_world({.extent = {side, side, 1}, .shape = test::Shape::boxes}, seed)),
        hierarchy_(map_.world, map_.profile, {.sector_size = 8}),
        navigator_(map_.world) {
    navigator_.add(hierarchy_);
    for (std::uint32_t a = 0; a < agent_count; ++a) cells_.push_back(free_cell());
  }

  void tick(std::uint64_t now) {
    if (now % 11 == 0) build();
    if (now % 17 == 0) cells_[random_.below(agent_count)] = free_cell();  // one died, one came
    navigator_.commit();
    if (now % 5 == 0) command();
    for (std::uint32_t a = 0; a < agent_count; ++a) navigator_.place(a, cells_[a]);
    navigator_.work(soak_units);
    for (std::uint32_t a = 0; a < agent_count; ++a) walk(a);
    if (now % 16 == 0)
      most_bytes = std::max(most_bytes, navigator_.memory_bytes() + hierarchy_.memory_bytes());
  }

  std::size_t most_bytes = 0;
  std::uint32_t longest_wait = 0;  // ticks in which an agent could have gone to a goal, and knew no way

 private:
  Cell free_cell() {
    for (;;) {
      const Cell c{random_.between(0, side - 1), random_.between(0, side - 1), 0};
      if (map_.view().passable(c)) return c;
    }
  }
  void stamp(Cell corner, int by) {
    for (std::int32_t k = 0; k < 5; ++k) map_.world.stamp({corner.x + k, corner.y, 0}, by);
  }
  void build() {
    houses_.push_back({random_.between(0, side - 6), random_.between(0, side - 1), 0});
    stamp(houses_.back(), 1);
    if (houses_.size() <= most_houses) return;
    stamp(houses_.front(), -1);
    houses_.erase(houses_.begin());
  }
  void command() {
    if (orders_.size() == most_orders) {
      if (navigator_.alive(orders_.front())) navigator_.remove(orders_.front());
      orders_.erase(orders_.begin());
    }
    std::vector<std::uint32_t> squad;
    const std::uint32_t first = random_.below(agent_count);
    for (std::uint32_t k = 0; k < 8; ++k) squad.push_back((first + k) % agent_count);
    OrderSpec spec;
    spec.kind = static_cast<OrderKind>(random_.below(4));
    spec.places = {free_cell(), free_cell()};
    spec.target = random_.below(agent_count);
    orders_.push_back(navigator_.give(spec, squad));
  }
  void walk(std::uint32_t agent) {
    const OrderId order = navigator_.order_of(agent);
    Cell& cell = cells_[agent];
    waits_.resize(agent_count);
    const bool told = navigator_.alive(order) && map_.view().passable(cell);
    const CorridorField* const field = told ? &navigator_.field(order) : nullptr;
    if (field == nullptr || field->settled(cell) || !can_go(order, cell)) {
      waits_[agent] = 0;
    } else {
      longest_wait = std::max(longest_wait, ++waits_[agent]);
    }
    if (field == nullptr || !field->settled(cell)) return;
    const Direction d = field->direction(cell);
    if (is_step(d) && map_.view().can_step(cell, d)) cell = step(cell, d);
  }
  [[nodiscard]] bool can_go(OrderId order, Cell from) const {
    const auto goals = navigator_.goals(order);
    return std::any_of(goals.begin(), goals.end(),
                       [&](const Goal& goal) { return hierarchy_.can_reach(from, goal.cell); });
  }

  test::Random random_;
  test::TestWorld map_;
  Hierarchy hierarchy_;
  Navigator navigator_;
  std::vector<Cell> cells_;
  std::vector<Cell> houses_;
  std::vector<OrderId> orders_;
  std::vector<std::uint32_t> waits_;
};

TEST(NavigatorSoak, MemoryStaysFlatAndNobodyWaitsForEver) {
  constexpr std::uint64_t ticks = 1800;
  LongGame game(4);
  for (std::uint64_t now = 0; now < ticks / 3; ++now) game.tick(now);
  const std::size_t warm = std::exchange(game.most_bytes, 0);
  for (std::uint64_t now = ticks / 3; now < ticks; ++now) game.tick(now);
  EXPECT_LE(game.most_bytes, warm + warm / 8);
  // A whole map is 180 units here, each of up to 12 orders may want one, and changes start them over.
  EXPECT_LE(game.longest_wait, 100U);
}

}  // namespace
}  // namespace portolan
