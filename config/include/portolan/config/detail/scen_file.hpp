// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// One query of a MovingAI `.scen` file. `optimum` is the length of a shortest path with straight steps of 1
/// and diagonal steps of the square root of two.
struct ScenQuery {
  int bucket = 0;
  std::string map;
  Extent extent;  ///< size of the map that the query was made on
  Cell start;
  Cell goal;
  double optimum = 0;
};

/// Reads all queries. Start and goal lie inside the extent that their line names; whether that is the map at
/// hand is for the caller to compare.
[[nodiscard]] Result<std::vector<ScenQuery>> read_scen(const std::filesystem::path& file);
[[nodiscard]] Result<std::vector<ScenQuery>> parse_scen(std::string_view text, const std::string& name);

}  // namespace portolan
