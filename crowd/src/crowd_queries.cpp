// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What can be asked of a crowd.
#include <algorithm>
#include <bit>

#include "crowd_state.hpp"

namespace portolan {

std::size_t Crowd::size() const { return state_->size(); }

AgentId Crowd::agent(std::size_t slot) const {
  PORTOLAN_ASSERT(slot < size(), "size() says how many slots there are");
  if (slot >= size()) return {};
  return {static_cast<std::uint32_t>(slot), state_->bodies.kinds[slot].generation};
}

Vec2 Crowd::position(AgentId id) const { return state_->of(state_->bodies.positions, state_->slot(id)); }

Vec2 Crowd::shown(AgentId id, float share) const {
  PORTOLAN_ASSERT(share >= 0 && share <= 1, "a share of the time from the last step to the next");
  const State& s = *state_;
  const std::uint32_t i = s.slot(id);
  if (i == State::nobody || !s.present(i)) return position(id);
  const Vec2 lag = s.of(s.bodies.lags, i).at(s.steps, share);
  if (i >= s.moves.size() || s.is_far(i)) return s.bodies.positions[i] + lag;
  const Vec2 from = s.moves[i].start;
  return from + (s.bodies.positions[i] - from) * share + lag;
}

Vec2 Crowd::velocity(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i == State::nobody || state_->state(i) == AgentState::gone ? Vec2{} : state_->bodies.velocities[i];
}
Vec2 Crowd::facing(AgentId id, float share) const {
  PORTOLAN_ASSERT(share >= 0 && share <= 1, "a share of the time from the last step to the next");
  const State& s = *state_;
  const std::uint32_t i = s.slot(id);
  if (i == State::nobody) return {};
  const Vec2 known = normalised(s.facing(i)), to = known == Vec2{} ? Vec2{1, 0} : known;
  if (i >= s.moves.size() || !s.present(i) || s.is_far(i)) return to;
  const Vec2 between = normalised(normalised(s.moves[i].faced) * (1 - share) + to * share);
  return between == Vec2{} ? to : between;
}
std::int32_t Crowd::layer(AgentId id) const { return state_->of(state_->bodies.layers, state_->slot(id)); }
float Crowd::radius(AgentId id) const { return state_->of(state_->bodies.radii, state_->slot(id)); }
float Crowd::max_speed(AgentId id) const { return state_->of(state_->bodies.max_speeds, state_->slot(id)); }
float Crowd::mass(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i == State::nobody ? 0 : state_->mass(i);
}
std::uint8_t Crowd::team(AgentId id) const { return state_->of(state_->bodies.kinds, state_->slot(id)).team; }
float Crowd::acceleration(AgentId id) const { return state_->drive_of(state_->slot(id)).acceleration; }
float Crowd::turn_rate(AgentId id) const { return state_->drive_of(state_->slot(id)).turn_rate; }
std::uint8_t Crowd::priority(AgentId id) const {
  return static_cast<std::uint8_t>(state_->drive_of(state_->slot(id)).priority);
}
bool Crowd::holds(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i != State::nobody && state_->holds(i);
}
float Crowd::pace(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i == State::nobody || state_->stands(i) ? 0 : state_->journeys.progress[i].pace();
}
float Crowd::seconds_without_way(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i == State::nobody || state_->stands(i) ? 0 : state_->seconds_without_way(i);
}
AgentState Crowd::state(AgentId id) const { return state_->of(state_->bodies.kinds, state_->slot(id)).state; }
CrowdGroupId Crowd::group_of(AgentId id) const {
  return state_->of(state_->bodies.kinds, state_->slot(id)).group;
}
float Crowd::distance(AgentId id) const { return state_->of(state_->journeys.distances, state_->slot(id)); }
double Crowd::path_cost(AgentId id) const {
  return static_cast<double>(state_->of(state_->journeys.costs, state_->slot(id)));
}
bool Crowd::present(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i != State::nobody && state_->present(i);
}
bool Crowd::gives_way(AgentId id) const {
  const detail::Errand errand = state_->of(state_->bodies.errands, state_->slot(id));
  return errand.is(detail::Errand::holds_back) || errand.is(detail::Errand::retreats);
}
std::uint64_t Crowd::squeezes() const { return state_->squeezes; }

std::size_t Crowd::count(AgentState state) const {
  const auto& kinds = state_->bodies.kinds;
  return static_cast<std::size_t>(
      std::count_if(kinds.begin(), kinds.end(), [&](const State::Kind& k) { return k.state == state; }));
}

std::size_t Crowd::inside_walls() const {
  const State& s = *state_;
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    if (!s.present(i)) continue;
    if (!s.group_of(i).grid.passable(cell_at(s.bodies.positions[i], s.bodies.layers[i]))) ++found;
  }
  return found;
}

std::size_t Crowd::overlaps(float share) const {
  const State& s = *state_;
  const std::vector<Vec2>& positions = s.bodies.positions;
  std::vector<std::uint32_t> who;
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    if (s.present(i)) who.push_back(i);
  }
  if (who.empty()) return 0;
  const float reach = 2 * share * s.greatest_radius, far = 1.001F * reach;
  Neighbours near;
  near.build(positions, s.bodies.layers, who, reach);
  Neighbours::Sweep sweep(near, reach);
  std::size_t found = 0;
  for (const Neighbours::Entry& mine : near.entries()) {
    sweep.around(mine, reach, [&](std::span<const Neighbours::Entry> some) {
      for (const Neighbours::Entry& other : some) {
        const Vec2 off = mine.at - other.at;
        if (other.index <= mine.index || dot(off, off) > far * far) continue;
        if (length(off) < share * (s.bodies.radii[mine.index] + s.bodies.radii[other.index])) ++found;
      }
    });
  }
  return found;
}

std::uint64_t Crowd::hash() const {
  const State& s = *state_;
  std::uint64_t h = 0xCBF29CE484222325ULL;
  const auto mix = [&h](std::uint32_t word) {
    for (int byte = 0; byte < 4; ++byte) {
      h = (h ^ (word >> (8 * byte) & 0xFFU)) * 0x100000001B3ULL;
    }
  };
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    if (s.state(i) == AgentState::removed) continue;
    mix(std::bit_cast<std::uint32_t>(s.bodies.positions[i].x));
    mix(std::bit_cast<std::uint32_t>(s.bodies.positions[i].y));
    mix(static_cast<std::uint32_t>(s.bodies.layers[i]));
    mix(static_cast<std::uint32_t>(s.state(i)));
  }
  return h;
}

}  // namespace portolan
