// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/path.hpp>

namespace portolan::test {

/// A small block of cells that is written over the map: walls where '@' is, free ground elsewhere.
struct GppcPatch {
  int width = 0;
  std::vector<std::string> rows;
};

/// Lay a patch, or ask for a way.
struct GppcCommand {
  bool query = false;
  std::size_t patch = 0;
  Cell at;  ///< upper left cell of the patch, or the start
  Cell goal;
  double optimum = 0;  ///< straight steps at 1, diagonal steps at the square root of 2; no corner cutting
};

/// One file of the dynamic benchmark of the grid-based path planning competition. All ground is free at
/// first.
struct GppcScenario {
  Extent extent;
  std::vector<GppcPatch> patches;
  std::vector<GppcCommand> commands;
};

/// Reads a `.scen` file of the dynamic benchmark and the `.patch` file next to it that it names. Throws
/// std::runtime_error where they are not such files.
[[nodiscard]] GppcScenario load_gppc(const std::filesystem::path& scen);

/// True when a way is as good as the benchmark's optimum. Costs are 24 units a straight and 34 a diagonal
/// step, so that of ways of nearly one length another one can be the cheapest: the way must not be shorter
/// than the optimum by the benchmark's measure, and not cost more units than the optimum's own steps.
[[nodiscard]] bool matches_optimum(const Path& path, double optimum);

}  // namespace portolan::test
