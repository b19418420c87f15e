// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// Where the nodes of a level are on the same level of a lender, which has nodes at all of their places and
/// maybe more between them. Both are as of the same commit.
class LentNodes {
 public:
  LentNodes(const Level& own, const Level& lent) : own_(&own), lent_(&lent) {}

  [[nodiscard]] std::uint32_t of(std::uint32_t node) const;
  /// All nodes of the border of this one follow one another there as they do here.
  [[nodiscard]] bool same_border(std::uint32_t node) const {
    const std::uint32_t border = own_->nodes[node].border_id().value;
    return own_->borders[border].count == lent_->borders[border].count;
  }
  /// Whether all of the level's nodes are there.
  [[nodiscard]] bool all_there() const;

 private:
  static constexpr std::uint32_t none = ~0U;
  [[nodiscard]] std::uint32_t find(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t find_link(const LinkNode& link) const;

  const Level* own_;
  const Level* lent_;
};

}  // namespace portolan::detail
