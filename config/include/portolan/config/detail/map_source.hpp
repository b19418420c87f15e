// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include <portolan/config/generate.hpp>
#include <portolan/config/map_file.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

/// Where one layer comes from: a file, a drawing, or a generator.
struct MapSource {
  std::variant<std::filesystem::path, std::string, GenerateOptions> from;
  Error where;
  RasterOptions raster{};  ///< of a file that is an image or an array
};

/// Reads, draws or generates the map. Errors name the map's file, or the place in the scenario.
[[nodiscard]] Result<World> load_map(const MapSource& source, const MapReadOptions& options = {});

}  // namespace portolan
