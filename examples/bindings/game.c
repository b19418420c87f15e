// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 128, HEIGHT = 96, SOLDIERS = 60 };

// Sixty soldiers march to a flag. A gate closes before them.
int main(void) {
  static uint8_t terrain[WIDTH * HEIGHT];  // 0 is grass, 1 a wall with two gates
  for (int y = 0; y < HEIGHT; ++y) {
    if ((y < 20 || y > 23) && (y < 70 || y > 73)) terrain[y * WIDTH + 64] = 1;
  }
  uint8_t costs[256];
  memset(costs, 255, sizeof costs);  // impassable, but for grass
  costs[0] = 1;
  portolan_world* world = portolan_world_create(WIDTH, HEIGHT, 1, terrain, sizeof terrain);
  const portolan_profile_spec spec = {.struct_size = sizeof spec, .costs = costs};
  uint32_t soldier;
  if (world == NULL || portolan_add_profile(world, &spec, &soldier) != PORTOLAN_OK) {
    return fprintf(stderr, "%s\n", portolan_error()), 1;
  }

  portolan_path_finder* finder = portolan_path_finder_create(world, soldier);
  portolan_path_info path;
  portolan_find_path(finder, (portolan_cell){20, 40, 0}, (portolan_cell){110, 20, 0}, PORTOLAN_PATH, &path);
  float points[2 * 16];
  portolan_path_points(finder, points, NULL, 16);
  printf("a path of %llu units and %u cells", (unsigned long long)path.cost, path.cells);
  printf(", %.2f cells long if straight, with a bend at (%g, %g)\n", path.length, points[2], points[3]);

  portolan_navigator* game = portolan_navigator_create(world, NULL);
  float starts[2 * SOLDIERS];
  portolan_agent soldiers[SOLDIERS];
  for (int i = 0; i < SOLDIERS; ++i) {
    starts[2 * i] = 20.0F + (float)(i % 10);
    starts[2 * i + 1] = 20.0F + (float)(i / 10);
  }
  portolan_add_agents(game, soldier, NULL, starts, SOLDIERS, soldiers);
  const portolan_cell flag = {110, 20, 0};
  portolan_order_spec go = {.struct_size = sizeof go, .profile = soldier, .places = &flag, .place_count = 1};
  go.headings = PORTOLAN_ANY_ANGLE;
  portolan_order march;
  portolan_give(game, &go, soldiers, SOLDIERS, &march);

  portolan_stamp gate;
  portolan_bytes* saved = NULL;
  for (int tick = 0; tick < 1200; ++tick) {
    if (tick == 100) portolan_lay_stamp(world, (portolan_rect){64, 20, 1, 4, 0}, 1, 0, &gate);
    if (tick == 300) saved = portolan_save(game);
    portolan_tick(game, 0.05F, 200);
  }
  float positions[2 * SOLDIERS];
  portolan_read_agents(game, soldiers, SOLDIERS, positions, NULL, NULL);
  printf("%llu of %d have arrived", (unsigned long long)portolan_count_agents(game, PORTOLAN_ARRIVED),
         SOLDIERS);
  printf(", the first at (%.1f, %.1f)\n", positions[0], positions[1]);

  const uint64_t end = portolan_hash(game);
  portolan_restore(game, portolan_bytes_data(saved), portolan_bytes_size(saved));
  for (int tick = 300; tick < 1200; ++tick) portolan_tick(game, 0.05F, 200);
  printf("played again from tick 300: %s\n", portolan_hash(game) == end ? "equal" : "different");

  // A captain leads them south; while they do not see it walk they go to the gate.
  portolan_agent captain;
  portolan_order lead, company;
  const portolan_agent_spec slow = {.struct_size = sizeof slow, .max_speed = 3};
  portolan_add_agents(game, soldier, &slow, (float[]){104, 30}, 1, &captain);
  portolan_order_spec away = {.struct_size = sizeof away, .profile = soldier, .place_count = 1};
  away.places = &(const portolan_cell){80, 80, 0};
  portolan_give(game, &away, &captain, 1, &lead);
  away.places = &(const portolan_cell){70, 20, 0};
  portolan_give(game, &away, soldiers, SOLDIERS, &company);
  portolan_set_leader(game, company, captain);
  const uint32_t forces[] = {PORTOLAN_FORCE_COHESION, PORTOLAN_FORCE_WALLS};
  portolan_set_steering(game, company, forces, (float[]){0.2F, 0.5F}, 2);
  for (int tick = 0; tick < 240; ++tick) portolan_tick(game, 0.05F, 200);
  portolan_read_agents(game, (portolan_agent[]){captain, soldiers[0]}, 2, positions, NULL, NULL);
  printf("the captain is at (%.1f, %.1f)", positions[0], positions[1]);
  printf(", the first soldier at (%.1f, %.1f)\n", positions[2], positions[3]);

  portolan_bytes_destroy(saved);
  portolan_navigator_destroy(game);
  portolan_path_finder_destroy(finder);
  portolan_world_destroy(world);
}
