// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/result.hpp>
#include <portolan/hierarchy/graph_hierarchy.hpp>
#include <portolan/simulation/detail/board.hpp>
#include <portolan/simulation/detail/board_agent.hpp>
#include <portolan/simulation/report.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan::detail {

/// A scenario at work on a board: agents go from vertex to vertex, each group down the corridor field of one
/// plan for each of its goals. Order within a tick: edits happen, stale fields and groups without a way are
/// planned again, groups set out, agents walk by their numbers, and go on from a goal to the next
/// (docs/howto/boards.md). Repeatable: equal scenarios give equal
/// states after every tick. Not thread-safe.
class BoardSimulation {
 public:
  using Graphs = GraphHierarchy<WaypointGraph>;
  struct Hooks {
    std::function<double()> clock;                        ///< seconds, for the report; empty: all times are 0
    std::function<bool(const BoardSimulation&)> on_tick;  ///< after every tick; false ends the run
  };
  /// The vertices that an agent has come by.
  struct Trail {
    std::uint32_t group = 0;
    std::uint32_t agent = 0;
    std::vector<std::uint32_t> vertices;
  };

  /// Builds the hierarchy and places everybody. Fails when scenario and board do not fit.
  [[nodiscard]] static Result<BoardSimulation> create(Scenario scenario, Board board, Hooks hooks = {});

  /// One tick. False when there is nothing left to do: all have arrived, the scenario's last tick is over, or
  /// an edit made a weight that no hierarchy takes.
  bool tick();
  /// Ticks until the end, or until a hook ends the run.
  void run();
  [[nodiscard]] std::optional<Error> fault() const;

  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const Scenario& scenario() const;
  /// As it was at the start.
  [[nodiscard]] const Board& board() const;
  /// As they are now.
  [[nodiscard]] const WaypointGraph& graph() const;
  [[nodiscard]] std::span<const Cost> costs() const;
  [[nodiscard]] const Graphs& hierarchy() const;
  /// Of those that have set out.
  [[nodiscard]] std::span<const BoardAgent> agents() const;
  /// At the last goal of their groups.
  [[nodiscard]] std::int64_t arrived() const;
  /// Goals that a group has one after another.
  [[nodiscard]] std::size_t legs(std::size_t group) const;
  /// What those follow who go to such a goal; pending, and null, before anybody does.
  [[nodiscard]] const Graphs::Plan& plan(std::size_t group, std::size_t leg = 0) const;
  [[nodiscard]] const Graphs::Field* field(std::size_t group, std::size_t leg = 0) const;
  [[nodiscard]] std::span<const std::uint32_t> goals(std::size_t group, std::size_t leg = 0) const;
  /// Of at most `output.trail_agents` agents, spread over the groups.
  [[nodiscard]] const std::vector<Trail>& trails() const;

  [[nodiscard]] SimulationReport report() const;

 private:
  struct State;
  explicit BoardSimulation(Pimpl<State> state);
  Pimpl<State> state_;
};

}  // namespace portolan::detail
