// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_bench.hpp"

#include <algorithm>

#include <baselines/boost_roads.hpp>
#include <portolan/core/assert.hpp>
#include <portolan/core/detail/random.hpp>

#include "terminal.hpp"

namespace portolan::tool {
namespace {

/// What Boost's Dijkstra says about a board.
class FlatGraph {
 public:
  explicit FlatGraph(const WaypointGraph& graph) : roads_(graph) {}

  void solve(std::size_t goal) { roads_.costs_to(goal, costs_); }
  [[nodiscard]] Distance at(std::size_t vertex) const {
    return costs_[vertex] < BoostRoads::none ? Distance{costs_[vertex]} : unreachable;
  }

 private:
  BoostRoads roads_;
  std::vector<std::uint64_t> costs_;
};

// What the path weighs; unreachable where it is none from start to goal.
Distance weight_of(const WaypointGraph& graph, const std::vector<std::uint32_t>& path, BoardQuery query) {
  if (path.empty() || path.front() != query.first || path.back() != query.second) return unreachable;
  Distance sum{0};
  for (std::size_t i = 1; i < path.size(); ++i) {
    Distance least = unreachable;
    for (auto [e, end] = out_edges(path[i - 1], graph); e != end; ++e) {
      if ((*e).target == path[i]) least = std::min(least, Distance{(*e).units});
    }
    sum = sum + least;
  }
  return sum;
}

class BoardBench {
 public:
  BoardBench(const BoardAtHand& hand, const CompareOptions& options, Comparison& result)
      : hand_(hand),
        options_(options),
        flat_(hand.board.graph),
        planner_(*hand.hierarchy),
        field_(*hand.hierarchy),
        result_(result) {}

  void run(const std::vector<BoardQuery>& queries) {
    // About ten seconds: these are the vertices per second that an ordinary machine settles.
    constexpr std::size_t affordable = 30'000'000;
    std::size_t flat =
        std::min(queries.size(), std::max<std::size_t>(2, affordable / (hand_.board.size() + 1)));
    if (options_.baseline_queries >= 0)
      flat = std::min(queries.size(), static_cast<std::size_t>(options_.baseline_queries));
    // What is promised about every query is checked on every query.
    if (options_.quality.promises()) flat = queries.size();
    field_.reset(planner_.plan(request_for(queries.front())));
    field_.advance();
    Progress progress("queries");
    for (std::size_t i = 0; i < queries.size(); ++i) {
      query(queries[i], chosen(i, flat, queries.size()));
      progress.update(static_cast<double>(i + 1) / static_cast<double>(queries.size()));
    }
  }

 private:
  [[nodiscard]] Graphs::Request request_for(BoardQuery query) const {
    return {{query.first}, {{query.second}}, options_.quality};
  }

  void fault(BoardQuery query, std::size_t& count, const std::string& what) {
    constexpr std::size_t most = 5;
    ++count;
    if (result_.faults.size() >= most) return;
    result_.faults.push_back(hand_.board.text_of(query.first) + " to " + hand_.board.text_of(query.second) +
                             ": " + what);
  }

  void query(BoardQuery query, bool with_flat) {
    Record record;
    const auto slot = [&](Method method) -> double& {
      return record.us[static_cast<std::size_t>(method)].emplace();
    };
    Graphs::Plan plan;
    slot(Method::abstract_search) = 1000 * board_time_ms([&] { plan = planner_.plan(request_for(query)); });
    record.solved = plan.outcome == Outcome::complete;
    if (record.solved) {
      slot(Method::corridor_field) = 1000 * board_time_ms([&] {
                                       field_.reset(plan);
                                       field_.advance();
                                     });
      slot(Method::plan_total) = *record.us[static_cast<std::size_t>(Method::abstract_search)] +
                                 *record.us[static_cast<std::size_t>(Method::corridor_field)];
    }
    // That there is no way is an answer to be checked too.
    if (with_flat || !record.solved) {
      const double us = 1000 * board_time_ms([&] { flat_.solve(query.second); });
      if (with_flat) slot(Method::boost_dijkstra) = us;
    }
    judge(query, plan, with_flat, record);
    result_.records.push_back(record);
  }

