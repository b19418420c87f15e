// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <portolan/config/detail/raster_options.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

/// What a map may claim before memory is taken for it, and what else to look at.
struct MapReadOptions {
  std::int32_t max_side = 32768;
  std::uint64_t max_cells = 1ULL << 30U;
  /// Characters that may stand in the map besides the known ones (`terrain.hpp`).
  std::string further_classes;
  /// Looks for damage in all of the file now, not when it is met later (saved worlds; a map is read whole).
  bool thorough = false;
  /// Of images and arrays alone.
  RasterOptions raster;
};

/// Reads a MovingAI map (`type octile`, `height`, `width`, `map`, rows). Compressed maps (.xz) are known by
/// their content, not their name, and are decoded as a stream. The world has one layer, terrain classes as in
/// `terrain.hpp`, and no profile yet.
/// Memory: the world and a strip of 32 rows. A header that claims too much fails before memory is taken for
/// it.
[[nodiscard]] Result<World> read_map(const std::filesystem::path& file, const MapReadOptions& options = {});

/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] Result<World> parse_map(std::string_view text, const std::string& name,
                                      const MapReadOptions& options = {});

/// A map drawn as text without a header: one line per row, all equally long. Blank lines at the end and a
/// common indentation are dropped.
[[nodiscard]] Result<World> parse_drawing(std::string_view text, const std::string& name,
                                          const MapReadOptions& options = {});

/// Writes one layer of a world as a MovingAI map; compressed when the name ends in `.xz`. The file appears
/// whole under its name or not at all.
[[nodiscard]] std::optional<Error> write_map(const World& world, const std::filesystem::path& file,
                                             std::int32_t layer = 0);

}  // namespace portolan
