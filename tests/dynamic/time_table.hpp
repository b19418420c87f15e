// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <portolan/core/grid_view.hpp>
#include <portolan/dynamic/time_plan.hpp>

namespace portolan::test {

/// The world and its movement on a plain (cell, time step) table; knows nothing of spans, fields or the
/// solver's tables. The rule: while an agent goes it takes up both cells, on a diagonal also those beside.
class TimeTable {
 public:
  TimeTable(GridView grid, TimeStep horizon) : grid_(grid), horizon_(horizon) {
    blocked_.resize(static_cast<std::size_t>(horizon), std::vector<char>(grid.extent().cell_count(), 0));
  }
  void block(Cell c, TimeStep t) {
    if (grid_.contains(c) && t >= 0 && t < horizon_)
      blocked_[static_cast<std::size_t>(t)][grid_.extent().index(c)] = 1;
  }
  // An agent that is caught may stay for so long.
  void free(Cell c, TimeStep until) {
    for (TimeStep t = 0; t < std::min(until, horizon_); ++t)
      blocked_[static_cast<std::size_t>(t)][grid_.extent().index(c)] = 0;
  }
  [[nodiscard]] bool free_at(Cell c, TimeStep t) const {
    return t >= horizon_ || blocked_[static_cast<std::size_t>(t)][grid_.extent().index(c)] == 0;
  }
  /// Duration of the move, or 0 when it is against the rules of movement.
  [[nodiscard]] TimeStep duration(Cell a, Cell b, const Pace& pace) const {
    const int dx = b.x - a.x, dy = b.y - a.y;
    if (!grid_.passable(a) || !grid_.passable(b) || std::abs(dx) > 1 || std::abs(dy) > 1) return 0;
    const bool diagonal = dx != 0 && dy != 0;
    if (diagonal && !(grid_.passable({a.x + dx, a.y, a.layer}) && grid_.passable({a.x, a.y + dy, a.layer})))
      return 0;
    const auto units = (diagonal ? 17ULL : 12ULL) * (grid_.cost(a) + grid_.cost(b));
    TimeStep steps = 0;
    while (static_cast<std::uint64_t>(steps) * pace.units < units * pace.steps) ++steps;
    return steps;
  }
  [[nodiscard]] bool may_go(Cell a, Cell b, TimeStep from, TimeStep steps) const {
    for (TimeStep t = from; t < from + steps; ++t) {
      if (!free_at(a, t) || !free_at(b, t) || !free_at({a.x, b.y, a.layer}, t) ||
          !free_at({b.x, a.y, a.layer}, t))
        return false;
    }
    return free_at(b, from + steps);
  }
  /// What the field promises from every cell, in units, by relaxing until nothing changes.
  [[nodiscard]] std::vector<std::uint64_t> costs_to(Cell goal) const {
    const Extent extent = grid_.extent();
    std::vector<std::uint64_t> cost(extent.cell_count(), ~0ULL);
    cost[extent.index(goal)] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < cost.size(); ++i) {
        const Cell a = extent.cell(i);
        for_near(a, [&](Cell b) {
          const std::uint64_t there = cost[extent.index(b)];
          if (there == ~0ULL || duration(a, b, {1, 1}) == 0) return;
          const auto units = there + static_cast<std::uint64_t>(duration(a, b, {1, 1}));
          if (units < cost[i]) cost[i] = units, changed = true;
        });
      }
    }
    return cost;
  }
  template <class Visit>
  void for_near(Cell a, const Visit& visit) const {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Cell b{a.x + dx, a.y + dy, a.layer};
        if (b != a && grid_.contains(b)) visit(b);
      }
    }
  }
  /// Breadth first over all (cell, step): the earliest arrival, and what the horizon leaves to the costs.
  [[nodiscard]] std::optional<TimeStep> best(Cell start, Cell goal, const Pace& pace) const {
    const Extent extent = grid_.extent();
    const std::vector<std::uint64_t> cost = costs_to(goal);
    std::map<std::pair<TimeStep, std::size_t>, bool> waiting;  // in the order of time
    std::optional<TimeStep> least;
    const auto visit = [&](Cell c, TimeStep t) { waiting[{t, extent.index(c)}] = true; };
    if (free_at(start, 0)) visit(start, 0);
    while (!waiting.empty()) {
      const TimeStep t = waiting.begin()->first.first;
      const std::size_t i = waiting.begin()->first.second;
      waiting.erase(waiting.begin());
      const Cell c = extent.cell(i);
      if (cost[i] == ~0ULL) continue;
      if (c == goal || t >= horizon_) {
        TimeStep rest = 0;
        while (static_cast<std::uint64_t>(rest) * pace.units < cost[i] * pace.steps) ++rest;
        if (!least || t + rest < *least) least = t + rest;
        continue;
      }
      if (free_at(c, t + 1)) visit(c, t + 1);
      for_near(c, [&](Cell b) {
        const TimeStep steps = duration(c, b, pace);
        if (steps > 0 && may_go(c, b, t, steps)) visit(b, t + steps);
      });
    }
    return least;
  }
  /// What is wrong with a timed way, if anything.
  [[nodiscard]] std::string fault(const std::vector<TimedCell>& way, const Pace& pace) const {
    for (std::size_t k = 0; k < way.size(); ++k) {
      const TimedCell& at = way[k];
      if (at.leave < at.arrive) return "leaves before it arrives";
      for (TimeStep t = at.arrive; t <= at.leave; ++t) {
        if (!free_at(at.cell, t)) return "is hit at " + std::to_string(t);
      }
      if (k + 1 == way.size()) break;
      const TimeStep steps = duration(at.cell, way[k + 1].cell, pace);
      if (steps == 0) return "is no step";
      if (at.leave + steps != way[k + 1].arrive) return "takes another time";
      if (!may_go(at.cell, way[k + 1].cell, at.leave, steps)) return "is hit on the move";
    }
    return "";
  }

 private:
  GridView grid_;
  TimeStep horizon_;
  std::vector<std::vector<char>> blocked_;
};

}  // namespace portolan::test
