// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What an order was at earlier moments.
#include <optional>
#include <tuple>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/journal.hpp>
#include <portolan/dynamic/order.hpp>

namespace portolan {

void Order::log_to(detail::Journal* journal) {
  PORTOLAN_ASSERT(!band_, "orders with bands are not kept");
  journal_ = journal;
  kept_slices_ = kept_fields_ = 0;
}

// An order that is gone has nothing to go back to.
void Order::keep_slices() {
  if (journal_ == nullptr) return;
  journal_->once(kept_slices_, sizeof(*this), [this] {
    return [this, life = life(), goals = goals_, slices = slices_,
            state = std::tuple(work_, follows_other_, planned_)] {
      if (life.expired()) return;
      goals_ = goals;
      slices_ = slices;
      std::tie(work_, follows_other_, planned_) = state;
    };
  });
}

// Whole, and only those that are in use: where a search or a repair begins it is mostly all of a field that
// changes, and fields are small. Before the flags that say which are in use.
void Order::keep_fields() {
  keep_slices();
  if (journal_ == nullptr) return;
  const std::size_t bytes = (planned_ || !follows_other_ ? field_.memory_bytes() : 0) +
                            (follows_other_ ? other_->memory_bytes() : 0);
  journal_->once(kept_fields_, bytes, [this] {
    std::optional<CorridorField> field, other;
    if (planned_ || !follows_other_)
      field.emplace(field_);  // without a plan it is followed where it is settled
    if (follows_other_) other.emplace(*other_);
    return [this, life = life(), plan = plan_, field = std::move(field), other = std::move(other)]() mutable {
      if (life.expired()) return;
      plan_ = std::move(plan);
      if (field) field_ = std::move(*field);
      if (other) other_ = std::make_unique<CorridorField>(std::move(*other));
    };
  });
}

}  // namespace portolan
