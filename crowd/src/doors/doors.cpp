// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>
#include <portolan/core/hash.hpp>
#include <portolan/crowd/detail/doors.hpp>

namespace portolan::detail {
namespace {

constexpr float soon = 0.09F;  // seconds between two looks while doors are being found: ten a second at most,
constexpr float interval = 0.5F;       // and thereafter,
constexpr float agents_a_look = 1000;  // as many times longer as there are more agents than so many,
constexpr float without_choice = 4;    // and as there is one door at most
// Of a door, of what bodies of their size would get through by themselves.
constexpr float most_of_capacity = 1.2F, least_of_capacity = 1e-3F;
// Seconds in which those are counted who are through, and should be: at half a second only those did who were
// next to the door, and who came slowly along a wall to a wide one was never due.
constexpr float counted = 2;
constexpr float weight_of_count = 0.35F;  // of what is seen now, against what was seen before,
constexpr float weight_of_hope = 0.08F;   // and where nobody waits
constexpr float seconds_behind = 1;       // for which one who has just gone through a door may still hold it
// A way through two doors, one behind the other: cells that it may be longer than the straight one, and that
// the middle of the first door may lie off it.
constexpr float nearly_straight = 12, beside = 0.4F;
constexpr float agreed = 0.5F;  // cosine of the angle between the ways that two fields lead, if it is one way

std::uint64_t signature_of(const GridView& grid, const TileGrid& tiles, std::span<const TileId> over) {
  std::uint64_t sum = over.size();
  for (const TileId tile : over) {
    const std::uint32_t block = grid.costs().block_of(tiles.origin(tile));
    const std::uint64_t content = grid.costs().content(block);
    sum = mix(mix(sum, tile.value), content);
    if (content != 0) continue;
    const std::uint8_t* const values = grid.costs().block(block);
    for (std::size_t k = 0; k < BlockArray::cells; ++k) sum = mix(sum, values[k]);
  }
  return sum;
}

}  // namespace

const StraightField& DoorGuide::followed(Cell c) const {
  return doors_->goes_straight(door_, c) ? *doors_->straight_ : doors_->doors_[door_].field;
}

// To within a cell where it goes straight: to ask for that would take a look-up per door.
Distance DoorGuide::remaining(Cell c) const {
  const StraightField& field = doors_->doors_[door_].field;
  const bool behind = doors_->is_behind(door_, c, doors_->straight_->distance(c), field.distance(c));
  return behind ? doors_->straight_->at(c) : field.at(c);
}

// What is left follows from these two, and from where the door is.
std::uint64_t DoorGuide::revision() const {
  const Doors::Door& door = doors_->doors_[door_];
  return door.revision.of(*doors_->straight_, door.field);
}

Doors::Doors(const GridView& ground, const TileGrid& tiles, const DoorUsers& users)
    : ground_(ground), tiles_(tiles), users_(users) {
  PORTOLAN_ASSERT(users.radius > 0 && users.speed > 0, "bodies have a size and walk");
  for (std::size_t k = 0; k < most; ++k) {
    guides_[k].doors_ = this;
    guides_[k].door_ = k;
  }
}

void Doors::renew(std::span<const TileId> tiles, std::span<const Goal> goals) {
  PORTOLAN_ASSERT(std::is_sorted(tiles.begin(), tiles.end()), "tiles are compared in order");
  const bool same_goals = std::equal(goals.begin(), goals.end(), goals_.begin(), goals_.end());
  const bool allowed = std::includes(allowed_.begin(), allowed_.end(), tiles.begin(), tiles.end());
  if (same_goals && allowed && sign() == signature_) return;
  allow(tiles);
  goals_.assign(goals.begin(), goals.end());
  doors_.clear();
  traced_.clear();
  held_.clear();
  passed_ = {};
  noted_ = 0;
}

std::uint64_t Doors::sign() const { return signature_of(ground_, tiles_, allowed_); }

void Doors::allow(std::span<const TileId> tiles) {
  allowed_.insert(allowed_.end(), tiles.begin(), tiles.end());
  std::sort(allowed_.begin(), allowed_.end());
  allowed_.erase(std::unique(allowed_.begin(), allowed_.end()), allowed_.end());
  signature_ = sign();
}

void Doors::look(const Crowd& crowd, std::span<const AgentId> agents, const StraightField& straight,
                 float seconds) {
  PORTOLAN_ASSERT(seconds >= 0, "time goes on");
  straight_ = &straight;
  for (Door& door : doors_) door.revision.note(straight, door.field);
  const float before = since_;
  since_ += seconds;
  if (since_ < wait_) {
    if (std::floor(before / interval) < std::floor(since_ / interval)) release(crowd, agents);
    return;
  }
  list(crowd, agents);
  since_ = 0;
  line_up();
  wait_ = interval * std::max(1.0F, static_cast<float>(agents.size()) / agents_a_look);
  if (doors_.size() < 2) wait_ *= without_choice;
  if (find_doors()) wait_ = soon;  // the lines are others now
}

// Of doors one behind the other the nearest one is the next, but for one that leads a little about to
// another: before those agents went to and fro.
void Doors::find_next(Walker& walker, float left) const {
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    const float through = walker.lengths[k], rest = doors_[k].rest;
    // On the straight way from it.
    const bool passed = (left < rest && left + through <= 2 * rest + same) ||
                        comes_from(k, walker.cell, left, through, never);
    walker.next[k] = std::isfinite(through) && !passed;
  }
  for (std::size_t j = 0; j < doors_.size(); ++j) {
    for (std::size_t k = 0; k < doors_.size(); ++k) {
      if (k != j && is_before(walker, k, j)) walker.next[j] = false;
    }
  }
  // Only a little: a way that is much longer may be the only one that is not shut.
  const auto is_next = walker.next;
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    for (std::size_t j = 0; j < doors_.size(); ++j) {
      const float detour = walker.lengths[k] - walker.lengths[j];
      if (is_next[j] && doors_[k].leads_to(j) && detour > same && detour < nearly_straight)
        walker.next[k] = false;
    }
  }
}

