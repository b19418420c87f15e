// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A crowd as it is between two steps, written or read back.
#include <algorithm>
#include <cmath>

#include <portolan/core/detail/carrier.hpp>

#include "crowd_state.hpp"

namespace portolan {

void Crowd::State::carry_group(detail::Carrier& carrier, CrowdGroup& group) {
  carrier.record(group.steering, group.arrival_radius, group.leave_on_arrival, group.clearance,
                 group.avoidance, group.headway, group.formation, group.keeps_rank, group.full_speed_cost);
  std::vector<Cell> goals;
  for (const Goal& goal : group.goals) goals.push_back(goal.cell);
  carrier.values(goals);
  if (carrier.loading()) group.goals = goals;
  carrier.require(group.clearance >= 1 && group.clearance <= 32 && group.avoidance <= Avoidance::reciprocal &&
                  group.headway >= 0 && group.formation <= Formation::wedge);
}

// Every array has an entry per slot, which names what there is, at a place on the map.
bool Crowd::State::fits() const {
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Kind& kind = bodies.kinds[i];
    const Vec2 at = bodies.positions[i];
    if (kind.group.value >= groups.size() || kind.state > AgentState::removed) return false;
    if (!(bodies.radii[i] > 0) || !(bodies.max_speeds[i] > 0) || !(bodies.masses[i] > 0)) return false;
    const bool on_map =
        std::isfinite(at.x) && std::isfinite(at.y) && std::abs(at.x) < 1e7F && std::abs(at.y) < 1e7F;
    if (present(i) && (!on_map || !group_of(i).grid.contains(cell_at(at, bodies.layers[i])))) return false;
  }
  return std::all_of(free_slots.begin(), free_slots.end(), [this](std::uint32_t i) {
    return i < size() && bodies.kinds[i].state == AgentState::removed;
  });
}

void Crowd::State::carry(detail::Carrier& carrier) {
  std::uint64_t count = size();
  carrier.record(count, greatest_radius, greatest_speed, steps, squeezes, anybody_without_place,
                 seconds_of_step);
  carrier.values(free_slots);
  for_each_array([&](auto& array) {
    carrier.values(array);
    carrier.require(array.size() == count);
  });
}

void Crowd::save_state(PartSink& sink) const {
  detail::Carrier carrier(sink);
  std::uint64_t groups = group_count();
  carrier.record(groups);
  for (CrowdGroup& group : state_->groups) state_->carry_group(carrier, group);  // only reads
  state_->carry(carrier);
}

bool Crowd::restore_state(StateReader& reader, const std::function<GridView(CrowdGroupId)>& grid) {
  detail::Carrier carrier(reader);
  Crowd fresh(state_->options);
  std::uint64_t groups = 0;
  carrier.record(groups);
  for (std::uint32_t g = 0; g < groups && carrier.good(); ++g) {
    fresh.add_group({grid({g}), nullptr, {}, {}, 1.5F, false, 1, {}});
    fresh.state_->carry_group(carrier, fresh.state_->groups.back());
  }
  fresh.state_->carry(carrier);
  const bool good = carrier.good() && fresh.state_->fits();
  *this = good ? std::move(fresh) : Crowd(state_->options);
  return good;
}

}  // namespace portolan
