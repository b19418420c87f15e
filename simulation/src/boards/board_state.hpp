// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/simulation/detail/board_simulation.hpp>

#include "../legs.hpp"
#include "board_placement.hpp"
#include "board_traffic.hpp"

namespace portolan::detail {

/// A board while it is played on: what its tiles cost, and the edges that this makes. Who stands on a tile
/// that closes may leave it: edges out of it stay, and edges into it go.
class BoardGround {
 public:
  explicit BoardGround(const Board& board)
      : board_(board), costs_(board.costs), open_costs_(board.costs), graph_(board.graph) {}

  void set_cost(std::uint32_t vertex, Cost cost);
  /// What the edges from one vertex to another weigh times.
  void set_edge(std::uint32_t from, std::uint32_t to, Cost cost) { edge_costs_[{from, to}] = cost; }
  /// Makes the edges that all this gives; the vertices out of which they changed, ascending.
  std::vector<std::uint32_t> renew();

  [[nodiscard]] const WaypointGraph& graph() const { return graph_; }
  [[nodiscard]] std::span<const Cost> costs() const { return costs_; }
  /// The lightest edge between two vertices.
  [[nodiscard]] std::uint32_t weight(std::uint32_t from, std::uint32_t to) const;

 private:
  const Board& board_;
  std::vector<Cost> costs_;
  std::vector<Cost> open_costs_;  // the last that was passable
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cost> edge_costs_;
  WaypointGraph graph_;
};

/// Everything that a simulation on a board owns. Lives behind a pointer, so that addresses last.
struct BoardSimulation::State {
  /// A goal of a group, with one plan and one field for all who go there.
  struct Leg {
    std::vector<std::uint32_t> goals;  // ascending
    Graphs::Plan plan;
    std::optional<Graphs::Field> field;       // nothing: nobody has gone there yet
    bool is_due = false;                      // to be planned: for somebody whom the field does not lead
    std::map<std::uint32_t, Distance> least;  // the exact cost from where somebody set out,
    std::size_t least_after = 0;              // after so many edits
  };
  /// A group at work.
  struct Group {
    std::vector<std::uint32_t> starts;
    std::vector<Leg> legs;
    std::optional<LegOrder> order;
    std::vector<Journey> journeys;  // by agent
    std::uint32_t first = 0;        // of its agents, which have numbers in a row
    std::uint64_t plans = 0, fields = 0;
    bool started = false;
  };
  /// An edit of the scenario, with the vertices that it names.
  struct Edit {
    std::int64_t tick = 0;
    Cost cost = impassable;
    std::vector<std::uint32_t> vertices;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  };

  State(Scenario played, Board on, Hooks told);

  /// For answers to callers.
  [[nodiscard]] const Leg& leg_at(std::size_t group, std::size_t leg) const {
    PORTOLAN_ASSERT(group < groups.size() && leg < groups[group].legs.size(), "a leg of the scenario");
    return groups[group].legs[leg];
  }

  [[nodiscard]] std::optional<Error> set_up();
  [[nodiscard]] std::optional<Error> check_room() const;
  [[nodiscard]] std::optional<Error> find_edits();
  [[nodiscard]] Result<Edit> edit_of(const ScenarioEdit& wanted) const;

  // A tick, in this order.
  void tick();
  bool make_edits();
  void plan_anew();
  void start_groups();
  void send_on();
  void note();

  void start(std::size_t g);
  void make_plan(Group& group, std::size_t leg);
  [[nodiscard]] Graphs::Request request_for(const Group& group, std::size_t leg) const;
  void note_optimum(Group& group);
  [[nodiscard]] std::span<const BoardAgent> agents_of(const Group& group) const {
    return traffic.agents().subspan(group.first, group.started ? group.starts.size() : 0);
  }
  [[nodiscard]] bool has_arrived(const BoardAgent& agent, const Journey& journey) const;
  [[nodiscard]] std::int64_t count_arrived() const;
  [[nodiscard]] Outcome outcome_of(const Group& group) const;
  bool passes(Group& group, std::size_t k);
  void set_out(Group& group, std::size_t k, std::size_t leg);
  [[nodiscard]] bool leaves(const Group& group, const Journey& journey) const;
  [[nodiscard]] static bool is_led(const Leg& leg, std::uint32_t from, Distance least);
  [[nodiscard]] Distance least_cost(Leg& leg, std::uint32_t from);
  void trace(std::size_t g);
  [[nodiscard]] BoardTraffic::Step step_of(std::uint32_t agent, std::uint32_t vertex);
  [[nodiscard]] bool over() const;
  [[nodiscard]] double now() const { return hooks.clock ? hooks.clock() : 0.0; }
  [[nodiscard]] std::uint64_t hash() const;

  Scenario scenario;
  Board board;
  Hooks hooks;
  BoardGround ground;
  std::optional<Graphs> hierarchy;
  std::optional<Graphs::Planner> planner;
  std::vector<Group> groups;
  std::vector<Edit> edits;  // by tick
  std::size_t edits_made = 0;
  BoardTraffic traffic;
  std::vector<Trail> trails;
  std::vector<std::uint32_t> trail_of;  // by agent
  SimulationReport sums;                // what is counted on the way; the rest is filled in by the report
  std::optional<Error> fault;
  bool stopped = false;
};

}  // namespace portolan::detail
