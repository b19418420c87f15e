// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/tile_pages.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/link.hpp>
#include <portolan/core/tile_grid.hpp>

#include "../kernel/tile_kernel.hpp"
#include "anchor.hpp"
#include "node_tile.hpp"
#include "wave_queue.hpp"

namespace portolan::detail {

class Carrier;
struct SavedGround;

/// Improvements below this many cells are none: rounding must not decide between anchors.
inline constexpr float least_gain = 1.0F / 1024;

/// Of the 16 ways in which the cells around a corner may be blocked, those with just one that is, a bit each.
inline constexpr unsigned corner_walls = 0x0116U;

/// What is known of the cells that have an anchor; of others it is anything.
struct ConeCells {
  alignas(64) std::uint8_t places[tile_cells];  ///< in the tile's `anchors`, less a multiple of 256
};

/// What is known of one tile: where its walls are, and which anchor serves each cell.
struct ConeTile {
  ConeCells* cells;  ///< null until light falls into the tile
  std::vector<std::uint32_t> anchors;
  Cell origin;
  std::vector<std::uint8_t> high_places;  ///< of cells, in 256; empty where there are no more anchors
  std::unique_ptr<NodeTile> nodes;  ///< on ground of several costs; cells are served by what is in them then
  std::size_t most_anchors;         ///< beyond so many, those that serve no cell are dropped
  TileId id;
  std::uint32_t around[4];  ///< tiles beside it: east, south, west, north; `no_tile` where there is none
  std::uint32_t first_foot, feet;  ///< links that arrive here
  bool has_costs;                  ///< in its nodes
  std::uint32_t served[lanes];     ///< cells that have an anchor, a bit per lane
  std::uint64_t walls[lanes + 2];  ///< with a frame of one cell: bit x + 1 of word y + 1
  std::uint32_t corners[lanes];    ///< first anchor that is a corner of that row's cells

  [[nodiscard]] bool is_served(std::uint32_t offset) const {
    return (served[offset / lanes] >> (offset % lanes) & 1U) != 0;
  }
  [[nodiscard]] std::uint32_t anchor_of(std::uint32_t offset) const { return anchors[place_of(offset)]; }
  /// In `anchors`, of the one that serves a cell.
  [[nodiscard]] std::uint16_t place_of(std::uint32_t offset) const {
    const unsigned high = high_places.empty() ? 0U : high_places[offset];
    return static_cast<std::uint16_t>(high << 8U | cells->places[offset]);
  }
  void set_place(std::uint32_t offset, std::uint16_t place) {
    cells->places[offset] = static_cast<std::uint8_t>(place);
    if (!high_places.empty()) high_places[offset] = static_cast<std::uint8_t>(place >> 8U);
  }
  void serve(std::uint32_t offset, std::uint16_t by) {
    set_place(offset, by);
    served[offset / lanes] |= std::uint32_t{1} << (offset % lanes);
  }
  /// Bit 0: the cell up and left of a corner of cells is blocked; bit 1: up and right; bits 2, 3: below.
  [[nodiscard]] unsigned walls_at(int x, int y) const {
    return static_cast<unsigned>((walls[y] >> static_cast<unsigned>(x) & 3U) |
                                 (walls[y + 1] >> static_cast<unsigned>(x) & 3U) << 2U);
  }
  [[nodiscard]] bool is_wall(int x, int y) const {
    return (walls[y + 1] >> static_cast<unsigned>(x + 1) & 1U) != 0;
  }
  /// True for the corner of a wall that sticks out: one of the cells around it is blocked.
  [[nodiscard]] bool is_corner(int x, int y) const { return (corner_walls >> walls_at(x, y) & 1U) != 0; }
};

/// Tiles, anchors and the front of the wave: all that cones read and write.
class ConeBoard {
 public:
  static constexpr std::uint32_t none = ~0U;

  ConeBoard(GridView grid, const TileGrid& tiles) : grid_(grid), tiles_(tiles), index_(tiles) {}
  ConeBoard(const ConeBoard& other);

  /// Forgets everything, keeps the memory.
  void reset();
  /// Takes tiles in, and the ground of them as it is; those that are there already stay. `begin` must follow
  /// before any cone is cast.
  void add(std::span<const TileId> tiles, const TileKernel& kernel);
  /// Tells tiles of their neighbours, forgets anchors and what they serve, and sets the goals.
  void begin(std::span<const Goal> goals);

