// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include "bounds/base_potentials.hpp"
#include "bounds/landmarks.hpp"

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

/// What landmarks say about a set of agents: for each landmark, the potential of every agent is at least
/// `upper` where it lies above that of a node, and at most `lower` where it lies below. So a way from one of
/// them to a node costs at least `upper` minus the potential of the node, and that minus `lower`. Without a
/// agent: as if one stood where no way leads to.
struct PotentialRange {
  static constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

  alignas(64) std::int32_t upper[Landmarks::count];
  alignas(64) std::int32_t lower[Landmarks::count];

  PotentialRange() {
    std::fill(std::begin(upper), std::end(upper), most);
    std::fill(std::begin(lower), std::end(lower), 0);
  }
};
/// A node that an agent can get to at this cost; of several, the least `upper` and the greatest `lower` hold.
void add_end(PotentialRange& agent, const Landmarks::Potentials& node, std::uint64_t cost);
/// The same, of level 0.
void add_end(PotentialRange& agent, const PotentialRow& node, const BasePotentials::Bases& bases,
             std::uint64_t cost);
/// What holds for the agents of both.
void join(PotentialRange& agents, const PotentialRange& more);
/// estimate[i] = max(estimate[i], the best that the landmarks say about node i).
void raise_by_landmarks(std::uint32_t* estimate, const Landmarks::Potentials* nodes,
                        const PotentialRange& range, std::size_t count);
/// The same by the landmarks of level 0.
void raise_by_offsets(std::uint32_t* estimate, const PotentialRow* nodes, const BasePotentials::Bases& bases,
                      const PotentialRange& range, std::size_t count);

}  // namespace portolan::detail
