// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A row of nodes. Included once per instruction set, inside that set's namespace. Plain C++: compilers make
// registers of as many lanes of it as the set has. Every lane rounds as IEEE 754 says: the same bits
// everywhere.

// From a node straight behind a cell by what that node and one beside it cost: the least over all points
// between. Where that is not at an end, the direction is the one that the slope of the costs tells.
inline float by_cell(float straight, float beside, float cost) {
  constexpr float root_of_two = 1.41421356F;
  const float steepest = cost * (1 / root_of_two), slope = straight - beside;
  const float least = slope > 0 ? slope : 0, used = least < steepest ? least : steepest;
  const float within = straight + std::sqrt(cost * cost - used * used), at_end = beside + cost * root_of_two;
  return within < at_end ? within : at_end;
}

inline std::uint64_t relax_row(const float* from, float* to, const float* least, const float* costs) {
  constexpr int nodes = NodeTile::pitch, room = nodes + 3;  // a whole number of registers
  std::int32_t is_lower[room];
  std::int32_t any = 0;
  for (int x = 0; x < room; ++x) {
    const int i = x + rows_begin;
    const float left = by_cell(from[i], from[i - 1], costs[i - 1]),
                right = by_cell(from[i], from[i + 1], costs[i]);
    const float open = left < right ? left : right, value = open > least[i] ? open : least[i];
    is_lower[x] = value + least_gain < to[i] ? 1 : 0;
    any |= is_lower[x];
    to[i] = is_lower[x] != 0 ? value : to[i];
  }
  std::uint64_t lowered = 0;
  for (int x = 0; any != 0 && x < nodes; ++x)
    lowered |= static_cast<std::uint64_t>(is_lower[x]) << static_cast<unsigned>(x);
  return lowered;
}

inline NodeKernel node_kernel() { return {relax_row, find_sides, look_ahead}; }
