// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A graph of your own: six rooms, doors between them, and stairs that lead down only.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>

#include <portolan/hierarchy/graph_hierarchy.hpp>

namespace dungeon {

struct Door {
  std::size_t to;
  std::uint32_t steps;
};
struct Rooms {
  using vertex_descriptor = std::size_t;  // rooms are numbers from 0
  using edge_descriptor = Door;
  using out_edge_iterator = std::vector<Door>::const_iterator;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using degree_size_type = std::size_t;

  std::vector<std::vector<Door>> doors;
};

std::size_t num_vertices(const Rooms& rooms) { return rooms.doors.size(); }
std::size_t target(const Door& door, const Rooms&) { return door.to; }
std::uint32_t get(boost::edge_weight_t, const Rooms&, const Door& door) { return door.steps; }
std::pair<Rooms::out_edge_iterator, Rooms::out_edge_iterator> out_edges(std::size_t v, const Rooms& rooms) {
  return {rooms.doors[v].begin(), rooms.doors[v].end()};
}

}  // namespace dungeon

int main() {
  using Hierarchy = portolan::GraphHierarchy<dungeon::Rooms>;
  dungeon::Rooms rooms{{{{1, 4}, {3, 2}}, {{0, 4}, {2, 5}}, {{1, 5}}, {{4, 6}}, {{3, 6}, {5, 3}}, {{4, 3}}}};

  // Which sector each room is in: upstairs is 0, downstairs 1. GraphPartition::cut() finds some by itself.
  auto hierarchy = Hierarchy::create(rooms, {{0, 0, 0, 1, 1, 1}, 2});
  if (!hierarchy) {
    std::cerr << hierarchy.error().text() << '\n';
    return 1;
  }
  Hierarchy::Planner planner(*hierarchy);
  Hierarchy::Field field(*hierarchy);
  field.reset(planner.plan({.agents = {2}, .goals = {{5}}}));
  field.advance();
  std::cout << "from room 2 to 5 in " << field.at(2).units << " steps:";
  for (const std::uint32_t room : field.path(2)) std::cout << ' ' << room;
  std::cout << "\nback " << (hierarchy->can_reach(5, 2) ? "there is a way" : "there is none") << '\n';

  rooms.doors[3].push_back({0, 9});  // a ladder up
  const std::vector<std::uint32_t> changed{3};
  if (!hierarchy->apply(changed)) return 1;
  const auto plan = planner.plan({.agents = {5}, .goals = {{2}}});
  std::cout << "with a ladder in " << plan.cost.units << " steps; the field is "
            << (field.stale() ? "stale" : "fresh") << '\n';
}
