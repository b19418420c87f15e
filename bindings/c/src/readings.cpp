// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstring>
#include <limits>

#include "agents.hpp"

using namespace portolan;
using namespace portolan::c;

// What agents are like now.
namespace {

portolan_status check_share(float share) {
  if (share >= 0 && share <= 1) return PORTOLAN_OK;
  return fail(PORTOLAN_BAD_ARGUMENT, "share is from 0, as of the tick before the last one, to 1, as of that");
}

// Asks the same of each of some agents: read(crowd, agent, place in the list).
template <class Read>
portolan_status read_each(const portolan_navigator* navigator, const portolan_agent* agents,
                          std::size_t count, const Read& read) {
  return with_agents(navigator, agents, count, [&](const std::vector<AgentId>& ids) {
    for (std::size_t i = 0; i < count; ++i) read(navigator->agents->crowd(), ids[i], i);
  });
}

template <class T>
void store(T* values, std::size_t i, T value) {
  if (values != nullptr) values[i] = value;
}
void store(float* xy, std::size_t i, Vec2 value) {
  if (xy != nullptr) xy[2 * i] = value.x, xy[2 * i + 1] = value.y;
}

// Of each what read(crowd, agent) gives, into an array that is needed.
template <class T, class Read>
portolan_status read_into(const portolan_navigator* navigator, const portolan_agent* agents,
                          std::size_t count, const char* name, T* values, const Read& read) {
  PORTOLAN_C_NEED(navigator);
  if (count > 0 && values == nullptr) return fail_null(name);
  return read_each(navigator, agents, count, [&](const Crowd& crowd, AgentId agent, std::size_t i) {
    store(values, i, read(crowd, agent));
  });
}

portolan_agent_spec spec_of(const Crowd& crowd, AgentId id) {
  const Vec2 facing = crowd.facing(id);
  return {sizeof(portolan_agent_spec),
          crowd.layer(id),
          crowd.radius(id),
          crowd.max_speed(id),
          crowd.mass(id),
          crowd.team(id),
          crowd.holds(id) ? std::uint8_t{1} : std::uint8_t{0},
          crowd.priority(id),
          0,
          crowd.acceleration(id),
          crowd.turn_rate(id),
          {facing.x, facing.y}};
}

}  // namespace

portolan_status portolan_read_agents(const portolan_navigator* navigator, const portolan_agent* agents,
                                     size_t count, float* xy, float* velocities, uint8_t* states) {
  return read_each(navigator, agents, count, [&](const Crowd& crowd, AgentId agent, std::size_t i) {
    store(xy, i, crowd.position(agent));
    store(velocities, i, crowd.velocity(agent));
    store(states, i, static_cast<std::uint8_t>(crowd.state(agent)));
  });
}

portolan_status portolan_read_walks(const portolan_navigator* navigator, const portolan_agent* agents,
                                    size_t count, float* distances, float* paces) {
  return read_each(navigator, agents, count, [&](const Crowd& crowd, AgentId agent, std::size_t i) {
    store(distances, i, crowd.distance(agent));
    store(paces, i, crowd.pace(agent));
  });
}

portolan_status portolan_read_shown(const portolan_navigator* navigator, const portolan_agent* agents,
                                    size_t count, float share, float* xy) {
  PORTOLAN_C_TRY(check_share(share));
  return read_into(navigator, agents, count, "xy", xy,
                   [&](const Crowd& crowd, AgentId agent) { return crowd.shown(agent, share); });
}

portolan_status portolan_read_facings(const portolan_navigator* navigator, const portolan_agent* agents,
                                      size_t count, float share, float* facings) {
  PORTOLAN_C_TRY(check_share(share));
  return read_into(navigator, agents, count, "facings", facings,
                   [&](const Crowd& crowd, AgentId agent) { return crowd.facing(agent, share); });
}

portolan_status portolan_read_layers(const portolan_navigator* navigator, const portolan_agent* agents,
                                     size_t count, int32_t* layers) {
  return read_into(navigator, agents, count, "layers", layers,
                   [](const Crowd& crowd, AgentId agent) { return crowd.layer(agent); });
}

portolan_status portolan_read_specs(const portolan_navigator* navigator, const portolan_agent* agents,
                                    size_t count, portolan_agent_spec* specs) {
  PORTOLAN_C_NEED(navigator);
  if (count == 0) return PORTOLAN_OK;
  PORTOLAN_C_NEED(specs);
  // The caller's header may be older, and its structs shorter.
  portolan_agent_spec known;
  PORTOLAN_C_TRY(read_struct(specs, "portolan_agent_spec", known));
  return read_each(navigator, agents, count, [&](const Crowd& crowd, AgentId agent, std::size_t i) {
    portolan_agent_spec spec = spec_of(crowd, agent);
    spec.struct_size = known.struct_size;
    std::memcpy(reinterpret_cast<char*>(specs) + i * known.struct_size, &spec, known.struct_size);
  });
}

portolan_status portolan_read_agent_places(const portolan_navigator* navigator, const portolan_agent* agents,
                                           size_t count, float* xy) {
  return read_into(navigator, agents, count, "xy", xy, [](const Crowd& crowd, AgentId agent) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    return crowd.place(agent).value_or(Vec2{none, none});
  });
}

portolan_status portolan_read_orders(const portolan_navigator* navigator, const portolan_agent* agents,
                                     size_t count, portolan_order* orders) {
  return read_into(navigator, agents, count, "orders", orders, [&](const Crowd&, AgentId agent) {
    const OrderId id = navigator->agents->order_of(agent);
    return navigator->agents->navigator().alive(id) ? number_of(id) : portolan_order{0};
  });
}

int32_t portolan_agent_alive(const portolan_navigator* navigator, portolan_agent agent) {
  if (navigator == nullptr || agent == 0) return 0;
  return navigator->agents->crowd().alive(id_of<AgentId>(agent)) ? 1 : 0;
}

uint64_t portolan_count_agents(const portolan_navigator* navigator, int32_t state) {
  if (navigator == nullptr || state < PORTOLAN_MOVING || state > PORTOLAN_REMOVED) return 0;
  return navigator->agents->crowd().count(static_cast<AgentState>(state));
}

uint64_t portolan_hash(const portolan_navigator* navigator) {
  return navigator == nullptr ? 0 : navigator->agents->crowd().hash();
}
