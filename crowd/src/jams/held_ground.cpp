// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <optional>

#include <portolan/crowd/detail/held_ground.hpp>

#include "../bodies.hpp"
#include "nears_goal.hpp"

namespace portolan::detail {
namespace {

constexpr std::uint32_t none = ~0U;
constexpr float seconds_held_up = 1;
constexpr float touching = 1.5F;        // sums of radii, at most
constexpr float beside_goal = 4;        // cells
constexpr float apart_on_line = 0.1F;   // cells from one point of a line to the next,
constexpr float around_corner = 0.05F;  // and from a corner that it goes through to the cells around it

bool is_held_up(const Crowd& crowd, AgentId id) {
  return crowd.alive(id) && crowd.present(id) && !HeldGround::stands(crowd, id) &&
         crowd.seconds_without_way(id) >= seconds_held_up;
}

bool is_at_goal(const Crowd& crowd, AgentId id) {
  const CrowdGroup& group = crowd.group(crowd.group_of(id));
  return nears_goal(group, crowd.position(id), crowd.cell(id).layer, group.arrival_radius + beside_goal);
}

bool within(Vec2 off, float reach) { return dot(off, off) < reach * reach; }

// Calls visit(cell) for the cells that lie so near to one.
template <class Visit>
void for_around(Cell middle, float reach, Visit&& visit) {
  const auto most = static_cast<std::int32_t>(std::ceil(reach));
  for (std::int32_t y = -most; y <= most; ++y) {
    for (std::int32_t x = -most; x <= most; ++x) visit(Cell{middle.x + x, middle.y + y, middle.layer});
  }
}

}  // namespace

void HeldGround::find_standing(const Crowd& crowd) {
  positions_.resize(crowd.size());
  layers_.resize(crowd.size());
  standing_.clear();
  greatest_ = 0;
  for (std::uint32_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId id = crowd.agent(slot);
    if (!stands(crowd, id)) continue;
    standing_.push_back(slot);
    positions_[slot] = crowd.position(id);
    layers_[slot] = crowd.cell(id).layer;
    greatest_ = std::max(greatest_, crowd.radius(id));
  }
  if (!standing_.empty()) near_.build(positions_, layers_, standing_, 4 * greatest_);
}

// From its middle to a wall, or the edge of a body, so near that the walker does not get through between.
float HeldGround::gap_of(const Holder& holder) { return holder.radius + passable_gap * holder.walker.radius; }

void HeldGround::hold_up(const Crowd& crowd, std::uint32_t slot, const Walker& walker) {
  std::uint32_t& k = holder_of_[slot];
  if (k == none) {
    k = static_cast<std::uint32_t>(known_.holders.size());
    const AgentId id = crowd.agent(slot);
    known_.holders.push_back({id, crowd.radius(id), walker});
  } else if (known_.holders[k].walker.radius < walker.radius) {
    known_.holders[k].walker.radius = walker.radius;
    known_.holders[k].walker.group = walker.group;
  } else {
    return;
  }
  to_be_spread_.push_back(k);
}

// Those who stand right beside one who is held up. Goals are many, and asked for where somebody does.
void HeldGround::find_holders_of(const Crowd& crowd, AgentId id) {
  const Walker walker{crowd.radius(id), crowd.group_of(id), standing_of(crowd, id)};
  const Vec2 p = crowd.position(id);
  std::optional<bool> at_goal;
  near_.around(p, crowd.cell(id).layer, touching * (walker.radius + greatest_), [&](std::uint32_t j) {
    const AgentId other = crowd.agent(j);
    const float reach = touching * (walker.radius + crowd.radius(other));
    if (!within(positions_[j] - p, reach) || standing_of(crowd, other).gives_way_to(walker.standing)) return;
    if (!at_goal) at_goal = is_at_goal(crowd, id);
    if (!*at_goal) hold_up(crowd, j, walker);
  });
  if (at_goal && !*at_goal) held_up_.push_back(id);
}

void HeldGround::find_holders(const Crowd& crowd) {
  std::erase_if(known_.holders, [&](const Holder& holder) { return !stands(crowd, holder.id); });
  holder_of_.assign(crowd.size(), none);
  to_be_spread_.clear();
  for (std::uint32_t k = 0; k < known_.holders.size(); ++k) {
    holder_of_[known_.holders[k].id.slot] = k;
    to_be_spread_.push_back(k);
  }
  if (standing_.empty()) return;
  for (std::uint32_t slot = 0; slot < crowd.size(); ++slot) {
    const AgentId id = crowd.agent(slot);
    if (is_held_up(crowd, id)) find_holders_of(crowd, id);
  }
}

// From one to those beside it, as far as nobody gets through between them.
void HeldGround::spread(const Crowd& crowd) {
  for (std::size_t next = 0; next < to_be_spread_.size(); ++next) {
    const Holder holder = known_.holders[to_be_spread_[next]];
    const Vec2 p = positions_[holder.id.slot];
    const float gap = gap_of(holder);
    near_.around(p, layers_[holder.id.slot], gap + greatest_, [&](std::uint32_t j) {
      const AgentId other = crowd.agent(j);
      const bool is_close = within(positions_[j] - p, gap + crowd.radius(other));
      if (j != holder.id.slot && is_close && !standing_of(crowd, other).gives_way_to(holder.walker.standing))
        hold_up(crowd, j, holder.walker);
    });
  }
}

void HeldGround::mark(const GridView& grid, Cell c) {
  if (grid.contains(c) && grid.passable(c)) held_.push_back(c);
}

// Its own cell, and those in whose middle nobody can be beside it.
void HeldGround::mark_body(const GridView& grid, const Holder& holder) {
  const Vec2 p = positions_[holder.id.slot];
  const Cell own = cell_at(p, layers_[holder.id.slot]);
  const float reach = holder.radius + holder.walker.radius;
  mark(grid, own);
  for_around(own, reach, [&](Cell c) {
    if (within(centre_of(c) - p, reach)) mark(grid, c);
  });
}

void HeldGround::mark_line(const GridView& grid, const Holder& holder, Vec2 to) {
  const Vec2 from = positions_[holder.id.slot], off = to - from;
  const int pieces = static_cast<int>(length(off) / apart_on_line) + 1;
  for (int k = 0; k <= pieces; ++k) {
    const Vec2 p = from + off * (static_cast<float>(k) / static_cast<float>(pieces));
    for (const float x : {-around_corner, around_corner}) {
      for (const float y : {-around_corner, around_corner})
        mark(grid, cell_at(p + Vec2{x, y}, layers_[holder.id.slot]));
    }
  }
}

// From where it stands to the nearest point of each wall that is too near to get through between.
void HeldGround::mark_gaps_to_walls(const GridView& grid, const Holder& holder) {
  const Vec2 p = positions_[holder.id.slot];
  const float gap = gap_of(holder);
  for_around(cell_at(p, layers_[holder.id.slot]), gap, [&](Cell c) {
    if (grid.contains(c) && grid.passable(c)) return;
    const Vec2 low{static_cast<float>(c.x), static_cast<float>(c.y)};
    const Vec2 nearest{std::clamp(p.x, low.x, low.x + 1), std::clamp(p.y, low.y, low.y + 1)};
    if (within(nearest - p, gap)) mark_line(grid, holder, nearest);
  });
}

void HeldGround::mark_gaps_to_others(const GridView& grid, const Holder& holder) {
  const Vec2 p = positions_[holder.id.slot];
  const float gap = gap_of(holder);
  near_.around(p, layers_[holder.id.slot], gap + greatest_, [&](std::uint32_t j) {
    if (j <= holder.id.slot || holder_of_[j] == none) return;
    if (within(positions_[j] - p, gap + known_.holders[holder_of_[j]].radius))
      mark_line(grid, holder, positions_[j]);
  });
}

// On the ground of who is held up. On that of the holder, a large body, cells beside walls were none: fields
// of small ones led on between it and a rock, where it closed the way, and some went to and fro before it.
void HeldGround::mark_ground(const Crowd& crowd) {
  held_.clear();
  for (const Holder& holder : known_.holders) {
    const GridView& grid = crowd.group(holder.walker.group).grid;
    mark_body(grid, holder);
    mark_gaps_to_walls(grid, holder);
    mark_gaps_to_others(grid, holder);
  }
  std::sort(held_.begin(), held_.end());
  held_.erase(std::unique(held_.begin(), held_.end()), held_.end());
}

bool HeldGround::lay(World& world) {
  bool changed = false;
  const auto stamp = [&](Cell c, std::int32_t extra) {
    world.stamp(c, 0, extra);
    changed = true;
  };
  auto lies = known_.laid.begin();
  for (const Cell& c : held_) {
    for (; lies != known_.laid.end() && *lies < c; ++lies) stamp(*lies, -known_.extra);
    if (lies != known_.laid.end() && *lies == c)
      ++lies;
    else
      stamp(c, known_.extra);
  }
  for (; lies != known_.laid.end(); ++lies) stamp(*lies, -known_.extra);
  known_.laid.swap(held_);
  return changed;
}

void HeldGround::set_extra(std::int32_t extra, World& world) {
  held_.clear();
  lay(world);
  known_.extra = extra;
}

void HeldGround::carry(Carrier& carrier, const Crowd& crowd, const World& world) {
  // As long as its parts: what lies between the members of a holder is nobody's.
  struct Saved {
    AgentId id;
    float radius, widest, mass;
    std::uint32_t team, group;
  };
  std::vector<Saved> saved;
  for (const Holder& h : known_.holders)
    saved.push_back({h.id, h.radius, h.walker.radius, h.walker.standing.mass, h.walker.standing.team,
                     h.walker.group.value});
  carrier.record(known_.extra);
  carrier.values(known_.laid);
  carrier.values(saved);
  if (!carrier.loading()) return;
  known_.holders.clear();
  carrier.require(known_.extra >= 0 && known_.extra < impassable);
  for (const Cell& c : known_.laid) carrier.require(world.contains(c));
  for (const Saved& h : saved) {
    const bool usable = h.radius > 0 && h.radius <= most_radius && h.widest > 0 && h.widest <= most_radius;
    if (!carrier.require(h.id.slot < crowd.size() && usable && h.team <= 255 &&
                         h.group < crowd.group_count()))
      return;
    known_.holders.push_back(
        {h.id,
         h.radius,
         {h.widest, CrowdGroupId{h.group}, {h.mass, static_cast<std::uint8_t>(h.team), false}}});
  }
}

bool HeldGround::is_outdated(const Crowd& crowd) const {
  return std::any_of(known_.holders.begin(), known_.holders.end(),
                     [&](const Holder& holder) { return !stands(crowd, holder.id); });
}

bool HeldGround::update(const Crowd& crowd, World& world) {
  held_up_.clear();
  if (known_.extra == 0) return false;
  find_standing(crowd);
  find_holders(crowd);
  spread(crowd);
  mark_ground(crowd);
  return lay(world);
}

}  // namespace portolan::detail
