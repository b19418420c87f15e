// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/hierarchy/detail/graph_landmarks.hpp>
#include <portolan/hierarchy/detail/graph_reach.hpp>
#include <portolan/hierarchy/detail/graph_sectors.hpp>
#include <portolan/hierarchy/detail/sector_version.hpp>
#include <portolan/hierarchy/quality.hpp>

namespace portolan::detail {

/// All that is known of a graph, whatever its type.
struct GraphState {
  [[nodiscard]] std::optional<Error> build(const GraphSource& source, GraphPartition parts);
  [[nodiscard]] Result<std::vector<std::uint32_t>> apply(const GraphSource& source,
                                                         std::span<const std::uint32_t> changed);
  [[nodiscard]] std::size_t memory_bytes() const;

  GraphSectors sectors;
  GraphReach reach;
  GraphLandmarks landmarks;
  GraphPartition partition;
};

/// A vertex where a field begins, and the cost to begin with.
struct GraphGoalAt {
  std::uint32_t vertex = 0;
  Distance offset{0};
  bool operator==(const GraphGoalAt&) const = default;
};

/// One order on a graph: all agents that go to the same goals. Vertices by their index.
struct GraphRequest {
  std::vector<std::uint32_t> agents{};
  std::vector<GraphGoalAt> goals{};
  QualityGoal quality{};
  /// Portals that the search may open before it ends with `budget_spent`.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
};

/// The answer, a value. Of `bounded` and `exact` it was searched by all portals, which every vertex on a
/// boundary is: costs are those of the cheapest paths of the whole graph, and the corridor holds one for each
/// agent. Of `path` and `widened` it was searched by gates, a few of the portals: costs are those of the
/// routes found, and no path in the corridor's field is costlier.
struct GraphPlan {
  Outcome outcome = Outcome::pending;   ///< the worst of the agents'
  std::vector<Outcome> agents;          ///< one per agent of the request
  std::vector<std::uint32_t> vertices;  ///< the agents
  std::vector<SectorId> corridor;       ///< ascending
  std::vector<SectorVersion> versions;  ///< of the corridor's sectors
  std::vector<GraphGoalAt> goals;
  QualityGoal quality;
  Distance cost = unreachable;  ///< costliest agent
  Distance lower_bound{0};      ///< of its optimum
  std::vector<Distance> costs;  ///< one per agent
  std::uint64_t nodes_opened = 0;
};

}  // namespace portolan::detail
