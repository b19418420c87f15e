/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * conformance FILE            plays tests/bindings/conformance.txt, and tells of each line that came out
 * otherwise conformance --write < FILE  writes the lines with what came out
 *
 * A line is a word and whole numbers, then '=' and what comes out. The players of the other languages do the
 * same with the same file (bindings/python/conformance.py, ...), so that all of them are shown to give equal
 * bits. */
#include <portolan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 64, MOST_AGENTS = 4096, MOST_HANDLES = 64, MOST_CELLS = 65536 };

typedef struct Player {
  portolan_world* world;
  portolan_path_finder* finders[8];
  portolan_navigator* game;
  portolan_bytes* saved;
  uint32_t profiles;
  portolan_agent agents[MOST_AGENTS];
  size_t agent_count;
  portolan_order orders[MOST_HANDLES];
  size_t order_count;
  portolan_stamp stamps[MOST_HANDLES];
  size_t stamp_count;
  portolan_order_spec manner; /* what orders are like, but for their own numbers */
  uint64_t moments[MOST_HANDLES];
  size_t moment_count;
} Player;

static const int64_t* in; /* the numbers of the line */
static int64_t out[16];   /* what comes out */
static int out_count;
static portolan_cell cells[MOST_CELLS];
static float floats[2 * MOST_CELLS];
static uint64_t distances[MOST_CELLS];
static uint8_t bytes[MOST_CELLS];
static portolan_portal portals[8192];

static void give(int64_t number) { out[out_count++] = number; }
static uint32_t mix(uint32_t hash, uint32_t word) { return (hash ^ word) * 16777619U; } /* FNV-1a, by words */
static uint32_t mix_float(uint32_t hash, float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return mix(hash, word);
}
static uint32_t mix_long(uint32_t hash, uint64_t value) {
  return mix(mix(hash, (uint32_t)value), (uint32_t)(value >> 32));
}
static uint32_t mix_cell(uint32_t hash, portolan_cell c) {
  return mix(mix(mix(hash, (uint32_t)c.x), (uint32_t)c.y), (uint32_t)c.layer);
}
static const uint32_t start = 2166136261U;

static void must(portolan_status status) {
  if (status == PORTOLAN_OK) return;
  fprintf(stderr, "conformance: %s\n", portolan_error());
  exit(1);
}
static portolan_rect rect_at(int i) {
  portolan_rect rect = {(int32_t)in[i], (int32_t)in[i + 1], (int32_t)in[i + 2], (int32_t)in[i + 3],
                        (int32_t)in[i + 4]};
  return rect;
}
static portolan_cell cell_at(int i) {
  portolan_cell cell = {(int32_t)in[i], (int32_t)in[i + 1], (int32_t)in[i + 2]};
  return cell;
}
static const portolan_cell* places_at(int i, int64_t count) {
  for (int64_t k = 0; k < count; ++k) cells[k] = cell_at(i + 3 * (int)k);
  return cells;
}

static void end_scene(Player* p) {
  portolan_navigator_destroy(p->game);
  portolan_bytes_destroy(p->saved);
  p->game = NULL;
  p->saved = NULL;
  p->agent_count = p->order_count = p->stamp_count = p->moment_count = 0;
  memset(&p->manner, 0, sizeof p->manner);
}