  [[nodiscard]] const GridView& grid() const { return grid_; }
  [[nodiscard]] const TileGrid& tiles() const { return tiles_; }
  [[nodiscard]] std::size_t tile_count() const { return tile_count_; }
  [[nodiscard]] ConeTile& tile(std::uint32_t number) { return *storage_[number]; }
  [[nodiscard]] const ConeTile& tile(std::uint32_t number) const { return *storage_[number]; }
  /// Null outside the world and the tiles taken in.
  [[nodiscard]] const ConeTile* find(Cell c) const {
    const std::uint32_t place = grid_.contains(c) ? index_.at(c) : 0;
    return place == 0 ? nullptr : storage_[place - 1].get();
  }
  /// The same, where it is mostly the tile that was found last. Cells outside the world, but not outside that
  /// tile, are walls in it that nobody serves.
  [[nodiscard]] const ConeTile* find(Cell c, const ConeTile* last) const {
    if (last == nullptr) return find(c);
    const Cell o = last->origin;
    const bool is_there = (((c.x ^ o.x) | (c.y ^ o.y)) & -tiles_.side()) == 0 && c.layer == o.layer;
    return is_there ? last : find(c);
  }
  /// The tile of a cell that is in one or beyond its boundary by one at most; x and y count from that tile's
  /// corner. Null where none is taken in.
  [[nodiscard]] const ConeTile* beside(const ConeTile& tile, int x, int y) const {
    const bool is_out_x = (x & -tiles_.side()) != 0, is_out_y = (y & -tiles_.side()) != 0;
    if (is_out_x && is_out_y) return find({tile.origin.x + x, tile.origin.y + y, tile.origin.layer});
    if (!is_out_x && !is_out_y) return &tile;
    const std::uint32_t number = tile.around[is_out_x ? (x < 0 ? 2 : 0) : (y < 0 ? 3 : 1)];
    return number == none ? nullptr : storage_[number].get();
  }
  /// The anchor that serves such a cell; `none` where nobody does.
  [[nodiscard]] std::uint32_t anchor_beside(const ConeTile& tile, int x, int y) const {
    const ConeTile* const there = beside(tile, x, y);
    const int last = tiles_.side() - 1;
    const auto offset = static_cast<std::uint32_t>((y & last) * lanes + (x & last));
    return there != nullptr && there->is_served(offset) ? there->anchor_of(offset) : none;
  }
  [[nodiscard]] const Anchor& anchor(std::uint32_t number) const { return anchors_[number]; }
  [[nodiscard]] std::size_t anchor_count() const { return anchors_.size(); }
  /// Where the link leads that begins at an anchor; nothing where it was removed since.
  [[nodiscard]] std::optional<Cell> link_end(const Anchor& anchor) const {
    const Foot& foot = feet_[anchor.next];
    const bool is_there = grid_.links().alive(foot.id) && grid_.links()[foot.id] == foot.link;
    return is_there ? std::optional(foot.link.to) : std::nullopt;
  }
  /// Cells from the middle of a served cell to the goal.
  [[nodiscard]] double distance(const ConeTile& tile, std::uint32_t offset) const;
  /// The same, times the cost of the ground where that differs; infinite where nobody serves the cell.
  [[nodiscard]] float value(const ConeTile& tile, std::uint32_t offset) const;
  /// Of a cell, when its tile was taken in; `impassable` off the board.
  [[nodiscard]] Cost cost(Cell c) const;
  /// The one cost of all passable cells; 0 where they differ.
  [[nodiscard]] Cost ground() const { return ground_; }
  [[nodiscard]] WaveQueue& queue() { return queue_; }
  [[nodiscard]] const WaveQueue& queue() const { return queue_; }

  /// Makes the beginning of a cone into beams; returns how many.
  int start(const Beam& waiting, Beam (&beams)[2]);

  // For cones. Places are counted from the tile's own corner.

  /// A beam touches a corner of cells. Where that is the corner of a wall to go around, it becomes an anchor,
  /// or gets nearer.
  void touch(const ConeTile& tile, const Beam& beam, int x, int y) {
    if (tile.is_corner(x, y)) touch_corner(tile, beam, x, y);
  }
  /// Rays of a gap leave a tile to the east (0) or west (2), or in the direction of travel.
  void leave_by_side(const ConeTile& tile, const Beam& beam, int side, Gap rays);
  void leave_ahead(const ConeTile& tile, const Beam& beam, Gap rays, int height);
  /// The ray at an end of what a gap sees of a row.
  struct EndRay {
    Fixed slope;
    int y;     ///< the row
    int lane;  ///< the last cell whose middle the gap sees; what is behind it is not seen
    int step;  ///< to that one: -1 or 1
  };
  /// True when a beam's anchor is better there than those that serve the two cells at the end. A wall, or a
  /// cell that nobody serves yet, tells nothing.
  [[nodiscard]] bool is_of_use(const ConeTile& tile, const Beam& beam, const EndRay& ray) const;
  /// Light falls into a tile: from now on it has cells.
  void light(ConeTile& tile) {
    if (tile.cells == nullptr) tile.cells = take_cells();
  }
  /// The place that an anchor gets among those that serve the tile, once it serves a cell.
  [[nodiscard]] static std::uint16_t next_place(ConeTile& tile) {
    if (tile.anchors.size() >= tile.most_anchors) renumber(tile);
    return static_cast<std::uint16_t>(tile.anchors.size());
  }
  /// Follows the links that arrive in a tile, back to where they begin.
  void take_links(const ConeTile& tile);

