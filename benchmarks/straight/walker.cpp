// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "walker.hpp"

#include <limits>

#include <portolan/crowd/straight_guide.hpp>

#include "gradient_guide.hpp"
#include "polyline_guide.hpp"

namespace portolan::bench {

namespace {

constexpr Way ways[] = {
    {"perfect", "an agent of a crowd, led along the optimum itself", &Walker::perfect},
    {"straight", "an agent of a crowd in a corridor field at any angle, led by StraightGuide",
     &Walker::straight},
    {"straight_map", "the same in a field at any angle of the whole map", &Walker::straight_map},
    {"octile", "the octile optimum over the whole map", &Walker::octile},
    {"string", "a string pulled along the octile optimum, bending in middles of cells", &Walker::string},
    {"polyline", "a single path, pulled straight by the library", &Walker::polyline},
    {"exact_polyline", "the same of a path of `exact` quality", &Walker::exact_polyline},
    {"directions", "cell by cell along the directions of a corridor field", &Walker::directions},
    {"blended", "an agent of a crowd in a corridor field, led by FieldGuide", &Walker::blended},
    {"gradient", "an agent of a crowd in a field of the whole map, led down its gradient", &Walker::gradient},
    {"corridor_gradient", "the same in a corridor field; lost are agents that leave the corridor",
     &Walker::corridor_gradient},
};

}  // namespace

Walker::Walker(const LoadedMap& map)
    : grid_(map.view()),
      hierarchy_(map.world, map.profile),
      planner_(hierarchy_),
      field_(hierarchy_),
      straight_(hierarchy_, Headings::any_angle),
      straight_everywhere_(grid_, TileGrid(grid_.extent())),
      finder_(hierarchy_),
      everywhere_(grid_, TileGrid(grid_.extent())) {}

bool Walker::prepare(const Query& query) {
  query_ = query;
  path_ = astar_.search(grid_, query.start, query.goal).path;
  if (path_.cells.empty()) return false;
  PlanRequest request;
  request.agents = {query.start};
  request.goals = {{query.goal}};
  field_.reset(planner_.plan(request));
  field_.advance();
  request.headings = Headings::any_angle;
  const Plan plan = planner_.plan(request);
  planned_ = plan.corridor.size();
  straight_.reset(plan);
  straight_.advance();
  straight_everywhere_.reset();
  straight_everywhere_.allow_all();
  straight_everywhere_.add_goal({query.goal});
  straight_everywhere_.advance();
  everywhere_.reset();
  everywhere_.add_goal({query.goal});
  everywhere_.advance();
  return true;
}

double Walker::locked_out() const {
  if (straight_.straight() == nullptr) return std::numeric_limits<double>::quiet_NaN();
  const auto within = static_cast<double>(straight_.straight()->distance(query_.start));
  return (within / static_cast<double>(straight_everywhere_.distance(query_.start)) - 1) * 100;
}

Trail Walker::perfect() const {
  return bench::walk(PolylineGuide(optimum_, &everywhere_), grid_, query_.start, query_.goal);
}

Trail Walker::straight() const {
  if (straight_.straight() == nullptr) return blended();
  return bench::walk(StraightGuide(straight_.straight()), grid_, query_.start, query_.goal);
}

Trail Walker::straight_map() const {
  return bench::walk(StraightGuide(&straight_everywhere_), grid_, query_.start, query_.goal);
}

Trail Walker::octile() const { return trail_of(path_.cells); }

Trail Walker::string() const { return pulled(path_.cells, grid_); }

Trail Walker::polyline_of(Quality quality) const {
  const PlanRequest request{.agents = {query_.start}, .goals = {{query_.goal}}, .quality = quality};
  if (finder_.find(request).outcome != Outcome::complete) return {};
  Trail trail;
  for (const PathPoint& p : finder_.polyline().points) trail.push_back({p.at.x, p.at.y});
  return trail;
}

Trail Walker::polyline() const { return polyline_of(Quality::path); }

Trail Walker::exact_polyline() const { return polyline_of(Quality::exact); }

Trail Walker::directions() const {
  const Result<Path> walked = walk_down(field_, grid_, query_.start);
  return walked.ok() ? trail_of(walked->cells) : Trail{};
}

Trail Walker::blended() const {
  return bench::walk(FieldGuide(&field_.field()), grid_, query_.start, query_.goal);
}

Trail Walker::gradient() const {
  return bench::walk(GradientGuide(&everywhere_), grid_, query_.start, query_.goal);
}

Trail Walker::corridor_gradient() const {
  return bench::walk(GradientGuide(&field_.field()), grid_, query_.start, query_.goal);
}

std::span<const Way> all_ways() { return ways; }

}  // namespace portolan::bench
