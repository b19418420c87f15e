// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/core/sector_source.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

/// Which blocks of a world are in memory, and where the others are.
struct World::Streaming {
  std::shared_ptr<const SectorSource> source;
  std::vector<std::uint8_t> resident;  // per block
  std::vector<std::uint8_t> edited;    // per block: its terrain is not that of the source
  std::uint32_t resident_count = 0;
};

}  // namespace portolan
