// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/result.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/congestion.hpp>
#include <portolan/crowd/detail/focus_options.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/order.hpp>
#include <portolan/dynamic/path_keeper.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/simulation/detail/scenario_goals.hpp>
#include <portolan/simulation/detail/streaming_options.hpp>

namespace portolan {

/// Whether and how far a group foresees obstacles.
struct ForesightOptions {
  float horizon = 0;      ///< seconds; 0: not at all
  float margin = 0.3F;    ///< seconds that an agent may be early or late
  std::int32_t room = 0;  ///< cells around an obstacle that are kept free too
  /// Per plan, which leads as near to the goal as they do, and is made again there; 0: no limit.
  std::int64_t max_nodes = 20'000;
};

/// Agents that share a start, a goal and a way of moving.
struct ScenarioGroup {
  /// A field over the sectors of the corridor, a field over the cells near the agents' paths through it, or a
  /// path for each agent.
  enum class Follow : std::uint8_t { field, band, path };

  std::string name;
  std::int32_t count = 0;
  ScenarioPlace start;
  detail::ScenarioGoals goal;    ///< one, or several one after another
  std::uint32_t profile = 0;     ///< of the world
  float speed = 4.0F;            ///< cells per second
  float radius = 0.3F;           ///< cells
  float arrival_radius = 1.5F;   ///< cells; at most this far from a goal cell's centre counts as arrived
  bool leave_on_arrival = true;  ///< false: stays in the way
  std::int32_t start_tick = 0;
  Steering steering;
  Avoidance avoidance = Avoidance::separation;
  struct {
    float mass = 1;
    std::int32_t team = 0;
    float headway = 0;
    Formation formation = Formation::as_it_stands;
    bool keeps_rank = false;
    Cost full_speed_cost = 0;
    float acceleration = 0;  ///< cells per second, and second
    float turn_rate = 0;     ///< degrees per second
    std::int32_t priority = 0;
    Vec2 facing{};
    std::optional<std::uint32_t> leader;  ///< the group whose first agent leads this one; may be itself
    std::optional<Cell> target;           ///< its middle
    Error target_where;
  } manner;  ///< as in AgentSpec and CrowdGroup
  ReplanPolicy replan;
  std::int32_t band_radius = 4;             ///< steps; for Follow::band
  Headings headings = Headings::any_angle;  ///< for Follow::field, without foresight
  Follow follow = Follow::field;
  SpliceOptions splice;      ///< for Follow::path; the least cost is the profile's
  ForesightOptions foresee;  ///< for Follow::field
  Error where;
};

/// Something that blocks cells or makes them costlier, and moves, or comes and goes.
struct ScenarioObstacle {
  /// What groups that foresee know of it.
  enum class Foresight : std::uint8_t {
    script,    ///< its motion and presence
    velocity,  ///< how fast it goes at the moment
    none,      ///< where it lies
  };

  std::string name;
  ObstacleSpec spec;  ///< times in seconds
  Foresight foresight = Foresight::script;
  float growth = 0.5F;     ///< for Foresight::velocity: cells per second by which it may stray
  bool may_leave = false;  ///< its course may lead off the map, as recorded ones do
  std::int32_t start_tick = 0;
  Error where;
  Error places;  ///< where its course is written
};

/// On a board (docs/howto/boards.md): from a tick on tiles, or an edge, cost something else.
struct ScenarioEdit {
  std::int64_t tick = 0;
  ScenarioPlace where;                        ///< tiles; of none: an edge
  std::optional<std::pair<Cell, Cell>> edge;  ///< from and to
  bool both_ways = true;                      ///< the edge back too
  Cost cost = impassable;                     ///< of a tile, or what an edge weighs times
  Error mark;
};

/// What must hold after the run; what is not named is not checked.
struct ScenarioExpect {
  std::optional<bool> all_arrived;
  std::optional<std::int64_t> min_arrived;
  std::optional<std::int64_t> max_ticks;
  std::optional<bool> no_wall_entries;
  std::optional<std::int64_t>
      max_overlaps;  ///< pairs closer than half the sum of their radii, most at one time
  std::optional<std::int64_t> max_pushed;  ///< times that an obstacle hits an agent
  std::optional<bool> no_stale_steps;  ///< whether nobody is ever told to step where it has become illegal
  std::optional<double> max_detour;    ///< cost walked over the optimum, mean over the agents that arrived
};

struct ScenarioOutput {
  std::int32_t picture_size = 1024;  ///< longest side in pixels
  bool corridor = true;
  bool field = true;
  bool directions = true;
  bool trails = true;
  std::int32_t trail_agents = 200;  ///< at most so many trails, spread over the groups
  bool crowd = false;               ///< what each agent wants, whom it touches, and its state
};

/// A whole run, as plain values. `ProfileId{group.profile}` is a profile of the world that it is played on.
/// What depends on that world (is a start passable?) is checked when it is known: `check_obstacles`,
/// `check_streaming`, `place_groups`.
struct Scenario {
  std::string name;
  std::string file;  ///< as named to the reader, for messages
  std::uint64_t seed = 1;
  std::int64_t ticks = 10000;  ///< the run ends here at the latest
  float tick_seconds = 0.1F;
  HierarchyOptions hierarchy;  ///< the executor is that of the hooks
  OrderOptions order;          ///< quality of every plan; bands are the groups' own matter
  std::int32_t cache_mb = 64;  ///< of plans and fields that agents with paths of their own share
  std::int32_t threads = 1;    ///< for the host: a simulation takes the executor that it is given
  std::vector<ScenarioGroup> groups;
  std::vector<ScenarioObstacle> obstacles;
  WorkBudget budget;
  detail::CongestionOptions congestion;
  detail::FocusOptions focus;
  detail::StreamingOptions streaming;
  std::int32_t room = 0;            ///< on a board: agents that a tile holds at a time; 0: any number
  std::vector<ScenarioEdit> edits;  ///< of a board
  std::int32_t region_side = 32;    ///< of the regions that are watched for changes, in cells
  ScenarioExpect expect;
  ScenarioOutput output;
};

}  // namespace portolan
