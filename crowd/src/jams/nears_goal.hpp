// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>

#include <portolan/crowd/crowd.hpp>

namespace portolan::detail {

// Is a goal of the group within reach? What others do there is no matter of ways: all are to arrive.
inline bool nears_goal(const CrowdGroup& group, Vec2 p, std::int32_t layer, float reach) {
  return std::any_of(group.goals.begin(), group.goals.end(), [&](const Goal& goal) {
    const Vec2 off = centre_of(goal.cell) - p;
    return goal.cell.layer == layer && dot(off, off) <= reach * reach;
  });
}

}  // namespace portolan::detail
