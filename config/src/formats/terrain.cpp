// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include <portolan/config/terrain.hpp>

namespace portolan {

bool is_known_terrain(char character) {
  if (character == 'O' || (character >= '1' && character <= '9')) return true;
  return std::any_of(terrain_names.begin(), terrain_names.end(), [character](const TerrainName& t) {
    return t.id == static_cast<unsigned char>(character);
  });
}

std::optional<TerrainId> terrain_class(std::string_view name_or_character) {
  for (const TerrainName& t : terrain_names) {
    if (t.name == name_or_character) return t.id;
  }
  if (name_or_character.size() != 1) return std::nullopt;
  const char c = name_or_character[0];
  if (c == 'O') return terrain::out_of_bounds;
  if (c <= ' ' || c > '~') return std::nullopt;
  return static_cast<TerrainId>(c);
}

Profile default_profile() {
  Profile profile;
  profile.cost.fill(impassable);
  for (const TerrainId id : {terrain::ground, terrain::grass, terrain::swamp}) profile.cost[id] = 1;
  for (Cost digit = 1; digit <= 9; ++digit) profile.cost[static_cast<std::size_t>('0' + digit)] = digit;
  return profile;
}

}  // namespace portolan
