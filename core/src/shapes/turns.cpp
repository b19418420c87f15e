// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/graph/turns.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace portolan {

/// Writes the edges again, those to split vertices to the right copies.
struct TurnGraph::Maker {
  const WaypointGraph& given;
  std::vector<GraphTurn> turns;         // by via, from and to
  std::vector<std::size_t> first_rule;  // by copy: of the turns that begin with its edge, and the end of all
  std::vector<GraphEdge> edges;

  void group() {
    std::stable_sort(turns.begin(), turns.end(), [](const GraphTurn& a, const GraphTurn& b) {
      return std::tie(a.via, a.from, a.to) < std::tie(b.via, b.from, b.to);
    });
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (i == 0 || turns[i].via != turns[i - 1].via || turns[i].from != turns[i - 1].from)
        first_rule.push_back(i);
    }
    first_rule.push_back(turns.size());
  }
  [[nodiscard]] std::size_t copies() const { return first_rule.size() - 1; }
  [[nodiscard]] const GraphTurn& rule_of(std::size_t copy) const { return turns[first_rule[copy]]; }

  // Where an edge leads: to the copy for it, if there is one.
  [[nodiscard]] std::size_t target(std::size_t from, std::size_t via) const {
    const auto begin = first_rule.begin(), end = first_rule.end() - 1;
    const auto found =
        std::lower_bound(begin, end, std::pair(via, from),
                         [&](std::size_t rule, const std::pair<std::size_t, std::size_t>& wanted) {
                           return std::pair(turns[rule].via, turns[rule].from) < wanted;
                         });
    if (found == end || turns[*found].via != via || turns[*found].from != from) return via;
    return num_vertices(given) + static_cast<std::size_t>(found - begin);
  }
  // What the turn costs that begins with the edge of a copy.
  [[nodiscard]] std::uint32_t units(std::size_t copy, std::size_t to) const {
    std::uint32_t units = 0;
    for (std::size_t i = first_rule[copy]; i < first_rule[copy + 1]; ++i) {
      if (turns[i].to == to) units = turns[i].units;
    }
    return units;
  }

  void write() {
    for (std::size_t v = 0; v < num_vertices(given); ++v) {
      for (auto [e, end] = out_edges(v, given); e != end; ++e)
        edges.push_back({v, target(v, (*e).target), (*e).units});
    }
    for (std::size_t copy = 0; copy < copies(); ++copy) {
      const std::size_t via = rule_of(copy).via;
      for (auto [e, end] = out_edges(via, given); e != end; ++e) {
        const std::uint32_t more = units(copy, (*e).target);
        if (more == GraphTurn::forbidden) continue;
        const std::uint64_t weight = (*e).units + more;
        PORTOLAN_ASSERT(weight <= std::numeric_limits<std::uint32_t>::max(),
                        "an edge with its turn takes 32 bits");
        edges.push_back({num_vertices(given) + copy, target(via, (*e).target), weight});
      }
    }
  }
};

TurnGraph::TurnGraph(const WaypointGraph& graph, std::vector<GraphTurn> turns)
    : first_copy_(num_vertices(graph)) {
  PORTOLAN_ASSERT(std::all_of(turns.begin(), turns.end(),
                              [&](const GraphTurn& turn) {
                                return std::max({turn.from, turn.via, turn.to}) < first_copy_;
                              }),
                  "turns are between vertices of the graph");
  Maker maker{graph, std::move(turns), {}, {}};
  maker.group();
  maker.write();
  for (std::size_t copy = 0; copy < maker.copies(); ++copy) original_.push_back(maker.rule_of(copy).via);
  std::vector<Vec2> positions;
  if (graph.has_positions()) {
    for (std::size_t v = 0; v < first_copy_; ++v) positions.push_back(position(v, graph));
    for (const std::size_t v : original_) positions.push_back(position(v, graph));
  }
  graph_ = WaypointGraph(first_copy_ + original_.size(), maker.edges, std::move(positions));
}

std::vector<std::uint32_t> TurnGraph::copies(std::size_t vertex) const {
  PORTOLAN_ASSERT(vertex < first_copy_, "a vertex of the graph that was given");
  std::vector<std::uint32_t> all{static_cast<std::uint32_t>(vertex)};
  const auto [first, last] = std::equal_range(original_.begin(), original_.end(), vertex);
  for (auto copy = first; copy != last; ++copy)
    all.push_back(
        static_cast<std::uint32_t>(first_copy_ + static_cast<std::size_t>(copy - original_.begin())));
  return all;
}

}  // namespace portolan
