// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// How bodies go around the corners of walls, and those of a group side by side: each in its lane.
#include <algorithm>
#include <cmath>
#include <optional>

#include <portolan/core/detail/open_ground.hpp>
#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/detail/body_room.hpp>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr float shortest_way = 1e-3F;       // cells; a shorter one tells no direction
constexpr float off_corner = 1.0F / 32;     // cells by which a bend may lie off the corner of a wall
constexpr float as_near_as_it_can = 0.05F;  // cells, to where a way bends beside a wall
constexpr float lane_from = 24;             // cells before a corner from which on lanes are kept,
constexpr float breadths_from = 3;          // or so many breadths of the group
constexpr float lane_reached = 0.2F;        // cells
constexpr float least_behind = 0.5F;        // as wide as before a corner is the ground behind it, for lanes
constexpr float ahead_at_post = 0.7F;       // cosine: a lane at a door's post lies ahead, not to the side
constexpr float same_way_on = 0.6F;         // cosine: who turns by less needs no lane
constexpr float next_look = 2;              // cells from one look to the side to the next
constexpr float inwards = 0.6F;             // cosine: somebody is on the inner side of an agent in a bend
constexpr float shortest_round = 0.5F;      // of its margin, that a body goes straight on at a corner

// A convex corner of walls: a vertex of the grid, and the diagonal that leads away from it, each part of it 1
// or -1.
struct Corner {
  Cell at;
  Vec2 away;

  [[nodiscard]] Vec2 vertex() const { return {static_cast<float>(at.x), static_cast<float>(at.y)}; }
};

std::optional<Corner> corner_at(const GridView& grid, const Cell& at) {
  Vec2 away;
  int walls = 0;
  for (int k = 0; k < 4; ++k) {
    const int dx = k % 2, dy = k / 2;
    if (grid.passable({at.x - 1 + dx, at.y - 1 + dy, at.layer})) continue;
    ++walls;
    away = {dx == 0 ? 1.0F : -1.0F, dy == 0 ? 1.0F : -1.0F};
  }
  return walls == 1 ? std::optional(Corner{at, away}) : std::nullopt;
}

Cell vertex_by(Vec2 p, std::int32_t layer) { return {floored(p.x + 0.5F), floored(p.y + 0.5F), layer}; }

// How wide the ground is from a corner to the next wall in a direction, whose parts are 1, -1 or 0, in steps
// of it, less room on both sides.
float width_from(const GridView& grid, PathPoint from, Vec2 direction, float room, float widest) {
  const auto wall = straight(grid, from, from.at + direction * widest);
  const Vec2 off = wall ? wall->at - from.at : Vec2{};
  const float width = wall ? std::max(std::abs(off.x), std::abs(off.y)) + 0.5F : widest;
  return std::max(0.0F, width - 2 * room);
}

float lane_width(const GridView& grid, const Corner& corner, float room, float widest) {
  return width_from(grid, {corner.vertex() + corner.away * 0.5F, corner.at.layer}, corner.away, room, widest);
}

// The same of the ground behind the corner, for those who have its wall on this side of them.
float width_behind(const GridView& grid, const Corner& corner, Vec2 side, float room, float widest) {
  const bool lies = std::abs(side.x) > std::abs(side.y);
  const Vec2 across{lies ? corner.away.x : 0, lies ? 0 : corner.away.y};
  const Vec2 past = across * 2 - corner.away;  // half a step out, and half a step on
  return width_from(grid, {corner.vertex() + past * 0.5F, corner.at.layer}, across, room, widest);
}

// How much width there is for lanes at a corner, and behind it.
struct LaneRoom {
  float width, behind;

  LaneRoom(const GridView& grid, const detail::Errand& errand, float room, const Corner& corner, Vec2 inner)
      : width(lane_width(grid, corner, room, errand.breadth + 2 * room)),
        behind(width_behind(grid, corner, inner, room, errand.breadth + 2 * room)) {}

  [[nodiscard]] bool is_door() const { return behind < least_behind * width; }
};

// How far out one passes a corner with so much width for lanes: as far as those of its group need who are
// nearer to the wall.
float lane_at(const detail::Errand& errand, float room, float width, bool wall_on_right) {
  const float rank = wall_on_right ? 1 - errand.lane : errand.lane;
  return room + rank * std::min<float>(errand.breadth, width);
}

