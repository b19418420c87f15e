// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/detail/tile_pages.hpp>
#include <portolan/core/tile_field.hpp>

#include "../kernel/tile_kernel.hpp"

namespace portolan::detail {

/// A square of 32 by 32 bits with rows and columns exchanged: bit x of word y becomes bit y of word x.
void transpose(std::uint32_t* words);

/// One tile as sight sees it: a word per row, and the same turned, a word per column.
struct SightTile {
  TileId tile;
  std::uint32_t open[2][lanes];  ///< cells that do not block
  std::uint32_t seen[2][lanes];
};

/// The tiles around one goal, brought in when a ray gets there: which cells are open, and which are seen.
/// A cell is open when its tile is allowed, and its cost is the given one.
class SightBoard {
 public:
  enum Axis : std::uint8_t { rows, columns };

  SightBoard(const TileField& field, const TileKernel& kernel)
      : field_(field), kernel_(kernel), index_(field.tiles()) {}

  void begin(std::int32_t layer, Cost ground);

  /// The tile at this place of the grid of tiles; null where everything blocks.
  [[nodiscard]] SightTile* find(std::int32_t column, std::int32_t row);
  /// Joins what was seen by rows and by columns; then `seen[rows]` has everything.
  void join();
  [[nodiscard]] std::vector<SightTile>& tiles() { return tiles_; }
  [[nodiscard]] const TileGrid& grid() const { return field_.tiles(); }

 private:
  static constexpr std::uint32_t blocked = ~std::uint32_t{0};

  std::uint32_t bring_in(TileId tile);

  const TileField& field_;
  const TileKernel& kernel_;
  TilePages index_;  // tile -> place in tiles_ + 1, or blocked
  std::vector<SightTile> tiles_;
  std::vector<TileId> known_;
  std::int32_t layer_ = 0;
  Cost ground_ = 1;
  alignas(64) std::uint8_t costs_[tile_cells];
};

/// Marks all cells that see `from` along rays that run more along one axis than along the other: to the right
/// of, to the left of, below and above it, in four calls. Exact shadow casting: open intervals of slopes, as
/// fractions of integers, go out from the goal line by line; each blocked cell takes its closed interval of
/// slopes out. `axis` says what a line is; `towards` is +1 or -1.
void look_along(SightBoard& board, Cell from, SightBoard::Axis axis, std::int32_t towards,
                std::int32_t range);

}  // namespace portolan::detail
