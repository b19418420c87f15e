// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include <portolan/core/assert.hpp>
#include <portolan/core/flat_hash.hpp>
#include <portolan/core/min_queue.hpp>
#include <portolan/core/neighbourhood.hpp>
#include <portolan/dynamic/time_plan.hpp>

namespace portolan {
namespace {

constexpr TimeStep for_ever = TimeStep{1} << 60U;
constexpr unsigned ordinal_bits = 20;  // spans of one cell

// The earliest time from t on at which a cell is free for so long.
TimeStep next_free(std::span<const TimeSpan> blocked, TimeStep t, TimeStep long_for) {
  for (const TimeSpan& s : blocked) {
    if (s.to <= t) continue;
    if (s.from >= t + long_for) break;
    t = s.to;
  }
  return t;
}

// What is left of a list when one span is taken out.
void subtract(std::span<const TimeSpan> from, TimeSpan out, std::vector<TimeSpan>& left) {
  left.clear();
  for (const TimeSpan& s : from) {
    if (s.from < std::min(s.to, out.from)) left.push_back({s.from, std::min(s.to, out.from)});
    if (std::max(s.from, out.to) < s.to) left.push_back({std::max(s.from, out.to), s.to});
  }
}

}  // namespace

struct TimePlanner::Search {
  static constexpr std::uint32_t no_node = ~0U;

  struct Node {
    Cell cell;
    TimeSpan safe;
    TimeStep time = 0;      // earliest arrival known
    TimeStep departed = 0;  // from the parent
    std::uint32_t parent = no_node;
  };
  struct Open {
    TimeStep estimate = 0;  // of the arrival at the goal
    TimeStep time = 0;
    std::uint32_t node = 0;
    bool stay = false;  // stands there until the horizon
    [[nodiscard]] bool before(const Open& other) const {
      if (estimate != other.estimate) return estimate < other.estimate;
      if (time != other.time) return time > other.time;
      return node != other.node ? node < other.node : stay < other.stay;
    }
  };
  struct Move {
    Cell to;
    TimeStep duration = 0;
    std::span<const Cell> beside;
  };

  [[nodiscard]] std::span<const TimeSpan> blocked(Cell c) const {
    return c == request.start ? std::span<const TimeSpan>(start_blocked) : forecast->blocked(c);
  }
  [[nodiscard]] TimeStep to_go(Cell c) const { return request.pace.at_least(field->at(c)); }

  bool begin();
  void offer(Cell c, std::size_t ordinal, TimeSpan safe, TimeStep time, TimeStep departed,
             std::uint32_t parent);
  void expand(std::uint32_t index);
  void go(std::uint32_t index, const Move& move);
  void run(TimePlan& plan);
  void trace(const Open& last, TimePlan& plan) const;

