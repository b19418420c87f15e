// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <baselines/sampling.hpp>
#include <portolan/crowd/field_guide.hpp>

namespace portolan::bench {

/// Guides down the gradient of a field's values, where FieldGuide blends its directions.
class GradientGuide final : public Guide {
 public:
  explicit GradientGuide(const TileField* field) : field_(field), steps_(field) {}

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return gradient(*field_, cell_at(position, layer));
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return steps_.next(c); }
  [[nodiscard]] Distance remaining(Cell c) const override { return steps_.remaining(c); }

 private:
  const TileField* field_;
  FieldGuide steps_;
};

}  // namespace portolan::bench
