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
#include <portolan/core/detail/min_queue.hpp>
#include <portolan/core/detail/path_query.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/detail/tile_store.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/isa.hpp>
#include <portolan/core/tile_grid.hpp>

namespace portolan {

namespace detail {
class Carrier;
}

/// An integration field and its flow directions: for every cell the exact cost to the nearest goal, and the
/// step that leads there. Over the whole map, or over the tiles that are allowed; cells of other tiles then
/// count as impassable. Equal bit for bit to Dijkstra's on the same cells.
///
/// Method: label correcting over tiles, each solved as a whole by sweeping rows (docs/kernel.md). Compare the
/// two-scale heap-cell methods of Chacon and Vladimirsky, "Fast two-scale methods for Eikonal equations"
/// (2012); here costs are integers and the result is exact.
///
/// Thread rule: one writer; any number of readers while nobody writes. Cost: about one to one and a half tile
/// solves per tile, mazes more; memory about 3.7 KiB per tile covered. No allocation when reused for as many
/// tiles.
class TileField {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// The world behind the view must outlive the field, and not change while `advance` is not finished.
  /// Tiles come from `memory` first, unless that is null.
  TileField(GridView grid, const TileGrid& tiles, Isa isa = best_isa(),
            std::shared_ptr<FieldMemory> memory = nullptr);
  /// Goes on as the other one does. Not while that serves a path.
  TileField(const TileField& other);
  TileField(TileField&&) noexcept = default;
  TileField& operator=(TileField&&) noexcept = default;
  ~TileField() = default;
  /// One that does not make directions ready when it finishes: `direction` then works them out when asked.
  [[nodiscard]] static TileField distances_only(GridView grid, const TileGrid& tiles, Isa isa = best_isa());

  /// Forgets goals, allowed tiles and values, keeps the memory. Afterwards the whole map is allowed.
  void reset();
  /// Allows the whole map again; requires that nothing was computed since reset().
  void allow_all();
  /// Allows these tiles only, or these as well when called again. Tiles may join after a run: the next
  /// `advance` takes them in.
  void allow(std::span<const TileId> tiles);
  [[nodiscard]] bool allowed(TileId tile) const;
  /// Adds a goal inside the world, with an offset below `unreachable`. Goals on impassable cells, or outside
  /// the allowed tiles, are ignored.
  void add_goal(const Goal& goal);

  /// Solves up to so many tiles, or builds the directions of four times as many, and goes on in the next
  /// call. True when the field is finished. Before that, cells whose distance is at most `settled_below()`
  /// are final already, and `direction` computes what it is asked for.
  bool advance(std::uint64_t max_tile_solves = unlimited);
  [[nodiscard]] bool finished() const {
    return heap_.empty() && joined_.empty() && goals_seeded_ == goals_.size() && !in_scope_;
  }
  [[nodiscard]] Distance settled_below() const;
  /// Makes a finished field right again after the costs of these tiles, or links that begin or end in them,
  /// have changed: all tiles that changed must be named. Equal to a field recomputed, for the price of the
  /// tiles where something changes. False when that would take more work than so many tile solves, or values
  /// that do not fit: the field is then of no use until reset() or rewind(), and a new run.
  bool repair(std::span<const TileId> changed, std::uint64_t max_tile_solves = unlimited);

  /// Computes what the cost from one cell depends on, and no more: the start of a path that needs no field.
  /// First the tiles of a known path, which gives a limit; then others, only over border cells from which the
  /// octile distance to the start leaves less than that limit (A* by tiles, compare Hart, Nilsson, Raphael
  /// 1968). False where there is no path in the corridor. Forgets what the field had before. Afterwards the
  /// value of `start` is that of the corridor's whole field, and `walk` leads from it to a goal; other values
  /// may be too high, and there is nothing to repair.
  bool settle_path(const PathQuery& query);
  /// Appends the cells from one with a value down to a goal, by the choices of `direction`. Returns the value
  /// of the last one, which is the offset of the goal there. Some nanoseconds per cell.
  Distance walk(Cell start, std::vector<Cell>& cells) const;
  /// The same from the start of a path that `walk` gave, but of several cheapest steps the one that keeps
  /// nearest to the straight lines between the places where that path must bend. It costs the same, and leads
  /// past obstacles on the side on which a straight curve passes them. `ends` is memory to work in.
  Distance walk_between(std::span<const Cell> path, std::vector<Cell>& cells, std::vector<Cell>& ends) const;
  /// The same, along straight lines that are known: from a cell with a value to others, at least one, one
  /// after the other.
  Distance walk_along(Cell start, std::span<const Cell> bends, std::vector<Cell>& cells) const;

