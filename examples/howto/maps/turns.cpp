// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
// Two roads cross at 1; from the west (0) nobody may turn to the north (3), and to the south (4) it takes
// longer.
#include <iostream>
#include <vector>

#include <portolan/core/graph/turns.hpp>
#include <portolan/hierarchy/graph_hierarchy.hpp>

int main() {
  using portolan::GraphEdge, portolan::GraphTurn;
  std::vector<GraphEdge> edges;
  for (const std::size_t end : {0, 2, 3, 4}) {
    edges.push_back({end, 1, 10});
    edges.push_back({1, end, 10});
  }
  const portolan::WaypointGraph roads(5, edges);
  const portolan::TurnGraph streets(roads, {{0, 1, 3, GraphTurn::forbidden}, {0, 1, 4, 7}});

  using Hierarchy = portolan::GraphHierarchy<portolan::WaypointGraph>;
  auto hierarchy = Hierarchy::create(streets.graph(), portolan::GraphPartition::cut(streets.graph(), 4));
  if (!hierarchy) return 1;
  Hierarchy::Planner planner(*hierarchy);
  Hierarchy::Field field(*hierarchy);
  for (const std::size_t goal : {2, 3, 4}) {
    Hierarchy::Request request{{0}, {}};
    for (const std::uint32_t v : streets.copies(goal)) request.goals.push_back({v});
    field.reset(planner.plan(request));
    field.advance();
    std::cout << "to " << goal << " in " << field.at(0).units << ':';
    for (const std::uint32_t v : field.path(0)) std::cout << ' ' << streets.original(v);
    std::cout << '\n';
  }
}
