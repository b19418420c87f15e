// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <variant>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/world.hpp>

namespace portolan {

/// All cells whose centres lie within `radius` cells of the centre of `centre`, on its layer.
struct Disc {
  Cell centre;
  double radius = 0;
  constexpr bool operator==(const Disc&) const = default;
};

/// Where an order may end: a cell, a list of cells with an offset each, a rectangle, a disc, or all cells of
/// a terrain class, on every layer: "any shallows", "the nearest road". Parts outside the world, and cells
/// that the agent cannot stand on, do not count.
struct GoalShape {
  std::variant<Cell, std::vector<Goal>, Rect, Disc, TerrainId> area;
  /// What ending here costs on top: makes one exit costlier than another. Added to the cells' own offsets.
  Distance offset{0};
};

/// The goals of some shapes together: passable cells of the profile, each once, with the least offset that a
/// shape gives it; sorted by layer, row and column. Empty where no shape holds a passable cell.
/// Cost: O(cells of the shapes); a terrain class looks at every cell of the world.
[[nodiscard]] std::vector<Goal> goals_of(const World& world, ProfileId profile,
                                         std::span<const GoalShape> shapes);
[[nodiscard]] std::vector<Goal> goals_of(const World& world, ProfileId profile, const GoalShape& shape);

}  // namespace portolan
