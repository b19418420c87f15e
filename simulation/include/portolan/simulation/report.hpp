// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <portolan/core/outcome.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/plan_work.hpp>
#include <portolan/dynamic/sector_stream.hpp>
#include <portolan/dynamic/time_plan.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/simulation/detail/contact_report.hpp>

namespace portolan {

/// What foreseeing obstacles has cost.
struct ForesightReport {
  std::uint64_t plans = 0;
  std::array<std::uint64_t, 6> outcomes{};  ///< plans by Outcome, as in TimePlan
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
  /// complete: all arrived; else how the last plan ended, or pending where that had a way for all.
  Outcome outcome = Outcome::pending;
  std::int64_t agents = 0;
  std::int64_t arrived = 0;
  std::int64_t stuck = 0;  ///< AgentState::stuck when the run ended
  std::int64_t last_arrival_tick = 0;
  std::uint64_t plans = 0;
  std::uint64_t fields = 0;  ///< or bands: computed, first and again, and repaired
  double walked = 0;         ///< cells, mean over the agents that arrived
  /// Cost walked over the optimum when they set out, mean over the agents that arrived; 0 where none of them
  /// had a way then.
  double detour = 0;
};

/// What took how long; 0 without a clock.
struct SecondsReport {
  double build = 0;
  double commit = 0;
  double plan = 0;
  double field = 0;
  double crowd = 0;
  double load = 0;  ///< of land, where the world is streamed
};

/// What happened.
struct SimulationReport {
  Outcome outcome = Outcome::pending;  ///< complete: all arrived; otherwise the worst of a group
  std::int64_t ticks = 0;
  std::int64_t agents = 0;
  std::int64_t arrived = 0;
  std::int64_t stuck = 0;
  double walked = 0;  ///< cells, mean over the agents that arrived
  double detour = 0;  ///< as in GroupReport
  detail::ContactReport contacts;
  std::uint64_t commits = 0;          ///< that changed anything
  std::uint64_t sectors_rebuilt = 0;  ///< by hierarchies, over all commits
  PlanWork work;                      ///< of all groups together
  PlanWork paths;                     ///< of that, what the paths of single agents took
  FieldCacheStats cache;              ///< how often a whole path came from the field of another
  ForesightReport foresight;          ///< of groups that foresee obstacles
  DispatchReport replans;             ///< which triggers fired, what that cost, and how long requests waited
  std::optional<SectorStreamReport> streaming;  ///< nothing: all land was in memory. Sectors are blocks
  SecondsReport seconds;
  std::uint64_t hash = 0;  ///< of the final state: equal for equal input
  std::vector<GroupReport> groups;
  std::vector<std::string> failures;  ///< expectations of the scenario that do not hold, in words
};

}  // namespace portolan
