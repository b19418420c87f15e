// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <queue>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <portolan/hierarchy/plan.hpp>

#include "bounds/heuristic.hpp"
#include "bounds/octile_bound.hpp"
#include "hierarchy_state.hpp"
#include "search/area_costs.hpp"
#include "search/endpoints.hpp"
#include "search/lane_search.hpp"
#include "search/level_search.hpp"

namespace portolan::detail {

/// The search of one request. Outcomes are told by components first, so that a
/// search begins only where it will arrive; it ends when the cost of every agent is final.
///
/// One search runs backward on one level, the main search. Near goals are searched on level 0. Far ones on
/// the top level: goals and agents climb to it, which is to say that the costs between them and the nodes on
/// the boundaries of their areas are searched level by level, each search confined to one area; and the way
/// found is unpacked by as small searches on the way down. Tables are exact, so that the costs are those of
/// level 0. Orders of many agents do not climb: the main search settles the boundaries of their areas, and
/// costs go down from there, for all agents of an area at once. Where there are links, or costs do not fit,
/// such orders are searched on level 0.
class OrderSearch {
 public:
  explicit OrderSearch(const HierarchyState& state);

  [[nodiscard]] Plan plan(const PlanRequest& request);
  /// The answer to the order of a single agent, without a plan's lists. What is said of sectors and goals
  /// holds until the next call.
  struct Way {
    Outcome outcome = Outcome::pending;
    Distance cost = unreachable;  ///< of the way on the portal graph
    Distance lower_bound{0};
    Cell nearest;
    std::uint64_t nodes_opened = 0;
    std::span<const Goal> goals{};
    /// Sectors; those that the way leads through come first, from the agent on.
    std::span<const std::uint32_t> corridor{};
    std::size_t on_route = 0;  ///< so many
  };
  [[nodiscard]] Way find_path(const PlanRequest& request);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  // What agents and goals are there (order_search.cpp).
  void begin(const PlanRequest& request);
  void take_goals(const PlanRequest& request);
  void search_for(std::span<const Cell> cells);
  void take_agents(std::span<const Cell> cells);
  void judge_agents();
  void redirect();
  [[nodiscard]] bool add_nearest(AgentCell& agent);
  void answer(Plan& plan);

  // The main search (order_run.cpp).
  void search();
  void settle_all();
  void search_level_0();
  void climb();
  void finish();
  [[nodiscard]] std::uint64_t likely_limit() const;
  [[nodiscard]] bool any_above(std::uint64_t limit) const;
  /// A goal is near within so many sides of an area of level 1, and as long as this many nodes of level 0
  /// suffice.
  struct Near {
    std::int32_t sides = 0;
    std::uint64_t nodes = 0;
  };
  static const Near near_by_landmarks;
  static const Near near_by_octile;
  [[nodiscard]] const Near& near() const;
  [[nodiscard]] bool is_near() const;
  [[nodiscard]] bool run_near();
  void open();
  void begin_main(std::size_t at, bool wide);
  /// After set_heuristic(). False when costs outgrew what the lanes hold.
  [[nodiscard]] bool run(std::uint64_t max_nodes);
  [[nodiscard]] LaneSearch::Way path_from(std::uint32_t node) const;
  [[nodiscard]] std::uint64_t main_opened() const {
    return !begun_ ? 0 : wide_ ? searches_[run_at_].opened() : lanes_.opened();
  }
  [[nodiscard]] bool settle(std::uint32_t node, std::uint64_t cost, std::uint64_t bound);
  void improve(const AgentEnd& end, std::uint64_t cost);
  void finish_agents(std::uint64_t bound);
  void aim();
  void set_heuristic();
  [[nodiscard]] bool has_near_landmarks() const;
  template <class AddEnd>
  [[nodiscard]] PotentialRange agent_potentials(const AddEnd& add);
  void use_landmarks();
  void use_near_landmarks();
  [[nodiscard]] std::size_t top() const { return state_.levels.size() - 1; }
  [[nodiscard]] const Level& level(std::size_t at) const { return *state_.levels[at]; }

  // Up to the top level (order_climb.cpp).
  /// Costs inside an area of the level above `at`, from the goals' seeds there or from one agent's ends.
  struct Inside {
    std::size_t at = 0;
    std::uint32_t agent = 0;
    AreaCosts* costs = nullptr;
  };
  [[nodiscard]] std::uint32_t area_above(std::size_t at, std::uint32_t area) const;
  [[nodiscard]] AreaCosts* costs_inside(std::vector<Inside>& known, std::size_t at, std::uint32_t area,
                                        std::uint32_t agent);
  void drop_inside(std::vector<Inside>& known);
  [[nodiscard]] const AreaCosts* goal_costs(std::size_t at, std::uint32_t area) const;
  [[nodiscard]] const AreaCosts* agent_costs(std::size_t at, std::uint32_t agent) const;
  void climb_goals();
  [[nodiscard]] bool climb_goals_at_once(std::size_t at, std::uint32_t area);
  void climb_goals_by_nodes(std::size_t at, std::uint32_t area);
  void climb_agents();
  [[nodiscard]] bool climb_agent_at_once(std::size_t at, std::uint32_t agent);
  void climb_agent_by_nodes(std::size_t at, std::uint32_t agent);
  void search_inside();
  [[nodiscard]] AgentEnd best_inside(std::size_t at, std::uint32_t agent);

