// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <limits>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <portolan/core/assert.hpp>

#include "reach/components.hpp"

namespace portolan::detail {

namespace {

// Beyond this many linked classes a table of which leads to which would outgrow its use.
constexpr std::size_t most_in_closure = 2048;

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// By node: the number of its strongly connected component, or cycle. They are numbered (by Tarjan,
// "Depth-First Search and Linear Graph Algorithms", 1972) so that edges lead from higher numbers to lower
// ones.
std::vector<std::uint32_t> find_cycles(std::span<const Edge> edges, std::size_t nodes) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  const Graph graph(edges.begin(), edges.end(), nodes);
  std::vector<std::uint32_t> cycles(nodes);
  boost::strong_components(
      graph, boost::make_iterator_property_map(cycles.begin(), get(boost::vertex_index, graph)));
  return cycles;
}

}  // namespace

void Components::relabel_links(const Level& lowest) {
  if (journal_ != nullptr && !linked_.empty()) {
    journal_->add([this, linked = std::move(linked_), next = std::move(next_),
                   closure = std::move(closure_)]() mutable {
      linked_ = std::move(linked);
      next_ = std::move(next);
      closure_ = std::move(closure);
    });
  } else if (journal_ != nullptr) {
    journal_->add([this] { linked_.clear(), next_.clear(), closure_.clear(); });
  }
  linked_.clear();
  next_.clear();
  closure_.clear();
  std::vector<std::pair<Class, Class>> joined;
  std::vector<Class> ends;
  for (const LinkNode& link : lowest.links) {
    if (!link.id.valid()) continue;
    const Class from = class_of(link.from_area, link.leaving_at);
    const Class to = class_of(link.to_area, link.arriving_at);
    if (from == to) continue;
    joined.emplace_back(from, to);
    ends.push_back(from);
    ends.push_back(to);
  }
  if (joined.empty()) return;
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const auto number = [&](Class c) {
    return static_cast<std::uint32_t>(std::lower_bound(ends.begin(), ends.end(), c) - ends.begin());
  };
  std::vector<Edge> edges;
  edges.reserve(joined.size());
  for (const auto& pair : joined) edges.emplace_back(number(pair.first), number(pair.second));
  const std::vector<std::uint32_t> cycles = find_cycles(edges, ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) linked_.emplace_back(ends[i], cycles[i]);
  next_.resize(*std::max_element(cycles.begin(), cycles.end()) + 1);
  for (const Edge& edge : edges) {
    const std::uint32_t from = cycles[edge.first], to = cycles[edge.second];
    if (from == to) continue;
    PORTOLAN_ASSERT(to < from);
    next_[from].push_back(to);
  }
  close_links();
}

// Edges lead to lower numbers, whose rows are done.
void Components::close_links() {
  if (next_.size() > most_in_closure) return;
  closure_.assign(next_.size(), std::vector<bool>(next_.size(), false));
  for (std::size_t c = 0; c < next_.size(); ++c) {
    closure_[c][c] = true;
    for (const std::uint32_t to : next_[c]) {
      for (std::size_t k = 0; k <= to; ++k) {
        if (closure_[to][k]) closure_[c][k] = true;
      }
    }
  }
}

bool Components::leads_to(Class from, Class to) const {
  if (from == to) return true;
  const auto cycle_of = [&](Class c) {
    const auto at = std::lower_bound(linked_.begin(), linked_.end(), std::pair{c, 0U});
    return at != linked_.end() && at->first == c ? at->second : std::numeric_limits<std::uint32_t>::max();
  };
  const std::uint32_t a = cycle_of(from);
  const std::uint32_t b = cycle_of(to);
  if (a == std::numeric_limits<std::uint32_t>::max() || b == std::numeric_limits<std::uint32_t>::max())
    return false;
  if (a == b) return true;
  if (!closure_.empty()) return closure_[a][b];
  std::vector<bool> seen(next_.size(), false);
  std::vector<std::uint32_t> open{a};
  while (!open.empty()) {
    const std::uint32_t c = open.back();
    open.pop_back();
    if (c == b) return true;
    for (const std::uint32_t to_cycle : next_[c]) {
      if (to_cycle < b || seen[to_cycle]) continue;
      seen[to_cycle] = true;
      open.push_back(to_cycle);
    }
  }
  return false;
}

}  // namespace portolan::detail
