// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/tile_pages.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan::detail {

/// The cells of a band while it is laid: those within so many legal steps of the cells of its paths. One bit
/// per cell, a word per row of a block of 32 by 32, so that a step of all cells is a few shifts per row.
/// Reused: keeps its memory. Cost: blocks touched times radius.
class BandShape {
 public:
  using Rows = std::array<std::uint32_t, 32>;
  struct Block {
    TileId tile;
    Cell origin;
    Rows open;   // passable
    Rows cells;  // of the band
    Rows path;   // of the paths; also those that have become impassable
  };

  explicit BandShape(GridView grid);

  /// Forgets all cells. The grid may have changed since.
  void reset();
  /// Adds a cell of a path; its surroundings join with the next `spread`.
  void add_path(Cell c);
  /// Takes in the surroundings of all cells added since the last time.
  void spread(int radius);

  [[nodiscard]] bool contains(Cell c) const { return bit(c, &Block::cells); }
  [[nodiscard]] bool on_path(Cell c) const { return bit(c, &Block::path); }
  /// Those that were looked at, in a fixed order; some may hold no cell of the band.
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  // How far the cells added last have spread, now and one step further.
  struct Front {
    Rows now{};
    Rows next{};
    std::uint32_t rows = 0;       // that are not empty, now
    std::uint32_t next_rows = 0;  // and one step further
  };
  // What one step looks at: a block's rows with the cells around it; bit x + 1 is cell x, row y + 1 is row y.
  struct Window {
    std::array<std::uint64_t, 34> front;
    std::array<std::uint64_t, 34> open;
  };

  // Numbers of a block and those around it, row by row; none where not known.
  using Around = std::array<std::uint32_t, 9>;

  [[nodiscard]] bool bit(Cell c, Rows Block::*rows) const;
  std::uint32_t number_of(TileId tile);
  [[nodiscard]] std::uint32_t known(std::uint32_t number, int dx, int dy) const;
  void reach_neighbours(std::uint32_t number);
  void step_block(std::uint32_t number);
  [[nodiscard]] Around around(std::uint32_t number) const;
  void look_at(const Around& around, std::uint64_t rows, Window& window) const;

  GridView grid_;
  TilePages number_;  // in `blocks_`, + 1
  std::vector<Block> blocks_;
  std::vector<Front> fronts_;          // by number
  std::vector<std::uint32_t> active_;  // numbers of blocks with a front, or beside one
};

}  // namespace portolan::detail
