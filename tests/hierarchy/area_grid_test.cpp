// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include <portolan/hierarchy/detail/area_grid.hpp>

namespace portolan::detail {
namespace {

// What lies beside an area, by the cells of its box.
TEST(AreaGrid, FindsTheAreaBesideByItsCells) {
  const AreaGrid grid({70, 41, 2}, 4);
  ASSERT_EQ(grid.count(), 5U * 3U * 2U);
  for (std::uint32_t area = 0; area < grid.count(); ++area) {
    const Rect box = grid.bounds(area);
    EXPECT_EQ(grid.layer_of({area}), box.layer);
    for (const Side side : all_sides) {
      Cell beyond{box.x, box.y, box.layer};
      if (side == north) --beyond.y;
      if (side == west) --beyond.x;
      if (side == east) beyond.x += box.width;
      if (side == south) beyond.y += box.height;
      const AreaId wanted = grid.extent().contains(beyond) ? AreaId{grid.area_of(beyond)} : AreaId{};
      EXPECT_EQ(grid.beside({area}, side), wanted);
    }
  }
}

// A border is one and the same from both of its areas, and of no others.
TEST(AreaGrid, GivesTwoAreasOneBorder) {
  const AreaGrid grid({70, 41, 2}, 4);
  std::set<BorderId> borders;
  for (std::uint32_t value = 0; value < grid.count(); ++value) {
    const AreaId area{value};
    for (const Side side : all_sides) {
      const BorderId border = grid.border(area, side);
      const AreaId other = grid.beside(area, side);
      ASSERT_EQ(border.valid(), other.valid());
      if (!border.valid()) continue;
      EXPECT_LT(border.value, grid.border_end());
      EXPECT_EQ(grid.border(other, opposite(side)), border);
      const bool is_first = side == east || side == south;
      EXPECT_EQ(AreaGrid::first_of(border), is_first ? area : other);
      EXPECT_EQ(grid.second_of(border), is_first ? other : area);
      EXPECT_EQ(AreaGrid::is_eastern(border), side == east || side == west);
      borders.insert(border);
    }
  }
  EXPECT_EQ(borders.size(), 2U * (4U * 3U + 5U * 2U));
}

}  // namespace
}  // namespace portolan::detail
