// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// Pulls a string on through many portals at once. The same bits on all instruction sets: every lane adds,
// multiplies, divides and takes a root as IEEE 754 says.
namespace portolan::detail {

/// The straight line that the portals of one border lie on.
struct PortalLine {
  bool eastern = false;  ///< x is the same all along
  float at = 0;          ///< in cells
  std::int32_t at2 = 0;  ///< in half cells, as portals have it
};

/// A string that ends somewhere in a portal's run.
struct StringEnd {
  PortalLine line;
  std::int32_t along2 = 0;  ///< where the portal is, of which tables know
  float cost = 0;           ///< of the string up to its last bend, in cells
  float length = 0;         ///< of it, and straight on to the agent
  float bend_x = 0, bend_y = 0;
  float low = 0, high = 0;  ///< what the bend sees of the run, along the line
};

/// What is asked.
struct StringQuery {
  float agent_x = 0, agent_y = 0;
  float unit = 1;         ///< of costs, per cell
  float most_length = 0;  ///< strings that are longer are none
  float weight = 1;       ///< what is left of a string counts so much more
  float gain = 0;         ///< one that is shorter by no more than this is not followed again
};

/// Portals side by side. All are looked at, however few are wanted.
struct PortalLanes {
  static constexpr std::uint32_t width = 16;

  std::int32_t eastern[width];  ///< 1: x is the same all along their line
  std::int32_t at2[width];      ///< where that is, in half cells
  std::int32_t along2[width];   ///< where they are on it
  float low[width];             ///< their runs, in cells
  float high[width];
  float beyond[width];        ///< a path by steps from there is that long at least, in cells
  std::uint32_t gate[width];  ///< their places among what is known of strings
};

/// What the ways by steps to portals cost: those of a row of a table, read as it is where it is narrow, or in
/// units. `no path` and infinite: there is none.
struct WayCosts {
  const std::uint16_t* narrow = nullptr;  ///< so many that PortalLanes::width can be read
  const float* units = nullptr;           ///< if not narrow
  std::uint32_t count = 0;                ///< of them that are wanted
};

/// Strings at these portals.
struct PulledStrings {
  float cost[PortalLanes::width], length[PortalLanes::width];
  float bound[PortalLanes::width];  ///< by way of here to the agent, as far as is known
  float bend_x[PortalLanes::width], bend_y[PortalLanes::width];
  float low[PortalLanes::width], high[PortalLanes::width];
};

/// What a way between two portals costs above the octile distance, in cells; 0 where it is rounding of their
/// places.
[[nodiscard]] float string_excess(float cost, float octile_half_units);

/// Pulls the string at a portal on to others. `known`: by gate, the length of the best string there; infinite
/// where there is none. Returns those where the string is better than that, a bit each; of the others nothing
/// is told.
[[nodiscard]] std::uint32_t pull_strings(const StringQuery& query, const StringEnd& here,
                                         const PortalLanes& there, const WayCosts& costs, const float* known,
                                         PulledStrings& out);

}  // namespace portolan::detail
