// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/dynamic/forecast.hpp>

namespace portolan {

/// How fast an agent is. A step or link that costs u units takes u * steps / units time steps, rounded up,
/// and at least one: durations are integers, and costly ground takes its time.
struct Pace {
  std::uint32_t steps = 1;
  std::uint32_t units = 24;

  [[nodiscard]] constexpr TimeStep duration(Distance cost) const {
    const std::uint64_t rounded = (cost.units * steps + units - 1) / units;
    return rounded > 0 ? static_cast<TimeStep>(rounded) : 1;
  }
  /// What a path of this cost takes at least, however it is divided into steps.
  [[nodiscard]] constexpr TimeStep at_least(Distance cost) const {
    return static_cast<TimeStep>((cost.units * steps + units - 1) / units);
  }
};

/// A cell of a timed path: the agent stands on it from `arrive` to `leave`, then moves on, and is on the next
/// cell when that one's `arrive` comes.
struct TimedCell {
  Cell cell;
  TimeStep arrive = 0;
  TimeStep leave = 0;
  constexpr bool operator==(const TimedCell&) const = default;
};

struct TimePlan {
  /// `complete`: the goal is reached, and the arrival is the earliest that there is. `partial`: safe up to
  /// the horizon; from there on the field leads. `pending`: there is a path, but none on which nothing hits
  /// the agent before the horizon; ask again. `unreachable`: the field has no path from the start.
  /// `budget_spent`: no best path was found with so few nodes, and the path, if there is one, leads to the
  /// place nearest to the goal of those that were found at which the agent is safe up to the horizon.
  Outcome outcome = Outcome::unreachable;
  std::vector<TimedCell> path;  ///< empty unless complete, partial or of a spent budget
  /// complete: when the goal is reached. partial: a lower bound of it, by the field. Otherwise 0.
  TimeStep arrival = 0;
  std::uint64_t nodes_opened = 0;
};

struct TimeRequest {
  Cell start;
  Pace pace;
  /// Steps for which the start counts as free whatever the forecast says: an agent that is caught may leave.
  TimeStep grace = 0;
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
};

/// Finds the earliest arrival among obstacles whose movement is foreseen, by A* over safe intervals (SIPP,
/// Phillips and Likhachev 2011): a state is a cell and one of the spans of time in which nothing blocks it,
/// and to be in it earlier is never worse, because an agent may wait.
///
/// While an agent goes from a to b it takes up both, from leaving to arriving, and on a diagonal also the two
/// cells beside: so it never changes places with an obstacle, nor passes through one, nor cuts its corner.
///
/// The estimate is the field's cost as time, which is consistent because the field is exact on the cells that
/// it covers; the search enters no other cell. The field must be that of a view without the obstacles that
/// are foreseen (`Profile::sees_passing`), because they are not there for ever. Where the forecast ends the
/// field takes over: the search ends with the state, at the horizon or later, from which the field promises
/// the earliest arrival.
///
/// Keeps its memory between searches. Not thread-safe: one per thread. Equal input, equal path.
/// Cost: O(nodes opened * log); a node is a cell and a span, at most (spans of the forecast + 1) per cell.
class TimePlanner {
 public:
  TimePlanner();

  /// The earliest path from the start, where the agent stands when the forecast's span begins, to a goal of
  /// the field: a cell of cost 0. Field and forecast must be of the same world.
  [[nodiscard]] TimePlan plan(const TileField& field, const Forecast& forecast, const TimeRequest& request);

 private:
  struct Search;
  detail::Pimpl<Search> search_;
};

}  // namespace portolan
