// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <portolan/simulation/detail/board.hpp>
#include <portolan/view/canvas.hpp>

namespace portolan::tool {

/// Where a board lies on a canvas, and how its ground is painted there.
class BoardLayout {
 public:
  virtual ~BoardLayout() = default;

  [[nodiscard]] virtual Rect area() const = 0;
  /// Cells of the canvas to a tile.
  [[nodiscard]] virtual float scale() const = 0;
  [[nodiscard]] virtual Vec2 centre(std::uint32_t vertex) const = 0;
  virtual void paint(Canvas& canvas, const WaypointGraph& graph, std::span<const Color> colors) const = 0;
};

/// Of any board whose vertices have positions, for a picture of that size.
[[nodiscard]] std::unique_ptr<BoardLayout> layout_of(const detail::Board& board, int size);

}  // namespace portolan::tool
