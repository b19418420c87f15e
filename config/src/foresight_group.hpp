// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include <portolan/config/scenario.hpp>
#include <portolan/config/simulation.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/path_guide.hpp>
#include <portolan/dynamic/forecast.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/time_plan.hpp>

#include "step_aside.hpp"

namespace portolan {

/// A group whose agents foresee obstacles: each follows a timed way of its own, found among what the order's
/// field leaves open (made for a view without passing obstacles) and what is foreseen.
class ForesightGroup {
 public:
  /// Time steps per tick of the simulation: agents go at any fraction of a tick.
  static constexpr TimeStep steps_per_tick = 8;

  /// What happens in the scenario at this moment.
  struct Now {
    std::int64_t tick = 0;
    const Obstacles* obstacles = nullptr;
    std::span<const ObstacleId> ids;  ///< by the scenario's list; default where not there yet
    const Order* order = nullptr;
  };

  /// `seen` is what the group's agents walk on, with all obstacles.
  ForesightGroup(const Scenario& scenario, const ScenarioGroup& wanted, GridView seen,
                 std::int32_t clearance);

  /// Once per tick, before any agent is led.
  void begin(const Now& now);
  /// Plans for the group's k-th agent where needed, and aims its guide.
  void lead(std::size_t k, Cell at, Vec2 position);

  [[nodiscard]] const PathGuide& guide(std::size_t k) const { return walkers_[k].guide; }
  [[nodiscard]] const ForesightReport& report() const { return report_; }

 private:
  struct Walker {
    PathGuide guide;
    std::vector<TimedCell> way;
    std::size_t at = 0;    // place on the way
    TimeStep slack = 0;    // how early or late the agent may be on it
    TimeStep renew = 0;    // plan again from this time on
    std::uint64_t of = 0;  // the order's work when it was planned
  };
  struct Seen {
    Footprint footprint;  // grown for clearance
    Footprint roomy;      // and for room
    Vec2 before;
    Vec2 velocity;  // cells per second
    bool known = false;
  };

  void watch_obstacles();
  // What is to come, with the room and the margin asked for, or with neither. Made when first asked for.
  struct Foreseen {
    Forecast forecast;
    bool made = false;
  };
  [[nodiscard]] const Forecast& foresee(Foreseen& kept, bool bare);
  [[nodiscard]] bool on_time(Walker& walker, Cell at) const;
  [[nodiscard]] TimePlan find_path(Walker& walker, Cell at);
  void note(const TimePlan& found);
  void plan(Walker& walker, Cell at);
  void aim(Walker& walker, Cell at, Vec2 position);
  void get_away(Walker& walker, Cell at, Vec2 position);

  const Scenario* scenario_;
  GridView seen_grid_;
  Pace pace_;
  float cells_per_step_;
  ForecastGrid grid_;
  TimeStep horizon_ = 0;
  TimeStep renewal_ = 0;
  std::uint64_t max_nodes_ = 0;
  std::int32_t ring_ = 0;  // cells by which footprints grow for clearance
  std::int32_t room_ = 0;  // and for room besides
  Now now_;
  TimeStep time_ = 0;
  std::uint64_t order_work_ = 0;
  std::vector<Seen> seen_;
  Foreseen with_room_;
  Foreseen bare_;
  TimePlanner planner_;
  StepAside aside_;
  std::deque<Walker> walkers_;  // addresses last
  ForesightReport report_;
};

}  // namespace portolan
