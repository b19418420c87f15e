// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <portolan/core/detail/content_store.hpp>
#include <portolan/core/detail/inline_executor.hpp>
#include <portolan/hierarchy/hierarchy.hpp>

#include "bounds/base_potentials.hpp"
#include "bounds/landmarks.hpp"
#include "bounds/lent_nodes.hpp"
#include "bounds/octile_bound.hpp"
#include "levels/base_level.hpp"
#include "levels/upper_level.hpp"
#include "reach/components.hpp"

namespace portolan::detail {

/// Areas and portals on all levels, and the tables of what it costs to get from one to another.
struct Topology {
  Topology(const World& world, ProfileId profile, TileGrid sectors, const PortalRule& rule)
      : common(world.common()), grid(world.view(profile)), tiles(sectors), base_level(grid, sectors, rule) {
    base_level.share_tables(common.store());
    versions.resize(sectors.tile_count());
  }

  /// A level above all others, still empty.
  UpperLevel& add_upper(int level_factor);
  /// The public views of all levels, once these are there.
  void build_views();
  /// The node of level 0 that a node of a level is.
  [[nodiscard]] std::uint32_t base_node(std::size_t at, std::uint32_t node) const;

  ContentStore::Member common;  // with the other hierarchies of the world; outlives the levels
  GridView grid;
  TileGrid tiles;
  BaseLevel base_level;
  std::vector<std::unique_ptr<UpperLevel>> uppers;
  std::vector<const Level*> levels;  // all of them, the lowest first
  std::vector<PortalGraph> graphs;
  Array<std::uint32_t> versions;  // of sectors
  std::uint64_t version = 0;
};

/// What is known at least of the cost between two places, which is what searches are guided by.
struct Bounds {
  /// Which links undercut the octile distance is looked up again, with this least cost of a cell.
  void find_shortcuts(const Level& lowest, Cost least);

  OctileBound bound;
  bool symmetric = true;           // no usable link: a path costs the same in either direction
  Landmarks landmarks;             // of the top level
  Landmarks area_landmarks;        // of level 1, where that is not the top
  BasePotentials base_potentials;  // of level 0, where that is not the top
};

/// By whose bounds a search is guided: those of its hierarchy, or of a lender. None where a lender has not
/// taken in the same commits.
struct Guides {
  const Landmarks* landmarks = nullptr;             // of the top level
  const BasePotentials* base = nullptr;             // of level 0, where that is not the top
  const std::vector<const Level*>* lent = nullptr;  // the levels of a lender
  bool symmetric = true;

  [[nodiscard]] bool has_base() const { return symmetric && base != nullptr && !base->empty(); }
  /// The node of a lender, or of the hierarchy itself.
  [[nodiscard]] std::uint32_t node(const std::vector<const Level*>& own, std::size_t at,
                                   std::uint32_t node) const {
    return lent == nullptr ? node : LentNodes(*own[at], *(*lent)[at]).of(node);
  }
};

/// What applies leave to `settle`. Ascending only once it is settled.
struct Backlog {
  std::vector<std::uint32_t> rebuilt;      // sectors whose tables were rebuilt
  std::vector<std::uint32_t> changed;      // those of them whose tables or nodes are others now
  std::vector<std::uint32_t> fresh_nodes;  // of level 0
  bool links_changed = false;
  bool in_slices = false;  // bounds are raised by those who ask for it, not by the next query
  std::atomic<bool> waits = false;
  std::mutex settling;  // of readers among each other
};

/// All of a hierarchy. Its parts are bases, so that those who read it name what they look up and not where it
/// is kept: searches read topology, components and bounds; apply writes the topology of level 0, and settle
/// the rest.
struct HierarchyState : Topology, Bounds {
  HierarchyState(const World& w, ProfileId p, const HierarchyOptions& o);

  void build();
  [[nodiscard]] Guides guides() const;
  /// Takes bounds from its lender. False where the other is not that.
  [[nodiscard]] bool borrow_from(HierarchyState& other);
  /// Makes another its lender, and gives its own bounds up. False where these would be none.
  [[nodiscard]] bool take_lender(HierarchyState& other);
  [[nodiscard]] bool borrows() const { return lender_id.valid(); }
  void save(PartSink& sink, bool live = false) const;
  [[nodiscard]] bool restore(PartSource& source, bool live = false);
  /// Tells a journal what changes; null: no more.
  void log_to(Journal* j);
  /// Settled or not.
  void save_live(PartSink& sink) const;
  [[nodiscard]] bool restore_live(PartSource& source);
  ApplyReport apply(const Commit& commit);
  /// Does what applies left, unless another reader did; of a lender, too.
  ApplyReport settle();
  ApplyReport settle_own();
  /// What is cut short by an exception leaves the state as it is then.
  template <class Update>
  auto or_broken(Update update) -> decltype(update()) {
    try {
      return update();
    } catch (...) {
      broken.store(true, std::memory_order_relaxed);
      throw;
    }
  }
  /// The same, but of bounds that may be raised only some. Returns how many it looked at.
  std::uint64_t settle_some(std::uint64_t most);
  [[nodiscard]] bool raise_due() const { return landmarks.raise_due() || area_landmarks.raise_due(); }
  /// Of what is its own: a lender may still be due.
  [[nodiscard]] bool settled() const { return !backlog.waits.load(std::memory_order_acquire); }

  const World* world;
  ProfileId profile;
  HierarchyOptions options;
  ProfileId lender_id;               // valid: it has no bounds of its own
  HierarchyState* lender = nullptr;  // null while it has none yet
  std::uint64_t applied;             // version of the world that level 0 is of
  std::atomic<bool> broken{false};   // a commit was not applied, or not to its end
  InlineExecutor inline_executor;
  Executor* executor;
  Components components;
  Backlog backlog;
  Journal* journal = nullptr;

 private:
  void keep_backlog();
  std::uint32_t kept_ = 0;
  std::uint64_t caught_up_ = 0;  // what the last catch_up took, in nodes
  std::uint32_t cheapest_block_ =
      0;  // of the costs: it had ground of the least cost, when one was looked for

  [[nodiscard]] bool may_lend_to(ProfileId kind) const;
  [[nodiscard]] bool lends_to_these(const std::vector<ProfileId>& kinds);
  void open_portals_of_borrowers();
  [[nodiscard]] bool lends_to(const HierarchyState& other) const;
  [[nodiscard]] bool concerns(const Commit& commit) const;
  [[nodiscard]] bool restore_live_record(PartSource& source);
  void build_uppers();
  [[nodiscard]] BasePotentials::Source base_source(const Bounds& of) const;
  void build_bounds(Bounds& of) const;
  void save_bounds(const Bounds& of, PartSink& sink, bool live) const;
  [[nodiscard]] bool restore_bounds(PartSource& source, bool live);
  void make_room();
  void raise_versions(std::span<const std::uint32_t> sectors, ApplyReport& report);
  [[nodiscard]] Cost least_cost_after(std::span<const std::uint32_t> changed);
  [[nodiscard]] Cost least_of_ground() const;
  ApplyReport catch_up();
  std::uint64_t raise_bounds(std::uint64_t most);
  void update_landmarks(std::span<const std::vector<std::uint32_t>> changed);
  void check() const;
  void check(std::span<const std::uint32_t> sectors) const;
};

}  // namespace portolan::detail
