// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::detail {

/// Guides past jams: along a field of the ground by itself, and along one in which jams are costly where that
/// one leads elsewhere. Queues keep their form: were the costly field followed inside of a jam too, agents
/// would walk from side to side as its costs change, and half as many would get through a gate of two cells
/// in a second.
class BypassGuide final : public Guide {
 public:
  /// A field that knows the jams, and one that does not; null: the first one alone.
  void follow(const StraightField* around, const StraightField* by_itself) {
    around_ = around;
    by_itself_ = by_itself;
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t layer) const override {
    if (around_ == nullptr) return {};
    const Heading around = around_->heading(position, layer);
    if (by_itself_ == nullptr || around.direction == Vec2{}) return around;
    const Heading straight = by_itself_->heading(position, layer);
    return dot(straight.direction, around.direction) >= agreement ? straight : around;
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    return around_ == nullptr ? std::nullopt : around_->next(c);
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return around_ == nullptr ? unreachable : around_->at(c);
  }

 private:
  static constexpr float agreement = 0.5F;  // cosine of the angle between the two

  const StraightField* around_ = nullptr;
  const StraightField* by_itself_ = nullptr;
};

}  // namespace portolan::detail
