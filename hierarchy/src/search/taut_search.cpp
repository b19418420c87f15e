// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/taut_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>

#include "search/main_search.hpp"

namespace portolan::detail {

namespace {

PortalLine line_of(const NodeRecord& portal) {
  const std::int32_t at2 = portal.is_eastern() ? portal.x2 : portal.y2;
  return {portal.is_eastern(), static_cast<float>((at2 + 1) >> 1), at2};
}

constexpr float infinite = std::numeric_limits<float>::infinity();

// Of the ways into one node of an area, from nodes [first, end), as many as there are lanes. Wide tables are
// read into `units`, which is as long.
WayCosts costs_of(const CostTable& table, std::uint32_t into, std::uint32_t first, std::uint32_t end,
                  float* units) {
  const std::uint32_t count = std::min(end - first, PortalLanes::width);
  static_assert(PortalLanes::width * sizeof(std::uint16_t) <= CostTable::padding);
  if (table.width == TableWidth::narrow) return {table.row<std::uint16_t>(into) + first, nullptr, count};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t cost = table.at(first + i, into);
    units[i] = cost == CostTable::no_path ? infinite : static_cast<float>(cost);
  }
  return {nullptr, units, count};
}

}  // namespace

TautSearch::TautSearch(const HierarchyState& state)
    : state_(state), level_(*state.levels[0]), heuristic_(state.bound.from({})) {}

float TautSearch::excess_of(std::uint64_t cost, std::int32_t dx2, std::int32_t dy2) const {
  return string_excess(static_cast<float>(cost) / query_.unit,
                       static_cast<float>(octile_half_units(std::abs(dx2), std::abs(dy2))));
}

// The gates of a border are made all at once, for both of its sectors: their numbers follow one another, and
// what landmarks know of them lies side by side. To look each portal up took a third of the time. The octile
// distance is no more than the straight line, which strings know by themselves.
std::uint32_t TautSearch::gates_of(std::uint32_t sector, Side side) {
  const Entered& other = entered_[level_.grid.beside({sector}, side).value];
  if (other.search == searches_) return other.gates[opposite(side)];
  const AreaRecord& record = level_.areas[sector];
  const std::uint32_t portal = record.first[side], count = record.end[side] - record.begin(side);
  const auto first = static_cast<std::uint32_t>(gates_used_);
  if (estimates_.size() < count) estimates_.resize(count);
  heuristic_.side_by_landmarks(level_, sector, side, estimates_.data());
  add_gates(portal, count);
  return first;
}

void TautSearch::add_gates(std::uint32_t portal, std::uint32_t count) {
  const std::size_t first = gates_used_;
  gates_used_ += count;
  if (gates_.size() < gates_used_) {
    gates_.resize(2 * gates_used_);
    known_.resize(2 * gates_used_);
    beyond_.resize(2 * gates_used_);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    gates_[first + i].portal = portal + i;
    known_[first + i] = infinite;
    beyond_[first + i] = static_cast<float>(estimates_[i]) / query_.unit;
  }
}

// Looks a sector's gates up once, for all that lead into it.
std::uint32_t TautSearch::lanes_of(std::uint32_t sector) {
  Entered& entered = entered_[sector];
  if (entered.search != searches_) add_lanes(sector, entered);
  return entered.lanes;
}

// What is behind the last gate is looked at, and not read.
void TautSearch::add_lanes(std::uint32_t sector, Entered& entered) {
  const AreaRecord& record = level_.areas[sector];
  const std::size_t begin = lanes_used_;
  entered = {searches_, static_cast<std::uint32_t>(begin), {}};
  lanes_used_ += (record.portals() + PortalLanes::width - 1) / PortalLanes::width;
  if (lanes_.size() < lanes_used_) lanes_.resize(2 * lanes_used_);
  PortalLanes* lanes = &lanes_[begin];
  std::uint32_t lane = 0;
  for (const Side side : all_sides) {
    const std::uint32_t count = record.end[side] - record.begin(side);
    if (count == 0) continue;
    const std::uint32_t gate = entered.gates[side] = gates_of(sector, side);
    const NodeRecord* const nodes = &level_.nodes[record.first[side]];
    const bool eastern = side == east || side == west;
    for (std::uint32_t i = 0; i < count; ++i, ++lane) {
      if (lane == PortalLanes::width) ++lanes, lane = 0;
      const NodeRecord::Run run = nodes[i].run();
      const std::int32_t along2 = eastern ? nodes[i].y2 : nodes[i].x2;
      const std::int32_t low = (along2 >> 1 & -level_.grid.side()) + run.begin;
      lanes->eastern[lane] = eastern ? 1 : 0;
      lanes->at2[lane] = eastern ? nodes[i].x2 : nodes[i].y2;
      lanes->along2[lane] = along2;
      lanes->low[lane] = static_cast<float>(low);
      lanes->high[lane] = static_cast<float>(low + run.width);
      lanes->beyond[lane] = beyond_[gate + i];
      lanes->gate[lane] = gate + i;
    }
  }
}

