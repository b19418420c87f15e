// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::detail {

/// Guides past jams: along a field of the ground by itself, and along one in which jams are costly where that
/// one leads elsewhere, and is much quicker. Queues keep their form: were the costly field followed inside of
/// a jam too, agents would walk from side to side as its costs change, and half as many would get through a
/// gate of two cells in a second.
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
    if (dot(straight.direction, around.direction) >= agreement) return straight;
    return is_quicker_around(position, layer) ? around : straight;
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    return around_ == nullptr ? std::nullopt : around_->next(c);
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return around_ == nullptr ? unreachable : around_->at(c);
  }

 private:
  static constexpr float agreement = 0.5F;   // cosine of the angle between the two
  static constexpr float least_gain = 0.1F;  // of what the way around costs
  static constexpr float look = 32;          // cells
  static constexpr float shortest_piece = 1.0F / 64;

  // Is the way around quicker by so much than the other one through its jams? One that saves less leads
  // around a queue to the head of the same: those who took it would press in from its sides.
  [[nodiscard]] bool is_quicker_around(Vec2 position, std::int32_t layer) const {
    const Distance best = around_->at(cell_at(position, layer));
    float through = 0;
    for (float walked = 0; walked < look;) {
      const Heading way = by_itself_->heading(position, layer);
      if (way.direction == Vec2{}) break;
      const float piece = std::clamp(way.reach, shortest_piece, 1.0F);
      const Cell middle = cell_at(position + way.direction * (piece * 0.5F), layer);
      through += piece * 2 * straight_factor * static_cast<float>(around_->grid().cost(middle));
      position += way.direction * piece;
      walked += piece;
    }
    const Distance rest = around_->at(cell_at(position, layer));
    return through + static_cast<float>(rest.units) > static_cast<float>(best.units) * (1 + least_gain);
  }

  const StraightField* around_ = nullptr;
  const StraightField* by_itself_ = nullptr;
};

}  // namespace portolan::detail
