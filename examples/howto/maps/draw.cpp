// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>

#include <portolan/core/path.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <portolan/view/draw.hpp>
#include <portolan/view/png_canvas.hpp>

// Why does the agent go that way? Draw what it sees.
int main() {
  portolan::World world({.width = 160, .height = 96});
  for (int y = 0; y < 80; ++y) world.set_terrain({50, y}, 1);
  for (int y = 16; y < 96; ++y) world.set_terrain({110, y}, 1);
  portolan::Profile walker;
  walker.cost[1] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(walker);
  world.commit();
  const portolan::Hierarchy hierarchy(world, profile);
  portolan::Planner planner(hierarchy);
  const portolan::Cell start{10, 48}, goal{150, 48};
  const portolan::Plan plan = planner.plan({.agents = {start}, .goals = {{goal}}});
  portolan::CorridorField field(hierarchy);
  field.reset(plan);
  field.advance();

  portolan::PngCanvas canvas({.x = 0, .y = 0, .width = 160, .height = 96});
  draw_terrain(canvas, world, profile);
  draw_corridor(canvas, hierarchy.sectors(), plan.corridor);
  draw_field(canvas, [&](portolan::Cell cell) { return field.at(cell); });
  draw_directions(canvas, [&](portolan::Cell cell) { return field.direction(cell); });
  draw_sectors(canvas, hierarchy.sectors());
  if (const auto path = walk_down(field, hierarchy.grid(), start)) {
    draw_path(canvas, path->cells, portolan::group_color(0));
  }
  draw_start(canvas, start, portolan::group_color(0));
  draw_goal(canvas, goal, portolan::group_color(0));
  if (const auto error = canvas.save("field.png")) return std::printf("%s\n", error->text().c_str()), 1;
  std::printf("field.png: %d by %d pixels\n", canvas.width(), canvas.height());
}
