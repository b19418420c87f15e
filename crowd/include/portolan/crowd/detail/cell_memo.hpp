// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <portolan/core/cell.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan::detail {

/// A yes or no per cell, until all is forgotten. Any thread may ask and note while nobody lets it forget;
/// all that note something of a cell must note the same, so that their order does not matter. Cost: a
/// byte for each cell of the tiles that something is noted of, four for each tile of the grid. No allocation
/// but by `forget` where there are more tiles than ever before.
class CellMemo {
 public:
  CellMemo();
  CellMemo(CellMemo&&) noexcept;
  CellMemo& operator=(CellMemo&&) noexcept;
  ~CellMemo();

  /// From now on cells of so many of these tiles may be noted.
  void forget(const TileGrid& tiles, std::size_t most);
  /// Nothing where nothing was noted.
  [[nodiscard]] std::optional<bool> of(Cell c) const;
  void note(Cell c, bool is_so);

 private:
  struct Pages;
  std::unique_ptr<Pages> pages_;  // null until something is forgotten
};

}  // namespace portolan::detail
