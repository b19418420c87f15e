// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/carrier.hpp>
#include <portolan/dynamic/order.hpp>

namespace portolan {

void Order::carry_slices(detail::Carrier& carrier) {
  std::vector<Goal> goals(goals_.begin(), goals_.end());
  std::uint64_t asked_for = slices_.asked_for;
  carrier.values(goals);
  carrier.values(slices_.waiting);
  carrier.values(slices_.followers);
  carrier.values(slices_.goals);
  carrier.record(asked_for, slices_.version, slices_.sorted, slices_.all_again, slices_.broken_off);
  if (!carrier.loading()) return;
  const GridView grid = hierarchy_->grid();
  const auto inside = [&](const Goal& goal) { return grid.contains(goal.cell); };
  const auto all_inside = [&](const std::vector<Cell>& cells) {
    return std::all_of(cells.begin(), cells.end(), [&](Cell c) { return grid.contains(c); });
  };
  carrier.require(asked_for <= slices_.goals.size() &&
                  std::all_of(slices_.goals.begin(), slices_.goals.end(), inside) &&
                  std::all_of(goals.begin(), goals.end(), inside) && all_inside(slices_.waiting) &&
                  all_inside(slices_.followers));
  if (!carrier.good()) return;
  goals_ = GoalSet(goals);
  slices_.asked_for = static_cast<std::size_t>(asked_for);
}

void Order::carry(detail::Carrier& carrier) {
  PORTOLAN_ASSERT(!band_, "orders with bands are not saved");
  carry_slices(carrier);
  bool has_other = follows_other_;  // else it is memory for the next one
  carrier.record(work_, has_other, follows_other_, planned_);
  carrier.require(has_other == follows_other_);
  if (carrier.loading())
    other_ = has_other && carrier.good() ? std::make_unique<CorridorField>(*hierarchy_, options_.headings)
                                         : nullptr;
  // One without a plan is followed all the same, where it is settled, if nothing came before it.
  if (planned_ || !follows_other_) field_.carry(carrier);
  if (follows_other_ && other_) other_->carry(carrier);
}

}  // namespace portolan
