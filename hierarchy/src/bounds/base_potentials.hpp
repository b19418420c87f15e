// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
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
/// landmark; what does not fit is unknown, and says nothing. Links are not followed: potentials hold only
/// where there are none.
///
/// An edit may change potentials all over the map. An area is filled again when somebody asks for it, by one
/// reader while the others wait; what comes out depends on the levels alone, not on who asks when.
class BasePotentials {
 public:
  using Bases = PotentialBases;

  /// What potentials are made from: it must outlive them. `landmarks` are those of `above`, which is level 1.
  struct Source {
    const Level* lowest = nullptr;
    const Level* above = nullptr;
    const Landmarks* landmarks = nullptr;
  };

  void build(const Source& source, Executor& executor);
  struct Change {
    std::span<const std::uint32_t> sectors;  ///< with other tables or nodes
    std::span<const std::uint32_t> areas;    ///< of level 1, likewise
    std::span<const std::uint32_t> altered;  ///< of level 1, around nodes with other potentials
  };
  /// After level 1 and its landmarks were updated.
  void update(const Change& change);

  /// Fills areas before they are asked for. Returns what it took, in nodes of a search; `most` or a bit more.
  std::uint64_t fill_some(std::uint64_t most);

  /// For nodes of edits to come.
  void make_room() { rows_.make_room(); }
  /// Tells a journal what changes; null: no more.
  void log_to(Journal* journal);

  /// All areas are filled before.
  void save(PartSink& sink) const;
  /// As it is: levels may have changed since the last update.
  void save_live(PartSink& sink) const;
  /// False when the parts are damaged or are not those for so many nodes and areas.
  [[nodiscard]] bool restore(const Source& source, NodeCount nodes, PartSource& parts);
  [[nodiscard]] bool restore_live(PartSource& parts);

  /// Areas that were filled because somebody asked for them, so far.
  [[nodiscard]] std::uint64_t filled() const {
    const std::lock_guard lock(*filling_);
    return filled_;
  }
  /// Before what an area has is read. `area` of a node: that of level 1 which holds the sector to its left,
  /// or above it.
  void prepare(std::uint32_t area) const {
    if (due_[area].load(std::memory_order_acquire) != 0) fill_due(area);
  }
  [[nodiscard]] const Bases& bases(std::uint32_t area) const { return std::as_const(bases_)[area]; }
  /// Of nodes with consecutive numbers from there on.
  [[nodiscard]] const PotentialRow* rows(std::uint32_t node) const {
    return std::as_const(rows_).data() + node;  // to read is not to change
  }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(rows_, bases_); }

 private:
  void fill(PotentialFill& fill, std::uint32_t area) const;
  void fill_due(std::uint32_t area) const;
  void keep_due() const;

  Source source_;
  mutable Array<PotentialRow> rows_;                    // by node of level 0
  mutable Array<Bases> bases_;                          // by area of level 1
  mutable std::vector<std::atomic<std::uint8_t>> due_;  // by area: is to be filled
  mutable std::vector<PotentialFill> fills_;            // by worker; kept for its scratch
  mutable std::unique_ptr<std::mutex> filling_ = std::make_unique<std::mutex>();
  mutable std::uint64_t filled_ = 0;
  Journal* journal_ = nullptr;
  mutable std::uint32_t kept_ = 0;
};

}  // namespace portolan::detail
