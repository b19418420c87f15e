// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <portolan/core/profile.hpp>

#include "stamp_overlay.hpp"

namespace portolan {

/// Calls visit(begin, end) for the runs of set bits.
template <class Visit>
void for_each_run(std::uint32_t bits, const Visit& visit) {
  while (bits != 0) {
    const int begin = std::countr_zero(bits);
    const int end = begin + std::countr_one(bits >> begin);
    visit(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    bits = end == 32 ? 0 : bits & ~0U << end;
  }
}

/// Some cells of row `y` of a block before clearance, from its terrain and its stamps by kind, null where
/// there are none. `terrain` and `out` are of the whole block.
void ground_row(const Profile& profile, const TerrainId* terrain,
                const std::array<const StampBlock*, 2>& stamps, std::size_t y, std::uint32_t columns,
                std::uint8_t* out);

}  // namespace portolan
