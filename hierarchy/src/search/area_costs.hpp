// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/octile_bound.hpp"
#include "simd/rows.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// Costs between seeds and the nodes of the level below, by paths inside one area of an upper level: label
/// correcting over that area's children, where a step relaxes all edges of a child at once (as
/// AreaRelaxation does for whole levels). For levels without links, on which paths cost the same in either
/// direction. Reusable scratch; a run costs about 10 us for 64 sectors, less with a limit.
class AreaCosts {
 public:
  static constexpr std::uint32_t far = min_plus_no_path<std::uint32_t>;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void begin(const Level& below, const Level& above, std::uint32_t area);
  [[nodiscard]] std::uint32_t area() const { return area_; }
  void seed(std::uint32_t node, std::uint64_t cost);
  /// Leaves out what cannot be on a path to this box that costs at most so much.
  void limit(const HalfBox& towards, const OctileBound& bound, std::uint64_t most);
  /// False when costs do not fit, and values mean nothing: a case for LevelSearch.
  [[nodiscard]] bool run();

  /// `far` where there is no path, or it was left out.
  [[nodiscard]] std::uint32_t cost(std::uint32_t node) const;
  [[nodiscard]] bool is_seed(std::uint32_t node) const;
  struct Hop {
    std::uint32_t node = none;
    std::uint32_t through = none;  ///< area of the level below
  };
  /// The next node on a cheapest path from a node that has one to a seed, and is none.
  [[nodiscard]] Hop next(std::uint32_t node) const;
  /// Children relaxed.
  [[nodiscard]] std::uint64_t work() const { return work_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::size_t most_children = 64;

  struct Seed {
    std::uint32_t node = 0;
    std::uint32_t cost = 0;
  };
  struct Place {
    std::uint32_t child = none;
    std::uint32_t place = 0;
  };

  /// Number of a child among those of the area; none outside.
  [[nodiscard]] std::uint32_t child_number(std::uint32_t area) const;
  [[nodiscard]] std::uint32_t child_area(std::uint32_t child) const { return area_of_[child]; }
  [[nodiscard]] std::array<Place, 2> places_of(std::uint32_t node) const;
  std::uint32_t lanes_of(std::uint32_t child);
  void prefetch_tables() const;
  void offer(std::uint32_t child, std::uint32_t place, std::uint32_t cost);
  void relax(std::uint32_t child);
  void spread(std::uint32_t child);
  void spread_side(std::uint32_t child, Side side, std::uint32_t neighbour);
  [[nodiscard]] std::uint32_t least_awake() const;

  const Level* below_ = nullptr;
  ChildBlock block_;
  std::uint32_t area_ = none;
  std::uint32_t width_ = 0;
  std::uint32_t children_ = 0;
  std::array<std::uint32_t, most_children> area_of_{};     // by child
  std::array<std::uint8_t, most_children> beside_{};       // bits: which of east and west is a child too
  std::uint64_t awake_ = 0;                                // by child: some value waits
  std::array<std::uint32_t, most_children> key_{};         // the least of those, where awake
  std::array<std::uint32_t, most_children> first_lane_{};  // none: not come to yet
  std::vector<std::uint32_t> values_;                      // by lane; padded with zeros
  std::vector<std::uint32_t> done_;                        // by lane: what the child has taken in
  std::vector<AddedRow> waiting_;                          // of the child at hand
  std::vector<Seed> seeds_;
  bool limited_ = false;
  bool fits_ = true;
  OctileBound::From estimate_{OctileBound(), HalfBox()};
  std::uint64_t most_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace portolan::detail
