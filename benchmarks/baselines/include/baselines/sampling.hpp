// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <portolan/core/sampling.hpp>

namespace portolan {

// Other ways to read a heading off a field, which `sample_bilinear` is measured against. What holds for that
// one holds for them.

/// The way of the cell that holds p. One look-up.
[[nodiscard]] Vec2 sample_nearest(const TileField& field, Vec2 p, std::int32_t layer);

/// The smoothed way of a cell: down the gradient of the integration values, any angle. Where differences
/// cancel (a wall and a goal in line), or the rounded way is illegal or does not fall, it is the steepest
/// step. Always: stepping to `nearest_step(gradient)` is legal and its value is strictly smaller.
[[nodiscard]] Vec2 gradient(const TileField& field, Cell c);

/// The step direction nearest to the angle of a non-zero vector.
[[nodiscard]] Direction nearest_step(Vec2 v);

}  // namespace portolan
