// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A crowd as it is between two steps, written or read back.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <portolan/core/detail/carrier.hpp>

#include "crowd_state.hpp"
#include "mouths.hpp"

namespace portolan {

namespace {

constexpr float far_away = 1e7F;  // cells

bool within(float value, float most) { return std::abs(value) <= most; }
bool within(Vec2 value, float most) { return within(value.x, most) && within(value.y, most); }

// Weights of forces, and what is like them.
bool is_usable(const CrowdGroup& group) {
  const Steering& s = group.steering;
  const float parts[] = {s.follow,
                         s.separation,
                         s.alignment,
                         s.cohesion,
                         s.pursue,
                         s.evade,
                         s.wander,
                         s.walls,
                         s.leader,
                         s.seek,
                         s.flee,
                         s.arrive,
                         group.arrival_radius,
                         group.headway};
  if (group.target && !within(group.target->at, far_away)) return false;
  return std::all_of(std::begin(parts), std::end(parts), [](float part) { return within(part, far_away); }) &&
         within(group.facing, far_away) && group.headway >= 0 &&
         std::all_of(group.goals.begin(), group.goals.end(), [&](const Goal& goal) {
           return within(centre_of(goal.cell), far_away);  // outside of the map it is no harm
         });
}

}  // namespace

void Crowd::State::carry_group(detail::Carrier& carrier, CrowdGroup& group) {
  bool has_target = group.target.has_value();
  PathPoint target = group.target.value_or(PathPoint{});
  carrier.record(group.steering, group.arrival_radius, group.leave_on_arrival, group.clearance,
                 group.avoidance, group.headway, group.formation, group.facing, group.keeps_rank,
                 group.full_speed_cost, group.leader, has_target, target);
  if (carrier.loading()) group.target = has_target ? std::optional(target) : std::nullopt;
  std::vector<Cell> goals;
  for (const Goal& goal : group.goals) goals.push_back(goal.cell);
  carrier.values(goals);
  if (carrier.loading()) group.goals = goals;
  carrier.require(group.clearance >= 1 && group.clearance <= 32 && group.avoidance <= Avoidance::reciprocal &&
                  is_usable(group) && group.formation <= Formation::wedge);
}

// Every array has an entry per slot, which names what there is, at a place on the map.
bool Crowd::State::fits() const {
  if (!clock.fits() || !within(greatest_radius, most_radius) || !within(greatest_speed, most_speed))
    return false;
  if (fronts.size() != groups.size() ||
      !std::all_of(fronts.begin(), fronts.end(), [](Vec2 front) { return within(front, 1.001F); }))
    return false;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (bodies.kinds[i].group.value >= groups.size() || !agent_fits(i)) return false;
  }
  return std::all_of(free_slots.begin(), free_slots.end(), [this](std::uint32_t i) {
    return i < size() && bodies.kinds[i].state == AgentState::removed;
  });
}

// A step computes with what an agent has; comparisons with what is no number are false.
bool Crowd::State::agent_fits(std::uint32_t i) const {
  const detail::Errand& errand = bodies.errands[i];
  const detail::Progress& progress = journeys.progress[i];
  const float radius = bodies.radii[i], speed = bodies.max_speeds[i];
  if (bodies.kinds[i].state > AgentState::removed || bodies.kinds[i].interval > most_interval ||
      !is_body(radius, speed, mass(i)))
    return false;
  if (radius > greatest_radius || speed > greatest_speed) return false;
  if (!within(bodies.positions[i], far_away) || !within(bodies.places[i], far_away) ||
      !within(bodies.velocities[i], 2 * most_speed)) {
    return false;
  }
  const detail::Drive drive = drive_of(i);
  if (!is_drive(drive.acceleration, drive.turn_rate, drive.facing, drive.priority) ||
      !within(drive.aim, 2 * most_speed) || drives(i) != drive.is_slow()) {
    return false;
  }
  if (!within(errand.breadth, far_away) || !within(errand.ahead, far_away) ||
      !(errand.bow >= 0 && errand.bow < far_away) ||
      (errand.mouth != 0 && errand.mouth >= bodies.mouths.size()) || !errand.facing.is_one()) {
    return false;
  }
  const detail::Mouth mouth = mouth_of(i);
  if (!within(mouth.middle, far_away) || mouth.way > detail::Mouth::Way::north) return false;
  if (errand.is(detail::Errand::meets_stream) && mouth.way == detail::Mouth::Way::none) return false;
  if (!std::isfinite(progress.left) || !std::isfinite(journeys.distances[i]) ||
      !std::isfinite(journeys.costs[i])) {
    return false;
  }
  return !present(i) || group_of(i).grid.contains(cell_at(bodies.positions[i], bodies.layers[i]));
}

void Crowd::State::carry(detail::Carrier& carrier) {
  std::uint64_t count = size();
  carrier.record(count, greatest_radius, greatest_speed, steps, squeezes, anybody_without_place, clock);
  carrier.values(free_slots);
  carrier.values(fronts);
  for_each_array([&](auto& array) {
    carrier.values(array);
    carrier.require(array.size() == count);
  });
  carrier.values(bodies.drives, count);
  carrier.values(bodies.weights, count);
  carrier.values(bodies.mouths, detail::Mouths::most);
  if (carrier.loading()) bodies.lags.clear();
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
