// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/hierarchy/detail/graph_planner.hpp>

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/timestamp_set.hpp>

#include "general/graph_agents.hpp"

namespace portolan::detail {

struct GraphPlanner::Scratch {
  using Search = BestFirst<>;
  using State = Search::State;
  static constexpr std::uint32_t goal = ~0U;

  struct Label {
    std::uint64_t cost = 0;
    std::uint64_t rest = 0;     // bound on what comes after, an eighth more for a route by gates
    std::uint32_t next = goal;  // portal on the way to the goal
  };

  explicit Scratch(const GraphState& graph) : state(graph), agents(graph) {}

  [[nodiscard]] GraphPlan plan(const GraphRequest& request);
  void judge(const GraphRequest& request, GraphPlan& plan);
  void start(const std::vector<GraphGoalAt>& goals);
  void offer(std::uint32_t portal, std::uint64_t cost, std::uint32_t next);
  void answer(Search::End end, GraphPlan& plan);
  void trace(const GraphAgents::Place& place);
  void widen(int rings);
  void take(std::uint32_t sector);

  [[nodiscard]] bool is_stale(const State& s) const { return labels[s.key].cost < s.cost; }
  [[nodiscard]] bool is_end(const State& s) { return agents.are_done(s.bound); }
  void fetch(std::uint32_t portal) const;
  void expand(const State& s);

