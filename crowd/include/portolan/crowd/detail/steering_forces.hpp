// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include <portolan/crowd/crowd.hpp>

namespace portolan {

/// A force by name. What reads or lists weights goes by `steering_forces`, so that a new force is a member of
/// Steering, a line here, and its term in `Crowd::flocking_force`.
struct SteeringForce {
  std::string_view name;
  std::string_view meaning;
  float Steering::*weight;
};
inline constexpr std::array<SteeringForce, 4> steering_forces{
    {{"follow", "along the field", &Steering::follow},
     {"separation", "away from others", &Steering::separation},
     {"alignment", "with the heading of others", &Steering::alignment},
     {"cohesion", "towards others", &Steering::cohesion}}};

}  // namespace portolan
