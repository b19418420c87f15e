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
  [[nodiscard]] std::span<const Goal> goals() const;
  [[nodiscard]] std::uint64_t tiles_solved() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void restart();

  const Hierarchy* hierarchy_;
  std::unique_ptr<TileField> field_;
  std::vector<SectorVersion> made_from_;
  std::vector<SectorId> corridor_;
  std::vector<Goal> goals_;
  bool finished_ = false;
};

}  // namespace portolan
