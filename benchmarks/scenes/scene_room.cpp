// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "scene_room.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <portolan/core/straight_queries.hpp>

namespace portolan::scenes {
namespace {

constexpr float filled = 0.6F;     // of the ground, by bodies that come and go
constexpr float spacing = 2.3F;    // radii between places
constexpr float kept_free = 3.5F;  // radii around the goal
constexpr float way_in = 3;        // radii to both sides of the way to it
constexpr float most_rings = 3;    // times what is needed, to look for places
constexpr float behind = 0.75F;    // of its distance by which a place straight behind is preferred

Vec2 middle_of(const Leg& goal) {
  if (goal.point) return *goal.point;
  Vec2 sum;
  for (const Cell& c : goal.cells) sum += centre_of(c);
  return sum * (1 / static_cast<float>(goal.cells.size()));
}

}  // namespace

bool is_crowded(const Leg& goal, const Actor& actor, std::size_t bodies) {
  const auto cells = goal.point ? 0.0F : static_cast<float>(goal.cells.size());
  const float within = actor.arrive_within;
  const float area = cells + 4 * std::sqrt(cells) * within + std::numbers::pi_v<float> * within * within;
  const float body = 4 * actor.radius * actor.radius;
  return bodies > 1 && static_cast<float>(bodies) * body > filled * area;
}

std::vector<Vec2> places_beyond(const GridView& grid, const Leg& goal, const Actor& actor, Vec2 heading,
                                std::size_t bodies) {
  const Vec2 middle = middle_of(goal);
  const float step = spacing * actor.radius;
  const float around = kept_free * actor.radius + std::sqrt(static_cast<float>(goal.cells.size()));
  const float reach = around + most_rings * step * std::sqrt(static_cast<float>(bodies));
  const auto rows = static_cast<int>(reach / step);
  std::vector<std::pair<float, Vec2>> found;
  for (int y = -rows; y <= rows; ++y) {
    for (int x = -rows; x <= rows; ++x) {
      const Vec2 off = Vec2{static_cast<float>(x), static_cast<float>(y)} * step;
      const float far = length(off), ahead = dot(off, heading);
      const float beside = std::abs(off.x * heading.y - off.y * heading.x);
      if (far > reach || far < around || (ahead < 0 && beside < way_in * actor.radius)) continue;
      const Vec2 place = middle + off;
      if (!grid.passable(cell_at(place, 0)) || straight(grid, {middle, 0}, place)) continue;
      found.emplace_back(far - behind * ahead, place);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  found.resize(std::min(found.size(), bodies));
  std::vector<Vec2> places;
  for (const auto& [score, place] : found) places.push_back(place);
  std::stable_sort(places.begin(), places.end(),
                   [&](Vec2 a, Vec2 b) { return length(a - middle) < length(b - middle); });
  return places;
}

bool is_free(const std::vector<Vec2>& bodies, Vec2 p, float radius) {
  return std::none_of(bodies.begin(), bodies.end(), [&](Vec2 q) { return length(q - p) < 2 * radius; });
}

std::optional<Vec2> free_place(const GridView& grid, const std::vector<Vec2>& bodies, const Actor& actor) {
  if (is_free(bodies, actor.start, actor.radius)) return actor.start;
  std::optional<Vec2> best;
  for (int k = 0; k < 11 * 11; ++k) {
    const Vec2 off = Vec2{static_cast<float>(k % 11 - 5), static_cast<float>(k / 11 - 5)} * actor.radius;
    const Vec2 p = actor.start + off;
    if (best && dot(off, off) >= dot(*best - actor.start, *best - actor.start)) continue;
    if (grid.passable(cell_at(p, 0)) && is_free(bodies, p, actor.radius)) best = p;
  }
  return best;
}

}  // namespace portolan::scenes
