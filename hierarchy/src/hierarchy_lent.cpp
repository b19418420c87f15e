// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Bounds that one hierarchy lends to those of other kinds of agents, which pay nowhere less. A path of theirs
// is no bound for one of its own graph unless that has their portals: else a gate that is shut for them moves
// portals, over which they find a route that its graph does not have. With these portals each of their edges
// is one of its graph, and no cheaper there.
#include <algorithm>

#include <portolan/core/assert.hpp>

#include "hierarchy_state.hpp"

namespace portolan::detail {

bool HierarchyState::may_lend_to(ProfileId kind) const {
  return kind.value < world->profile_count() &&
         pays_nowhere_more(world->profile(profile), world->profile(kind));
}

void HierarchyState::open_portals_of_borrowers() {
  if (!options.lends_to.empty()) base_level.take_turn(std::make_shared<Kin>(options.lends_to.size() + 1), 0);
  for (const ProfileId kind : options.lends_to) {
    const bool may = may_lend_to(kind);
    PORTOLAN_ASSERT(may, "a lender pays nowhere more than those to whom it lends");
    if (may && kind != profile) base_level.add_portals_of(kind, world->view(kind));
  }
}

// To whom it lent when it was saved. Where the options name nobody, these are the ones.
bool HierarchyState::lends_to_these(const std::vector<ProfileId>& kinds) {
  if (!options.lends_to.empty()) return kinds == options.lends_to;
  if (!std::all_of(kinds.begin(), kinds.end(), [this](ProfileId kind) { return may_lend_to(kind); }))
    return false;
  options.lends_to = kinds;
  open_portals_of_borrowers();
  return true;
}

bool HierarchyState::lends_to(const HierarchyState& other) const {
  const std::vector<ProfileId>& kinds = options.lends_to;
  const HierarchyOptions& a = options;
  const HierarchyOptions& b = other.options;
  return !borrows() && &other != this && other.world == world && a.levels == b.levels &&
         a.sector_size == b.sector_size && a.portal_width == b.portal_width &&
         a.level_factor == b.level_factor &&
         std::find(kinds.begin(), kinds.end(), other.profile) != kinds.end() && may_lend_to(other.profile);
}

bool HierarchyState::borrow_from(HierarchyState& other) {
  const auto all_there = [&](std::size_t at) {
    return LentNodes(*levels[at], *other.levels[at]).all_there();
  };
  if (!borrows() || lender_id != other.profile || !other.lends_to(*this)) return false;
  if (!levels.empty() && (levels.size() != other.levels.size() || applied != other.applied)) return false;
  // Of both as they are: while settle is due, upper levels are as they were before.
  if (!levels.empty() && !all_there(0)) return false;
  if (levels.size() > 1 && settled() && other.settled() && !all_there(levels.size() - 1)) return false;
  lender = &other;
  const std::vector<ProfileId>& kinds = other.options.lends_to;
  base_level.take_turn(
      other.base_level.kin(),
      static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), profile) - kinds.begin()) + 1);
  return true;
}

bool HierarchyState::take_lender(HierarchyState& other) {
  lender_id = other.profile;
  if (!borrow_from(other)) {
    lender_id = {};
    return false;
  }
  landmarks = {};
  area_landmarks = {};
  base_potentials = {};
  return true;
}

Guides HierarchyState::guides() const {
  if (!borrows()) return {&landmarks, &base_potentials, nullptr, symmetric};
  const bool same = lender != nullptr && lender->applied == applied && lender->settled() && !lender->broken;
  if (!same) return {nullptr, nullptr, nullptr, symmetric};
  return {&lender->landmarks, &lender->base_potentials, &lender->levels, symmetric && lender->symmetric};
}

// Where a commit changes cells of those to whom it lends, portals of theirs may be others.
bool HierarchyState::concerns(const Commit& commit) const {
  const std::vector<ProfileId>& kinds = options.lends_to;
  return std::any_of(commit.profiles.begin(), commit.profiles.end(), [&](const ProfileChange& change) {
    return !change.blocks.empty() && std::find(kinds.begin(), kinds.end(), change.profile) != kinds.end();
  });
}

}  // namespace portolan::detail