/* world WIDTH HEIGHT LAYERS */
static void do_world(Player* p) {
  end_scene(p);
  for (uint32_t i = 0; i < p->profiles; ++i) portolan_path_finder_destroy(p->finders[i]);
  portolan_world_destroy(p->world);
  p->profiles = 0;
  p->world = portolan_world_create((int32_t)in[0], (int32_t)in[1], (int32_t)in[2], NULL, 0);
}
/* terrain X Y WIDTH HEIGHT LAYER CLASS */
static void do_terrain(Player* p) { must(portolan_fill_terrain(p->world, rect_at(0), (uint8_t)in[5])); }
/* link X Y LAYER X Y LAYER COST */
static void do_link(Player* p) {
  must(portolan_add_link(p->world, cell_at(0), cell_at(3), (uint32_t)in[6], NULL));
}
/* profile CLEARANCE SECTOR-SIZE COST COST COST COST = ID */
static void do_profile(Player* p) {
  uint8_t costs[256];
  memset(costs, 255, sizeof costs);
  for (int i = 0; i < 4; ++i) costs[i] = (uint8_t)in[2 + i];
  portolan_profile_spec spec = {.struct_size = sizeof spec, .clearance = (int32_t)in[0], .costs = costs};
  spec.sector_size = (int32_t)in[1];
  uint32_t id;
  must(portolan_add_profile(p->world, &spec, &id));
  p->finders[id] = portolan_path_finder_create(p->world, id);
  p->profiles = id + 1;
  give(id);
}
/* portals PROFILE = COUNT HASH */
static void do_portals(Player* p) {
  size_t count;
  must(portolan_read_portals(p->world, (uint32_t)in[0], portals, 8192, &count));
  uint32_t hash = start;
  for (size_t i = 0; i < count; ++i) {
    hash = mix_cell(mix_cell(mix_cell(hash, portals[i].first), portals[i].last), portals[i].other);
  }
  give((int64_t)count);
  give(hash);
}
/* query PROFILE X Y LAYER X Y LAYER QUALITY = OUTCOME COST CELLS POINTS HASH REACHABLE BLOCKED */
static void do_query(Player* p) {
  portolan_path_finder* finder = p->finders[in[0]];
  portolan_path_info info;
  must(portolan_find_path(finder, cell_at(1), cell_at(4), (int32_t)in[7], &info));
  must(portolan_path_cells(finder, cells, MOST_CELLS));
  must(portolan_path_points(finder, floats, NULL, MOST_CELLS));
  uint32_t hash = mix_cell(start, info.end);
  for (uint32_t i = 0; i < info.cells; ++i) hash = mix_cell(hash, cells[i]);
  for (uint32_t i = 0; i < 2 * info.points; ++i) hash = mix_float(hash, floats[i]);
  int32_t reachable, blocked;
  const float from[2] = {(float)in[1] + 0.5F, (float)in[2] + 0.5F},
              to[2] = {(float)in[4] + 0.5F, (float)in[5] + 0.5F};
  float at[2];
  must(portolan_can_reach(p->world, (uint32_t)in[0], cell_at(1), cell_at(4), &reachable));
  must(portolan_look(p->world, (uint32_t)in[0], (int32_t)in[3], from, to, &blocked, at));
  hash = mix_float(mix_float(hash, at[0]), at[1]);
  give(info.outcome), give((int64_t)info.cost), give(info.cells), give(info.points), give(hash);
  give(reachable), give(blocked);
}
/* scene: agents, orders and stamps are counted from 0 again */
static void do_scene(Player* p) {
  end_scene(p);
  p->game = portolan_navigator_create(p->world, NULL);
  if (p->game == NULL) must(PORTOLAN_BUG);
}
/* agents PROFILE LAYER X Y COLUMNS ROWS STEP RADIUS SPEED, in 64ths = ALL STANDING */
static void do_agents(Player* p) {
  portolan_agent_spec spec = {.struct_size = sizeof spec, .layer = (int32_t)in[1]};
  spec.radius = (float)in[7] / 64.0F;
  spec.max_speed = (float)in[8] / 64.0F;
  const size_t count = (size_t)(in[4] * in[5]);
  for (size_t i = 0; i < count; ++i) {
    floats[2 * i] = (float)(in[2] + (int64_t)i % in[4] * in[6]) / 64.0F;
    floats[2 * i + 1] = (float)(in[3] + (int64_t)i / in[4] * in[6]) / 64.0F;
  }
  portolan_agent added[MOST_AGENTS];
  must(portolan_add_agents(p->game, (uint32_t)in[0], &spec, floats, count, added));
  for (size_t i = 0; i < count; ++i) {
    if (added[i] != 0) p->agents[p->agent_count++] = added[i];
  }
  give((int64_t)p->agent_count);
}
/* manner FORMATION KEEPS-RANK FULL-SPEED-COST FACING-X FACING-Y HEADWAY REACH: of the orders that follow,
 * until the scene ends; the headway in 64ths */
static void do_manner(Player* p) {
  p->manner.formation = (uint8_t)in[0], p->manner.keeps_rank = (uint8_t)in[1];
  p->manner.full_speed_cost = (uint8_t)in[2];
  p->manner.facing[0] = (float)in[3], p->manner.facing[1] = (float)in[4];
  p->manner.headway = (float)in[5] / 64.0F, p->manner.reach = (int32_t)in[6];
}
/* order PROFILE KIND QUALITY HEADINGS AVOIDANCE ONCE LEAVE TARGET FIRST COUNT PLACES X Y LAYER ... ; TARGET
 * -1: none */
