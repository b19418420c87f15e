// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>
#include <portolan/simulation/simulation.hpp>

#include "../areas.hpp"

namespace portolan::detail {

/// Why no path leads from a cell to the goals of a group: by a look at the ground without obstacles.
class Passages {
 public:
  /// Where the world is larger than this, or streamed, the ground is not looked at again.
  static constexpr std::size_t largest = 4096UL * 4096UL;
  static constexpr std::int64_t farthest = 3000;  ///< ticks in which a passage is expected to open

  /// One of `walled_off`, `passage_closed` and `gap_too_narrow`. Kept for a while, by group and sector.
  [[nodiscard]] Stop why(const Simulation& simulation, std::size_t group, Cell from, const GoalSet& goals);

 private:
  // The ground of a profile as if no obstacle were there.
  struct Bare {
    std::unique_ptr<World> world;
    std::unique_ptr<Areas> own;   // for the profile,
    std::unique_ptr<Areas> thin;  // and for one that needs its own cell only
  };
  struct Known {
    Stop stop;
    std::int64_t tick = 0;
  };

  [[nodiscard]] Bare& bare(const Simulation& simulation, ProfileId profile);
  [[nodiscard]] Stop look(const Simulation& simulation, std::size_t group, Cell from, const GoalSet& goals);
  [[nodiscard]] Stop closed(const Simulation& simulation, ProfileId profile, std::span<const Cell> path);
  [[nodiscard]] static Cell mouth(const Bare& bare, std::int32_t clearance, Cell from,
                                  std::span<const Cell> path);

  std::map<std::uint32_t, Bare> bare_;  // by profile
  std::map<std::tuple<std::size_t, std::int32_t, std::int32_t, std::int32_t>, Known> known_;
};

}  // namespace portolan::detail
