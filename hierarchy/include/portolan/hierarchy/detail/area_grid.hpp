// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/id.hpp>

namespace portolan::detail {

/// An area of one level; on level 0 a sector.
using AreaId = Id<struct AreaTag>;
/// A border that two areas of one level share: the east or the south border of one of them.
using BorderId = Id<struct BorderTag>;

enum Side : std::uint32_t { north, west, east, south };
[[nodiscard]] constexpr Side opposite(Side side) { return static_cast<Side>(3 - side); }
inline constexpr Side all_sides[] = {north, west, east, south};

/// Cuts a world into square areas whose side is a power of two; on level 0 they are the sectors and have
/// their numbers. Layer by layer, row by row.
class AreaGrid {
 public:
  static constexpr std::uint32_t none = ~0U;

  AreaGrid() = default;
  AreaGrid(Extent extent, int shift)
      : extent_(extent),
        shift_(shift),
        columns_(static_cast<std::uint32_t>((extent.width + (1 << shift) - 1) >> shift)),
        rows_(static_cast<std::uint32_t>((extent.height + (1 << shift) - 1) >> shift)) {
    PORTOLAN_ASSERT(shift >= 0 && shift < 31 && extent.width >= 0 && extent.height >= 0);
  }

  [[nodiscard]] Extent extent() const { return extent_; }
  [[nodiscard]] int shift() const { return shift_; }
  [[nodiscard]] int side() const { return 1 << shift_; }
  [[nodiscard]] std::uint32_t columns() const { return columns_; }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }
  [[nodiscard]] std::uint32_t count() const {
    return columns_ * rows_ * static_cast<std::uint32_t>(extent_.layers);
  }
  [[nodiscard]] std::uint32_t area_of(Cell c) const {
    PORTOLAN_ASSERT(extent_.contains(c));
    return (static_cast<std::uint32_t>(c.layer) * rows_ + static_cast<std::uint32_t>(c.y >> shift_)) *
               columns_ +
           static_cast<std::uint32_t>(c.x >> shift_);
  }
  [[nodiscard]] Rect bounds(std::uint32_t area) const {
    PORTOLAN_ASSERT(area < count());
    const auto x = static_cast<std::int32_t>(area % columns_) << shift_;
    const auto y = static_cast<std::int32_t>(area / columns_ % rows_) << shift_;
    const std::int32_t w = extent_.width - x < side() ? extent_.width - x : side();
    const std::int32_t h = extent_.height - y < side() ? extent_.height - y : side();
    return {x, y, w, h, static_cast<std::int32_t>(area / (columns_ * rows_))};
  }
  [[nodiscard]] std::int32_t layer_of(AreaId area) const {
    return static_cast<std::int32_t>(area.value / (columns_ * rows_));
  }
  /// The area on that side; none beyond the edge of the layer.
  [[nodiscard]] AreaId beside(AreaId area, Side side) const {
    PORTOLAN_ASSERT(area.value < count());
    const std::uint32_t column = area.value % columns_;
    const std::uint32_t row = area.value / columns_ % rows_;
    switch (side) {
      case north:
        return row > 0 ? AreaId{area.value - columns_} : AreaId{};
      case west:
        return column > 0 ? AreaId{area.value - 1} : AreaId{};
      case east:
        return column + 1 < columns_ ? AreaId{area.value + 1} : AreaId{};
      case south:
        break;
    }
    return row + 1 < rows_ ? AreaId{area.value + columns_} : AreaId{};
  }

  /// Every border's number is below it. Each area has a place for its east and its south border, whether
  /// there is an area on that side or not.
  [[nodiscard]] std::uint32_t border_end() const { return 2 * count(); }
  /// The border of an area on that side; none at the edge of the layer.
  [[nodiscard]] BorderId border(AreaId area, Side side) const {
    const AreaId other = beside(area, side);
    if (!other.valid()) return {};
    const AreaId first = side == east || side == south ? area : other;
    return {place_of_border(first, first == area ? side : opposite(side))};
  }
  /// Where the east or the south border of an area stands, whether it is there or not.
  [[nodiscard]] static constexpr std::uint32_t place_of_border(AreaId area, Side side) {
    PORTOLAN_ASSERT(side == east || side == south);
    return 2 * area.value + (side == south ? 1U : 0U);
  }
  /// True for borders between a left and a right area, false for those between an upper and a lower one.
  [[nodiscard]] static constexpr bool is_eastern(BorderId border) { return (border.value & 1U) == 0; }
  /// The left or upper area of a border.
  [[nodiscard]] static constexpr AreaId first_of(BorderId border) { return {border.value >> 1U}; }
  /// The right or lower area of a border that there is.
  [[nodiscard]] AreaId second_of(BorderId border) const {
    return {first_of(border).value + (is_eastern(border) ? 1U : columns_)};
  }

 private:
  Extent extent_;
  int shift_ = 5;
  std::uint32_t columns_ = 0;
  std::uint32_t rows_ = 0;
};

}  // namespace portolan::detail