static void do_order(Player* p) {
  portolan_order_spec spec = p->manner;
  spec.struct_size = sizeof spec, spec.profile = (uint32_t)in[0], spec.kind = (uint8_t)in[1];
  spec.quality = (uint8_t)in[2], spec.headings = (uint8_t)in[3], spec.avoidance = (uint8_t)in[4];
  spec.once = (uint8_t)in[5], spec.leave_on_arrival = (uint8_t)in[6];
  spec.target = in[7] < 0 ? 0 : p->agents[in[7]];
  spec.places = places_at(11, in[10]);
  spec.place_count = (size_t)in[10];
  must(portolan_give(p->game, &spec, p->agents + in[8], (size_t)in[9], &p->orders[p->order_count++]));
}
/* places ORDER COUNT X Y LAYER ... */
static void do_places(Player* p) {
  must(portolan_set_places(p->game, p->orders[in[0]], places_at(2, in[1]), (size_t)in[1]));
}
/* join ORDER FIRST COUNT, stop FIRST COUNT, remove FIRST COUNT: these last are agents no more */
static void do_join(Player* p) {
  must(portolan_join(p->game, p->orders[in[0]], p->agents + in[1], (size_t)in[2]));
}
static void do_stop(Player* p) { must(portolan_stop(p->game, p->agents + in[0], (size_t)in[1])); }
static void do_remove(Player* p) {
  must(portolan_remove_agents(p->game, p->agents + in[0], (size_t)in[1]));
  p->agent_count -= (size_t)in[1];
  memmove(p->agents + in[0], p->agents + in[0] + in[1], (p->agent_count - (size_t)in[0]) * sizeof *p->agents);
}
/* pause PAUSED ORDER, withdraw ORDER */
static void do_pause(Player* p) { must(portolan_pause(p->game, p->orders[in[1]], (int32_t)in[0])); }
static void do_withdraw(Player* p) { must(portolan_remove_order(p->game, p->orders[in[0]])); }
#include "conformance_agents.h"

/* stamp X Y WIDTH HEIGHT LAYER BLOCKS EXTRA-COST */
static void do_stamp(Player* p) {
  portolan_stamp* stamp = &p->stamps[p->stamp_count++];
  must(portolan_lay_stamp(p->world, rect_at(0), (int32_t)in[5], (int32_t)in[6], stamp));
}
/* lift STAMP */
static void do_lift(Player* p) { must(portolan_lift_stamp(p->world, p->stamps[in[0]])); }
/* commit = SECTORS */
static void do_commit(Player* p) {
  uint64_t sectors;
  must(portolan_commit(p->world, &sectors));
  give((int64_t)sectors);
}
/* tick TIMES MILLISECONDS UNITS = HASH-HIGH HASH-LOW MOVING STUCK ARRIVED GONE POSITIONS EVENTS */
static void do_tick(Player* p) {
  uint32_t events_hash = start, hash = start;
  for (int64_t i = 0; i < in[0]; ++i) {
    portolan_event events[MOST_HANDLES];
    size_t count;
    must(portolan_tick(p->game, (float)((double)in[1] / 1000.0), (uint64_t)in[2]));
    must(portolan_read_events(p->game, events, MOST_HANDLES, &count));
    for (size_t k = 0; k < count && k < MOST_HANDLES; ++k) {
      events_hash = mix(mix_long(mix_long(events_hash, events[k].order), events[k].agent), events[k].kind);
      events_hash = mix_cell(events_hash, events[k].nearest);
    }
  }
  must(portolan_read_agents(p->game, p->agents, p->agent_count, floats, NULL, bytes));
  for (size_t i = 0; i < p->agent_count; ++i) {
    hash = mix(mix_float(mix_float(hash, floats[2 * i]), floats[2 * i + 1]), bytes[i]);
  }
  const uint64_t whole = portolan_hash(p->game);
  give((int64_t)(whole >> 32)), give((int64_t)(whole & 0xffffffffU));
  for (int32_t state = PORTOLAN_MOVING; state <= PORTOLAN_GONE; ++state)
    give((int64_t)portolan_count_agents(p->game, state));
  give(hash), give(events_hash);
}
/* finish */
static void do_finish(Player* p) { must(portolan_finish(p->game)); }
/* field ORDER X Y WIDTH HEIGHT LAYER = HASH CORRIDOR HASH */
static void do_field(Player* p) {
  const size_t size = (size_t)(in[3] * in[4]);
  const portolan_order order = p->orders[in[0]];
  must(portolan_read_field(p->game, order, rect_at(1), distances, bytes, size));
  uint32_t hash = start;
  for (size_t i = 0; i < size; ++i) hash = mix(mix_long(hash, distances[i]), bytes[i]);
  give(hash);
  static portolan_rect sectors[8192];
  size_t count;
  must(portolan_read_corridor(p->game, order, sectors, 8192, &count));
  hash = start;
  for (size_t i = 0; i < count; ++i) {
    hash = mix(mix(hash, (uint32_t)sectors[i].x), (uint32_t)sectors[i].y);
    hash = mix(mix(mix(hash, (uint32_t)sectors[i].width), (uint32_t)sectors[i].height),
               (uint32_t)sectors[i].layer);
  }
  give((int64_t)count), give(hash);
}
/* save, and restore what was saved */
static void do_save(Player* p) {
  portolan_bytes_destroy(p->saved);
  p->saved = portolan_save(p->game);
  if (p->saved == NULL) must(PORTOLAN_BUG);
}
static void do_restore(Player* p) {
  must(portolan_restore(p->game, portolan_bytes_data(p->saved), portolan_bytes_size(p->saved)));
}
/* keep, back MOMENT, forget MOMENT: moments are counted from 0 */
static void do_keep(Player* p) { must(portolan_keep(p->game, &p->moments[p->moment_count++])); }
static void do_back(Player* p) { must(portolan_go_back(p->game, p->moments[in[0]])); }
static void do_forget(Player* p) { must(portolan_forget_before(p->game, p->moments[in[0]])); }
/* end: of the scene */
static void do_end(Player* p) { end_scene(p); }

