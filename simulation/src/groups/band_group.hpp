// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/crowd/field_guide.hpp>

#include "order_group.hpp"

namespace portolan::detail {

/// A group that shares a band: the cells within some steps of its agents' paths.
class BandGroup final : public OrderGroup {
 public:
  /// The options name the solver and the radius.
  using OrderGroup::OrderGroup;

  [[nodiscard]] const Guide* guide_of(std::size_t) const override {
    return order().planned() ? &guide_ : nullptr;
  }
  void update(const GroupNow&) override {
    if (order().planned()) guide_.follow(*order().band(), stale());
  }
  [[nodiscard]] const BandField* band() const override { return order().band(); }

 private:
  FieldGuide guide_;
};

}  // namespace portolan::detail
