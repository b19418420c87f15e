// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include <portolan/core/vec2.hpp>

namespace portolan {

/// Which way to go from a position, and how far.
struct Heading {
  Vec2 direction;                                        ///< a unit vector; zero: nowhere
  float reach = std::numeric_limits<float>::infinity();  ///< cells to the next bend, where it is known

  /// There is a bend, or an end, where one turns on the spot.
  [[nodiscard]] bool bends() const { return reach < std::numeric_limits<float>::infinity(); }
};

}  // namespace portolan
