// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <portolan/core/cell.hpp>
#include <portolan/core/vec2.hpp>

namespace portolan::detail {

inline constexpr float half_sqrt2 = 0.70710678F;
/// Unit vector of each direction; zero for those that are no steps.
inline constexpr Vec2 unit_vectors[11] = {{1, 0},  {half_sqrt2, half_sqrt2},
                                          {0, 1},  {-half_sqrt2, half_sqrt2},
                                          {-1, 0}, {-half_sqrt2, -half_sqrt2},
                                          {0, -1}, {half_sqrt2, -half_sqrt2},
                                          {0, 0},  {0, 0},
                                          {0, 0}};

/// Straight for the centre of the next cell: inside two cells side by side, or four around an open corner,
/// the line to it never leaves open ground.
[[nodiscard]] inline Vec2 towards_next(Vec2 p, Cell c, Direction d) {
  if (d == Direction::none) return {};
  return normalised(centre_of(is_step(d) ? step(c, d) : c) - p);
}

/// The upper left of the four cells around a position.
[[nodiscard]] inline Cell upper_left_of(Vec2 p, std::int32_t layer) {
  return cell_at({p.x - 0.5F, p.y - 0.5F}, layer);
}

/// The four cells around a position and their ways, of whatever kind of field. Cells without a way count as
/// walls: a blend must not leave a corridor either.
class FourWays {
 public:
  /// All four ways are to be set before any is asked for. They are not handed over at once: GCC 12 makes the
  /// reading and the blend of a TileField's ways four tenths slower then.
  explicit FourWays(Cell upper_left) : corner_(upper_left) {}
  void set(int k, Direction d) { directions_[k] = d; }

  /// The upper left cell, the one to its right, then the two below.
  [[nodiscard]] Cell cell(int k) const { return {corner_.x + k % 2, corner_.y + k / 2, corner_.layer}; }
  /// The way of one of the cells.
  [[nodiscard]] Direction at(Cell c) const { return direction(c.x, c.y); }

  /// Where to head for at p, which `here` holds: the blend of the four ways, each the more the nearer it is.
  /// One that turns against the cell's own way would lead in circles, since opposite ways nearly cancel
  /// there; then, or where it leads into a wall, the centre of the next cell it is. `own`: the way of `here`,
  /// a step.
  [[nodiscard]] Vec2 blended(Vec2 p, Cell here, Direction own) const {
    constexpr float least_agreement = 0.1F;
    const float fx = p.x - 0.5F - static_cast<float>(corner_.x);
    const float fy = p.y - 0.5F - static_cast<float>(corner_.y);
    const Vec2 sum = pull(0, p) * ((1 - fx) * (1 - fy)) + pull(1, p) * (fx * (1 - fy)) +
                     pull(2, p) * ((1 - fx) * fy) + pull(3, p) * (fx * fy);
    const Vec2 heading = normalised(sum);
    const Vec2 along = unit_vectors[static_cast<std::size_t>(own)];
    if (dot(heading, along) > least_agreement && clear_ahead(p, here, heading)) return heading;
    return towards_next(p, here, own);
  }

 private:
  [[nodiscard]] Direction direction(int x, int y) const {
    return directions_[(y - corner_.y) * 2 + x - corner_.x];
  }
  // What one of the four adds at p; one without a way pushes.
  [[nodiscard]] Vec2 pull(int k, Vec2 p) const {
    const Direction d = directions_[k];
    if (is_step(d)) return unit_vectors[static_cast<std::size_t>(d)];
    if (d == Direction::none) return normalised(p - centre_of(cell(k)));
    return normalised(centre_of(cell(k)) - p);
  }
  // Half a cell from p never leads out of the four, rounding apart.
  [[nodiscard]] bool clear_ahead(Vec2 p, Cell here, Vec2 heading) const {
    const Cell ahead = cell_at(p + heading * 0.5F, here.layer);
    if (ahead == here) return true;
    if (ahead.x < corner_.x || ahead.y < corner_.y || ahead.x > corner_.x + 1 || ahead.y > corner_.y + 1)
      return false;
    return direction(ahead.x, ahead.y) != Direction::none && direction(here.x, ahead.y) != Direction::none &&
           direction(ahead.x, here.y) != Direction::none;
  }

  Cell corner_;
  Direction directions_[4];
};

}  // namespace portolan::detail
