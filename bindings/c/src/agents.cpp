// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "agents.hpp"

#include <cmath>

using namespace portolan;
using namespace portolan::c;

namespace portolan::c {

portolan_status read_agents(const Crowd& crowd, const portolan_agent* agents, std::size_t count,
                            std::vector<AgentId>& ids) {
  if (count == 0) return PORTOLAN_OK;
  PORTOLAN_C_NEED(agents);
  PORTOLAN_C_TRY(check_count(count));
  ids.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto id = id_of<AgentId>(agents[i]);
    if (!crowd.alive(id))
      return fail(PORTOLAN_BAD_ARGUMENT, "agents[%zu] is no agent of this navigator, or was removed", i);
    ids.push_back(id);
  }
  return PORTOLAN_OK;
}

portolan_status check_positions(const float* xy, std::size_t count) {
  if (count == 0) return PORTOLAN_OK;
  PORTOLAN_C_NEED(xy);
  PORTOLAN_C_TRY(check_count(count));
  for (std::size_t i = 0; i < 2 * count; ++i) {
    if (!(std::abs(xy[i]) < 1e6F))
      return fail(PORTOLAN_BAD_ARGUMENT, "xy[%zu] is no number, or far outside", i);
  }
  return PORTOLAN_OK;
}

}  // namespace portolan::c

portolan_navigator::portolan_navigator(std::shared_ptr<Ground> ground, const HostJobs& host)
    : world{std::move(ground), true}, jobs(host) {
  PORTOLAN_ASSERT(world.ground->agents == nullptr, "a world has one navigator");
  agents.emplace(world.ground->new_navigator(), CrowdOptions{.executor = jobs.executor()});
  world.ground->agents = &*agents;
}

portolan_navigator::~portolan_navigator() {
  world.ground->agents = nullptr;
  world.ground->keeps_moments = false;
}

namespace {

bool is_size(float value, float most) { return value >= 0 && value <= most; }

// What is 0 where a body does it at once, or as people do.
struct Rate {
  const char* name;
  float most;
  const char* unit;
};
constexpr Rate acceleration_rate{"acceleration", most_acceleration, "cells per second, and second"};
constexpr Rate turning_rate{"turn_rate", most_turn_rate, "radians (not degrees) per second"};

portolan_status check_rate(const Rate& rate, float value) {
  if (is_size(value, rate.most)) return PORTOLAN_OK;
  return fail(PORTOLAN_BAD_ARGUMENT, "%s of an agent is %g, expected 0 to %g %s", rate.name,
              static_cast<double>(value), static_cast<double>(rate.most), rate.unit);
}

portolan_status check_priority(unsigned priority) {
  if (priority <= most_priority) return PORTOLAN_OK;
  return fail(PORTOLAN_BAD_ARGUMENT, "priority of an agent is %u: at most %u", priority,
              static_cast<unsigned>(most_priority));
}

portolan_status read_drive(const portolan_agent_spec& taken, AgentSpec& spec) {
  PORTOLAN_C_TRY(check_rate(acceleration_rate, taken.acceleration));
  PORTOLAN_C_TRY(check_rate(turning_rate, taken.turn_rate));
  PORTOLAN_C_TRY(check_priority(taken.priority));
  for (int i = 0; i < 2; ++i) {
    if (!(std::abs(taken.facing[i]) < 1e6F))
      return fail(PORTOLAN_BAD_ARGUMENT,
                  "facing[%d] of an agent is no number, or far above 1: a vector of length 1 will do", i);
  }
  spec.acceleration = taken.acceleration;
  spec.turn_rate = taken.turn_rate;
  spec.priority = taken.priority;
  spec.facing = {taken.facing[0], taken.facing[1]};
  return PORTOLAN_OK;
}

portolan_status read_spec(const portolan_agent_spec* given, AgentSpec& spec) {
  portolan_agent_spec taken;
  PORTOLAN_C_TRY(read_struct(given, "portolan_agent_spec", taken));
  if (!is_size(taken.radius, most_radius) || !is_size(taken.max_speed, most_speed) ||
      !is_size(taken.mass, most_mass)) {
    return fail(PORTOLAN_BAD_ARGUMENT,
                "radius, max_speed and mass of an agent are not negative, and at most %g, %g and %g",
                static_cast<double>(most_radius), static_cast<double>(most_speed),
                static_cast<double>(most_mass));
  }
  spec.layer = taken.layer;
  if (taken.radius > 0) spec.radius = taken.radius;
  if (taken.max_speed > 0) spec.max_speed = taken.max_speed;
  if (taken.mass > 0) spec.mass = taken.mass;
  spec.team = taken.team;
  spec.holds = taken.holds != 0;
  return read_drive(taken, spec);
}

// Calls `set(crowd, agent)` for each of them.
template <class Set>
portolan_status set_each(portolan_navigator* navigator, const portolan_agent* agents, std::size_t count,
                         const Set& set) {
  return with_agents(navigator, agents, count, [&](const std::vector<AgentId>& ids) {
    for (const AgentId id : ids) set(navigator->agents->crowd(), id);
  });
}

portolan_status set_size(portolan_navigator* navigator, const portolan_agent* agents, std::size_t count,
                         const char* name, float value, float most, void (Crowd::*set)(AgentId, float)) {
  if (!is_size(value, most) || value == 0)
    return fail(PORTOLAN_BAD_ARGUMENT, "%s of an agent is above 0, and at most %g", name,
                static_cast<double>(most));
  return set_each(navigator, agents, count, [&](Crowd& crowd, AgentId id) { (crowd.*set)(id, value); });
}

}  // namespace

