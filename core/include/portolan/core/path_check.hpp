// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <portolan/core/grid_view.hpp>
#include <portolan/core/path.hpp>

namespace portolan {

/// Checks that a path is a legal walk with the cost that it claims: nothing, or the first fault in words.
/// Where a step and links join the same two cells, the cheapest of them counts.
/// Deliberately shares no code with any solver: the rule of movement is written down here a second time.
/// O(length), and O(all links) for every link that the path takes.
[[nodiscard]] std::optional<std::string> first_fault(const GridView& grid, const Path& path);

}  // namespace portolan
