// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <limits>

#include <portolan/crowd/detail/doors.hpp>

#include "gap.hpp"
#include "other_way.hpp"

namespace portolan::detail {
namespace {

constexpr int widest = 12;          // cells of a door on a straight way
constexpr int widest_beside = 64;   // of one that is looked for
constexpr std::int32_t square = 4;  // cells: from one of each the way is followed
constexpr std::size_t most_traced = 16;  // in a look
constexpr float farthest = 160;          // cells of a way to another door, at most
constexpr float more = 1.5F;             // times as far as before one looks again
constexpr float covered = 0.5F;          // share of the ground that bodies cover that get through a door

std::uint64_t mixed(std::uint64_t sum, std::uint64_t value) {
  return (sum ^ value) * 0x9E3779B97F4A7C15U ^ (sum >> 29U);
}

std::uint64_t signature_of(const GridView& grid, const TileGrid& tiles, std::span<const TileId> over) {
  std::uint64_t sum = over.size();
  for (const TileId tile : over) {
    const std::uint32_t block = grid.costs().block_of(tiles.origin(tile));
    const std::uint64_t content = grid.costs().content(block);
    sum = mixed(mixed(sum, tile.value), content);
    if (content != 0) continue;
    const std::uint8_t* const values = grid.costs().block(block);
    for (std::size_t k = 0; k < BlockArray::cells; ++k) sum = mixed(sum, values[k]);
  }
  return sum;
}

// Agents a second, as bodies stand and go in a door: measured for radius 0.4 at 4 cells a second, one, two
// and four cells wide, where it is 2.42, 6.52 and 14.3.
float capacity_of(int width, const DoorUsers& users) {
  const float room = std::max(static_cast<float>(width) - users.radius, users.radius);
  const float beside = room * covered / (3.14159265F * users.radius * users.radius);
  const float flow = users.speed * beside;
  if (!(users.headway > 0)) return flow;
  return std::min(flow, room / (2 * users.radius) / (users.headway + 2 * users.radius / users.speed));
}

Cell square_of(Cell c) { return {c.x / square, c.y / square, c.layer}; }

constexpr float interval = 0.5F;  // seconds between two looks

}  // namespace

Doors::Doors(const GridView& ground, const TileGrid& tiles, const DoorUsers& users)
    : ground_(ground), tiles_(tiles), users_(users) {
  for (std::size_t k = 0; k < most; ++k) {
    guides_[k].doors_ = this;
    guides_[k].door_ = k;
  }
}

void Doors::renew(std::span<const TileId> tiles, std::span<const Goal> goals) {
  if (std::equal(tiles.begin(), tiles.end(), given_.begin(), given_.end()) &&
      std::equal(goals.begin(), goals.end(), goals_.begin(), goals_.end()) &&
      signature_of(ground_, tiles_, allowed_) == signature_)
    return;
  given_.assign(tiles.begin(), tiles.end());
  allowed_ = given_;
  goals_.assign(goals.begin(), goals.end());
  signature_ = signature_of(ground_, tiles_, allowed_);
  doors_.clear();
  traced_.clear();
  held_.clear();
}

void Doors::look(const Crowd& crowd, std::span<const AgentId> agents, const StraightField& straight,
                 float seconds) {
  since_ += seconds;
  straight_ = &straight;
  if (since_ < interval) return;
  since_ = 0;
  list(crowd, agents);
  line_up();
  if (find_doors()) since_ = interval;  // the lines are others now
}

// Close to where two doors are as near the straight way may be that through the other one.
bool Doors::goes_straight(std::size_t k, Cell c) const {
  const Door& door = doors_[k];
  const float straight = straight_->distance(c), through = door.field.distance(c);
  if (straight < door.rest && through - door.rest < 2 * interval * users_.speed) return true;  // behind it
  if (through > straight + same) return false;
  for (std::size_t j = 0; j < doors_.size(); ++j) {
    if (j != k && !door.leads_to[j] && !doors_[j].leads_to[k] && doors_[j].field.distance(c) < through + 2 * same)
      return false;
  }
  return true;
}

const StraightField& DoorGuide::followed(Cell c) const {
  return doors_->goes_straight(door_, c) ? *doors_->straight_ : doors_->doors_[door_].field;
}

std::size_t Doors::own_door(const std::array<float, most>& lengths, float straight) const {
  std::size_t own = most;
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    if (!(lengths[k] <= straight + same)) continue;
    if (own == most || doors_[k].rest > doors_[own].rest) own = k;
  }
  return own;
}

// Of two doors one behind the other the nearer one is the next: the second one where somebody is between them.
void Doors::find_next(Walker& walker) const {
  for (std::size_t k = 0; k < doors_.size(); ++k) walker.next[k] = std::isfinite(walker.lengths[k]);
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    for (std::size_t j = 0; j < doors_.size(); ++j) {
      if (!doors_[k].leads_to[j] || !std::isfinite(walker.lengths[k]) || !std::isfinite(walker.lengths[j])) continue;
      walker.next[walker.lengths[k] <= walker.lengths[j] + same ? j : k] = false;
    }
  }
}

