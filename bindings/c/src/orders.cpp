// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "agents.hpp"

using namespace portolan;
using namespace portolan::c;

namespace portolan::c {

portolan_status check_order(const portolan_navigator& navigator, portolan_order order, OrderId& id) {
  id = id_of<OrderId>(order);
  if (order != 0 && navigator.agents->navigator().alive(id)) return PORTOLAN_OK;
  return fail(PORTOLAN_BAD_ARGUMENT, "the order is none of this navigator, or no agent has it any more");
}

}  // namespace portolan::c

namespace {

portolan_status read_places(const World& world, const portolan_cell* places, std::size_t count,
                            std::vector<Cell>& cells) {
  if (count > 0) PORTOLAN_C_NEED(places);
  PORTOLAN_C_TRY(check_count(count));
  for (std::size_t i = 0; i < count; ++i) {
    PORTOLAN_C_TRY(check_cell(world, places[i], "one of the places"));
    cells.push_back(cell_of(places[i]));
  }
  return PORTOLAN_OK;
}

bool leaves(const portolan_order_spec& given) {
  return given.leave_on_arrival != 0 && given.kind == PORTOLAN_GO;
}

Vec2 facing_of(const portolan_order_spec& given) { return {given.facing[0], given.facing[1]}; }

portolan_status check_formation(const portolan_order_spec& given) {
  if (given.formation > PORTOLAN_WEDGE)
    return fail(PORTOLAN_BAD_ARGUMENT, "formation %d is none: PORTOLAN_AS_IT_STANDS to PORTOLAN_WEDGE are",
                given.formation);
  for (int i = 0; i < 2; ++i) {
    if (!(std::abs(given.facing[i]) < 1e6F))
      return fail(PORTOLAN_BAD_ARGUMENT,
                  "facing[%d] of an order is no number, or far above 1: a vector of length 1 will do", i);
  }
  const bool forms = given.formation != PORTOLAN_AS_IT_STANDS || facing_of(given) != Vec2{};
  if (leaves(given) && (forms || given.keeps_rank != 0))
    return fail(PORTOLAN_BAD_ARGUMENT,
                "formation, facing and keeps_rank are of agents that stay: take leave_on_arrival away");
  return PORTOLAN_OK;
}

portolan_status check_kinds(const portolan_order_spec& given) {
  if (given.kind > PORTOLAN_PATROL)
    return fail(PORTOLAN_BAD_ARGUMENT, "kind %d is none: PORTOLAN_GO to PORTOLAN_PATROL are", given.kind);
  if (given.quality > PORTOLAN_EXACT)
    return fail(PORTOLAN_BAD_ARGUMENT, "quality %d is none: PORTOLAN_PATH to PORTOLAN_EXACT are",
                given.quality);
  if (given.headings > PORTOLAN_ANY_ANGLE)
    return fail(PORTOLAN_BAD_ARGUMENT, "headings %d are none: PORTOLAN_STEPS and PORTOLAN_ANY_ANGLE are",
                given.headings);
  if (given.avoidance > PORTOLAN_NO_AVOIDANCE)
    return fail(PORTOLAN_BAD_ARGUMENT, "avoidance %d is none: see PORTOLAN_SEPARATION", given.avoidance);
  PORTOLAN_C_TRY(check_formation(given));
  const bool needs_place = given.kind == PORTOLAN_GO || given.kind == PORTOLAN_PATROL;
  if (given.place_count == 0 && (needs_place || (given.kind == PORTOLAN_FLEE && given.target == 0)))
    return fail(PORTOLAN_BAD_ARGUMENT, "an order of this kind needs a place");
  if (given.target == 0 && given.kind == PORTOLAN_FOLLOW)
    return fail(PORTOLAN_BAD_ARGUMENT, "an order to follow needs a target");
  if (!(given.arrival_radius >= 0 && given.arrival_radius < 1e6F))
    return fail(PORTOLAN_BAD_ARGUMENT, "arrival_radius is not negative");
  if (!(given.headway >= 0 && given.headway <= most_seconds))
    return fail(PORTOLAN_BAD_ARGUMENT, "headway is a number of seconds from 0 to %g",
                static_cast<double>(most_seconds));
  if (given.reach < 0 || given.reach > 1 << 20)
    return fail(PORTOLAN_BAD_ARGUMENT, "reach is %d cells, expected 0 to %d", given.reach, 1 << 20);
  return PORTOLAN_OK;
}

portolan_status read_order(const Crowd& crowd, const Ground& ground, const portolan_order_spec& given,
                           OrderSpec& spec) {
  PORTOLAN_C_TRY(check_profile(ground, given.profile));
  PORTOLAN_C_TRY(check_kinds(given));
  spec.kind = static_cast<OrderKind>(given.kind);
  spec.profile = ProfileId{given.profile};
  PORTOLAN_C_TRY(read_places(*ground.world, given.places, given.place_count, spec.places));
  if (given.target != 0) {
    const auto target = id_of<AgentId>(given.target);
    if (!crowd.alive(target)) return fail(PORTOLAN_BAD_ARGUMENT, "the target is no agent of this navigator");
    spec.target = target.slot;
  }
  spec.repeat = given.once == 0;
  if (given.reach > 0) spec.reach = given.reach;
  spec.options.quality = static_cast<Quality>(given.quality);
  spec.options.headings = static_cast<Headings>(given.headings);
  return PORTOLAN_OK;
}

// How the agents of an order walk.
void set_manner(OrderedCrowd& agents, const portolan_order_spec& given) {
  constexpr Avoidance avoidances[] = {Avoidance::separation, Avoidance::reciprocal, Avoidance::none};
  CrowdGroup& manner = agents.manner(ProfileId{given.profile});
  const CrowdGroup otherwise{.grid = manner.grid, .goals = {}, .steering = {}};
  manner.leave_on_arrival = leaves(given);
  manner.avoidance = avoidances[given.avoidance];
  manner.arrival_radius = given.arrival_radius > 0 ? given.arrival_radius : otherwise.arrival_radius;
  manner.formation = static_cast<Formation>(given.formation);
  manner.facing = facing_of(given);
  manner.keeps_rank = given.keeps_rank != 0;
  manner.full_speed_cost = given.full_speed_cost;
  manner.headway = given.headway;
}

portolan_status check_profiles(const OrderedCrowd& all, std::span<const AgentId> agents,
                               std::uint32_t profile) {
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const std::uint32_t its = all.profile_of(agents[i]).value;
    if (its != profile)
      return fail(PORTOLAN_BAD_ARGUMENT, "agents[%zu] has profile %u, the order is for %u", i, its, profile);
  }
  return PORTOLAN_OK;
}

}  // namespace

