// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/simulation/stop.hpp>

#include "../areas.hpp"
#include "stop_scene.hpp"

namespace portolan::detail {

/// Why no path leads from a cell to the goals of a group: by a look at the ground without obstacles, of which
/// it keeps a copy.
class Passages {
 public:
  /// Where the world is larger than this, or streamed, the ground is not looked at again.
  static constexpr std::size_t largest = 4096UL * 4096UL;
  static constexpr std::int64_t farthest = 3000;  ///< ticks in which a passage is expected to open

  /// One of `walled_off`, `passage_closed` and `gap_too_narrow`. In a run it is kept for a while, for those
  /// of a group in one square; in a game, whose ground and obstacles stay, for those who can get to each
  /// other.
  [[nodiscard]] Stop why(const StopScene& scene, AgentId agent);

 private:
  // The ground of a profile as if no obstacle were there.
  struct Bare {
    std::unique_ptr<World> world;
    std::unique_ptr<Areas> own;   // for the profile,
    std::unique_ptr<Areas> thin;  // and for one that needs its own cell only, once asked for
  };
  struct Known {
    Stop stop;
    std::int64_t tick = 0;
    StopScene::Task task;
  };

  [[nodiscard]] Bare& bare(const World& world, ProfileId profile);
  [[nodiscard]] static const Areas& thin_areas(Bare& bare);
  [[nodiscard]] Cell room_of(const Hierarchy& hierarchy, Cell from);
  [[nodiscard]] Stop look(const StopScene& scene, const StopScene::Task& task, Cell from);
  [[nodiscard]] static Stop closed(const StopScene& scene, ProfileId profile, std::span<const Cell> path);
  [[nodiscard]] static Cell mouth(const Bare& bare, std::int32_t clearance, Cell from,
                                  std::span<const Cell> path);

  std::map<std::uint32_t, Bare> bare_;                   // by profile
  std::map<std::pair<std::size_t, Cell>, Known> known_;  // by group and region
  std::vector<Cell> rooms_;                              // a cell of each
};

}  // namespace portolan::detail
