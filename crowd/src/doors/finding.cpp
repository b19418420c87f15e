// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Which doors there are.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/doors.hpp>

#include "gap.hpp"
#include "other_way.hpp"

namespace portolan::detail {
namespace {

constexpr int widest = 12;               // cells of a door on a straight way
constexpr int widest_beside = 64;        // and of one on another way
constexpr std::int32_t square = 4;       // cells: from one of each the way is followed
constexpr std::size_t most_traced = 16;  // ways in a look
constexpr float farthest = 160;          // cells of another way, at most
constexpr float farther = 1.5F;          // times as far as before, for one to look again
// Share of the ground that bodies cover on their way through a door: 0.55 where they come from straight ahead
// (of radius 0.4, at 4 cells a second, 3.79, 6.99 and 16.6 a second get through one, two and four cells),
// less where they come along the wall or through each other. With 0.38 to 0.52 sixty random halls take as
// long, with 0.58 one of them 6 % longer.
constexpr float covered = 0.43F;

// Agents a second.
float capacity_of(std::size_t width, const DoorUsers& users) {
  const float r = users.radius, room = std::max(static_cast<float>(width) - r, r);
  const float flow = users.speed * room * covered / (std::numbers::pi_v<float> * r * r);
  if (!(users.headway > 0)) return flow;
  return std::min(flow, room / (2 * r) / (users.headway + 2 * r / users.speed));
}

Cell square_of(Cell c) { return {c.x / square, c.y / square, c.layer}; }

}  // namespace

bool Doors::find_doors() { return doors_.size() < most && (find_on_ways() || find_beside()); }

// On the ways of those who are before no door. False when nothing is left to be found.
bool Doors::find_on_ways() {
  std::size_t traced = 0;
  for (const Cell c : strays_) {
    const Cell from = square_of(c);
    const auto at = std::lower_bound(traced_.begin(), traced_.end(), from);
    if (at != traced_.end() && *at == from) continue;
    if (traced++ == most_traced) return true;
    const DoorGap gap = narrowest_gap(*straight_, centre_of(c), c.layer, widest);
    if (gap.width != no_gap) {
      add_door(gap, gap.width);
      return true;
    }
    traced_.insert(at, from);
  }
  return false;
}

// Another one beside those where the last in line waits so long that it could walk there.
bool Doors::find_beside() {
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    const float reach = std::min(farthest, lines_[k].last * users_.speed);
    if (lines_[k].all.empty() || reach < farther * doors_[k].searched) continue;
    if (!find_beside(k, reach)) doors_[k].searched = reach;
    return true;
  }
  return false;
}

// Does the straight way lead on from all cells of a gap? From the turn of a corridor it leads back from some.
bool Doors::leads_on(const DoorGap& gap, Vec2 ahead) const {
  const std::vector<Cell> cells = gap.cells();
  return std::all_of(cells.begin(), cells.end(), [&](Cell c) {
    return dot(straight_->heading(centre_of(c), c.layer).direction, ahead) > 0;
  });
}

// The narrowest gap of the way that is left, from where the straight way leads on: from a door before that it
// would lead back. As many get through as through the narrowest one of all.
bool Doors::find_beside(std::size_t k, float reach) {
  std::vector<Cell> shut;
  std::vector<const StraightField*> through;
  for (const Door& door : doors_) {
    shut.insert(shut.end(), door.cells.begin(), door.cells.end());
    through.push_back(&door.field);
  }
  std::sort(shut.begin(), shut.end());
  const std::vector<Cell> way =
      find_other_way(*straight_, ground_, walkers_[lines_[k].all.back().walker].cell, shut,
                     {doors_[k].rest - 1, reach, most_searched, same}, through);
  std::size_t on = way.empty() ? 0 : way.size() - 1;
  while (on > 0 && straight_->distance(way[on - 1]) > straight_->distance(way[on])) --on;
  DoorGap best;
  int least = no_gap;
  std::vector<TileId> over;
  for (std::size_t i = 1; i < way.size(); ++i) {
    const Vec2 ahead = normalised(centre_of(way[i]) - centre_of(way[i - 1]));
    const DoorGap gap = gap_at(ground_, way[i], ahead, widest_beside);
    over.push_back(tiles_.tile_of(way[i]));
    least = std::min(least, gap.width);
    if (i >= on && gap.width < best.width && leads_on(gap, ahead)) best = gap;
  }
  if (best.width == no_gap) return false;
  allow(over);
  add_door(best, least);
  return true;
}

void Doors::add_door(const DoorGap& gap, int width) {
  PORTOLAN_ASSERT(doors_.size() < most && gap.width != no_gap, "there is room for a door, and it has cells");
  Door door{gap.cells(), {}, StraightField(ground_, tiles_)};
  door.field.allow(allowed_);
  door.rest = never;
  for (const Cell c : door.cells) {
    const float left = straight_->distance(c);
    door.rests.push_back(left);
    if (!std::isfinite(left)) continue;
    door.field.add_goal({c, {static_cast<std::uint64_t>(std::llround(left * 2 * straight_factor))}});
    door.rest = std::min(door.rest, left);
  }
  door.field.advance();
  door.capacity = capacity_of(static_cast<std::size_t>(width), users_);
  // Of wide doors the middle may be farther: then both are doors to choose from, and both lines are counted.
  // To compare with what is left from the middle itself shut out narrow doors behind wide ones: 17 % slower.
  const auto way_to = [](const Door& from, const Door& to) {
    return to.field.distance(from.cells[from.cells.size() / 2]);
  };
  const std::size_t added = doors_.size();
  for (std::size_t k = 0; k < added; ++k) {
    doors_[k].way_to[added] = way_to(doors_[k], door);
    door.way_to[k] = way_to(door, doors_[k]);
  }
  doors_.push_back(std::move(door));
}

}  // namespace portolan::detail
