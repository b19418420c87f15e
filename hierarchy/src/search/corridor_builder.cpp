// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/corridor_builder.hpp"

#include <algorithm>
#include <vector>

#include <portolan/core/assert.hpp>

#include "bounds/octile_bound.hpp"

namespace portolan::detail {

namespace {

// A portal stands for its run at one place, which bends the routes on the graph by a few cells, whatever
// their length: on short ones, where that weighs most, a route may prefer the costlier side of an obstacle.
// One ring more mends them, and costs some ten microseconds. On 36 game and city maps the worst mean excess
// over the optimum falls from 0.094 to 0.030 percent and the worst 99th percentile from 1.17 to 0.65. Tried
// instead: portals that stand at the walls of their run (0.089 and 0.93), and one-wide portals beside each
// wall, for a quarter more portals (0.092 and 0.82).
constexpr std::size_t short_corridor = 16;
// Strings, too, stand for their way by estimates, which are one or two percent off. Routes by steps err
// elsewhere, so that the sectors of both serve: up to 20 sectors on the string (up to 32 a field takes 4 to 8
// percent longer, and its curves are 0.01 percent shorter in the mean). Up to 8 the corners are
// rounded, and up to 4 there is a ring, without which single curves around a wall at the side of a sector
// were 3 to 6 percent longer. A ring for all of up to 16 served no better than these three, and was half of
// the field.
constexpr std::size_t unsure_string = 20;
constexpr std::size_t bent_string = 8;
constexpr std::size_t tiny_string = 4;

}  // namespace

int CorridorBuilder::rings_of(const QualityGoal& quality, std::size_t sectors) {
  switch (quality.kind) {
    case Quality::path:
      return sectors <= short_corridor ? 1 : 0;
    case Quality::widened:
      return quality.rings;
    case Quality::bounded:
    case Quality::exact:
      return 0;
  }
  return 0;
}

bool CorridorBuilder::is_sure(std::size_t on_string) { return on_string > unsure_string; }

void CorridorBuilder::extend_taut(SectorList& corridor, std::size_t on_string,
                                  const QualityGoal& quality) const {
  PORTOLAN_ASSERT(on_string <= corridor.size(), "the string's own sectors come first");
  if (on_string <= bent_string) round_corners(corridor);
  if (quality.kind == Quality::widened) return add_rings(corridor, quality.rings);
  if (on_string <= tiny_string) add_rings(corridor, 1);
}

void CorridorBuilder::extend(SectorList& corridor, const Endpoints& endpoints, const AgentRoutes& routes,
                             const QualityGoal& quality) {
  PORTOLAN_ASSERT(quality.rings >= 0 && quality.epsilon >= 0);
  PORTOLAN_ASSERT(routes.size() == endpoints.agents().size());
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (!routes[i].known()) continue;
    const Agent& agent = endpoints.agents()[i];
    const std::uint64_t least = std::min(routes[i].cost, endpoints.lower_bound(agent));
    if (!quality.is_certified({routes[i].cost}, {least}))
      add_all_useful(corridor, endpoints, agent, routes[i].cost);
  }
  round_corners(corridor);
  add_rings(corridor, rings_of(quality, corridor.size()));
}

// Calls visit(sector) for the up to eight neighbours of a sector on its layer.
template <class Visit>
void CorridorBuilder::for_each_neighbour(std::uint32_t sector, Visit&& visit) const {
  for (int d = 0; d < step_count; ++d) {
    const TileId next = state_.tiles.neighbour({sector}, static_cast<Direction>(d));
    if (next.valid()) visit(next.value);
  }
}

void CorridorBuilder::add_rings(SectorList& corridor, int rings) const {
  std::size_t begin = 0;
  for (int ring = 0; ring < rings; ++ring) {
    const std::size_t end = corridor.size();
    for (; begin < end; ++begin)
      for_each_neighbour(corridor[begin], [&](std::uint32_t sector) { corridor.add(sector); });
  }
}

// Where the corridor turns, or goes diagonally by way of one neighbour, adds the sector inside the corner:
// optimal paths often cut it. On game and city maps that takes the share of exactly optimal fields from 90 to
// 98 percent.
void CorridorBuilder::round_corners(SectorList& corridor) const {
  const auto in = [&](TileId sector) { return sector.valid() && corridor.contains(sector.value); };
  std::vector<std::uint32_t> corners;
  for (const std::uint32_t sector : corridor.all()) {
    for (const Direction side : {Direction::e, Direction::w}) {
      const TileId below = state_.tiles.neighbour({sector}, Direction::s);
      const TileId beside = state_.tiles.neighbour({sector}, side);
      const Direction diagonal = side == Direction::e ? Direction::se : Direction::sw;
      if (in(state_.tiles.neighbour({sector}, diagonal)) && in(below) != in(beside)) {
        corners.push_back(in(below) ? beside.value : below.value);
      }
    }
  }
  // The other diagonals are those of sectors above, as seen from there; corners do not make corners.
  for (const std::uint32_t sector : corners) corridor.add(sector);
}

// Adds every sector that may lie on a path no costlier than the route that is known, by what paths cost at
// least. The route is such a path, so that all of an optimal one lies in these sectors, which are connected.
void CorridorBuilder::add_all_useful(SectorList& corridor, const Endpoints& endpoints, const Agent& agent,
                                     std::uint64_t cost) {
  const Level& level = *state_.levels[0];
  HalfBox home;
  home.include(agent.cell);
  const OctileBound::From from_agent = state_.bound.from(home);
  const auto useful = [&](std::uint32_t sector) {
    const Rect box = level.grid.bounds(sector);
    const HalfBox cells{2 * box.x, 2 * box.y, 2 * (box.x + box.width - 1), 2 * (box.y + box.height - 1)};
    const std::uint64_t there = from_agent.to(cells);
    return std::any_of(endpoints.goals().begin(), endpoints.goals().end(), [&](const Goal& goal) {
      HalfBox end;
      end.include(goal.cell);
      return there + state_.bound.between(cells, end) + goal.offset.units <= cost;
    });
  };
  visited_.begin(level.areas.size());
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t sector) {
    if (visited_.insert(sector) && useful(sector)) open.push_back(sector);
  };
  visit(agent.sector);
  while (!open.empty()) {
    const std::uint32_t sector = open.back();
    open.pop_back();
    corridor.add(sector);
    for_each_neighbour(sector, visit);
    for (const std::uint32_t node : level.links_of(level.areas[sector]).leaving) {
      visit(level.link(level.nodes[node]).to_area);
    }
  }
}

}  // namespace portolan::detail
