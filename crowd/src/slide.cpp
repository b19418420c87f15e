// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/open_ground.hpp>
#include <portolan/crowd/slide.hpp>

namespace portolan {
namespace {

constexpr float longest_hop = 0.45F;     // below half a cell: a hop crosses at most one border per axis
constexpr float longest_free = 8;        // a box around a longer move holds walls that it does not meet
constexpr float longest_move = 1 << 20;  // cells: farther than across any map
constexpr float gap = 0.02F;  // kept between a stopped point and the wall; far above rounding at 16384

// The value nearest to `to` that stays in [cell, cell + 1), a gap away from the border that it would have
// crossed. A point that is already nearer to the border than the gap stays where it is.
float held(float from, float to, std::int32_t cell) {
  const auto low = static_cast<float>(cell);
  if (to < from) return std::max(to, std::min(from, low + gap));
  return std::min(to, std::max(from, low + 1 - gap));
}

Vec2 hop(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 to) {
  const Cell a = cell_at(from, layer);
  const Cell b = cell_at(to, layer);
  const Cell along_x{b.x, a.y, layer};
  const Cell along_y{a.x, b.y, layer};
  const bool x_free = grid.passable(along_x);
  const bool y_free = grid.passable(along_y);
  if (x_free && y_free && grid.passable(b)) return to;
  const Vec2 held_x{held(from.x, to.x, a.x), to.y};
  const Vec2 held_y{to.x, held(from.y, to.y, a.y)};
  if (a.y == b.y || (a.x != b.x && !x_free)) {  // the wall is beside: nothing to gain along x
    return y_free ? held_x : Vec2{held_x.x, held_y.y};
  }
  if (a.x == b.x || !y_free) return x_free ? held_y : Vec2{held_x.x, held_y.y};
  // Both sides are free and only the corner is not: keep the longer part of the move.
  return std::abs(to.x - from.x) >= std::abs(to.y - from.y) ? held_y : held_x;
}

// The point nearest to one on a passable cell that keeps a margin, below one half, from the impassable cells
// around it.
Vec2 kept_off(const GridView& grid, std::int32_t layer, Vec2 p, float margin) {
  const Cell c = cell_at(p, layer);
  const Vec2 low{static_cast<float>(c.x), static_cast<float>(c.y)};
  const int dx = p.x - low.x < margin ? -1 : (p.x - low.x > 1 - margin ? 1 : 0);
  const int dy = p.y - low.y < margin ? -1 : (p.y - low.y > 1 - margin ? 1 : 0);
  const bool beside_x = dx != 0 && !grid.passable({c.x + dx, c.y, layer});
  const bool beside_y = dy != 0 && !grid.passable({c.x, c.y + dy, layer});
  if (beside_x) p.x = low.x + (dx < 0 ? margin : 1 - margin);
  if (beside_y) p.y = low.y + (dy < 0 ? margin : 1 - margin);
  if (beside_x || beside_y || dx == 0 || dy == 0) return p;
  if (grid.passable({c.x + dx, c.y + dy, layer})) return p;
  const Vec2 corner = low + Vec2{dx < 0 ? 0.0F : 1.0F, dy < 0 ? 0.0F : 1.0F};
  const Vec2 off = p - corner;
  const float d = length(off);
  if (d >= margin) return p;
  if (!(d > 0)) return corner - Vec2{static_cast<float>(dx), static_cast<float>(dy)} * (margin * 0.71F);
  return corner + off * (margin / d);
}

// True where no wall is so near to a move that it could matter.
bool is_free(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 move, float margin) {
  const float around = margin + gap;  // what rounding adds on the way is far below the gap
  const Vec2 to = from + move;
  return detail::is_open(
      grid, {floored(std::min(from.x, to.x) - around), floored(std::min(from.y, to.y) - around), layer},
      {floored(std::max(from.x, to.x) + around), floored(std::max(from.y, to.y) + around), layer});
}

}  // namespace

Vec2 slide(const GridView& grid, std::int32_t layer, Vec2 from, Vec2 move, float margin) {
  PORTOLAN_ASSERT(margin >= 0 && margin < 0.5F, "a lane one cell wide has room for a body");
  const bool is_number = std::isfinite(move.x) && std::isfinite(move.y);
  PORTOLAN_ASSERT(is_number, "a move is so many cells to the right and down");
  if (!is_number) return from;
  float far = std::max(std::abs(move.x), std::abs(move.y));
  if (far > longest_move) {
    move = move * (longest_move / far);
    far = longest_move;
  }
  const bool free = far <= longest_free && is_free(grid, layer, from, move, margin);
  if (far <= longest_hop && free) return from + move;
  if (!free && !grid.passable(cell_at(from, layer))) return from;
  if (!(far > 0)) return margin > 0 ? kept_off(grid, layer, from, margin) : from;
  const auto hops = static_cast<int>(std::ceil(far / longest_hop));
  const Vec2 part = move * (1.0F / static_cast<float>(hops));
  Vec2 at = from;
  for (int i = 0; i < hops; ++i) {
    const Vec2 before = at;
    at = free ? at + part : hop(grid, layer, at, at + part);
    if (margin > 0 && !free) at = kept_off(grid, layer, at, margin);
    if (at == before) break;  // at a wall, where the hops that are left would do the same
  }
  return at;
}

Vec2 clamped_into(Cell cell, Vec2 p) {
  const auto x = static_cast<float>(cell.x);
  const auto y = static_cast<float>(cell.y);
  return {std::clamp(p.x, x + gap, x + 1 - gap), std::clamp(p.y, y + gap, y + 1 - gap)};
}

std::optional<Cell> nearest_free(const GridView& grid, Vec2 position, std::int32_t layer,
                                 const std::function<bool(Cell)>& ground, std::int32_t max_steps) {
  const Cell start = cell_at(position, layer);
  if (grid.passable(start)) return start;
  std::set<Cell> seen{start};
  std::vector<Cell> ring{start};
  for (std::int32_t steps = 0; steps < max_steps && !ring.empty(); ++steps) {
    std::vector<Cell> next;
    std::optional<std::tuple<float, std::int32_t, std::int32_t>> best;
    for (const Cell& c : ring) {
      for (int d = 0; d < step_count; d += 2) {
        const Cell n = step(c, static_cast<Direction>(d));
        if (!grid.contains(n) || !ground(n) || !seen.insert(n).second) continue;
        next.push_back(n);
        if (!grid.passable(n)) continue;
        const Vec2 away = clamped_into(n, position) - position;
        const auto key = std::make_tuple(dot(away, away), n.y, n.x);
        if (!best || key < *best) best = key;
      }
    }
    if (best) return Cell{std::get<2>(*best), std::get<1>(*best), layer};
    ring = std::move(next);
  }
  return std::nullopt;
}

}  // namespace portolan
