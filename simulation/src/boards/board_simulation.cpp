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
  for (std::size_t g = 0; g < placed->size(); ++g) {
    Group& group = groups.emplace_back();
    group.starts = std::move((*placed)[g].starts);
    group.journeys.resize(group.starts.size());
    group.order.emplace(scenario.groups[g]);
    for (std::vector<std::uint32_t>& goals : (*placed)[g].goals)
      group.legs.emplace_back().goals = std::move(goals);
  }
  if (scenario.room > 0) {
    if (auto error = check_room()) return error;
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

// Of those who stay at a goal with others or for others, which has room for some alone.
std::optional<Error> BoardSimulation::State::check_room() const {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!scenario.groups[g].leave_on_arrival) {
      return scenario.groups[g].where.with(
          "`on_arrival: stay` does not go with `board.room`: those who stay would keep others from the goal; "
          "take one of them away");
    }
    for (std::size_t leg = 0; leg < groups[g].order->size(); ++leg) {
      const ScenarioStop& stop = groups[g].order->stop(leg);
      if (!stop.together) continue;
      return stop.where.with(
          "`together` does not go with `board.room`: those who are there would keep the others from the "
          "goal; "
          "take one of them away");
    }
  }
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
  send_on();
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
  for (Group& group : groups) {
    for (std::size_t l = 0; l < group.legs.size(); ++l) {
      const Leg& leg = group.legs[l];
      if (leg.field && (leg.field->stale() || leg.plan.outcome != Outcome::complete)) make_plan(group, l);
    }
  }
  traffic.reconsider();
}

void BoardSimulation::State::start_groups() {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!groups[g].started && scenario.groups[g].start_tick <= sums.ticks) start(g);
  }
}

void BoardSimulation::State::start(std::size_t g) {
  Group& group = groups[g];
  const ScenarioGroup& wanted = scenario.groups[g];
  group.first = static_cast<std::uint32_t>(traffic.agents().size());
  group.started = true;
  trace(g);
  for (const std::uint32_t start : group.starts) {
    traffic.add(static_cast<std::uint32_t>(g), start, pace_of(wanted, scenario.tick_seconds),
                leaves(group, Journey{}));
  }
  make_plan(group, 0);
  note_optimum(group);
}

BoardSimulation::Graphs::Request BoardSimulation::State::request_for(const Group& group,
                                                                     std::size_t leg) const {
  Graphs::Request request;
  request.quality = scenario.order.quality;
  for (const std::uint32_t goal : group.legs[leg].goals) request.goals.push_back({goal, Distance{0}});
  const std::span<const BoardAgent> agents = agents_of(group);
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const BoardAgent& agent = agents[k];
    if (agent.state == BoardAgent::State::arrived || group.journeys[k].leg != leg) continue;
    request.agents.push_back(agent.state == BoardAgent::State::outside ? agent.to : agent.place());
  }
  std::sort(request.agents.begin(), request.agents.end());
  request.agents.erase(std::unique(request.agents.begin(), request.agents.end()), request.agents.end());
  return request;
}

void BoardSimulation::State::make_plan(Group& group, std::size_t l) {
  Leg& leg = group.legs[l];
  leg.is_due = false;
  const Graphs::Request request = request_for(group, l);
  if (request.agents.empty()) return;
  const double begin = now();
  leg.plan = planner->plan(request);
  const double planned = now();
  if (!leg.field) leg.field.emplace(*hierarchy);
  leg.field->reset(leg.plan);
  leg.field->advance();
  sums.seconds.plan += planned - begin;
  sums.seconds.field += now() - planned;
  sums.work.nodes_opened += leg.plan.nodes_opened;
  ++group.plans;
  ++group.fields;
}

// What everybody would pay at least on the first leg, whatever the quality of the plan.
void BoardSimulation::State::note_optimum(Group& group) {
  Graphs::Request request = request_for(group, 0);
  request.quality = Quality::exact;
  const Graphs::Plan best = planner->plan(request);
  for (std::size_t k = 0; k < group.starts.size(); ++k) {
    const auto at = std::lower_bound(request.agents.begin(), request.agents.end(), group.starts[k]);
    group.journeys[k].least = best.costs[static_cast<std::size_t>(at - request.agents.begin())];
  }
}

void BoardSimulation::State::trace(std::size_t g) {
  const auto most = static_cast<std::size_t>(std::max(0, scenario.output.trail_agents));
  const std::size_t count = groups[g].starts.size();
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
  Group& group = groups[traffic.agents()[agent].group];
  const std::size_t k = agent - group.first;
  const auto leg = [&]() -> const Leg& { return group.legs[group.journeys[k].leg]; };
  const auto is_goal = [&] { return std::binary_search(leg().goals.begin(), leg().goals.end(), vertex); };
  if (is_goal() && (!passes(group, k) || is_goal())) return {true};
  PORTOLAN_ASSERT(leg().field && leg().field->finished(), "groups plan before they set out");
  const std::optional<std::uint32_t> next = leg().field->next(vertex);
  if (!next) return {};
  return {false, *next, ground.weight(vertex, *next)};
}

}  // namespace portolan::detail
