// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <portolan/config/map_source.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/regions.hpp>
#include <portolan/hierarchy/quality.hpp>

namespace portolan {

/// Where agents start or want to go. Cells are whole; which of them are used is decided against the map
/// (`place_groups`).
struct ScenarioPlace {
  enum class Kind : std::uint8_t {
    cells,     ///< these cells
    rect,      ///< the passable cells of a rectangle
    disc,      ///< the passable cells within `radius` of `centre`
    near,      ///< the passable cell nearest to `centre`
    anywhere,  ///< passable cells of the largest connected area
  };
  Kind kind = Kind::anywhere;
  std::vector<Cell> cells;
  Rect rect;
  Cell centre;
  double radius = 0;
  SourceMark where;
};

/// How strongly each desired_velocity pulls on an agent; 0 switches it off.
struct ScenarioSteering {
  float follow = 1.0F;      ///< along the field
  float separation = 1.0F;  ///< away from others
  float alignment = 0.0F;   ///< with the heading of others
  float cohesion = 0.0F;    ///< towards others
};

/// When a group's order is replanned although its plan still serves.
struct ScenarioReplan {
  std::int32_t every_steps = 0;  ///< cells that the group's first agent walked; 0: off
  bool at_turns = false;
  bool on_change = true;
  bool when_idle = false;
  std::int32_t watch_ahead = 0;  ///< for `on_change`: only the next regions on the way; 0: all
  std::int32_t watch_margin = 1;
  WatchTiming::Merge merge = WatchTiming::Merge::interval;
  std::int32_t merge_ticks = 10;
};

/// How the paths of a group that follows paths are kept right.
struct ScenarioSplice {
  std::int32_t window = 80;
  double max_ratio = 2;
  std::int32_t every = 60;
  double give_up_ratio = 1.02;
};

/// Whether and how far a group foresees obstacles.
struct ScenarioForesee {
  float horizon = 0;           ///< seconds; 0: not at all
  float margin = 0.3F;         ///< seconds that an agent may be early or late
  std::int32_t room = 0;       ///< cells around an obstacle that are kept free too
  std::int64_t max_nodes = 0;  ///< per plan; 0: no limit
};

/// Agents that share a start, a goal and a way of moving.
struct ScenarioGroup {
  enum class Arrival : std::uint8_t { leave, stay };
  enum class Follow : std::uint8_t { field, path };
  /// What a field covers: the sectors of the corridor, or the cells near the agents' ways through it.
  enum class Corridor : std::uint8_t { sectors, band };

  std::string name;
  std::int32_t count = 0;
  ScenarioPlace start;
  ScenarioPlace goal;
  std::uint32_t profile = 0;    ///< index into Scenario::profiles
  float speed = 4.0F;           ///< cells per second
  float radius = 0.3F;          ///< cells
  float arrival_radius = 1.5F;  ///< cells; at most this far from a goal cell's centre counts as arrived
  Arrival on_arrival = Arrival::leave;
  std::int32_t start_tick = 0;
  ScenarioSteering steering;
  ScenarioReplan replan;
  Corridor corridor = Corridor::sectors;  ///< for Follow::field
  std::int32_t band_radius = 4;           ///< steps; for Corridor::band
  Follow follow = Follow::field;
  ScenarioSplice splice;    ///< for Follow::path
  ScenarioForesee foresee;  ///< for Follow::field
  SourceMark where;
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
  StampShape shape = DiscShape{2};
  Motion motion;            ///< times in seconds
  PresenceScript presence;  ///< times in seconds
  StampEffect effect;
  std::int32_t layer = 0;
  OnContact on_contact = OnContact::push;
  Foresight foresight = Foresight::script;
  float growth = 0.5F;  ///< for Foresight::velocity: cells per second by which it may stray
  std::int32_t start_tick = 0;
  SourceMark where;
};

/// Work allowed per tick; 0: no limit.
struct ScenarioBudget {
  std::int64_t tiles = 0;
  std::int64_t nodes = 0;
  std::int64_t sectors = 0;
  std::int32_t longest_wait = 20;  ///< ticks
};

/// A world of which only a part is in memory.
struct ScenarioStreaming {
  bool enabled = false;
  double resident = 0.05;           ///< share of the sectors (32 by 32 cells) in memory at a time
  std::int32_t loads_per_tick = 1;  ///< sectors
  std::int32_t ahead = 16;          ///< sectors on each agent's way
  SourceMark where;
};

struct ScenarioHierarchy {
  std::int32_t sector_size = 32;  ///< 8, 16 or 32
  std::int32_t portal_width = 8;  ///< 1 to 32
  std::int32_t levels = 0;        ///< 1, 2 or 3; 0: as many as the map needs
  QualityGoal quality;            ///< keys `quality`, `widen` (rings) and `epsilon`
  std::int32_t cache_mb = 64;     ///< of plans and fields that agents with paths of their own share
  std::int32_t threads = 1;
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
};

/// A whole run, as typed options: no YAML types, all paths resolved, all numbers within their range.
/// What depends on the map (is a start passable?) is checked by `build_world` and `place_groups`.
struct Scenario {
  std::string name;
  std::string file;  ///< as named to the reader, for messages
  std::uint64_t seed = 1;
  std::int64_t ticks = 10000;  ///< the run ends here at the latest
  float tick_seconds = 0.1F;
  std::vector<MapSource> layers;  ///< at least one
  std::string further_classes;    ///< map characters beyond the known ones that the scenario gives a cost
  std::vector<Link> links;
  std::vector<SourceMark> link_marks;  ///< one per link
  std::vector<Profile> profiles;       ///< at least one
  ScenarioHierarchy hierarchy;
  std::vector<ScenarioGroup> groups;
  std::vector<ScenarioObstacle> obstacles;
  ScenarioBudget budget;
  ScenarioStreaming streaming;
  std::int32_t region_side = 32;  ///< of the regions that are watched for changes, in cells
  ScenarioExpect expect;
  ScenarioOutput output;
};

}  // namespace portolan
