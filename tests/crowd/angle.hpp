// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include <portolan/core/vec2.hpp>

namespace portolan::test {

/// Radians from one direction to another; to the right they are above zero.
inline float angle(Vec2 a, Vec2 b) { return std::atan2(cross(a, b), dot(a, b)); }

}  // namespace portolan::test