portolan_status portolan_give(portolan_navigator* navigator, const portolan_order_spec* spec,
                              const portolan_agent* agents, size_t count, portolan_order* order) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_NEED(spec);
  return guarded([&]() -> portolan_status {
    OrderedCrowd& all = *navigator->agents;
    const Ground& ground = *navigator->world.ground;
    portolan_order_spec given;
    OrderSpec read;
    std::vector<AgentId> ids;
    PORTOLAN_C_TRY(read_struct(spec, "portolan_order_spec", given));
    PORTOLAN_C_TRY(read_order(all.crowd(), ground, given, read));
    PORTOLAN_C_TRY(read_agents(all.crowd(), agents, count, ids));
    PORTOLAN_C_TRY(check_profiles(all, ids, given.profile));
    set_manner(all, given);
    const OrderId id = all.give(read, ids);
    if (order != nullptr) *order = number_of(id);
    return PORTOLAN_OK;
  });
}

portolan_status portolan_set_places(portolan_navigator* navigator, portolan_order order,
                                    const portolan_cell* places, size_t count) {
  PORTOLAN_C_NEED(navigator);
  if (count == 0) return fail(PORTOLAN_BAD_ARGUMENT, "count is 0: an order needs a place");
  return guarded([&]() -> portolan_status {
    OrderId id;
    std::vector<Cell> cells;
    PORTOLAN_C_TRY(check_order(*navigator, order, id));
    PORTOLAN_C_TRY(read_places(*navigator->world.ground->world, places, count, cells));
    navigator->agents->set_places(id, cells);
    return PORTOLAN_OK;
  });
}

portolan_status portolan_join(portolan_navigator* navigator, portolan_order order,
                              const portolan_agent* agents, size_t count) {
  PORTOLAN_C_NEED(navigator);
  return guarded([&]() -> portolan_status {
    OrderId id;
    std::vector<AgentId> ids;
    OrderedCrowd& all = *navigator->agents;
    PORTOLAN_C_TRY(check_order(*navigator, order, id));
    PORTOLAN_C_TRY(read_agents(all.crowd(), agents, count, ids));
    PORTOLAN_C_TRY(check_profiles(all, ids, all.navigator().spec(id).profile.value));
    all.join(id, ids);
    return PORTOLAN_OK;
  });
}

portolan_status portolan_stop(portolan_navigator* navigator, const portolan_agent* agents, size_t count) {
  return with_agents(navigator, agents, count,
                     [&](const std::vector<AgentId>& ids) { navigator->agents->leave(ids); });
}

portolan_status portolan_remove_order(portolan_navigator* navigator, portolan_order order) {
  PORTOLAN_C_NEED(navigator);
  return guarded([&]() -> portolan_status {
    OrderId id;
    PORTOLAN_C_TRY(check_order(*navigator, order, id));
    navigator->agents->remove(id);
    return PORTOLAN_OK;
  });
}

portolan_status portolan_pause(portolan_navigator* navigator, portolan_order order, int32_t paused) {
  PORTOLAN_C_NEED(navigator);
  OrderId id;
  PORTOLAN_C_TRY(check_order(*navigator, order, id));
  navigator->agents->pause(id, paused != 0);
  return PORTOLAN_OK;
}

