// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/crowd/guide.hpp>
#include <portolan/hierarchy/corridor_field.hpp>

namespace portolan {

/// Guides along a flow field, with smoothed headings. The field must outlive its use here.
/// A field that is older than the world may be followed with care: where its next step has become illegal,
/// agents stop.
class FieldGuide final : public Guide {
 public:
  explicit FieldGuide(const TileField* field = nullptr) : field_(field) {}

  void follow(const TileField* field, bool with_care = false) {
    field_ = field;
    corridor_ = nullptr;
    with_care_ = with_care;
  }
  /// An octile one that may not be finished, or be older than the world: agents wait where it is not settled,
  /// and stop where their next step has become illegal.
  void follow(const CorridorField& corridor) {
    field_ = &corridor.field();
    corridor_ = &corridor;
    with_care_ = true;  // to ask whether it is stale would take longer, for each agent
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override;
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override;

 private:
  const TileField* field_;
  const CorridorField* corridor_ = nullptr;  // whose field that is, if it is asked
  bool with_care_ = false;
};

}  // namespace portolan