void Doors::list(const Crowd& crowd, std::span<const AgentId> agents) {
  held_.resize(agents.size(), most);
  walkers_.clear();
  strays_.clear();
  for (std::size_t a = 0; a < agents.size(); ++a) {
    const AgentState state = crowd.state(agents[a]);
    if (state != AgentState::moving && state != AgentState::stuck) continue;
    Walker walker;
    walker.agent = static_cast<std::uint32_t>(a);
    walker.cell = crowd.cell(agents[a]);
    walker.straight = straight_->distance(walker.cell);
    if (!std::isfinite(walker.straight)) continue;
    for (std::size_t k = 0; k < doors_.size(); ++k) walker.lengths[k] = doors_[k].field.distance(walker.cell);
    walker.own = own_door(walker.lengths, walker.straight);
    if (walker.own == most) held_[a] = most;
    else find_next(walker);
    (walker.own < most ? walkers_ : strays_).push_back(walker);
  }
}

bool Doors::find_doors() {
  if (doors_.size() == most) return false;
  return find_on_ways() || find_beside();
}

// The ways of those who are before no door.
bool Doors::find_on_ways() {
  std::size_t traced = 0;
  for (const Walker& walker : strays_) {
    const Cell from = square_of(walker.cell);
    const auto at = std::lower_bound(traced_.begin(), traced_.end(), from);
    if (at != traced_.end() && *at == from) continue;
    if (traced == most_traced) return true;
    ++traced;
    const Gap gap = narrowest_gap(*straight_, centre_of(walker.cell), walker.cell.layer, widest);
    if (gap.width != no_gap) {
      add_door(gap.cells(), 0);
      return true;
    }
    traced_.insert(at, from);
  }
  return false;
}

// Is there another one besides those where the last in line waits so long that he could walk there?
bool Doors::find_beside() {
  std::array<const Walker*, most> last{};
  for (const Walker& walker : walkers_) {
    const Walker*& of = last[walker.own];
    if (of == nullptr || walker.lengths[walker.own] > of->lengths[walker.own]) of = &walker;
  }
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    Door& door = doors_[k];
    const float reach = std::min(farthest, last_[k] * users_.speed);
    if (last[k] == nullptr || reach < more * door.searched) continue;
    std::vector<Cell> shut;
    for (const Door& each : doors_) shut.insert(shut.end(), each.cells.begin(), each.cells.end());
    std::sort(shut.begin(), shut.end());
    const OtherWay::Found way =
        OtherWay::find(*straight_, ground_, last[k]->cell, shut, door.rest - 1, reach, most_searched);
    if (way.cells.empty()) {
      door.searched = reach;
      return true;
    }
    Gap best;
    best.width = no_gap;
    float rest = 0;
    for (std::size_t i = 1; i < way.cells.size(); ++i) {
      const Vec2 ahead = normalised(centre_of(way.cells[i]) - centre_of(way.cells[i - 1]));
      const Gap gap =
          gap_at(ground_, way.cells[i], ahead, std::min(widest_beside, best.width - 1));
      if (gap.width >= best.width) continue;
      best = gap;
      rest = way.lengths.back() - way.lengths[i] + way.rest;
    }
    for (const Cell c : way.cells) allowed_.push_back(tiles_.tile_of(c));
    std::sort(allowed_.begin(), allowed_.end());
    allowed_.erase(std::unique(allowed_.begin(), allowed_.end()), allowed_.end());
    signature_ = signature_of(ground_, tiles_, allowed_);
    if (best.width == no_gap) {
      door.searched = farthest;
      continue;
    }
    add_door(best.cells(), rest);
    return true;
  }
  return false;
}

void Doors::add_door(std::vector<Cell> cells, float rest) {
  Door door{std::move(cells), StraightField(ground_, tiles_)};
  door.field.allow(allowed_);
  door.rest = std::numeric_limits<float>::infinity();
  for (const Cell c : door.cells) {
    const float left = straight_->distance(c);
    const float offset = std::isfinite(left) ? left : rest;
    door.field.add_goal({c, {static_cast<std::uint64_t>(std::llround(offset * 2 * straight_factor))}});
    door.rest = std::min(door.rest, offset);
  }
  door.field.advance();
  door.capacity = capacity_of(static_cast<int>(door.cells.size()), users_);
  doors_.push_back(std::move(door));
  const auto leads_to = [](const Door& from, const Door& to) {
    return to.field.distance(from.cells[from.cells.size() / 2]) <= from.rest + same;
  };
  const std::size_t added = doors_.size() - 1;
  for (std::size_t k = 0; k < added; ++k) {
    doors_[k].leads_to[added] = leads_to(doors_[k], doors_[added]);
    doors_[added].leads_to[k] = leads_to(doors_[added], doors_[k]);
  }
}

}  // namespace portolan::detail
