// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/detail/neighbours.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan {

using AgentId = Id<struct AgentTag>;
using CrowdGroupId = Id<struct CrowdGroupTag>;

enum class AgentState : std::uint8_t {
  waiting,  ///< not started yet; takes no room
  moving,
  stuck,    ///< its guide knows no way from here, or only one that ends before the goal, and it is there
  arrived,  ///< at the goal; still there, gives way when pushed
  gone,     ///< at the goal and taken off the map
};

/// How strongly each force steers an agent; 0 switches it off.
struct Steering {
  float follow = 1;      ///< along the guide's heading
  float separation = 1;  ///< away from others
  float alignment = 0;   ///< with the heading of others
  float cohesion = 0;    ///< towards others
};

/// Agents that share what they see of the world, a guide, and what arriving means.
struct CrowdGroup {
  GridView grid;
  const Guide* guide = nullptr;  ///< null: stand still; must outlive its use
  std::vector<Cell> goals;
  Steering steering;
  float arrival_radius = 1.5F;  ///< cells
  bool leave_on_arrival = true;
};

struct AgentSpec {
  Vec2 position;
  std::int32_t layer = 0;
  float radius = 0.3F;  ///< cells
  float max_speed = 4;  ///< cells per second
  CrowdGroupId group;
  bool waiting = false;
};

struct CrowdOptions {
  Executor* executor = nullptr;  ///< null: inline. Results do not depend on it.
  float patience = 5;            ///< seconds without way made before a blocked agent squeezes through
  int relaxations = 3;           ///< passes per step that push overlapping agents apart
};

/// Thousands of agents as a structure of arrays. Each follows its guide, keeps apart from the others, and
/// slides along walls: its centre never enters an impassable cell. Agents that block one another for good
/// (two columns in a lane one cell wide) squeeze through after a while, overlapping, so that everyone with a
/// way arrives.
///
/// Arriving: within the arrival radius of a goal, with no wall between; in a group that stays, also an agent
/// that can get no nearer and touches one of the group who has arrived.
///
/// Repeatable: a step reads the state before it and writes the state after it, agents in the order they were
/// added, whatever the executor. Not thread-safe. Cost of a step: O(agents + pairs nearby).
class Crowd {
 public:
  explicit Crowd(CrowdOptions options = {});

