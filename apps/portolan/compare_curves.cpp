// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_curves.hpp"

#include <algorithm>
#include <cmath>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/field_guide.hpp>

namespace portolan::tool {
namespace {

constexpr float tick_seconds = 0.1F;
constexpr float near_goal = 0.75F;  // cells; no crowd wants an agent nearer
constexpr double cells_per_unit = 1.0 / (2 * straight_factor);

double distance(Vec2 a, Vec2 b) { return std::hypot(double{b.x} - a.x, double{b.y} - a.y); }

// Times the cost of the ground half-way: agents move by less than a cell at a time.
double step_length(const GridView& grid, Vec2 a, Vec2 b, std::int32_t layer) {
  const Cost cost = grid.cost(cell_at((a + b) * 0.5F, layer));
  return distance(a, b) * (cost == impassable ? 1 : cost);
}

// The link that somebody took who was here and is there now; its ends are the nearest ones.
double link_length(const GridView& grid, PathPoint here, PathPoint there) {
  double least = std::numeric_limits<double>::infinity(), cost = 0;
  for (const LinkTable::Entry& entry : grid.links().all()) {
    const Link& link = grid.links()[entry.id];
    if (link.from.layer != here.layer || link.to.layer != there.layer) continue;
    const double off = distance(here.at, centre_of(link.from)) + distance(there.at, centre_of(link.to));
    if (off >= least) continue;
    least = off;
    cost = off + link.cost * cells_per_unit;
  }
  return cost;
}

}  // namespace

CompareCurves::CompareCurves(const MapAtHand& map, const Hierarchy& hierarchy)
    : grid_(map.grid()), finder_(hierarchy), bound_(grid_, hierarchy.least_cost()) {
  constexpr std::size_t most_cells = std::size_t{1} << 26U;  // larger ones take too much memory
  most_corners_ = map.world.extent().cell_count() <= most_cells ? 50000 : 0;
}

CurveMeasure CompareCurves::measure(const PlanRequest& request, const TileField& field) {
  const Cell start = request.agents[0], goal = request.goals.front().cell;
  CurveMeasure measure;
  const double least = bound_.between(start, goal, most_corners_);
  measure.exact = bound_.is_exact();
  if (!(least > 0) || std::isinf(least)) return measure;
  if (finder_.find(request).outcome == Outcome::complete)
    measure.polyline = finder_.polyline().length / least - 1;
  if (const auto walked = walked_length(field, start, goal)) measure.walked = *walked / least - 1;
  return measure;
}

std::optional<double> CompareCurves::walked_length(const TileField& field, Cell start, Cell goal) const {
  const FieldGuide guide(&field);
  Crowd crowd;
  AgentSpec agent;
  agent.position = centre_of(start);
  agent.layer = start.layer;
  agent.radius = 0.01F;  // the optimum is that of a point
  agent.group = crowd.add_group({grid_, &guide, {goal}, Steering{}, near_goal, true});
  const AgentId id = crowd.add(agent);
  // An agent that needs five times as long as the path takes is lost.
  const double cells = static_cast<double>(field.at(start).units) * cells_per_unit;
  const auto most_ticks = static_cast<int>(5 * cells / (double{agent.max_speed} * tick_seconds)) + 100;
  double walked = 0;
  PathPoint here{agent.position, agent.layer};
  for (int tick = 0; tick < most_ticks && crowd.state(id) != AgentState::gone; ++tick) {
    crowd.step(tick_seconds);
    const PathPoint there{crowd.position(id), crowd.layer(id)};
    const bool jumped =
        there.layer != here.layer || distance(here.at, there.at) > 2 * agent.max_speed * tick_seconds;
    walked += jumped ? link_length(grid_, here, there) : step_length(grid_, here.at, there.at, here.layer);
    here = there;
  }
  if (crowd.state(id) != AgentState::gone) return std::nullopt;
  return walked + step_length(grid_, here.at, centre_of(goal), goal.layer);
}

}  // namespace portolan::tool
