// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/concept/assert.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/property_map/property_map.hpp>

#include <portolan/core/assert.hpp>
#include <portolan/core/min_queue.hpp>

namespace portolan {

/// Where a field over a graph leads to.
template <class Vertex, class Cost>
struct GraphGoal {
  Vertex vertex;
  Cost offset{};
};

/// What costs add up to: integers in 64 bits, so that ways through many edges fit, floats as they are.
template <class Weight>
using PathCost = std::conditional_t<std::is_floating_point_v<Weight>, Weight, std::uint64_t>;

/// A field over a graph: per vertex the cost to the nearest goal, and the successor on the way there.
/// Following successors from any reachable vertex ends at a goal. Immutable; any thread may read. O(1) per
/// question.
template <class Graph, class Cost, class IndexMap>
class BoostField {
 public:
  using Vertex = typename boost::graph_traits<Graph>::vertex_descriptor;

  [[nodiscard]] bool reachable(Vertex v) const { return entry(v).state != State::unreached; }
  [[nodiscard]] bool is_goal(Vertex v) const { return entry(v).state == State::goal; }
  /// Requires a reachable vertex.
  [[nodiscard]] Cost cost(Vertex v) const { return PORTOLAN_ASSERT(reachable(v)), entry(v).cost; }
  /// Where to go next. Requires a reachable vertex that is no goal.
  [[nodiscard]] Vertex next(Vertex v) const {
    return PORTOLAN_ASSERT(entry(v).state == State::way), entry(v).next;
  }

 private:
  template <class G, class Weights, class Indices, class Goals>
  friend auto boost_field(const G&, const Goals&, Weights, Indices);

  enum class State : std::uint8_t { unreached, way, goal };
  struct Entry {
    Cost cost{};
    Vertex next{};
    State state = State::unreached;
  };

  BoostField(std::size_t count, IndexMap index) : index_(index), entries_(count) {}
  [[nodiscard]] const Entry& entry(Vertex v) const { return entries_[get(index_, v)]; }

  IndexMap index_;
  std::vector<Entry> entries_;
};

// ---- details; boost_field itself stands at the end ----

namespace detail {

/// The edges that lead into a vertex, for graphs that know only those that lead out: turned round once,
/// O(edges).
template <class Graph>
class ReversedEdges {
 public:
  using Edge = typename boost::graph_traits<Graph>::edge_descriptor;

