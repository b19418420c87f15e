// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/octile_bound.hpp"

#include <limits>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

OctileBound::From::From(const OctileBound& bound, const HalfBox& box) : box_(box), least_(bound.least_) {
  PORTOLAN_ASSERT(bound.least_ > 0);
  if (bound.shortcuts_.empty()) return;
  if (bound.shortcuts_.size() > most_shortcuts) {
    least_ = 0;
    return;
  }
  shortcuts_ = &bound.shortcuts_;
  to_shortcut_ = std::numeric_limits<std::uint64_t>::max();
  for (const Link& link : *shortcuts_) {
    const std::uint64_t to_link = least_ * octile_units(box, 2 * link.from.x, 2 * link.from.y);
    to_shortcut_ = std::min(to_shortcut_, to_link + link.cost);
  }
}

std::uint64_t OctileBound::From::over_shortcuts(const HalfBox& there) const {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Link& link : *shortcuts_) {
    least = std::min(least, least_ * octile_units(there, 2 * link.to.x, 2 * link.to.y));
  }
  return to_shortcut_ + least;
}

}  // namespace portolan::detail
