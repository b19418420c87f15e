// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/isa.hpp>

namespace portolan::detail {

/// Where the nodes of a row begin that a kernel takes: it reads beyond its ends.
inline constexpr int rows_begin = 4;

/// Relaxes a row of nodes from the one beside it, over a row of cells. `least` is far where a node is shut.
/// Returns the nodes that got lower.
using RelaxRow = std::uint64_t (*)(const float* from, float* to, const float* least, const float* costs);

/// One look waits for roots and quotients most of its time, so many do not. Eight took a tenth longer.
inline constexpr int looks_at_once = 16;
using LookFloats = float[looks_at_once];
using LookInts = std::int32_t[looks_at_once];

/// By which side it is best to leave cells.
struct BestSides {
  LookInts side;
  LookFloats along, off, height, reach, value;  ///< as in `Crossings`
  LookFloats a, b, back_a, back_b;              ///< what its nodes cost, and those opposite
};

/// Positions in cells of several costs, and what is found out about the ways on from there.
struct NodeLooks {
  LookFloats x, y;        ///< seen from the cell's upper left corner
  LookFloats cost;        ///< of the cell
  LookFloats corners[4];  ///< what its nodes cost
  LookInts open;          ///< sides with passable cells behind, a bit each

  BestSides best;

  // Of the cell behind that side.
  LookFloats far_a, far_b;  ///< what the nodes opposite to the side cost
  LookFloats behind;        ///< its own cost

  // Of the way straight on.
  LookInts leads;  ///< 1 where it gets nearer to a goal, unless there is a wall in the cell that follows
  LookInts next;   ///< which one that is: ahead 0, to greater numbers 1, to lower ones 2
  LookFloats way_x, way_y, to_bend;  ///< the heading
};

/// What is done for many nodes, or many positions, at once.
struct NodeKernel {
  RelaxRow relax_row;
  /// The best side to leave cells by.
  void (*find_sides)(NodeLooks& looks);
  /// Whether one gets nearer to a goal who crosses that side and goes straight on.
  void (*look_ahead)(NodeLooks& looks);
};

/// For a supported instruction set. All give the same bits.
[[nodiscard]] NodeKernel node_kernel(Isa isa);

}  // namespace portolan::detail
