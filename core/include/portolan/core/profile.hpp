// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <portolan/core/distance.hpp>

namespace portolan {

/// Class of ground (grass, road, swamp); a profile turns it into a cost.
using TerrainId = std::uint8_t;

/// A kind of agent: what each terrain costs it, and the clearance that it needs.
struct Profile {
  std::string name = "default";
  /// Cost per terrain class, 1..254, or `impassable`.
  std::array<Cost, 256> cost = all_passable();
  /// Radius in cells: a cell is passable when every cell at Chebyshev distance below `clearance`
  /// has passable ground. 1 asks for the cell alone, 2 for the 3 by 3 block around it, and so on.
  /// What lies outside the world is impassable.
  std::int32_t clearance = 1;
  /// False: passing stamps (World::stamp) are not there, for those who know when they will be where.
  bool sees_passing = true;
  /// A body of an even side, a cell longer to the east and to the south: with a clearance of 1 it takes 2 by
  /// 2 cells, of 2 it takes 4 by 4. Its cell is the upper left one of the four in its middle. The clearance
  /// is 31 at most.
  bool even = false;

  /// How far the body reaches from its cell to the west and to the north, and to the east and to the south.
  [[nodiscard]] constexpr std::int32_t reach_before() const { return clearance - 1; }
  [[nodiscard]] constexpr std::int32_t reach_after() const { return clearance - 1 + (even ? 1 : 0); }

  [[nodiscard]] static constexpr std::array<Cost, 256> all_passable() {
    std::array<Cost, 256> costs{};
    costs.fill(1);
    return costs;
  }
};

/// True when an agent of `profile` pays on no ground more than one of `than`, and finds no wall that the
/// other one does not find.
[[nodiscard]] bool pays_nowhere_more(const Profile& profile, const Profile& than);
/// One who pays nowhere more than any of these.
[[nodiscard]] Profile cheapest_of(std::span<const Profile> kinds, std::string name = "cheapest");

}  // namespace portolan