// Does somebody's way through a door lead through another one before that? A door far behind a shut one was
// chosen in its place, as nobody was seen to wait there.
bool Doors::is_before(const Walker& walker, std::size_t first, std::size_t second) const {
  const Door& door = doors_[first];
  const float through = walker.lengths[first], further = walker.lengths[second];
  if (!std::isfinite(through)) return false;
  if (door.leads_to(second) && through <= further + same) return true;
  const bool lies_behind = door.way_to[second] <= door.rest + nearly_straight;
  return lies_behind && through - door.rest + door.way_to[second] <= further + beside;
}

// The doors before somebody who is at a cell from which so much is left straight; false where there is none.
bool Doors::measure(Walker& walker, float left) const {
  bool before = false;
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    walker.lengths[k] = doors_[k].field.distance(walker.cell);
    before = before || walker.lengths[k] <= left + same;
  }
  if (before) find_next(walker, left);
  return before;
}

// Who has gone through its door holds it no more. Of five thousand, who are lined up each two and a half
// seconds, those turned back who had gone through theirs a second ago, and swayed there until then.
void Doors::release(const Crowd& crowd, std::span<const AgentId> agents) {
  for (std::size_t a = 0; a < std::min(agents.size(), held_.size()); ++a) {
    const std::size_t k = held_[a].door;
    if (k == most || !crowd.alive(agents[a])) continue;
    const Cell c = crowd.cell(agents[a]);
    if (is_behind(k, c, straight_->distance(c), doors_[k].field.distance(c)))
      note_through(a, std::max(noted_ + since_, counted));
  }
}

// It is due if it should be through by so many seconds.
void Doors::note_through(std::size_t agent, float until) {
  Held& held = held_[agent];
  Passed& passed = passed_[held.door];
  passed.due += held.due <= until ? 1 : 0;
  passed.through += 1;
  held.door = most;
}

