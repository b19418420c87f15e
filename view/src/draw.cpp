// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/assert.hpp>
#include <portolan/view/draw.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace portolan {
namespace {

constexpr Color open_ground = rgb(0xF1E9D6);
constexpr Color costly_ground = rgb(0xA58B62);
constexpr Color wall = rgb(0x3A424F);
constexpr Color ink = rgb(0x222732);
constexpr Color paper = rgb(0xFFFDF7);

Color ground_color(Cost cost) {
  if (cost == impassable) return wall;
  return mix(open_ground, costly_ground, std::log2(static_cast<double>(cost)) / 8);
}

Vec2 left_top(const Rect& r) { return {static_cast<float>(r.x), static_cast<float>(r.y)}; }
Vec2 right_bottom(const Rect& r) {
  return {static_cast<float>(r.x + r.width), static_cast<float>(r.y + r.height)};
}

std::array<Vec2, 5> outline(const Rect& r) {
  const Vec2 a = left_top(r);
  const Vec2 b = right_bottom(r);
  return {{a, {b.x, a.y}, b, {a.x, b.y}, a}};
}

Distance farthest(const Rect& area, const DistanceAt& at) {
  Distance most;
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) {
      const Distance d = at({x, y, area.layer});
      if (reachable(d)) most = std::max(most, d);
    }
  }
  return most;
}

// Paints each cell by itself.
template <class Paint>
void paint_cells(Canvas& canvas, const Paint& paint) {
  canvas.cells([&](Cell start, std::span<Color> row) {
    for (Color& out : row) {
      paint(start, out);
      ++start.x;
    }
  });
}

// 0 at a goal, 1 at the farthest cell.
double place_on_scale(Distance d, Distance most) {
  return static_cast<double>(d.units) / std::max(1.0, static_cast<double>(most.units));
}

// The cell with a direction that is nearest to the middle of a block, out of nine.
Cell arrow_cell(const DirectionAt& direction, const Rect& block) {
  const int dx = std::max(1, block.width / 4);
  const int dy = std::max(1, block.height / 4);
  const Cell middle{block.x + block.width / 2, block.y + block.height / 2, block.layer};
  for (const auto& [sx, sy] : std::array<std::array<int, 2>, 9>{
           {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}}) {
    const Cell c{middle.x + sx * dx, middle.y + sy * dy, block.layer};
    if (block.contains(c) && is_step(direction(c))) return c;
  }
  return {-1, -1, block.layer};
}

void draw_arrow(Canvas& canvas, Vec2 at, Direction direction, float length, Color color) {
  const float angle = static_cast<float>(direction) * 0.78539816F;
  const float ux = std::cos(angle) * length / 2;
  const float uy = std::sin(angle) * length / 2;
  const Vec2 tip{at.x + ux, at.y + uy};
  const std::array<Vec2, 5> line{{{at.x - ux, at.y - uy},
                                  tip,
                                  {at.x + 0.2F * ux - 0.6F * uy, at.y + 0.2F * uy + 0.6F * ux},
                                  tip,
                                  {at.x + 0.2F * ux + 0.6F * uy, at.y + 0.2F * uy - 0.6F * ux}}};
  canvas.stroke(line, 1.3F, color);
}

// A box of 11 pixels a side around a cell's middle, and an arrow in it: up, down or none.
void draw_link_end(Canvas& canvas, Cell end, int up, double opacity) {
  const float half = 5.5F / canvas.scale();
  const Vec2 at = centre_of(end);
  const Vec2 corner{at.x - half, at.y - half};
  const Vec2 opposite{at.x + half, at.y + half};
  canvas.fill(corner, opposite, faded(paper, opacity));
  canvas.stroke(
      std::array<Vec2, 5>{{corner, {opposite.x, corner.y}, opposite, {corner.x, opposite.y}, corner}}, 1.4F,
      ink);
  if (up == 0) return;
  const float tip = up > 0 ? -0.6F * half : 0.6F * half;  // y grows downwards
  canvas.stroke(
      std::array<Vec2, 3>{
          {{at.x - 0.6F * half, at.y - tip / 2}, {at.x, at.y + tip}, {at.x + 0.6F * half, at.y - tip / 2}}},
      1.8F, ink);
}

}  // namespace

