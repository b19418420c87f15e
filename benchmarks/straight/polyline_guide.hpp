// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include <portolan/crowd/field_guide.hpp>

#include <support/polyline.hpp>

#include "walk.hpp"

namespace portolan::bench {

/// Guides along a given line: to the end of the piece of it that is nearest. With the optimum as its line it
/// tells what a crowd itself adds, by inertia and by keeping off walls. What remains is read off a field.
class PolylineGuide final : public Guide {
 public:
  /// `line`: of a point; a body passes its bends, which are corners of walls, a little further outside.
  PolylineGuide(const Trail& line, const TileField* field) : line_(line), steps_(field) {
    constexpr double off_walls = 1.0 / 64;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
      const test::MapPoint p = line[i], a = line[i - 1], b = line[i + 1];
      const double to_a = test::distance_between(p, a), to_b = test::distance_between(p, b);
      const double x = (p.x - a.x) / to_a + (p.x - b.x) / to_b, y = (p.y - a.y) / to_a + (p.y - b.y) / to_b;
      line_[i] = {p.x + std::copysign(off_walls, x), p.y + std::copysign(off_walls, y)};
    }
  }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t /*layer*/) const override {
    const test::MapPoint p{position.x, position.y};
    std::size_t end = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < line_.size(); ++i) {
      const double off = test::distance_to_segment(p, line_[i - 1], line_[i]);
      if (off <= least) least = off, end = i;
    }
    const Vec2 ahead{static_cast<float>(line_[end].x - p.x), static_cast<float>(line_[end].y - p.y)};
    return {normalised(ahead), length(ahead)};
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return steps_.next(c); }
  [[nodiscard]] Distance remaining(Cell c) const override { return steps_.remaining(c); }

 private:
  Trail line_;
  FieldGuide steps_;
};

}  // namespace portolan::bench
