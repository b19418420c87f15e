// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

#include <portolan/core/graph/waypoint_graph.hpp>

namespace portolan {

/// A graph the way Boost.Graph is quickest: compressed rows. Its edges are turned round, as searches here run
/// from the goal.
class BoostRoads {
 public:
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max() / 2;
  struct Weight {
    std::uint64_t units = 0;
  };
  using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weight>;

  explicit BoostRoads(const WaypointGraph& graph) {
    std::vector<std::pair<std::size_t, std::size_t>> ends;
    std::vector<Weight> weights;
    for (std::size_t v = 0; v < num_vertices(graph); ++v) {
      for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
        ends.emplace_back((*e).target, (*e).source);
        weights.push_back({(*e).units});
      }
    }
    graph_ = Graph(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), weights.begin(),
                   num_vertices(graph));
  }

  void costs_to(std::size_t goal, std::vector<std::uint64_t>& costs) const {
    costs.resize(num_vertices(graph_));
    boost::dijkstra_shortest_paths(
        graph_, goal,
        boost::weight_map(get(&Weight::units, graph_))
            .distance_map(boost::make_iterator_property_map(costs.begin(), get(boost::vertex_index, graph_)))
            .distance_inf(none));
  }
  [[nodiscard]] const Graph& graph() const { return graph_; }

 private:
  Graph graph_;
};

}  // namespace portolan
