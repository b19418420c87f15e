// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/distance.hpp>

namespace portolan::detail {

/// What a path between two nodes of a tile costs at least when some cells matter to it: it leads over one, or
/// takes a diagonal step past a corner of one. Each of the cells is looked at, as far away as it is on open
/// ground.
class WaysThrough {
 public:
  /// Paths to which these cells matter, where no cell of the tile costs less. Forgets the nodes.
  void begin(const TileCells& cells, Cost least);
  /// A node on none of them, numbered from 0 on: units from the border to it.
  void add(int x, int y, std::uint64_t half_step);
  /// What such a path may cost at most, for `within`.
  [[nodiscard]] static std::int16_t limit(std::uint64_t units);
  /// Of the nodes whose bits are set those to which such a path from one node may cost no more than a limit,
  /// which is by node.
  [[nodiscard]] std::uint64_t within(std::size_t from, std::uint64_t nodes,
                                     std::span<const std::int16_t> limits) const;

 private:
  static constexpr std::size_t most_places = 6 * 1024;  // each cell, its four corners, and room to pad

  // Where such paths come by, in half cells: the cells over which they come in, and the middles of diagonal
  // steps.
  std::vector<std::int16_t> x_ = std::vector<std::int16_t>(most_places);
  std::vector<std::int16_t> y_ = std::vector<std::int16_t>(most_places);
  std::size_t count_ = 0;
  std::vector<std::int16_t> units_;  // by node, to each of these
  int straight_ = 0;                 // what half a step costs at least
  int diagonal_ = 0;
};

}  // namespace portolan::detail
