// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>

#include <portolan/dynamic/obstacles.hpp>
#include <portolan/dynamic/time_plan.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

// A train of 12 cells runs along a line again and again. An agent wants to cross, and knows the timetable.
int main() {
  portolan::World world({.width = 64, .height = 32});
  for (int x = 0; x < 64; ++x) {  // fences on both sides of the line, with a crossing
    if (x < 31 || x > 33) world.set_terrain({x, 14}, 1), world.set_terrain({x, 18}, 1);
  }
  portolan::Profile sees_trains, knows_timetable;
  sees_trains.cost[1] = knows_timetable.cost[1] = portolan::impassable;
  knows_timetable.sees_passing = false;  // for its field the line is always free
  world.add_profile(sees_trains);
  const portolan::ProfileId profile = world.add_profile(knows_timetable);

  portolan::Obstacles obstacles;
  const portolan::ObstacleId train = obstacles.add(
      world, {.shape = portolan::Footprint::box(12, 2),
              .course = portolan::Course({{0, {-8, 16}}, {12, {72, 16}}}, portolan::Repeat::loop),
              .presence = {},
              .effect = {.passing = true}});
  world.commit();

  const portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);
  portolan::CorridorField field(hierarchy);
  const portolan::Cell start{32, 8}, goal{32, 24};
  field.reset(planner.plan({.agents = {start}, .goals = {{goal}}}));
  field.advance();

  // Ten time steps are a second, and an agent takes four cells a second.
  constexpr portolan::TimeStep per_second = 10;
  portolan::TimePlanner in_time;
  for (int seconds = 0; seconds <= 6; seconds += 2) {
    if (seconds > 0) obstacles.advance(world, 2);
    portolan::Forecast forecast;
    const portolan::TimeStep now = seconds * per_second;
    forecast.reset(world.extent(), {now, now + 15 * per_second}, {.steps = 1, .time = 0.1, .margin = 2});
    forecast.add_script(obstacles.course(train), obstacles.presence(train), obstacles.footprint(train), 0,
                        obstacles.clock(train));
    forecast.finish();
    const portolan::TimePlan plan = in_time.plan(
        field.field(), forecast, {.start = start, .pace = {.steps = per_second, .units = 4 * 24}});
    const double arrival = static_cast<double>(plan.arrival) / per_second;
    std::printf("sets out at %d.0 s: there at %4.1f s; the train cost it %.1f s\n", seconds, arrival,
                arrival - seconds - 4);
  }
}
