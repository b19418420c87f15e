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
#include <portolan/simulation/source_mark.hpp>

namespace portolan {

/// Where one layer comes from.
struct MapSource {
  struct File {
    std::filesystem::path path;
  };
  struct Drawing {
    std::string text;
  };

  std::variant<File, Drawing, GenerateOptions> from;
  SourceMark where;
};

/// Reads, draws or generates the map. Errors name the map's file, or the place in the scenario.
[[nodiscard]] Result<World> load_map(const MapSource& source, const MapReadOptions& options = {});

}  // namespace portolan