  /// Begins a field again after the costs of these tiles, or links, have changed; all tiles that changed must
  /// be named. Goals and allowed tiles stay, and what is known of the costs of other tiles. Wants `advance`.
  void rewind(std::span<const TileId> changed);

  /// Cost to the goal; `unreachable` where there is none or outside the allowed tiles.
  [[nodiscard]] Distance at(Cell c) const {
    const detail::TileSlot* slot = grid_.contains(c) ? store_.find(c) : nullptr;
    return slot == nullptr ? unreachable : Distance{slot->units(tiles_.offset(c))};
  }
  /// Where the value falls by what the step costs. Of several such steps straight ones come before diagonals,
  /// each clockwise from east; links come last. `goal` at a goal that is worth its offset.
  [[nodiscard]] Direction direction(Cell c) const {
    const detail::TileSlot* slot = grid_.contains(c) ? store_.find(c) : nullptr;
    if (slot == nullptr) return Direction::none;
    return directions_ready_ ? static_cast<Direction>(slot->directions[tiles_.offset(c)]) : slow_direction(c);
  }

  /// For samplers: the direction byte of a cell, with those of its tile around it at a pitch of 32 cells.
  /// Null outside the field, and while it is not finished.
  [[nodiscard]] const std::uint8_t* directions_at(Cell c) const {
    const detail::TileSlot* slot = directions_ready_ && grid_.contains(c) ? store_.find(c) : nullptr;
    return slot == nullptr ? nullptr : slot->directions + tiles_.offset(c);
  }

  [[nodiscard]] const GridView& grid() const { return grid_; }
  [[nodiscard]] const TileGrid& tiles() const { return tiles_; }
  [[nodiscard]] std::span<const Goal> goals() const { return goals_; }
  [[nodiscard]] std::uint64_t tiles_solved() const { return tiles_solved_; }
  /// Likewise, tiles whose directions `advance` made ready; a wide one counts as sixteen.
  [[nodiscard]] std::uint64_t directions_built() const { return directions_built_; }
  [[nodiscard]] std::size_t tile_count() const { return store_.size(); }
  [[nodiscard]] std::size_t wide_tile_count() const;
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Writes it as it is, half done or finished, or reads that back: it then goes on as the one that was
  /// written, on a grid that is as it was. Blank where the parts do not fit.
  void carry(detail::Carrier& carrier);

 private:
  struct Scratch;
  struct Repair;
  struct PathSearch;
  struct PathScope;
  struct Walker;
  [[nodiscard]] bool may_step(Cell c, Direction d) const;
  // Entries carry their key, so that ordering the heap does not fetch the tiles.
  struct Waiting {
    std::uint64_t key;
    TileId tile;
    std::uint32_t item;  // number of the slot
    detail::TileSlot* slot;
    [[nodiscard]] bool before(const Waiting& other) const {
      return key != other.key ? key < other.key : tile < other.tile;
    }
  };

  [[nodiscard]] Direction slow_direction(Cell c) const;
  [[nodiscard]] bool may_enter(Cell c) const;
  detail::TileSlot* slot_for(Cell c);
  void seed_goals();
  void note_goals();
  void carry_goals(detail::Carrier& carrier);
  void carry_slots(detail::Carrier& carrier);
  void carry_wide(detail::Carrier& carrier);
  void carry_waiting(detail::Carrier& carrier);
  /// A goal that was seeded; sorted by tile, then by place in the tile, so that thousands are cheap.
  struct SeededGoal {
    std::uint64_t place;  // tile * 1024 + offset
    std::uint64_t units;
    auto operator<=>(const SeededGoal&) const = default;
  };
  [[nodiscard]] std::span<const SeededGoal> seeded_between(std::uint64_t first, std::uint64_t last) const;
  void hear_neighbours();
  detail::TileSlot* neighbour(detail::TileSlot& slot, int direction);
  detail::TileSlot* far_neighbour(detail::TileSlot& slot, int direction);
  detail::TileSlot* create(Cell origin);
  detail::TileSlot* loaded(detail::TileSlot* slot);
  static void blank(detail::TileSlot& slot);
  void blank_values(detail::TileSlot& slot) const;
  void read_costs(detail::TileSlot& slot, Scratch& scratch) const;
  void load(detail::TileSlot& slot, Scratch& scratch) const;
  [[nodiscard]] Cost cost_in(const detail::TileSlot& slot, int x, int y) const;
  /// Offset of a lane of the edge row or column of a side: east, south, west, north.
  [[nodiscard]] std::uint32_t edge_offset(int side, int lane) const {
    const int last = tiles_.side() - 1;
    const int fixed = side < 2 ? last : 0;
    const int place = side % 2 == 0 ? lane * TileGrid::max_side + fixed : fixed * TileGrid::max_side + lane;
    return static_cast<std::uint32_t>(place);
  }
  /// Offset of the corner cell that faces a tile across that diagonal.
  [[nodiscard]] std::uint32_t corner_offset(int diagonal) const {
    const int last = tiles_.side() - 1;
    const int x = diagonal == 1 || diagonal == 7 ? last : 0, y = diagonal < 4 ? last : 0;
    return static_cast<std::uint32_t>(y * TileGrid::max_side + x);
  }

