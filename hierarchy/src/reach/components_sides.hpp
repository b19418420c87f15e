// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/hierarchy/detail/level.hpp>

namespace portolan::detail {

/// Areas on both sides of a border node, and its places there.
struct Sides {
  std::uint32_t a, b, place_a, place_b;
};
[[nodiscard]] inline Sides sides_of(const Level& level, std::uint32_t id) {
  const NodeRecord& node = level.nodes[id];
  return {level.area_a(node), level.area_b(node), level.place(id, node, true), level.place(id, node, false)};
}

}  // namespace portolan::detail
