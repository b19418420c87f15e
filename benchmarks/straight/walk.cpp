// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "walk.hpp"

#include <cmath>

#include <portolan/crowd/crowd.hpp>

#include <support/polyline.hpp>

namespace portolan::bench {

namespace {

constexpr float tick_seconds = 0.1F;
constexpr float near_goal = 0.75F;  // cells; no crowd wants an agent nearer

// A step may have bends: it is as long as its pieces.
void add_step(const CrowdGroup& group, const Crowd& crowd, AgentId id, Vec2 from, float left, Trail& trail) {
  for (;;) {
    const Heading way = group.guide->course(from, crowd.layer(id));
    constexpr float rounding = 1e-4F;
    if (!way.bends() || way.reach + rounding >= left) break;
    from += way.direction * way.reach;
    left -= way.reach;
    // Where a wall holds the agent it does not get there.
    const test::MapPoint piece[] = {trail.back(), {from.x, from.y}};
    if (test::first_illegal(piece, group.grid, crowd.layer(id), {.tolerance = 1e-3})) break;
    trail.push_back(piece[1]);
  }
  trail.push_back({crowd.position(id).x, crowd.position(id).y});
}

}  // namespace

Trail walk(const Guide& guide, GridView grid, Cell start, Cell goal) {
  Crowd crowd;
  AgentSpec agent;
  agent.position = centre_of(start);
  agent.layer = start.layer;
  agent.radius = 0.01F;  // the optimum is that of a point
  agent.group = crowd.add_group({grid, &guide, {goal}, Steering{}, near_goal, true});
  const AgentId id = crowd.add(agent);
  // An agent that needs five times as long as the octile path takes is lost.
  const double cells = static_cast<double>(guide.remaining(start).units) / 24;
  const auto most_ticks =
      static_cast<int>(5 * cells / static_cast<double>(agent.max_speed * tick_seconds)) + 100;
  Trail trail{test::middle_of(start)};
  for (int tick = 0; tick < most_ticks && crowd.state(id) != AgentState::gone; ++tick) {
    const Vec2 from = crowd.position(id);
    const float walked = crowd.distance(id);
    crowd.step(tick_seconds);
    add_step(crowd.group(crowd.group_of(id)), crowd, id, from, crowd.distance(id) - walked, trail);
  }
  if (crowd.state(id) != AgentState::gone) return {};
  // Arriving may be around a corner of the goal's cell.
  const test::MapPoint last[] = {trail.back(), test::middle_of(goal)};
  if (test::first_illegal(last, grid, goal.layer))
    trail.push_back({std::round(last[0].x), std::round(last[0].y)});
  trail.push_back(last[1]);
  return trail;
}

Trail trail_of(std::span<const Cell> cells) {
  Trail trail;
  for (const Cell& cell : cells) trail.push_back(test::middle_of(cell));
  return trail;
}

Trail pulled(std::span<const Cell> cells, GridView grid) {
  Trail trail{test::middle_of(cells.front())};
  double along = 0;  // the cost of the path since the last bend
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const test::MapPoint step[] = {test::middle_of(cells[i - 1]), test::middle_of(cells[i])};
    const test::MapPoint line[] = {trail.back(), step[1]};
    const double on = test::walked_length(step, grid);
    along += on;
    if (!test::first_illegal(line, grid) && test::walked_length(line, grid) <= along + 1e-9) continue;
    trail.push_back(step[0]);
    along = on;
  }
  trail.push_back(test::middle_of(cells.back()));
  return trail;
}

}  // namespace portolan::bench
