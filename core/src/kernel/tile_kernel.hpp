// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/isa.hpp>

namespace portolan::detail {

// The insides of one tile: 32 rows of 32 lanes, whatever the side of the tile; lanes and rows beyond it are
// impassable. Values are 16-bit offsets from a base that the caller keeps; `lane_max` means unreachable.
inline constexpr int lanes = 32;
inline constexpr int tile_cells = lanes * lanes;
inline constexpr std::uint16_t lane_max = 65535;
/// Values of a solved tile stay at or below this, so that one more step never saturates; a tile that passes
/// it goes wide. Twice, because directions look one step further than a cell's neighbour.
inline constexpr std::uint16_t narrow_limit = static_cast<std::uint16_t>(lane_max - 1 - 2 * max_step_units);

/// Weights of a tile with more than one cost: `across[k]` row y lane x is the cost of walking from lane x -
/// 2^k to lane x; `down*` row y lane x is the cost of stepping from row y, lane x (or x - 1, x + 1) to row y
/// + 1, lane x. lane_max where a wall is in the way or the sum does not fit.
struct alignas(64) TileWeights {
  std::uint16_t across[5][lanes][lanes];
  std::uint16_t down[lanes][lanes];
  std::uint16_t down_from_left[lanes][lanes];
  std::uint16_t down_from_right[lanes][lanes];
};

/// What one edge offers the tile behind it.
struct EdgeOffer {
  std::uint32_t improved = 0;  ///< lanes of the receiver that got smaller
  /// Lanes where the offer does not fit the receiver's 16 bits and nothing else is there.
  std::uint32_t misfit = 0;
  std::uint16_t lowest = lane_max;  ///< least new value among the improved lanes
  std::uint16_t highest = 0;        ///< greatest new value among the improved lanes
};

/// What surrounds a tile, one cell deep: the row above and below, and the columns beside it, whose entry y +
/// 1 belongs to row y, so that they hold the corners.
struct alignas(64) Halo {
  std::uint16_t north[lanes];
  std::uint16_t south[lanes];
  std::uint16_t west[lanes + 2];
  std::uint16_t east[lanes + 2];
};

/// A tile's own values are raised by this before they meet the halo, so that a neighbour's smaller value is
/// not clipped at zero: no legal step crosses more.
inline constexpr std::uint16_t halo_shift = max_step_units;

/// What surrounds a tile on ground of cost 1, by side: east, south, west, north.
struct OpenHalo {
  const std::uint16_t* side[4];  ///< the neighbour's values there; null: nothing is reachable
  std::uint16_t shift[4];        ///< its base less the tile's, modulo 65536: what counts is differences of 34
  std::uint8_t corner[4];        ///< se, sw, nw, ne: low seven bits of the value and open_bit, or closed_byte
};
inline constexpr std::uint8_t open_bit = 0x80, closed_byte = 0x7F;

/// One instruction set's functions. Pointers are aligned to 64 bytes except where said.
struct TileKernel {
  Isa isa = Isa::scalar;

