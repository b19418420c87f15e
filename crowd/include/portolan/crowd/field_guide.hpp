// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan {

/// Guides along a flow field, with smoothed headings. The field must outlive its use here.
/// A field that is older than the world may be followed with care: where its next step has become illegal,
/// agents stop.
class FieldGuide final : public Guide {
 public:
  explicit FieldGuide(const TileField* field = nullptr) : field_(field) {}

  void follow(const TileField* field, bool with_care = false) {
    field_ = field;
    with_care_ = with_care;
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override;
  [[nodiscard]] std::optional<Cell> next(Cell c) const override;
  [[nodiscard]] Distance remaining(Cell c) const override;

 private:
  const TileField* field_;
  bool with_care_ = false;
};

}  // namespace portolan