  const TileField* field = nullptr;
  const Forecast* forecast = nullptr;
  TimeRequest request;
  std::vector<TimeSpan> start_blocked;
  std::vector<Node> nodes;
  FlatHash<std::uint64_t, std::uint32_t> index;  // cell and ordinal of the span -> node
  MinQueue<Open> heap;
};

TimePlanner::TimePlanner() : search_(std::make_unique<Search>()) {}
TimePlanner::~TimePlanner() = default;
TimePlanner::TimePlanner(TimePlanner&&) noexcept = default;
TimePlanner& TimePlanner::operator=(TimePlanner&&) noexcept = default;

void TimePlanner::Search::offer(Cell c, std::size_t ordinal, TimeSpan safe, TimeStep time, TimeStep departed,
                                std::uint32_t parent) {
  const std::uint64_t cell = field->grid().extent().index(c);
  const auto [found, is_new] =
      index.try_emplace(cell << ordinal_bits | ordinal, static_cast<std::uint32_t>(nodes.size()));
  if (is_new) nodes.push_back({c, safe, for_ever, 0, no_node});
  Node& node = nodes[found];
  if (node.time <= time) return;
  node.time = time;
  node.departed = departed;
  node.parent = parent;
  heap.push({time + to_go(c), time, found, false});
}

// One step or link, into every safe span of the other cell that can be reached in time.
void TimePlanner::Search::go(std::uint32_t from, const Move& move) {
  if (!reachable(field->at(move.to))) return;
  const TimeStep now = nodes[from].time;
  const TimeStep latest = nodes[from].safe.to - move.duration;
  const std::span<const TimeSpan> spans = blocked(move.to);
  PORTOLAN_ASSERT(spans.size() < 1U << ordinal_bits);
  for (std::size_t i = 0; i <= spans.size(); ++i) {
    const TimeSpan safe{i == 0 ? -for_ever : spans[i - 1].to, i == spans.size() ? for_ever : spans[i].from};
    if (safe.from > latest) break;
    TimeStep t = std::max(now, safe.from);
    const TimeStep last = std::min(latest, safe.to - 1 - move.duration);
    TimeStep tried = t - 1;
    while (t <= last && tried != t) {
      tried = t;
      for (const Cell& c : move.beside) t = next_free(blocked(c), t, move.duration);
    }
    if (t <= last) offer(move.to, i, safe, t + move.duration, t, from);
  }
}

void TimePlanner::Search::expand(std::uint32_t index_of) {
  const GridView grid = field->grid();
  const Cell here = nodes[index_of].cell;
  const Neighbourhood around = look_around(grid, here);
  const Cost cost = grid.cost(here);
  for (unsigned steps = around.steps; steps != 0; steps &= steps - 1) {
    const auto d = static_cast<Direction>(std::countr_zero(steps));
    const Distance units{step_units(cost, around.cost[static_cast<std::size_t>(d)], is_diagonal(d))};
    const Cell to = step(here, d);
    const std::array<Cell, 2> beside{Cell{to.x, here.y, here.layer}, Cell{here.x, to.y, here.layer}};
    go(index_of, {to, request.pace.duration(units), std::span(beside).first(is_diagonal(d) ? 2 : 0)});
  }
  for (const LinkTable::Entry& entry : grid.links().from_block(here)) {
    const Link& link = grid.links()[entry.id];
    if (link.from == here && grid.passable(link.to))
      go(index_of, {link.to, request.pace.duration({link.cost}), {}});
  }
}

// False when the agent cannot even stand where it is.
bool TimePlanner::Search::begin() {
  nodes.clear();
  index.clear();
  heap.clear();
  const TimeStep now = forecast->span().from;
  subtract(forecast->blocked(request.start), {now, now + request.grace}, start_blocked);
  std::size_t i = 0;
  while (i < start_blocked.size() && start_blocked[i].to <= now) ++i;
  if (i < start_blocked.size() && start_blocked[i].from <= now) return false;
  const TimeSpan safe{now, i == start_blocked.size() ? for_ever : start_blocked[i].from};
  offer(request.start, i, safe, now, now, no_node);
  return true;
}

void TimePlanner::Search::trace(const Open& last, TimePlan& plan) const {
  TimeStep leave = last.stay ? forecast->horizon() : last.time;
  for (std::uint32_t i = last.node; i != no_node; i = nodes[i].parent) {
    plan.way.push_back({nodes[i].cell, nodes[i].time, leave});
    leave = nodes[i].departed;
  }
  std::reverse(plan.way.begin(), plan.way.end());
}

void TimePlanner::Search::run(TimePlan& plan) {
  const TimeStep horizon = forecast->horizon();
  while (!heap.empty()) {
    const Open open = heap.pop();
    const Node& node = nodes[open.node];
    if (!open.stay && node.time != open.time) continue;  // reached earlier since
    const bool there = field->at(node.cell) == Distance{};
    if (there || open.stay || open.time >= horizon) {
      plan.outcome = there ? TimeOutcome::complete : TimeOutcome::horizon;
      plan.arrival = open.estimate;
      return trace(open, plan);
    }
    if (plan.nodes_opened == request.max_nodes) {
      plan.outcome = TimeOutcome::budget_spent;
      return;
    }
    ++plan.nodes_opened;
    if (node.safe.to == for_ever) heap.push({horizon + to_go(node.cell), horizon, open.node, true});
    expand(open.node);
  }
}

TimePlan TimePlanner::plan(const TileField& field, const Forecast& forecast, const TimeRequest& request) {
  PORTOLAN_ASSERT(request.pace.steps > 0 && request.pace.units > 0);
  TimePlan plan;
  if (!field.grid().contains(request.start)) {
    plan.outcome = TimeOutcome::out_of_bounds;
    return plan;
  }
  if (!reachable(field.at(request.start))) return plan;
  Search& search = *search_;
  search.field = &field;
  search.forecast = &forecast;
  search.request = request;
  plan.outcome = TimeOutcome::blocked;
  if (search.begin()) search.run(plan);
  return plan;
}

}  // namespace portolan
