// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is read off a field: headings and paths.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "node_way.hpp"

#include <portolan/core/assert.hpp>
#include "sight.hpp"
#include "straight_state.hpp"

namespace portolan {

using detail::Anchor;
using detail::ConeBoard;
using detail::ConeTile;

namespace {

constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

Cell cell_of(const Anchor& middle) { return {middle.x2 >> 1, middle.y2 >> 1, middle.layer}; }

// The point to head for, a little away from both walls of a corner: far above rounding at 16384.
constexpr float off_walls = 1.0F / 64;
// Nobody is past an anchor that is further away.
constexpr float near = 0.75F;
// Another anchor than that of the own cell is taken where one is nearer to a goal by more than that.
constexpr double as_good = 1.0 / 64;

Vec2 rounded(const Anchor& anchor) {
  return anchor.point() -
         Vec2{static_cast<float>(anchor.wall_x), static_cast<float>(anchor.wall_y)} * off_walls;
}

// True where one near a corner does not need it any more: on the free side of the line that leads to the
// corner from the one behind it, or beyond the corner and hardly on the other side. Between two corners that
// are rounded on different sides one crosses that line.
bool is_past(const ConeBoard& board, const Anchor& corner, Vec2 p) {
  PORTOLAN_ASSERT(corner.kind == Anchor::Kind::corner, "one is past a corner");
  const Vec2 off = p - corner.point();
  const Anchor& behind = board.anchor(corner.parent);
  const Vec2 line = corner.point() - behind.point();
  const Vec2 wall{static_cast<float>(corner.wall_x), static_cast<float>(corner.wall_y)};
  const float across = cross(line, off);
  if (across * cross(line, wall) <= 0) return true;
  return dot(line, off) <= 0 && std::abs(across) <= 3 * off_walls * length(line);
}

bool is_near(const Anchor& corner, Vec2 p) {
  const Vec2 off = p - corner.point();
  return dot(off, off) <= near * near;
}

const Anchor& anchor_at(const ConeBoard& board, const Anchor& own, Vec2 p) {
  const Anchor* anchor = &own;
  while (anchor->kind == Anchor::Kind::corner && is_near(*anchor, p) && is_past(board, *anchor, p))
    anchor = &board.anchor(anchor->parent);
  return *anchor;
}

bool is_served(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  return tile != nullptr && tile->is_served(board.tiles().offset(c));
}

// Into a cell beside `here`, just around the corner that it shares with the one ahead.
Vec2 around_corner(Cell here, Cell ahead, Cell side) {
  const Vec2 corner{static_cast<float>(std::max(here.x, ahead.x)),
                    static_cast<float>(std::max(here.y, ahead.y))};
  const Vec2 inwards = centre_of(side) - corner;
  return corner + inwards * (2 * off_walls);
}

// From the middle of a cell its anchor is in sight: where the line to it leaves the cell, the way is open. A
// line may touch the corner of a wall there; a body goes around it.
Vec2 exit_towards(const ConeBoard& board, Cell here, const Anchor& own) {
  constexpr float just_beyond = 0.55F;
  const Vec2 middle = centre_of(here), line = own.point() - middle;
  const float most = std::max(std::abs(line.x), std::abs(line.y));
  const Vec2 exit = most <= just_beyond ? rounded(own) : middle + line * (just_beyond / most);
  const Cell ahead = cell_at(exit, here.layer);
  if (ahead.x == here.x || ahead.y == here.y) return exit;
  const Cell along_x{ahead.x, here.y, here.layer}, along_y{here.x, ahead.y, here.layer};
  if (!is_served(board, along_x)) return around_corner(here, ahead, along_y);
  return is_served(board, along_y) && is_served(board, ahead) ? exit : around_corner(here, ahead, along_x);
}

// A free line leads past the corner of a wall into the cell diagonally ahead: a body goes around it. None
// where there is no such corner.
std::optional<Vec2> past_corner(const ConeBoard& board, Cell here, Vec2 to) {
  const Cell ahead = cell_at(to, here.layer), along_x{ahead.x, here.y, here.layer},
             along_y{here.x, ahead.y, here.layer};
  const bool by_x = is_served(board, along_x);
  if (!is_served(board, ahead) || by_x == is_served(board, along_y)) return std::nullopt;
  return around_corner(here, ahead, by_x ? along_x : along_y);
}

// Which corner of a wall one passes first who goes from p along `way` and leaves the wall on the other side
// than a position beside: the one that is farthest on that position's side. None where all are behind.
std::optional<Vec2> bend_at(Cell wall, Vec2 p, Vec2 way, Vec2 beside) {
  constexpr float ahead_of_p = 1.0F / 1024;
  const float side = cross(way, beside - p);
  std::optional<Vec2> best;
  for (int k = 0; k < 4; ++k) {
    const Vec2 outwards{(k & 1) != 0 ? 0.5F : -0.5F, (k & 2) != 0 ? 0.5F : -0.5F};
    const Vec2 corner = centre_of(wall) + outwards * (1 + 2 * off_walls), off = corner - p;
    if (dot(off, way) < ahead_of_p || cross(way, off) * side <= 0) continue;
    if (!best || cross(*best - p, off) * side > 0) best = corner;
  }
  return best;
}

// The middle of a cell sees its target; where a wall is in the way of who stands beside the middle, the
// corner to pass first: on the middle's side nothing else is in the way. None where that corner is not found
// soon.
std::optional<Vec2> detour(const ConeBoard& board, Vec2 p, Cell here, Vec2 target) {
  constexpr int soon = 3;
  const Vec2 way = normalised(target - p);
  for (int i = 0; i < soon; ++i) {
    const std::optional<Cell> wall = first_wall(board, p, target, here.layer);
    if (!wall) return target;
    const std::optional<Vec2> bend = bend_at(*wall, p, way, centre_of(here));
    if (!bend) return std::nullopt;
    target = *bend;
  }
  return std::nullopt;
}

// The anchor of a served cell; null elsewhere.
const Anchor* anchor_for(const ConeBoard& board, Cell c) {
  const ConeTile* tile = board.find(c);
  const std::uint32_t offset = board.tiles().offset(c);
  return tile != nullptr && tile->is_served(offset) ? &board.anchor(tile->anchor_of(offset)) : nullptr;
}

Heading towards(Vec2 from, Vec2 target) {
  const Vec2 way = target - from;
  const float reach = length(way);
  return {reach > 0 ? way * (1 / reach) : Vec2{}, reach};
}

bool is_here(const Anchor& anchor, Cell here) {
  return anchor.kind != Anchor::Kind::corner && cell_of(anchor) == here;
}

/// The anchors of the four cells whose middles are around a position; its own cell's comes first.
struct Anchors {
  std::uint32_t numbers[4];
  int count = 1;

