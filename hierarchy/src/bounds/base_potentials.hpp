// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/hierarchy/detail/array.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/landmarks.hpp"
#include "bounds/potential_fill.hpp"

namespace portolan::detail {

/// Potentials of the nodes of level 0 on maps of several levels, so that paths that are not long can be
/// searched there: those of level 1, carried on inside its areas. Kept in 16 bits above a base per area and
/// landmark; what does not fit is unknown, and says nothing. The invariant is that of Landmarks. Links are
/// not followed: potentials hold only where there are none.
class BasePotentials {
 public:
  using Bases = PotentialBases;

  /// `landmarks` are those of `above`, which is level 1.
  void build(const Level& lowest, const Level& above, const Landmarks& landmarks, Executor& executor);
  struct Change {
    std::span<const std::uint32_t> sectors;    ///< with other tables or nodes, ascending
    std::span<const std::uint32_t> nodes;      ///< of level 0, rewritten, ascending
    std::span<const std::uint32_t> rim_nodes;  ///< of level 1, rewritten
    std::span<const std::uint32_t> areas;      ///< of level 1, around nodes whose potentials fell
  };
  /// After level 1 and its landmarks were updated. Areas whose potentials still hold are not refilled:
  /// only their new nodes get some.
  void update(const Level& lowest, const Level& above, const Landmarks& landmarks, const Change& change);

  void save(PartSink& sink) const;
  /// False when the parts are damaged or are not those for so many nodes and areas.
  [[nodiscard]] bool restore(NodeCount nodes, std::size_t areas, PartSource& source);

  /// `area`: the area of level 1 that holds the sector to the left of the node, or above it.
  [[nodiscard]] const Bases& bases(std::uint32_t area) const { return bases_[area]; }
  /// Of nodes with consecutive numbers from there on.
  [[nodiscard]] const PotentialRow* rows(std::uint32_t node) const { return rows_.data() + node; }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(rows_, bases_); }

 private:
  void fill(PotentialFill& fill, const Level& lowest, const Level& above, const Landmarks& landmarks,
            std::uint32_t area);
  // What changed in one area.
  struct Patch {
    std::uint32_t area = 0;
    std::span<const std::uint32_t> sectors;
    std::span<const std::uint32_t> nodes;  // rewritten, here and elsewhere
  };
  [[nodiscard]] bool mend(const Level& lowest, const Level& above, const Landmarks& landmarks,
                          const Patch& patch, bool whole);
  [[nodiscard]] bool load(const Level& above, const Landmarks& landmarks, const Patch& patch, Side side,
                          const PotentialFill::Border& border, bool whole);
  void find_altered(const Level& above, const Landmarks& landmarks, const Change& change);
  [[nodiscard]] bool holds(std::uint32_t area, std::uint32_t node,
                           const Landmarks::Potentials& potentials) const;

  Array<PotentialRow> rows_;            // by node of level 0
  Array<Bases> bases_;                  // by area of level 1
  std::vector<PotentialFill> fills_;    // by worker; kept for its scratch
  std::vector<std::uint32_t> altered_;  // areas, by the update at hand
  struct Known {
    std::uint32_t row = 0;
    PotentialRow before;
  };
  std::vector<Known> known_;                                     // rows that the patch at hand must not lower
  std::vector<std::pair<std::uint32_t, std::uint32_t>> mended_;  // nodes that it writes, and their rows
};

}  // namespace portolan::detail
