// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A long game with all that a game has: orders of every kind, buildings, deaths and births. Memory stays what
// it was after a while, nothing is allocated in ticks without commands and edits, and nobody waits for ever.
// With PORTOLAN_STORM=100 it takes 200,000 ticks.
#if !defined(_WIN32)
#include <sys/resource.h>
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/hash.hpp>
#include <portolan/simulation/ordered_crowd.hpp>
#include <support/cases.hpp>
#include <support/random.hpp>

#include "../dynamic/allocations.hpp"

namespace portolan {
namespace {

constexpr std::int32_t soak_side = 160;
constexpr std::size_t unit_count = 120, squad_size = 10, most_houses = 12;
constexpr std::uint64_t units_of_work = 100;
constexpr std::uint64_t ticks_between = 20;  // commands, and so edits; in those between nothing is asked

struct LongGame {
  LongGame() {
    while (units.size() < unit_count) spawn();
  }

  static World land() {
    test::Random dice(11);
    World world({soak_side, soak_side, 1}, 0);
    for (int k = 0; k < 60; ++k) {
      const Rect box{dice.between(0, soak_side - 14), dice.between(0, soak_side - 14), dice.between(2, 12), 3,
                     0};
      for (std::int32_t y = box.y; y < box.y + box.height; ++y)
        for (std::int32_t x = box.x; x < box.x + box.width; ++x) world.set_terrain({x, y, 0}, 1);
    }
    Profile profile;
    profile.cost[1] = impassable;
    world.add_profile(profile);
    profile.clearance = 2;
    world.add_profile(profile);
    world.commit();
    return world;
  }
  Cell cell() { return {random.between(0, soak_side - 1), random.between(0, soak_side - 1), 0}; }
  void spawn() {
    for (;;) {
      const ProfileId kind{units.size() % 4 == 0 ? 1U : 0U};
      const Cell c = cell();
      if (army.world().view(kind).passable(c))
        return units.push_back(army.add(kind, {.position = centre_of(c)}));
    }
  }
  void stamp(Cell corner, int by) {
    for (std::int32_t k = 0; k < 12; ++k) army.world().stamp({corner.x + k % 4, corner.y + k / 4, 0}, by);
  }
  void edit() {
    houses.push_back({random.between(0, soak_side - 5), random.between(0, soak_side - 4), 0});
    stamp(houses.back(), 1);
    if (houses.size() <= most_houses) return;
    stamp(houses.front(), -1);
    houses.erase(houses.begin());
  }
  void command() {
    const std::size_t fallen = random.below(unit_count);
    army.remove(units[fallen]);
    std::swap(units[fallen], units.back());
    units.pop_back();
    spawn();
    const AgentId leader = units[random.below(unit_count)];
    OrderSpec spec;
    spec.kind = static_cast<OrderKind>(random.below(4));
    spec.profile = army.profile_of(leader);
    spec.places = {cell(), cell()};
    spec.target = units[random.below(unit_count)].slot;
    std::vector<AgentId> squad;
    for (std::size_t k = random.below(unit_count), tried = 0; tried < unit_count; ++tried) {
      const AgentId unit = units[(k + tried) % unit_count];
      if (army.profile_of(unit) == spec.profile && squad.size() < squad_size) squad.push_back(unit);
    }
    army.give(spec, squad);
  }
  // Ticks in which a unit could have gone to a goal, and knew no way.
  void count_waits() {
    const Navigator& navigator = army.navigator();
    waits.resize(army.crowd().size());
    for (const AgentId unit : units) {
      std::uint32_t& wait = waits[unit.slot];
      const OrderId order = army.order_of(unit);
      const Cell at = army.crowd().cell(unit);
      const bool waiting = navigator.alive(order) && army.world().view(army.profile_of(unit)).passable(at) &&
                           !navigator.field(order).settled(at) && can_go(order, at);
      wait = waiting ? wait + 1 : 0;
      longest_wait = std::max(longest_wait, wait);
    }
  }
  [[nodiscard]] bool can_go(OrderId order, Cell from) const {
    const auto goals = army.navigator().goals(order);
    return std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
      return hierarchies[army.navigator().spec(order).profile.value].can_reach(from, goal.cell);
    });
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return world.memory_bytes() + army.navigator().memory_bytes() + hierarchies[0].memory_bytes() +
           hierarchies[1].memory_bytes();
  }
  Navigator navigator() {
    Navigator made(world);
    for (Hierarchy& hierarchy : hierarchies) made.add(hierarchy);
    return made;
  }
  // Where orders lead: those that follow and flee find out by themselves.
  [[nodiscard]] std::uint64_t goals() const {
    std::uint64_t hash = 0;
    for (const AgentId unit : units) {
      if (!army.navigator().alive(army.order_of(unit))) continue;
      for (const Goal& goal : army.navigator().goals(army.order_of(unit)))
        hash = detail::mix(hash, static_cast<std::uint64_t>(goal.cell.y * soak_side + goal.cell.x));
    }
    return hash;
  }
  void tick(std::uint64_t now) {
    const bool asked = now % ticks_between == 0;
    if (asked) edit();
    const std::uint64_t led = goals();
    const std::uint64_t before = test::allocations();
    army.commit();
    if (asked) command();
    const bool worked = army.work(units_of_work) > 0;
    army.step(0.05F);
    const std::uint64_t taken = test::allocations() - before;
    all_allocations += taken;
    if (!asked && !worked && goals() == led) ++calm, calm_allocations += taken;
    if (asked) most_bytes = std::max(most_bytes, memory_bytes());
    count_waits();
  }

