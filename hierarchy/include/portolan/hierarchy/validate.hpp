// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan {

struct ValidateOptions {
  /// Tables per level that are computed again and compared, evenly spread; 0: all.
  std::uint32_t tables = 0;
  /// Cells in the world up to which reachability is compared with a flood of the map; 0: never.
  std::size_t flooded_cells = std::size_t{1} << 22U;
};

/// Checks a hierarchy against its invariants and its world: portals of both sides of each border, their runs,
/// node and link records, portals of upper levels, tables, and reachability. Returns the first fault as a
/// sentence, nothing when all is well. For tests and for hosts that suspect a bug: builds with
/// PORTOLAN_VALIDATE call it, on a sample of the tables, after each build and settle.
///
/// Settles first. Where the world has commits that were not applied yet, or is streamed, the checks that need
/// its cells are left out. Thread rule: as any reader. Cost: with all tables that of a build on one thread.
[[nodiscard]] std::optional<std::string> validate(const Hierarchy& hierarchy,
                                                  const ValidateOptions& options = {});

}  // namespace portolan
