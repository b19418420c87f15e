// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/profile.hpp>

#include <algorithm>
#include <cstddef>

namespace portolan {

namespace {

// How far a body reaches to the east and to the south; to the other sides a cell less where it is even.
std::int32_t reach_after(const Profile& profile) { return profile.clearance - 1 + (profile.even ? 1 : 0); }

}  // namespace

bool pays_nowhere_more(const Profile& profile, const Profile& than) {
  for (std::size_t terrain = 0; terrain < profile.cost.size(); ++terrain) {
    if (profile.cost[terrain] > than.cost[terrain]) return false;
  }
  return profile.clearance <= than.clearance && reach_after(profile) <= reach_after(than) &&
         (than.sees_passing || !profile.sees_passing);
}

Profile cheapest_of(std::span<const Profile> kinds, std::string name) {
  Profile least;
  if (!kinds.empty()) least = kinds.front();
  std::int32_t after = reach_after(least);
  for (const Profile& kind : kinds) {
    for (std::size_t terrain = 0; terrain < least.cost.size(); ++terrain)
      least.cost[terrain] = std::min(least.cost[terrain], kind.cost[terrain]);
    least.clearance = std::min(least.clearance, kind.clearance);
    least.sees_passing = least.sees_passing && kind.sees_passing;
    after = std::min(after, reach_after(kind));
  }
  least.even = after >= least.clearance;
  least.name = std::move(name);
  return least;
}

}  // namespace portolan