  void wake(detail::TileSlot& slot, std::uint64_t key);
  detail::TileSlot* next_waiting();

  // Spreading (tile_spread.cpp).
  /// Both return the sides that they offered again, as bits.
  std::uint32_t solve(detail::TileSlot& slot);
  std::uint32_t solve_values(detail::TileSlot& slot, Scratch& scratch);
  std::uint32_t spread(detail::TileSlot& slot, std::uint32_t changed);
  [[nodiscard]] std::uint32_t sides_to_offer(detail::TileSlot& slot, std::uint32_t changed) const;
  [[nodiscard]] const std::uint16_t* side_values(const detail::TileSlot& slot, int side) const;
  void offer_corner(detail::TileSlot& giver, int diagonal);
  void take_corner(detail::TileSlot& receiver, int diagonal, std::uint64_t giver_units);
  [[nodiscard]] std::uint64_t corner_step(const detail::TileSlot& receiver, int diagonal) const;
  void offer_links(detail::TileSlot& giver);
  void offer_all(detail::TileSlot& giver);
  /// Offers a side of a narrow tile. Tells `improve` what of it was better in the usual case; else the
  /// receiver is woken.
  template <class Improve>
  void offer_side(const detail::TileSlot& giver, int side, detail::TileSlot& receiver,
                  const Improve& improve);
  void receive(detail::TileSlot& receiver, int facing, std::uint64_t giver_base, const std::uint16_t* offered,
               std::uint16_t lowest);
  void offer_lanes(detail::TileSlot& receiver, int side, std::uint64_t base, const std::uint16_t* offered);
  void take(detail::TileSlot& receiver, std::uint32_t offset, std::uint64_t units);
  bool rebase(detail::TileSlot& slot, std::uint64_t lowest);

  // The wide fallback (tile_wide.cpp).
  void make_wide(detail::TileSlot& slot);
  void solve_wide(detail::TileSlot& slot);
  void offer_wide(detail::TileSlot& slot, const std::uint32_t* changed);

  // Directions (tile_directions.cpp).
  bool finish_directions(std::uint64_t max_tile_solves);
  void build_directions(detail::TileSlot& slot, Scratch& scratch) const;
  void build_directions_slowly(detail::TileSlot& slot) const;
  void run_directions(detail::TileSlot& slot, bool plain, Scratch& scratch) const;
  void halo_side(const detail::TileSlot& slot, int side, bool with_costs, Scratch& scratch) const;
  void halo_corner(const detail::TileSlot& slot, int diagonal, bool with_costs, Scratch& scratch) const;
  void mend_directions(detail::TileSlot& slot) const;

  GridView grid_;
  TileGrid tiles_;
  bool wants_directions_ = true;
  detail::TileStore store_;
  std::vector<Goal> goals_;
  std::vector<SeededGoal> seeded_;
  std::size_t goals_seeded_ = 0;
  IndexedMinQueue<Waiting> heap_;          // of tiles, by the least value that came in; ties by tile
  std::vector<detail::TileSlot*> joined_;  // allowed after a run, neighbours not yet heard
  detail::Pimpl<Scratch> scratch_;
  std::uint64_t tiles_solved_ = 0;
  std::uint64_t directions_built_ = 0;
  std::size_t directions_looked_at_ = 0;  // slots, since the values are final
  bool everywhere_ = true;                // tiles come when they are reached
  bool in_scope_ = false;                 // but only those of a path's corridor
  bool directions_ready_ = false;         // the kernel's directions are those of the values
  bool links_taken_in_ = false;           // the world had links when the field was last worked on
};

}  // namespace portolan