void draw_terrain(Canvas& canvas, const World& world, ProfileId profile, const TerrainPalette& palette) {
  PORTOLAN_ASSERT(profile.value < world.profile_count(), "draw for a profile of the world");
  const GridView grid = world.view(profile);
  paint_cells(canvas, [&](Cell c, Color& out) {
    const Cost cost = grid.cost(c);
    out = (cost == impassable ? palette.blocked : palette.passable)[world.terrain(c)];
    if (out.a == 0) out = ground_color(cost);
  });
}

void draw_terrain(Canvas& canvas, const GridView& grid) {
  paint_cells(canvas, [&](Cell c, Color& out) { out = ground_color(grid.cost(c)); });
}

void draw_sectors(Canvas& canvas, const TileGrid& tiles) {
  constexpr float least_spacing = 6;
  if (static_cast<float>(tiles.side()) * canvas.scale() < least_spacing) return;
  const Rect area = canvas.area();
  const Vec2 begin = left_top(area);
  const Vec2 end = right_bottom(area);
  const Color line = faded(ink, 0.13);
  for (int x = tiles.side(); x < tiles.extent().width; x += tiles.side()) {
    const auto at = static_cast<float>(x);
    canvas.stroke(std::array<Vec2, 2>{{{at, begin.y}, {at, end.y}}}, 1, line);
  }
  for (int y = tiles.side(); y < tiles.extent().height; y += tiles.side()) {
    const auto at = static_cast<float>(y);
    canvas.stroke(std::array<Vec2, 2>{{{begin.x, at}, {end.x, at}}}, 1, line);
  }
}

void draw_corridor(Canvas& canvas, const TileGrid& tiles, std::span<const TileId> corridor,
                   Color outline_color) {
  std::vector<bool> members(tiles.tile_count());
  for (const TileId tile : corridor) members[tile.value] = true;
  for (const TileId tile : corridor) {
    const Rect box = tiles.bounds(tile);
    if (box.layer != canvas.area().layer) continue;
    canvas.fill(left_top(box), right_bottom(box), faded(outline_color, 0.14));
    const std::array<Vec2, 5> corners = outline(box);
    constexpr std::array<Direction, 4> sides{Direction::n, Direction::e, Direction::s, Direction::w};
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const TileId beyond = tiles.neighbour(tile, sides[i]);
      if (beyond.valid() && members[beyond.value]) continue;
      canvas.stroke(std::array<Vec2, 2>{{corners[i], corners[i + 1]}}, 2.4F, outline_color);
    }
  }
}

Distance draw_field(Canvas& canvas, const DistanceAt& at) {
  constexpr double opacity = 0.85;
  constexpr int rings = 24;  // lighter and darker in turn
  const Distance most = farthest(canvas.area(), at);
  paint_cells(canvas, [&](Cell c, Color& out) {
    const Distance d = at(c);
    if (!reachable(d)) return;
    const double t = place_on_scale(d, most);
    out = faded(distance_color(t), opacity);
    if (static_cast<int>(t * rings) % 2 == 1) out = mix(out, faded(ink, opacity), 0.07);
  });
  return most;
}

void draw_directions(Canvas& canvas, const DirectionAt& at, Color color) {
  constexpr float least_spacing = 14;
  const Rect area = canvas.area();
  const int block = std::max(1, static_cast<int>(std::ceil(least_spacing / canvas.scale())));
  for (int y = area.y; y < area.y + area.height; y += block) {
    for (int x = area.x; x < area.x + area.width; x += block) {
      const Rect box{x, y, std::min(block, area.x + area.width - x),
                     std::min(block, area.y + area.height - y), area.layer};
      const Cell cell = arrow_cell(at, box);
      if (cell.x >= 0) draw_arrow(canvas, centre_of(cell), at(cell), 0.7F * static_cast<float>(block), color);
    }
  }
}

