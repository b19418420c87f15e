// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/profile.hpp>

#include <algorithm>
#include <cstddef>

namespace portolan {

bool pays_nowhere_more(const Profile& profile, const Profile& than) {
  for (std::size_t terrain = 0; terrain < profile.cost.size(); ++terrain) {
    if (profile.cost[terrain] > than.cost[terrain]) return false;
  }
  return profile.clearance <= than.clearance && profile.reach_after() <= than.reach_after() &&
         (than.sees_passing || !profile.sees_passing);
}

Profile cheapest_of(std::span<const Profile> kinds, std::string name) {
  Profile least;
  if (!kinds.empty()) least = kinds.front();
  std::int32_t after = least.reach_after();
  for (const Profile& kind : kinds) {
    for (std::size_t terrain = 0; terrain < least.cost.size(); ++terrain)
      least.cost[terrain] = std::min(least.cost[terrain], kind.cost[terrain]);
    least.clearance = std::min(least.clearance, kind.clearance);
    least.sees_passing = least.sees_passing && kind.sees_passing;
    after = std::min(after, kind.reach_after());
  }
  least.even = after >= least.clearance;
  least.name = std::move(name);
  return least;
}

}  // namespace portolan
