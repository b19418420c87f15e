// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include <portolan/simulation/simulation.hpp>

#include "../json_out.hpp"

namespace portolan::tool {

/// The ground that a replay page shows: all of it, or of a large world the part where something happened, by
/// samples where even that is large. Of a streamed world what was around the agents when they came by.
class GroundLog {
 public:
  static constexpr std::size_t most_cells = 2048UL * 2048;

  void note(const Simulation& simulation);

  /// `width`, `height`, `layers` of the world; the part as `x`, `y`, `columns`, `rows`, of which every
  /// `step`-th cell; `profiles`; `classes` of terrain, each with a name and what it costs each profile, where
  /// 255 is impassable; `links`, two cells each.
  [[nodiscard]] Json describe(const Simulation& simulation) const;
  /// Which part that is; empty where it is the whole world.
  [[nodiscard]] std::string part_in_words(const Simulation& simulation) const;
  /// The classes of those cells, row by row, layer by layer.
  [[nodiscard]] std::string column(const Simulation& simulation) const;

 private:
  struct Part {
    std::int32_t x = 0, y = 0, width = 0, height = 0, step = 1;
  };

  [[nodiscard]] Part part(const Simulation& simulation) const;
  [[nodiscard]] TerrainId at(const Simulation& simulation, Cell c) const;
  void include(Cell c);

  std::int32_t left_ = 1 << 30, top_ = 1 << 30, right_ = 0, bottom_ = 0;
  std::map<std::uint32_t, std::string> blocks_;  // of a streamed world
};

}  // namespace portolan::tool
