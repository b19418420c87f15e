// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <limits>

#include "reach/components.hpp"

namespace portolan::detail {

namespace {

// Beyond this many linked classes a table of which leads to which would outgrow its use.
constexpr std::size_t most_in_closure = 2048;

// Strongly connected components, after Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), with
// its own stack. They are numbered so that edges lead from higher numbers to lower ones.
class Cycles {
 public:
  explicit Cycles(const std::vector<std::vector<std::uint32_t>>& next)
      : next_(next), order_(next.size(), unseen), low_(next.size(), 0), cycle_(next.size(), unseen) {
    for (std::uint32_t v = 0; v < next.size(); ++v) {
      if (order_[v] == unseen) visit(v);
    }
  }
  [[nodiscard]] std::uint32_t of(std::uint32_t v) const { return cycle_[v]; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  static constexpr std::uint32_t unseen = ~0U;
  struct Frame {
    std::uint32_t v;
    std::size_t edge;
  };

  void open(std::uint32_t v) {
    order_[v] = low_[v] = clock_++;
    path_.push_back(v);
    frames_.push_back({v, 0});
  }
  void visit(std::uint32_t root) {
    open(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::uint32_t v = frame.v;
      if (frame.edge < next_[v].size()) {
        const std::uint32_t w = next_[v][frame.edge++];
        if (order_[w] == unseen) {
          open(w);
        } else if (cycle_[w] == unseen) {
          low_[v] = std::min(low_[v], order_[w]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().v] = std::min(low_[frames_.back().v], low_[v]);
      if (low_[v] == order_[v]) close(v);
    }
  }
  void close(std::uint32_t v) {
    for (std::uint32_t w = unseen; w != v;) {
      w = path_.back();
      path_.pop_back();
      cycle_[w] = count_;
    }
    ++count_;
  }

  const std::vector<std::vector<std::uint32_t>>& next_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> cycle_;
  std::vector<std::uint32_t> path_;
  std::vector<Frame> frames_;
  std::uint32_t clock_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

void Components::relabel_links(const Level& lowest) {
  linked_.clear();
  next_.clear();
  closure_.clear();
  std::vector<std::pair<Class, Class>> edges;
  for (const LinkNode& link : lowest.links) {
    if (!link.id.valid()) continue;
    const Class from = class_of(link.from_area, link.leaving_at);
    const Class to = class_of(link.to_area, link.arriving_at);
    if (from != to) edges.emplace_back(from, to);
  }
  if (edges.empty()) return;
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<Class> ends;
  for (const auto& edge : edges) {
    ends.push_back(edge.first);
    ends.push_back(edge.second);
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const auto number = [&](Class c) {
    return static_cast<std::uint32_t>(std::lower_bound(ends.begin(), ends.end(), c) - ends.begin());
  };
  std::vector<std::vector<std::uint32_t>> graph(ends.size());
  for (const auto& edge : edges) graph[number(edge.first)].push_back(number(edge.second));
  const Cycles cycles(graph);
  for (std::uint32_t i = 0; i < ends.size(); ++i) linked_.emplace_back(ends[i], cycles.of(i));
  next_.resize(cycles.count());
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    for (const std::uint32_t to : graph[i]) {
      if (cycles.of(i) != cycles.of(to)) next_[cycles.of(i)].push_back(cycles.of(to));
    }
  }
  if (next_.size() > most_in_closure) return;
  closure_.assign(next_.size(), std::vector<bool>(next_.size(), false));
  for (std::size_t c = 0; c < next_.size(); ++c) {  // edges lead to lower numbers, whose rows are done
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