portolan_navigator* portolan_navigator_create(portolan_world* world, const portolan_jobs* jobs) {
  return making<portolan_navigator>([&]() -> portolan_navigator* {
    HostJobs host;
    if (world == nullptr) return static_cast<void>(fail_null("world")), nullptr;
    if (host.take(jobs) != PORTOLAN_OK) return nullptr;
    if (world->ground->agents != nullptr) {
      fail(PORTOLAN_REFUSED, "the world has a navigator: destroy that first, or use it");
      return nullptr;
    }
    world->ground->commit();
    return new portolan_navigator(world->ground, host);
  });
}

void portolan_navigator_destroy(portolan_navigator* navigator) { delete navigator; }

portolan_world* portolan_navigator_world(portolan_navigator* navigator) {
  if (navigator == nullptr) fail_null("navigator");
  return navigator == nullptr ? nullptr : &navigator->world;
}

portolan_status portolan_add_agents(portolan_navigator* navigator, uint32_t profile,
                                    const portolan_agent_spec* spec, const float* xy, size_t count,
                                    portolan_agent* agents) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_TRY(check_profile(*navigator->world.ground, profile));
  AgentSpec like;
  PORTOLAN_C_TRY(read_spec(spec, like));
  PORTOLAN_C_TRY(check_positions(xy, count));
  if (count > 0) PORTOLAN_C_NEED(agents);
  return guarded([&] {
    for (std::size_t i = 0; i < count; ++i) {
      like.position = {xy[2 * i], xy[2 * i + 1]};
      agents[i] = number_of(navigator->agents->add(ProfileId{profile}, like));
    }
  });
}

portolan_status portolan_has_room(const portolan_navigator* navigator, uint32_t profile,
                                  const portolan_agent_spec* spec, const float xy[2], int32_t* has_room) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_TRY(check_profile(*navigator->world.ground, profile));
  AgentSpec like;
  PORTOLAN_C_TRY(read_spec(spec, like));
  PORTOLAN_C_TRY(check_positions(xy, 1));
  PORTOLAN_C_NEED(has_room);
  like.position = {xy[0], xy[1]};
  *has_room = navigator->agents->has_room(ProfileId{profile}, like) ? 1 : 0;
  return PORTOLAN_OK;
}

portolan_status portolan_remove_agents(portolan_navigator* navigator, const portolan_agent* agents,
                                       size_t count) {
  return with_agents(navigator, agents, count, [&](const std::vector<AgentId>& ids) {
    for (const AgentId id : ids) {
      // Who is named twice goes once.
      if (navigator->agents->crowd().alive(id)) navigator->agents->remove(id);
    }
  });
}