// Does the wall go on from the corner so far in both directions? That of a hall does, and that of a rock does
// not: who goes by a rock is in no bend.
bool goes_on(const GridView& grid, const Corner& corner, float far) {
  const std::int32_t dx = corner.away.x < 0 ? 1 : -1, dy = corner.away.y < 0 ? 1 : -1;
  const std::int32_t x = corner.at.x + std::min(dx, 0), y = corner.at.y + std::min(dy, 0);
  for (std::int32_t k = 0; static_cast<float>(k) < far; ++k) {
    if (grid.passable({x + dx * k, y, corner.at.layer}) || grid.passable({x, y + dy * k, corner.at.layer}))
      return false;
  }
  return true;
}

// The same for those who come around the corner: not farther than there is room behind it, nor at rocks. Who
// kept a lane behind a door would press in from the side, and 1,000 leave two halls by doors after 187 s in
// place of 166.
std::optional<float> lane_behind(const GridView& grid, const detail::Errand& errand, float room,
                                 const Corner& corner, Vec2 inner, bool wall_on_right) {
  const LaneRoom lanes(grid, errand, room, corner, inner);
  if (lanes.is_door() || !goes_on(grid, corner, least_behind * lanes.width)) return std::nullopt;
  return std::min(lane_at(errand, room, lanes.width, wall_on_right), room + lanes.behind);
}

// Less of it, where a wall hides the rest.
float seen_of_lane(const GridView& grid, Vec2 from, const Corner& corner, float outwards, float room) {
  while (outwards > room && straight(grid, {from, corner.at.layer}, corner.vertex() + corner.away * outwards))
    outwards = std::max(room, outwards * 0.5F);
  return outwards;
}

// Less of it at a door's post, where the rest lies to the side or behind. Lanes spread a crowd over a door's
// width, but who has come close to the post would go back for its own, through those who go straight in: so
// sixty random halls took 1.11 times as long, and without any lanes at posts 1.05 times.
float ahead_of_post(Vec2 from, Vec2 way, const Corner& corner, float outwards, float room) {
  const auto is_aside = [&] {
    const Vec2 off = corner.vertex() + corner.away * outwards - from;
    return dot(off, way) < ahead_at_post * length(off);
  };
  while (outwards > room && is_aside()) outwards = std::max(room, outwards * 0.75F);
  return outwards;
}

float lanes_begin(float breadth) { return std::max(lane_from, breadths_from * breadth); }

// The side of a bend on which the wall is: to the right of those who go that way, or to the left.
struct InnerSide {
  bool is_right;
  Vec2 direction;

  InnerSide(Vec2 way, const Corner& corner)
      : is_right(dot(right_of(way), corner.away) < 0),
        direction(is_right ? right_of(way) : Vec2{way.y, -way.x}) {}
};

// Does it keep a lane at a corner that it comes to?
bool comes_to_lane(const detail::Errand& errand, const Heading& way) {
  return errand.breadth > 0 && way.reach < lanes_begin(errand.breadth);
}

// How far out it passes such a corner.
float lane_before(const GridView& grid, const detail::Errand& errand, Vec2 from, const Heading& way,
                  const Corner& corner, const InnerSide& inner, float room, bool innermost) {
  const LaneRoom lanes(grid, errand, room, corner, inner.direction);
  if (!lanes.is_door() && innermost) return room;
  float outwards = lane_at(errand, room, lanes.width, inner.is_right);
  if (lanes.is_door()) outwards = ahead_of_post(from, way.direction, corner, outwards, room);
  return seen_of_lane(grid, from, corner, outwards, room);
}

// The corner at which a wall begins beside a way, so many cells to that side of it at most. A way may graze
// it, and lie in the wall there by what is rounded.
std::optional<Corner> corner_beside(const GridView& grid, PathPoint from, const Heading& way, Vec2 side,
                                    float widest, float longest) {
  const auto looks = static_cast<int>(std::min(longest, way.reach) / next_look);
  for (int k = 1; k <= looks; ++k) {
    const Vec2 at = from.at + way.direction * (next_look * static_cast<float>(k));
    const bool ends = !grid.passable(cell_at(at, from.layer));
    const auto wall = ends ? PathPoint{at, from.layer} : straight(grid, {at, from.layer}, at + side * widest);
    for (float back = 0; wall && back <= next_look; back += 0.5F) {
      const auto corner = corner_at(grid, vertex_by(wall->at - way.direction * back, from.layer));
      if (corner && dot(corner->away, way.direction) < 0 && dot(corner->away, side) < 0) return corner;
    }
    if (ends) break;
  }
  return std::nullopt;
}

