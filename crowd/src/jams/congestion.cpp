// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/congestion.hpp>

#include "nears_goal.hpp"

namespace portolan::detail {
namespace {

constexpr float slow = 0.7F;    // of its speed: who gets on faster is no hindrance
constexpr float weight = 0.5F;  // of what is seen now, against what was seen before

// Way made is noted from cell to cell. One that mills about before what is shut walks, and makes none.
float pace_of(const Crowd& crowd, AgentId id) {
  const float cells = crowd.max_speed(id) * crowd.seconds_without_way(id);
  return std::min(crowd.pace(id), 1 / std::max(cells, 1.0F));
}

}  // namespace

// All who walk, as far as it tells to whom others give way.
class Congestion::Walkers {
 public:
  explicit Walkers(const Crowd& crowd) {
    for (std::uint32_t slot = 0; slot < crowd.size(); ++slot) {
      const AgentId id = crowd.agent(slot);
      if (!crowd.alive(id) || !crowd.present(id) || HeldGround::stands(crowd, id)) continue;
      first_team_ = std::min(first_team_, crowd.team(id));
      last_team_ = std::max(last_team_, crowd.team(id));
      least_mass_ = std::min(least_mass_, crowd.mass(id));
    }
  }
  // Does one who stands give way to each of them? To nobody it gives none.
  [[nodiscard]] bool all_pass(const Standing& one) const {
    return one.gives_way_to({least_mass_, first_team_}) && one.gives_way_to({least_mass_, last_team_});
  }

