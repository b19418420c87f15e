// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/goal.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

namespace portolan {

class Simulation;

namespace detail {

/// What the rules for stops ask of a run or a game.
class StopScene {
 public:
  /// What an agent is told to do.
  struct Task {
    ProfileId profile;  ///< that it walks with
    GoalSet goals;
    std::int64_t start_tick = -1;  ///< -1: when the host starts it
    bool foresees = false;

    bool operator==(const Task&) const = default;
  };
  /// How an agent has walked of late.
  struct Walk {
    Vec2 from;               ///< where it was before the last step
    bool has_moved = false;  ///< by a tenth of what it could, or more
    bool gains = false;      ///< by much more than in the step before
    bool begins = false;     ///< it had arrived before that, and was told to go on
  };

  virtual ~StopScene() = default;

  [[nodiscard]] virtual const Crowd& crowd() const = 0;
  [[nodiscard]] virtual const World& world() const = 0;
  /// The run of a scenario, which knows its obstacles and their times; null: a game, which lays its own.
  [[nodiscard]] virtual const Simulation* run() const = 0;
  /// Those of the same one are friends.
  [[nodiscard]] virtual std::size_t group_of(AgentId agent) const = 0;
  [[nodiscard]] virtual Task task_of(AgentId agent) const = 0;
  [[nodiscard]] virtual Walk walk_of(AgentId agent) const = 0;
  /// With which the agent's group plans. Not asked in a streamed world.
  [[nodiscard]] virtual const Hierarchy& hierarchy_of(AgentId agent) const = 0;
};

}  // namespace detail
}  // namespace portolan
