// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <portolan/core/result.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan::tool {

/// The corridors of all plans of a run, per group: the last plan alone would leave most of a way without one.
class CorridorLog {
 public:
  /// To be called after every tick. Costs a comparison per leg where no plan is new.
  void note(const Simulation& simulation);
  /// In ascending order; empty for a leg that never had a corridor.
  [[nodiscard]] const std::vector<TileId>& of(std::size_t leg) const;

 private:
  struct Leg {
    std::vector<TileId> last;
    std::vector<TileId> all;
  };
  std::vector<Leg> legs_;
};

/// What a picture of a run shows. `action` is the part of a large world where something happened.
enum class Crop : std::uint8_t { none, action };

/// Draws one layer of a simulation as it stands, with what the scenario's `output` asks for: corridors,
/// fields, directions, trails; links, obstacles, goals and agents in any case.
[[nodiscard]] std::optional<Error> save_run_picture(const std::filesystem::path& file,
                                                    const Simulation& simulation,
                                                    const CorridorLog& corridors, int layer, Crop crop);

}  // namespace portolan::tool
