// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/core/tile_field.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

// Which way to move at a position, read off a field. All return a unit vector, or zero where there is nowhere
// to go: at a goal's centre, in a wall, where the goal is unreachable, and at the foot of a link, which the
// agent must take by itself. None ever points into a wall: half a cell ahead of a passable position is
// passable, and no blocked corner is cut. Reads only, any thread, no allocation.

/// Unit vector of a step direction; zero for the others.
[[nodiscard]] Vec2 unit_vector(Direction d);

/// The way of the cell that holds p. One look-up.
[[nodiscard]] Vec2 sample_nearest(const TileField& field, Vec2 p, std::int32_t layer);

/// Blends the ways of the four nearest cells, so that agents turn smoothly; a blocked corner pushes away from
/// the wall. Where the blend would run into a wall, or cancels out, it heads for the centre of the next cell
/// instead.
[[nodiscard]] Vec2 sample_bilinear(const TileField& field, Vec2 p, std::int32_t layer);

/// The smoothed way of a cell: down the gradient of the integration values, any angle. Where differences
/// cancel (a wall and a goal in line), or the rounded way is illegal or does not fall, it is the steepest
/// step. Always: stepping to `nearest_step(gradient)` is legal and its value is strictly smaller.
[[nodiscard]] Vec2 gradient(const TileField& field, Cell c);

/// The step direction nearest to the angle of a non-zero vector.
[[nodiscard]] Direction nearest_step(Vec2 v);

}  // namespace portolan
