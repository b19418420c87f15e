// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/detail/bypass_guide.hpp>
#include <portolan/crowd/detail/doors.hpp>
#include <portolan/crowd/field_guide.hpp>

#include "order_group.hpp"

namespace portolan::detail {

/// A group that shares the field of its corridor.
class CorridorGroup final : public OrderGroup {
 public:
  using OrderGroup::OrderGroup;

  /// From now on jams cost more in the grid of its order than in this one, which it walks on.
  void walk_on(const GridView& ground, const DoorUsers& users, float tick_seconds) {
    const TileGrid tiles(order().hierarchy().sectors());
    by_itself_ = std::make_unique<StraightField>(ground, tiles);
    doors_ = std::make_unique<Doors>(ground, tiles, users);
    tick_seconds_ = tick_seconds;
  }

  [[nodiscard]] const Guide* guide_of(std::size_t) const override {
    if (!order().planned()) return nullptr;
    if (order().field().straight() != nullptr) return &straight_;
    return &octile_;
  }
  [[nodiscard]] const Guide* own_guide_of(std::size_t k) const override {
    const bool follows_straight = order().planned() && order().field().straight() != nullptr;
    if (doors_ == nullptr || !follows_straight) return nullptr;
    return doors_->guide_of(k);
  }
  [[nodiscard]] bool updates_alone() const override { return true; }
  void update(const GroupNow& now) override {
    if (!order().planned()) return;
    const StraightField* const field = order().field().straight();
    const bool bypasses = by_itself_ != nullptr && field != nullptr && !field->has_one_cost();
    if (bypasses) renew();
    straight_.follow(field, bypasses ? by_itself_.get() : nullptr);
    if (doors_ != nullptr && field != nullptr) look(now, bypasses ? *by_itself_ : *field);
    octile_.follow(&order().field().field(), stale());
  }

 private:
  void look(const GroupNow& now, const StraightField& straight) {
    if (looked_at_ != order().hierarchy().version() || !(looked_for_ == order().work())) {
      looked_at_ = order().hierarchy().version();
      looked_for_ = order().work();
      doors_->renew(order().sectors(), order().field().goals());
    }
    if (!now.started) return;
    if (now.journeys.empty()) return doors_->look(*now.crowd, now.agents, straight, tick_seconds_);
    on_leg_.assign(now.agents.begin(), now.agents.end());
    for (std::size_t k = 0; k < on_leg_.size(); ++k) {
      if (!now.on_leg(k)) on_leg_[k] = {};
    }
    doors_->look(*now.crowd, on_leg_, straight, tick_seconds_);
  }

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
  std::unique_ptr<Doors> doors_;  // null: jams cost nothing
  float tick_seconds_ = 0;
  PlanWork looked_for_;
  std::uint64_t looked_at_ = 0;  // version of the hierarchy
  std::vector<AgentId> on_leg_;  // scratch
};

}  // namespace portolan::detail