// Does a cell lie beside one that costs more or less?
bool borders_other_ground(const GridView& grid, Cell c) {
  for (int d = 0; d < step_count; ++d) {
    const Cell beside = step(c, static_cast<Direction>(d));
    if (grid.passable(beside) && grid.cost(beside) != grid.cost(c)) return true;
  }
  return false;
}

// Along an axis, as walls lie.
Vec2 along_walls(Vec2 direction) {
  const bool lies = std::abs(direction.x) > std::abs(direction.y);
  return {lies ? std::copysign(1.0F, direction.x) : 0, lies ? 0 : std::copysign(1.0F, direction.y)};
}

}  // namespace

// An agent with nobody on the inner side of a bend needs no lane: the last of a crowd cut the corner. Far
// from the focus it is not known who is there.
bool Crowd::State::is_innermost(std::uint32_t i, Vec2 p, Vec2 inner) const {
  bool found = is_far(i);
  for_near(i, [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[j] - p;
    found = found || dot(off, inner) > inwards * length(off);
  });
  return !found;
}

// To the next cell, where that costs more or less.
std::optional<Heading> Crowd::State::to_other_ground(std::uint32_t i, Vec2 p) const {
  const GridView& grid = group_of(i).grid;
  const Cell here = cell_at(p, bodies.layers[i]);
  const auto next = guide_of(i).next(here);
  if (!next || *next == here || !is_beside(*next, here) || grid.cost(*next) == grid.cost(here))
    return std::nullopt;
  const Vec2 off = centre_of(*next) - p;
  return Heading{normalised(off), length(off)};
}

// The way of a point that is to cross costly ground bends beside it, and does so along walls, too, and behind
// corners. A body cannot come there: it keeps off the wall, and where it has come as near as it can goes on
// from cell to cell. Some stood pressed to the wall before a door whose ground is costly, and all others
// behind them, for good.
Heading Crowd::State::beside_wall(std::uint32_t i, Vec2 p, const Heading& way) const {
  const GridView& grid = group_of(i).grid;
  const std::int32_t layer = bodies.layers[i];
  const Vec2 bend = p + way.direction * std::max(0.0F, way.reach - off_corner);
  const Cell at = cell_at(bend, layer);
  if (detail::is_open_around(grid, at, 1) || !grid.passable(at) || !borders_other_ground(grid, at))
    return way;
  const Vec2 end = detail::with_room(grid, layer, bend, margin(i));
  if (end == bend) return way;
  const Vec2 off = end - p;
  const float reach = length(off);
  if (reach > as_near_as_it_can) return {off * (1 / reach), reach};
  return to_other_ground(i, p).value_or(way);
}

// A guide leads a point, which touches corners; a body passes them at a distance, and those of a group side
// by side.
detail::Way Crowd::State::around_corner(std::uint32_t i, Vec2 p, const Heading& way) const {
  const float room = margin(i);
  if (!way.bends() || !(room > 0)) return {way};
  const Vec2 bend = p + way.direction * way.reach;
  const Cell at = vertex_by(bend, bodies.layers[i]);
  const Vec2 beside = bend - Vec2{static_cast<float>(at.x), static_cast<float>(at.y)};
  const GridView& grid = group_of(i).grid;
  const bool is_at_vertex = std::abs(beside.x) <= off_corner && std::abs(beside.y) <= off_corner;
  const auto corner = is_at_vertex ? corner_at(grid, at) : std::nullopt;
  if (!corner) return {beside_wall(i, p, way)};
  // It is as near to the corner as a body gets, or past that.
  if (dot(corner->vertex() + corner->away * room - p, way.direction) <= 0) {
    if (const auto onward = to_other_ground(i, p)) return {*onward};
  }
  // With forces alone lanes would take longer than all else of a step.
  std::optional<float> lane;
  if (in_reciprocal_group(i) && comes_to_lane(bodies.errands[i], way)) {
    const InnerSide inner(way.direction, *corner);
    const bool innermost = is_innermost(i, p, inner.direction);
    lane = lane_before(grid, bodies.errands[i], p, way, *corner, inner, room, innermost);
  }
  const Vec2 off = corner->vertex() + corner->away * lane.value_or(room) - p;
  const float reach = length(off);
  if (!(reach > shortest_way)) return {way};
  return {{off * (1 / reach), reach}, lane.has_value()};
}

