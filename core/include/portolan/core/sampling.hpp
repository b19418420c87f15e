// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/core/tile_field.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

/// Which way to move at a position, read off a field: a unit vector, or zero where there is nowhere to go: at
/// a goal's centre, in a wall, where the goal is unreachable, and at the foot of a link, which the agent must
/// take by itself. It never points into a wall: half a cell ahead of a passable position is passable, and no
/// blocked corner is cut. Reads only, any thread, no allocation.
///
/// Blends the ways of the four nearest cells, so that agents turn smoothly; a blocked corner pushes away from
/// the wall. Where the blend would run into a wall, or cancels out, it heads for the centre of the next cell
/// instead.
[[nodiscard]] Vec2 sample_bilinear(const TileField& field, Vec2 p, std::int32_t layer);

}  // namespace portolan
