// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <span>

#include <portolan/core/vec2.hpp>

namespace portolan::detail {

/// Velocities to the right of a line, as y grows downwards.
struct HalfPlane {
  Vec2 point;
  Vec2 direction;  ///< of the line, a unit vector
};

/// The velocity nearest to the wanted one in a disc around zero and in all half-planes; where there is none,
/// the one that violates the half-planes after the first `firm` ones by the least distance. Incremental
/// linear programming in the plane, in the order given (van den Berg et al. 2011, section 5.2). Cost: linear
/// in the half-planes in the mean.
[[nodiscard]] Vec2 best_velocity(std::span<const HalfPlane> planes, std::size_t firm, float most,
                                 Vec2 wanted);

}  // namespace portolan::detail
