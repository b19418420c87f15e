// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/straight_field.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan {

/// Guides along a field of shortest curves: each agent straight at the corner that it sees, on a line of its
/// own. The field must outlive its use here. One that is older than the world may be followed too: agents
/// stop at walls that it does not know. Cost: one look-up.
class StraightGuide final : public Guide {
 public:
  explicit StraightGuide(const StraightField* field = nullptr) : field_(field) {}

  void follow(const StraightField* field) { field_ = field; }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t layer) const override {
    return field_ == nullptr ? Heading{} : field_->heading(position, layer);
  }
  void courses(std::span<const PathPoint> positions, std::span<Heading> headings) const override {
    if (field_ == nullptr) return Guide::courses(positions, headings);
    field_->headings(positions, headings);
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    return field_ == nullptr ? std::nullopt : field_->next(c);
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return field_ == nullptr ? unreachable : field_->at(c);
  }
  [[nodiscard]] std::uint64_t revision() const override { return field_ == nullptr ? 0 : field_->revision(); }

 private:
  const StraightField* field_;
};

}  // namespace portolan
