// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/tile_pages.hpp>
#include <portolan/core/isa.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan {

struct LineOfSightOptions {
  /// Cells that are further away along x or y are not looked at.
  std::int32_t range = std::numeric_limits<std::int32_t>::max();
  /// A field with more goals than that gets no flags: an area has no point to steer straight at.
  std::size_t max_goals = 8;
  Isa isa = best_isa();
};

/// Which cells see their goal over cheapest ground, so that agents there can go straight at it, at any angle.
/// A cell sees a goal when the line between their centres touches, sides and corners included, only cells
/// that the field may use and that cost what the goal's cell costs; and when no way over cheaper ground,
/// through a link or to another goal costs less than that line. Exact and complete: such cells are flagged,
/// and no others. The field's values stay as they are.
///
/// Method: shadow casting with slopes as fractions, over words of 32 cells, across the borders of tiles. Cost
/// follows what is seen: about a word per line of a tile, and a few divisions per gap between shadows and
/// line. Memory: one bit per cell of the tiles that hold a flag; as many again, fourfold, while looking.
/// Thread rule: one writer; any number of readers while nobody writes.
class LineOfSight {
 public:
  explicit LineOfSight(const TileGrid& tiles, LineOfSightOptions options = {});

  /// Forgets all flags and looks from the goals of a finished field over the same tiles.
  void look(const TileField& field);

  [[nodiscard]] bool sees(Cell c) const { return find(c) != nullptr; }
  /// The goal's cell that a flagged cell sees. With several in sight, the first that was given to the field.
  [[nodiscard]] std::optional<Cell> goal_in_sight(Cell c) const {
    const Flags* flags = find(c);
    return flags == nullptr ? std::nullopt : std::optional(goals_[flags->goal]);
  }
  [[nodiscard]] std::size_t cells_in_sight() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  /// Cells of one tile that see one goal. A tile may have several, chained.
  struct Flags {
    std::uint32_t rows[32];
    std::uint32_t goal;
    std::uint32_t next;  // place in flags_ + 1; 0: none
  };

  [[nodiscard]] const Flags* find(Cell c) const;
  void add(TileId tile, const std::uint32_t* rows, std::uint32_t goal);

  LineOfSightOptions options_;
  detail::TilePages first_;  // tile -> place in flags_ + 1
  std::vector<Flags> flags_;
  std::vector<TileId> flagged_;
  std::vector<Cell> goals_;
};

/// The way from a position: straight at the goal's centre where its cell sees the goal and the half cell
/// ahead is clear, otherwise as `sample_bilinear`. Never points into a wall.
[[nodiscard]] Vec2 sample_steered(const TileField& field, const LineOfSight& sight, Vec2 p,
                                  std::int32_t layer);

// ---- inline details; callers can stop reading here ----

inline const LineOfSight::Flags* LineOfSight::find(Cell c) const {
  const TileGrid& tiles = first_.tiles();
  if (!tiles.extent().contains(c)) return nullptr;
  const std::uint32_t offset = tiles.offset(c);
  for (std::uint32_t at = first_.at(c); at != 0; at = flags_[at - 1].next) {
    if ((flags_[at - 1].rows[offset / 32] >> (offset % 32) & 1U) != 0) return &flags_[at - 1];
  }
  return nullptr;
}

}  // namespace portolan
