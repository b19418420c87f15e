// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "orders/places.hpp"

#include <algorithm>
#include <utility>

#include <portolan/core/tile_field.hpp>

namespace portolan {
namespace {

constexpr std::int32_t most_rings = 64;
constexpr std::int32_t samples = 4;       // cells between two candidates
constexpr std::int32_t tiles_across = 6;  // that agents look for a place, to either side
constexpr std::size_t most_places = 16;

// Candidates do not move with the agents.
std::int32_t snapped(std::int32_t v) { return std::max(v, 0) / samples * samples + samples / 2; }

Rect box_of(std::span<const Cell> cells) {
  Cell low = cells.front();
  Cell high = low;
  for (const Cell& c : cells) {
    low = {std::min(low.x, c.x), std::min(low.y, c.y), low.layer};
    high = {std::max(high.x, c.x), std::max(high.y, c.y), low.layer};
  }
  return {low.x, low.y, high.x - low.x + 1, high.y - low.y + 1, low.layer};
}

void add_if_free(const GridView& grid, Cell c, std::vector<Goal>& goals) {
  if (grid.contains(c) && grid.passable(c)) goals.push_back({c});
}

// The cells of a ring around a box, by row and column.
std::vector<Goal> free_on_ring(const GridView& grid, const Rect& box, std::int32_t ring) {
  std::vector<Goal> goals;
  const std::int32_t right = box.x + box.width - 1 + ring;
  const std::int32_t bottom = box.y + box.height - 1 + ring;
  for (std::int32_t y = box.y - ring; y <= bottom; ++y) {
    const bool whole = y == box.y - ring || y == bottom;
    for (std::int32_t x = box.x - ring; x <= right; x += whole ? 1 : right - box.x + ring)
      add_if_free(grid, {x, y, box.layer}, goals);
  }
  return goals;
}

// What it costs from the nearest of the cells to places around; final up to `settled_below`.
TileField costs_around(const GridView& grid, const TileGrid& sectors, std::span<const Cell> cells) {
  TileField field = TileField::distances_only(grid, sectors);
  for (const Cell& c : cells) {
    if (grid.contains(c)) field.add_goal({c});
  }
  field.advance(tiles_of_flight);
  return field;
}

}  // namespace

std::vector<Goal> free_cells_at(const GridView& grid, std::span<const Cell> cells) {
  std::vector<Goal> goals;
  for (const Cell& c : cells) add_if_free(grid, c, goals);
  for (std::int32_t ring = 1; goals.empty() && !cells.empty() && ring <= most_rings; ++ring)
    goals = free_on_ring(grid, box_of(cells), ring);
  if (goals.empty()) {
    for (const Cell& c : cells) {
      if (grid.contains(c)) goals.push_back({c});
    }
  }
  return goals;
}

std::vector<Goal> places_away_from(const GridView& grid, const TileGrid& sectors,
                                   std::span<const Cell> threats, std::span<const Cell> agents) {
  if (threats.empty() || agents.empty()) return {};
  const TileField near = costs_around(grid, sectors, agents);
  const TileField danger = costs_around(grid, sectors, threats);
  std::vector<std::pair<Distance, Cell>> found;
  // Where the threats' costs are not known they are farther than all that is known.
  const auto threat_at = [&](Cell c) { return std::min(danger.at(c), danger.settled_below()); };
  const Rect box = box_of(agents);
  const std::int32_t margin = tiles_across * sectors.side();
  for (std::int32_t y = snapped(box.y - margin); y < box.y + box.height + margin; y += samples) {
    for (std::int32_t x = snapped(box.x - margin); x < box.x + box.width + margin; x += samples) {
      const Cell c{x, y, box.layer};
      const Distance mine = near.at(c);
      if (!reachable(mine) || mine > near.settled_below()) continue;
      if (mine < threat_at(c)) found.emplace_back(threat_at(c), c);
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  // Agents go to the nearest of them, so that all must be about as good as the best.
  std::vector<Goal> goals;
  for (const auto& [danger_cost, c] : found) {
    if (goals.size() == most_places || danger_cost.units < found.front().first.units / 8 * 7) break;
    goals.push_back({c});
  }
  return goals;
}

}  // namespace portolan