static const struct {
  const char* word;
  void (*play)(Player*);
} plays[] = {
    {"world", do_world},   {"terrain", do_terrain}, {"link", do_link},   {"profile", do_profile},
    {"query", do_query},   {"portals", do_portals}, {"scene", do_scene}, {"agents", do_agents},
    {"order", do_order},   {"places", do_places},   {"join", do_join},   {"stop", do_stop},
    {"remove", do_remove}, {"stamp", do_stamp},     {"lift", do_lift},   {"commit", do_commit},
    {"tick", do_tick},     {"finish", do_finish},   {"field", do_field}, {"headings", do_headings},
    {"save", do_save},     {"restore", do_restore}, {"end", do_end},     {"focus", do_focus},
    {"holds", do_holds},   {"body", do_body},       {"pause", do_pause}, {"withdraw", do_withdraw},
    {"manner", do_manner}, {"who", do_who},         {"room", do_room},   {"keep", do_keep},
    {"back", do_back},     {"forget", do_forget},   {"steer", do_steer}, {"target", do_target},
    {"lead", do_lead},     {"stand", do_stand},     {"like", do_like},
};

/* Plays a line, and writes it with what came out. */
static void play(Player* player, const char* line, char* played) {
  int64_t numbers[MOST_NUMBERS];
  int count = 0;
  char word[16] = "";
  const char* rest = line + strcspn(line, " \n");
  snprintf(word, sizeof word, "%.*s", (int)(rest - line), line);
  for (char* end; count < MOST_NUMBERS; rest = end) {
    numbers[count] = strtoll(rest, &end, 10);
    if (end == rest) break;
    ++count;
  }
  in = numbers;
  out_count = 0;
  size_t known = 0;
  while (known < sizeof plays / sizeof *plays && strcmp(plays[known].word, word) != 0) ++known;
  if (known == sizeof plays / sizeof *plays) {
    fprintf(stderr, "conformance: no such word: %s\n", word);
    exit(1);
  }
  plays[known].play(player);
  played += sprintf(played, "%s", word);
  for (int i = 0; i < count; ++i) played += sprintf(played, " %lld", (long long)numbers[i]);
  if (out_count > 0) played += sprintf(played, " =");
  for (int i = 0; i < out_count; ++i) played += sprintf(played, " %lld", (long long)out[i]);
  sprintf(played, "\n");
}

int main(int argc, char** argv) {
  const int writes = argc == 2 && strcmp(argv[1], "--write") == 0;
  FILE* file = writes ? stdin : argc == 2 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) return fprintf(stderr, "usage: conformance FILE | conformance --write < FILE\n"), 2;
  static Player player;
  char line[2048], played[2048];
  int lines = 0, wrong = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] == '#') {
      if (writes) fputs(line, stdout);
      continue;
    }
    play(&player, line, played);
    ++lines;
    if (writes) fputs(played, stdout);
    if (!writes && strcmp(line, played) != 0 && ++wrong <= 10) printf("is       %sshall be %s", played, line);
  }
  in = (const int64_t[]){1, 1, 1}; /* destroys what there is, but for a world of one cell */
  do_world(&player);
  portolan_world_destroy(player.world);
  if (portolan_allocations() != 0)
    return printf("%llu pieces of memory were left\n", (unsigned long long)portolan_allocations()), 1;
  if (!writes) printf("C: %d of %d lines as they shall be\n", lines - wrong, lines);
  return wrong == 0 && lines > 0 ? 0 : 1;
}