  test::Random random{4};
  World world = land();
  std::array<Hierarchy, 2> hierarchies{Hierarchy(world, {0}, {.sector_size = 16}),
                                       Hierarchy(world, {1}, {.sector_size = 16})};
  OrderedCrowd army{navigator()};
  std::vector<AgentId> units;
  std::vector<Cell> houses;
  std::vector<std::uint32_t> waits;
  std::uint32_t longest_wait = 0;
  std::uint64_t calm = 0, calm_allocations = 0, all_allocations = 0;
  std::size_t most_bytes = 0;
};

// The most that there was; 0 where the system tells it otherwise.
std::int64_t resident_kilobytes() {
#if defined(_WIN32)
  return 0;
#else
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
#endif
}

TEST(OrderedCrowdSoak, MemoryIsFlatCalmTicksAllocateNothingAndNobodyWaitsForEver) {
  const std::uint64_t ticks = 2000 * test::times_more();  // a third is too short for memory to be warm
  LongGame game;
  for (std::uint64_t now = 0; now < ticks / 2; ++now) game.tick(now);
  const std::size_t warm = std::exchange(game.most_bytes, 0);
  const std::int64_t resident = resident_kilobytes();
  const std::uint64_t allocations = std::exchange(game.all_allocations, 0);
  game.calm = game.calm_allocations = 0;
  for (std::uint64_t now = ticks / 2; now < ticks; ++now) game.tick(now);
  std::printf(
      "%llu ticks: %zu and %zu bytes in the halves, resident %lld and %lld KB, %llu and %llu allocations; "
      "%llu in %llu calm ticks; longest wait %u ticks\n",
      static_cast<unsigned long long>(ticks), warm, game.most_bytes, static_cast<long long>(resident),
      static_cast<long long>(resident_kilobytes()), static_cast<unsigned long long>(allocations),
      static_cast<unsigned long long>(game.all_allocations),
      static_cast<unsigned long long>(game.calm_allocations), static_cast<unsigned long long>(game.calm),
      game.longest_wait);
  EXPECT_LE(game.most_bytes, warm + warm / 8);
  // Sanitizers, which count allocations themselves, keep what was given back.
  if (allocations > 0) {
    EXPECT_LE(resident_kilobytes(), resident + resident / 8);
  }
  EXPECT_LE(game.all_allocations, allocations + allocations / 4);
  EXPECT_GT(game.calm, ticks / 40) << "nothing would be shown";
  // Agents may ask for a path in a tick whose units were spent before.
  EXPECT_LE(game.calm_allocations, game.calm / 20);
  EXPECT_LE(game.longest_wait, 100U);
}

}  // namespace
}  // namespace portolan
