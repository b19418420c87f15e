// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan::detail {

/// The connected areas that one profile sees. A diagonal step needs both its orthogonal neighbours, so
/// connection by eight neighbours is connection by four; links join areas whatever their direction. Kept as
/// runs of passable cells per row (Hoshen and Kopelman's labelling, 1976, on runs): memory follows the number
/// of runs, not the number of cells. Immutable; any thread may read. Building costs O(cells).
class Areas {
 public:
  struct Run {
    std::int32_t begin = 0;
    std::int32_t end = 0;  ///< one past the last cell
    std::uint32_t area = 0;
  };
  static constexpr std::uint32_t none = ~0U;

  explicit Areas(const GridView& grid);

  /// Area of a cell inside the world; `none` where it is impassable.
  [[nodiscard]] std::uint32_t of(Cell c) const;
  /// Number of cells of an area.
  [[nodiscard]] std::uint64_t size(std::uint32_t area) const { return sizes_[area]; }
  [[nodiscard]] std::span<const Run> row(std::int32_t y, std::int32_t layer) const;
  [[nodiscard]] Extent extent() const { return extent_; }

 private:
  void find_runs(const GridView& grid);
  void join_rows();
  void join_links(const GridView& grid);
  void number_areas();
  [[nodiscard]] std::uint32_t run_at(Cell c) const;
  std::uint32_t root(std::uint32_t run);
  void join(std::uint32_t a, std::uint32_t b);

  Extent extent_;
  std::vector<Run> runs_;            // while building, `area` is the union-find parent
  std::vector<std::uint32_t> rows_;  // first run of each row
  std::vector<std::uint64_t> sizes_;
};

}  // namespace portolan::detail
