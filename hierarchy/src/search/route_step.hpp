// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace portolan::detail {

/// What a search knows of the route from one node to a seed: its cost, the area that it leads through next,
/// and the node where it leaves that area; none at a seed.
struct RouteStep {
  static constexpr std::uint32_t none = ~0U;

  std::uint64_t cost = 0;
  std::uint32_t area = none;
  std::uint32_t next = none;

  [[nodiscard]] bool known() const { return area != none; }
};

/// A step of a route that was found: from a node through an area to the next node; none at a seed.
struct RouteHop {
  std::uint32_t node = 0;
  std::uint32_t area = 0;
  std::uint32_t next = RouteStep::none;
};

}  // namespace portolan::detail