  // On ground of several costs.

  /// Lowers the nodes around the middle that an anchor is.
  void lower_around(std::uint32_t anchor);
  /// Relaxes the nodes of a tile, and hands what was lowered to the tiles around it.
  void relax(std::uint32_t tile, RelaxRow relax_row);

  /// Makes served cells that have neighbours which nobody serves into anchors. False where there are none, or
  /// where the last time helped nobody.
  bool start_at_rest();

  /// Writes the ground that was read, or reads it back for the same tiles, which are to begin then.
  void carry_ground(Carrier& carrier, bool has_begun);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  // A link whose both ends can be used, as it was when the field began.
  struct Foot {
    LinkId id;
    Link link;
    std::uint32_t anchor;  // where it begins; none: not reached yet
  };

  void read(ConeTile& tile, const TileKernel& kernel);
  [[nodiscard]] SavedGround ground_read() const;
  void take_ground(const SavedGround& saved);
  [[nodiscard]] bool ends_with_world() const;
  [[nodiscard]] bool fits_feet(const SavedGround& saved) const;
  void read_costs(ConeTile& tile) const;
  static void take_costs(ConeTile& tile, const std::uint8_t* costs);
  static void blank_nodes(ConeTile& tile);
  void wake(std::uint32_t tile, double value);
  struct CellBox {
    int left, top, right, bottom;
  };
  [[nodiscard]] CellBox even_around(const ConeTile& tile, Cell c) const;
  void hand_over(const ConeTile& tile, int side);
  /// A foot's far end costs so much, by way of an anchor.
  void arrive(std::uint32_t foot, double cost, std::uint32_t anchor);
  [[nodiscard]] bool is_open(Cell c) const;
  void find_feet();
  void take_foot(ConeTile& tile, LinkId id, const Link& link);
  void touch_corner(const ConeTile& tile, const Beam& beam, int x, int y);
  void frame(ConeTile& tile);
  [[nodiscard]] std::uint32_t number_at(int column, int row, int layer) const;
  static void blank(ConeTile& tile);
  [[nodiscard]] ConeCells* take_cells();
  static void renumber(ConeTile& tile);
  /// Serves the middle of an anchor's own cell; false where another serves it as well.
  bool hold(std::uint32_t anchor);
  std::uint32_t add_middle(Cell c, Anchor::Kind kind, double distance, std::uint32_t parent);
  [[nodiscard]] bool is_surrounded(const Anchor& anchor) const;
  void start_corner(const Anchor& anchor, Beam& beam) const;
  /// A beam that begins in a cell.
  void place(Beam& beam, Cell c) const;
  [[nodiscard]] double cells_per_unit() const;
  [[nodiscard]] std::uint32_t* corners_at(const ConeTile& tile, int x, int y);
  /// Passable cells of a row that nobody serves.
  [[nodiscard]] std::uint32_t left_out_of(const ConeTile& tile, int y) const;
  [[nodiscard]] bool left_out_of(const ConeTile& tile, std::uint32_t (&rows)[lanes]) const;
  [[nodiscard]] std::uint32_t near_served(const ConeTile& tile, int y) const;
  bool start_beside(const ConeTile& tile, int y, std::uint32_t unserved);
  [[nodiscard]] std::optional<Cell> nearest_served(const ConeTile& tile, int x, int y) const;

  GridView grid_;
  TileGrid tiles_;
  TilePages index_;  // tile -> number + 1
  std::vector<std::unique_ptr<ConeTile>> storage_;
  std::size_t tile_count_ = 0;  // of them in use
  std::vector<std::unique_ptr<ConeCells>> cells_;
  std::size_t lit_count_ = 0;  // of them in use
  std::vector<Anchor> anchors_;
  std::vector<Foot> feet_;
  std::optional<std::vector<Foot>> kept_feet_;  // those that it is to begin with, as an earlier one did
  WaveQueue queue_;
  std::size_t left_out_ = 0;  // passable cells that nobody served when the wave was last at rest
  Cost ground_ = impassable;
};

}  // namespace portolan::detail
