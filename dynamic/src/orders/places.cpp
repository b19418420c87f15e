// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "orders/places.hpp"

#include <algorithm>

#include <portolan/dynamic/navigator.hpp>

namespace portolan {
namespace {

constexpr std::int32_t most_rings = 64;
constexpr std::int32_t samples = 4;       // cells between two candidates, and as many times more where
constexpr std::int32_t group_size = 128;  // agents stand over an area that is so many cells wide
constexpr std::int32_t tiles_across = 6;  // that agents look for a place, to either side
constexpr std::size_t most_places = 16;

// Candidates do not move with the agents.
std::int32_t snapped(std::int32_t v, std::int32_t every) {
  return std::max(v, 0) / every * every + every / 2;
}

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
void find_costs_around(std::span<const Cell> cells, const GridView& grid, TileField& field) {
  field.reset();
  for (const Cell& c : cells) {
    if (grid.contains(c)) field.add_goal({c});
  }
  field.advance(tiles_of_flight);
}

}  // namespace

std::vector<Cell> cells_of(const Rect& box) {
  std::vector<Cell> cells;
  for (std::int32_t y = box.y; y < box.y + box.height; ++y) {
    for (std::int32_t x = box.x; x < box.x + box.width; ++x) cells.push_back({x, y, box.layer});
  }
  return cells;
}

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

Refuges::Refuges(const GridView& grid, const TileGrid& sectors)
    : grid_(grid),
      margin_(tiles_across * sectors.side()),
      near_(TileField::distances_only(grid, sectors)),
      danger_(TileField::distances_only(grid, sectors)) {}

std::span<const Goal> Refuges::away_from(std::span<const Cell> threats, std::span<const Cell> agents) {
  if (threats.empty() || agents.empty()) return {};
  found_.clear();
  goals_.clear();
  find_costs_around(agents, grid_, near_);
  find_costs_around(threats, grid_, danger_);
  // Where the threats' costs are not known they are farther than all that is known.
  const auto threat_at = [&](Cell c) { return std::min(danger_.at(c), danger_.settled_below()); };
  const Rect box = box_of(agents);
  const std::int32_t every = samples * (1 + std::max(box.width, box.height) / group_size);
  for (std::int32_t y = snapped(box.y - margin_, every); y < box.y + box.height + margin_; y += every) {
    for (std::int32_t x = snapped(box.x - margin_, every); x < box.x + box.width + margin_; x += every) {
      const Cell c{x, y, box.layer};
      const Distance mine = near_.at(c);
      if (!reachable(mine) || mine > near_.settled_below()) continue;
      if (mine < threat_at(c)) found_.emplace_back(threat_at(c), c);
    }
  }
  std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  // Agents go to the nearest of them, so that all must be about as good as the best.
  for (const auto& [danger_cost, c] : found_) {
    if (goals_.size() == most_places || danger_cost.units < found_.front().first.units / 8 * 7) break;
    goals_.push_back({c});
  }
  return goals_;
}

}  // namespace portolan
