// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/assert.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/crowd/guide.hpp>
#include <portolan/hierarchy/band_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>

namespace portolan {

/// Guides along a flow field, or along a band, with smoothed headings; cells outside a band count as walls
/// for that. What is followed must outlive its use here. Where it is older than the world it may be followed
/// with care: where its next step has become illegal, agents stop.
class FieldGuide final : public Guide {
 public:
  explicit FieldGuide(const TileField* field = nullptr) : field_(field) {}

  void follow(const TileField* field, bool with_care = false) {
    field_ = field;
    corridor_ = nullptr;
    band_ = nullptr;
    with_care_ = with_care;
  }
  void follow(const BandField& band, bool with_care = false) {
    follow(nullptr, with_care);
    band_ = &band;
  }
  /// One that may not be finished, or be older than the world: agents wait where it is not settled, and stop
  /// where their next step has become illegal. Finished, it must be an octile one.
  void follow(const CorridorField& corridor) {
    PORTOLAN_ASSERT(corridor.straight() == nullptr || !corridor.finished(),
                    "a StraightGuide leads along a field at any angle");
    follow(&corridor.field(), true);  // to ask whether it is stale would take longer, for each agent
    corridor_ = &corridor;
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override;
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override;
  [[nodiscard]] std::uint64_t revision() const override {
    return corridor_ == nullptr ? 0 : corridor_->revision();
  }

 private:
  template <class Field>
  [[nodiscard]] bool leads_on(const Field& field, Cell c) const;
  [[nodiscard]] Vec2 band_heading(Vec2 position, std::int32_t layer) const;

  const TileField* field_;
  const BandField* band_ = nullptr;          // in place of a field
  const CorridorField* corridor_ = nullptr;  // whose field that is, if it is asked
  bool with_care_ = false;
};

}  // namespace portolan
