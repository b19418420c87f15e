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
///     const std::string svg = draw_svg(area, [&](Canvas& canvas) {
///       draw_terrain(canvas, grid);
///       draw_path(canvas, path, group_color(0));
///     });
[[nodiscard]] std::string draw_svg(Rect area, const std::function<void(Canvas&)>& draw,
                                   int wanted_side = 1024, int max_side = 4096);

}  // namespace portolan
