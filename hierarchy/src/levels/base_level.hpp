// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <portolan/core/executor.hpp>
#include <portolan/core/flat_hash.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/world.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "graph/border_runs.hpp"
#include "levels/level_change.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

/// What an update of the lowest level touched.
struct Level0Change : LevelChange {
  std::vector<std::uint32_t> sectors;  ///< own cells or links changed, ascending
};

/// Builds and updates the level of sectors and portals.
class BaseLevel {
 public:
  BaseLevel(GridView grid, TileGrid tiles, int portal_width);

  void build(Executor& executor, const std::function<void(double)>& progress);
  /// `change` may be null when the commit changed no cost of the profile. `is_last`: the world has not made
  /// another commit since.
  Level0Change update(const ProfileChange* change, const Commit& commit, bool is_last, Executor& executor);

  [[nodiscard]] const Level& level() const { return level_; }
  /// Nodes that the last update rewrote.
  [[nodiscard]] std::span<const std::uint32_t> fresh_nodes() const { return fresh_nodes_; }

  void save(PartSink& sink) const;
  /// In place of `build`. False when the parts are damaged.
  [[nodiscard]] bool restore(PartSource& source);

 private:
  [[nodiscard]] BorderLine line(std::uint32_t border) const;
  [[nodiscard]] bool border_exists(std::uint32_t border) const;
  void write_nodes(std::uint32_t border, std::span<const Run> runs);
  void build_borders(std::span<const std::uint32_t> sectors, Executor& executor);
  void build_links();
  void store_table(std::uint32_t sector, SectorTableMaker::Made& made);
  void build_tables(std::span<const std::uint32_t> sectors, Executor& executor,
                    const std::function<void(std::size_t done)>& progress);

  // Updates (base_level_update.cpp).
  struct Touched {
    std::uint32_t sector = 0;
    std::uint32_t sides = 0;  // bits by Side: where changed cells lie on them
    std::uint32_t block = 0;  // index of its block in the change
    std::uint32_t x0 = 0;     // where it begins in the block
    std::uint32_t y0 = 0;
  };
  // Nodes as they were before the update, where a border has others now.
  struct Reshaped {
    std::uint32_t sector = 0;
    std::uint32_t first = 0;  // of `former_`
    std::uint32_t count = 0;
  };
  void find_touched(const ProfileChange& change);
  void update_borders();
  void remember(std::uint32_t sector);
  void renew_tables(std::span<const std::uint32_t> sectors, const ProfileChange* change, bool is_last);
  void fetch(std::uint32_t sector, bool record_is_here) const;
  [[nodiscard]] bool same_runs(std::uint32_t border, std::span<const Run> runs) const;

  // Links (base_level_links.cpp).
  [[nodiscard]] bool usable(const Link& link) const;
  void add_link_node(LinkId id, const Link& link);
  void touch(const Link& link, std::vector<std::uint32_t>& changed) const;
  /// Take away the sector's link nodes that the world no longer has, and add those that it has. All of the
  /// first come before any of the second, because the world gives ids again. Both append the sectors that
  /// they changed.
  void drop_links(std::uint32_t sector, std::vector<std::uint32_t>& changed);
  void find_links(std::uint32_t sector, std::vector<std::uint32_t>& changed);

  static constexpr std::uint32_t no_link = ~0U;

  GridView grid_;
  TileGrid tiles_;
  int portal_width_;
  Level level_;
  std::vector<std::uint32_t> node_of_link_;  // link index by LinkId, or none
  std::vector<Run> runs_;
  std::vector<Touched> touched_;  // by the update at hand
  std::vector<Reshaped> reshaped_;
  std::vector<std::uint16_t> former_;   // offsets of their cells in the sector
  std::vector<std::uint32_t> linked_;   // sectors whose links changed
  std::vector<std::uint32_t> borders_;  // whose portals changed
  std::vector<std::uint32_t> fresh_nodes_;
  std::vector<std::uint32_t> changed_;    // sectors whose nodes, links or tables the update at hand changed
  std::vector<SectorTableMaker> makers_;  // by worker; kept, because their scratch is large
  // Tables that several sectors share are looked up once. The makers keep them alive, so addresses are
  // unique.
  FlatHash<const PackedTable*, std::uint32_t> stored_;
};

}  // namespace portolan::detail
