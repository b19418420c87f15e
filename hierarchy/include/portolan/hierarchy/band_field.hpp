// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/plan.hpp>

namespace portolan {

/// What bands need while they are made and not afterwards: fields over whole tiles, and room to lay a band
/// out. Lent to all bands of a hierarchy that are used on one thread. Keeps its memory: for bands as long as
/// those before nothing is allocated. The hierarchy must outlive it.
/// Memory: some 6 KiB for each block of 32 by 32 cells that the largest band touched, about 3.7 KiB for each
/// sector of the largest corridor, and 4 bytes for each block of the world.
class BandSolver {
 public:
  explicit BandSolver(const Hierarchy& hierarchy);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  friend class BandField;
  struct Scratch;
  detail::Pimpl<Scratch> scratch_;
};

/// A field over a band: the cells that lie within so many legal steps of the paths of a plan's agents,
/// instead of all cells of its sectors. What Dijkstra on a map gives where all other cells are walls, bit for
/// bit: the costs along the paths, lowered wherever the band knows something better. At the cells of its
/// paths, the agents' own among them, it is never worse than the corridor's field of the same plan. A band
/// that was laid out on the world as it is leads to a goal from each of its cells.
///
/// Paths are walked down the values of the plan's corridor, which are solved only as far as the agents stand.
/// An agent whose cell the band has already gets no path of its own.
///
/// Memory follows the band: 5 bytes for each of its cells (9 where values span more than 32 bits), and some
/// 40 to 64 for each block of 8 by 8 cells with a cell of it. Look-up O(1).
/// Cost of `reset`: the part of the corridor's field up to the farthest agent, and O(blocks of 32 by 32 cells
/// touched); of `rejoin` and `refresh` the latter.
/// Reused: keeps its memory. Reads from any thread while nobody writes; hierarchy and solver must outlive it.
class BandField {
 public:
  static constexpr int most_radius = 64;

  BandField(const Hierarchy& hierarchy, BandSolver& solver);

  /// Lays the band along the paths of these agents, which need not be those that the plan was made for.
  /// Agents that the plan's corridor does not lead to a goal get no path; cells outside the world count as
  /// such. `radius`: 1 to `most_radius` steps. The hierarchy must be the one that was planned on, unchanged.
  void reset(const Plan& plan, std::span<const Cell> agents, int radius);
  /// For the agents of the plan.
  void reset(const Plan& plan, int radius) { reset(plan, plan.cells, radius); }

  /// Takes in an agent that stands outside: A* on the grid from its cell towards the goals, until it meets a
  /// cell of the band with a known cost. The path found joins with the cells around it; values elsewhere
  /// stay, or get better where they help. The cost told is that by the path found; the value of the cell may
  /// be less. Where the cell has a value already, that is all that is told. Gives up after opening so many
  /// cells, and tells `unreachable`. Requires a band that is not stale.
  Distance rejoin(Cell from, std::uint64_t max_cells = 4096);

  /// True when a sector changed that the band depends on.
  [[nodiscard]] bool stale() const;
  /// Lays the band again along the same paths, with the world as it is; true when it was stale. Cells of the
  /// paths that have become impassable stay with the paths, and join again when they are open. Where the band
  /// is cut cells have no path.
  bool refresh();

  /// Cost to a goal; `unreachable` outside the band, and where it is cut.
  [[nodiscard]] Distance at(Cell c) const {
    const std::size_t i = find(c);
    if (i == nowhere) return unreachable;
    if (!wide_.empty()) return {wide_[i]};
    return narrow_[i] == none ? unreachable : Distance{base_ + narrow_[i]};
  }
  /// The step to take: steepest legal descent within the band, straight steps before diagonals on a tie.
  [[nodiscard]] Direction direction(Cell c) const {
    const std::size_t i = find(c);
    return i == nowhere ? Direction::none : static_cast<Direction>(directions_[i] & direction_bits);
  }
  /// True for the cells of the band, and for those of its paths that have become impassable.
  [[nodiscard]] bool contains(Cell c) const { return find(c) != nowhere; }

  [[nodiscard]] const GoalSet& goals() const { return goals_; }
  [[nodiscard]] int radius() const { return radius_; }
  [[nodiscard]] std::size_t cell_count() const { return directions_.size(); }
  /// All of them, block by block.
  [[nodiscard]] std::vector<Cell> cells() const;
  /// Those of the paths.
  [[nodiscard]] std::vector<Cell> path_cells() const;
  /// The sectors that it depends on: those that hold a cell of the band or border on one. Ascending.
  [[nodiscard]] std::span<const SectorVersion> made_from() const { return made_from_; }
  [[nodiscard]] GridView grid() const;
  /// Since it was made: for corridors and bands.
  [[nodiscard]] std::uint64_t tiles_solved() const { return tiles_solved_; }
  /// By `rejoin`, since it was made.
  [[nodiscard]] std::uint64_t cells_opened() const { return cells_opened_; }
  /// Without the solver.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint8_t direction_bits = 0x0f;
  static constexpr std::uint8_t on_path = 0x80;
  // 8 by 8 cells: which of them belong to the band, and where the first of these has its value.
  struct Block {
    std::uint64_t cells = 0;
    std::uint32_t key = 0;
    std::uint32_t first = 0;
  };

  [[nodiscard]] std::uint32_t key_of(Cell c) const;
  [[nodiscard]] Cell origin_of(std::uint32_t key) const;
  [[nodiscard]] std::size_t find(Cell c) const;
  template <class Body>
  void for_each_cell(Body&& body) const;
  void lay_paths(const Plan& plan, std::span<const Cell> agents);
  void lay_again();
  void make();
  void take_cells();
  void take_values();
  void index_blocks();
  void note_sectors();

  const Hierarchy* hierarchy_;
  BandSolver::Scratch* solver_;
  Extent extent_;
  std::uint32_t columns_ = 0;  // of 8 by 8 blocks
  std::uint32_t rows_ = 0;
  int radius_ = 1;
  GoalSet goals_;
  std::vector<SectorVersion> made_from_;
  std::vector<Block> blocks_;
  FlatHash<std::uint32_t, std::uint32_t> place_of_;  // in blocks_, by key
  // By cell. Values above `base_`, or whole where 32 bits do not span them.
  std::uint64_t base_ = 0;
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint64_t> wide_;
  std::vector<std::uint8_t> directions_;  // directions, and a bit for cells of the paths
  std::uint64_t tiles_solved_ = 0;
  std::uint64_t cells_opened_ = 0;
};

// ---- inline details; callers can stop reading here ----

inline std::uint32_t BandField::key_of(Cell c) const {
  return (static_cast<std::uint32_t>(c.layer) * rows_ + (static_cast<std::uint32_t>(c.y) >> 3U)) * columns_ +
         (static_cast<std::uint32_t>(c.x) >> 3U);
}

inline std::size_t BandField::find(Cell c) const {
  if (!extent_.contains(c)) return nowhere;
  const std::uint32_t* const place = place_of_.find(key_of(c));
  if (place == nullptr) return nowhere;
  const Block& block = blocks_[*place];
  const std::uint64_t cell = std::uint64_t{1} << ((static_cast<std::uint32_t>(c.y) & 7U) * 8 +
                                                  (static_cast<std::uint32_t>(c.x) & 7U));
  if ((block.cells & cell) == 0) return nowhere;
  return block.first + static_cast<std::size_t>(std::popcount(block.cells & (cell - 1)));
}

}  // namespace portolan
