// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include <portolan/config/map_file.hpp>
#include <portolan/config/saved_world.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan {

/// Opens a map of any format. A file that neither its contents nor its name tell of is read as a MovingAI
/// map, which says what is wrong with it. The world is committed, with the profiles that were named; no group
/// is placed.
[[nodiscard]] Result<SimulationWorld> open_map_file(const std::filesystem::path& file,
                                                    std::span<const Profile> profiles,
                                                    const MapReadOptions& options = {});

/// The hierarchies in a saved world, which it keeps open.
[[nodiscard]] std::shared_ptr<const HierarchySource> saved_hierarchies(SavedWorld saved);

}  // namespace portolan
