// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/area_relaxation.hpp"
#include "bounds/octile_bound.hpp"

namespace portolan::detail {

/// Costs between seeds and the nodes of the level below, by paths inside one area of an upper level: what an
/// AreaRelaxation of its children finds, and the paths themselves. For levels without links, on which paths
/// cost the same in either direction. Reusable scratch; a run costs about 10 us for 64 sectors, less with a
/// limit.
class AreaCosts {
 public:
  static constexpr std::uint32_t far = AreaRelaxation::far;
  static constexpr std::uint32_t none = AreaRelaxation::none;

  void begin(const Level& below, const Level& above, std::uint32_t area);
  void seed(std::uint32_t node, std::uint64_t cost);
  /// Leaves out what cannot be on a path to this box that costs at most so much.
  void limit(const HalfBox& towards, const OctileBound& bound, std::uint64_t most) {
    relaxation_.limit(towards, bound, most);
  }
  /// False when costs do not fit, and values mean nothing: a case for LevelSearch.
  [[nodiscard]] bool run() { return fits_ && relaxation_.run(); }

  /// `far` where there is no path, or it was left out.
  [[nodiscard]] std::uint32_t cost(std::uint32_t node) const { return relaxation_.cost(node); }
  [[nodiscard]] bool is_seed(std::uint32_t node) const;
  struct Hop {
    std::uint32_t node = none;
    std::uint32_t through = none;  ///< area of the level below
  };
  /// The next node on a cheapest path from a node that has one to a seed, and is none.
  [[nodiscard]] Hop next(std::uint32_t node) const;
  /// Children relaxed.
  [[nodiscard]] std::uint64_t work() const { return relaxation_.work(); }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(relaxation_, seeds_); }

 private:
  struct Seed {
    std::uint32_t node = 0;
    std::uint32_t cost = 0;
  };

  const Level* below_ = nullptr;
  AreaRelaxation relaxation_;
  std::vector<Seed> seeds_;
  bool fits_ = true;
};

}  // namespace portolan::detail
