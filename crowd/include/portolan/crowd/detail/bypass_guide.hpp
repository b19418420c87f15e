// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <span>
#include <vector>

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::detail {

/// Guides past jams: along a field of the ground by itself, and along one in which jams are costly where that
/// one leads around a wall, to another gate. Queues keep their form: were the costly field followed wherever
/// it differs, agents would walk from side to side as its costs change, and a crowd takes up to 1.4 times as
/// long through two doors that are alike (1.2 through one); were it followed in a jam too, twice as long.
class BypassGuide final : public Guide {
 public:
  /// A field that knows the jams, and one that does not; null: the first one alone.
  void follow(const StraightField* around, const StraightField* by_itself) {
    around_ = around;
    by_itself_ = by_itself;
  }
  /// To be called when the fields are others: looks where agents on these cells are led around a wall. Cost:
  /// O(cells), and of the squares where the fields differ the length of the ways from there.
  void look(std::span<const Cell> agents);

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t layer) const override;
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override {
    return around_ == nullptr ? unreachable : around_->at(c);
  }

 private:
  struct Square {
    std::int32_t layer = 0, y = 0, x = 0;
    friend auto operator<=>(const Square&, const Square&) = default;
  };

  [[nodiscard]] static Square square_of(Cell c);
  [[nodiscard]] bool elsewhere(Cell c) const;
  [[nodiscard]] bool differ(Vec2 position, std::int32_t layer) const;
  [[nodiscard]] bool around_a_wall(std::span<const PathPoint> around, Cell from) const;

  const StraightField* around_ = nullptr;
  const StraightField* by_itself_ = nullptr;
  std::vector<Square> elsewhere_;  // sorted: where the first field is followed
};

}  // namespace portolan::detail
