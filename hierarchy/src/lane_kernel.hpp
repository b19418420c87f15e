// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "landmarks.hpp"

namespace portolan::detail {

/// The nodes of one area as lanes: parallel arrays, padded to a multiple of `width`.
struct Lanes {
  static constexpr std::size_t width = 16;         ///< lanes of the widest instruction set
  static constexpr std::uint32_t far = 1U << 31U;  ///< no way known, or not open
  static constexpr std::uint32_t most =
      1U << 29U;  ///< of costs, estimates and edges: three of them stay below far

  std::uint32_t*
      cost;  ///< least known cost from the node to a seed; 0 in padding, so that nothing improves it
  std::uint32_t* bound;  ///< cost and estimate of an open node; otherwise far
  std::uint32_t* estimate;
  std::uint32_t* parent;
};

/// The least bound of some lanes, and of those that have it, the first with the least estimate.
struct LeastLane {
  std::uint32_t bound = Lanes::far;
  std::uint32_t estimate = 0;
  std::uint32_t lane = 0;
};

/// Gives every lane of the first `count` the cost `add + row[lane]` where that is less, with `parent`. Reads
/// rows up to the next multiple of the width. Returns the least bound of the lanes that got cheaper; far when
/// none did.
std::uint32_t relax_lanes(const Lanes& lanes, const std::uint16_t* row, std::uint32_t add,
                          std::uint32_t parent, std::size_t count);
std::uint32_t relax_lanes(const Lanes& lanes, const std::uint32_t* row, std::uint32_t add,
                          std::uint32_t parent, std::size_t count);

[[nodiscard]] LeastLane least_lane(const Lanes& lanes, std::size_t count);

/// What landmarks say about ways to nodes: per landmark, `upper` minus the potential, and the potential minus
/// `lower`.
struct PotentialRange {
  alignas(64) std::int32_t upper[Landmarks::count];
  alignas(64) std::int32_t lower[Landmarks::count];
};
/// estimate[i] = max(estimate[i], the best that the landmarks say about node i).
void raise_by_landmarks(std::uint32_t* estimate, const Landmarks::Potentials* nodes,
                        const PotentialRange& range, std::size_t count);

}  // namespace portolan::detail
