// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/outcome.hpp>

// How GoogleTest shows our types when an expectation fails; it looks for these names in their namespace.
namespace portolan {

inline void PrintTo(const Cell& c, std::ostream* out) {
  *out << '(' << c.x << ", " << c.y << ", " << c.layer << ')';
}
inline void PrintTo(const Extent& e, std::ostream* out) {
  *out << e.width << 'x' << e.height << 'x' << e.layers;
}
inline void PrintTo(const Distance& d, std::ostream* out) {
  if (reachable(d)) {
    *out << d.units << " units";
  } else {
    *out << "unreachable";
  }
}
inline void PrintTo(Direction d, std::ostream* out) {
  static constexpr const char* names[]{"e", "se", "s", "sw", "w", "nw", "n", "ne", "link", "goal", "none"};
  *out << names[static_cast<std::size_t>(d)];
}
inline void PrintTo(Outcome outcome, std::ostream* out) { *out << name(outcome); }

}  // namespace portolan
