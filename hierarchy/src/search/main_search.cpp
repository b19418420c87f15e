// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/main_search.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

// Landmarks say little about more agents than this, unless all stand together.
constexpr std::size_t most_by_landmarks = 64;

}  // namespace

MainSearch::MainSearch(const HierarchyState& state)
    : state_(state), levels_(state), heuristic_(state.bound.from({})) {}

void MainSearch::begin(const Task& task) {
  PORTOLAN_ASSERT(std::is_sorted(task.ends.begin(), task.ends.end(),
                                 [](const AgentEnd& a, const AgentEnd& b) { return a.node < b.node; }));
  task_ = task;
  search_.begin(levels_[task.at], BoundarySearch::Costs::lanes);
}

void MainSearch::seed() {
  for (const Seed& seed : task_.seeds) search_.seed(seed.node, seed.cost, seed.area);
}

std::uint64_t MainSearch::least_bound() const {
  std::uint64_t least = no_cost;
  for (const Seed& seed : task_.seeds) {
    least = std::min(least, seed.cost + heuristic_(levels_[task_.at], seed.node));
  }
  return least;
}

bool MainSearch::run(AgentRoutes& routes) {
  seed();
  const auto settle = [&](std::uint32_t node, std::uint64_t cost, std::uint64_t bound) {
    close_up_to(bound, routes);
    if (routes.open_count() == 0 || is_spent() || bound > task_.limit) return false;
    improve_by(node, cost, routes);
    return true;
  };
  const BoundarySearch::End end = search_.run(settle);
  if (end == BoundarySearch::End::exhausted) routes.close_up_to(no_cost);
  return end != BoundarySearch::End::overflow;
}

void MainSearch::run_wide(AgentRoutes& routes) {
  search_.begin(levels_[task_.at], BoundarySearch::Costs::wide);
  aim(routes);
  const bool fits = run(routes);
  PORTOLAN_ASSERT(fits);
  static_cast<void>(fits);
}

bool MainSearch::run_to(std::vector<std::uint32_t> nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  if (nodes.empty()) return true;
  HalfBox box;
  for (const std::uint32_t node : nodes) {
    const NodeRecord& record = levels_[task_.at].nodes[node];
    box.include(record.x2, record.y2);
  }
  heuristic_ = Heuristic(state_.bound.from(box));
  search_.set_heuristic(heuristic_);
  seed();
  std::vector<bool> known(nodes.size(), false);
  std::size_t left = nodes.size();
  const auto settle = [&](std::uint32_t node, std::uint64_t, std::uint64_t) {
    if (left == 0 || is_spent()) return false;
    const auto at = std::lower_bound(nodes.begin(), nodes.end(), node);
    if (at == nodes.end() || *at != node) return true;
    auto&& seen = known[static_cast<std::size_t>(at - nodes.begin())];
    left -= seen ? 0 : 1;
    seen = true;
    return true;
  };
  return search_.run(settle) != BoundarySearch::End::overflow;
}

// When half of the agents that the heuristic points at are done, it points at the others.
void MainSearch::close_up_to(std::uint64_t bound, AgentRoutes& routes) {
  routes.close_up_to(bound);
  if (routes.open_count() > 0 && 2 * routes.open_count() <= aimed_at_) aim(routes);
}

void MainSearch::improve_by(std::uint32_t node, std::uint64_t cost, AgentRoutes& routes) const {
  auto end = std::lower_bound(task_.ends.begin(), task_.ends.end(), node,
                              [](const AgentEnd& e, std::uint32_t n) { return e.node < n; });
  for (; end != task_.ends.end() && end->node == node; ++end) {
    routes.improve(end->agent, {cost + end->cost, node, AgentRoute::Kind::main, 0, true});
  }
}

void MainSearch::aim(const AgentRoutes& routes) {
  PORTOLAN_ASSERT(routes.size() == task_.agents.size());
  HalfBox box;
  for (std::size_t i = 0; i < task_.agents.size(); ++i) {
    if (routes.is_open(i)) box.include(task_.agents[i].cell);
  }
  heuristic_ = Heuristic(state_.bound.from(box));
  aimed_at_ = routes.open_count();
  if (aimed_at_ <= most_by_landmarks) {
    const Guides guides = state_.guides();
    if (task_.at == levels_.top()) {
      if (guides.landmarks != nullptr) use_landmarks(guides, routes);
    } else if (guides.has_base()) {
      use_base_potentials(guides, routes);
    }
    if (guides.lent != nullptr) heuristic_.use_nodes_of(*(*guides.lent)[task_.at]);
  }
  search_.set_heuristic(heuristic_);
}

template <class AddEnd>
PotentialRange MainSearch::agent_potentials(const AgentRoutes& routes, const AddEnd& add) {
  potentials_.assign(task_.agents.size(), {});
  for (const AgentEnd& end : task_.ends) {
    if (routes.is_open(end.agent)) add(potentials_[end.agent], end);
  }
  PotentialRange all;
  for (std::size_t i = 0; i < task_.agents.size(); ++i) {
    if (routes.is_open(i)) join(all, potentials_[i]);
  }
  return all;
}

void MainSearch::use_landmarks(const Guides& guides, const AgentRoutes& routes) {
  const PotentialRange all = agent_potentials(routes, [&](PotentialRange& to, const AgentEnd& end) {
    add_end(to, guides.landmarks->of(guides.node(state_.levels, task_.at, end.node)), end.cost);
  });
  heuristic_.use(*guides.landmarks, all, guides.symmetric);
}

void MainSearch::use_base_potentials(const Guides& guides, const AgentRoutes& routes) {
  PORTOLAN_ASSERT(task_.at == 0);
  const BasePotentials& base = *guides.base;
  const Level& level = levels_[0];
  const AreaGrid& above = levels_[1].grid;
  const PotentialRange all = agent_potentials(routes, [&](PotentialRange& to, const AgentEnd& end) {
    const std::uint32_t area = above.area_of(level.cell_a(level.nodes[end.node]));
    base.prepare(area);
    add_end(to, *base.rows(guides.node(state_.levels, 0, end.node)), base.bases(area), end.cost);
  });
  heuristic_.use(base, all, above);
}

}  // namespace portolan::detail
