// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/field_guide.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include "order_group.hpp"

namespace portolan::detail {

/// A group that shares the field of its corridor.
class CorridorGroup final : public OrderGroup {
 public:
  using OrderGroup::OrderGroup;

  [[nodiscard]] const Guide* guide_of(std::size_t) const override {
    if (!order().planned()) return nullptr;
    if (order().field().straight() != nullptr) return &straight_;
    return &octile_;
  }
  void update(const GroupNow&) override {
    if (!order().planned()) return;
    straight_.follow(order().field().straight());
    octile_.follow(&order().field().field(), stale());
  }

 private:
  FieldGuide octile_;
  StraightGuide straight_;
};

}  // namespace portolan::detail
