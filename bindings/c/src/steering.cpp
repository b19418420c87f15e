// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/crowd/detail/steering_forces.hpp>

#include "agents.hpp"

using namespace portolan;
using namespace portolan::c;

namespace {

constexpr std::uint32_t force_count = PORTOLAN_FORCE_ARRIVE + 1;
// A new force is a line at the end, there and in portolan/steering.h, and moves no other.
static_assert(steering_forces[PORTOLAN_FORCE_FOLLOW].name == "follow" &&
              steering_forces[PORTOLAN_FORCE_WALLS].name == "walls" &&
              steering_forces[PORTOLAN_FORCE_ARRIVE].name == "arrive");

portolan_status set_weight(Steering& steering, std::uint32_t force, float weight) {
  if (force >= force_count)
    return fail(PORTOLAN_BAD_ARGUMENT, "force %u is none: PORTOLAN_FORCE_FOLLOW to PORTOLAN_FORCE_ARRIVE are",
                force);
  if (!(weight >= 0 && weight <= 100))
    return fail(PORTOLAN_BAD_ARGUMENT, "weight of %s is %g, expected 0 to 100",
                steering_forces[force].name.data(), static_cast<double>(weight));
  steering.*steering_forces[force].weight = weight;
  return PORTOLAN_OK;
}

// Calls change(group) with that of an order.
template <class Change>
portolan_status change_group(portolan_navigator* navigator, portolan_order order, const Change& change) {
  PORTOLAN_C_NEED(navigator);
  OrderId id;
  PORTOLAN_C_TRY(check_order(*navigator, order, id));
  return change(navigator->agents->group(id));
}

}  // namespace

portolan_status portolan_set_steering(portolan_navigator* navigator, portolan_order order,
                                      const uint32_t* forces, const float* weights, size_t count) {
  if (count > 0) PORTOLAN_C_NEED(forces);
  if (count > 0) PORTOLAN_C_NEED(weights);
  return change_group(navigator, order, [&](CrowdGroup& group) -> portolan_status {
    Steering steering = group.steering;
    for (std::size_t i = 0; i < count; ++i) PORTOLAN_C_TRY(set_weight(steering, forces[i], weights[i]));
    group.steering = steering;
    return PORTOLAN_OK;
  });
}

portolan_status portolan_set_leader(portolan_navigator* navigator, portolan_order order,
                                    portolan_agent leader) {
  return change_group(navigator, order, [&](CrowdGroup& group) -> portolan_status {
    const AgentId id = leader == 0 ? AgentId{} : id_of<AgentId>(leader);
    if (leader != 0 && !navigator->agents->crowd().alive(id))
      return fail(PORTOLAN_BAD_ARGUMENT, "the leader is no agent of this navigator, or was removed");
    group.leader = id;
    return PORTOLAN_OK;
  });
}

portolan_status portolan_set_steering_target(portolan_navigator* navigator, portolan_order order,
                                             const float xy[2], int32_t layer) {
  return change_group(navigator, order, [&](CrowdGroup& group) -> portolan_status {
    if (xy == nullptr) return group.target.reset(), PORTOLAN_OK;
    PORTOLAN_C_TRY(check_positions(xy, 1));
    const PathPoint point{{xy[0], xy[1]}, layer};
    PORTOLAN_C_TRY(
        check_cell(*navigator->world.ground->world, cell_of(cell_at(point.at, layer)), "the target"));
    group.target = point;
    return PORTOLAN_OK;
  });
}