  // Down from the top level, for many agents (order_below.cpp).
  [[nodiscard]] const AreaCosts* costs_below(std::size_t at, std::uint32_t area) const;
  [[nodiscard]] bool settle_below();
  [[nodiscard]] bool settle_rims(const std::vector<std::uint32_t>& areas);
  [[nodiscard]] bool descend(std::size_t at, std::uint32_t area);
  [[nodiscard]] bool settle_agent(std::uint32_t number);
  void index_ends();
  void walk_below(std::size_t at, std::uint32_t area, std::uint32_t node);

  // The ways found, down to sectors (order_walk.cpp).
  struct Hop {
    std::uint32_t node = 0;
    std::uint32_t via = 0;
    std::uint32_t parent = 0;  ///< none at a seed
  };
  void walk(const AgentCell& agent, std::uint32_t number);
  void walk_main(std::uint32_t node);
  void walk_sectors(std::uint32_t node);
  std::uint32_t follow_inside(std::size_t at, const AreaCosts& costs, std::uint32_t node);
  void unpack(std::size_t at, std::uint32_t area, std::uint32_t from, std::uint32_t into);
  [[nodiscard]] bool unpack_at_once(std::size_t at, std::uint32_t area, std::uint32_t from,
                                    std::uint32_t into);
  void unpack_end(std::size_t at, std::uint32_t area, std::uint32_t from);
  void unpack_start(std::size_t at, std::uint32_t agent, std::uint32_t into);
  void unpack_hops(std::size_t at, std::span<const Hop> hops, bool ends_at_goal);
  [[nodiscard]] AgentEnd search_confined(std::size_t at, std::uint32_t area, std::span<const GoalEnd> seeds,
                                         std::span<const AgentEnd> targets);
  [[nodiscard]] std::vector<Hop> hops_from(std::size_t at, std::uint32_t node) const;
  [[nodiscard]] GoalEnd seed_at(std::size_t at, std::uint32_t area, std::uint32_t node) const;

  // The corridor (order_corridor.cpp).
  void add_sector(std::uint32_t sector);
  void round_corners();
  void widen(int rings);
  void add_all_useful(const AgentCell& agent);
  void collect_corridor();
  void make_corridor(Plan& plan);
  template <class Visit>
  void for_each_neighbour(std::uint32_t sector, Visit&& visit) const;
  [[nodiscard]] std::uint64_t lower_bound(const AgentCell& agent) const;

  const HierarchyState& state_;
  const PlanRequest* request_ = nullptr;  // that is being answered
  EndFinder finder_;
  std::vector<LevelSearch> searches_;  // by level
  LaneSearch lanes_;                   // the main search
  bool wide_ = false;                  // it outgrew the lanes, and ran among the others
  std::size_t run_at_ = 0;             // level of the main search
  std::uint64_t budget_ = 0;           // nodes that the main search may open
  std::uint64_t opened_ = 0;           // by all searches of this order but the main one
  bool begun_ = false;                 // the main search
  Heuristic aim_;
  std::vector<PotentialRange> potentials_;           // by agent
  std::vector<std::unique_ptr<AreaCosts>> insides_;  // those in use first
  std::size_t insides_used_ = 0;
  std::uint64_t climb_limit_ = no_cost;  // costlier ways were left out on the way up
  std::vector<Inside> goal_insides_;
  std::vector<Inside> agent_insides_;
  std::vector<Inside> below_insides_;
  std::unordered_map<std::uint64_t, const AreaCosts*> below_costs_;  // by level and area; never iterated
  std::vector<std::size_t> ends_of_;  // by agent: where its ends begin in by_agent_
  std::vector<AgentEnd> by_agent_;
  std::unordered_set<std::uint32_t> walked_below_;  // never iterated
  std::vector<AreaCosts> hops_;                     // by level: for the hop that is being unpacked

  std::vector<Goal> goals_;                  // passable, ordered by sector; then the nearest cells
  std::vector<Cell> wished_;                 // goals inside the world, passable or not
  std::vector<std::vector<GoalEnd>> seeds_;  // by level
  std::vector<AgentCell> agents_;            // distinct within each call
  std::vector<std::uint32_t> agent_of_;      // per cell asked for
  std::vector<std::vector<AgentEnd>> ends_;  // by level; by node
  std::vector<std::pair<Components::Class, Cell>> nearest_;
  std::uint64_t nearest_gap_ = 0;

  using Waiting = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>>
      waiting_;  // best cost, agent; may be stale
  std::size_t open_agents_ = 0;
  std::size_t aimed_at_ = 0;
  bool out_of_world_ = false;  // there are goals, all outside

  std::vector<std::uint32_t> corridor_;
  std::size_t on_route_ = 0;  // sectors of the corridor that were there before others were added around them
  std::vector<std::uint32_t> in_corridor_;  // by sector: number of the corridor that it was last in
  std::uint32_t corridor_number_ = 0;
  std::vector<std::uint32_t> walked_;   // by node of the main search: likewise
  std::vector<std::uint32_t> visited_;  // by sector: number of the walk that was last there
  std::uint32_t visit_number_ = 0;
};

}  // namespace portolan::detail
