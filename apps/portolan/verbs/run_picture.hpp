// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include <portolan/core/result.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan::tool {

/// Draws one layer of a simulation as it stands, with what the scenario's `output` asks for: corridors,
/// fields, directions, trails; obstacles, goals and agents in any case.
[[nodiscard]] std::optional<Error> save_run_picture(const std::filesystem::path& file,
                                                    const Simulation& simulation, int layer);

}  // namespace portolan::tool
