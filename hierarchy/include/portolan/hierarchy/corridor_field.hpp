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
#include <portolan/core/detail/revision.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

class StraightField;
class TileField;
namespace detail {
class Carrier;
}

/// The field of a plan: what Dijkstra limited to the cells of the corridor gives, or, with headings at any
/// angle, the shortest curves over them, or the cheapest, nearly, where ground has several costs
/// (docs/any-angle.md). On ground of one cost, where the shortest curve of an agent bends at the side of a
/// sector that is left out, a field at any angle takes in the sectors on the straight line past it, and
/// starts over. It knows which
/// sectors, in which version, it was made from, and depends on no other. Reused: `reset` keeps the memory.
/// Not thread-safe. The hierarchy must outlive it.
class CorridorField {
 public:
  explicit CorridorField(const Hierarchy& hierarchy, Headings headings = Headings::octile);
  /// Goes on as the other one does.
  CorridorField(const CorridorField& other);
  ~CorridorField();
  CorridorField(CorridorField&&) noexcept;
  CorridorField& operator=(CorridorField&&) noexcept;

  /// Takes a plan; nothing is solved yet. The curves of `agents` are looked at: of all who will follow, where
  /// the plan was asked for some of them; else those of the plan's.
  void reset(const Plan& plan, std::span<const Cell> agents = {});
  /// Takes goals without a plan: the corridor is the whole map, and the field grows over it, nearest cells
  /// first. For agents in so many places that a corridor would be most of the map. Always octile.
  void reset(const GoalSet& goals);
  /// Works on. True when the field is finished.
  bool advance(std::uint64_t max_tile_solves = std::numeric_limits<std::uint64_t>::max());
  [[nodiscard]] bool finished() const;
  /// The value of a cell is known and final, though others may not be yet.
  [[nodiscard]] bool settled(Cell c) const;
  /// That value, or `unreachable`.
  [[nodiscard]] Distance settled_at(Cell c) const;
  /// As long as it is the same, so are the values of all cells, and which of them are settled. A copy has it
  /// as well, no other field.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  /// Lets more sectors join; what is solved stays, but a field at any angle starts over.
  void widen(std::span<const SectorId> sectors);
  /// Leads to one more goal; what is solved stays, as when sectors join.
  void add_goal(const Goal& goal);

  /// Takes in an agent that was pushed out of the corridor: A* on the grid from its cell, until no path to a
  /// goal can be cheaper than the best one over a cell of the corridor with a known cost. The sectors of that
  /// path join, and nothing else changes; values in the corridor stay, or get better where the new sectors
  /// help. Requires a finished field; afterwards it wants `advance` when sectors joined. Gives up after
  /// opening so many cells. Tells what the path to a goal by way of the corridor costs: `unreachable` where
  /// it gave up, and just the value of the cell where that is known already.
  Distance rejoin(Cell from, std::uint64_t max_cells = 4096);

  /// True when a sector of the corridor has changed since the field took it in.
  [[nodiscard]] bool stale() const;
  /// Takes in the sectors as they are now; true when it was stale. A finished field is repaired where the
  /// change is felt, if that is in few sectors, and is finished again; otherwise, and always at any angle, it
  /// starts over and wants `advance`. Either way it equals a new field. A repair that needs more than so many
  /// tile solves is given up, and the field starts over.
  bool refresh(std::uint64_t max_tile_solves = std::numeric_limits<std::uint64_t>::max());

  [[nodiscard]] Distance at(Cell c) const;
  [[nodiscard]] Direction direction(Cell c) const;
  /// Empty where the field is one at any angle.
  [[nodiscard]] const TileField& field() const;
  /// Null where the field is an octile one.
  [[nodiscard]] const StraightField* straight() const { return is_straight_ ? straight_.get() : nullptr; }
  [[nodiscard]] std::span<const SectorId> corridor() const;
  /// The sectors that it depends on, those that joined included, and which version of each it last took in.
  /// In no order.
  [[nodiscard]] std::span<const SectorVersion> made_from() const { return made_from_; }
  [[nodiscard]] const GoalSet& goals() const { return goals_; }
  /// Eight beams of a field at any angle count as one tile: that is about what they cost.
  [[nodiscard]] std::uint64_t tiles_solved() const;
  /// By `rejoin`, since it was made.
  [[nodiscard]] std::uint64_t cells_opened() const { return cells_opened_; }
  /// Tiles whose directions `advance` made ready.
  [[nodiscard]] std::uint64_t directions_built() const;
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Writes it as it is, or reads that back for a hierarchy that is as it was: it goes on as the one that was
  /// written. One at any angle is computed again, as far as it was, over the ground that it was made of.
  void carry(detail::Carrier& carrier);

 private:
  void carry_corridor(detail::Carrier& carrier);
  void carry_straight(detail::Carrier& carrier);
  void restart();
  void change() { revision_ = detail::new_revision(); }
  void start_straight();
  void allow_straight();
  bool advance_straight(std::uint64_t max_beams);
  [[nodiscard]] bool knows_agents() const;
  void leave_out_shortcuts();
  void take_shortcuts();
  void start_octile();
  [[nodiscard]] bool allowed(SectorId sector) const;
  /// The sectors that a path needs which are not in the corridor.
  [[nodiscard]] std::vector<SectorId> missing_on(std::span<const Cell> path) const;
  template <class Costs>
  Distance rejoin_by(const Costs& costs, Cell from, std::uint64_t max_cells);

  const Hierarchy* hierarchy_;
  std::unique_ptr<TileField> field_;
  std::unique_ptr<StraightField> straight_;  // null: octile headings are wanted
  std::vector<SectorVersion> made_from_;
  std::vector<SectorId> corridor_;
  std::vector<SectorId> shortcuts_;  // of these, those that the plan does not name
  std::vector<Cell> agents_;         // some of those whose curves are looked at for shortcuts
  GoalSet goals_;
  std::uint64_t beams_before_ = 0;  // it started over
  std::uint64_t cells_opened_ = 0;
  std::uint64_t revision_ = detail::new_revision();
  static constexpr int most_looks = 2;
  int looks_left_ = 0;  // for shortcuts
  bool finished_ = false;
  bool is_straight_ = false;
  bool everywhere_ = false;  // the corridor is the whole map
};

}  // namespace portolan
