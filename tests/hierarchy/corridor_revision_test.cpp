// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// As long as a field has a revision its values are the same, so that crowds may keep them.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/cases.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

#include "support.hpp"

namespace portolan {
namespace {

// What each revision tells.
class Told {
 public:
  void look_at(const CorridorField& field, Extent extent) {
    std::vector<Distance> values;
    for (std::size_t k = 0; k < extent.cell_count(); ++k) values.push_back(field.settled_at(extent.cell(k)));
    ASSERT_NE(field.revision(), 0U);
    const auto [known, is_new] = values_.try_emplace(field.revision(), values);
    ASSERT_TRUE(is_new || known->second == values);
  }
  [[nodiscard]] std::size_t count() const { return values_.size(); }

 private:
  std::map<std::uint64_t, std::vector<Distance>> values_;
};

TEST(CorridorField, HasANewRevisionWheneverValuesMayChange) {
  for (std::uint64_t seed = 0; seed < test::storm(30); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto map = test::random_world({.extent = {50, 40, 1}}, seed);
    const Extent extent = map.world.extent();
    Hierarchy hierarchy(map.world, map.profile, {.sector_size = 8, .levels = 1});
    test::Random random(seed);
    const auto cell = [&] { return test::random_passable_cell(map.view(), random); };
    CorridorField field(hierarchy, seed % 3 == 0 ? Headings::any_angle : Headings::octile), other(hierarchy);
    Told told;
    for (int k = 0; k < 60; ++k) {
      switch (random.below(8)) {
        case 0:
          field.reset(Planner(hierarchy).plan({.agents = {cell()}, .goals = {{cell()}}}));
          break;
        case 1:
          field.reset(GoalSet(std::vector<Goal>{{cell()}}));
          break;
        case 2:
          field.widen(std::vector<SectorId>{hierarchy.sectors().tile_of(cell())});
          break;
        case 3:
          field.add_goal({cell()});
          break;
        case 4:
          map.world.stamp(cell(), 1);
          hierarchy.apply(map.world.commit());
          field.refresh(random.below(4));
          break;
        case 5:
          other = CorridorField(field);
          std::swap(field, other);
          field.refresh();
          break;
        default:
          field.advance(random.below(6));
      }
      ASSERT_NO_FATAL_FAILURE(told.look_at(field, extent));
      ASSERT_NO_FATAL_FAILURE(told.look_at(other, extent));
    }
    EXPECT_GT(told.count(), 10U);
    field.advance();
    const std::uint64_t before = field.revision();
    field.advance();
    EXPECT_EQ(field.revision(), before) << "it was finished";
  }
}

}  // namespace
}  // namespace portolan
