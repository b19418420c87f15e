// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <memory>
#include <vector>

#include <portolan/config/saved_world.hpp>
#include <portolan/config/scenario.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/core/result.hpp>

namespace portolan::detail {

/// The world of a simulation, and where everybody is on it.
struct SimulationGround {
  World world;
  std::shared_ptr<const SavedWorld> saved;  ///< that it was opened from; null: it was built
  std::vector<PlacedGroup> placed;
};

/// Opens the world where it was baked, with costs and hierarchies as they are; builds it otherwise. A
/// streamed one holds nothing yet.
[[nodiscard]] Result<SimulationGround> make_ground(const Scenario& scenario);

}  // namespace portolan::detail
