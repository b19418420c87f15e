// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <portolan/core/path_point.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan {

/// A random position that an agent on a cell can go to, all equally likely as long as it can go to one cell
/// in a hundred; nothing where it stands in a wall. Equal seeds give equal positions in equal worlds. Thread
/// rule: as for the hierarchy's reads. Cost: some hundred nanoseconds for every cell that is drawn; of a
/// small pocket in a large world as many as the world has cells, at worst.
[[nodiscard]] std::optional<PathPoint> random_reachable_point(const Hierarchy& hierarchy, Cell from,
                                                              std::uint64_t seed);

}  // namespace portolan
