// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <portolan/core/astar.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/detail/path_guide.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/dynamic/regions.hpp>
#include <portolan/hierarchy/field_cache.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/simulation/scenario.hpp>

#include "group_controller.hpp"

namespace portolan::detail {

/// A group whose agents each follow a path of their own, kept right by splicing. Whole paths come from the
/// corridor of one agent and the descent along its field, kept for those who stand near and want to get there
/// too.
class PathGroup final : public GroupController {
 public:
  /// `order` says which quality plans have.
  PathGroup(ProfileContext& context, const Scenario& scenario, const ScenarioGroup& wanted,
            const Profile& profile, GoalSet goals);

  [[nodiscard]] bool guides_each() const override { return true; }
  [[nodiscard]] const Guide* guide_of(std::size_t k) const override { return &walkers_[k].guide; }
  [[nodiscard]] RegionWatch* watch() override { return &watch_; }
  void ask(const GroupNow&) override {}
  void update(const GroupNow& now) override;
  [[nodiscard]] std::optional<std::vector<Distance>> optimum(const GroupNow& now,
                                                             const GridView& ground) override {
    return optimum_of(order_, *context_, now, ground);
  }

  /// Of the order that measures the optimum on very large maps, else pending and empty.
  [[nodiscard]] const Plan& plan() const override { return order_.plan(); }
  [[nodiscard]] const CorridorField& field() const override { return order_.field(); }
  [[nodiscard]] const PlanWork& work() const override { return order_.work(); }
  [[nodiscard]] Distance left(Cell c) const override { return order_.at(c); }
  [[nodiscard]] std::optional<PlanWork> work_of(std::size_t k) const override { return walkers_[k].work(); }
  void quit(std::size_t k) override;
  void report(GroupReport& own, SimulationReport& all) const override;

 private:
  struct Walker {
    std::unique_ptr<PathKeeper> keeper;
    PathGuide guide;
    WatcherId watcher;
    RegionId region;
    std::uint64_t searches = 0;    // plans and splices when the list of regions was made
    std::optional<PlanWork> done;  // with the paths that it had when it came here before

    [[nodiscard]] std::optional<PlanWork> work() const {
      std::optional<PlanWork> all = done;
      if (keeper) all = all.value_or(PlanWork{}) += keeper->work();
      return all;
    }
  };

  void lead(Walker& walker, Cell at, Vec2 position);
  [[nodiscard]] Cell goal_for(Cell from) const;
  FoundPath whole_path(Cell from, Cell to);
  void set_out(Walker& walker, Cell at);
  void watch_path(Walker& walker);

  /// complete when everybody who has set out has a path.
  [[nodiscard]] Outcome outcome() const;

  ProfileContext* context_;
  Order order_;          // never dispatched
  PlanRequest request_;  // with the quality that is wanted; agent and goal are filled in
  SpliceOptions options_;
  ReplanPolicy replan_;
  AStar search_;
  RegionWatch watch_;
  std::deque<Walker> walkers_;  // addresses last
  std::vector<std::uint32_t> of_watcher_;
  std::uint64_t tiles_solved_ = 0;
};

}  // namespace portolan::detail
