// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include <portolan/config/map_file.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan {

/// A kind of file that holds a map. Everything that opens maps goes by `map_formats`, so that a new format is
/// a reader and a line in that table.
struct MapFormat {
  std::string_view name;                 ///< with its article: `a baked world`
  bool (*sniff)(std::string_view head);  ///< whether a file that begins so is one; 512 bytes are enough
  Result<SimulationWorld> (*read)(const std::filesystem::path& file, std::span<const Profile> profiles,
                                  const MapReadOptions& options);
};
[[nodiscard]] std::span<const MapFormat> map_formats();

/// The format of a plain file; null where none is known, and for what is no plain file. Compressed files are
/// known by what is in them.
[[nodiscard]] const MapFormat* map_format_of(const std::filesystem::path& file);

}  // namespace portolan
