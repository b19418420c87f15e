// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/hierarchy/portal_graph.hpp>

#include <hierarchy_state.hpp>
#include <search/endpoints.hpp>
#include <search/lift.hpp>
#include <support/random.hpp>
#include <support/random_world.hpp>

// What the tests of the parts of a search share: a hierarchy with its inside open, and costs by searches that
// know nothing of those under test.

namespace portolan::test {

/// A built hierarchy, of which a test sees all.
struct OpenHierarchy {
  OpenHierarchy(const TestWorld& map, const HierarchyOptions& options)
      : state(map.world, map.profile, options) {
    state.build();
    state.settle();
  }
  detail::HierarchyState state;
};

/// Costs from every node of a level to the cheapest seed, by Boost's Dijkstra.
std::vector<std::uint64_t> boost_costs_to(const PortalGraph& graph, std::span<const detail::Seed> seeds);

/// What each agent's cheapest route costs: inside its sector, or by portals of level 0.
std::vector<std::uint64_t> boost_route_costs(const detail::HierarchyState& state,
                                             const detail::Endpoints& endpoints);

/// Costs between every node of a level and the cheapest seed by edges inside one area of the level above:
/// Dijkstra over the edges of the portal graph. Backward: from the nodes to the seeds.
std::vector<std::uint64_t> confined_costs(const detail::HierarchyState& state, std::size_t at,
                                          std::uint32_t area, std::span<const detail::Seed> seeds,
                                          bool backward);

/// A query on a random world: a few goals, some agents, all on passable cells.
struct RandomQuery {
  RandomQuery(const TestWorld& map, int most_agents, Random& random) {
    for (int i = random.between(1, 2); i > 0; --i)
      goals.push_back({random_passable_cell(map.view(), random)});
    for (int i = random.between(1, most_agents); i > 0; --i)
      agents.push_back(random_passable_cell(map.view(), random));
  }
  std::vector<Goal> goals;
  std::vector<Cell> agents;
};

}  // namespace portolan::test
