// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::detail {

/// Numbers from 0 on, joined into sets by boost::disjoint_sets. Reusable scratch.
class DisjointSets {
 public:
  /// Each number in a set of its own.
  void reset(std::size_t size);
  /// False when the two were in one set already.
  bool unite(std::uint32_t a, std::uint32_t b);
  /// Makes the least number of each set stand for it, so that labels do not depend on the order of unions.
  void normalize();
  /// The number that stands for the set of this one; after `normalize`.
  [[nodiscard]] std::uint32_t least_of(std::uint32_t i) const { return parent_[i]; }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> rank_;  // at most the logarithm of the size
};

}  // namespace portolan::detail
