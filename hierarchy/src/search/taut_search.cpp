// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/taut_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>

#include "search/main_search.hpp"

namespace portolan::detail {

namespace {

// What the table has above the octile distance is rounding of the portals' places, up to so many cells;
// beyond it is a detour. Nine tenths of that in its place: p99 of Aurora and Boston is 0.2 percent worse.
constexpr float least_excess = 0.1F;
// No curve is shorter than that share of the octile path: cos(22.5 degrees), rounded down.
constexpr float least_share = 0.92F;
// Of what is left, two hundredths more open a quarter fewer portals; the mean corridor loses less than 0.01
// percent by it. With three it is a third of them, and single agents of ten maps walk two percent too far.
constexpr float weight = 1.02F;
// Strings that gain less are not followed again: an eighth fewer portals are opened, for nothing lost.
constexpr float least_gain = 0.5F;

float cross_product(float ax, float ay, float bx, float by) { return ax * by - ay * bx; }

template <class Point>
float apart(const Point& a, const Point& b) {
  const float x = a.x - b.x, y = a.y - b.y;
  return std::sqrt(x * x + y * y);
}

// Where a straight line meets a portal's, or one that is reflected there, within a window.
template <class Line, class Point>
float crossing(const Line& line, const Point& from, const Point& to, float low, float high) {
  const float here = std::abs((line.eastern ? from.x : from.y) - line.at);
  const float there = std::abs((line.eastern ? to.x : to.y) - line.at);
  const float begin = line.eastern ? from.y : from.x, end = line.eastern ? to.y : to.x;
  const float along = here + there > 0 ? begin + (end - begin) * (here / (here + there)) : begin;
  return std::clamp(along, low, high);
}

// A curve to a point (x, y) away is that long at least, where a path by steps is `octile` long. Along the
// nearest of the eight directions it gets `ahead`; whatever it does across adds at most tan(22.5 degrees)
// times as much to a path by steps.
float least_curve(float x, float y, float octile) {
  x = std::abs(x), y = std::abs(y);
  const float ahead = std::max({x, y, (x + y) * 0.70710678F});
  const float across = std::max(octile - ahead, 0.0F) * 2.4142135F;
  const float least = std::sqrt(ahead * ahead + across * across);
  return ahead > 0.9238795F * least ? least : least_share * octile;
}

template <class Strand, class Line>
void bend(Strand& strand, const Line& at, float along, const Line& there) {
  const auto p = at.point(along);
  strand.cost += apart(strand.bend, p);
  strand.bend = p;
  strand.low = there.low;
  strand.high = there.high;
}

// On to another portal: straight, as far as it is seen from the last bend through the window, or bent at the
// end of the window that is in the way.
template <class Strand, class Line>
void stretch(Strand& strand, const Line& here, const Line& there) {
  auto low = here.point(strand.low), high = here.point(strand.high);
  float low_along = strand.low, high_along = strand.high;
  const auto from = strand.bend, a = there.point(there.low), b = there.point(there.high);
  const float ax = a.x - from.x, ay = a.y - from.y, bx = b.x - from.x, by = b.y - from.y;
  if (cross_product(low.x - from.x, low.y - from.y, high.x - from.x, high.y - from.y) < 0) {
    std::swap(low, high);
    std::swap(low_along, high_along);
  }
  // On which side of the rays through the window's ends; linear along the line.
  const float low_a = cross_product(low.x - from.x, low.y - from.y, ax, ay);
  const float low_b = cross_product(low.x - from.x, low.y - from.y, bx, by);
  if (low_a < 0 && low_b < 0) return bend(strand, here, low_along, there);
  const float high_a = cross_product(ax, ay, high.x - from.x, high.y - from.y);
  const float high_b = cross_product(bx, by, high.x - from.x, high.y - from.y);
  if (high_a < 0 && high_b < 0) return bend(strand, here, high_along, there);
  float begin = there.low, end = there.high;
  const float width = there.high - there.low;
  const auto cut = [&](float of_a, float of_b) {
    if (of_a < 0) begin = std::max(begin, there.low + width * (of_a / (of_a - of_b)));
    if (of_b < 0) end = std::min(end, there.low + width * (of_a / (of_a - of_b)));
  };
  cut(low_a, low_b);
  cut(high_a, high_b);
  if (begin > end)
    return bend(strand, here, crossing(here, from, there.point(begin), strand.low, strand.high), there);
  strand.low = begin;
  strand.high = end;
}

}  // namespace

TautSearch::TautSearch(const HierarchyState& state)
    : state_(state), level_(*state.levels[0]), heuristic_(state.bound.from({})) {}

TautSearch::Line TautSearch::line_of(const NodeRecord& portal) const {
  const bool eastern = portal.is_eastern();
  const std::int32_t across = eastern ? portal.x2 : portal.y2, along = eastern ? portal.y2 : portal.x2;
  const NodeRecord::Run run = portal.run();
  PORTOLAN_ASSERT(run.width > 0);
  const std::int32_t first = (along >> 1 & -level_.grid.side()) + run.begin;
  return {eastern, static_cast<float>((across + 1) >> 1), static_cast<float>(first),
          static_cast<float>(first + run.width)};
}

float TautSearch::excess_of(std::uint64_t cost, std::int32_t dx2, std::int32_t dy2) const {
  const auto octile = static_cast<float>(octile_half_units(std::abs(dx2), std::abs(dy2)));
  const float excess = static_cast<float>(cost) / unit_ - octile * (1.0F / (2 * straight_factor));
  return excess > least_excess ? excess : 0;
}

// The gates of a border are made all at once: their numbers follow one another, and what landmarks know of
// them lies side by side. To look each portal up took a third of the time.
std::uint32_t TautSearch::gates_of(std::uint32_t sector, Side side) {
  const AreaRecord& record = level_.areas[sector];
  const std::uint32_t portal = record.first[side], count = record.end[side] - record.begin(side);
  PORTOLAN_ASSERT(count > 0);
  const auto [first, is_new] =
      borders_.try_emplace(level_.nodes[portal].border, static_cast<std::uint32_t>(gates_.size()));
  if (!is_new) return first;
  beyond_.resize(count);
  heuristic_.side(level_, sector, side, beyond_.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    const NodeRecord& node = level_.nodes[portal + i];
    Gate& gate = gates_.emplace_back();
    gate.line = line_of(node);
    gate.own = 0.5F * static_cast<float>((gate.line.eastern ? node.y2 : node.x2) + 1);
    gate.x2 = node.x2;
    gate.y2 = node.y2;
    gate.portal = portal + i;
    gate.beyond = static_cast<float>(beyond_[i]) / unit_;
    gate.best.length = std::numeric_limits<float>::infinity();
  }
  return first;
}

void TautSearch::offer(std::uint32_t to, Strand& strand) {
  Gate& gate = gates_[to];
  const float along = crossing(gate.line, strand.bend, agent_, strand.low, strand.high);
  const Point p = gate.line.point(along);
  const float so_far = strand.cost + apart(strand.bend, p), left = apart(p, agent_);
  strand.length = so_far + left;
  if (gate.best.length <= strand.length + least_gain) return;
  // Landmarks know the portal's own place.
  const float beyond = gate.beyond - std::abs(along - gate.own);
  const float least = std::max(left, least_curve(p.x - agent_.x, p.y - agent_.y, beyond));
  if (so_far + least > most_length_) return;
  strand.bound = so_far + weight * least;
  gate.best = strand;
  search_.open({strand.bound, so_far, static_cast<std::uint64_t>(gate.portal) << 32U | to});
}

void TautSearch::cross(std::uint32_t from, bool on_a) {
  const std::uint32_t portal = gates_[from].portal;
  const NodeRecord& node = level_.nodes[portal];
  const std::uint32_t sector = on_a ? level_.area_a(node) : level_.area_b(node);
  if (sector == gates_[from].best.through) return;
  const AreaRecord& record = level_.areas[sector];
  const CostTable& table = level_.tables[record.table];
  const std::uint32_t place = level_.place(portal, node, on_a);
  for (const Side side : {north, west, east, south}) {
    const std::uint32_t begin = record.begin(side), end = record.end[side];
    if (begin == end) continue;  // other portals of the same border are ways too: around the end of a wall
    const std::uint32_t gate = gates_of(sector, side);
    for (std::uint32_t to = begin; to < end; ++to) {
      const std::uint64_t cost = table.at(to, place);
      if (cost != CostTable::no_path) cross_to(gate + to - begin, from, sector, cost);
    }
  }
}

void TautSearch::cross_to(std::uint32_t to, std::uint32_t from, std::uint32_t sector, std::uint64_t cost) {
  const Gate &here = gates_[from], &there = gates_[to];
  // However it goes on, the next string is as long as this one at least, and longer by a detour.
  const float known = there.best.length - least_gain;
  if (known <= here.best.length) return;
  const float excess = excess_of(cost, there.x2 - here.x2, there.y2 - here.y2);
  if (const float least = here.best.length + excess; least > most_length_ || known <= least) return;
  Strand next = here.best;
  next.parent = from;
  next.through = sector;
  if (excess > 0) {
    const Point aim =
        there.line.point(crossing(there.line, next.bend, agent_, there.line.low, there.line.high));
    bend(next, here.line, crossing(here.line, next.bend, aim, next.low, next.high), there.line);
    next.cost += excess;
  } else {
    stretch(next, here.line, there.line);
  }
  offer(to, next);
}

void TautSearch::arrive(std::uint32_t from, float excess) {
  const Strand& strand = gates_[from].best;
  const float length = strand.length + excess;
  if (length >= end_.bound) return;
  end_ = strand;
  end_.bound = length;
  end_.parent = from;
  end_.through = agent_sector_;
  search_.open({length, length, arrived});
}

void TautSearch::expand(const Search::State& open) {
  const std::uint32_t from = gate_of(open);
  if (const float* excess = exits_.find(gates_[from].portal)) arrive(from, *excess);
  cross(from, true);
  cross(from, false);
}

void TautSearch::aim(const Endpoints& endpoints, std::uint32_t number) {
  const Agent& agent = endpoints.agents()[number];
  agent_ = {static_cast<float>(agent.cell.x) + 0.5F, static_cast<float>(agent.cell.y) + 0.5F};
  agent_sector_ = agent.sector;
  HalfBox box;
  box.include(agent.cell);
  heuristic_ = Heuristic(state_.bound.from(box));
  PotentialRange range;
  const bool is_top = state_.levels.size() == 1, has_base = has_base_potentials(state_);
  exits_.clear();
  for (const AgentEnd& end : endpoints.agent_ends()) {
    if (end.agent != number) continue;
    const NodeRecord& portal = level_.nodes[end.node];
    exits_[end.node] = excess_of(end.cost, portal.x2 - 2 * agent.cell.x, portal.y2 - 2 * agent.cell.y);
    if (is_top) {
      add_end(range, state_.landmarks.of(end.node), end.cost);
    } else if (has_base) {
      const BasePotentials& base = state_.base_potentials;
      const std::uint32_t area = state_.levels[1]->grid.area_of(level_.cell_a(portal));
      base.prepare(area);
      add_end(range, *base.rows(end.node), base.bases(area), end.cost);
    }
  }
  if (is_top) {
    heuristic_.use(state_.landmarks, range, state_.symmetric);
  } else if (has_base) {
    heuristic_.use(state_.base_potentials, range, state_.levels[1]->grid);
  }
}

// Seeds say what it costs to get from a portal to the goals of its sector, not to which of them.
void TautSearch::begin(const Endpoints& endpoints) {
  borders_.clear();
  gates_.clear();
  search_.clear();
  end_.bound = std::numeric_limits<float>::infinity();
  for (const Seed& seed : endpoints.goal_ends()) {
    const NodeRecord& portal = level_.nodes[seed.node];
    const Goal* best = nullptr;
    std::uint64_t least = no_cost;
    for (const Goal& goal : endpoints.goals()) {
      if (level_.grid.area_of(goal.cell) != seed.area) continue;
      const std::uint64_t there =
          goal.offset.units +
          state_.bound.least_cost() *
              octile_half_units(std::abs(portal.x2 - 2 * goal.cell.x), std::abs(portal.y2 - 2 * goal.cell.y));
      if (there >= least) continue;
      least = there;
      best = &goal;
    }
    if (best != nullptr) begin_at(seed, *best);
  }
}

void TautSearch::begin_at(const Seed& seed, const Goal& goal) {
  const NodeRecord& portal = level_.nodes[seed.node];
  const AreaRecord& record = level_.areas[seed.area];
  const bool on_a = level_.area_a(portal) == seed.area;
  const Side side = portal.is_eastern() ? (on_a ? east : west) : (on_a ? south : north);
  const std::uint32_t to = gates_of(seed.area, side) + seed.node - record.first[side];
  const std::uint64_t cost = seed.cost - std::min(seed.cost, goal.offset.units);
  Strand strand;
  strand.cost = static_cast<float>(goal.offset.units) / unit_ +
                excess_of(cost, portal.x2 - 2 * goal.cell.x, portal.y2 - 2 * goal.cell.y);
  strand.bend = {static_cast<float>(goal.cell.x) + 0.5F, static_cast<float>(goal.cell.y) + 0.5F};
  strand.low = gates_[to].line.low;
  strand.high = gates_[to].line.high;
  strand.through = seed.area;
  offer(to, strand);
}

bool TautSearch::run(const Endpoints& endpoints, std::uint32_t agent, float most_length,
                     std::uint64_t most_portals) {
  PORTOLAN_ASSERT(state_.symmetric, "links lead where no string does");
  PORTOLAN_ASSERT(agent < endpoints.agents().size() && most_length >= 0);
  unit_ = static_cast<float>(2 * straight_factor * state_.bound.least_cost());
  most_length_ = most_length;
  aim(endpoints, agent);
  begin(endpoints);
  return search_.run(*this, most_portals) == Search::End::met;
}

void TautSearch::add_sectors(SectorList& sectors) const {
  PORTOLAN_ASSERT(end_.bound < std::numeric_limits<float>::infinity(), "ask run() first");
  sectors.add(end_.through);
  for (std::uint32_t gate = end_.parent; gate != none; gate = gates_[gate].best.parent)
    sectors.add(gates_[gate].best.through);
}

}  // namespace portolan::detail
