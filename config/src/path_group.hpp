// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <portolan/config/scenario.hpp>
#include <portolan/core/astar.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/path_guide.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/dynamic/regions.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/hierarchy/planner.hpp>

namespace portolan {

/// Where whole paths come from: the corridor of one agent, and the way along its field, kept for those who
/// stand near and want to get there too. All must outlive the groups.
struct PathSource {
  const Hierarchy* hierarchy = nullptr;
  Planner* planner = nullptr;
  FieldCache* cache = nullptr;
  PlanRequest request;  ///< with the quality that is wanted; agent and goal are filled in
};

/// A group whose agents each follow a path of their own, kept right by splicing.
class PathGroup {
 public:
  /// `least_cost` as in AStarOptions.
  PathGroup(PathSource source, const ScenarioGroup& wanted, int region_side, Cost least_cost, GoalSet goals);

  /// Takes in a commit that the hierarchy has taken in.
  void note(const Commit& commit) { watch_.record(commit); }
  /// Hears what changed on the ways of the agents; once per tick.
  void listen(std::uint64_t tick);
  /// Mends the path of the group's k-th agent and aims its guide. The first call for an agent plans its path.
  void lead(std::size_t k, Cell at, Vec2 position);

  [[nodiscard]] const PathGuide& guide(std::size_t k) const { return walkers_[k].guide; }
  /// complete when everybody who has set out has a way.
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] PathWork work() const;
  [[nodiscard]] std::uint64_t steps_walked() const;
  [[nodiscard]] std::uint64_t tiles_solved() const { return tiles_solved_; }

 private:
  struct Walker {
    std::unique_ptr<PathKeeper> keeper;
    PathGuide guide;
    WatcherId watcher;
    RegionId region;
    std::uint64_t searches = 0;  // plans and splices when the list of regions was made
  };

  [[nodiscard]] Cell goal_for(Cell from) const;
  AStarResult whole_path(Cell from, Cell to);
  void set_out(Walker& walker, Cell at);
  void watch_path(Walker& walker);

  PathSource source_;
  SpliceOptions options_;
  ScenarioReplan replan_;
  GoalSet goals_;
  AStar search_;
  RegionWatch watch_;
  std::deque<Walker> walkers_;  // addresses last
  std::vector<std::uint32_t> of_watcher_;
  std::uint64_t tiles_solved_ = 0;
};

}  // namespace portolan