  void judge(BoardQuery query, const Graphs::Plan& plan, bool with_flat, Record& record) {
    if (!record.solved) {
      if (reachable(flat_.at(query.first)))
        return fault(query, result_.missed,
                     "there is a way, but the plan is " + std::string(name(plan.outcome)));
      ++result_.unreachable;
      return;
    }
    const Distance walked = weight_of(hand_.board.graph, field_.path(query.first), query);
    if (!reachable(walked)) {
      record.solved = false;
      return fault(query, result_.illegal, "the path has a step that is no edge");
    }
    ++result_.solved;
    if (walked != field_.at(query.first))
      fault(query, result_.disagreements, "the path does not cost what the field says");
    if (!with_flat) return;
    const Distance best = flat_.at(query.first);
    record.excess =
        best.units > 0 ? static_cast<double>(walked.units) / static_cast<double>(best.units) - 1 : 0;
    if (walked < best) fault(query, result_.disagreements, "the path costs less than Boost's optimum");
    if (plan.lower_bound > best)
      fault(query, result_.disagreements, "the lower bound lies above the optimum");
    if (!options_.quality.allows(walked, best))
      fault(query, result_.disagreements, "the path breaks what its quality promises");
  }

  const BoardAtHand& hand_;
  const CompareOptions& options_;
  FlatGraph flat_;
  Graphs::Planner planner_;
  Graphs::Field field_;
  Comparison& result_;
};

// Closes tiles and opens others, ten to an `apply`.
void edit_board(BoardAtHand& hand, const CompareOptions& options) {
  constexpr std::int64_t per_apply = 10;
  detail::Random random(~options.seed);
  for (std::int64_t i = 0; i < options.edits; ++i) {
    Cost& cost = hand.board.costs[random.below(hand.board.size())];
    cost = cost == impassable ? Cost{1} : impassable;
    if (i % per_apply != per_apply - 1 && i + 1 != options.edits) continue;
    WaypointGraph now = hand.board.edges(hand.board.costs);
    const std::vector<std::uint32_t> changed = detail::changed_vertices(hand.board.graph, now);
    hand.board.graph = std::move(now);
    [[maybe_unused]] const auto applied = hand.hierarchy->apply(changed);
    PORTOLAN_ASSERT(applied.ok(), "no weight is larger than those of the file");
  }
}

// An edited hierarchy answers as one built from scratch.
void compare_with_rebuilt(const BoardAtHand& hand, const std::vector<BoardQuery>& queries,
                          Comparison& result) {
  const auto fresh = Graphs::create(hand.board.graph, hand.hierarchy->partition());
  PORTOLAN_ASSERT(fresh.ok());
  Graphs::Planner planner(*hand.hierarchy), other(*fresh);
  for (const BoardQuery& query : queries) {
    const Graphs::Request request{{query.first}, {{query.second}}, Quality::path};
    const Graphs::Plan plan = planner.plan(request), expected = other.plan(request);
    if (plan.outcome == expected.outcome && plan.costs == expected.costs &&
        plan.corridor == expected.corridor &&
        hand.hierarchy->can_reach(query.first, query.second) == fresh->can_reach(query.first, query.second))
      continue;
    ++result.disagreements;
    result.faults.emplace_back("after the edits a plan is not that of a hierarchy rebuilt");
    return;
  }
}

}  // namespace

Comparison measure_board(BoardAtHand& hand, const CompareOptions& options,
                         const std::vector<BoardQuery>& queries) {
  Comparison result;
  result.build_ms = hand.build_ms;
  if (options.edits > 0) {
    result.apply_ms = board_time_ms([&] { edit_board(hand, options); });
    compare_with_rebuilt(hand, queries, result);
  }
  constexpr std::size_t per_edge = 8, per_vertex = 12;  // of a WaypointGraph
  result.resident_bytes = hand.hierarchy->memory_bytes() + hand.board.graph.edge_count() * per_edge +
                          hand.board.size() * per_vertex;
  BoardBench(hand, options, result).run(queries);
  return result;
}

}  // namespace portolan::tool