int32_t portolan_order_alive(const portolan_navigator* navigator, portolan_order order) {
  if (navigator == nullptr || order == 0) return 0;
  return navigator->agents->navigator().alive(id_of<OrderId>(order)) ? 1 : 0;
}

portolan_status portolan_tick(portolan_navigator* navigator, float seconds, uint64_t units) {
  PORTOLAN_C_NEED(navigator);
  if (!(seconds >= 0 && seconds <= most_seconds))
    return fail(PORTOLAN_BAD_ARGUMENT, "seconds are a number from 0 to %g, and not milliseconds",
                static_cast<double>(most_seconds));
  return guarded([&] {
    OrderedCrowd& all = *navigator->agents;
    navigator->world.ground->commit();
    all.work(units);
    all.step(seconds);
  });
}

portolan_status portolan_finish(portolan_navigator* navigator) {
  PORTOLAN_C_NEED(navigator);
  return guarded([&] { navigator->agents->finish(); });
}

portolan_status portolan_read_events(const portolan_navigator* navigator, portolan_event* events,
                                     size_t capacity, size_t* count) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_NEED(count);
  const Crowd& crowd = navigator->agents->crowd();
  const auto happened = navigator->agents->navigator().events();
  for (std::size_t i = 0; i < happened.size() && i < capacity && events != nullptr; ++i) {
    const OrderEvent& event = happened[i];
    const portolan_agent agent = event.agent < crowd.size() ? number_of(crowd.agent(event.agent)) : 0;
    events[i] = {number_of(event.order), agent, cell_of(event.nearest),
                 static_cast<std::uint32_t>(event.kind)};
  }
  *count = happened.size();
  return PORTOLAN_OK;
}

portolan_status portolan_read_field(const portolan_navigator* navigator, portolan_order order,
                                    portolan_rect rect, uint64_t* distances, uint8_t* directions,
                                    size_t size) {
  PORTOLAN_C_NEED(navigator);
  OrderId id;
  PORTOLAN_C_TRY(check_order(*navigator, order, id));
  PORTOLAN_C_TRY(check_rect(*navigator->world.ground->world, rect, 1, size));
  const CorridorField& field = navigator->agents->navigator().field(id);
  for_each_cell(rect, [&](Cell c, std::size_t i) {
    const bool known = field.settled(c) && reachable(field.at(c));
    if (distances != nullptr) distances[i] = known ? field.at(c).units : UINT64_MAX;
    if (directions == nullptr) return;
    const Direction d = known ? field.direction(c) : Direction::none;
    directions[i] = d == Direction::none   ? 255
                    : d == Direction::goal ? 8
                    : d == Direction::link ? 9
                                           : static_cast<std::uint8_t>(d);
  });
  return PORTOLAN_OK;
}

portolan_status portolan_read_headings(const portolan_navigator* navigator, portolan_order order,
                                       const float* xy, int32_t layer, size_t count, float* headings) {
  PORTOLAN_C_NEED(navigator);
  OrderId id;
  PORTOLAN_C_TRY(check_order(*navigator, order, id));
  PORTOLAN_C_TRY(check_positions(xy, count));
  if (count > 0) PORTOLAN_C_NEED(headings);
  const Guide& guide = *navigator->agents->group(id).guide;
  std::array<PathPoint, 256> positions;
  std::array<Heading, positions.size()> found;
  for (std::size_t begin = 0; begin < count; begin += positions.size()) {
    const std::size_t some = std::min(count - begin, positions.size());
    for (std::size_t i = 0; i < some; ++i)
      positions[i] = {{xy[2 * (begin + i)], xy[2 * (begin + i) + 1]}, layer};
    guide.courses(std::span(positions).first(some), std::span(found).first(some));
    for (std::size_t i = 0; i < some; ++i) {
      headings[2 * (begin + i)] = found[i].direction.x;
      headings[2 * (begin + i) + 1] = found[i].direction.y;
    }
  }
  return PORTOLAN_OK;
}

portolan_status portolan_read_corridor(const portolan_navigator* navigator, portolan_order order,
                                       portolan_rect* sectors, size_t capacity, size_t* count) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_NEED(count);
  OrderId id;
  PORTOLAN_C_TRY(check_order(*navigator, order, id));
  const Navigator& orders = navigator->agents->navigator();
  const TileGrid& grid = navigator->world.ground->hierarchy(orders.spec(id).profile.value).sectors();
  const std::span<const SectorId> corridor = orders.field(id).corridor();
  for (std::size_t i = 0; i < corridor.size() && i < capacity && sectors != nullptr; ++i) {
    const Rect box = grid.bounds(corridor[i]);
    sectors[i] = {box.x, box.y, box.width, box.height, box.layer};
  }
  *count = corridor.size();
  return PORTOLAN_OK;
}
