/* SPDX-FileCopyrightText: The Portolan authors
 * SPDX-License-Identifier: MIT
 *
 * A part of conformance.c: the lines that change agents, steer them, and read what they are like. */
/* focus X Y RADIUS INTERVAL */
static void do_focus(Player* p) {
  const float xy[] = {(float)in[0], (float)in[1]};
  must(portolan_set_focus(p->game, xy, 1, (float)in[2], (uint32_t)in[3]));
}
/* holds HOLDS FIRST COUNT */
static void do_holds(Player* p) {
  must(portolan_set_holds(p->game, p->agents + in[1], (size_t)in[2], (int32_t)in[0]));
}
/* body SPEED RADIUS MASS TEAM ACCELERATION TURN-RATE PRIORITY FIRST COUNT, in 64ths but for team and priority
 */
static void do_body(Player* p) {
  const portolan_agent* agents = p->agents + in[7];
  const size_t count = (size_t)in[8];
  must(portolan_set_max_speed(p->game, agents, count, (float)in[0] / 64.0F));
  must(portolan_set_radius(p->game, agents, count, (float)in[1] / 64.0F));
  must(portolan_set_mass(p->game, agents, count, (float)in[2] / 64.0F));
  must(portolan_set_team(p->game, agents, count, (uint8_t)in[3]));
  must(portolan_set_acceleration(p->game, agents, count, (float)in[4] / 64.0F));
  must(portolan_set_turn_rate(p->game, agents, count, (float)in[5] / 64.0F));
  must(portolan_set_priority(p->game, agents, count, (uint8_t)in[6]));
}
/* steer ORDER FORCE WEIGHT; target ORDER HAS-ONE X Y LAYER; lead ORDER AGENT, -1: nobody; stand FIRST COUNT X
 * Y STEP, in a row: all in 64ths but for numbers of agents, orders, forces and layers */
static void do_steer(Player* p) {
  const uint32_t force = (uint32_t)in[1];
  const float weight = (float)in[2] / 64.0F;
  must(portolan_set_steering(p->game, p->orders[in[0]], &force, &weight, 1));
}
static void do_target(Player* p) {
  const float xy[] = {(float)in[2] / 64.0F, (float)in[3] / 64.0F};
  must(portolan_set_steering_target(p->game, p->orders[in[0]], in[1] != 0 ? xy : NULL, (int32_t)in[4]));
}
static void do_lead(Player* p) {
  must(portolan_set_leader(p->game, p->orders[in[0]], in[1] < 0 ? 0 : p->agents[in[1]]));
}
static void do_stand(Player* p) {
  for (int64_t i = 0; i < in[1]; ++i) {
    floats[2 * i] = (float)(in[2] + i * in[4]) / 64.0F;
    floats[2 * i + 1] = (float)in[3] / 64.0F;
  }
  must(portolan_set_agent_places(p->game, p->agents + in[0], (size_t)in[1], floats));
}
/* like FIRST COUNT = SPECS WALKS PLACES */
static void do_like(Player* p) {
  static portolan_agent_spec specs[MOST_AGENTS];
  static float paces[MOST_AGENTS];
  const portolan_agent* agents = p->agents + in[0];
  const size_t count = (size_t)in[1];
  specs[0].struct_size = sizeof *specs;
  must(portolan_read_specs(p->game, agents, count, specs));
  must(portolan_read_walks(p->game, agents, count, floats, paces));
  uint32_t hash = start, walks = start, places = start;
  for (size_t i = 0; i < count; ++i) {
    const portolan_agent_spec* spec = &specs[i];
    hash = mix(hash, (uint32_t)spec->layer);
    hash = mix_float(mix_float(mix_float(hash, spec->radius), spec->max_speed), spec->mass);
    hash = mix(mix(mix(hash, spec->team), spec->holds), spec->priority);
    hash = mix_float(mix_float(hash, spec->acceleration), spec->turn_rate);
    hash = mix_float(mix_float(hash, spec->facing[0]), spec->facing[1]);
    walks = mix_float(mix_float(walks, floats[i]), paces[i]);
  }
  must(portolan_read_agent_places(p->game, agents, count, floats));
  for (size_t i = 0; i < 2 * count; ++i)
    places = floats[i] == floats[i] ? mix_float(places, floats[i]) : mix(places, 1);
  give(hash), give(walks), give(places);
}
/* headings ORDER LAYER: where the order leads all agents = HASH */
static void do_headings(Player* p) {
  static float to[2 * MOST_AGENTS];
  must(portolan_read_agents(p->game, p->agents, p->agent_count, floats, NULL, NULL));
  must(portolan_read_headings(p->game, p->orders[in[0]], floats, (int32_t)in[1], p->agent_count, to));
  uint32_t hash = start;
  for (size_t i = 0; i < 2 * p->agent_count; ++i) hash = mix_float(hash, to[i]);
  give(hash);
}
/* who ORDER = LAYERS AGENTS-OF-THE-ORDER; room PROFILE LAYER X Y RADIUS, the last three in 64ths = HAS-ROOM
 */
static void do_who(Player* p) {
  static int32_t layers[MOST_AGENTS];
  static portolan_order orders[MOST_AGENTS];
  must(portolan_read_layers(p->game, p->agents, p->agent_count, layers));
  must(portolan_read_orders(p->game, p->agents, p->agent_count, orders));
  uint32_t hash = start;
  int64_t led = 0;
  for (size_t i = 0; i < p->agent_count; ++i) {
    hash = mix(hash, (uint32_t)layers[i]);
    led += orders[i] == p->orders[in[0]];
  }
  give(hash), give(led);
}
static void do_room(Player* p) {
  const portolan_agent_spec spec = {
      .struct_size = sizeof spec, .layer = (int32_t)in[1], .radius = (float)in[4] / 64.0F};
  const float xy[] = {(float)in[2] / 64.0F, (float)in[3] / 64.0F};
  int32_t has_room;
  must(portolan_has_room(p->game, (uint32_t)in[0], &spec, xy, &has_room));
  give(has_room);
}