  /// Exact fixpoint of a tile with one cost, whose passable cells are the bits of `rows`. `dirty` has a bit
  /// per row that got a new value from outside. Returns the rows that changed (dirty ones included).
  std::uint32_t (*solve_plain)(std::uint16_t* values, const std::uint32_t* rows, std::uint32_t cost,
                               std::uint32_t dirty);
  /// The same with weights.
  std::uint32_t (*solve_weighted)(std::uint16_t* values, const TileWeights& weights, std::uint32_t dirty);
  /// Weights from costs, row-major with pitch 32.
  void (*build_weights)(const std::uint8_t* costs, TileWeights& weights);
  /// What a row of values offers the row of cells behind a border: giver + step, in the giver's offsets,
  /// lane_max where no step is legal. Returns the lowest. Giver values are at most `narrow_limit` or
  /// lane_max.
  std::uint16_t (*offer)(const std::uint16_t* giver, const std::uint8_t* giver_costs,
                         const std::uint8_t* receiver_costs, std::uint16_t* out);
  /// Takes an offer in: receiver = min(receiver, offered + shift), where `shift` is the giver's base less the
  /// receiver's, within 65535 either way; no offer may fall below the receiver's base.
  /// Answers through a reference: a value would be put together in memory, and reading it at once stalls.
  void (*accept)(const std::uint16_t* offered, std::int32_t shift, std::uint16_t* receiver,
                 EdgeOffer& answer);
  /// Both in one, for the row that begins at `first`, or the column whose lane it is, of a receiver's values.
  /// `misfit` may also hold lanes whose offer falls below the receiver's base. Where it is not 0, nothing was
  /// written, and offer and accept must be used. `lowest` and `highest` count only where some lane improved.
  void (*exchange)(const std::uint16_t* giver, const std::uint8_t* giver_costs,
                   const std::uint8_t* receiver_costs, std::int32_t shift, std::uint16_t* values,
                   std::uint32_t first, bool is_column, EdgeOffer& answer);
  /// Copies the first and the last column of a tile, where asked for; bit 0 of the answer is set where the
  /// last one differs from what was in `east`, bit 2 where the first one differs from `west`.
  std::uint32_t (*columns)(const std::uint16_t* values, int last, std::uint16_t* west, std::uint16_t* east);
  /// Least of a row of values.
  std::uint16_t (*lowest)(const std::uint16_t* values);
  /// Highest reachable value of a tile; 0 where none is.
  std::uint16_t (*highest)(const std::uint16_t* values);
  /// Adds to every reachable value; source and target may be the same.
  void (*raise)(const std::uint16_t* values, std::uint16_t amount, std::uint16_t* out);
  /// Passable lanes per row of a tile's costs. Returns the one cost of all passable cells, 0 where they
  /// differ, `impassable` where there is none.
  std::uint8_t (*survey)(const std::uint8_t* costs, std::uint32_t* rows);
  /// Moves values by `shift` (within 65535 either way), stopping at 0 and lane_max; lane_max stays.
  /// Unaligned.
  void (*shifted)(const std::uint16_t* values, std::int32_t shift, std::uint16_t* out);
  /// Directions of all cells of a tile, as 1024 bytes with Direction's numbers, `none` where unreachable. The
  /// halo's values count from `raise_by` below the tile's base. `costs` is row-major with pitch 32 and read
  /// only when `plain_cost`, the one cost of all passable cells, halo included, is 0.
  void (*directions)(const std::uint16_t* values, std::uint16_t raise_by, const Halo& halo,
                     const std::uint8_t* costs, const Halo& halo_costs, std::uint32_t plain_cost,
                     std::uint8_t* out);
  /// The same, faster, for a whole tile of 32 rows where all passable cells, those around included, have cost
  /// 1. Null where the instruction set gains nothing from it.
  void (*open_directions)(const std::uint16_t* values, const OpenHalo& halo, std::uint8_t* out);
  /// A word per row: the lanes whose cost is the given one. Costs are row-major with pitch 32.
  void (*match)(const std::uint8_t* costs, std::uint8_t cost, std::uint32_t* rows);
  /// Makes all values unreachable.
  void (*clear)(std::uint16_t* values);
  /// Costs of the cells of a column, where passable lanes are the bits of `rows` and have one cost.
  void (*plain_column)(const std::uint32_t* rows, int x, std::uint8_t cost, std::uint8_t* out);
  /// The lanes of row y with a value below all that the cells around them, inside the tile, account for.
  /// Costs are row-major with pitch 32; values at most `narrow_limit`, or lane_max.
  std::uint32_t (*unsupported)(const std::uint16_t* values, const std::uint8_t* costs, int y);
};

/// The functions of a supported instruction set.
[[nodiscard]] const TileKernel& tile_kernel(Isa isa);

}  // namespace portolan::detail
