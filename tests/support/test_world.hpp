// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/world.hpp>

#include <support/print.hpp>

namespace portolan::test {

/// A world with one profile, and the cells that its drawing named.
struct TestWorld {
  World world;
  ProfileId profile;
  std::map<char, std::vector<Cell>> marks;

  [[nodiscard]] GridView view() const { return world.view(profile); }
  [[nodiscard]] Extent extent() const { return world.extent(); }
  /// The one cell that the drawing marks with this letter; throws when there is none or more than one.
  [[nodiscard]] Cell operator[](char letter) const;
  /// All cells marked with this letter, row by row; empty when there is none.
  [[nodiscard]] std::vector<Cell> all(char letter) const;
};

/// Terrain classes that are their own cost: class 1..254 costs 1..254, classes 0 and 255 are impassable.
/// All test worlds use them.
[[nodiscard]] Profile cost_profile(int clearance = 1);

/// Terrain class of a wall under `cost_profile`.
inline constexpr TerrainId wall = 255;

/// The costs of a view as a drawing: '.', '2'..'9', '+' for costlier ground, '#'; layers separated by `---`.
[[nodiscard]] std::string drawing_of(GridView grid);

}  // namespace portolan::test