 private:
  std::uint8_t first_team_ = std::numeric_limits<std::uint8_t>::max(), last_team_ = 0;
  float least_mass_ = std::numeric_limits<float>::infinity();
};

// The free cells of a square that are on one side of a wall with slow agents, and what the cheapest of them
// costs by itself.
struct Congestion::Ground {
  std::uint64_t cells = 0;
  std::int32_t free = 0;
  std::int32_t cost = 0;
};

// What one can come to from some cells of a square without leaving it. Who stood beyond a wall made the way
// along its other side costlier.
std::uint64_t Congestion::connected(std::uint64_t from, std::uint64_t free) const {
  const int side = options_.side;
  std::uint64_t first = 0;  // the first cell of each row
  for (int row = 0; row < side; ++row) first |= std::uint64_t{1} << static_cast<unsigned>(row * side);
  const std::uint64_t last = first << static_cast<unsigned>(side - 1);
  std::uint64_t reached = from & free;
  for (std::uint64_t before = 0; before != reached;) {
    before = reached;
    reached |= (reached & ~last) << 1U | (reached & ~first) >> 1U;
    reached |= reached << static_cast<unsigned>(side) | reached >> static_cast<unsigned>(side);
    reached &= free;
  }
  return reached;
}

Congestion::Ground Congestion::ground_of(const GridView& grid, const Seen& seen) const {
  const auto cell = [&](std::int32_t k) {
    return Cell{seen.place.x * options_.side + k % options_.side,
                seen.place.y * options_.side + k / options_.side, seen.place.layer};
  };
  Ground ground;
  for (std::int32_t k = 0; k < options_.side * options_.side; ++k) {
    if (grid.contains(cell(k)) && grid.passable(cell(k)))
      ground.cells |= std::uint64_t{1} << static_cast<unsigned>(k);
  }
  ground.cells = connected(seen.cells, ground.cells);
  for (std::int32_t k = 0; k < options_.side * options_.side; ++k) {
    if ((ground.cells >> static_cast<unsigned>(k) & 1U) == 0) continue;
    const std::int32_t cost = grid.cost(cell(k));
    ground.cost = ground.free == 0 ? cost : std::min(ground.cost, cost);
    ++ground.free;
  }
  return ground;
}

// Who stands is part of a jam where it gives way to all who walk. Were ground costlier under guards whom
// nobody has met, some would turn back from it, and come again.
void Congestion::find_slow(const Crowd& crowd) {
  slow_.clear();
  const Walkers walkers(crowd);
  for (std::uint32_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId id = crowd.agent(slot);
    if (!crowd.alive(id) || !crowd.present(id) || crowd.pace(id) >= slow) continue;
    if (HeldGround::stands(crowd, id) && !walkers.all_pass(standing_of(crowd, id))) continue;
    const Cell c = crowd.cell(id);
    slow_.push_back({{c.layer, c.y / options_.side, c.x / options_.side}, slot});
  }
  std::sort(slow_.begin(), slow_.end(), [](const Slow& a, const Slow& b) {
    return std::tie(a.place, a.slot) < std::tie(b.place, b.slot);
  });
}

void Congestion::add(const Crowd& crowd, AgentId id, Seen& seen) const {
  const CrowdGroupId of = crowd.group_of(id);
  const CrowdGroup& group = crowd.group(of);
  if (seen.agents == 0 || of != seen.group) seen.goals_known = false;
  seen.group = of;
  // Those who have arrived are in nobody's way there but that of others.
  if (!seen.goals_known && crowd.state(id) != AgentState::arrived) {
    const auto side = static_cast<float>(options_.side);
    const Vec2 middle{(static_cast<float>(seen.place.x) + 0.5F) * side,
                      (static_cast<float>(seen.place.y) + 0.5F) * side};
    seen.at_goal = seen.at_goal || nears_goal(group, middle, seen.place.layer, group.arrival_radius + side);
    seen.goals_known = true;
  }
  const Cell c = crowd.cell(id);
  seen.cells |=
      std::uint64_t{1} << static_cast<unsigned>(c.y % options_.side * options_.side + c.x % options_.side);
  ++seen.agents;
  seen.covered += std::numbers::pi_v<float> * crowd.radius(id) * crowd.radius(id);
  seen.paces += pace_of(crowd, id);
}

void Congestion::find_seen(const Crowd& crowd) {
  seen_.clear();
  for (const Slow& one : slow_) {
    if (seen_.empty() || seen_.back().place != one.place)
      seen_.push_back({one.place, {}, false, false, 0, 0, 0, 0, crowd.position(crowd.agent(one.slot)), 0, 0});
    add(crowd, crowd.agent(one.slot), seen_.back());
  }
  for (Seen& seen : seen_) seen.free = ground_of(crowd.group(seen.group).grid, seen).free;
}

const Congestion::Seen* Congestion::seen_at(Place place) const {
  const auto at = std::lower_bound(seen_.begin(), seen_.end(), place,
                                   [](const Seen& seen, const Place& p) { return seen.place < p; });
  return at != seen_.end() && at->place == place ? &*at : nullptr;
}

std::uint32_t Congestion::head_of(std::uint32_t square) {
  while (seen_[square].jam != square) square = seen_[square].jam = seen_[seen_[square].jam].jam;
  return square;
}

// The square into which the way leads, by cells: a straight step of a square's side led through a wall.
Congestion::Place Congestion::next_place(const Crowd& crowd, const Seen& seen) const {
  const Guide* const guide = crowd.group(seen.group).guide;
  Place place = seen.place;
  Vec2 p = seen.first;
  for (std::int32_t k = 0; guide != nullptr && k < 2 * options_.side && place == seen.place; ++k) {
    p += guide->heading(p, place.layer);
    const Cell c = cell_at(p, place.layer);
    place = {place.layer, c.y / options_.side, c.x / options_.side};
  }
  return place;
}

// A jam is what stands before one door: squares from which the way leads into one another.
void Congestion::find_jams(const Crowd& crowd) {
  for (std::uint32_t k = 0; k < seen_.size(); ++k) seen_[k].jam = k;
  for (std::uint32_t k = 0; k < seen_.size(); ++k) {
    const Seen* const ahead = seen_at(next_place(crowd, seen_[k]));
    if (ahead == nullptr) continue;
    const std::uint32_t head = head_of(static_cast<std::uint32_t>(ahead - seen_.data())), own = head_of(k);
    if (head != own) seen_[own].jam = head;
  }
  jams_.assign(seen_.size(), {});
  for (std::uint32_t k = 0; k < seen_.size(); ++k) {
    seen_[k].jam = head_of(k);
    Seen& jam = jams_[seen_[k].jam];
    jam.agents += seen_[k].agents;
    jam.covered += seen_[k].covered;
    jam.paces += seen_[k].paces;
    jam.free += seen_[k].free;
  }
}

// What a cell of a square should cost besides, for those who are slow there and in the rest of its jam. To
// cross a jam at the mean pace of all in it takes as long as all of them take to get through its door: at
// each distance from the door as many come by, so that they are the slower the wider the queue is there.
std::int32_t Congestion::wanted(const Crowd& crowd, const Seen& seen) const {
  if (seen.at_goal) return 0;
  const Seen& sum = jams_[seen.jam];
  const Ground ground = ground_of(crowd.group(seen.group).grid, seen);
  if (ground.free == 0) return 0;
  const auto agents = static_cast<float>(sum.agents), most = static_cast<float>(options_.most);
  const float slower = agents / std::max(sum.paces, agents / most) - 1;
  const float share = std::min(1.0F, sum.covered / (static_cast<float>(sum.free) * options_.dense));
  return static_cast<std::int32_t>(std::lround(slower * share * static_cast<float>(ground.cost)));
}

// Up and down in steps, as a jam may be gone again; the last one down is taken whole.
void Congestion::note(Place place, std::int32_t from, std::int32_t seen) {
  std::int32_t to = from + static_cast<std::int32_t>(std::lround(static_cast<float>(seen - from) * weight));
  if (seen == 0 && from <= 2) to = 0;
  if (to != from) changes_.push_back({place, from, to});
}

// Squares whose cost should be another one, those that are farthest from it first.
void Congestion::find_changes(const Crowd& crowd) {
  changes_.clear();
  std::size_t next = 0;  // in `laid_`
  for (const Seen& seen : seen_) {
    for (; next < laid_.size() && laid_[next].place < seen.place; ++next)
      note(laid_[next].place, laid_[next].extra, 0);
    const bool lies = next < laid_.size() && laid_[next].place == seen.place;
    const std::int32_t now = lies ? laid_[next].extra : 0;
    note(seen.place, now, wanted(crowd, seen));
    next += lies ? 1 : 0;
  }
  for (; next < laid_.size(); ++next) note(laid_[next].place, laid_[next].extra, 0);
  std::sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) {
    const std::int32_t more = std::abs(b.to - b.from), less = std::abs(a.to - a.from);
    return std::tie(more, a.place) < std::tie(less, b.place);
  });
  if (changes_.size() > static_cast<std::size_t>(options_.changes))
    changes_.resize(static_cast<std::size_t>(options_.changes));
}

