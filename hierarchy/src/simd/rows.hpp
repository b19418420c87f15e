// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

// What is done to whole rows at a time by SIMD: rows of tables, of the lanes of a search, and of potentials.
// All results are the same on all instruction sets.
namespace portolan::detail {

// ---- rows of tables ----

/// least[i] = min(least[i], row[i] + add), where the largest value of a row stands for no path. Neither
/// `least` nor `add` is more than min_plus_no_path.
void min_plus_row(std::uint32_t* least, const std::uint16_t* row, std::uint32_t add, std::size_t size);
void min_plus_row(std::uint32_t* least, const std::uint32_t* row, std::uint32_t add, std::size_t size);
void min_plus_row(std::uint32_t* least, const std::uint64_t* row, std::uint32_t add, std::size_t size);

/// A row of a table, and what is added to it.
struct AddedRow {
  std::uint32_t add = 0;
  std::uint32_t row = 0;
};
/// As min_plus_row with every one of these rows of a table of `size` rows. `least` is padded to a multiple of
/// 16 with zeros, and rows are read as far.
void min_plus_rows(std::uint32_t* least, const std::uint16_t* table, std::size_t size, const AddedRow* rows,
                   std::size_t count);

// ---- lanes of a search ----

/// The nodes of one area as lanes: parallel arrays, padded to a multiple of `width`.
struct Lanes {
  static constexpr std::size_t width = 16;         ///< lanes of the widest instruction set
  static constexpr std::uint32_t far = 1U << 31U;  ///< no path known, or not open
  /// Of costs, estimates and edges: three of them stay below far.
  static constexpr std::uint32_t most = 1U << 29U;

  /// Least known cost from the node to a seed; 0 in padding, so that nothing improves it.
  std::uint32_t* cost;
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

// ---- potentials ----

/// Landmarks, each of which is a lane of what is known of a node.
inline constexpr std::size_t potential_lanes = 32;

/// The potentials of one node, each less than 2^31.
using Potentials = std::array<std::uint32_t, potential_lanes>;

/// What the potentials of the nodes of one area are measured from.
using PotentialBases = std::array<std::uint32_t, potential_lanes>;

/// The potentials of one node, less the bases of the area at hand. What is not less than `unknown` stops
/// there.
struct alignas(64) PotentialRow {
  static constexpr std::uint16_t unknown = 65535;
  std::array<std::uint16_t, potential_lanes> offsets;

  [[nodiscard]] static PotentialRow all_unknown() {
    PotentialRow row;
    row.offsets.fill(unknown);
    return row;
  }
};

/// What landmarks say about a set of agents: for each landmark, the potential of every agent is at least
/// `upper` where it lies above that of a node, and at most `lower` where it lies below. So a path from one of
/// them to a node costs at least `upper` minus the potential of the node, and that minus `lower`. Without an
/// agent: as if one stood where no path leads to.
struct PotentialRange {
  static constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

  alignas(64) std::int32_t upper[potential_lanes];
  alignas(64) std::int32_t lower[potential_lanes];

  PotentialRange() {
    std::fill(std::begin(upper), std::end(upper), most);
    std::fill(std::begin(lower), std::end(lower), 0);
  }
};
/// A node that an agent can get to at this cost; of several, the least `upper` and the greatest `lower` hold.
void add_end(PotentialRange& agent, const Potentials& node, std::uint64_t cost);
/// The same, of level 0.
void add_end(PotentialRange& agent, const PotentialRow& node, const PotentialBases& bases,
             std::uint64_t cost);
/// What holds for the agents of both.
void join(PotentialRange& agents, const PotentialRange& more);
/// estimate[i] = max(estimate[i], the best that the landmarks say about node i).
void raise_by_landmarks(std::uint32_t* estimate, const Potentials* nodes, const PotentialRange& range,
                        std::size_t count);
/// The same by the landmarks of level 0.
void raise_by_offsets(std::uint32_t* estimate, const PotentialRow* nodes, const PotentialBases& bases,
                      const PotentialRange& range, std::size_t count);

/// Lowers the rows of one sector's nodes to what the paths from some of them allow: row i becomes the least
/// of itself and row j + table[i * stride + j], for all j in `from`. `lowered[i]` becomes 1 where row i got
/// lower. Sums stop at PotentialRow::unknown.
void lower_rows(std::span<PotentialRow* const> rows, std::span<const std::uint32_t> from,
                const std::uint16_t* table, std::size_t stride, std::span<std::uint8_t> lowered);

/// least[lane] = min(least[lane], row[i] + potentials[i][lane]) for all entries of a row that stand for a
/// path, but that at `skip`. `potentials` has potential_lanes values per entry.
void least_sums(const std::uint16_t* row, std::size_t size, std::size_t skip,
                std::span<const std::uint32_t> potentials, Potentials& least);

/// The least row[i] + values[i] of the entries that stand for a path; min_plus_no_path where that is less.
[[nodiscard]] std::uint32_t least_sum(const std::uint16_t* row, const std::uint32_t* values,
                                      std::size_t size);
/// Appends the entries that stand for a path, and whose value is one and no less than row[i] + add.
void find_resting(const std::uint16_t* row, const std::uint32_t* values, std::uint32_t add, std::size_t size,
                  std::vector<std::uint32_t>& places);

}  // namespace portolan::detail
