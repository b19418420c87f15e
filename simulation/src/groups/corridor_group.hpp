// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/detail/bypass_guide.hpp>
#include <portolan/crowd/field_guide.hpp>

#include "order_group.hpp"

namespace portolan::detail {

/// A group that shares the field of its corridor.
class CorridorGroup final : public OrderGroup {
 public:
  using OrderGroup::OrderGroup;

  /// From now on jams cost more in the grid of its order than in this one, which it walks on.
  void walk_on(const GridView& ground) {
    by_itself_ = std::make_unique<StraightField>(ground, TileGrid(order().hierarchy().sectors()));
  }

  [[nodiscard]] const Guide* guide_of(std::size_t) const override {
    if (!order().planned()) return nullptr;
    if (order().field().straight() != nullptr) return &straight_;
    return &octile_;
  }
  void update(const GroupNow&) override {
    if (!order().planned()) return;
    const StraightField* const field = order().field().straight();
    const bool bypasses = by_itself_ != nullptr && field != nullptr && !field->has_one_cost();
    if (bypasses) renew();
    straight_.follow(field, bypasses ? by_itself_.get() : nullptr);
    octile_.follow(&order().field().field(), stale());
  }

 private:
  // Without jams the corridor's field is that of the ground by itself.
  void renew() {
    const PlanWork& work = order().work();
    if (made_for_ == work) return;
    made_for_ = work;
    by_itself_->reset();
    by_itself_->allow(order().sectors());
    for (const Goal& goal : order().field().goals()) by_itself_->add_goal(goal);
    by_itself_->advance();
  }

  FieldGuide octile_;
  BypassGuide straight_;
  std::unique_ptr<StraightField> by_itself_;  // null: jams cost nothing
  PlanWork made_for_;
};

}  // namespace portolan::detail
