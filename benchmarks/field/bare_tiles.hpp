// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <portolan/core/tile_field.hpp>

#include <kernel/tile_kernel.hpp>

namespace portolan::bench {

/// The tile kernel by itself on the tiles of a finished field: every tile solved once, from just the values
/// that came in over its border. No field can be faster. What a tile starts from is prepared beforehand.
class BareTiles {
 public:
  BareTiles(const TileField& field, std::span<const TileId> tiles, Isa isa);

  /// False when 16 bits do not span some tile's values; there is nothing to compare then.
  [[nodiscard]] bool narrow() const { return narrow_; }
  /// True when solving gives the field's own values.
  [[nodiscard]] bool verify(const TileField& field);

  /// Solves all tiles; weights of mixed ground are built, as every solver must.
  void solve();
  /// The same, and reads the ground first and makes directions last.
  void solve_with_all();

 private:
  struct Tile {
    alignas(64) std::uint16_t start[detail::tile_cells];
    const std::uint8_t* costs;
    std::uint64_t base;
    TileId tile;
    std::uint32_t rows[detail::lanes];
    std::uint32_t dirty;
    std::uint8_t plain_cost;
  };

  void prepare(const TileField& field, TileId tile);
  void solve(const Tile& tile);

  const detail::TileKernel& kernel_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  bool narrow_ = true;
  detail::TileWeights weights_;
  detail::Halo halo_;
  detail::Halo halo_costs_;
  alignas(64) std::uint16_t values_[detail::tile_cells];
  alignas(64) std::uint8_t directions_[detail::tile_cells];
};

}  // namespace portolan::bench
