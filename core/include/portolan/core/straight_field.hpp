// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/pimpl.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/heading.hpp>
#include <portolan/core/isa.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

namespace detail {
class Carrier;
}

/// A field that leads straight: for every cell the corner of a wall, or the goal, that one heads for there,
/// at any angle, and the length of the shortest curve over the ground. That curve may touch walls and their
/// corners, but does not slip between two that meet at a corner. Over the whole map, or over the tiles that
/// are allowed; cells of other tiles count as walls.
///
/// Promise, on ground of one cost: distances are those of the shortest curve, to a thousandth of a cell for
/// every corner on it; on maps of noise single cells are up to one percent above. Equal inputs give equal
/// bits on every instruction set.
///
/// On ground of several costs it leads along the cheapest curve, nearly: on maps of games what is walked is a
/// quarter of a percent above the optimum in the mean, on small maps of noise, where costs change every few
/// cells, a percent. Distances are a little above as well, single ones by some percent. They are floats:
/// above a million cells, times cost, headings get coarse.
///
/// Method: continuous Dijkstra (Mitchell, Mount, Papadimitriou, "The discrete geodesic problem", 1987) over
/// corners, whose cones are cast tile by tile in the order of their distance (docs/any-angle.md). Intervals
/// as in Anya (Harabor, Grastien, Öz, Aksakalli 2016), which finds one path. On ground of several costs:
/// costs at the corners of cells, interpolated along their sides (Ferguson, Stentz, Field D*, 2006), tile by
/// tile.
///
/// Thread rule: one writer; any number of readers while nobody writes. Cost: some microseconds per tile, more
/// the more corners; memory about 2 KiB per tile with ground that gets light, 0.7 for others, 6 where ground
/// has several costs. No allocation when reused for as many tiles.
class StraightField {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// The world behind the view must outlive the field. It may change: the field is of the ground as it was
  /// when tiles were allowed, and of the links that there were when it began.
  StraightField(GridView grid, const TileGrid& tiles, Isa isa = best_isa());

  /// Goes on as the other one does.
  StraightField(const StraightField& other);
  StraightField(StraightField&&) noexcept = default;
  StraightField& operator=(StraightField&&) noexcept = default;
  ~StraightField() = default;

  /// Forgets goals, allowed tiles and values, keeps the memory.
  void reset();
  /// Allows the whole map.
  void allow_all();
  /// Allows these tiles, or these as well when called again. A field that was begun starts over.
  void allow(std::span<const TileId> tiles);
  /// Adds a goal inside the world. Goals on impassable cells, or outside the allowed tiles, are ignored. A
  /// field that was begun starts over.
  void add_goal(const Goal& goal);

  /// Casts up to so many beams: parts of cones in one tile. On ground of several costs a tile counts as eight
  /// of them. True when the field is finished. Before that, cells whose distance is at most `settled_below()`
  /// have it already.
  bool advance(std::uint64_t max_beams = unlimited);
  [[nodiscard]] bool finished() const;
  [[nodiscard]] float settled_below() const;

  /// Length of the curve to a goal, times the cost of the ground, in cells; infinite where there is none, and
  /// outside the allowed tiles.
  [[nodiscard]] float distance(Cell c) const;
  /// The same in units of the movement rule, rounded.
  [[nodiscard]] Distance at(Cell c) const;
  /// As long as it is the same, all distances are: no two fields with others have one number. Never 0.
  [[nodiscard]] std::uint64_t revision() const;
  /// Where to go from a position; zero in walls, outside of the field, where it is cut off from the goals, in
  /// the cell of a goal, and where a link begins that must be taken. Never into a wall: half a cell ahead, or
  /// at the bend if that is nearer, it is passable, and no blocked corner is cut. Corners are passed at a
  /// 64th of a cell. On ground of several costs each cell ends with a bend. One look-up, no allocation.
  [[nodiscard]] Heading heading(Vec2 position, std::int32_t layer) const;
  /// The same of many positions, bit for bit: on ground of several costs in half the time, most of all where
  /// those of one tile stand together. There is room for a heading of each.
  void headings(std::span<const PathPoint> positions, std::span<Heading> headings) const;
  /// The cell that follows on the way to a goal, by a legal step or a link; the cell itself at a goal;
  /// nothing where there is no way. For those who go cell by cell. Up to eight look-ups.
  [[nodiscard]] std::optional<Cell> next(Cell c) const;
  /// The curve from the middle of a cell to a goal: its ends and its bends; a link is two points. On ground
  /// of several costs there is one on the boundary of each cell on the way. Empty where there is none.
  [[nodiscard]] std::vector<PathPoint> path(Cell from) const;

  /// What a cell costs on the ground that the field is of, whatever it costs by now; `impassable` outside the
  /// allowed tiles.
  [[nodiscard]] Cost cost(Cell c) const;
  /// True where all passable ground of the allowed tiles has one cost.
  [[nodiscard]] bool has_one_cost() const;
  [[nodiscard]] const GridView& grid() const;
  [[nodiscard]] const TileGrid& tiles() const;
  [[nodiscard]] std::span<const Goal> goals() const;
  [[nodiscard]] std::size_t tile_count() const;
  /// Corners, goals and feet of links that the field found worth heading for.
  [[nodiscard]] std::size_t anchor_count() const;
  [[nodiscard]] std::uint64_t beams_cast() const;
  [[nodiscard]] std::size_t memory_bytes() const;

  /// Writes the ground that the field is of, or reads it back into one of the same tiles and goals that was
  /// not begun: cast again as far, that one equals the first, whatever the ground is by then.
  void carry_ground(detail::Carrier& carrier);

 private:
  struct State;
  detail::Pimpl<State> state_;
};

}  // namespace portolan
