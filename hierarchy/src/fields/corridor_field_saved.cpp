// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <portolan/core/detail/carrier.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>

namespace portolan {

void CorridorField::carry_corridor(detail::Carrier& carrier) {
  const std::size_t sectors = hierarchy_->sectors().tile_count();
  std::vector<Goal> goals(goals_.begin(), goals_.end());
  carrier.values(goals);
  carrier.values(corridor_, sectors);
  carrier.values(shortcuts_, sectors);
  carrier.values(made_from_, sectors);
  carrier.values(agents_);
  carrier.record(finished_, is_straight_, everywhere_, beams_before_, looks_left_);
  if (!carrier.loading()) return;
  const auto known = [sectors](SectorId sector) { return sector.value < sectors; };
  const auto inside = [this](Cell c) { return hierarchy_->grid().contains(c); };
  carrier.require(
      std::all_of(corridor_.begin(), corridor_.end(), known) &&
      std::all_of(shortcuts_.begin(), shortcuts_.end(), known) &&
      std::all_of(made_from_.begin(), made_from_.end(),
                  [&](const SectorVersion& v) { return known(v.sector); }) &&
      std::is_sorted(corridor_.begin(), corridor_.end()) &&
      std::is_sorted(shortcuts_.begin(), shortcuts_.end()) && looks_left_ >= 0 && looks_left_ <= most_looks &&
      std::all_of(agents_.begin(), agents_.end(), inside) &&
      std::all_of(goals.begin(), goals.end(), [&](const Goal& goal) { return inside(goal.cell); }) &&
      (straight_ || !is_straight_));
  if (carrier.good()) goals_ = GoalSet(goals);
}

// A field at any angle is cast again, as far as it was, over the ground that it was made of: agents follow it
// until its order has a turn.
void CorridorField::carry_straight(detail::Carrier& carrier) {
  std::uint64_t beams = carrier.loading() ? 0 : straight_->beams_cast();
  bool of_old_ground = !carrier.loading() && stale();
  carrier.record(beams, of_old_ground);
  if (carrier.loading()) {
    const int looks_left = looks_left_;
    allow_straight();
    looks_left_ = looks_left;
  }
  if (of_old_ground) straight_->carry_ground(carrier);
  if (carrier.loading() && carrier.good()) straight_->advance(finished_ ? StraightField::unlimited : beams);
}

void CorridorField::carry(detail::Carrier& carrier) {
  if (carrier.loading()) change();
  carry_corridor(carrier);
  field_->carry(carrier);
  if (is_straight_ && carrier.good()) carry_straight(carrier);
  if (!carrier.good()) *this = CorridorField(*hierarchy_, straight_ ? Headings::any_angle : Headings::octile);
}

}  // namespace portolan
