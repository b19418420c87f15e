// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/detail/saved_parts.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/portal.hpp>
#include <portolan/hierarchy/portal_graph.hpp>

namespace portolan {

class FieldMemory;
class Hierarchy;
namespace detail {
class Journal;
struct HierarchyState;
}  // namespace detail

/// What a hierarchy is built with. A value out of range is a caller's bug: checked builds assert, others take
/// the nearest value that is allowed (of sizes and factors the next larger one).
struct HierarchyOptions {
  int sector_size = 32;  ///< side of a sector in cells: 8, 16 or 32; larger areas are what levels are for
  int portal_width = 8;  ///< no portal is wider, in cells: 1 to 32
  int levels = 0;        ///< 1, 2 or 3; 0: as many as the map needs
  int level_factor = 8;  ///< areas of one level along the side of an area of the next: 2, 4 or 8
  Executor* executor = nullptr;  ///< builds sectors at the same time; none: on the caller's thread
  /// Told how much of the build is done, from 0 to 1, on the caller's thread. Empty: silent.
  std::function<void(double)> progress{};
  /// Where octile fields of its corridors take their tiles from, lent to any number of hierarchies; none:
  /// from the heap.
  std::shared_ptr<FieldMemory> field_memory{};
  /// Profiles of the same world whose hierarchies take their bounds from this one: it has their portals as
  /// well. Its own profile must pay nowhere more than any of these (`cheapest_of`). Of one that is restored:
  /// those that it was saved with where none is named.
  std::vector<ProfileId> lends_to{};
  /// The hierarchy that lends its bounds to this one, in place of own ones: two thirds of its memory, and all
  /// that is raised after edits. It must name this one's profile, be built with the same sizes, borrow from
  /// nobody, and outlive this one (docs/edits.md).
  const Hierarchy* bounds_from = nullptr;
};

/// What an `apply` or a `settle` redid.
struct ApplyReport {
  std::vector<SectorId> sectors;       ///< sectors whose costs, portals or links changed, ascending
  std::uint64_t tables_rebuilt = 0;    ///< of sectors; by `settle` of areas of the upper levels
  std::uint64_t areas_relabelled = 0;  ///< by `settle`: whose connectivity was looked at again
};

/// Sectors, portals and the portal graph of one profile of one world, on one or more levels.
/// Invariant: after `apply` it equals one built from scratch, portal ids apart (`fingerprint`).
/// Thread rule: any number of readers, or one `apply`. The world must outlive it.
/// One that has a lender (`HierarchyOptions::bounds_from`) reads it: nobody may apply to the lender
/// meanwhile. Cost: build O(cells) and parallel; apply O(touched sectors), settle O(touched areas).
class Hierarchy {
 public:
  Hierarchy(const World& world, ProfileId profile, const HierarchyOptions& options = {});

  /// Rebuilds what a commit of the world touched. Every commit must be applied, in order. Sectors are right
  /// at once, and so are their versions and what fields need. What only searches need - upper levels,
  /// reachability, bounds - is brought up to date by the next call that asks for it, for all commits since
  /// together, or by `settle`.
  ApplyReport apply(const Commit& commit);
  /// Brings everything up to date for which applies left work: upper levels, reachability and bounds. Each
  /// function that needs those calls it, and so do planners and path finders: it is the one thing that
  /// readers write, once, under a lock, while those who come meanwhile wait. Call it after the applies of a
  /// tick, and no reader pays for the edits. Any reader may call it.
  ApplyReport settle() const;
  /// The same in slices, for those who can spend only so much in a tick: at once all that makes searches
  /// right; and of what only makes them quick, which is to raise bounds that edits have allowed to rise,
  /// about so many units, each of sixteen nodes. The rest waits for the next call, and no query does it.
  /// Nobody may read meanwhile. Returns about how many units both parts took; 0: nothing was due.
  std::uint64_t settle(std::uint64_t units);
  /// False while applies have left work for `settle`.
  [[nodiscard]] bool settled() const;
  /// True once a commit was left out or applied twice, or an exception, of memory that ran out, has cut an
  /// `apply` or a `settle` short: what it answers is not about the world. To be built again.
  [[nodiscard]] bool broken() const;

  /// Of all that plans depend on: portals, tables and links in canonical order, whatever their ids and
  /// history.
  [[nodiscard]] std::uint64_t fingerprint() const;

  [[nodiscard]] GridView grid() const;
  [[nodiscard]] ProfileId profile() const;
  /// The profile of the hierarchy that lends it bounds; none: it has its own.
  [[nodiscard]] ProfileId lender() const;
  /// For one that was restored by `restore_state`: gives it its lender back. False where that is not the one.
  [[nodiscard]] bool borrow_from(const Hierarchy& lender);
  /// Of the options.
  [[nodiscard]] const std::shared_ptr<FieldMemory>& field_memory() const;
  [[nodiscard]] const TileGrid& sectors() const;
  /// Raised whenever a cost, a portal or a link of the sector changed; starts at 0.
  [[nodiscard]] std::uint64_t sector_version(SectorId sector) const;
  /// Number of applies so far that changed anything.
  [[nodiscard]] std::uint64_t version() const;

  [[nodiscard]] std::size_t level_count() const;
  /// Level 0 has the portals of the sectors; each further level those of larger areas.
  [[nodiscard]] const PortalGraph& graph(std::size_t level = 0) const;

  /// True when an agent on `from` can get to `to`; false also for cells in walls or outside. O(1), once
  /// settled.
  [[nodiscard]] bool can_reach(Cell from, Cell to) const;

  /// Least cost of any passable cell, for bounds; 1 where there is none.
  [[nodiscard]] Cost least_cost() const;

  /// Without the world's own memory.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// All that `restore` needs to give a hierarchy that answers as this one does.
  void save(PartSink& sink) const;
  /// Nothing when the parts are damaged or do not fit each other, or were saved with other options. World and
  /// profile must be as they were when it was saved. Memory is lent by the source, whose bytes are kept.
  /// Of any writer: areas, portals and links are checked before they are used, so that false ones
  /// are refused and false costs give wrong answers, but neither leads out of memory. `validate` finds both.
  [[nodiscard]] static std::optional<Hierarchy> restore(const World& world, ProfileId profile,
                                                        const HierarchyOptions& options, PartSource& source);
  /// With which options `restore` gives the hierarchy in these parts; nothing when they are damaged.
  [[nodiscard]] static std::optional<HierarchyOptions> restore_options(PartSource& source);

  /// The same for a game that goes on later (docs/your-games-tick.md): with versions, and with what waits
  /// to be settled, so that plans come out bit for bit as they would have. Memory is the source's parts'.
  void save_state(PartSink& sink) const;
  [[nodiscard]] static std::optional<Hierarchy> restore_state(const World& world, ProfileId profile,
                                                              const HierarchyOptions& options,
                                                              PartSource& source);

  /// For who goes back to earlier moments (`Navigator::keep`): tells a journal what is there before it
  /// changes; null: no more.
  void log_to(detail::Journal* journal);

 private:
  explicit Hierarchy(detail::Pimpl<detail::HierarchyState> state);
  void take_lender(const Hierarchy& lender);
  friend class PathFinder;
  friend class Planner;
  friend std::optional<std::string> validate(const Hierarchy&, std::uint32_t, std::size_t);
  detail::Pimpl<detail::HierarchyState> state_;
};

}  // namespace portolan
