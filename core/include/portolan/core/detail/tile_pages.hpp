// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/detail/heap_bytes.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan::detail {

/// A number per tile, 0 until it is set, in pages of 16 by 16 tiles that come when they are needed: memory
/// follows the tiles in use. O(1) access.
class TilePages {
 public:
  TilePages() = default;
  explicit TilePages(const TileGrid& tiles)
      : tiles_(tiles),
        columns_((tiles.columns() + 15) / 16),
        rows_((tiles.rows() + 15) / 16),
        pages_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) *
               static_cast<std::size_t>(tiles.extent().layers)) {}

  [[nodiscard]] const TileGrid& tiles() const { return tiles_; }
  [[nodiscard]] std::uint32_t at(int column, int row, int layer) const {
    const auto& page = pages_[page_of(column, row, layer)];
    return page ? (*page)[entry_of(column, row)] : 0;
  }
  /// Of the tile that holds a cell of the world.
  [[nodiscard]] std::uint32_t at(Cell c) const {
    return at(c.x >> tiles_.shift(), c.y >> tiles_.shift(), c.layer);
  }
  void set(TileId tile, std::uint32_t value) {
    const int column = tiles_.column(tile), row = tiles_.row(tile);
    auto& page = pages_[page_of(column, row, tiles_.layer(tile))];
    if (!page) page = std::make_unique<Page>();
    (*page)[entry_of(column, row)] = value;
  }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(pages_); }

 private:
  using Page = std::array<std::uint32_t, 256>;

  [[nodiscard]] std::size_t page_of(int column, int row, int layer) const {
    return static_cast<std::size_t>((layer * rows_ + (row >> 4)) * columns_ + (column >> 4));
  }
  [[nodiscard]] static std::size_t entry_of(int column, int row) {
    return static_cast<std::size_t>((row & 15) * 16 + (column & 15));
  }

  TileGrid tiles_;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace portolan::detail
