// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

class TileField;

/// How an agent outside gets back to a corridor.
struct RejoinResult {
  Distance cost = unreachable;     ///< of the path to a goal by way of the corridor; none within the limit
  std::vector<SectorId> joined{};  ///< sectors that the corridor took in
  std::uint64_t cells_opened = 0;
};

/// The field of a plan: what Dijkstra limited to the cells of the corridor gives. It knows which sectors, in
/// which version, it was made from, and depends on no other.
/// Reused: `reset` keeps the memory. Not thread-safe. The hierarchy must outlive it.
class CorridorField {
 public:
  explicit CorridorField(const Hierarchy& hierarchy);
  ~CorridorField();
  CorridorField(CorridorField&&) noexcept;
  CorridorField& operator=(CorridorField&&) noexcept;

  /// Takes a plan; nothing is solved yet.
  void reset(const Plan& plan);
  /// Works on. True when the field is finished.
  bool advance(std::uint64_t max_tile_solves = std::numeric_limits<std::uint64_t>::max());
  [[nodiscard]] bool finished() const;

  /// Lets more sectors join; what is solved stays.
  void widen(std::span<const SectorId> sectors);

  /// Takes in an agent that was pushed out of the corridor: A* on the grid from its cell, until no path to a
  /// goal can be cheaper than the best one over a cell of the corridor with a known cost. The sectors of that
  /// path join, and nothing else changes; values in the corridor stay, or get better where the new sectors
  /// help. Requires a finished field; afterwards it wants `advance` when sectors joined. Gives up after
  /// opening so many cells. Where the value of the cell is known already, its cost is all that is told.
  RejoinResult rejoin(Cell from, std::uint64_t max_cells = 4096);

  /// True when a sector of the corridor has changed since the field took it in.
  [[nodiscard]] bool stale() const;
  /// Takes in the sectors as they are now; true when it was stale. A finished field is repaired where the
  /// change is felt, if that is in few sectors, and is finished again; otherwise it starts over and wants
  /// `advance`.
  bool refresh();

  [[nodiscard]] Distance at(Cell c) const;
  [[nodiscard]] Direction direction(Cell c) const;
  [[nodiscard]] const TileField& field() const;
  [[nodiscard]] std::span<const SectorId> corridor() const;
  /// The sectors that it depends on, those that joined included, and which version of each it last took in.
  /// In no order.
  [[nodiscard]] std::span<const SectorVersion> made_from() const { return made_from_; }
  [[nodiscard]] const GoalSet& goals() const { return goals_; }
  [[nodiscard]] std::uint64_t tiles_solved() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void restart();

  const Hierarchy* hierarchy_;
  std::unique_ptr<TileField> field_;
  std::vector<SectorVersion> made_from_;
  std::vector<SectorId> corridor_;
  GoalSet goals_;
  bool finished_ = false;
};

}  // namespace portolan