portolan_status portolan_put_agents(portolan_navigator* navigator, const portolan_agent* agents, size_t count,
                                    const float* xy, int32_t layer) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_TRY(check_positions(xy, count));
  return with_agents(navigator, agents, count, [&](const std::vector<AgentId>& ids) -> portolan_status {
    Crowd& crowd = navigator->agents->crowd();
    for (std::size_t i = 0; i < count; ++i) {
      const GridView grid = crowd.group(crowd.group_of(ids[i])).grid;
      if (!grid.passable(cell_at({xy[2 * i], xy[2 * i + 1]}, layer)))
        return fail(PORTOLAN_BAD_ARGUMENT, "agents[%zu] cannot stand at (%g, %g)", i,
                    static_cast<double>(xy[2 * i]), static_cast<double>(xy[2 * i + 1]));
    }
    for (std::size_t i = 0; i < count; ++i) crowd.put(ids[i], {xy[2 * i], xy[2 * i + 1]}, layer);
    return PORTOLAN_OK;
  });
}

portolan_status portolan_set_holds(portolan_navigator* navigator, const portolan_agent* agents, size_t count,
                                   int32_t holds) {
  return set_each(navigator, agents, count,
                  [&](Crowd& crowd, AgentId id) { crowd.set_holds(id, holds != 0); });
}

portolan_status portolan_set_max_speed(portolan_navigator* navigator, const portolan_agent* agents,
                                       size_t count, float max_speed) {
  if (max_speed == 0) return fail(PORTOLAN_BAD_ARGUMENT, "max_speed is above 0: who does not walk holds");
  return set_size(navigator, agents, count, "max_speed", max_speed, most_speed, &Crowd::set_max_speed);
}

portolan_status portolan_set_radius(portolan_navigator* navigator, const portolan_agent* agents, size_t count,
                                    float radius) {
  return set_size(navigator, agents, count, "radius", radius, most_radius, &Crowd::set_radius);
}

portolan_status portolan_set_mass(portolan_navigator* navigator, const portolan_agent* agents, size_t count,
                                  float mass) {
  return set_size(navigator, agents, count, "mass", mass, most_mass, &Crowd::set_mass);
}

portolan_status portolan_set_team(portolan_navigator* navigator, const portolan_agent* agents, size_t count,
                                  uint8_t team) {
  return set_each(navigator, agents, count, [&](Crowd& crowd, AgentId id) { crowd.set_team(id, team); });
}

portolan_status portolan_set_acceleration(portolan_navigator* navigator, const portolan_agent* agents,
                                          size_t count, float acceleration) {
  PORTOLAN_C_TRY(check_rate(acceleration_rate, acceleration));
  return set_each(navigator, agents, count,
                  [&](Crowd& crowd, AgentId id) { crowd.set_acceleration(id, acceleration); });
}

portolan_status portolan_set_turn_rate(portolan_navigator* navigator, const portolan_agent* agents,
                                       size_t count, float turn_rate) {
  PORTOLAN_C_TRY(check_rate(turning_rate, turn_rate));
  return set_each(navigator, agents, count,
                  [&](Crowd& crowd, AgentId id) { crowd.set_turn_rate(id, turn_rate); });
}

portolan_status portolan_set_priority(portolan_navigator* navigator, const portolan_agent* agents,
                                      size_t count, uint8_t priority) {
  PORTOLAN_C_TRY(check_priority(priority));
  return set_each(navigator, agents, count,
                  [&](Crowd& crowd, AgentId id) { crowd.set_priority(id, priority); });
}

portolan_status portolan_set_agent_places(portolan_navigator* navigator, const portolan_agent* agents,
                                          size_t count, const float* xy) {
  PORTOLAN_C_TRY(check_positions(xy, count));
  std::size_t i = 0;
  return set_each(navigator, agents, count, [&](Crowd& crowd, AgentId id) {
    crowd.set_place(id, {xy[2 * i], xy[2 * i + 1]});
    ++i;
  });
}

portolan_status portolan_set_focus(portolan_navigator* navigator, const float* xy, size_t count, float radius,
                                   uint32_t interval) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_TRY(check_positions(xy, count));
  if (!(radius >= 0)) return fail(PORTOLAN_BAD_ARGUMENT, "radius is not negative");
  if (interval > most_interval)
    return fail(PORTOLAN_BAD_ARGUMENT, "interval is %u ticks; at most %u", static_cast<unsigned>(interval),
                static_cast<unsigned>(most_interval));
  return guarded([&] {
    std::vector<Vec2> places;
    for (std::size_t i = 0; i < count; ++i) places.push_back({xy[2 * i], xy[2 * i + 1]});
    navigator->agents->crowd().set_focus(places, radius, static_cast<std::uint8_t>(interval));
  });
}
