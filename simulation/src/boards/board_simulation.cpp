// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/simulation/detail/board_simulation.hpp>

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

#include "board_state.hpp"

namespace portolan::detail {

namespace {

constexpr std::uint32_t no_trail = ~0U;

// A cell is a straight step on ground of cost 1.
std::int64_t pace_of(const ScenarioGroup& group, float tick_seconds) {
  const double units = double{group.speed} * double{tick_seconds} * 2 * straight_factor;
  return std::max<std::int64_t>(1, std::llround(units * static_cast<double>(BoardAgent::parts)));
}

}  // namespace

BoardSimulation::State::State(Scenario played, Board on, Hooks told)
    : scenario(std::move(played)),
      board(std::move(on)),
      hooks(std::move(told)),
      ground(board),
      traffic(board.size(), static_cast<std::uint32_t>(scenario.room),
              [this](std::uint32_t agent, std::uint32_t vertex) { return step_of(agent, vertex); }) {
  PORTOLAN_ASSERT(board.costs.size() == board.size() && num_vertices(board.graph) == board.size(),
                  "a cell and a cost per vertex");
}

std::optional<Error> BoardSimulation::State::set_up() {
  if (auto error = find_edits()) return error;
  Result<std::vector<PlacedOnBoard>> placed = place_on_board(scenario, board);
  if (!placed) return placed.error();
  for (PlacedOnBoard& group : *placed) groups.emplace_back().placed = std::move(group);
  for (const ScenarioGroup& group : scenario.groups) {
    if (scenario.room == 0 || group.leave_on_arrival) continue;
    return group.where.with(
        "`on_arrival: stay` does not go with `board.room`: those who stay would keep others from the goal; "
        "take one of them away");
  }
  Result<Graphs> made = Graphs::create(ground.graph(), sectors_of(board, scenario.hierarchy.sector_size));
  if (!made) {
    Error error = made.error();
    error.file = scenario.file;
    return error;
  }
  hierarchy.emplace(std::move(*made));
  planner.emplace(*hierarchy);
  return std::nullopt;
}

std::optional<Error> BoardSimulation::State::find_edits() {
  for (const ScenarioEdit& wanted : scenario.edits) {
    Result<Edit> edit = edit_of(wanted);
    if (!edit) return edit.error();
    edits.push_back(std::move(*edit));
  }
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.tick < b.tick; });
  return std::nullopt;
}

Result<BoardSimulation::State::Edit> BoardSimulation::State::edit_of(const ScenarioEdit& wanted) const {
  Edit edit{wanted.tick, wanted.cost, {}, {}};
  if (!wanted.edge) {
    Result<std::vector<std::uint32_t>> found = vertices_of(wanted.where, board);
    if (!found) return found.error();
    edit.vertices = std::move(*found);
    return edit;
  }
  const auto from = board.vertex_at(wanted.edge->first), to = board.vertex_at(wanted.edge->second);
  if (!from || !to) return wanted.mark.with("`from` or `to` lies outside " + board.text_of_size());
  const auto leads = [&](std::uint32_t a, std::uint32_t b) {
    const auto edges = out_edges(a, board.graph);
    return std::any_of(edges.first, edges.second, [&](const GraphEdge& e) { return e.target == b; });
  };
  const bool there = leads(*from, *to), back = wanted.both_ways && leads(*to, *from);
  if (!there && !back)
    return wanted.mark.with("no edge leads from " + board.text_of(*from) + " to " + board.text_of(*to));
  if (there) edit.edges.emplace_back(*from, *to);
  if (back) edit.edges.emplace_back(*to, *from);
  return edit;
}

bool BoardSimulation::State::over() const {
  return stopped || fault || sums.ticks >= scenario.ticks || sums.arrived == sums.agents;
}

void BoardSimulation::State::tick() {
  if (make_edits()) plan_anew();
  start_groups();
  const double begin = now();
  traffic.step(sums.ticks);
  sums.seconds.crowd += now() - begin;
  ++sums.ticks;
  note();
}

// Whether anything changed.
bool BoardSimulation::State::make_edits() {
  const std::size_t before = edits_made;
  const double begin = now();
  for (; edits_made < edits.size() && edits[edits_made].tick <= sums.ticks; ++edits_made) {
    const Edit& edit = edits[edits_made];
    for (const std::uint32_t v : edit.vertices) ground.set_cost(v, edit.cost);
    for (const auto& [from, to] : edit.edges) ground.set_edge(from, to, edit.cost);
  }
  if (edits_made == before) return false;
  const std::vector<std::uint32_t> changed = ground.renew();
  const Result<std::vector<std::uint32_t>> rebuilt = hierarchy->apply(changed);
  sums.seconds.commit += now() - begin;
  if (!rebuilt) {
    fault = scenario.edits.front().mark.with(rebuilt.error().message);
    return false;
  }
  if (changed.empty()) return false;
  ++sums.commits;
  sums.sectors_rebuilt += rebuilt->size();
  return true;
}

