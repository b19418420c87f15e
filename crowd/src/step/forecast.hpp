// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/crowd.hpp>

namespace portolan::detail {

// A way that leaves the straight line to its end by an arc to the right.
struct Bow {
  Vec2 from, to;  // `to`: a direction
  std::int32_t layer = 0;
  float far = 0;    // cells to the end, along the straight line
  float slope = 0;  // by which it begins: the sideways part of the direction, over the part along the line

  [[nodiscard]] Vec2 right() const { return right_of(to); }
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

// Who will be in a square of ground.
struct Traffic {
  float covered = 0;  // share of the square
  Vec2 heading;       // of those who cover it, each by its share
};

// What is known of squares of ground, by number. It lies beside the table, close together: a wide table of
// all would push what a step needs out of the cache.
template <class Value>
class Squares {
 public:
  // Forgets all; about as many are expected as there were. A sparse table: nearly every search ends where it
  // begins.
  void begin() {
    numbers_.clear();
    numbers_.reserve(2 * values_.size());
    values_.assign(1, {});
  }
  // To add to.
  [[nodiscard]] Value& operator[](std::uint64_t square) {
    const auto [number, is_new] = numbers_.try_emplace(square, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.emplace_back();
    return values_[number];
  }
  // What is true of a square of which nothing is known.
  [[nodiscard]] const Value& find(std::uint64_t square) const {
    const std::uint32_t* const number = numbers_.find(square);
    return values_[number == nullptr ? 0 : *number];
  }

 private:
  FlatHash<std::uint64_t, std::uint32_t> numbers_;  // in `values_`
  std::vector<Value> values_;                       // one of which nothing is known first
};

// Who walks in a square of ground.
struct Streams {
  std::array<std::uint16_t, 8> counts{};  // by the eighth of the compass that they walk to
  CrowdGroupId group;                     // of one of them
  bool is_mixed = false;                  // another is of another group
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
  template <class Value>
  using AtMoments = std::array<Value, moments>;

  // Where a bow has led to at each moment, and where it leads from there; so many come before its end.
  struct Course {
    AtMoments<float> along, direction_x, direction_y;
    AtMoments<std::uint64_t> squares;
    std::size_t count = 0;
  };
  [[nodiscard]] Course course_of(const Bow& bow, float speed) const;

  AtMoments<float> seconds_{}, sides_{};
  Squares<Traffic> squares_;
};

}  // namespace portolan::detail