void draw_portal(Canvas& canvas, Cell first, Cell last, Direction side) {
  PORTOLAN_ASSERT(is_step(side) && !is_diagonal(side), "a portal lies on a side of its cells");
  PORTOLAN_ASSERT(first.layer == last.layer, "a portal lies on one layer");
  const float dx = 0.5F * static_cast<float>(step_dx[static_cast<std::size_t>(side)]);
  const float dy = 0.5F * static_cast<float>(step_dy[static_cast<std::size_t>(side)]);
  const Vec2 a = centre_of(first);
  const Vec2 b = centre_of(last);
  // Half a cell along the run at either end, so that the mark is as long as the portal is wide.
  const float ex = std::abs(dy);
  const float ey = std::abs(dx);
  const std::array<Vec2, 2> line{{{a.x + dx - ex, a.y + dy - ey}, {b.x + dx + ex, b.y + dy + ey}}};
  canvas.stroke(line, 3, faded(rgb(0xC2185B), 0.8));
}

void draw_trail(Canvas& canvas, std::span<const Vec2> trail, Color color, double opacity) {
  canvas.stroke(trail, 1.4F, faded(color, opacity));
}

void draw_path(Canvas& canvas, std::span<const Cell> path, Color color) {
  std::vector<Vec2> points;
  points.reserve(path.size());
  // A link leads elsewhere: the line ends there and begins again, and only what lies on this layer shows.
  const auto flush = [&] {
    canvas.stroke(points, 5, faded(paper, 0.85));
    canvas.stroke(points, 2.6F, color);
    points.clear();
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Cell c = path[i];
    const bool joined = i > 0 && path[i - 1].layer == c.layer && std::abs(path[i - 1].x - c.x) <= 1 &&
                        std::abs(path[i - 1].y - c.y) <= 1;
    if (!joined) flush();
    if (c.layer == canvas.area().layer) points.push_back(centre_of(c));
  }
  flush();
}

void draw_agent(Canvas& canvas, Vec2 place, float radius_cells, Color color) {
  PORTOLAN_ASSERT(radius_cells >= 0, "a radius is no less than nothing");
  const float radius = std::max(1.6F, radius_cells * canvas.scale());
  canvas.disc(place, radius + std::min(0.9F, radius / 4), faded(paper, 0.9));
  canvas.disc(place, radius, color);
}

void draw_obstacle(Canvas& canvas, Vec2 place, float radius_cells) {
  const float radius = std::max(3.0F, radius_cells * canvas.scale());
  canvas.disc(place, radius + 1.2F, paper);
  canvas.disc(place, radius, rgb(0x8E1B1B));
}

void draw_start(Canvas& canvas, Cell start, Color color) {
  canvas.disc(centre_of(start), 7, paper);
  canvas.disc(centre_of(start), 5.6F, color);
  canvas.disc(centre_of(start), 3, paper);
}

void draw_goal(Canvas& canvas, Cell goal, Color color) {
  canvas.disc(centre_of(goal), 8.5F, paper);
  canvas.disc(centre_of(goal), 7, color);
  canvas.disc(centre_of(goal), 4.4F, paper);
  canvas.disc(centre_of(goal), 2.4F, color);
}

void draw_link(Canvas& canvas, const Link& link) {
  const int layer = canvas.area().layer;
  const bool level = link.from.layer == link.to.layer;
  if (level && link.from.layer == layer)
    canvas.stroke(std::array<Vec2, 2>{{centre_of(link.from), centre_of(link.to)}}, 1.2F, faded(ink, 0.5));
  // The end is seen through: another link may begin there.
  if (link.to.layer == layer) draw_link_end(canvas, link.to, 0, 0);
  if (link.from.layer == layer)
    draw_link_end(canvas, link.from, level ? 0 : link.to.layer > layer ? 1 : -1, 0.9);
}

}  // namespace portolan
