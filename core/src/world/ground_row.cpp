// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "ground_row.hpp"

#include <algorithm>

namespace portolan {

namespace {

// Lays the stamps of some cells of one row of a block on their costs.
void lay_stamps(const std::array<const StampBlock*, 2>& stamps, std::size_t y, std::uint32_t columns,
                std::uint8_t* row) {
  std::uint32_t blocked = 0;
  std::uint32_t costlier = 0;
  for (const StampBlock* kind : stamps) {
    if (kind == nullptr) continue;
    blocked |= kind->blocked[y];
    costlier |= kind->costlier[y];
  }
  blocked &= columns;
  costlier &= columns;
  for (std::uint32_t left = blocked; left != 0; left &= left - 1) row[std::countr_zero(left)] = impassable;
  for (std::uint32_t left = costlier & ~blocked; left != 0; left &= left - 1) {
    const auto x = static_cast<std::size_t>(std::countr_zero(left));
    if (row[x] == impassable) continue;
    std::int64_t cost = row[x];
    for (const StampBlock* kind : stamps) {
      if (kind != nullptr) cost += kind->counts[y * BlockArray::side + x].extra;
    }
    row[x] = static_cast<Cost>(std::min<std::int64_t>(254, cost));
  }
}

}  // namespace

void ground_row(const Profile& profile, const TerrainId* terrain,
                const std::array<const StampBlock*, 2>& stamps, std::size_t y, std::uint32_t columns,
                std::uint8_t* out) {
  const TerrainId* const from = terrain + y * BlockArray::side;
  std::uint8_t* const row = out + y * BlockArray::side;
  for_each_run(columns, [&](std::size_t begin, std::size_t end) {
    for (std::size_t x = begin; x < end; ++x) row[x] = profile.cost[from[x]];
  });
  lay_stamps(stamps, y, columns, row);
}

}  // namespace portolan
