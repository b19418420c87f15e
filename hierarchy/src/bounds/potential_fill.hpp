// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/landmarks.hpp"
#include "simd/rows.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// What lies above the bases; unknown where it does not fit. False when one lies below its base.
[[nodiscard]] bool to_row(const Landmarks::Potentials& potentials, const PotentialBases& bases,
                          PotentialRow& row);

/// Potentials of the nodes of level 0 inside one area of level 1: the least of what the nodes on its boundary
/// have and the cost up to there, for all landmarks at once. Label correcting over the area's sectors, where
/// a step takes in what has come to a sector since its last. Reusable scratch, one per worker.
class alignas(64) PotentialFill {
 public:
  /// Work on the area, of which other levels and landmarks than those of the last one may be told.
  void begin(const Level& lowest, const Level& above, const Landmarks& landmarks, std::uint32_t area);
  /// All potentials, from the boundary. The bases become the least ones there.
  void fill();
  [[nodiscard]] const PotentialBases& bases() const { return bases_; }
  /// A run of nodes on one border of a child.
  struct Border {
    std::uint32_t node = 0;  ///< the first
    std::uint32_t row = 0;   ///< of that
    std::uint32_t count = 0;
    bool on_boundary = false;
  };
  [[nodiscard]] std::uint32_t children() const { return width_ * height_; }
  [[nodiscard]] Border border(std::uint32_t child, Side side) const { return borders_[4 * child + side]; }
  [[nodiscard]] const PotentialRow& row(std::uint32_t number) const { return rows_[number]; }

 private:
  static constexpr std::size_t most_children = 64;

  void lay_out();
  void take_bases();
  void seed_boundary();
  void run(std::uint64_t awake);
  [[nodiscard]] std::uint32_t child_number(std::uint32_t sector) const;
  void relax(std::uint32_t child);
  [[nodiscard]] const std::uint16_t* costs_of(std::uint32_t child, std::size_t& stride);
  [[nodiscard]] std::uint32_t sector_at(std::uint32_t child) const;

  const Level* lowest_ = nullptr;
  const Level* above_ = nullptr;
  const Landmarks* landmarks_ = nullptr;
  std::uint32_t area_ = 0;
  ChildBlock block_;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  PotentialBases bases_{};
  std::array<Border, 4 * most_children> borders_{};  // by child and side
  std::vector<PotentialRow> rows_;
  std::vector<std::uint8_t> waiting_;  // by row, a bit for each of its two children: not taken in yet
  std::uint64_t awake_ = 0;
  std::vector<PotentialRow*> at_hand_;  // rows of the child at hand, by place
  std::vector<std::uint8_t> lowered_;   // likewise
  std::vector<std::uint32_t> from_;     // places that wait
  std::vector<std::uint16_t> narrow_;   // a table that has wider entries
};

}  // namespace portolan::detail
