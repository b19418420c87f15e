// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "search/order_search.hpp"

namespace portolan::detail {

namespace {

// Landmarks say little about more agents than this, unless all stand together.
constexpr std::size_t most_by_landmarks = 64;
// More agents than this do not climb.
constexpr std::size_t most_climbers = 8;
// Most ways are at most a quarter, and so many units, longer than the bound says: what makes them longer is
// left out at first.
constexpr std::uint64_t likely_detour = 4;
constexpr std::uint64_t likely_slack = std::uint64_t{24} * 32;
// Nothing is near that costs more than so many times what it may be away.
constexpr std::uint64_t most_winding = 4;

}  // namespace

// Where areas have 256 cells along a side, ways of up to some 1,600 take less time so than by the level above
// (docs/hierarchy.md); without landmarks only the shortest do.
constexpr OrderSearch::Near OrderSearch::near_by_landmarks{6, 800};
constexpr OrderSearch::Near OrderSearch::near_by_octile{1, 150};

void OrderSearch::search() {
  open();
  if (open_agents_ == 0) return;
  settle_all();
  for (AgentCell& agent : agents_) {
    if (agent.open) agent.outcome = Outcome::budget_spent;
    agent.open = false;
  }
}

void OrderSearch::settle_all() {
  if (top() == 0) {
    begin_main(0, false);
    return finish();
  }
  if (open_agents_ > most_climbers) {
    index_ends();
    if (!settle_below()) search_level_0();
    return;
  }
  if (is_near()) {
    if (run_near()) return;
    opened_ += main_opened();
    open();
  }
  climb_limit_ = likely_limit();
  climb();
  if (!any_above(climb_limit_)) return;
  // Some way may be found by nodes that were left out.
  opened_ += main_opened();
  open();
  climb_limit_ = no_cost;
  climb();
}

// All of the order on the lowest level.
void OrderSearch::search_level_0() {
  below_insides_.clear();
  below_costs_.clear();
  opened_ += main_opened();
  open();
  begin_main(0, false);
  finish();
}

// Searches on the top level, from where the ends of the order are climbed to.
void OrderSearch::climb() {
  insides_used_ = 0;
  goal_insides_.clear();
  agent_insides_.clear();
  for (std::size_t at = 1; at < ends_.size(); ++at) ends_[at].clear();
  climb_goals();
  begin_main(top(), false);
  finish();
}

void OrderSearch::finish() {
  if (run_at_ > 0) {
    climb_agents();
    search_inside();
  }
  const std::uint64_t left = request_->max_nodes - std::min(request_->max_nodes, opened_);
  set_heuristic();
  if (!run(left)) {
    // Costs outgrew the lanes: all of it again.
    open();
    begin_main(run_at_, true);
    if (run_at_ > 0) search_inside();
    set_heuristic();
    static_cast<void>(run(left));
  }
}

// What the costliest of the open agents costs on most maps.
std::uint64_t OrderSearch::likely_limit() const {
  std::uint64_t most = 0;
  for (const AgentCell& agent : agents_) {
    if (agent.open) most = std::max(most, lower_bound(agent));
  }
  return most + most / likely_detour + likely_slack;
}

// True when the way of some agent costs more than that.
bool OrderSearch::any_above(std::uint64_t limit) const {
  return std::any_of(agents_.begin(), agents_.end(), [&](const AgentCell& agent) {
    const bool has_path = agent.outcome == Outcome::complete || agent.outcome == Outcome::partial;
    return has_path && agent.best > limit;
  });
}

// True when that was all.
bool OrderSearch::run_near() {
  begin_main(0, false);
  set_heuristic();
  // What landmarks know to be a long way round is not begun here, however near by position.
  const std::uint64_t reach = most_winding * state_.bound.least_cost() * 24 *
                              static_cast<std::uint64_t>(near().sides * level(1).grid.side());
  const bool any = std::any_of(seeds_[0].begin(), seeds_[0].end(), [&](const GoalEnd& seed) {
    return seed.cost + aim_(level(0), seed.node) <= reach;
  });
  return any && run(std::min(near().nodes, request_->max_nodes)) && open_agents_ == 0;
}

const OrderSearch::Near& OrderSearch::near() const {
  return has_near_landmarks() ? near_by_landmarks : near_by_octile;
}

bool OrderSearch::is_near() const {
  const std::int32_t reach = near().sides * level(1).grid.side();
  for (const AgentCell& agent : agents_) {
    if (!agent.open) continue;
    const bool near = std::any_of(goals_.begin(), goals_.end(), [&](const Goal& goal) {
      return std::abs(goal.cell.x - agent.cell.x) <= reach && std::abs(goal.cell.y - agent.cell.y) <= reach;
    });
    if (!near) return false;
  }
  return true;
}

// Opens the agents whose cost only a search can tell.
void OrderSearch::open() {
  waiting_ = {};
  open_agents_ = 0;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    AgentCell& agent = agents_[i];
    if (agent.outcome != Outcome::complete && agent.outcome != Outcome::partial) continue;
    agent.best = agent.direct;
    agent.way = AgentCell::Way::direct;
    agent.open = agent.leaves;  // otherwise the way inside the sector is all that there is
    if (!agent.open) continue;
    ++open_agents_;
    waiting_.emplace(agent.best, static_cast<std::uint32_t>(i));
  }
}

