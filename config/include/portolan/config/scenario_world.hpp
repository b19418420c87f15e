// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/config/scenario_file.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>
#include <portolan/simulation/detail/board_simulation.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan {

/// The world of a scenario: its layers, links and profiles, committed. `ProfileId{i}` is `file.profiles[i]`.
/// Links and obstacles that do not lie on it are errors.
[[nodiscard]] Result<World> build_world(const ScenarioFile& file);

/// What a simulation of the scenario is played on. A baked world is opened, with costs and hierarchies as
/// they are in the file; another one is built. A streamed one holds nothing yet.
[[nodiscard]] Result<SimulationWorld> open_world(const ScenarioFile& file);

/// The scenario on its world, ready to run.
[[nodiscard]] Result<Simulation> open_simulation(ScenarioFile file, SimulationHooks hooks = {});

/// The board of a scenario whose map is one, and the scenario at work on it (docs/howto/boards.md).
[[nodiscard]] Result<detail::Board> build_board(const ScenarioFile& file);
[[nodiscard]] Result<detail::BoardSimulation> open_board_simulation(
    ScenarioFile file, detail::BoardSimulation::Hooks hooks = {});

}  // namespace portolan
