// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <portolan/simulation/simulation.hpp>
#include <portolan/simulation/stop.hpp>

namespace portolan::detail {

class Passages;
class StopRules;

/// Tells after each tick of a run why agents stand, by the rules that also tell it to games
/// (`OrderedCrowd::why`). It only looks on: a simulation runs alike, and as fast, when nobody asks.
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
  [[nodiscard]] std::span<const std::uint32_t, stop_reason_names.size()> counts() const { return counts_; }

 private:
  class Scene;

  void note_steps(const Simulation& simulation);

  std::unique_ptr<StopRules> rules_;
  std::unique_ptr<Passages> passages_;
  std::vector<Stop> stops_;  // by slot, as all that follows
  std::vector<Vec2> before_, now_;
  std::vector<std::int32_t> layers_;
  std::vector<std::uint8_t> moved_;  // in the last tick
  std::vector<float> gone_;          // in it, in cells
  std::vector<std::uint8_t> gains_;  // by much more than in the tick before
  std::vector<std::uint8_t> began_;  // had arrived before the tick, and was told to go on
  std::vector<AgentState> states_;
  std::array<std::uint32_t, stop_reason_names.size()> counts_{};
};

}  // namespace portolan::detail