void Doors::list(const Crowd& crowd, std::span<const AgentId> agents) {
  held_.resize(agents.size());
  noted_ += since_;
  const bool learns = noted_ >= counted;
  const float until = std::max(noted_, counted);
  walkers_.clear();
  strays_.clear();
  for (std::size_t a = 0; a < agents.size(); ++a) {
    if (!crowd.alive(agents[a])) {
      held_[a] = {};
      continue;
    }
    Walker walker{static_cast<std::uint32_t>(a), crowd.cell(agents[a])};
    const AgentState state = crowd.state(agents[a]);
    const bool walks = state == AgentState::moving || state == AgentState::stuck;
    const float left = walks ? straight_->distance(walker.cell) : 0;
    if (!std::isfinite(left)) continue;
    const bool before = walks && measure(walker, left);
    Held& held = held_[a];
    if (walks && !before) strays_.push_back(walker.cell);
    if (walks && before) walkers_.push_back(walker);
    if (held.door == most) continue;
    if (!before || !walker.next[held.door])
      note_through(a, until);
    else if (learns && held.due <= until)
      ++passed_[held.door].due;
  }
  if (!learns) return;
  for (std::size_t k = 0; k < doors_.size(); ++k) doors_[k].learn(passed_[k]);
  passed_ = {};
  noted_ = 0;
}

// Where fewer get through than were due, as where others hold the door or come from the other side.
void Doors::Door::learn(const Passed& passed) {
  const float due = static_cast<float>(passed.due), through = static_cast<float>(passed.through);
  const float seen = passed.due > 0 ? std::min(through / due, most_of_capacity) : 1;
  open =
      std::max(open + (seen - open) * (passed.due > 0 ? weight_of_count : weight_of_hope), least_of_capacity);
}

// Does the straight way from the nearest cell of a door, no farther off than so much, lead over a cell? The
// cells of a wide one are not as far from the goal: who had gone through where that is farthest turned back.
bool Doors::comes_from(std::size_t k, Cell c, float straight, float through, float farthest) const {
  const Door& door = doors_[k];
  if (through <= straight + same || !std::isfinite(through) || door.cells.front().layer != c.layer)
    return false;
  PORTOLAN_ASSERT(door.rests.size() == door.cells.size(), "each cell of a door knows what is left from it");
  float best = never, far = 0;
  for (std::size_t i = 0; i < door.cells.size(); ++i) {
    const float off = length(centre_of(door.cells[i]) - centre_of(c));
    if (off + door.rests[i] < best) best = off + door.rests[i], far = off;
  }
  return far < farthest && through <= best + same && straight + 2 * far <= through + same;
}

bool Doors::is_behind(std::size_t k, Cell c, float straight, float through) const {
  const float rest = doors_[k].rest, farthest = seconds_behind * users_.speed;
  return (straight < rest && through - rest < farthest) || comes_from(k, c, straight, through, farthest);
}

// Where two doors are nearly as near the straight way may be that through the other one: agents who followed
// it went to and fro there. The way through a door ends in its cells, from which only the straight one goes
// on.
bool Doors::goes_straight(std::size_t k, Cell c) const {
  const Door& door = doors_[k];
  const float straight = straight_->distance(c), through = door.field.distance(c);
  if (!std::isfinite(straight)) return false;
  if (is_behind(k, c, straight, through)) return true;
  if (through > straight + same) return false;
  // The straight way may be as long, and lead elsewhere: one alone went to and fro there for good.
  const Vec2 middle = centre_of(c);
  const Vec2 to_door = door.field.heading(middle, c.layer).direction;
  if (to_door != Vec2{} && dot(to_door, straight_->heading(middle, c.layer).direction) < agreed) return false;
  for (std::size_t j = 0; j < doors_.size(); ++j) {
    const bool in_row = j == k || door.leads_to(j) || doors_[j].leads_to(k);
    if (!in_row && doors_[j].field.distance(c) < through + 2 * same)
      return std::find(door.cells.begin(), door.cells.end(), c) != door.cells.end();
  }
  return true;
}

}  // namespace portolan::detail
