// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <portolan/core/result.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/plan.hpp>
#include <portolan/view/canvas.hpp>
#include <portolan/view/draw.hpp>

#include "map_at_hand.hpp"
#include "verbs.hpp"

namespace portolan::tool {

/// Tones for the terrain classes that map files know.
[[nodiscard]] TerrainPalette map_palette();
constexpr Color obstacle_color = rgb(0x8E1B1B);

/// Cells of one layer of a world.
[[nodiscard]] Rect whole_layer(Extent extent, int layer);

/// A legend's line for a field whose farthest cell has this cost.
[[nodiscard]] LegendEntry field_legend(Distance farthest);

/// Draws a picture of the area and writes it: as SVG where the name ends so, else as PNG. Zoom: pixels to a
/// cell; 0: what fits a screen.
[[nodiscard]] std::optional<Error> save_picture(const std::filesystem::path& file, Rect area, int zoom,
                                                const std::function<void(Canvas&)>& draw);

/// Terrain, corridor, field, directions and the path of one plan, as a PNG file.
[[nodiscard]] std::optional<Error> save_plan_picture(const std::filesystem::path& file, const MapAtHand& map,
                                                     const Plan& plan, const CorridorField& field,
                                                     std::span<const Cell> path, Cell from, Cell to);

}  // namespace portolan::tool
