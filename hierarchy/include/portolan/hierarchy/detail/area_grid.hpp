// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/cell.hpp>

namespace portolan::detail {

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
        rows_(static_cast<std::uint32_t>((extent.height + (1 << shift) - 1) >> shift)) {}

  [[nodiscard]] Extent extent() const { return extent_; }
  [[nodiscard]] int shift() const { return shift_; }
  [[nodiscard]] int side() const { return 1 << shift_; }
  [[nodiscard]] std::uint32_t columns() const { return columns_; }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }
  [[nodiscard]] std::uint32_t count() const {
    return columns_ * rows_ * static_cast<std::uint32_t>(extent_.layers);
  }
  [[nodiscard]] std::uint32_t area_of(Cell c) const {
    return (static_cast<std::uint32_t>(c.layer) * rows_ + static_cast<std::uint32_t>(c.y >> shift_)) *
               columns_ +
           static_cast<std::uint32_t>(c.x >> shift_);
  }
  [[nodiscard]] Rect bounds(std::uint32_t area) const {
    const auto x = static_cast<std::int32_t>(area % columns_) << shift_;
    const auto y = static_cast<std::int32_t>(area / columns_ % rows_) << shift_;
    const std::int32_t w = extent_.width - x < side() ? extent_.width - x : side();
    const std::int32_t h = extent_.height - y < side() ? extent_.height - y : side();
    return {x, y, w, h, static_cast<std::int32_t>(area / (columns_ * rows_))};
  }
  [[nodiscard]] bool has_east(std::uint32_t area) const { return area % columns_ + 1 < columns_; }
  [[nodiscard]] bool has_west(std::uint32_t area) const { return area % columns_ != 0; }
  [[nodiscard]] bool has_north(std::uint32_t area) const { return area / columns_ % rows_ != 0; }
  [[nodiscard]] bool has_south(std::uint32_t area) const { return area / columns_ % rows_ + 1 < rows_; }

 private:
  Extent extent_;
  int shift_ = 5;
  std::uint32_t columns_ = 0;
  std::uint32_t rows_ = 0;
};

}  // namespace portolan::detail
