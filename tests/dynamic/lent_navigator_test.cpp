// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A game whose hierarchies borrow bounds goes on as it was saved.
#include <optional>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/saved_state.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

#include <support/random_world.hpp>

namespace portolan::test {
namespace {

std::vector<std::byte> saved_with_lender(const World& world, std::span<const Hierarchy* const> hierarchies,
                                         const Navigator& navigator) {
  StateWriter writer;
  world.save_state(writer);
  for (const Hierarchy* hierarchy : hierarchies) hierarchy->save_state(writer);
  navigator.save_state(writer);
  const std::span<const std::byte> bytes = writer.finish();
  return {bytes.begin(), bytes.end()};
}

TEST(LentNavigator, RestoredHierarchiesBorrowFromOneAnother) {
  TestWorld map = random_world({.extent = {96, 64, 1}, .density = 20, .most_cost = 4}, 5);
  Profile costly = map.world.profile(map.profile);
  costly.cost[2] = 3;
  const ProfileId other = map.world.add_profile(costly);
  const HierarchyOptions sizes{.sector_size = 16, .levels = 2, .level_factor = 2};
  HierarchyOptions lending = sizes, borrowing = sizes;
  lending.lends_to = {other};
  Hierarchy lender(map.world, map.profile, lending);
  borrowing.bounds_from = &lender;
  Hierarchy borrower(map.world, other, borrowing);
  Navigator navigator(map.world);
  navigator.add(lender);
  navigator.add(borrower);
  const std::vector<const Hierarchy*> hierarchies{&lender, &borrower};
  const std::vector<std::byte> bytes = saved_with_lender(map.world, hierarchies, navigator);
  auto reader = StateReader::open(bytes);
  ASSERT_TRUE(reader);
  auto restored = Navigator::restored(*reader, sizes);
  ASSERT_TRUE(restored) << "each finds its lender";
  for (int tick = 0; tick < 4; ++tick) {
    for (Navigator* game : {&navigator, &*restored}) {
      for (int x = 0; x < 8; ++x) game->world().stamp({20 + x, 10 + 9 * tick, 0}, 1);
      game->commit();
      game->work(3);
    }
  }
  StateWriter again;
  restored->save_state(again);
  const std::span<const std::byte> later = again.finish();
  EXPECT_EQ(std::vector(later.begin(), later.end()), saved_with_lender(map.world, hierarchies, navigator));
}

// Saved without the lender that it needs.
TEST(LentNavigator, WhoseLenderIsMissingIsNotRestored) {
  TestWorld map = random_world({.extent = {40, 40, 1}, .density = 20}, 5);
  const ProfileId other = map.world.add_profile(map.world.profile(map.profile));
  const Hierarchy lender(map.world, map.profile, {.sector_size = 16, .lends_to = {other}});
  const Hierarchy borrower(map.world, other, {.sector_size = 16, .bounds_from = &lender});
  const Hierarchy alone(map.world, map.profile, {.sector_size = 16});
  const Navigator navigator(map.world);
  const std::vector<const Hierarchy*> hierarchies{&alone, &borrower};
  const std::vector<std::byte> bytes = saved_with_lender(map.world, hierarchies, navigator);
  auto reader = StateReader::open(bytes);
  ASSERT_TRUE(reader);
  EXPECT_FALSE(Navigator::restored(*reader, {.sector_size = 16}));
}

}  // namespace
}  // namespace portolan::test
