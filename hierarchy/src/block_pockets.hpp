// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/level.hpp>

#include "area_table.hpp"
#include "components.hpp"

namespace portolan::detail {

/// Which nodes on the rim of a block of areas ways inside the block join. The areas have no links, so that
/// ways lead in both directions. Found when it is first asked for. Reusable scratch.
class BlockPockets {
 public:
  void reset(const Level& below, const ChildBlock& block);
  /// Number of nodes on the rim, itself included, that ways join node number `place` of the rim with; in the
  /// order of an area of the level above.
  [[nodiscard]] std::uint32_t size_around(std::uint32_t place);

 private:
  void find();
  void unite_inside(std::uint32_t child, std::uint32_t base);
  void unite_across(std::uint32_t x, std::uint32_t y);
  void list_rim();
  [[nodiscard]] std::uint32_t base(std::uint32_t x, std::uint32_t y) const;

  const Level* below_ = nullptr;
  ChildBlock block_;
  bool found_ = false;
  UnionFind unions_;
  std::vector<std::uint32_t> base_;   // by child: number of its first node
  std::vector<std::uint32_t> rim_;    // by place: number of the node
  std::vector<std::uint32_t> sizes_;  // by root
};

}  // namespace portolan::detail
