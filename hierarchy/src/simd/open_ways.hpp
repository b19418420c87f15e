// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/detail/tile_solver.hpp>

// Between which nodes of a tile a way over some of its cells is no longer than over open ground. Rows of 32
// cells are words, and many nodes are begun from at a time. And what ways over open ground cost from a node
// to many places, a row of places at a time. The same on all instruction sets.
namespace portolan::detail {

/// Cells of a tile from which ways begin, and what the half step to them costs.
struct TileNodes {
  static constexpr std::size_t most = 64;
  std::uint32_t x[most] = {};
  std::uint32_t y[most] = {};
  std::uint32_t half_step[most] = {};
  std::size_t count = 0;

  void add(std::int32_t at_x, std::int32_t at_y, std::uint32_t half) {
    x[count] = static_cast<std::uint32_t>(at_x);
    y[count] = static_cast<std::uint32_t>(at_y);
    half_step[count++] = half;
  }
};

/// joined[i] gets the bits of the nodes that such a way joins to node i, its own among them; 0 for nodes on
/// none of these cells. A diagonal step takes four of them.
void open_ways(const TileCells& cells, const TileNodes& nodes, std::uint64_t* joined);

/// What these ways cost from one node to those whose bits are set, where each cell of the way costs as much;
/// what `units` holds for others stays.
void open_units(const TileNodes& nodes, std::size_t from, std::uint64_t wanted, Cost cost,
                std::uint64_t* units);

/// Those of the nodes whose bits are set to which that is what `units` holds. Nothing is read behind the
/// last.
[[nodiscard]] std::uint64_t open_alike(const TileNodes& nodes, std::size_t from, std::uint64_t wanted,
                                       Cost cost, const std::uint64_t* units);

/// Places in half cells, padded to a multiple of `width`.
struct WayPlaces {
  static constexpr std::size_t width = 32;
  const std::int16_t* x;
  const std::int16_t* y;
  std::size_t count;
};

/// From where, and at what cost.
struct WayStart {
  std::int16_t x, y;      ///< in half cells
  std::int16_t half;      ///< units at the start
  std::int16_t straight;  ///< units of half a step
  std::int16_t turn;      ///< and how many more of a diagonal one
};

/// out[k] = the octile distance to place k, which must fit.
void way_units(const WayPlaces& places, const WayStart& start, std::int16_t* out);

/// Which of the nodes whose bits are set have units with a[k] + b[k] <= most for some place k. Rows of
/// `units` are of one node each, `count` long; `most` is by node.
[[nodiscard]] std::uint64_t ways_within(const std::int16_t* units, std::size_t count, std::size_t from,
                                        std::uint64_t nodes, const std::int16_t* most);

}  // namespace portolan::detail
