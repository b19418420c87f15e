// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What cannot be stopped half way in a tick - a search, a hierarchy that is settled - is paid for by what it
// takes, and little of it falls into one tick.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/navigator.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

test::TestWorld land() {
  return test::random_world({.extent = {512, 512, 1}, .shape = test::Shape::boxes}, 21);
}

// The longest way of a few.
std::array<Cell, 2> far_ends(const test::TestWorld& map, const Hierarchy& hierarchy) {
  test::Random random(21);
  std::array<Cell, 2> ends{};
  for (int k = 0; k < 200; ++k) {
    const Cell a = test::random_passable_cell(map.view(), random);
    const Cell b = test::random_passable_cell(map.view(), random);
    const auto gap = [](Cell c, Cell d) { return std::abs(c.x - d.x) + std::abs(c.y - d.y); };
    if (hierarchy.can_reach(a, b) && gap(a, b) > gap(ends[0], ends[1])) ends = {a, b};
  }
  return ends;
}

TEST(BoundedTick, ASearchThatIsTooLongForThisTickIsMadeInTheNext) {
  test::TestWorld map = land();
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 1});
  const auto [from, to] = far_ends(map, hierarchy);
  Planner planner(hierarchy);
  Order whole(hierarchy, {{to}}), bounded(hierarchy, {{to}});
  for (Order* order : {&whole, &bounded}) {
    order->want(std::span(&from, 1));
    order->work(planner, 1);  // sorts
  }
  const std::uint64_t search = whole.work(planner, 1);
  ASSERT_GT(search, 6U) << "too short to be broken off";
  EXPECT_FALSE(whole.owes_search());

  const std::uint64_t least = bounded.work(planner, 1, 2);
  EXPECT_LE(least, 4U);
  EXPECT_TRUE(bounded.owes_search());
  EXPECT_TRUE(bounded.working());
  bounded.work(planner, 1, 2);
  EXPECT_FALSE(bounded.owes_search()) << "it is made, whatever it takes: else it never would be";
  for (Order* order : {&whole, &bounded}) {
    while (order->work(planner, 100) > 0) {
    }
  }
  EXPECT_EQ(whole.followed().at(from), bounded.followed().at(from));
  EXPECT_TRUE(std::ranges::equal(whole.followed().corridor(), bounded.followed().corridor()));
}

// Eight hierarchies, whose agents all want a path after an edit.
struct Kinds {
  Kinds() : map(land()), world(map.world) {
    for (int k = 0; k < 8; ++k) {
      profiles.push_back(world.add_profile(world.profile(map.profile)));
      hierarchies.push_back(std::make_unique<Hierarchy>(world, profiles.back(),
                                                        HierarchyOptions{.sector_size = 8, .levels = 2}));
    }
    navigator = std::make_unique<Navigator>(world);
    for (auto& hierarchy : hierarchies) navigator->add(*hierarchy);
    test::Random random(4);
    for (int k = 0; k < 40; ++k) gates.push_back(test::random_passable_cell(map.view(), random));
    const auto [from, to] = far_ends(map, *hierarchies.front());
    for (std::uint32_t k = 0; k < 8; ++k) {
      navigator->place(k, from);
      orders.push_back(navigator->give({.profile = profiles[k], .places = {to}}, std::span(&k, 1)));
    }
  }
  void edit() {
    for (const Cell& c : gates) world.stamp(c, world.stamped(c) ? -1 : 1);
    navigator->commit();
  }
  [[nodiscard]] std::ptrdiff_t settled() const {
    return std::count_if(hierarchies.begin(), hierarchies.end(), [](auto& h) { return h->settled(); });
  }
  [[nodiscard]] bool all_led() const {
    return std::all_of(orders.begin(), orders.end(),
                       [&](OrderId id) { return navigator->field(id).finished(); });
  }

  test::TestWorld map;
  World& world;
  std::vector<ProfileId> profiles;
  std::vector<std::unique_ptr<Hierarchy>> hierarchies;
  std::unique_ptr<Navigator> navigator;
  std::vector<Cell> gates;
  std::vector<OrderId> orders;
};

TEST(BoundedTick, HierarchiesTakeTurnsToBeSettledAndAllGetThere) {
  Kinds kinds;
  kinds.edit();
  kinds.navigator->work(8);
  EXPECT_EQ(kinds.settled(), 1) << "one takes more than half of the units";
  std::ptrdiff_t before = kinds.settled();
  for (int tick = 0; tick < 4000 && !kinds.all_led(); ++tick) {
    kinds.navigator->work(8);
    ASSERT_LE(kinds.settled(), before + 1) << "in one tick";
    before = kinds.settled();
  }
  EXPECT_TRUE(kinds.all_led());
}

// Whose turn it is goes on: with an edit in each tick, nobody waits for ever.
TEST(BoundedTick, NobodyStarvesThoughEachTickHasAnEdit) {
  Kinds kinds;
  for (int tick = 0; tick < 2000 && !kinds.all_led(); ++tick) {
    kinds.edit();
    kinds.navigator->work(60);
  }
  EXPECT_TRUE(kinds.all_led());
}

TEST(BoundedTick, FinishLeavesNothing) {
  Kinds kinds;
  kinds.edit();
  kinds.navigator->finish();
  EXPECT_TRUE(kinds.all_led());
  EXPECT_EQ(kinds.settled(), 8);
}

// More edits, more units: what a search has to find out first after edits is told as well.
TEST(BoundedTick, SettlingAndSearchesSayWhatTheyTook) {
  test::TestWorld map = land();
  Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 2});
  const auto [from, to] = far_ends(map, hierarchy);
  EXPECT_EQ(hierarchy.settle(0), 0U);
  test::Random random(9);
  std::array<std::uint64_t, 2> took{};
  for (std::size_t k = 0; k < 2; ++k) {
    for (int edits = 0; edits < (k == 0 ? 1 : 64); ++edits)
      map.world.stamp(test::random_passable_cell(map.view(), random), 1);
    hierarchy.apply(map.world.commit());
    took[k] = hierarchy.settle(0);
  }
  EXPECT_GT(took[0], 0U);
  EXPECT_GT(took[1], 4 * took[0]);
  Planner planner(hierarchy);
  Cell near = from;  // a short way is searched on level 0, whose bounds are filled when they are asked for
  near.x += from.x < 256 ? 40 : -40;
  EXPECT_GT(planner.plan({{from}, {{near}}}).bounds_filled, 0U);
  EXPECT_EQ(planner.plan({{from}, {{near}}}).bounds_filled, 0U);
  static_cast<void>(to);
}

}  // namespace
}  // namespace portolan
