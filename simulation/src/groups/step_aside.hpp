// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/dynamic/forecast.hpp>

namespace portolan::detail {

/// The way out for an agent that has no plan and stands where something is going to pass.
class StepAside {
 public:
  static constexpr int reach = 4;  ///< steps

  /// Cells from the agent's own to the one that it gets to first of those that nothing is foreseen to cover
  /// from then on. It walks straight and without pause, so many cells per time step; no cell is entered that
  /// is covered by then, nor one that is impassable now. Where the own cell stays free, and where there is no
  /// such cell within reach, there is nothing but the own cell. Valid until the next call.
  /// Cost: at most 81 cells are looked at; allocates nothing when used again.
  [[nodiscard]] std::span<const Cell> find(const GridView& ground, const Forecast& coming, Cell at,
                                           Vec2 position, float cells_per_step);

 private:
  static constexpr int side = 2 * reach + 1;
  struct Seen {
    Cell cell;
    std::size_t before = 0;
    int steps = 0;
  };

  struct Look;

  void find_beside(const GridView& ground, std::size_t from);

  std::array<Seen, side * side> seen_{};
  std::array<bool, side * side> known_{};
  std::size_t count_ = 0;
  BestFirst<> search_;
  std::array<Cell, reach + 1> cells_{};
};

}  // namespace portolan::detail
