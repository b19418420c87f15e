// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/assert.hpp>

#include "hierarchy_state.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// The levels of a hierarchy as searches see them, level 0 first. A view: as long-lived as the state.
class LevelStack {
 public:
  explicit LevelStack(const HierarchyState& state) : state_(&state) {}

  [[nodiscard]] const Level& operator[](std::size_t at) const {
    PORTOLAN_ASSERT(at < state_->levels.size());
    return *state_->levels[at];
  }
  [[nodiscard]] std::size_t size() const { return state_->levels.size(); }
  [[nodiscard]] std::size_t top() const { return state_->levels.size() - 1; }

  /// The area of level `at` that a cell lies in.
  [[nodiscard]] std::uint32_t area_of(std::size_t at, Cell cell) const {
    return (*this)[at].grid.area_of(cell);
  }
  /// The area of the level above that an area of level `at` lies in.
  [[nodiscard]] std::uint32_t area_above(std::size_t at, std::uint32_t area) const {
    return parent_of((*this)[at + 1], (*this)[at], area);
  }
  /// What a node of level `at` is on the level above; UpperLevel::no_node: none.
  [[nodiscard]] std::uint32_t node_above(std::size_t at, std::uint32_t node) const {
    return state_->uppers[at]->node_above((*this)[at], node);
  }
  /// What a node of level `at`, which is above 0, is on the level below.
  [[nodiscard]] std::uint32_t node_below(std::size_t at, std::uint32_t node) const {
    PORTOLAN_ASSERT(at > 0);
    return (*this)[at].nodes[node].aux;
  }

 private:
  const HierarchyState* state_;
};

}  // namespace portolan::detail
