// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/taut_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>

#include "search/main_search.hpp"

namespace portolan::detail {

namespace {

// Where a run lies on its line.
struct PortalRun {
  float low, high;
};

PortalRun run_of(const NodeRecord& portal, std::int32_t side) {
  const NodeRecord::Run run = portal.run();
  PORTOLAN_ASSERT(run.width > 0);
  const std::int32_t along = portal.is_eastern() ? portal.y2 : portal.x2;
  const auto first = static_cast<float>((along >> 1 & -side) + run.begin);
  return {first, first + static_cast<float>(run.width)};
}

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

void TautSearch::Lanes::resize(std::size_t count) {
  for (std::vector<std::int32_t>* const row : {&eastern, &at2, &along2}) row->resize(count);
  for (std::vector<float>* const row : {&low, &high, &beyond}) row->resize(count);
  gate.resize(count);
}

PortalLanes TautSearch::Lanes::from(std::size_t lane) const {
  PORTOLAN_ASSERT(lane + PortalLanes::width <= gate.size());
  return {eastern.data() + lane, at2.data() + lane,    along2.data() + lane, low.data() + lane,
          high.data() + lane,    beyond.data() + lane, gate.data() + lane};
}

TautSearch::TautSearch(const HierarchyState& state)
    : state_(state), level_(*state.levels[0]), heuristic_(state.bound.from({})) {}

float TautSearch::excess_of(std::uint64_t cost, std::int32_t dx2, std::int32_t dy2) const {
  return string_excess(static_cast<float>(cost) / query_.unit,
                       static_cast<float>(octile_half_units(std::abs(dx2), std::abs(dy2))));
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
  add_gates(portal, count);
  return first;
}

void TautSearch::add_gates(std::uint32_t portal, std::uint32_t count) {
  PORTOLAN_ASSERT(beyond_.size() == count);
  const PortalLine line = line_of(level_.nodes[portal]);
  for (std::uint32_t i = 0; i < count; ++i) {
    const NodeRecord& node = level_.nodes[portal + i];
    Gate& gate = gates_.emplace_back();
    gate.portal = portal + i;
    gate.best.line = line;
    gate.best.along2 = line.eastern ? node.y2 : node.x2;
    gate.beyond = static_cast<float>(beyond_[i]) / query_.unit;
    known_.push_back(infinite);
  }
}

// Looks a sector's gates up once, for all that lead into it.
std::uint32_t TautSearch::lanes_of(std::uint32_t sector) {
  const auto [first, is_new] = sectors_.try_emplace(sector, static_cast<std::uint32_t>(lanes_.gate.size()));
  if (is_new) add_lanes(sector);
  return first;
}

// As many as there are lanes in a vector, or a multiple of that; what is behind the last gate is not read.
void TautSearch::add_lanes(std::uint32_t sector) {
  const AreaRecord& record = level_.areas[sector];
  std::size_t lane = lanes_.gate.size();
  lanes_.resize(lane + (record.portals() + PortalLanes::width - 1) / PortalLanes::width * PortalLanes::width);
  for (const Side side : all_sides) {
    const std::uint32_t count = record.end[side] - record.begin(side);
    if (count == 0) continue;
    const std::uint32_t first = gates_of(sector, side);
    for (std::uint32_t i = first; i < first + count; ++i, ++lane) {
      const PortalRun run = run_of(level_.nodes[gates_[i].portal], level_.grid.side());
      lanes_.eastern[lane] = gates_[i].best.line.eastern ? 1 : 0;
      lanes_.at2[lane] = gates_[i].best.line.at2;
      lanes_.along2[lane] = gates_[i].best.along2;
      lanes_.low[lane] = run.low;
      lanes_.high[lane] = run.high;
      lanes_.beyond[lane] = gates_[i].beyond;
      lanes_.gate[lane] = i;
    }
  }
}

void TautSearch::pull(const StringEnd& end, const Origin& origin, std::size_t lane, const WayCosts& costs) {
  PulledStrings strings;
  std::uint32_t better = pull_strings(query_, end, lanes_.from(lane), costs, known_.data(), strings);
  for (; better != 0; better &= better - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(better));
    const std::uint32_t number = lanes_.gate[lane + i];
    Gate& gate = gates_[number];
    gate.best.cost = strings.cost[i];
    gate.best.length = known_[number] = strings.length[i];
    gate.best.bend_x = strings.bend_x[i];
    gate.best.bend_y = strings.bend_y[i];
    gate.best.low = strings.low[i];
    gate.best.high = strings.high[i];
    gate.origin = origin;
    gate.bound = strings.bound[i];
    wait(gate.bound, number);
  }
}

// The portal itself, and others of the same border, are among those of the sector: the way to one of them may
// lead around the end of a wall.
void TautSearch::cross(std::uint32_t from) {
  const Gate& gate = gates_[from];
  const NodeRecord& node = level_.nodes[gate.portal];
  const bool on_a = level_.area_a(node) != gate.origin.through;
  const std::uint32_t sector = on_a ? level_.area_a(node) : level_.area_b(node);
  const StringEnd end = gate.best;
  const CostTable& table = level_.tables[level_.areas[sector].table];
  const std::uint32_t place = level_.place(gate.portal, node, on_a);
  const std::size_t lane = lanes_of(sector);
  const std::uint32_t portals = level_.areas[sector].portals();
  for (std::uint32_t to = 0; to < portals; to += PortalLanes::width) {
    float units[PortalLanes::width];
    pull(end, {from, sector}, lane + to, costs_of(table, place, to, portals, units));
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
  const std::uint32_t gate = waiting.gate();
  if (const float* excess = exits_.find(gates_[gate].portal)) arrive(gate, *excess);
  cross(gate);
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
  borders_.clear();
  sectors_.clear();
  lanes_.resize(0);
  gates_.clear();
  known_.clear();
  search_.clear();
  end_.bound = infinite;
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

// The string from a goal, as if that were a portal of its own cell.
void TautSearch::begin_at(const Seed& seed, const Goal& goal) {
  const NodeRecord& portal = level_.nodes[seed.node];
  const std::uint32_t place = level_.place(seed.node, portal, level_.area_a(portal) == seed.area);
  const float x = static_cast<float>(goal.cell.x) + 0.5F, y = static_cast<float>(goal.cell.y) + 0.5F;
  StringEnd end;
  end.line = {false, y, 2 * goal.cell.y};
  end.along2 = 2 * goal.cell.x;
  end.cost = static_cast<float>(goal.offset.units) / query_.unit;
  end.bend_x = end.low = end.high = x;
  end.bend_y = y;
  float costs[PortalLanes::width];
  std::fill(std::begin(costs), std::end(costs), infinite);
  const std::uint32_t in_lanes = place % PortalLanes::width;
  costs[in_lanes] = static_cast<float>(seed.cost - std::min(seed.cost, goal.offset.units));
  pull(end, {none, seed.area}, lanes_of(seed.area) + place - in_lanes, {nullptr, costs, in_lanes + 1});
}

bool TautSearch::run(const Endpoints& endpoints, const Task& task) {
  PORTOLAN_ASSERT(state_.symmetric, "links lead where no string does");
  PORTOLAN_ASSERT(task.agent < endpoints.agents().size() && task.most_length >= 0 && task.weight >= 1);
  query_.unit = static_cast<float>(2 * straight_factor * state_.bound.least_cost());
  query_.most_length = task.most_length;
  query_.weight = task.weight;
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

}  // namespace portolan::detail
