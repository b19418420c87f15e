// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/goal_shape.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// Where agents start or want to go. Cells are whole; which of them are used is decided against the map
/// (`place_groups`).
struct ScenarioPlace {
  /// Named cells, which must be passable; of a shape the passable cells of one connected area. None of them:
  /// anywhere, which is passable cells of the largest connected area, drawn with the scenario's seed. A
  /// single cell stands for the passable one nearest to it.
  std::variant<std::monostate, std::vector<Cell>, Rect, Disc, Cell> at;
  Error where;

  /// Each of its cells is named.
  [[nodiscard]] bool names_cells() const { return std::holds_alternative<std::vector<Cell>>(at); }
};

namespace detail {

/// How long agents stay at a goal before they go on to the next one.
struct ScenarioStop {
  float wait = 0;         ///< seconds
  bool together = false;  ///< until everybody of the group is there, and then so long
  Error where;
};

/// A goal after others.
struct ScenarioLeg {
  ScenarioPlace goal;
  ScenarioStop stop;  ///< there
  /// Everybody who has set out is ordered there then, wherever he is; nothing: each when he is through with
  /// the goal before.
  std::optional<std::int64_t> tick;
};

/// A goal, and those that follow it.
struct ScenarioGoals : ScenarioPlace {
  using ScenarioPlace::operator=;

  ScenarioStop stop;  ///< at the first one
  std::vector<ScenarioLeg> then;
  /// Times that the goals up to the first one with a tick, or all, are walked one after another; 0: for ever,
  /// or until that tick.
  std::int32_t rounds = 1;

  /// Each cell of each is named.
  [[nodiscard]] bool all_name_cells() const {
    return names_cells() && std::all_of(then.begin(), then.end(),
                                        [](const ScenarioLeg& leg) { return leg.goal.names_cells(); });
  }
};

}  // namespace detail
}  // namespace portolan
