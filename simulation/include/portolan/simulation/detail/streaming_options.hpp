// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/core/result.hpp>

namespace portolan::detail {

/// Of a world of which only a part is in memory.
struct StreamingOptions {
  bool enabled = false;
  double resident = 0.05;           ///< share of the sectors (32 by 32 cells) in memory at a time
  std::int32_t loads_per_tick = 1;  ///< sectors
  std::int32_t ahead = 16;          ///< sectors on each agent's way
  Error where;
};

}  // namespace portolan::detail
