// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_curves.hpp"

#include <algorithm>
#include <cmath>

#include <baselines/walk.hpp>
#include <portolan/crowd/straight_guide.hpp>

namespace portolan::tool {
namespace {

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
    cost = off + in_cells({link.cost});
  }
  return cost;
}

}  // namespace

CompareCurves::CompareCurves(const MapAtHand& map, const Hierarchy& hierarchy)
    : grid_(map.grid()),
      finder_(hierarchy),
      planner_(hierarchy),
      field_(hierarchy, Headings::any_angle),
      bound_(grid_, hierarchy.least_cost()) {
  constexpr std::size_t most_cells = std::size_t{1} << 26U;  // larger ones take too much memory
  most_corners_ = map.world.extent().cell_count() <= most_cells ? 50000 : 0;
}

CurveMeasure CompareCurves::measure(const PlanRequest& request) {
  const Cell start = request.agents[0], goal = request.goals.front().cell;
  CurveMeasure measure;
  const double least = bound_.between(start, goal, most_corners_);
  measure.exact = bound_.is_exact();
  if (!(least > 0) || std::isinf(least)) return measure;
  PlanRequest curves = request;
  curves.headings = Headings::any_angle;
  if (finder_.find(curves).outcome == Outcome::complete)
    measure.polyline = finder_.polyline().length / least - 1;
  if (const auto walked = walked_length(curves)) measure.walked = *walked / least - 1;
  return measure;
}

std::optional<double> CompareCurves::walked_length(const PlanRequest& request) {
  field_.reset(planner_.plan(request));
  field_.advance();
  const StraightGuide guide(field_.straight());
  const std::vector<PathPoint> line = walk(guide, grid_, request.agents[0], request.goals.front().cell);
  if (line.empty()) return std::nullopt;
  double walked = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const PathPoint& a = line[i - 1];
    const PathPoint& b = line[i];
    const bool jumped = a.layer != b.layer || distance(a.at, b.at) > double{longest_step};
    walked += jumped ? link_length(grid_, a, b) : step_length(grid_, a.at, b.at, a.layer);
  }
  return walked;
}

}  // namespace portolan::tool