  template <class IndexMap>
  ReversedEdges(const Graph& graph, IndexMap index) : first_(num_vertices(graph) + 1, 0) {
    for_each_edge(graph, [&](const Edge& e) { ++first_[get(index, target(e, graph)) + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    edges_.resize(first_.back());
    std::vector<std::size_t> slot(first_.begin(), first_.end() - 1);
    for_each_edge(graph, [&](const Edge& e) { edges_[slot[get(index, target(e, graph))]++] = e; });
  }
  template <class Body>
  void for_each_into(std::size_t vertex_index, Body&& body) const {
    for (std::size_t i = first_[vertex_index]; i < first_[vertex_index + 1]; ++i) body(edges_[i]);
  }

 private:
  template <class Body>
  static void for_each_edge(const Graph& graph, Body&& body) {
    for (auto [v, last] = vertices(graph); v != last; ++v) {
      for (auto [e, end] = out_edges(*v, graph); e != end; ++e) body(*e);
    }
  }

  std::vector<std::size_t> first_;
  std::vector<Edge> edges_;
};

template <class Cost>
struct OpenVertex {
  Cost cost{};
  std::size_t index = 0;
  [[nodiscard]] bool before(const OpenVertex& other) const {
    return cost < other.cost || (!(other.cost < cost) && index < other.index);
  }
};

/// Calls body(predecessor, edge) for the edges into v, whatever the graph offers for that.
template <class Graph, class Reversed, class Body>
void for_each_edge_into(const Graph& graph, typename boost::graph_traits<Graph>::vertex_descriptor v,
                        std::size_t v_index, const Reversed& reversed, Body&& body) {
  if constexpr (!std::is_same_v<Reversed, std::nullptr_t>) {
    reversed.for_each_into(v_index, [&](const auto& e) { body(source(e, graph), e); });
  } else if constexpr (boost::is_undirected_graph<Graph>::value) {
    for (auto [e, last] = out_edges(v, graph); e != last; ++e) body(target(*e, graph), *e);
  } else {
    for (auto [e, last] = in_edges(v, graph); e != last; ++e) body(source(*e, graph), *e);
  }
}

template <class Graph>
inline constexpr bool knows_edges_into =
    boost::is_undirected_graph<Graph>::value ||
    std::is_convertible_v<typename boost::graph_traits<Graph>::traversal_category,
                          boost::bidirectional_graph_tag>;

template <class Graph, class IndexMap>
auto edges_into(const Graph& graph, IndexMap index) {
  if constexpr (knows_edges_into<Graph>) {
    return nullptr;
  } else {
    return ReversedEdges<Graph>(graph, index);
  }
}

}  // namespace detail

/// Computes the field of *any* graph: hexagons, roads, portals, grids. The graph models Boost.Graph's
/// VertexListGraph and IncidenceGraph (where it models BidirectionalGraph too or is undirected, nothing needs
/// to be turned round); weights are not negative; indices run from 0. Goals are a range of GraphGoal. Edges
/// are walked backward, so costs are those of the way *to* the goal also where edges are one-way. Dijkstra's
/// algorithm, O((V + E) log V); ties go to the smaller index, so equal input gives an equal field.
template <class Graph, class WeightMap, class IndexMap, class Goals>
[[nodiscard]] auto boost_field(const Graph& graph, const Goals& goals, WeightMap weight, IndexMap index) {
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<Graph>));
  using Traits = boost::graph_traits<Graph>;
  using Vertex = typename Traits::vertex_descriptor;
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyMapConcept<WeightMap, typename Traits::edge_descriptor>));
  BOOST_CONCEPT_ASSERT((boost::ReadablePropertyMapConcept<IndexMap, Vertex>));
  using Weight = typename boost::property_traits<WeightMap>::value_type;
  using Sum = PathCost<Weight>;
  using Field = BoostField<Graph, Sum, IndexMap>;

  Field field(num_vertices(graph), index);
  std::vector<Vertex> vertex(num_vertices(graph));
  for (auto [v, last] = vertices(graph); v != last; ++v) vertex[get(index, *v)] = *v;
  MinQueue<detail::OpenVertex<Sum>> open;
  const auto offer = [&](std::size_t i, Sum cost, Vertex next, typename Field::State state) {
    typename Field::Entry& entry = field.entries_[i];
    if (entry.state != Field::State::unreached && !(cost < entry.cost)) return;
    entry = {cost, next, state};
    open.push({cost, i});
  };
  for (const auto& goal : goals) {
    offer(get(index, goal.vertex), static_cast<Sum>(goal.offset), goal.vertex, Field::State::goal);
  }
  const auto reversed = detail::edges_into(graph, index);
  while (!open.empty()) {
    const detail::OpenVertex<Sum> nearest = open.pop();
    if (field.entries_[nearest.index].cost < nearest.cost) continue;
    const Vertex here = vertex[nearest.index];
    detail::for_each_edge_into(graph, here, nearest.index, reversed, [&](Vertex from, const auto& edge) {
      const Weight units = get(weight, edge);
      PORTOLAN_ASSERT(!(units < Weight{}));
      offer(get(index, from), nearest.cost + static_cast<Sum>(units), here, Field::State::way);
    });
  }
  return field;
}

/// The same with the graph's own `edge_weight` and `vertex_index`.
template <class Graph, class Goals>
[[nodiscard]] auto boost_field(const Graph& graph, const Goals& goals) {
  return boost_field(graph, goals, get(boost::edge_weight, graph), get(boost::vertex_index, graph));
}

}  // namespace portolan
