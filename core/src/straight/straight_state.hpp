// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <portolan/core/detail/revision.hpp>
#include <portolan/core/straight_field.hpp>

#include "cone_board.hpp"
#include "cone_kernel.hpp"
#include "node_kernel.hpp"

namespace portolan {

struct StraightField::State {
  static constexpr std::uint64_t beams_per_tile = 8;

  State(GridView grid, const TileGrid& tiles, Isa isa);

  /// Takes what waits at the front of the wave.
  void take_next();
  /// Whatever was told may be wrong from now on.
  void change() { revision = detail::new_revision(); }
  /// The one cost that all passable cells have.
  [[nodiscard]] float ground() const {
    const Cost cost = board.ground();
    return cost == impassable ? 1.0F : static_cast<float>(std::max(cost, Cost{1}));
  }

  detail::ConeBoard board;
  const detail::TileKernel& kernel;
  detail::CastBeam cast;
  detail::NodeKernel by_nodes;
  std::vector<Goal> goals;
  std::uint64_t beams = 0;
  std::uint64_t revision = detail::new_revision();  // a copy keeps it: it tells the same
  bool has_begun = false;
  bool is_finished = false;
};

}  // namespace portolan
