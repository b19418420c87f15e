// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include <portolan/core/world.hpp>

#include "clearance.hpp"

namespace portolan {

/// Which cells were walls before clearance at the last commit, to all profiles with a clearance that agree
/// about it: the same classes of ground, and whether they see passing stamps. A commit begins with those that
/// edits have changed, for from there alone costs around edits change. Rows that are not known are computed
/// when they are asked for. Streamed worlds keep none.
struct World::Walls {
  static std::bitset<256> classes_of(const Profile& profile) {
    std::bitset<256> classes;
    for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = profile.cost[i] == impassable;
    return classes;
  }
  Walls(const Profile& profile, std::size_t block_count)
      : classes(classes_of(profile)),
        sees_passing(profile.sees_passing),
        blocks(block_count),
        known(block_count) {}

  [[nodiscard]] bool serves(const Profile& profile) const {
    return sees_passing == profile.sees_passing && classes == classes_of(profile);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return blocks.capacity() * sizeof(BlockedRows) + known.capacity() * sizeof(std::uint32_t) +
           changes.capacity() * sizeof(Change);
  }

  /// What edits have changed in a block, or may have where rows were not known.
  struct Change {
    Marks marks;
    bool opens = false;  ///< some wall may have gone
    bool fills = false;  ///< each cell of the marks has become a wall
    Marks ground;        ///< of what is edited that which is no wall now
  };

  std::bitset<256> classes;
  bool sees_passing;
  std::vector<BlockedRows> blocks;
  std::vector<std::uint32_t> known;  // by block: rows
  std::vector<Change> changes;       // of the commit at hand, by edited block
};

}  // namespace portolan
