// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/field_guide.hpp>

#include "order_group.hpp"

namespace portolan::detail {

/// A group that shares the field of its corridor.
class CorridorGroup final : public OrderGroup {
 public:
  using OrderGroup::OrderGroup;

  [[nodiscard]] const Guide* guide_of(std::size_t) const override {
    return order().planned() ? &guide_ : nullptr;
  }
  void update(const GroupNow&) override {
    if (order().planned()) guide_.follow(&order().field().field(), stale());
  }

 private:
  FieldGuide guide_;
};

}  // namespace portolan::detail
