// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <span>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/detail/neighbourhood.hpp>
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
  // Costs are times, bounds estimates of the arrival at the goal.
  using State = detail::BestFirst<TimeStep>::State;
  using End = detail::BestFirst<TimeStep>::End;
  struct Move {
    Cell to;
    TimeStep duration = 0;
    std::span<const Cell> beside;
  };

  [[nodiscard]] std::span<const TimeSpan> blocked(Cell c) const {
    return c == request.start ? std::span<const TimeSpan>(start_blocked) : forecast->blocked(c);
  }
  [[nodiscard]] TimeStep to_go(Cell c) const { return request.pace.at_least(field->at(c)); }

  // A state is a node, or stands there until the horizon.
  [[nodiscard]] static std::uint64_t key_of(std::uint32_t node, bool stay) {
    return std::uint64_t{node} << 1U | (stay ? 1U : 0U);
  }
  [[nodiscard]] static bool stays(const State& open) { return (open.key & 1U) != 0; }
  [[nodiscard]] static std::uint32_t node_of(const State& open) {
    return static_cast<std::uint32_t>(open.key >> 1U);
  }
  [[nodiscard]] bool is_there(const State& open) const {
    return field->at(nodes[node_of(open)].cell) == Distance{};
  }
  // The safe spans of all cells, as the search asks for them.
  [[nodiscard]] bool is_stale(const State& open) const {
    return !stays(open) && nodes[node_of(open)].time != open.cost;
  }
  [[nodiscard]] bool is_end(const State& open) const {
    return is_there(open) || stays(open) || open.cost >= forecast->horizon();
  }
  void expand(const State& open);

  bool begin();
  void offer(Cell c, std::size_t ordinal, TimeSpan safe, TimeStep time, TimeStep departed,
             std::uint32_t parent);
  void go(std::uint32_t index, const Move& move);
  void run(TimePlan& plan);
  [[nodiscard]] std::uint32_t best_refuge() const;
  void trace(const State& last, TimePlan& plan) const;

  const TileField* field = nullptr;
  const Forecast* forecast = nullptr;
  TimeRequest request;
  std::vector<TimeSpan> start_blocked;
  std::vector<Node> nodes;
  FlatHash<std::uint64_t, std::uint32_t> index;  // cell and ordinal of the span -> node
  detail::BestFirst<TimeStep> search;
};

TimePlanner::TimePlanner() : search_(detail::make_pimpl<Search>()) {}

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
  search.open({time + to_go(c), time, key_of(found, false)});
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

void TimePlanner::Search::expand(const State& open) {
  const std::uint32_t from = node_of(open);
  const Cell here = nodes[from].cell;
  if (nodes[from].safe.to == for_ever)
    search.open({forecast->horizon() + to_go(here), forecast->horizon(), key_of(from, true)});
  for_each_move(field->grid(), here, [&](Cell to, std::uint64_t units, Direction d) {
    const std::array<Cell, 2> beside{Cell{to.x, here.y, here.layer}, Cell{here.x, to.y, here.layer}};
    const bool diagonal = d != Direction::link && is_diagonal(d);
    go(from, {to, request.pace.duration({units}), std::span(beside).first(diagonal ? 2 : 0)});
  });
}

// False when the agent cannot even stand where it is.
bool TimePlanner::Search::begin() {
  nodes.clear();
  index.clear();
  search.clear();
  const TimeStep now = forecast->span().from;
  subtract(forecast->blocked(request.start), {now, now + request.grace}, start_blocked);
  std::size_t i = 0;
  while (i < start_blocked.size() && start_blocked[i].to <= now) ++i;
  if (i < start_blocked.size() && start_blocked[i].from <= now) return false;
  const TimeSpan safe{now, i == start_blocked.size() ? for_ever : start_blocked[i].from};
  offer(request.start, i, safe, now, now, no_node);
  return true;
}

void TimePlanner::Search::trace(const State& last, TimePlan& plan) const {
  TimeStep leave = stays(last) ? forecast->horizon() : last.cost;
  for (std::uint32_t i = node_of(last); i != no_node; i = nodes[i].parent) {
    plan.path.push_back({nodes[i].cell, nodes[i].time, leave});
    leave = nodes[i].departed;
  }
  std::reverse(plan.path.begin(), plan.path.end());
}

// Of all that was found the place nearest to the goal at which nothing hits the agent before the horizon.
std::uint32_t TimePlanner::Search::best_refuge() const {
  PORTOLAN_ASSERT(!nodes.empty(), "a search that was spent has begun");
  std::uint32_t best = no_node;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (node.safe.to != for_ever || node.time > forecast->horizon()) continue;
    const auto is_nearer = [&](const Node& other) {
      const TimeStep left = to_go(node.cell), other_left = to_go(other.cell);
      return left < other_left || (left == other_left && node.time < other.time);
    };
    if (best == no_node || is_nearer(nodes[best])) best = i;
  }
  return best;
}

void TimePlanner::Search::run(TimePlan& plan) {
  const End end = search.run(*this, request.max_nodes);
  plan.nodes_opened = search.opened();
  if (end == End::spent) {
    plan.outcome = Outcome::budget_spent;
    const std::uint32_t refuge = best_refuge();
    if (refuge != no_node) trace({0, 0, key_of(refuge, true)}, plan);
  }
  if (end != End::met) return;
  plan.outcome = is_there(search.last()) ? Outcome::complete : Outcome::partial;
  plan.arrival = search.last().bound;
  trace(search.last(), plan);
}

TimePlan TimePlanner::plan(const TileField& field, const Forecast& forecast, const TimeRequest& request) {
  PORTOLAN_ASSERT(request.pace.steps > 0 && request.pace.units > 0,
                  "an agent gets on, and takes time for it");
  PORTOLAN_ASSERT(field.finished(), "plan on a field whose advance() has returned true");
  PORTOLAN_ASSERT(request.grace >= 0, "a grace is a time to come");
  PORTOLAN_ASSERT(forecast.span().from <= forecast.horizon(), "a forecast begins before it ends");
  TimePlan plan;
  if (!field.grid().contains(request.start)) {
    plan.outcome = Outcome::out_of_bounds;
    return plan;
  }
  if (!reachable(field.at(request.start))) return plan;
  Search& search = *search_;
  search.field = &field;
  search.forecast = &forecast;
  search.request = request;
  plan.outcome = Outcome::pending;
  if (search.begin()) search.run(plan);
  PORTOLAN_ASSERT(plan.path.empty() || plan.path.front().cell == request.start, "a path begins at the start");
  return plan;
}

}  // namespace portolan
