// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan {
class FieldMemory;
}

namespace portolan::detail {

/// Values of a tile that 16 bits do not span.
struct WideTile {
  std::uint64_t units[1024];
  std::vector<std::uint16_t> pending;  // cells that got a smaller value from outside
};

/// What a repair knows of a tile.
struct RepairMarks {
  std::uint32_t check;  // rows whose values may have lost what they rest on
  std::uint8_t felt;    // sides whose values or costs have changed, as bits
  bool listed;          // something inside has changed
  bool due;             // directions are to be built
};

/// All that a field keeps of one tile. Rows have a pitch of 32 cells whatever the tile's side.
struct alignas(64) TileSlot {
  std::uint16_t values[1024];      // offsets from `base`; 65535: unreachable
  std::uint16_t offered_west[32];  // the outer columns as the neighbours were last offered them
  std::uint16_t offered_east[32];
  std::uint32_t rows[32];          // passable lanes
  std::uint8_t edge_costs[4][32];  // east, south, west, north
  std::uint8_t directions[1024];
  TileSlot* neighbours[8];  // null: not there (yet)
  // One line of the cache holds what neighbours ask for, up to the end.
  std::unique_ptr<WideTile> wide;  // set: values live there
  std::uint64_t base;
  TileId tile;
  Cell origin;                // of the tile: finding it again takes divisions
  std::uint32_t number;       // of the slot in its store
  std::uint32_t dirty;        // rows that got a smaller value from outside
  std::uint16_t entered_max;  // greatest offset that ever came in from outside
  std::uint8_t plain_cost;    // the one cost of all passable cells; 0: several; 255: none is passable
  bool loaded;                // costs are read; else only the head of the slot is in use
  bool touched;               // some cell has a value
  bool stale;                 // solved since directions were built
  RepairMarks repair;

  [[nodiscard]] std::uint64_t units(std::uint32_t offset) const {
    if (!touched) return unreachable.units;
    if (wide) return wide->units[offset];
    return values[offset] == 65535 ? unreachable.units : base + values[offset];
  }
};

/// The tiles of one field, found by position through pages of 16 by 16 tiles, so that memory follows the
/// tiles that a field covers. Addresses are stable until clear(). O(1) access.
class TileStore {
 public:
  static constexpr std::size_t per_chunk = 32;  ///< slots that come together

  TileStore() = default;
  /// Slots come from `memory`, unless that is null.
  explicit TileStore(const TileGrid& tiles, std::shared_ptr<FieldMemory> memory = nullptr);
  TileStore(const TileStore& other);
  TileStore(TileStore&& other) noexcept = default;
  TileStore& operator=(TileStore&& other) noexcept;
  ~TileStore();

  /// Null where the tile has no slot.
  [[nodiscard]] TileSlot* find(int column, int row, int layer) const {
    const Page* page = pages_[page_of(column, row, layer)].get();
    return page == nullptr ? nullptr : page->slots[entry_of(column, row)];
  }
  /// The slot of the tile that holds a cell of the world.
  [[nodiscard]] TileSlot* find(Cell c) const { return find(c.x >> shift_, c.y >> shift_, c.layer); }

  /// A raw slot for the tile that begins at a cell and has none yet, linked with its neighbours both ways.
  TileSlot& create(Cell origin);
  /// The same for those of many tiles that have none yet. Returns how many slots there were before.
  std::size_t add(std::span<const TileId> tiles);
  /// Forgets all slots, keeps their memory.
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] TileSlot& operator[](std::size_t i) { return chunks_[i / per_chunk][i % per_chunk]; }
  [[nodiscard]] const TileSlot& operator[](std::size_t i) const {
    return chunks_[i / per_chunk][i % per_chunk];
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  TileSlot& place(int column, int row, int layer);
  void name(TileSlot& slot, TileId tile, Cell origin, std::size_t number) const;
  void find_neighbours(TileSlot& slot) const;
  static void tell_neighbours(TileSlot& slot);

  struct Page {
    TileSlot* slots[256] = {};
  };

  [[nodiscard]] std::size_t page_of(int column, int row, int layer) const {
    return static_cast<std::size_t>((layer * page_rows_ + (row >> 4)) * page_columns_ + (column >> 4));
  }
  [[nodiscard]] static std::size_t entry_of(int column, int row) {
    return static_cast<std::size_t>((row & 15) * 16 + (column & 15));
  }

  TileGrid tiles_;
  int shift_ = 5;
  int page_columns_ = 0;
  int page_rows_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<std::unique_ptr<TileSlot[]>> chunks_;
  std::shared_ptr<FieldMemory> memory_;
  std::size_t size_ = 0;
};

}  // namespace portolan::detail
