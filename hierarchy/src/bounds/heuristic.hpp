// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "bounds/base_potentials.hpp"
#include "bounds/landmarks.hpp"
#include "bounds/lent_nodes.hpp"
#include "bounds/octile_bound.hpp"
#include "simd/rows.hpp"

namespace portolan::detail {

/// Up to two sides.
struct SideList {
  std::array<Side, 2> sides{};
  std::size_t count = 0;
  [[nodiscard]] const Side* begin() const { return sides.data(); }
  [[nodiscard]] const Side* end() const { return sides.data() + count; }
};

/// What a path from any of a set of agents to a node costs at least: the heuristic of backward searches. The
/// better of the octile distance and of what landmarks say.
class Heuristic {
 public:
  explicit Heuristic(const OctileBound::From& octile) : octile_(octile) {}

  /// `both_ways`: a path costs the same in either direction.
  void use(const Landmarks& landmarks, const PotentialRange& agents, bool both_ways);
  /// What is used is known of the nodes of this level, in place of those that are asked about.
  void use_nodes_of(const Level& lent) { lent_ = &lent; }
  /// Those of level 0, where paths cost the same in either direction, under the areas of `above`.
  void use(const BasePotentials& near, const PotentialRange& agents, const AreaGrid& above);

  /// Of one node; below Lanes::most.
  [[nodiscard]] std::uint32_t operator()(const Level& level, std::uint32_t node) const;
  /// Of the nodes on one side of an area.
  void side(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const;
  /// The same by landmarks alone; 0 where there are none.
  void side_by_landmarks(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const;
  /// The sides of an area that lie towards the agents.
  [[nodiscard]] SideList towards(const AreaGrid& grid, std::uint32_t area) const;
  /// Has what `side` reads of an area on its way to the cache. Reads the area's record.
  void prefetch(const Level& level, std::uint32_t area) const;

 private:
  [[nodiscard]] std::uint32_t octile(const NodeRecord& record) const {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(octile_(record.x2, record.y2), Lanes::most - 1));
  }
  void fill_near_side(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const;
  void raise_side(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const;
  template <class Raise>
  void raise_runs(const Level& level, std::uint32_t first, std::uint32_t count, std::uint32_t* out,
                  const Raise& raise) const;
  [[nodiscard]] std::uint32_t lent_node(const Level& level, std::uint32_t node) const {
    return lent_ == nullptr ? node : LentNodes(level, *lent_).of(node);
  }

  OctileBound::From octile_;
  const Landmarks* landmarks_ = nullptr;
  const BasePotentials* near_ = nullptr;
  const AreaGrid* above_ = nullptr;
  const Level* lent_ = nullptr;
  PotentialRange range_{};
};

}  // namespace portolan::detail