void TautSearch::pull(const StringEnd& end, const Origin& origin, const PortalLanes& lanes,
                      const WayCosts& costs) {
  PulledStrings strings;
  std::uint32_t better = pull_strings(query_, end, lanes, costs, known_.data(), strings);
  for (; better != 0; better &= better - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(better));
    const std::uint32_t number = lanes.gate[i];
    Gate& gate = gates_[number];
    gate.cost = strings.cost[i];
    gate.length = known_[number] = strings.length[i];
    gate.bend_x = strings.bend_x[i];
    gate.bend_y = strings.bend_y[i];
    gate.low = strings.low[i];
    gate.high = strings.high[i];
    gate.origin = origin;
    gate.bound = strings.bound[i];
    wait(gate.bound, number);
  }
}

StringEnd TautSearch::end_at(std::uint32_t number) const {
  const Gate& gate = gates_[number];
  const NodeRecord& node = level_.nodes[gate.portal];
  StringEnd end;
  end.line = line_of(node);
  end.along2 = end.line.eastern ? node.y2 : node.x2;
  end.cost = gate.cost;
  end.length = gate.length;
  end.bend_x = gate.bend_x;
  end.bend_y = gate.bend_y;
  end.low = gate.low;
  end.high = gate.high;
  return end;
}

// The portal itself, and others of the same border, are among those of the sector: the way to one of them may
// lead around the end of a wall.
void TautSearch::cross(std::uint32_t from) {
  const Gate& gate = gates_[from];
  const NodeRecord& node = level_.nodes[gate.portal];
  const bool on_a = level_.area_a(node) != gate.origin.through;
  const std::uint32_t sector = on_a ? level_.area_a(node) : level_.area_b(node);
  const StringEnd end = end_at(from);
  const CostTable& table = level_.tables[level_.areas[sector].table];
  const std::uint32_t place = level_.place(gate.portal, node, on_a);
  const std::uint32_t lanes = lanes_of(sector);
  const std::uint32_t portals = level_.areas[sector].portals();
  for (std::uint32_t to = 0; to < portals; to += PortalLanes::width) {
    float units[PortalLanes::width];
    pull(end, {from, sector}, lanes_[lanes + to / PortalLanes::width],
         costs_of(table, place, to, portals, units));
  }
}

void TautSearch::arrive(std::uint32_t from, float excess) {
  const float length = known_[from] + excess;
  if (length >= end_.bound) return;
  end_.bound = length;
  end_.origin = {from, agent_sector_};
  wait(length, none);
}

void TautSearch::expand(const Waiting& waiting) {
  const std::uint32_t number = waiting.gate();
  const Gate& gate = gates_[number];
  const NodeRecord& node = level_.nodes[gate.portal];
  const std::uint32_t a = level_.area_a(node), b = level_.area_b(node);
  if (a == agent_sector_ || b == agent_sector_) {
    if (const float* excess = exits_.find(gate.portal)) arrive(number, *excess);
  }
  cross(number);
}

void TautSearch::aim(const Endpoints& endpoints, std::uint32_t number) {
  const Agent& agent = endpoints.agents()[number];
  query_.agent_x = static_cast<float>(agent.cell.x) + 0.5F;
  query_.agent_y = static_cast<float>(agent.cell.y) + 0.5F;
  agent_sector_ = agent.sector;
  HalfBox box;
  box.include(agent.cell);
  heuristic_ = Heuristic(state_.bound.from(box));
  PotentialRange range;
  const Guides guides = state_.guides();
  const bool is_top = state_.levels.size() == 1 && guides.landmarks != nullptr, has_base = guides.has_base();
  exits_.clear();
  for (const AgentEnd& end : endpoints.agent_ends()) {
    if (end.agent != number) continue;
    const NodeRecord& portal = level_.nodes[end.node];
    exits_[end.node] = excess_of(end.cost, portal.x2 - 2 * agent.cell.x, portal.y2 - 2 * agent.cell.y);
    if (!is_top && !has_base) continue;
    const std::uint32_t known = guides.node(state_.levels, 0, end.node);
    if (is_top) {
      add_end(range, guides.landmarks->of(known), end.cost);
    } else {
      const BasePotentials& base = *guides.base;
      const std::uint32_t area = state_.levels[1]->grid.area_of(level_.cell_a(portal));
      base.prepare(area);
      add_end(range, *base.rows(known), base.bases(area), end.cost);
    }
  }
  if (is_top) {
    heuristic_.use(*guides.landmarks, range, guides.symmetric);
  } else if (has_base) {
    heuristic_.use(*guides.base, range, state_.levels[1]->grid);
  }
  if (guides.lent != nullptr) heuristic_.use_nodes_of(*guides.lent->front());
}