void BoardSimulation::State::plan_anew() {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    if (group.field && (group.field->stale() || group.plan.outcome != Outcome::complete)) make_plan(g);
  }
  traffic.reconsider();
}

void BoardSimulation::State::start_groups() {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!groups[g].field && scenario.groups[g].start_tick <= sums.ticks) start(g);
  }
}

void BoardSimulation::State::start(std::size_t g) {
  Group& group = groups[g];
  const ScenarioGroup& wanted = scenario.groups[g];
  group.first = static_cast<std::uint32_t>(traffic.agents().size());
  group.field.emplace(*hierarchy);
  trace(g);
  for (const std::uint32_t start : group.placed.starts) {
    traffic.add(static_cast<std::uint32_t>(g), start, pace_of(wanted, scenario.tick_seconds),
                wanted.leave_on_arrival);
  }
  make_plan(g);
  note_optimum(g);
}

BoardSimulation::Graphs::Request BoardSimulation::State::request_for(std::size_t g) const {
  const Group& group = groups[g];
  Graphs::Request request;
  request.quality = scenario.order.quality;
  for (const std::uint32_t goal : group.placed.goals) request.goals.push_back({goal, Distance{0}});
  const auto agents = traffic.agents().subspan(group.first, group.placed.starts.size());
  for (const BoardAgent& agent : agents) {
    if (agent.state == BoardAgent::State::arrived) continue;
    request.agents.push_back(agent.state == BoardAgent::State::outside ? agent.to : agent.place());
  }
  std::sort(request.agents.begin(), request.agents.end());
  request.agents.erase(std::unique(request.agents.begin(), request.agents.end()), request.agents.end());
  return request;
}

void BoardSimulation::State::make_plan(std::size_t g) {
  Group& group = groups[g];
  const Graphs::Request request = request_for(g);
  if (request.agents.empty()) return;
  const double begin = now();
  group.plan = planner->plan(request);
  const double planned = now();
  group.field->reset(group.plan);
  group.field->advance();
  sums.seconds.plan += planned - begin;
  sums.seconds.field += now() - planned;
  sums.work.nodes_opened += group.plan.nodes_opened;
  ++group.plans;
  ++group.fields;
}

// What everybody would pay at least, whatever the quality of the plan.
void BoardSimulation::State::note_optimum(std::size_t g) {
  Group& group = groups[g];
  Graphs::Request request = request_for(g);
  request.quality = Quality::exact;
  const Graphs::Plan best = planner->plan(request);
  for (const std::uint32_t start : group.placed.starts) {
    const auto at = std::lower_bound(request.agents.begin(), request.agents.end(), start);
    group.optimum.push_back(best.costs[static_cast<std::size_t>(at - request.agents.begin())]);
  }
}

void BoardSimulation::State::trace(std::size_t g) {
  const auto most = static_cast<std::size_t>(std::max(0, scenario.output.trail_agents));
  const std::size_t count = groups[g].placed.starts.size();
  const std::size_t share = std::min(count, most == 0 ? 0 : std::max<std::size_t>(1, most / groups.size()));
  trail_of.resize(groups[g].first + count, no_trail);
  for (std::size_t k = 0; k < share; ++k) {
    const auto agent = static_cast<std::uint32_t>(groups[g].first + k * count / share);
    trail_of[agent] = static_cast<std::uint32_t>(trails.size());
    trails.push_back({static_cast<std::uint32_t>(g), agent, {}});
  }
}

// Everybody asks at each vertex, so that here is where trails are told.
BoardTraffic::Step BoardSimulation::State::step_of(std::uint32_t agent, std::uint32_t vertex) {
  if (trail_of[agent] != no_trail) {
    std::vector<std::uint32_t>& trail = trails[trail_of[agent]].vertices;
    if (trail.empty() || trail.back() != vertex) trail.push_back(vertex);
  }
  const Group& group = groups[traffic.agents()[agent].group];
  PORTOLAN_ASSERT(group.field && group.field->finished(), "groups plan before they set out");
  if (std::binary_search(group.placed.goals.begin(), group.placed.goals.end(), vertex)) return {true};
  const std::optional<std::uint32_t> next = group.field->next(vertex);
  if (!next) return {};
  return {false, *next, ground.weight(vertex, *next)};
}

}  // namespace portolan::detail
