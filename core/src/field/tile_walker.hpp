// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/tile_store.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

/// From an offset in a tile to those of the cells around, by direction.
inline constexpr int to_next_offset[step_count] = {1,  detail::lanes + 1,  detail::lanes,  detail::lanes - 1,
                                                   -1, -detail::lanes - 1, -detail::lanes, 1 - detail::lanes};

/// Goes from cell to cell, and remembers the tile that it is in.
struct TileField::Walker {
  explicit Walker(const TileField& walked)
      : field(walked), last(static_cast<std::uint32_t>(walked.tiles_.side()) - 1) {}

  const TileField& field;
  const std::uint32_t last;  // row and column of a tile
  const detail::TileSlot* slot = nullptr;
  const std::uint8_t* costs = nullptr;       // of the tile, at a pitch of 32
  std::span<const SeededGoal> goals{};       // those in the tile
  std::uint64_t first = 0;                   // place of the tile's first cell
  std::uint32_t straight = 0, diagonal = 0;  // what steps cost; 0 where that differs, or values are wide

  [[nodiscard]] bool holds(Cell c) const {
    const int shift = field.tiles_.shift();
    return slot != nullptr && (c.x ^ slot->origin.x) >> shift == 0 && (c.y ^ slot->origin.y) >> shift == 0 &&
           c.layer == slot->origin.layer;
  }

  void enter(const detail::TileSlot& tile);
  /// Of a cell with a value in the tile that was entered, by its offset there: a cell that was put together
  /// from its parts a moment ago would be waited for as a whole.
  [[nodiscard]] Direction direction(std::uint32_t offset) const;
  /// True where the value falls along a step, by what that costs.
  [[nodiscard]] bool falls(std::uint32_t offset, Direction d) const;
  /// Goes on by `direction` while that leads from cell to cell of a tile of one cost, and not along its edge:
  /// most of a walk. Appends the cells that it leaves.
  [[nodiscard]] Cell go_on(Cell c, std::vector<Cell>& cells) const;

  /// Such a place in a tile of one cost, where steps are told by the values around it alone.
  [[nodiscard]] bool is_plain_inside(std::uint32_t offset) const {
    return straight != 0 && is_inside(offset);
  }
  [[nodiscard]] bool falls_plainly(std::uint32_t offset, int d) const {
    const std::uint16_t* const here = slot->values + offset;
    return here[to_next_offset[d]] + (d % 2 == 0 ? straight : diagonal) == *here &&
           (d % 2 == 0 || opens_diagonal(offset, d));
  }
  [[nodiscard]] bool are_open(std::uint32_t one, std::uint32_t other) const {
    return (slot->rows[one / detail::lanes] >> (one % detail::lanes) &
            slot->rows[other / detail::lanes] >> (other % detail::lanes) & 1U) != 0;
  }

 private:
  [[nodiscard]] Cell cell_at(std::uint32_t offset) const {
    return {slot->origin.x + static_cast<std::int32_t>(offset % detail::lanes),
            slot->origin.y + static_cast<std::int32_t>(offset / detail::lanes), slot->origin.layer};
  }
  [[nodiscard]] bool is_inside(std::uint32_t offset) const {
    return offset % detail::lanes - 1 < last - 1 && offset / detail::lanes - 1 < last - 1;
  }
  [[nodiscard]] bool ends(std::uint32_t offset) const {
    for (const SeededGoal& goal : goals) {
      if (goal.place == first + offset && goal.units == slot->units(offset)) return true;
    }
    return false;
  }
  [[nodiscard]] bool opens_diagonal(std::uint32_t offset, int d) const {
    return are_open(offset + static_cast<std::uint32_t>(to_next_offset[d - 1]),
                    offset + static_cast<std::uint32_t>(to_next_offset[(d + 1) % step_count]));
  }
  [[nodiscard]] Direction falling_plainly(std::uint32_t offset) const;
  [[nodiscard]] bool may_step_across(std::uint32_t offset, Direction d) const;
  [[nodiscard]] unsigned directions_out(std::uint32_t offset) const;
  [[nodiscard]] bool falls_at_edge(std::uint32_t offset, Direction d, unsigned out) const;
  [[nodiscard]] const detail::TileSlot* tile_at(std::int32_t x, std::int32_t y) const;
  [[nodiscard]] Direction falling_at_edge(std::uint32_t offset) const;
  [[nodiscard]] bool falls_across(std::uint32_t offset, Direction d) const;
  [[nodiscard]] bool leads_off(std::uint32_t offset) const;
};

}  // namespace portolan
