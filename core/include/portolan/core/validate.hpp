// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <portolan/core/tile_field.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

// Do the invariants hold? Nothing where they do, else the first fault in words. For tests, for hosts that
// look for a bug, and for validating builds (PORTOLAN_VALIDATE), which ask after every commit and repair.
// Reads only.

/// That every profile's costs are those of terrain, stamps and profile, that the links end inside the world,
/// and that look-ups find them. Edits that wait are left out. Cost: as much as adding the profiles again.
[[nodiscard]] std::optional<std::string> validate(const World& world);
/// The same for the costs of some blocks (BlockArray numbering).
[[nodiscard]] std::optional<std::string> validate(const World& world, std::span<const std::uint32_t> blocks);

/// That a finished field is exact for the grid as it is now: every value is the least that its goals, the
/// cells around it and the links out of it account for, which only one field can say; and directions are
/// those of the values. Cost: some 50 to 100 ns per cell.
[[nodiscard]] std::optional<std::string> validate(const TileField& field);

}  // namespace portolan
