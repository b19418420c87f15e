// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <boost/container/flat_map.hpp>

#include <portolan/core/detail/tile_solver.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "simd/open_ways.hpp"
#include "tables/ways_around.hpp"
#include "tables/ways_through.hpp"

namespace portolan::detail {

/// A node of a sector as the sector sees it.
struct SectorEnd {
  std::uint32_t node = 0;
  Cell cell;
  std::uint32_t half_step = 0;  ///< units from the cell to the border; 0 for links
  bool entry = true;            ///< a path inside the sector can begin here
  bool exit = true;             ///< a path inside the sector can end here
};

/// The nodes of a sector in the order of its table.
void list_ends(const Level& level, const GridView& grid, std::uint32_t sector, std::vector<SectorEnd>& ends);

/// Appends where the nodes on the borders of a sector lie in it, in their order.
void append_offsets(const Level& level, const TileGrid& tiles, std::uint32_t sector,
                    std::vector<std::uint16_t>& offsets);

/// Computes tables of sectors. One per worker, in lines of the cache of its own.
class alignas(64) SectorTableMaker {
 public:
  struct Made {
    /// Set: the table that all sectors of this one cost and these portals get; valid until forget().
    const PackedTable* common = nullptr;
    PackedTable own;  // else
    [[nodiscard]] const PackedTable& table() const { return common != nullptr ? *common : own; }
  };

  /// The table of a sector, row-major, row j holding the costs into node j.
  Made make(const Level& level, const GridView& grid, const TileGrid& tiles, std::uint32_t sector);
  /// The same costs, in a buffer that the next call writes to; `size` nodes.
  std::span<const std::uint64_t> compute(const Level& level, const GridView& grid, const TileGrid& tiles,
                                         std::uint32_t sector);
  /// What has changed in a sector without links since its table was made.
  struct Renewal {
    std::uint32_t sector = 0;
    TileCells cells{};        ///< whose costs have changed
    bool only_better = true;  ///< none of them costs more than before
    bool only_worse = true;   ///< none of them costs less
    Cost least = 1;           ///< no cell of the sector cost less
    bool same_nodes = true;
    std::span<const std::uint16_t> former{};  ///< else: offsets of the nodes' cells as they were
  };
  /// The same as `compute`, from the table as it was: solves from few nodes where few paths have changed.
  std::span<const std::uint64_t> renew(const Level& level, const GridView& grid, const TileGrid& tiles,
                                       const CostTable& before, const Renewal& renewal);
  /// From what the table of a sector follows; empty where that is not known, as with links.
  std::span<const std::byte> key(const Level& level, const GridView& grid, const TileGrid& tiles,
                                 std::uint32_t sector);
  /// Nodes of the sector whose key was asked for last.
  [[nodiscard]] std::uint32_t key_size() const { return key_size_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  void forget() { uniform_.clear(); }

 private:
  [[nodiscard]] PackedTable solve(const GridView& grid, const TileGrid& tiles, std::uint32_t sector);
  void solve_from(std::size_t from);
  void keep_known(const TileGrid& tiles, const CostTable& before, const Renewal& renewal);
  [[nodiscard]] std::uint64_t find_places(const TileGrid& tiles, const Renewal& renewal);
  void settle_on_open_ground(const GridView& grid, const TileGrid& tiles, const Renewal& renewal);
  void find_boxes(TileCells cells, bool are_walls, const Renewal& renewal);
  void open_paths(const GridView& grid, const TileGrid& tiles, const Renewal& renewal);
  void open_lost_ways();
  void open_pairs(std::size_t node, std::uint64_t others);
  void keep_near(const TileGrid& tiles, const Renewal& renewal);
  void keep_within(const GridView& grid, const TileGrid& tiles, const Renewal& renewal);
  [[nodiscard]] bool leads_around(Cost least) const;
  void settle_open_pairs();
  void fill(const GridView& grid, const TileGrid& tiles, std::uint32_t sector, std::span<std::uint64_t> out);

  TileSolver solver_;
  std::vector<SectorEnd> ends_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint16_t> place_;                         // by node: which it was before
  std::array<std::uint16_t, BlockArray::cells> place_on_{};  // by cell, one more than that; 0 between calls
  std::vector<std::uint64_t> away_;                          // by node: units to the cells that changed
  WaysThrough ways_;                                         // over the cells that changed
  TileNodes nodes_;    // for ways over open ground, and corners of boxes after them
  WaysAround around_;  // these boxes
  std::array<std::uint64_t, TileNodes::most> joined_{};  // by node: bits of those to which such ways lead
  Cost least_ = 1;                                       // what a cell of these costs
  std::vector<std::uint64_t> near_;  // by node: bits of those before it that may be concerned
  std::vector<std::uint64_t> open_;  // by node: bits of the nodes to which the cost must be found
  std::vector<std::uint16_t> key_;
  std::uint32_t key_size_ = 0;
  // On the heap one by one: makers hand out addresses that must last.
  boost::container::flat_map<std::vector<std::uint16_t>, std::unique_ptr<PackedTable>> uniform_;
};

}  // namespace portolan::detail