// To its lane on the diagonal of the corner of the bend in which it goes, before it turns onward; on its way
// where it needs no lane, and nothing where it is there, or there is no such corner.
std::optional<detail::Way> Crowd::State::to_diagonal(std::uint32_t i, Vec2 p, const Heading& way,
                                                     const Heading& onward) const {
  const detail::Errand& errand = bodies.errands[i];
  const GridView& grid = group_of(i).grid;
  const float room = margin(i);
  const Vec2 right = right_of(onward.direction);
  const Vec2 before = bodies.headings[i];
  if (dot(before, onward.direction) > same_way_on) return std::nullopt;
  const bool to_the_right = dot(before, right) < 0;
  const Vec2 inner = to_the_right ? right : right * -1;
  if (is_innermost(i, p, inner)) return detail::Way{way, true};
  const auto corner = corner_beside(grid, {p, bodies.layers[i]}, onward, inner, room + errand.breadth,
                                    lanes_begin(errand.breadth));
  const auto outwards = corner ? lane_behind(grid, errand, room, *corner, inner, to_the_right) : std::nullopt;
  if (!outwards || dot(corner->vertex() + corner->away * *outwards - p, inner) >= -lane_reached)
    return std::nullopt;
  // Who is past the diagonal goes straight to its lane, and not back.
  const float seen = seen_of_lane(grid, p, *corner, *outwards, room);
  const Vec2 to_lane = corner->vertex() + corner->away * seen - p;
  const Vec2 off = to_lane - onward.direction * std::min(0.0F, dot(to_lane, onward.direction));
  const float reach = length(off);
  const bool hidden = dot(off, inner) >= 0 || straight(grid, {p, bodies.layers[i]}, p + off);
  return hidden ? detail::Way{way, true} : detail::Way{{off * (1 / reach), reach}, true};
}

// Who goes around a bend sees where it leads before it has come to its lane there: until then it goes on to
// the diagonal of the corner. Were it to turn at once, all lanes of a crowd would meet beside the corner.
detail::Way Crowd::State::out_of_bend(std::uint32_t i, Vec2 p, const detail::Way& way) const {
  const detail::Errand& errand = bodies.errands[i];
  if (way.in_bend || !errand.is(detail::Errand::in_bend) || way.direction == Vec2{}) return way;
  if (way.reach >= next_look) return to_diagonal(i, p, way, way).value_or(way);
  // A way that bends at once leads around a jam, and tells nothing of the corner: some who took it for the
  // way out of the bend turned back in the middle of it, and stood there.
  const Vec2 before = bodies.headings[i];
  const Vec2 side = along_walls(right_of(before));
  for (const Vec2 onward : {side, side * -1}) {
    if (const auto lane = to_diagonal(i, p, way, {onward, lanes_begin(errand.breadth)})) return *lane;
  }
  return way;
}

// A guide leads a point past a corner; a body that would catch on it goes round it. `led`: where the guide
// leads; its way there may keep off the next corner already, or to the right.
Heading Crowd::State::past_corner(std::uint32_t i, Vec2 p, const Heading& way, Vec2 led) const {
  const float room = margin(i);
  const GridView& grid = group_of(i).grid;
  const Cell here = cell_at(p, bodies.layers[i]);
  if (!(room > 0) || way.direction == Vec2{} || detail::is_open_around(grid, here, 1)) return way;
  for (int k = 0; k < 4; ++k) {
    const Cell at{here.x + k % 2, here.y + k / 2, here.layer};
    const Vec2 off = Vec2{static_cast<float>(at.x), static_cast<float>(at.y)} - p;
    const float ahead = dot(off, way.direction);
    const float across = way.direction.x * off.y - way.direction.y * off.x;
    if (ahead <= 0 || ahead > way.reach || std::abs(across) >= room) continue;
    const auto corner = corner_at(grid, at);
    if (!corner) continue;
    const Vec2 away = corner->away;
    const float d = length(off);
    const float sine =
        std::min(1.0F, room / d) * (way.direction.x * away.y < way.direction.y * away.x ? -1.0F : 1.0F);
    const float cosine = std::sqrt(1 - sine * sine);
    const Vec2 beside = off * (1 / d);
    const Vec2 round{beside.x * cosine - beside.y * sine, beside.x * sine + beside.y * cosine};
    // Back around a post that it has passed: the one ahead counts. Were that told by its own way, one that
    // touches a rock, and keeps off the next one, would sway before it for good.
    if (dot(round, led) < 0) continue;
    return {round, std::max(d * cosine, shortest_round * room)};
  }
  return way;
}

}  // namespace portolan
