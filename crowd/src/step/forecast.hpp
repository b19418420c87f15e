// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

// A way that leaves the straight line to its end by an arc to the right.
struct Bow {
  Vec2 from, to;  // `to`: a direction
  std::int32_t layer = 0;
  float far = 0;    // cells to the end, along the straight line
  float slope = 0;  // by which it begins: the sideways part of the direction, over the part along the line

  [[nodiscard]] Vec2 right() const { return {-to.y, to.x}; }  // y grows downwards
  // Where it has led to after so many cells of the straight line.
  [[nodiscard]] Vec2 at(float along) const {
    return from + to * along + right() * (slope * along * (1 - along / far));
  }
  [[nodiscard]] Vec2 direction(float along) const {
    return normalised(to + right() * (slope * (1 - 2 * along / far)));
  }
  // Cells of the way over cells of the straight line: the first terms of the length of a parabola.
  [[nodiscard]] float stretch() const { return 1 + slope * slope / 6; }
};

// Where bodies will be at some moments ahead, and which way they will go, if everybody keeps to its bow. The
// moments lie farther apart the later they are, and the squares of ground that are told apart then are
// larger.
class Forecast {
 public:
  // From bodies of such a size and speed, in the mean.
  void begin(float radius, float speed);
  void add(const Bow& bow, float radius, float speed);
  // What one who walks a bow will come to, in cells of its way, each times a share of the ground.
  struct Ahead {
    float met = 0;       // that others cover who go another way: all who come towards it, half of who cross
    float too_full = 0;  // that bodies cover beyond what they can, whichever way they go
  };
  [[nodiscard]] Ahead ahead(const Bow& bow, float speed) const;

 private:
  static constexpr std::size_t moments = 12;

  struct Traffic {
    float covered = 0;  // share of the square
    Vec2 heading;       // of those who cover it, each by its share
  };
  [[nodiscard]] std::uint64_t square_of(Vec2 p, std::int32_t layer, std::size_t moment) const;

  std::array<float, moments> seconds_{}, sides_{};
  FlatHash<std::uint64_t, Traffic> squares_;
};

}  // namespace portolan::detail
