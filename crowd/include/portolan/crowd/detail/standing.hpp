// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <portolan/crowd/crowd.hpp>

namespace portolan::detail {

/// What tells whether one who stands gives way to one who walks: it goes aside, or is pushed, and comes back
/// later.
struct Standing {
  float mass = 0;
  std::uint8_t team = 0;
  bool holds = false;

  [[nodiscard]] constexpr bool gives_way_to(const Standing& walker) const {
    return !holds && team == walker.team && mass <= walker.mass;
  }
};

inline Standing standing_of(const Crowd& crowd, AgentId id) {
  return {crowd.mass(id), crowd.team(id), crowd.holds(id)};
}

}  // namespace portolan::detail
