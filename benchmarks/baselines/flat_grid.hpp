// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <baselines/reference_field.hpp>
#include <baselines/tile_mask.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::detail {

/// A copy of a view for searches over the whole map: costs in one flat array, every layer within a border of
/// walls, so that no step needs a test of bounds. Index 0 is always a wall.
struct FlatGrid {
  struct LinkInto {
    std::uint32_t to = 0;
    std::uint32_t from = 0;
    std::uint32_t units = 0;
  };

  Extent extent;
  std::uint32_t pitch = 0;  ///< from one row to the next
  std::uint32_t plane = 0;  ///< from one layer to the next
  std::vector<Cost> cost;   ///< impassable outside the world and the mask
  Cost least_cost = impassable;
  Cost most_cost = 0;                     ///< of passable cells
  std::size_t passable = 0;               ///< number of such cells
  std::vector<LinkInto> links;            ///< usable ones, sorted by where they lead to
  std::vector<std::uint8_t> linked;       ///< 1 where a link leads to; empty when there are no links
  std::array<std::uint32_t, 8> offset{};  ///< to the neighbour in a direction; wraps round

  /// Copies; keeps memory from the last time.
  void load(GridView grid, const TileMask* mask);

  [[nodiscard]] std::uint32_t index(Cell c) const {
    return static_cast<std::uint32_t>(c.layer) * plane + (static_cast<std::uint32_t>(c.y) + 1) * pitch +
           static_cast<std::uint32_t>(c.x) + 1;
  }
  [[nodiscard]] std::span<const LinkInto> links_into(std::uint32_t cell) const;

  /// Calls body(neighbour, units) for every cell from which one step or link leads to `cell`.
  template <class Body>
  void for_each_predecessor(std::uint32_t cell, Body&& body) const {
    const Cost* const at = cost.data();
    const Cost here = at[cell];
    std::array<bool, 8> open;
    for (std::size_t d = 0; d < 8; d += 2) {
      const std::uint32_t n = cell + offset[d];
      open[d] = at[n] != impassable;
      if (open[d]) body(n, step_units(here, at[n], false));
    }
    for (std::size_t d = 1; d < 8; d += 2) {
      if (!open[d - 1] || !open[(d + 1) & 7U]) continue;
      const std::uint32_t n = cell + offset[d];
      if (at[n] != impassable) body(n, step_units(here, at[n], true));
    }
    if (!linked.empty() && linked[cell] != 0) {
      for (const LinkInto& link : links_into(cell)) body(link.from, link.units);
    }
  }

  /// Values per flat cell as a field over the world; `none` stands for unreachable.
  template <class Units>
  [[nodiscard]] ReferenceField to_field(const std::vector<Units>& values, Units none) const {
    ReferenceField field{extent, std::vector<std::uint64_t>(extent.cell_count())};
    std::uint64_t* out = field.units.data();
    for (std::int32_t layer = 0; layer < extent.layers; ++layer) {
      for (std::int32_t y = 0; y < extent.height; ++y) {
        const Units* in = values.data() + index({0, y, layer});
        for (std::int32_t x = 0; x < extent.width; ++x, ++in) *out++ = *in == none ? unreachable.units : *in;
      }
    }
    return field;
  }
};

}  // namespace portolan::detail
