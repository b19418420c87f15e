// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <functional>
#include <vector>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/two_bit_color_map.hpp>

#include <baselines/grid_graph.hpp>
#include <baselines/reference_field.hpp>

namespace portolan {

namespace {

using Combine = boost::closed_plus<std::uint64_t>;

}  // namespace

ReferenceField reference_dijkstra_boost(GridView grid, std::span<const Goal> goals, const TileMask* mask) {
  const GridGraph graph(grid, mask);
  const GraphVertexIndex index;
  std::vector<std::uint64_t> units(num_vertices(graph), unreachable.units);
  std::vector<std::size_t> sources;
  for (const Goal& goal : goals) {
    if (graph.cost(goal.cell) == impassable) continue;
    const std::size_t vertex = graph.vertex(goal.cell);
    if (!reachable({units[vertex]})) sources.push_back(vertex);
    units[vertex] = std::min(units[vertex], goal.offset.units);
  }
  // The form without initialisation takes the goals' offsets as they stand in the distance map.
  const auto reversed = boost::make_reverse_graph(graph);
  boost::two_bit_color_map<GraphVertexIndex> color(num_vertices(graph), index);
  boost::dijkstra_shortest_paths_no_init(
      reversed, sources.begin(), sources.end(), boost::dummy_property_map(),
      boost::make_iterator_property_map(units.begin(), index), get(boost::edge_weight, reversed), index,
      std::less<>(), Combine(unreachable.units), std::uint64_t{0}, boost::default_dijkstra_visitor(), color);
  return {grid.extent(), std::move(units)};
}

ReferenceField reference_dijkstra_boost_no_color_map(GridView grid, std::span<const Goal> goals,
                                                     const TileMask* mask) {
  const GridGraph graph(grid, mask);
  const GraphVertexIndex index;
  const auto reversed = boost::make_reverse_graph(graph);
  std::vector<std::uint64_t> best(num_vertices(graph), unreachable.units);
  std::vector<std::uint64_t> units(num_vertices(graph));
  for (const Goal& goal : goals) {
    if (graph.cost(goal.cell) == impassable) continue;
    boost::dijkstra_shortest_paths_no_color_map(
        reversed, graph.vertex(goal.cell), boost::dummy_property_map(),
        boost::make_iterator_property_map(units.begin(), index), get(boost::edge_weight, reversed), index,
        std::less<>(), Combine(unreachable.units), unreachable.units, std::uint64_t{0},
        boost::default_dijkstra_visitor());
    for (std::size_t i = 0; i < best.size(); ++i) {
      best[i] = std::min(best[i], (Distance{units[i]} + goal.offset).units);
    }
  }
  return {grid.extent(), std::move(best)};
}

}  // namespace portolan