void Congestion::stamp(World& world, const Laid& laid, int sign) const {
  for (std::int32_t k = 0; k < options_.side * options_.side; ++k) {
    if ((laid.cells >> static_cast<unsigned>(k) & 1U) == 0) continue;
    const Cell c{laid.place.x * options_.side + k % options_.side,
                 laid.place.y * options_.side + k / options_.side, laid.place.layer};
    world.stamp(c, 0, sign * laid.extra, true);
  }
}

void Congestion::lay(const Crowd& crowd, World& world, const Change& change) {
  const auto before = [](const Laid& laid, const Place& place) { return laid.place < place; };
  auto at = std::lower_bound(laid_.begin(), laid_.end(), change.place, before);
  PORTOLAN_ASSERT(change.to >= 0 && change.to != change.from);
  if (change.from != 0) {
    PORTOLAN_ASSERT(at != laid_.end() && at->place == change.place && at->extra == change.from);
    stamp(world, *at, -1);
    if (change.to == 0) {
      laid_.erase(at);
      return;
    }
  } else {
    PORTOLAN_ASSERT(seen_at(change.place) != nullptr, "what nobody is slow on does not become costlier");
    const Seen& seen = *seen_at(change.place);
    at = laid_.insert(at, {change.place, ground_of(crowd.group(seen.group).grid, seen).cells, 0});
  }
  at->extra = change.to;
  stamp(world, *at, 1);
}

bool Congestion::update(const Crowd& crowd, World& world, float seconds) {
  PORTOLAN_ASSERT(seconds >= 0, "time does not go back");
  PORTOLAN_ASSERT(options_.side >= 1 && options_.side <= 8, "a square has at most 64 cells");
  since_ += seconds;
  if (!(options_.interval > 0)) return false;
  if (since_ < options_.interval) return held_.is_outdated(crowd) && held_.update(crowd, world);
  since_ = 0;
  find_slow(crowd);
  find_seen(crowd);
  find_jams(crowd);
  find_changes(crowd);
  for (const Change& change : changes_) lay(crowd, world, change);
  const bool held = held_.update(crowd, world);
  return held || !changes_.empty();
}

}  // namespace portolan::detail
