// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <baselines/walk.hpp>

#include <cmath>

#include <portolan/core/straight_queries.hpp>
#include <portolan/crowd/crowd.hpp>

namespace portolan {
namespace {

constexpr float tick_seconds = 0.1F;
constexpr float near_goal = 0.75F;  // cells; no crowd wants an agent nearer

// A step of this length may have bends.
void add_bends(const Guide& guide, GridView grid, float left, std::vector<PathPoint>& line) {
  for (;;) {
    const PathPoint from = line.back();
    const Heading way = guide.course(from.at, from.layer);
    constexpr float rounding = 1e-4F;
    if (!way.bends() || way.reach + rounding >= left) return;
    const Vec2 bend = from.at + way.direction * way.reach;
    // Where a wall holds the agent it does not get there.
    if (straight(grid, from, bend)) return;
    line.push_back({bend, from.layer});
    left -= way.reach;
  }
}

}  // namespace

std::vector<PathPoint> walk(const Guide& guide, GridView grid, Cell start, Cell goal) {
  Crowd crowd;
  AgentSpec agent;
  agent.position = centre_of(start);
  agent.layer = start.layer;
  agent.radius = 0.01F;  // the optimum is that of a point
  agent.group = crowd.add_group({grid, &guide, {{goal}}, Steering{}, near_goal, true});
  const AgentId id = crowd.add(agent);
  // An agent that needs five times as long as the path takes is lost.
  const double seconds = in_cells(guide.remaining(start)) / double{agent.max_speed};
  const auto most_ticks = static_cast<int>(5 * seconds / double{tick_seconds}) + 100;
  std::vector<PathPoint> line{{agent.position, agent.layer}};
  for (int tick = 0; tick < most_ticks && crowd.state(id) != AgentState::gone; ++tick) {
    const float before = crowd.distance(id);
    crowd.step(tick_seconds);
    add_bends(guide, grid, crowd.distance(id) - before, line);
    line.push_back({crowd.position(id), crowd.layer(id)});
  }
  if (crowd.state(id) != AgentState::gone) return {};
  // Arriving may be around a corner of the goal's cell.
  const Vec2 last = line.back().at;
  if (straight(grid, line.back(), centre_of(goal)))
    line.push_back({{std::round(last.x), std::round(last.y)}, goal.layer});
  line.push_back({centre_of(goal), goal.layer});
  return line;
}

}  // namespace portolan
