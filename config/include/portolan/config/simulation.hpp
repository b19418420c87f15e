// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <portolan/config/scenario.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/outcome.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/dynamic/time_plan.hpp>
#include <portolan/hierarchy/band_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

class Simulation;

struct SimulationHooks {
  /// Seconds from any fixed point on, for the times in the report; the run itself never looks at it.
  /// Empty: all times are 0.
  std::function<double()> clock;
  /// Called after every tick; false ends the run.
  std::function<bool(const Simulation&)> on_tick;
  /// Builds hierarchies and moves the crowd at the same time; null: on the caller's thread.
  /// Results do not depend on it.
  Executor* executor = nullptr;
};

/// Where an agent or an obstacle has been: a point per cell or so, in order.
struct Trail {
  std::uint32_t group = 0;  ///< of an obstacle: its place in the scenario
  std::int32_t layer = 0;
  std::vector<Vec2> points;
};

/// What following spliced paths has cost.
struct PathReport {
  PathWork work;
  FieldCacheStats cache;  ///< how often a whole path came from the field of another
  std::uint64_t steps_walked = 0;
};

/// What foreseeing obstacles has cost.
struct ForesightReport {
  std::uint64_t plans = 0;
  std::array<std::uint64_t, 6> outcomes{};  ///< plans by TimeOutcome
  std::uint64_t nodes_opened = 0;
  std::uint64_t most_nodes = 0;  ///< in one plan
  std::uint64_t forecasts = 0;
  std::uint64_t off_schedule = 0;  ///< times that an agent was not where its plan had it
  std::uint64_t ticks_waited = 0;  ///< by all agents together, because their plans said so

  /// For the sum over groups.
  ForesightReport& operator+=(const ForesightReport& o);
};

struct GroupReport {
  std::string name;
  Outcome outcome = Outcome::pending;  ///< of the last plan
  std::int64_t agents = 0;
  std::int64_t arrived = 0;
  std::int64_t stuck = 0;  ///< on the map without a way when the run ended
  std::int64_t last_arrival_tick = 0;
  std::uint64_t plans = 0;
  std::uint64_t fields = 0;  ///< or bands: computed, first and again, and repaired
  double walked = 0;         ///< cells, mean over the agents that arrived
  double detour = 0;  ///< cost walked over the optimum when they set out, mean over the agents that arrived
};

/// How land came and went where the world is streamed. Sectors are blocks of 32 by 32 cells.
struct StreamingReport {
  bool streamed = false;
  double resident_share_max = 0;  ///< most sectors in memory after a tick, of all
  std::uint64_t sector_loads = 0;
  std::uint64_t sector_unloads = 0;
  std::uint64_t loads_for_edits = 0;  ///< of the loads: those that edits asked for
  std::uint32_t most_loads_in_a_tick = 0;
  std::uint64_t waits = 0;        ///< ticks that agents stood where their way goes on in a missing sector
  std::uint64_t start_waits = 0;  ///< ticks that agents waited for the first plan of their group
  std::uint64_t most_world_bytes = 0;  ///< memory of the world, without hierarchies
  double load_seconds = 0;
};

/// What happened.
struct SimulationReport {
  Outcome outcome = Outcome::pending;  ///< complete: all arrived; otherwise the worst of a group
  std::int64_t ticks = 0;
  std::int64_t agents = 0;
  std::int64_t arrived = 0;
  std::int64_t stuck = 0;
  std::int64_t wall_entries = 0;   ///< centres found on impassable cells, summed over the ticks
  std::int64_t overlaps = 0;       ///< most pairs at one time closer than half the sum of their radii
  std::int64_t overlap_ticks = 0;  ///< such pairs, summed over the ticks
  std::int64_t pushed = 0;         ///< times that an obstacle pushed an agent off its cell
  std::int64_t squeezes = 0;       ///< times that a blocked agent began to squeeze through others
  std::uint64_t plans = 0;         ///< searches for a corridor
  std::uint64_t fields = 0;        ///< fields and bands computed, first and again, and repaired
  std::uint64_t nodes_opened = 0;
  std::uint64_t tiles_solved = 0;
  std::uint64_t commits = 0;  ///< that changed anything
  std::uint64_t sectors_rebuilt = 0;
  std::uint64_t stale_steps = 0;  ///< times that an agent was told to step where it had become illegal
  PathReport paths;               ///< of groups that follow paths
  ForesightReport foresight;      ///< of groups that foresee obstacles
  DispatchReport replans;         ///< which triggers fired, what that cost, and how long requests waited
  double build_seconds = 0;
  double commit_seconds = 0;
  double plan_seconds = 0;
  double field_seconds = 0;
  double crowd_seconds = 0;
  double walked = 0;  ///< cells, mean over the agents that arrived
  double detour = 0;  ///< as in GroupReport
  StreamingReport streaming;
  std::uint64_t hash = 0;  ///< of the final state: equal for equal input
  std::vector<GroupReport> groups;
  std::vector<std::string> failures;  ///< expectations of the scenario that do not hold, in words
};

/// A scenario at work. Order within a tick (docs/simulation.md): obstacles move, edits are committed, the
/// hierarchies follow, whoever was hit is pushed out, watchers are told, fields and plans are made right
/// within the budget, the crowd moves. Repeatable: equal scenarios give equal states after every tick. Not
/// thread-safe.
class Simulation {
 public:
  /// Builds world and hierarchies and places everybody. Fails when scenario and map do not fit.
  [[nodiscard]] static Result<Simulation> create(Scenario scenario, SimulationHooks hooks = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Land or tables that could not be read: the run ends there, and its answers are not to be trusted.
  [[nodiscard]] std::optional<Error> fault() const;

  /// One tick. False when there is nothing left to do: all have arrived, or the scenario's last tick is over.
  bool tick();
  /// Ticks until the end, or until a hook ends the run.
  void run();

  [[nodiscard]] std::int64_t ticks() const;
  [[nodiscard]] const Scenario& scenario() const;
  [[nodiscard]] const World& world() const;
  [[nodiscard]] const Crowd& crowd() const;
  [[nodiscard]] const Obstacles& obstacles() const;
  /// Of a profile with which some group plans.
  [[nodiscard]] const Hierarchy& hierarchy(ProfileId profile) const;
  /// The scenario's group that an agent belongs to.
  [[nodiscard]] std::size_t group_of(AgentId agent) const;
  /// The plan that a group follows, and its field; pending and empty before the group starts, and for groups
  /// that follow paths. The field is also empty where the group keeps to a band, and where the world is
  /// streamed: it covers only what lies around the agents (`StreamedOrder`).
  [[nodiscard]] const Plan& plan(std::size_t group) const;
  [[nodiscard]] const CorridorField& field(std::size_t group) const;
  /// The band that a group keeps to; null for others.
  [[nodiscard]] const BandField* band(std::size_t group) const;
  /// Trails of at most `output.trail_agents` agents, spread over the groups.
  [[nodiscard]] const std::vector<Trail>& trails() const;
  [[nodiscard]] const std::vector<Trail>& obstacle_tracks() const;

  [[nodiscard]] SimulationReport report() const;

 private:
  struct State;
  explicit Simulation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace portolan
