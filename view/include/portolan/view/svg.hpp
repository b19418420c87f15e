// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include <portolan/view/canvas.hpp>

namespace portolan {

/// A picture as SVG: lines, discs and words stay sharp at any size, and can be edited. Cells lie in it as
/// bitmaps, a pixel to a cell. Cells are as wide as in a PngCanvas.
///
///     const auto draw = [](Canvas& canvas) {
///       canvas.stroke(std::array{Vec2{10, 20}, Vec2{11.5F, 22}}, 2, red);
///       canvas.disc({12, 21}, 3, faded(red, 0.5));
///       canvas.fill({13, 23}, {12, 22}, red);
///     };
///     const std::string svg = draw_svg({10, 20, 4, 4, 0}, draw, 40);
[[nodiscard]] std::string draw_svg(Rect area, const std::function<void(Canvas&)>& draw,
                                   int wanted_side = 1024, int max_side = 4096);

}  // namespace portolan
