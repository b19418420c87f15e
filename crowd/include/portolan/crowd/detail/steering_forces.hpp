// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include <portolan/crowd/crowd.hpp>

namespace portolan {

/// A force by name. What reads or lists weights goes by `steering_forces`, so that a new force is a member of
/// Steering, a line here, and its term in `Crowd::State::force`.
struct SteeringForce {
  std::string_view name;
  std::string_view meaning;
  float Steering::*weight;
};
inline constexpr std::array<SteeringForce, 12> steering_forces{
    {{"follow", "along the field", &Steering::follow},
     {"separation", "away from others", &Steering::separation},
     {"alignment", "with the heading of others", &Steering::alignment},
     {"cohesion", "towards others", &Steering::cohesion},
     {"pursue", "to where the nearest one of another team in sight is going", &Steering::pursue},
     {"evade", "away from where those of other teams in sight are going", &Steering::evade},
     {"wander", "to and fro, other ways for each agent", &Steering::wander},
     {"walls", "away from walls nearer than a cell and a half; sideways alone, where it follows the field",
      &Steering::walls},
     {"leader", "to a place behind the group's leader, in place of the field, while it sees it walk",
      &Steering::leader},
     {"seek", "straight to the group's target, while it sees it", &Steering::seek},
     {"flee", "straight away from the group's target, the more the nearer it is, while it sees it",
      &Steering::flee},
     {"arrive", "to the group's target, and to rest there, while it sees it", &Steering::arrive}}};

/// Whether forces lead agents for long where they make no way to their goals.
[[nodiscard]] constexpr bool roams(const Steering& weights) {
  return weights.pursue != 0 || weights.evade != 0 || weights.wander != 0 || weights.seek != 0 ||
         weights.flee != 0 || weights.arrive != 0;
}

}  // namespace portolan
