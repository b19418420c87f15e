// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/world.hpp>

#include "graph/border_runs.hpp"
#include "levels/kin.hpp"
#include "levels/level_builder.hpp"
#include "tables/sector_table.hpp"

namespace portolan::detail {

/// What an update of the lowest level touched.
struct BaseChange : LevelChange {
  std::vector<std::uint32_t> sectors;  ///< own cells or links changed, ascending
};

/// Builds and updates the level of sectors and portals. Links are numbered by the LinkId of the world.
class BaseLevel : public LevelBuilder {
 public:
  BaseLevel(GridView grid, TileGrid tiles, const PortalRule& rule);

  /// Gives it the portals of another kind of agents as well. Before it is built or restored.
  void add_portals_of(ProfileId profile, GridView grid);

  /// Takes its turn among others who take in the same edits.
  void take_turn(std::shared_ptr<Kin> kin, std::size_t place) {
    kin_ = std::move(kin);
    turn_ = place;
  }
  [[nodiscard]] const std::shared_ptr<Kin>& kin() const { return kin_; }
  /// To these: where what it begins an update with is. `versions`: those of sectors.
  void tell_kin(const std::uint32_t* versions) const {
    if (!kin_) return;
    kin_->tell(turn_, {{{level_.areas.data(), sizeof(AreaRecord)},
                        {level_.borders.data(), 2 * sizeof(BorderRange)},
                        {versions, sizeof(std::uint32_t)}}});
  }

  void build(Executor& executor, const std::function<void(double)>& progress);
  /// True when the portals of a border are those that its cells ask for now.
  [[nodiscard]] bool is_current(BorderId border) const;
  /// `change` may be null when the commit changed no cost of the profile. `least`: no cell cost less before
  /// it. `is_last`: the world has not made another commit since. What it returns is good until the next one.
  const BaseChange& update(const ProfileChange* change, const Commit& commit, Cost least, bool is_last,
                           Executor& executor);

 private:
  [[nodiscard]] BorderLine line(BorderId border) const;
  void append_runs(BorderId border, std::vector<BorderRun>& runs) const {
    find_runs_of_all(grid_, others_, line(border), rule_, runs);
  }
  [[nodiscard]] static NodeRecord node_of(BorderId border, const BorderLine& where, const BorderRun& run);
  void write_nodes(BorderId border, std::span<const BorderRun> runs);
  void build_links();
  void store_table(std::uint32_t sector, SectorTableMaker::Made made);
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
  // What the table of a sector follows from, where that is known; lies in a maker.
  struct Key {
    std::span<const std::byte> bytes{};
    std::uint64_t hash = 0;
  };
  // A border whose portals the update at hand changes.
  struct Moved {
    BorderId border;
    std::uint32_t first = 0;  // of `runs_`
    std::uint32_t count = 0;
  };
  void find_touched(const ProfileChange& change);
  void add_touched_borders();
  void add_borders_of_others(const ProfileChange* own, const Commit& commit);
  void find_moved();
  void update_borders();
  void remember(std::uint32_t sector);
  void renew_tables(std::span<const std::uint32_t> sectors, const ProfileChange* change, Cost least,
                    bool is_last);
  void tell_cells(const BlockDiff& diff, const Touched& touched, SectorTableMaker::Renewal& renewal) const;
  [[nodiscard]] bool take_made(std::uint32_t sector);
  void renew_table(const SectorTableMaker::Renewal& renewal, bool known);
  enum class Step { record, places, content };
  void fetch(std::uint32_t sector, Step step) const;
  void fetch(BorderId border, bool range_is_here) const;
  void fetch_touched() const;
  void update_links(const Commit& commit);
  [[nodiscard]] bool same_runs(BorderId border, std::span<const BorderRun> runs) const;
  [[nodiscard]] std::span<const BorderRun> runs_of(const Moved& moved) const {
    return std::span(runs_).subspan(moved.first, moved.count);
  }

  // Links (base_level_links.cpp).
  [[nodiscard]] bool usable(const Link& link) const;
  void add_link_node(LinkId id, const Link& link);
  void touch(const Link& link, std::vector<std::uint32_t>& changed) const;
  /// Take away the sector's link nodes that the world no longer has, and add those that it has. All of the
  /// first come before any of the second, because the world gives ids again. Both append the sectors that
  /// they changed.
  void drop_links(std::uint32_t sector, std::vector<std::uint32_t>& changed);
  void find_links(std::uint32_t sector, std::vector<std::uint32_t>& changed);

  GridView grid_;
  TileGrid tiles_;
  PortalRule rule_;
  std::vector<GridView> others_;        // whose portals it has as well
  std::vector<ProfileId> other_ids_;    // likewise
  BaseChange result_;                   // of the update at hand, whose memory is kept
  std::vector<Touched> touched_;        // by the update at hand
  std::vector<std::uint32_t> borders_;  // that changed cells lie on
  std::vector<Moved> moved_;
  std::vector<BorderRun> runs_;
  std::vector<std::uint32_t> beside_moved_;  // sectors
  std::vector<Reshaped> reshaped_;
  std::vector<std::uint16_t> former_;     // offsets of their cells in the sector
  std::vector<std::uint32_t> linked_;     // sectors whose links changed
  Key key_;                               // of the sector at work
  std::shared_ptr<Kin> kin_;              // who take in the same edits; none: null
  std::size_t turn_ = 0;                  // among these
  std::vector<SectorTableMaker> makers_;  // by worker; kept, because their scratch is large
  // Tables that several sectors share are looked up once. The makers keep them alive, so addresses are
  // unique.
  FlatHash<const PackedTable*, std::uint32_t> stored_;
};

}  // namespace portolan::detail
