// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/path.hpp>
#include <portolan/core/sampling.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/guide.hpp>
#include <portolan/hierarchy/corridor_field.hpp>

namespace portolan::c {

/// Leads the agents of an order along its field, where that is settled; elsewhere they wait.
class OrderGuide final : public Guide {
 public:
  /// Until the next call, which is to come after each edit: whether the field is stale is asked once, for
  /// that takes a look at each of its sectors.
  void follow(const CorridorField* field) {
    field_ = field;
    stale_ = field != nullptr && field->stale();
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t layer) const override {
    if (!next(cell_at(position, layer))) return {};
    if (const StraightField* straight = field_->straight()) return straight->heading(position, layer);
    return {sample_bilinear(field_->field(), position, layer)};
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    if (field_ == nullptr || !field_->settled(c)) return std::nullopt;
    if (const StraightField* straight = field_->straight()) return straight->next(c);
    const Direction d = field_->direction(c);
    if (!is_step(d)) return next_cell(*field_, field_->field().grid(), c);
    return !stale_ || field_->field().grid().can_step(c, d) ? std::optional(step(c, d)) : std::nullopt;
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return field_ != nullptr && field_->settled(c) ? field_->at(c) : unreachable;
  }

 private:
  const CorridorField* field_ = nullptr;
  bool stale_ = false;
};

}  // namespace portolan::c
