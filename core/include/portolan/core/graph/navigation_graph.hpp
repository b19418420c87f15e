// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>

namespace portolan {

/// What the hierarchy wants of a graph of yours, in the words of Boost.Graph: `num_vertices`, `out_edges`,
/// `target`, and `get(boost::edge_weight, graph, edge)`. Vertices are numbers from 0, as where they are kept
/// in a vector; weights are whole numbers from 1 up. Edges into a vertex need not be known: who copies the
/// edges out of all has them.
template <class Graph>
concept NavigationGraph = requires(const Graph& graph,
                                   typename boost::graph_traits<Graph>::vertex_descriptor v,
                                   typename boost::graph_traits<Graph>::edge_descriptor e) {
  { num_vertices(graph) } -> std::convertible_to<std::size_t>;
  { *out_edges(v, graph).first } -> std::convertible_to<decltype(e)>;
  { target(e, graph) } -> std::convertible_to<decltype(v)>;
  requires std::integral<decltype(v)>;
  requires std::integral<std::remove_cvref_t<decltype(get(boost::edge_weight, graph, e))>>;
};

/// One whose vertices lie somewhere: `position(v, graph)` has members x and y. Where they lie serves to cut
/// it into sectors and to tell which of two vertices is nearer to a third; no cost is taken from it.
template <class Graph>
concept PositionedGraph = NavigationGraph<Graph> &&
    requires(const Graph& graph, typename boost::graph_traits<Graph>::vertex_descriptor v) {
  { position(v, graph).x } -> std::convertible_to<double>;
  { position(v, graph).y } -> std::convertible_to<double>;
};

}  // namespace portolan
