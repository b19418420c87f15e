// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>

#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// True when the sector has changed since it had this version.
[[nodiscard]] inline bool is_stale(const Hierarchy& hierarchy, const SectorVersion& known) {
  return hierarchy.sector_version(known.sector) != known.version;
}

/// True when one of these sectors has changed since: what was made from them no longer holds. O(sectors).
[[nodiscard]] inline bool is_stale(const Hierarchy& hierarchy, std::span<const SectorVersion> made_from) {
  return std::any_of(made_from.begin(), made_from.end(),
                     [&](const SectorVersion& known) { return is_stale(hierarchy, known); });
}

}  // namespace portolan