// Seeds say what it costs to get from a portal to the goals of its sector, not to which of them.
void TautSearch::begin(const Endpoints& endpoints) {
  if (entered_.size() < level_.areas.size()) entered_.resize(level_.areas.size());
  if (++searches_ == 0) {
    std::fill(entered_.begin(), entered_.end(), Entered{});
    searches_ = 1;
  }
  lanes_used_ = gates_used_ = 0;
  search_.clear();
  end_.bound = infinite;
  Start start;
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
    if (best != nullptr) begin_at(seed, *best, start);
  }
  begin_from(start);
}

// Together with the ones before, where they are from the same goal and side by side.
void TautSearch::begin_at(const Seed& seed, const Goal& goal, Start& start) {
  const NodeRecord& portal = level_.nodes[seed.node];
  const std::uint32_t place = level_.place(seed.node, portal, level_.area_a(portal) == seed.area);
  const std::uint32_t lane = place % PortalLanes::width;
  if (start.goal != &goal || start.area != seed.area || start.lane != place - lane) {
    begin_from(start);
    start.goal = &goal;
    start.area = seed.area;
    start.lane = place - lane;
    std::fill(std::begin(start.costs), std::end(start.costs), infinite);
  }
  start.costs[lane] = static_cast<float>(seed.cost - std::min(seed.cost, goal.offset.units));
}

// The strings from a goal, as if that were a portal of its own cell.
void TautSearch::begin_from(const Start& start) {
  if (start.goal == nullptr) return;
  const Goal& goal = *start.goal;
  const float x = static_cast<float>(goal.cell.x) + 0.5F, y = static_cast<float>(goal.cell.y) + 0.5F;
  StringEnd end;
  end.line = {false, y, 2 * goal.cell.y};
  end.along2 = 2 * goal.cell.x;
  end.cost = static_cast<float>(goal.offset.units) / query_.unit;
  end.bend_x = end.low = end.high = x;
  end.bend_y = y;
  const std::uint32_t lanes = lanes_of(start.area) + start.lane / PortalLanes::width;
  pull(end, {none, start.area}, lanes_[lanes], {nullptr, start.costs, PortalLanes::width});
}

bool TautSearch::run(const Endpoints& endpoints, const Task& task) {
  PORTOLAN_ASSERT(state_.symmetric, "links lead where no string does");
  PORTOLAN_ASSERT(task.agent < endpoints.agents().size() && task.most_length >= 0 && task.weight >= 1);
  query_.unit = static_cast<float>(2 * straight_factor * state_.bound.least_cost());
  query_.most_length = task.most_length;
  query_.weight = task.weight;
  query_.gain = task.gain;
  aim(endpoints, task.agent);
  begin(endpoints);
  return search_.run(*this, task.most_portals) == Search::End::met;
}

void TautSearch::add_sectors(SectorList& sectors) const {
  PORTOLAN_ASSERT(end_.bound < infinite, "ask run() first");
  for (const Origin* at = &end_.origin;; at = &gates_[at->gate].origin) {
    sectors.add(at->through);
    if (at->gate == none) return;
  }
}

void TautSearch::add_bends(std::vector<Cell>& bends) const {
  PORTOLAN_ASSERT(end_.bound < infinite, "ask run() first");
  const std::size_t first = bends.size();
  const std::int32_t layer = level_.grid.bounds(agent_sector_).layer;
  for (std::uint32_t at = end_.origin.gate; at != none; at = gates_[at].origin.gate) {
    const Gate& gate = gates_[at];
    const Cell bend{static_cast<std::int32_t>(gate.bend_x), static_cast<std::int32_t>(gate.bend_y), layer};
    if (bends.size() == first || bends.back() != bend) bends.push_back(bend);
  }
}

}  // namespace portolan::detail
