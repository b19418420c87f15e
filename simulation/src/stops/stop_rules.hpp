// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/crowd/detail/neighbours.hpp>
#include <portolan/simulation/stop.hpp>

#include "passages.hpp"
#include "stop_scene.hpp"

namespace portolan::detail {

/// Tells why an agent stands, in a run or in a game. One place decides, from what crowd, guides and obstacles
/// know after a step: first what keeps the agent from having a way, then what its plan says, then who is in
/// front of it.
class StopRules {
 public:
  /// Whether it has somewhere to go, and does not get on.
  [[nodiscard]] static bool has_stopped(const StopScene& scene, AgentId agent);
  /// Takes in where everybody is: to be called before `why` of one that has stopped, whenever the crowd has
  /// changed. O(agents).
  void look(const StopScene& scene);
  /// Of an agent that waits, moves or is stuck. `none`: it gets on, or is neither.
  [[nodiscard]] Stop why(const StopScene& scene, AgentId agent, Passages& passages);

 private:
  struct Look;  // at one agent that has stopped

  [[nodiscard]] static Stop waiting(const StopScene& scene, AgentId agent);
  [[nodiscard]] Stop reason_for(const StopScene& scene, AgentId agent, Passages& passages);
  [[nodiscard]] static Stop without_way(const Look& look, Passages& passages);
  [[nodiscard]] static Stop by_guide(const Look& look);
  [[nodiscard]] Stop by_others(const Look& look);
  [[nodiscard]] std::uint32_t in_front_of(const Look& look, float radii, bool walks) const;
  [[nodiscard]] float slowest_share(const StopScene& scene, CrowdGroupId group);
  [[nodiscard]] bool keeps_rank(const Look& look);

  Neighbours near_;
  std::vector<Vec2> positions_;  // by slot, as are layers
  std::vector<std::int32_t> layers_;
  std::vector<std::uint32_t> present_;
  // By group of the crowd, once they were asked for: of those who walk, the least share of its speed that the
  // ground lets one have.
  std::vector<std::optional<float>> slowest_;
  float greatest_radius_ = 0;
};

}  // namespace portolan::detail
