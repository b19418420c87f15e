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
  std::string_view endings;              ///< of names of such files, as words: `.tif .tiff`
  bool (*sniff)(std::string_view head);  ///< whether a file that begins so is one; 512 bytes are enough
  Result<SimulationWorld> (*reader)(const std::filesystem::path& file, std::span<const Profile> profiles,
                                    const MapReadOptions& options);

  /// An error says so where nothing but the name tells that the file is one of these.
  [[nodiscard]] Result<SimulationWorld> read(const std::filesystem::path& file,
                                             std::span<const Profile> profiles,
                                             const MapReadOptions& options) const;
};
[[nodiscard]] std::span<const MapFormat> map_formats();

/// The format of a plain file, by what is in it, which of compressed files is decompressed; by the ending of
/// its name where no format, of a graph neither, begins so. Null where neither tells, and for what is no
/// plain file.
[[nodiscard]] const MapFormat* map_format_of(const std::filesystem::path& file);

}  // namespace portolan
