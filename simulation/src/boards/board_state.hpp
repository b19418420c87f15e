// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <portolan/simulation/detail/board_simulation.hpp>

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
  /// A group at work: one plan and one field for all.
  struct Group {
    PlacedOnBoard placed;
    Graphs::Plan plan;
    std::optional<Graphs::Field> field;
    std::uint32_t first = 0;        // of its agents, which have numbers in a row
    std::vector<Distance> optimum;  // per agent, when it set out
    std::uint64_t plans = 0, fields = 0;
  };
  /// An edit of the scenario, with the vertices that it names.
  struct Edit {
    std::int64_t tick = 0;
    Cost cost = impassable;
    std::vector<std::uint32_t> vertices;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  };

  State(Scenario played, Board on, Hooks told);

  [[nodiscard]] std::optional<Error> set_up();
  [[nodiscard]] std::optional<Error> find_edits();
  [[nodiscard]] Result<Edit> edit_of(const ScenarioEdit& wanted) const;

  // A tick, in this order.
  void tick();
  bool make_edits();
  void plan_anew();
  void start_groups();
  void note();

  void start(std::size_t g);
  void make_plan(std::size_t g);
  [[nodiscard]] Graphs::Request request_for(std::size_t g) const;
  void note_optimum(std::size_t g);
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