  void add(std::uint32_t number) {
    if (std::find(numbers, numbers + count, number) == numbers + count) numbers[count++] = number;
  }
};

/// Where a position is in its tile, and which of the cells beside its own are nearest to it.
struct Spot {
  Spot(const ConeTile& in, const TileGrid& tiles, Cell c, Vec2 position)
      : tile(in),
        here(c),
        p(position),
        x(c.x - in.origin.x),
        y(c.y - in.origin.y),
        side(tiles.side()),
        offset(static_cast<std::uint32_t>(y * detail::lanes + x)),
        dx(position.x - static_cast<float>(c.x) < 0.5F ? -1 : 1),
        dy(position.y - static_cast<float>(c.y) < 0.5F ? -1 : 1) {}

  // The cells beside are of the same tile.
  [[nodiscard]] bool is_inside() const { return (((x + dx) | (y + dy)) & -side) == 0; }

  const ConeTile& tile;
  const Cell here;
  const Vec2 p;
  const int x, y, side;
  const std::uint32_t offset;
  const int dx, dy;
};

// Within a tile, which is nearly always, cells of one anchor are told by its place there.
Anchors anchors_around(const ConeBoard& board, const Spot& spot) {
  const ConeTile& tile = spot.tile;
  Anchors found{{tile.anchor_of(spot.offset)}};
  if (spot.is_inside()) {
    for (const int beside : {spot.dx, spot.dy * detail::lanes, spot.dx + spot.dy * detail::lanes}) {
      const std::uint32_t there = spot.offset + static_cast<std::uint32_t>(beside);
      if (tile.place_of(there) != tile.place_of(spot.offset) && tile.is_served(there))
        found.add(tile.anchor_of(there));
    }
    return found;
  }
  const Cell here = spot.here;
  for (const Cell c : {Cell{here.x + spot.dx, here.y, here.layer}, Cell{here.x, here.y + spot.dy, here.layer},
                       Cell{here.x + spot.dx, here.y + spot.dy, here.layer}}) {
    const ConeTile* const there = board.find(c);
    const std::uint32_t beside = board.tiles().offset(c);
    if (there != nullptr && there->is_served(beside)) found.add(there->anchor_of(beside));
  }
  return found;
}

// A cell's anchor is that of its middle. Who stands beside the middle may have a nearer way by the anchor of
// a cell beside. Where to go for the one in sight by which it is nearest to a goal. Nothing where that is the
// cell's own anchor, or as good as: what is in sight costs time.
std::optional<Vec2> nearer_target(const ConeBoard& board, const Anchors& around, Vec2 p, Cell here) {
  const Anchor* anchors[4];
  double whole[4];
  for (int i = 0; i < around.count; ++i) {
    anchors[i] = &anchor_at(board, board.anchor(around.numbers[i]), p);
    whole[i] = anchors[i]->distance + static_cast<double>(length(anchors[i]->point() - p));
  }
  whole[0] -= as_good;
  for (;;) {
    const auto best = std::min_element(whole, whole + around.count) - whole;
    if (best == 0) return std::nullopt;
    if (const Vec2 target = rounded(*anchors[best]); !first_wall(board, p, target, here.layer)) return target;
    whole[best] = std::numeric_limits<double>::infinity();
  }
}

// Who goes so far, at most half a cell, meets no wall. Without branches: which way one goes is anything.
bool is_clear_to(const Spot& spot, Vec2 to) {
  const Cell ahead = cell_at(to, spot.here.layer);
  const auto x = static_cast<unsigned>(spot.x + 1),
             ahead_x = x + static_cast<unsigned>(ahead.x - spot.here.x);
  const std::uint64_t here = spot.tile.walls[spot.y + 1],
                      beyond = spot.tile.walls[spot.y + 1 + ahead.y - spot.here.y];
  return ((beyond >> ahead_x | beyond >> x | here >> ahead_x) & 1U) == 0;
}

// The common case: the anchors of the four cells around a position are further away than a cell, and that of
// its own cell is as good as the others. All four are compared at once: at random positions, to ask first
// whether they differ took longer. False at the boundary of a tile.
bool own_anchor_serves(const ConeBoard& board, const Anchor& own, const Spot& spot) {
  if (!spot.is_inside()) return false;
  const ConeTile& tile = spot.tile;
  const std::uint16_t own_place = tile.place_of(spot.offset);
  const auto squared = [&](const Anchor& anchor) {
    const Vec2 off = anchor.point() - spot.p;
    return dot(off, off);
  };
  const float own_square = squared(own);
  const double own_whole = own.distance + static_cast<double>(std::sqrt(own_square)) - as_good;
  bool serves = own_square > near * near;
  for (const int beside : {spot.dx, spot.dy * detail::lanes, spot.dx + spot.dy * detail::lanes}) {
    const std::uint32_t there = spot.offset + static_cast<std::uint32_t>(beside);
    const std::uint16_t place = tile.is_served(there) ? tile.place_of(there) : own_place;
    const Anchor& other = board.anchor(tile.anchors[place]);
    const float square = squared(other);
    const double whole = other.distance + static_cast<double>(std::sqrt(square));
    serves = serves & (square > near * near) & (own_whole <= whole);
  }
  return serves;
}

// On open ground, which is nearly everywhere: the cells around a position all have its anchor, and that is
// further away than any of them. Then nothing is nearer and no wall in the way, for who goes half a cell
// comes into one of the four at most. False at the boundary of a tile.
bool shares_anchor(const Anchor& own, const Spot& spot) {
  const ConeTile& tile = spot.tile;
  if (!spot.is_inside() || !tile.high_places.empty()) return false;
  const std::uint32_t columns = 1U << spot.x | 1U << (spot.x + spot.dx);
  if ((tile.served[spot.y] & tile.served[spot.y + spot.dy] & columns) != columns) return false;
  const std::uint8_t *const here = tile.cells->places + spot.offset, *const beside =
                                                                         here + spot.dy * detail::lanes;
  const Vec2 off = own.point() - spot.p;
  return (here[0] == here[spot.dx]) & (here[0] == beside[0]) & (here[0] == beside[spot.dx]) &
         (dot(off, off) > near * near);
}

// Where a second anchor is near, or a wall in the way. Inlined, it costs the common case a sixth of its time.
[[gnu::noinline]] Heading careful_heading(const ConeBoard& board, const Anchor& own, const Spot& spot) {
  const Cell here = spot.here;
  const Vec2 p = spot.p;
  std::optional<Vec2> target;
  if (const Anchors around = anchors_around(board, spot); around.count > 1)
    target = nearer_target(board, around, p, here);
  if (!target) target = rounded(anchor_at(board, own, p));
  if (const Heading way = towards(p, *target);
      is_clear_to(spot, way.reach > 0.5F ? p + way.direction * 0.5F : *target))
    return way;
  const auto ahead = [&] { return p + shortened(*target - p, 0.5F); };
  target = detour(board, p, here, *target);
  if (target && !is_clear_to(spot, ahead())) target = past_corner(board, here, ahead());
  if (!target) target = exit_towards(board, here, own);
  return towards(p, *target);
}

}  // namespace

Heading StraightField::heading(Vec2 position, std::int32_t layer) const {
  const ConeBoard& board = state_->board;
  if (board.ground() == 0) return detail::heading_by_nodes(board, position, layer);
  const Cell here = cell_at(position, layer);
  const ConeTile* const tile = board.find(here);
  const std::uint32_t offset = board.tiles().offset(here);
  if (tile == nullptr || !tile->is_served(offset)) return {};
  const Anchor& own = board.anchor(tile->anchor_of(offset));
  const Spot spot(*tile, board.tiles(), here, position);
  if (shares_anchor(own, spot)) return towards(position, rounded(own));
  if (is_here(own, here)) return {};
  if (own_anchor_serves(board, own, spot)) {
    const Heading way = towards(position, rounded(own));
    if (is_clear_to(spot, position + way.direction * 0.5F)) return way;
  }
  return careful_heading(board, own, spot);
}

void StraightField::headings(std::span<const PathPoint> positions, std::span<Heading> headings) const {
  PORTOLAN_ASSERT(headings.size() == positions.size(), "there is room for a heading of each position");
  const std::size_t count = std::min(positions.size(), headings.size());
  if (state_->board.ground() == 0) {
    detail::headings_by_nodes(state_->board, state_->by_nodes, positions.first(count), headings.data());
    return;
  }
  for (std::size_t i = 0; i < count; ++i) headings[i] = heading(positions[i].at, positions[i].layer);
}

std::optional<Cell> StraightField::next(Cell c) const {
  const ConeBoard& board = state_->board;
  const Anchor* const own = has_one_cost() ? anchor_for(board, c) : detail::source_in(board, c);
  if (own == nullptr && has_one_cost()) return std::nullopt;
  if (own != nullptr && is_here(*own, c)) return own->kind == Anchor::Kind::link ? board.link(*own).to : c;
  std::optional<Cell> best;
  float least = std::numeric_limits<float>::infinity();
  for (int i = 0; i < step_count; ++i) {
    const auto d = static_cast<Direction>(i);
    const Cell n = step(c, d);
    if (!grid().can_step(c, d)) continue;
    const float left = distance(n), cost = 0.5F * static_cast<float>(grid().cost(c) + grid().cost(n));
    const float whole = left + (is_diagonal(d) ? 1.4142135F : 1.0F) * cost;
    if (!(has_one_cost() ? left < distance(c) : detail::leads_on(board, c, n)) || !(whole < least)) continue;
    best = n;
    least = whole;
  }
  if (best || has_one_cost()) return best;
  const std::optional<Cell> around = detail::around_lowest_node(board, c);
  for (int i = 0; around && i < step_count; ++i) {
    const auto d = static_cast<Direction>(i);
    if (step(c, d) == *around && grid().can_step(c, d)) return around;  // the world may be younger
  }
  return std::nullopt;
}

std::vector<PathPoint> StraightField::path(Cell from) const {
  const ConeBoard& board = state_->board;
  if (!has_one_cost()) return detail::path_by_nodes(board, from);
  const ConeTile* tile = board.find(from);
  if (tile == nullptr || !tile->is_served(tiles().offset(from))) return {};
  std::vector<PathPoint> points{{centre_of(from), from.layer}};
  const auto add = [&points](Vec2 at, std::int32_t layer) {
    if (const PathPoint next{at, layer}; points.back() != next) points.push_back(next);
  };
  for (std::uint32_t number = tile->anchor_of(tiles().offset(from));;) {
    const Anchor& anchor = board.anchor(number);
    add(anchor.point(), anchor.layer);
    if (anchor.kind == Anchor::Kind::goal) return points;
    if (anchor.kind == Anchor::Kind::link) {
      const Cell to = board.link(anchor).to;
      add(centre_of(to), to.layer);
    }
    number = anchor.parent;
  }
}

}  // namespace portolan
