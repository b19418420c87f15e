// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

/// Place of a covered cell relative to the anchor cell.
struct CellOffset {
  std::int32_t dy = 0;
  std::int32_t dx = 0;
  constexpr auto operator<=>(const CellOffset&) const = default;
};

/// The cells that a shape covers when it lies on the centre of its anchor cell: those whose centres it
/// contains. Sizes are rounded to 1/256 of a cell first and the test is done in integers, so that equal
/// shapes cover equal cells on every compiler. Invariant: offsets ascend by row, then column, without
/// repeats. Immutable; any thread may read. Building costs O(cells of the bounding box), of which there are
/// at most `most_cells`: what is larger, or of sizes that are no numbers, is empty where assertions are off.
class Footprint {
 public:
  static constexpr std::int64_t most_cells = 1 << 24;  ///< of a bounding box
  static constexpr std::int32_t most_reach = 1 << 14;  ///< of a corner from the anchor, in rows or columns
  Footprint() = default;
  /// Any set of cells.
  explicit Footprint(std::vector<CellOffset> cells);
  /// A disc about the anchor, its radius in cells.
  [[nodiscard]] static Footprint disc(float radius);
  /// A rectangle, turned clockwise (y grows down) about its centre. Sizes in cells. An even side has its
  /// middle at the right or lower side of the anchor cell: of a width of 2, the anchor and the cell to its
  /// right.
  [[nodiscard]] static Footprint box(float width, float height, float degrees = 0);
  /// A polygon, convex or not, corners relative to the anchor in cells, in either turning sense. One that
  /// crosses itself covers all that it goes around.
  [[nodiscard]] static Footprint polygon(std::span<const Vec2> corners);

  [[nodiscard]] std::span<const CellOffset> offsets() const { return offsets_; }
  [[nodiscard]] bool empty() const { return offsets_.empty(); }
  /// True when the shape, anchored at `anchor`, covers c.
  [[nodiscard]] bool covers(Cell anchor, Cell c) const;
  /// Greatest distance of a covered cell from the anchor, in rows or columns.
  [[nodiscard]] std::int32_t reach() const { return reach_; }
  bool operator==(const Footprint&) const = default;

 private:
  std::vector<CellOffset> offsets_;
  std::int32_t reach_ = 0;
};

}  // namespace portolan