  CrowdGroupId add_group(CrowdGroup group);
  [[nodiscard]] CrowdGroup& group(CrowdGroupId id) {
    return PORTOLAN_ASSERT(id.value < groups_.size(), "add_group() gives the ids"), groups_[id.value];
  }
  [[nodiscard]] const CrowdGroup& group(CrowdGroupId id) const {
    return PORTOLAN_ASSERT(id.value < groups_.size(), "add_group() gives the ids"), groups_[id.value];
  }
  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }

  AgentId add(const AgentSpec& spec);
  /// Lets a waiting agent start.
  void start(AgentId id);
  /// Moves everybody on by `seconds`.
  void step(float seconds);
  /// Puts every agent whose cell has become impassable on the nearest cell that is free (`nearest_free`).
  /// Returns the agents that were moved. `ground(group, cell)`: could the group stand there if no stamp lay
  /// on it?
  std::vector<AgentId> push_out(const std::function<bool(CrowdGroupId, Cell)>& ground);

  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  [[nodiscard]] Vec2 position(AgentId id) const { return positions_[id.value]; }
  [[nodiscard]] Vec2 velocity(AgentId id) const { return velocities_[id.value]; }
  [[nodiscard]] std::int32_t layer(AgentId id) const { return layers_[id.value]; }
  [[nodiscard]] Cell cell(AgentId id) const { return cell_at(positions_[id.value], layers_[id.value]); }
  [[nodiscard]] float radius(AgentId id) const { return radii_[id.value]; }
  [[nodiscard]] AgentState state(AgentId id) const { return states_[id.value]; }
  [[nodiscard]] CrowdGroupId group_of(AgentId id) const { return group_of_[id.value]; }
  /// Cells walked so far, and what they cost in units of the movement rule.
  [[nodiscard]] float distance(AgentId id) const { return travels_[id.value].distance; }
  [[nodiscard]] double path_cost(AgentId id) const { return travels_[id.value].cost; }
  /// On the map: moving, stuck or arrived.
  [[nodiscard]] bool present(AgentId id) const {
    return states_[id.value] != AgentState::waiting && states_[id.value] != AgentState::gone;
  }
  [[nodiscard]] std::size_t count(AgentState state) const;

  /// Agents on the map whose centre is on an impassable cell: none, ever, after a step.
  [[nodiscard]] std::size_t inside_walls() const;
  /// Pairs on the map whose centres are closer than `share` of the sum of their radii.
  [[nodiscard]] std::size_t overlaps(float share = 0.5F) const;
  /// Times that an agent began to squeeze through others.
  [[nodiscard]] std::uint64_t squeezes() const { return squeezes_; }
  /// Of positions, layers and states, in the order of adding.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  // Way made is summed step by step in the field of that step, so that a field may change at any time.
  struct Progress {
    std::int64_t gained = 0;    // units of remaining way made good, less those lost
    std::int64_t best = 0;      // the most so far
    std::uint32_t alive = 0;    // step in which it, or whom it waits for, last made way
    std::uint32_t moved = 0;    // step in which it last made way itself
    std::uint32_t squeeze = 0;  // steps left of squeezing through
  };

  // Where an agent goes in this step.
  struct Move {
    Vec2 position;
    Vec2 velocity;
    Vec2 course;       // of straight pieces: the one that it was on last; zero: none
    float detour = 0;  // cells by which the bends made the step longer than its ends are apart
  };
  struct Travel {
    float distance = 0;
    double cost = 0;
  };
  // Who is or may come into contact with an agent in this step. More do not fit around it.
  struct Contacts {
    static constexpr std::uint32_t most = 24;
    std::array<std::uint32_t, most> agents{};
    std::uint32_t count = 0;
  };

  template <class Body>
  void for_present(const Body& body);
  void find_present();
  void list_near(std::uint32_t i);
  template <class Visit>
  void for_near(std::uint32_t i, const Visit& visit) const;
  [[nodiscard]] bool squeezing(std::uint32_t i) const { return progress_[i].squeeze > 0; }
  [[nodiscard]] Heading heading(std::uint32_t i, Vec2 position) const;
  [[nodiscard]] Vec2 flocking_force(std::uint32_t i) const;
  [[nodiscard]] Vec2 desired_velocity(std::uint32_t i, Vec2 heading, Vec2 force) const;
  /// Moves on from `next_` for so long, at most to the next bend; returns how long that took.
  float walk_to_bend(std::uint32_t i, float seconds, Vec2 force);
  void walk(std::uint32_t i, float seconds);
  [[nodiscard]] Vec2 relaxed(std::uint32_t i) const;
  void account(std::uint32_t i);
  void settle(std::uint32_t i, float seconds);
  void unblock(std::uint32_t i, float seconds);
  [[nodiscard]] bool at_goal(std::uint32_t i) const;
  [[nodiscard]] bool touches(std::uint32_t i, AgentState state) const;
  [[nodiscard]] std::uint32_t alive_ahead(std::uint32_t i) const;

  CrowdOptions options_;
  std::vector<CrowdGroup> groups_;

  std::vector<Vec2> positions_;
  std::vector<Vec2> velocities_;
  std::vector<Vec2> starts_;  // positions before the step
  std::vector<Move> next_;
  std::vector<std::int32_t> layers_;
  std::vector<float> radii_;
  std::vector<float> max_speeds_;
  std::vector<Travel> travels_;
  std::vector<CrowdGroupId> group_of_;
  std::vector<AgentState> states_;
  std::vector<Progress> progress_;
  std::vector<Distance> remaining_;

  std::vector<std::uint32_t> present_;
  Neighbours neighbours_;
  std::vector<Contacts> near_;
  float greatest_radius_ = 0;
  std::uint32_t steps_ = 0;
  std::uint64_t squeezes_ = 0;
};

}  // namespace portolan
