// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <support/bit_rows.hpp>

namespace portolan::test {

/// Points are whole numbers of 1/256 cell, so that every comparison of slopes is exact in 64 bits, on maps of
/// up to 16384 by 16384.
inline constexpr std::int64_t parts_per_cell = 256;

/// A point or a direction, in parts of a cell.
struct Parts {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Parts&) const = default;
};

struct Vertex {
  int x = 0;
  int y = 0;
  bool operator==(const Vertex&) const = default;
};

/// A map mirrored so that one of its four quarters of the compass is the one to the right and down: a look
/// needs to know that one only.
class Quarter {
 public:
  Quarter(const BitRows& passable, bool flip_x, bool flip_y);

  [[nodiscard]] const BitRows& passable() const { return passable_; }
  /// Grid corners with exactly one blocked cell around them, but for those whose blocked cell is the one to
  /// the right and below: nobody who comes from the left and above can turn around it.
  [[nodiscard]] const BitRows& corners() const { return corners_; }

  // To the mirrored map and back.
  [[nodiscard]] Parts mirrored(Parts p) const {
    return {flip_x_ ? passable_.width() * parts_per_cell - p.x : p.x,
            flip_y_ ? passable_.height() * parts_per_cell - p.y : p.y};
  }
  [[nodiscard]] Vertex mirrored(Vertex v) const {
    return {flip_x_ ? passable_.width() - v.x : v.x, flip_y_ ? passable_.height() - v.y : v.y};
  }

 private:
  bool flip_x_;
  bool flip_y_;
  BitRows passable_;
  BitRows corners_;
};

/// Points that want to know who sees them, by the rows of a quarter's map.
class Targets {
 public:
  /// Numbers are places in `points`, which are points of the map as it is, inside it.
  void assign(const Quarter& quarter, std::span<const Parts> points);

  struct Entry {
    Parts at;  // mirrored
    std::uint32_t number;
  };
  [[nodiscard]] std::span<const Entry> of_row(int row) const {
    const auto r = static_cast<std::size_t>(row);
    return {entries_.data() + starts_[r], starts_[r + 1] - starts_[r]};
  }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<Entry> entries_;
};

/// What can be seen from a point within a cone. Everything in the mirrored map.
struct Sight {
  std::vector<Vertex> corners;  ///< of Quarter::corners
  std::vector<std::uint32_t> targets;
};

/// Looks from a point over a quarter's map, between two directions: `left` is (0, 1) or to the right of it,
/// `right` is (1, 0) or to the left of it. Finds what a straight line reaches over passable ground, the
/// edges of the cone and lines that touch walls included, but for lines with walls on both sides: those are
/// found in pieces, from corner to corner. Adds to `sight`; may add twice.
///
/// Method: row by row, the part of the cone that is lit, as two rays through the point, split where walls
/// divide it (Harabor and Grastien, "An optimal any-angle pathfinding algorithm" (2013), scan intervals like
/// this; here slopes are fractions of whole numbers).
void look(const Quarter& quarter, Parts from, Parts left, Parts right, const Targets& targets, Sight& sight);

}  // namespace portolan::test
