// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include <portolan/core/cell.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/view/color.hpp>

namespace portolan {

/// Gives the colours of the cells from `start` to the right, one per entry of `row`.
/// Entries arrive transparent, and what stays transparent is not painted.
using RowPainter = std::function<void(Cell start, std::span<Color> row)>;

/// One line of a legend.
struct LegendEntry {
  /// `start`, `goal` and `link` look as draw_start, draw_goal and draw_link draw them.
  enum class Mark : std::uint8_t { square, line, dot, start, goal, link, ramp, none };

  std::string text;
  Color color;
  Mark mark = Mark::square;
};

/// What pictures are drawn on. Algorithms never draw: the functions of draw.hpp do, through this interface,
/// and each kind of picture implements it.
/// Places are in cells, widths and radii in pixels, so that a line stays a line on any scale.
class Canvas {
 public:
  virtual ~Canvas() = default;

  /// The cells that the picture shows, and their layer.
  [[nodiscard]] virtual Rect area() const = 0;
  /// Pixels per side of a cell; below 1 where several cells share a pixel.
  [[nodiscard]] virtual float scale() const = 0;

  /// Paints every cell of the area; where cells share a pixel, their average.
  virtual void cells(const RowPainter& painter) = 0;
  virtual void fill(Vec2 corner, Vec2 opposite, Color color) = 0;
  /// A line through all points, blended once even where it crosses itself.
  virtual void stroke(std::span<const Vec2> points, float width, Color color) = 0;
  virtual void disc(Vec2 centre, float radius, Color color) = 0;
  /// Explains the colours, outside the area. Replaces an earlier legend.
  virtual void legend(std::span<const LegendEntry> entries) = 0;
};

}  // namespace portolan
