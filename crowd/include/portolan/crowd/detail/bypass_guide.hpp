// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/detail/cell_memo.hpp>
#include <portolan/crowd/detail/congestion.hpp>
#include <portolan/crowd/detail/pair_revision.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::detail {

/// Guides past jams: along a field of the ground by itself, and along one in which jams are costly where that
/// one is much quicker and leads elsewhere, not past a queue to its head. Queues keep their form: were the
/// costly field followed inside of a jam too, agents would walk from side to side as its costs change, and
/// half as many would get through a gate of two cells in a second. The angle between the two does not tell
/// whether they are one way: who has left a queue for a door far off has both doors ahead, and went back.
class BypassGuide final : public Guide {
 public:
  /// A field that knows the jams, and one that does not; null: the first one alone.
  void follow(const StraightField* around, const StraightField* by_itself);

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t layer) const override;
  void courses(std::span<const PathPoint> positions, std::span<Heading> headings) const override;
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override {
    return around_ == nullptr ? unreachable : around_->at(c);
  }
  [[nodiscard]] std::optional<Distance> without_jams(Cell c) const override {
    return by_itself_ == nullptr ? std::nullopt : std::optional(by_itself_->at(c));
  }
  [[nodiscard]] std::uint64_t revision() const override;

 private:
  struct Through;

  [[nodiscard]] Heading chosen(Vec2 position, std::int32_t layer, const Heading& around,
                               const Heading& straight) const;
  [[nodiscard]] bool goes_through_from_middle(Cell c, const Heading& around) const;
  [[nodiscard]] Through way_through(Vec2 position, std::int32_t layer, Heading way) const;
  [[nodiscard]] bool take_link(Vec2& position, std::int32_t& layer, float& cost) const;
  [[nodiscard]] bool is_same_gap(Vec2 jammed, Vec2 other, std::int32_t layer, bool gains) const;
  [[nodiscard]] bool comes_back(Vec2 position, std::int32_t layer, Heading way, const Through& through,
                                bool gains) const;
  [[nodiscard]] bool is_quicker_around(Cell c) const;
  [[nodiscard]] bool leaves_jam(Cell c) const;
  [[nodiscard]] bool turns_to(Cell from, Cell to) const;
  [[nodiscard]] bool leads_back(Cell c, bool holds) const;

  const StraightField* around_ = nullptr;
  const StraightField* by_itself_ = nullptr;
  PairRevision revision_;
  mutable CellMemo decisions_;
};

}  // namespace portolan::detail
