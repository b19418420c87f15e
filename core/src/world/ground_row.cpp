// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "ground_row.hpp"

#include <algorithm>

namespace portolan {

void ground_row(const Profile& profile, const TerrainId* terrain,
                const std::array<const StampBlock*, 2>& stamps, std::size_t y, std::uint32_t columns,
                std::uint8_t* out) {
  const TerrainId* const from = terrain + y * BlockArray::side;
  std::uint8_t* const row = out + y * BlockArray::side;
  std::uint32_t blocked = 0;
  std::uint32_t costlier = 0;
  for (const StampBlock* kind : stamps) {
    if (kind == nullptr) continue;
    blocked |= kind->blocked[y];
    costlier |= kind->costlier[y];
  }
  // What is under a stamp that blocks lies elsewhere in memory, and does not matter.
  for_each_run(columns & ~blocked, [&](std::size_t begin, std::size_t end) {
    for (std::size_t x = begin; x < end; ++x) row[x] = profile.cost[from[x]];
  });
  for (std::uint32_t left = columns & blocked; left != 0; left &= left - 1)
    row[std::countr_zero(left)] = impassable;
  for (std::uint32_t left = columns & costlier & ~blocked; left != 0; left &= left - 1) {
    const auto x = static_cast<std::size_t>(std::countr_zero(left));
    if (row[x] == impassable) continue;
    std::int64_t cost = row[x];
    for (const StampBlock* kind : stamps) {
      if (kind != nullptr) cost += kind->counts[y * BlockArray::side + x].extra;
    }
    row[x] = static_cast<Cost>(std::min<std::int64_t>(254, cost));
  }
}

}  // namespace portolan
