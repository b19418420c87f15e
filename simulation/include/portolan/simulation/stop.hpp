// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <portolan/core/cell.hpp>
#include <portolan/crowd/crowd.hpp>

namespace portolan {

/// Why an agent does not get on.
enum class StopReason : std::uint8_t {
  none,            ///< it gets on; in the run of a scenario also: it has nothing to do
  not_started,     ///< it waits to be started, or its group sets out later
  start_covered,   ///< something lies where it would appear
  waits_for_path,  ///< its group's plan or field is still to be made
  waits_for_land,  ///< of a streamed world: its way goes on in a sector that is not in memory
  walled_off,      ///< no path leads to a goal
  passage_closed,  ///< one would, were it not for an obstacle
  gap_too_narrow,  ///< one would for a body that needs less room
  step_closed,     ///< its next cell has just become impassable: what it follows is older than the world
  lets_pass,       ///< its plan in time has it wait for an obstacle
  yields,          ///< to somebody who comes towards it or from the side, or has the turn on narrow ground
  queues,          ///< behind somebody who goes the same way
  goal_full,       ///< those who have arrived stand between it and the goal
  blocked,         ///< by somebody who stands and does not go the same way
  slow_ground,     ///< it walks as fast as its ground lets it, which is hardly at all
  keeps_rank,      ///< its group keeps rank, and it lets others catch up who are on slow ground
  sets_out,        ///< it has only just begun to move, or turns
  steered,   ///< forces beside its guide may hold it: its group pursues, flees, wanders, or has a leader
  arrived,   ///< of a game, as the two that follow: it is at its goal, or was and has left the map
  no_order,  ///< nobody has told it where to go
  holds,     ///< it was told to stand where it stands (`Crowd::set_holds`)
  unknown,
};
/// The names of all reasons, in order: who adds one adds it here.
inline constexpr auto stop_reason_names = std::to_array<std::string_view>(
    {"none",           "not started",    "start covered", "waits for path", "waits for land", "walled off",
     "passage closed", "gap too narrow", "step closed",   "lets pass",      "yields",         "queues",
     "goal full",      "blocked",        "slow ground",   "keeps rank",     "sets out",       "steered",
     "arrived",        "no order",       "holds",         "unknown"});

/// A stop at one moment, and what it is about.
struct Stop {
  static constexpr std::uint32_t nobody = ~0U;

  StopReason reason = StopReason::none;
  AgentId agent{};                  ///< whom it yields to, queues behind or is blocked by; or none
  std::uint32_t obstacle = nobody;  ///< by the scenario's list; a game has none
  Cell at{-1, -1, -1};              ///< the closed cell of a passage or a step, or the mouth of a gap
  std::int64_t until = -1;  ///< the tick at which a passage opens or a group sets out; -1: not foreseen

  bool operator==(const Stop&) const = default;
};

}  // namespace portolan