  const GraphState& state;
  GraphAgents agents;
  Search search;
  SectorCosts costs;
  std::vector<Label> labels;  // by portal
  TimestampSet known;         // portals with a label
  TimestampSet traced;        // portals
  TimestampSet taken;         // sectors
  std::vector<std::uint32_t> corridor;
  std::uint64_t lower = 0;  // no agent has a path that costs less
  bool by_gates = false;
};

GraphPlanner::GraphPlanner(const GraphState& state) : scratch_(make_pimpl<Scratch>(state)) {}

GraphPlan GraphPlanner::plan(const GraphRequest& request) { return scratch_->plan(request); }

std::size_t GraphPlanner::memory_bytes() const {
  return sizeof(Scratch) + scratch_->labels.capacity() * sizeof(Scratch::Label) +
         scratch_->known.memory_bytes() + scratch_->traced.memory_bytes() + scratch_->taken.memory_bytes();
}

GraphPlan GraphPlanner::Scratch::plan(const GraphRequest& request) {
  GraphPlan plan;
  plan.vertices = request.agents;
  plan.quality = request.quality;
  by_gates = !request.quality.promises();
  lower = SectorCosts::none;
  judge(request, plan);
  if (labels.size() < state.sectors.portal_count()) labels.resize(state.sectors.portal_count());
  known.begin(labels.size());
  traced.begin(labels.size());
  taken.begin(state.sectors.size());
  corridor.clear();
  search.clear();
  std::vector<std::uint32_t> vertices;
  for (std::size_t i = 0; i < plan.agents.size(); ++i) {
    if (plan.agents[i] == Outcome::complete) vertices.push_back(request.agents[i]);
  }
  agents.begin(std::move(vertices));
  auto end = Search::End::met;
  if (!agents.places().empty()) {
    start(plan.goals);
    end = search.run(*this, request.max_nodes);
  }
  plan.nodes_opened = search.opened();
  answer(end, plan);
  if (request.quality.kind == Quality::widened) widen(request.quality.rings);
  std::sort(corridor.begin(), corridor.end());
  for (const std::uint32_t sector : corridor) {
    plan.corridor.push_back({sector});
    plan.versions.push_back({{sector}, state.sectors[sector].version});
  }
  return plan;
}

// What can be told without a search.
void GraphPlanner::Scratch::judge(const GraphRequest& request, GraphPlan& plan) {
  const std::size_t count = state.sectors.vertex_count();
  for (const GraphGoalAt& to : request.goals) {
    if (to.vertex < count && reachable(to.offset)) plan.goals.push_back(to);
  }
  for (const std::uint32_t agent : request.agents) {
    const auto reaches = [&](const GraphGoalAt& to) {
      return state.reach.can_reach(state.sectors, agent, to.vertex);
    };
    Outcome outcome = Outcome::unreachable;
    if (agent >= count || (plan.goals.empty() && !request.goals.empty())) {
      outcome = Outcome::out_of_bounds;
    } else if (std::any_of(plan.goals.begin(), plan.goals.end(), reaches)) {
      outcome = Outcome::complete;
    }
    plan.agents.push_back(outcome);
  }
}

void GraphPlanner::Scratch::start(const std::vector<GraphGoalAt>& goals) {
  std::vector<GraphGoalAt> sorted = goals;
  std::sort(sorted.begin(), sorted.end(), [&](const GraphGoalAt& a, const GraphGoalAt& b) {
    return state.sectors.slot_of(a.vertex) < state.sectors.slot_of(b.vertex);
  });
  for (std::size_t i = 0; i < sorted.size();) {
    const std::uint32_t number = state.sectors.sector_of(sorted[i].vertex);
    const GraphSector& sector = state.sectors[number];
    costs.begin(sector, sector.in);
    for (; i < sorted.size() && state.sectors.sector_of(sorted[i].vertex) == number; ++i)
      costs.start(state.sectors.local_of(sorted[i].vertex), sorted[i].offset.units);
    costs.run();
    agents.arrive(number, costs);
    for (const std::uint32_t local : by_gates ? sector.gates.vertices : sector.portals) {
      const std::uint64_t cost = costs.cost(local);
      if (cost != SectorCosts::none)
        offer(state.sectors.first_portal(number) + sector.portal_of[local], cost, goal);
    }
    lower = std::min(lower, agents.lower_bound(number, costs));
  }
}

void GraphPlanner::Scratch::offer(std::uint32_t portal, std::uint64_t cost, std::uint32_t next) {
  PORTOLAN_ASSERT(portal < state.sectors.portal_count(), "a portal of this graph");
  Label& label = labels[portal];
  if (known.insert(portal)) {
    label.rest = agents.bound(portal);
    // Routes by gates cost some percent more than the bounds say: with these as they are, all gates on ways
    // that might be that much better were opened, as many as portals are by an exact search.
    if (by_gates) label.rest += label.rest / 8;
  } else if (cost >= label.cost) {
    return;
  }
  label.cost = cost;
  label.next = next;
  search.open({cost + label.rest, cost, portal});
}

// What an offer reads is scattered over the graph. Asked for at once it comes side by side.
inline void GraphPlanner::Scratch::fetch(std::uint32_t portal) const {
  prefetch_line(&labels[portal]);
  prefetch_line(&state.landmarks.to(portal));
  prefetch_line(&state.landmarks.from(portal));
}

void GraphPlanner::Scratch::expand(const State& s) {
  const auto portal = static_cast<std::uint32_t>(s.key);
  agents.reach(portal, s.cost);
  const std::uint32_t number = state.sectors.sector_of_portal(portal);
  const std::uint32_t first = state.sectors.first_portal(number);
  const GraphSector& sector = state.sectors[number];
  const auto crosses = (by_gates ? sector.gates.in : sector.cross_in)[portal - first];
  const auto arcs = (by_gates ? sector.gates.table : sector.table_in)[portal - first];
  for (const GraphCross& arc : crosses) fetch(arc.portal);
  for (const GraphArc& arc : arcs) fetch(first + arc.other);
  for (const GraphCross& arc : crosses) offer(arc.portal, s.cost + arc.weight, portal);
  for (const GraphArc& arc : arcs) offer(first + arc.other, s.cost + arc.weight, portal);
}

void GraphPlanner::Scratch::answer(Search::End end, GraphPlan& plan) {
  plan.outcome = Outcome::complete;
  plan.cost = Distance{0};
  for (std::size_t i = 0; i < plan.agents.size(); ++i) {
    Distance cost = unreachable;
    if (plan.agents[i] == Outcome::complete) {
      const GraphAgents::Place& place = agents.place_of(plan.vertices[i]);
      const bool is_final = end != Search::End::spent || place.cost <= search.last().bound;
      PORTOLAN_ASSERT(!is_final || place.cost != GraphAgents::none, "who can be reached is");
      if (is_final) {
        cost = Distance{place.cost};
        trace(place);
      } else {
        plan.agents[i] = Outcome::budget_spent;
      }
    }
    if (is_worse(plan.agents[i], plan.outcome)) plan.outcome = plan.agents[i];
    plan.costs.push_back(cost);
    plan.cost = std::max(plan.cost, cost);
  }
  if (reachable(plan.cost))
    plan.lower_bound = by_gates ? Distance{std::min(lower, plan.cost.units)} : plan.cost;
}

void GraphPlanner::Scratch::trace(const GraphAgents::Place& place) {
  take(place.sector);
  for (std::uint32_t p = place.portal; p != goal && traced.insert(p); p = labels[p].next)
    take(state.sectors.sector_of_portal(p));
}

void GraphPlanner::Scratch::take(std::uint32_t sector) {
  if (taken.insert(sector)) corridor.push_back(sector);
}

void GraphPlanner::Scratch::widen(int rings) {
  std::size_t first = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const std::size_t end = corridor.size();
    for (; first < end; ++first) {
      const GraphSector& sector = state.sectors[corridor[first]];
      for (const GraphBridge& bridge : sector.leave) take(state.sectors.sector_of_slot(bridge.to));
      for (const GraphBridge& bridge : sector.enter) take(state.sectors.sector_of_slot(bridge.from));
    }
  }
}

}  // namespace portolan::detail
