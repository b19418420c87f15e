// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hierarchy_state.hpp"
#include "search/end_finder.hpp"
#include "search/level_search.hpp"
#include "search/level_stack.hpp"
#include "search/route_step.hpp"

namespace portolan::detail {

/// Searches on one level that do not leave an area of the level above, node by node: for links, and for costs
/// that AreaCosts cannot hold. Scratch; reused.
class ConfinedSearch {
 public:
  explicit ConfinedSearch(const HierarchyState& state) : state_(state), levels_(state) {}

  /// An area of the level above `at`.
  struct Region {
    std::size_t at = 0;
    std::uint32_t area = 0;
  };

  /// Calls visit(node, cost) for all nodes that a path inside the region leads from to a seed; forward: to,
  /// from a seed.
  template <class Visit>
  void spread(Region region, std::span<const Seed> seeds, bool forward, Visit&& visit) {
    begin(region, forward);
    for (const Seed& seed : seeds) search_.seed(seed.node, seed.cost, seed.area, no_estimate);
    search_.run(no_estimate, [&](std::uint32_t node, std::uint64_t cost, std::uint64_t) {
      visit(node, cost);
      return true;
    });
  }

  /// The cheapest path inside the region from any target to any seed: which target, and the cost of all. No
  /// node: there is none.
  [[nodiscard]] AgentEnd find(Region region, std::span<const Seed> seeds, std::span<const AgentEnd> targets);
  /// The route that was found last, from this node on.
  [[nodiscard]] std::vector<RouteHop> route_from(std::uint32_t node) const;

  /// A seed on the boundary of the region from which a search leads into it.
  [[nodiscard]] Seed seed_into(Region region, std::uint32_t node) const;

  /// Nodes opened by the last search.
  [[nodiscard]] std::uint64_t opened() const { return search_.opened(); }
  [[nodiscard]] std::size_t memory_bytes() const { return search_.memory_bytes(); }

 private:
  static constexpr auto no_estimate = [](std::uint32_t) { return std::uint64_t{0}; };

  void begin(Region region, bool forward);

  const HierarchyState& state_;
  LevelStack levels_;
  LevelSearch search_;
};

}  // namespace portolan::detail
