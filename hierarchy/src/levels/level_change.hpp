// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace portolan::detail {

/// What an update of a level touched. Ascending.
struct LevelChange {
  std::vector<std::uint32_t> rebuilt;  ///< areas whose tables were rebuilt
  std::vector<std::uint32_t> changed;  ///< those of them whose tables or nodes are others than before
};

}  // namespace portolan::detail
