// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <portolan/core/profile.hpp>

namespace portolan {

/// The terrain class of a cell is the ASCII code of the character that stands for it in a map file or drawing
/// (`O` is read as `@`). So a profile can price any character, and no table of classes travels with a world.
namespace terrain {
inline constexpr TerrainId ground = '.';
inline constexpr TerrainId grass = 'G';
inline constexpr TerrainId swamp = 'S';
inline constexpr TerrainId water = 'W';
inline constexpr TerrainId tree = 'T';
inline constexpr TerrainId out_of_bounds = '@';
inline constexpr TerrainId wall = '#';
}  // namespace terrain

/// The classes that have names. The digits 1 to 9 are classes as well: ground of that cost.
inline constexpr std::array<std::pair<TerrainId, std::string_view>, 7> terrain_names{
    {{terrain::ground, "ground"},
     {terrain::grass, "grass"},
     {terrain::swamp, "swamp"},
     {terrain::water, "water"},
     {terrain::tree, "tree"},
     {terrain::out_of_bounds, "out_of_bounds"},
     {terrain::wall, "wall"}}};

/// The class of a name such as `swamp`, or of a single character such as `S`; nothing for other texts.
[[nodiscard]] std::optional<TerrainId> terrain_class(std::string_view name_or_character);

/// True for the characters that every map may hold: the named classes, `O`, and 1 to 9.
[[nodiscard]] bool is_known_terrain(char character);

/// Walkers as the public benchmarks have them: ground, grass and swamp at cost 1, a digit at its own cost,
/// everything else impassable.
[[nodiscard]] Profile default_profile();

}  // namespace portolan
