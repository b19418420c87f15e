// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <portolan/crowd/detail/neighbours.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan::detail {

class Passages;

/// Why an agent that has somewhere to go does not get on.
enum class StopReason : std::uint8_t {
  none,            ///< it gets on, or has nothing to do
  not_started,     ///< its group sets out later
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
  steered,         ///< forces beside its guide may hold it: its group pursues, flees or wanders
  unknown,
};
/// The names of all reasons, in order: who adds one adds it here.
inline constexpr auto stop_reason_names = std::to_array<std::string_view>(
    {"none", "not started", "start covered", "waits for path", "waits for land", "walled off",
     "passage closed", "gap too narrow", "step closed", "lets pass", "yields", "queues", "goal full",
     "blocked", "slow ground", "keeps rank", "sets out", "steered", "unknown"});
inline constexpr std::size_t stop_reason_count = stop_reason_names.size();

/// A stop at one moment.
struct Stop {
  static constexpr std::uint32_t nobody = ~0U;

  StopReason reason = StopReason::none;
  std::uint32_t agent = nobody;     ///< the slot of whom it yields to, queues behind or is blocked by
  std::uint32_t obstacle = nobody;  ///< by the scenario's list
  Cell at{-1, -1, -1};              ///< the closed cell of a passage, or the mouth of a gap
  std::int64_t until = -1;          ///< the tick at which that passage opens; -1: not foreseen

  bool operator==(const Stop&) const = default;
};

/// Tells why agents stand. It only looks on: a simulation runs alike, and as fast, when nobody asks. One
/// place decides, from what crowd, guides and obstacles know after a tick: first what keeps the agent from
/// having a way, then what its plan says, then who is in front of it.
class StopReasons {
 public:
  /// An agent that has moved less than this share of what it could have in a tick has stopped.
  static constexpr float slow = 0.1F;

  StopReasons();
  ~StopReasons();

  /// Looks at everybody. To be called after every tick. Cost: O(agents + stops and those around them).
  void note(const Simulation& simulation);
  /// Since the last `note`.
  [[nodiscard]] const Stop& of(AgentId agent) const { return stops_[agent.slot]; }
  /// Agents on the map that have stopped, by reason.
  [[nodiscard]] std::span<const std::uint32_t, stop_reason_count> counts() const { return counts_; }

 private:
  struct Look;  // at one agent that has stopped
  // Of a group that keeps rank, and of those who walk: the least share of its speed that the ground lets one
  // have.
  struct Rank {
    std::int64_t tick = -1;
    float slowest = 1;
  };

  void see(const Simulation& simulation);
  [[nodiscard]] Stop waiting(const Simulation& simulation, AgentId agent, std::size_t group) const;
  [[nodiscard]] Stop without_way(const Simulation& simulation, const Look& look);
  [[nodiscard]] static Stop by_guide(const Simulation& simulation, const Look& look);
  [[nodiscard]] std::uint32_t in_front_of(const Simulation& simulation, const Look& look, float radii,
                                          bool walks) const;
  [[nodiscard]] Stop by_others(const Simulation& simulation, const Look& look);
  [[nodiscard]] float share_then(const CrowdGroup& group, std::uint32_t slot) const;
  [[nodiscard]] float slowest_share(const Simulation& simulation, CrowdGroupId group);
  [[nodiscard]] bool keeps_rank(const Simulation& simulation, const Look& look);
  [[nodiscard]] Stop reason_for(const Simulation& simulation, AgentId agent, std::size_t group);

  std::unique_ptr<Passages> passages_;
  Neighbours near_;
  std::vector<Stop> stops_;  // by slot, as all that follows
  std::vector<Vec2> before_, now_;
  std::vector<Rank> ranks_;  // by group of the crowd, as they were last asked for
  std::vector<std::int32_t> layers_;
  std::vector<std::uint32_t> present_;
  std::vector<std::uint8_t> moved_;  // in the last tick
  std::vector<float> gone_;          // in it, in cells
  std::vector<std::uint8_t> gains_;  // by much more than in the tick before
  std::array<std::uint32_t, stop_reason_count> counts_{};
  float greatest_radius_ = 0;
};

}  // namespace portolan::detail
