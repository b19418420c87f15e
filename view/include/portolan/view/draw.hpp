// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <span>

#include <portolan/core/distance.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/world.hpp>
#include <portolan/view/canvas.hpp>

namespace portolan {

/// A colour per terrain class for ground that the agent can and cannot enter. Transparent entries are
/// coloured by cost.
struct TerrainPalette {
  std::array<Color, 256> passable{};
  std::array<Color, 256> blocked{};
};

/// Ground in muted tones, darker where it costs more; what the agent cannot enter is dark.
void draw_terrain(Canvas& canvas, const World& world, ProfileId profile, const TerrainPalette& palette = {});
void draw_terrain(Canvas& canvas, const GridView& grid);

/// The lines between sectors, where they do not stand too close.
void draw_sectors(Canvas& canvas, const TileGrid& tiles);

/// Tints the sectors of a corridor and draws a line around them. A field comes on top of it.
void draw_corridor(Canvas& canvas, const TileGrid& tiles, std::span<const TileId> corridor,
                   Color outline = rgb(0x8A6412));

using DistanceAt = std::function<Distance(Cell)>;
using DirectionAt = std::function<Direction(Cell)>;

/// Cost to the goal as colour, near gold to far indigo; unreachable cells keep what is under them.
/// Returns the largest distance that was painted, for a legend.
Distance draw_field(Canvas& canvas, const DistanceAt& at);

/// Arrows that follow the directions: one per cell where cells are large enough, otherwise one per block of
/// cells.
void draw_directions(Canvas& canvas, const DirectionAt& at, Color color = faded(rgb(0x222732), 0.6));

/// A run of border cells through which one sector is left for the next.
void draw_portal(Canvas& canvas, Cell first, Cell last, Direction side);

/// The way of one agent.
void draw_trail(Canvas& canvas, std::span<const Vec2> trail, Color color, double opacity = 0.35);
/// A path that must be seen, cell by cell.
void draw_path(Canvas& canvas, std::span<const Cell> path, Color color);
void draw_agent(Canvas& canvas, Vec2 place, float radius_cells, Color color);
void draw_obstacle(Canvas& canvas, Vec2 place, float radius_cells);
void draw_start(Canvas& canvas, Cell start, Color color);
void draw_goal(Canvas& canvas, Cell goal, Color color);
/// What of a link lies on the layer that is shown: a box where it begins, with an arrow up or down to another
/// layer, an empty box where it ends, and a thin line between the two on one layer.
void draw_link(Canvas& canvas, const Link& link);

}  // namespace portolan