void OrderSearch::begin_main(std::size_t at, bool wide) {
  begun_ = true;
  wide_ = wide;
  run_at_ = at;
  wide ? searches_[at].begin(level(at)) : lanes_.begin(level(at));
  if (walked_.size() < level(at).nodes.size()) walked_.resize(level(at).nodes.size(), 0);
}

bool OrderSearch::run(std::uint64_t max_nodes) {
  budget_ = max_nodes;
  const auto estimate = [this](std::uint32_t node) { return aim_(level(run_at_), node); };
  for (const GoalEnd& seed : seeds_[run_at_]) {
    wide_ ? searches_[run_at_].seed(seed.node, seed.cost, seed.area, estimate)
          : lanes_.seed(seed.node, seed.cost, seed.area);
  }
  const auto on_settle = [this](std::uint32_t node, std::uint64_t cost, std::uint64_t bound) {
    return settle(node, cost, bound);
  };
  bool stopped = false;
  if (wide_) {
    stopped = searches_[run_at_].run(estimate, on_settle);
  } else {
    const LaneSearch::End end = lanes_.run(on_settle);
    if (end == LaneSearch::End::overflow) return false;
    stopped = end == LaneSearch::End::stopped;
  }
  if (!stopped) finish_agents(no_cost);
  return true;
}

// What the main search knows about a node.
LaneSearch::Way OrderSearch::path_from(std::uint32_t node) const {
  if (!wide_) return lanes_.way(node);
  const LevelSearch& search = searches_[run_at_];
  if (!search.knows(node)) return {};
  const SearchLabel& label = search.label(node);
  return {label.cost, label.via, label.parent, search.is_final(node)};
}

// Called once per node, in the order of their bounds. False ends the search.
bool OrderSearch::settle(std::uint32_t node, std::uint64_t cost, std::uint64_t bound) {
  finish_agents(bound);
  if (open_agents_ == 0 || main_opened() >= budget_) return false;
  const std::vector<AgentEnd>& ends = ends_[run_at_];
  auto end = std::lower_bound(ends.begin(), ends.end(), node,
                              [](const AgentEnd& e, std::uint32_t n) { return e.node < n; });
  for (; end != ends.end() && end->node == node; ++end) improve(*end, cost);
  return true;
}

void OrderSearch::improve(const AgentEnd& end, std::uint64_t cost) {
  AgentCell& agent = agents_[end.agent];
  if (!agent.open || cost + end.cost >= agent.best) return;
  agent.best = cost + end.cost;
  agent.node = end.node;
  agent.way = AgentCell::Way::main;
  waiting_.emplace(agent.best, end.agent);
}

// Agents whose cost no open way can undercut are done.
void OrderSearch::finish_agents(std::uint64_t bound) {
  while (!waiting_.empty() && waiting_.top().first <= bound) {
    const Waiting next = waiting_.top();
    if (next.first == no_cost) break;
    waiting_.pop();
    AgentCell& agent = agents_[next.second];
    if (!agent.open || next.first != agent.best) continue;
    agent.open = false;
    --open_agents_;
  }
  if (open_agents_ > 0 && 2 * open_agents_ <= aimed_at_) aim();
}

void OrderSearch::set_heuristic() {
  aimed_at_ = 0;
  aim();
}

// Points the estimate at the agents that are still open.
void OrderSearch::aim() {
  HalfBox box;
  for (const AgentCell& agent : agents_) {
    if (agent.open) box.include(agent.cell);
  }
  aim_ = Heuristic(state_.bound.from(box));
  const bool again = aimed_at_ != 0;
  aimed_at_ = open_agents_;
  if (open_agents_ <= most_by_landmarks) {
    if (run_at_ == top()) {
      use_landmarks();
    } else if (has_near_landmarks()) {
      use_near_landmarks();
    }
  }
  if (!wide_) {
    lanes_.aim(aim_);
  } else if (again) {
    searches_[run_at_].expect_rise();
  }
}

bool OrderSearch::has_near_landmarks() const { return state_.symmetric && !state_.base_potentials.empty(); }

template <class AddEnd>
PotentialRange OrderSearch::agent_potentials(const AddEnd& add) {
  potentials_.assign(agents_.size(), {});
  for (const AgentEnd& end : ends_[run_at_]) {
    if (agents_[end.agent].open) add(potentials_[end.agent], end);
  }
  PotentialRange all;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].open) detail::join(all, potentials_[i]);
  }
  return all;
}

void OrderSearch::use_landmarks() {
  const PotentialRange all = agent_potentials([this](PotentialRange& to, const AgentEnd& end) {
    add_end(to, state_.landmarks.of(end.node), end.cost);
  });
  aim_.use(state_.landmarks, all, state_.symmetric);
}

void OrderSearch::use_near_landmarks() {
  const BasePotentials& near = state_.base_potentials;
  const AreaGrid& above = level(1).grid;
  const PotentialRange all = agent_potentials([&](PotentialRange& to, const AgentEnd& end) {
    add_end(to, *near.rows(end.node), near.bases(above.area_of(level(0).cell_a(level(0).nodes[end.node]))),
            end.cost);
  });
  aim_.use(near, all, above);
}

}  // namespace portolan::detail
