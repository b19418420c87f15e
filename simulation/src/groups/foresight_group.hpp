// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <portolan/core/world.hpp>
#include <portolan/crowd/detail/path_guide.hpp>
#include <portolan/dynamic/forecast.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/time_plan.hpp>
#include <portolan/simulation/scenario.hpp>

#include "order_group.hpp"
#include "step_aside.hpp"

namespace portolan::detail {

/// A group whose agents foresee obstacles: each follows a timed path of its own, found among what the order's
/// field leaves open (made for a view without passing obstacles) and what is foreseen.
class ForesightGroup final : public OrderGroup {
 public:
  /// Time steps per tick of the simulation: agents go at any fraction of a tick.
  static constexpr TimeStep steps_per_tick = 8;

  /// What a group walks on, with all obstacles.
  struct Ground {
    GridView grid;
    std::int32_t clearance = 1;
  };

  /// The scenario must outlive the group.
  ForesightGroup(ProfileContext& context, const Scenario& scenario, const ScenarioGroup& wanted,
                 const Ground& seen, GoalSet goals);

  [[nodiscard]] bool guides_each() const override { return true; }
  [[nodiscard]] const Guide* guide_of(std::size_t k) const override { return &walkers_[k].guide; }
  void update(const GroupNow& now) override;
  void quit(std::size_t k) override {
    walkers_[k].path.clear();
    walkers_[k].guide.clear();
  }
  void report(GroupReport& own, SimulationReport& all) const override {
    OrderGroup::report(own, all);
    all.foresight += report_;
  }

 private:
  struct Walker {
    PathGuide guide{true};
    std::vector<TimedCell> path;
    std::size_t at = 0;    // place on the path
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

  // Where an agent is, and how fast it goes.
  struct Body {
    Cell cell;
    Vec2 position, velocity;
  };
  // What is to come until so many time steps from now, with the room and the margin asked for, or with
  // neither. Made when first asked for.
  struct Foreseen {
    bool bare = false;
    TimeStep horizon = 0;
    Forecast forecast{};
    bool made = false;
  };
  // What all forecasts of the group have in common, in time steps.
  struct Timing {
    ForecastGrid grid;
    TimeStep horizon = 0;
    TimeStep renewal = 0;  // a plan is made again at the latest
  };

  [[nodiscard]] static Timing timing_of(const Scenario& scenario, const ForesightOptions& wanted);
  void begin(const GroupNow& now);
  void watch_obstacles();
  void lead(Walker& walker, const Body& body);
  [[nodiscard]] const Forecast& foresee(Foreseen& kept);
  [[nodiscard]] bool closes(Cell c, TimeStep by);
  [[nodiscard]] bool has_to_get_on(const Walker& walker, const Body& body);
  [[nodiscard]] bool is_too_late(const Body& body, Cell to);
  [[nodiscard]] bool waits_at(std::span<const TimedCell> path, Cell at) const;
  [[nodiscard]] bool on_time(Walker& walker, Cell at) const;
  [[nodiscard]] TimePlan find_path(Walker& walker, Cell at);
  void note(const TimePlan& found);
  [[nodiscard]] TimeStep renewal_of(std::span<const TimedCell> path, Outcome outcome) const;
  void plan_in_time(Walker& walker, Cell at);
  void aim(Walker& walker, const Body& body);
  void get_away(Walker& walker, Cell at, Vec2 position);

  const Scenario* scenario_;
  ForesightOptions options_;
  Ground ground_;
  Pace pace_;
  float cells_per_step_;
  Timing timing_;
  GroupNow now_;
  TimeStep time_ = 0;
  std::uint64_t order_work_ = 0;
  std::vector<Seen> seen_;
  Foreseen with_room_, bare_, soon_;
  TimePlanner planner_;
  StepAside aside_;
  std::deque<Walker> walkers_;  // addresses last
  ForesightReport report_;
};

}  // namespace portolan::detail
