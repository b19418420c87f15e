// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who is in a crowd, and what each is like.
#include <algorithm>
#include <cmath>
#include <utility>

#include <portolan/crowd/detail/body_room.hpp>

#include "crowd_state.hpp"

namespace portolan {

Crowd::Crowd(CrowdOptions options) : state_(std::make_unique<State>()) { state_->options = options; }
Crowd::Crowd(const Crowd& other) : state_(std::make_unique<State>(*other.state_)) {}
Crowd& Crowd::operator=(const Crowd& other) {
  if (!state_) state_ = std::make_unique<State>();
  *state_ = *other.state_;
  return *this;
}
Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

CrowdGroupId Crowd::add_group(CrowdGroup group) {
  PORTOLAN_ASSERT(group.clearance >= 1, "clearances begin at 1, the cell alone");
  state_->groups.push_back(std::move(group));
  state_->fronts.emplace_back();
  return {static_cast<std::uint32_t>(state_->groups.size() - 1)};
}

CrowdGroup& Crowd::group(CrowdGroupId id) {
  const bool known = id.value < state_->groups.size();
  PORTOLAN_ASSERT(known, "add_group() gives the ids");
  return state_->groups[known ? id.value : 0];
}

const CrowdGroup& Crowd::group(CrowdGroupId id) const {
  const bool known = id.value < state_->groups.size();
  PORTOLAN_ASSERT(known, "add_group() gives the ids");
  return state_->groups[known ? id.value : 0];
}

std::size_t Crowd::group_count() const { return state_->groups.size(); }

std::uint32_t Crowd::State::new_slot() {
  if (!free_slots.empty()) {
    const std::uint32_t i = free_slots.back();
    free_slots.pop_back();
    return i;
  }
  const std::size_t count = size() + 1;
  for_each_array([count](auto& array) { array.resize(count); });
  return static_cast<std::uint32_t>(count - 1);
}

// Comparisons with what is no number are false, so it is refused as well.
bool Crowd::State::can_stand(const CrowdGroup& group, Vec2 p, std::int32_t layer) {
  const Extent extent = group.grid.extent();
  const bool inside = p.x >= 0 && p.y >= 0 && p.x < static_cast<float>(extent.width) &&
                      p.y < static_cast<float>(extent.height) && layer >= 0 && layer < extent.layers;
  return inside && group.grid.passable(cell_at(p, layer));
}

bool Crowd::State::is_body(float radius, float speed, float mass) {
  const auto is_size = [](float v, float most) { return v > 0 && v <= most; };
  return is_size(radius, most_radius) && is_size(speed, most_speed) && is_size(mass, most_mass);
}

bool Crowd::State::is_drive(float acceleration, float turn_rate, Vec2 facing, std::uint32_t priority) {
  return acceleration >= 0 && acceleration <= most_acceleration && turn_rate >= 0 &&
         turn_rate <= most_turn_rate && std::isfinite(dot(facing, facing)) && priority <= most_priority;
}

bool Crowd::State::can_be(const AgentSpec& spec) const {
  const bool has_group = spec.group.value < groups.size();
  PORTOLAN_ASSERT(has_group, "add_group() gives the ids");
  const bool has_body = is_body(spec.radius, spec.max_speed, spec.mass);
  PORTOLAN_ASSERT(has_body, "radius, speed and mass are above zero, and at most what an agent may have");
  const bool can_drive = is_drive(spec.acceleration, spec.turn_rate, spec.facing, spec.priority);
  PORTOLAN_ASSERT(can_drive, "acceleration, turn rate, facing and priority are what an agent may have");
  if (!has_group || !has_body || !can_drive) return false;
  const bool stands = can_stand(groups[spec.group.value], spec.position, spec.layer);
  PORTOLAN_ASSERT(stands || spec.waiting, "agents stand on passable cells");
  return stands || (spec.waiting && std::isfinite(spec.position.x) && std::isfinite(spec.position.y));
}

AgentId Crowd::add(const AgentSpec& spec) {
  State& s = *state_;
  if (!s.can_be(spec)) return {};
  const std::uint32_t i = s.new_slot();
  State::Kind& kind = s.bodies.kinds[i];
  kind.group = spec.group;
  kind.state = spec.waiting ? AgentState::waiting : AgentState::moving;
  kind.team = spec.team;
  kind.flags = spec.holds ? State::Kind::holds : std::uint8_t{0};
  kind.interval = 0;
  s.bodies.positions[i] = spec.position;
  s.bodies.velocities[i] = s.bodies.headings[i] = {};
  s.bodies.layers[i] = spec.layer;
  s.bodies.radii[i] = spec.radius;
  s.bodies.max_speeds[i] = spec.max_speed;
  State::set(s.bodies.weights, i, {spec.mass});
  State::set(s.bodies.drives, i, {{}, spec.acceleration, spec.turn_rate, spec.priority, {}});
  s.note_drive(i);
  s.set_facing(i, spec.facing);
  s.journeys.distances[i] = 0;
  s.journeys.costs[i] = 0;
  if (i < s.own_guides.size()) s.own_guides[i] = nullptr;
  s.set_out(i);
  s.note_jump(i);
  s.greatest_radius = std::max(s.greatest_radius, spec.radius);
  s.greatest_speed = std::max(s.greatest_speed, spec.max_speed);
  return {i, kind.generation};
}

void Crowd::State::note_jump(std::uint32_t i) {
  if (i < moves.size()) moves[i].start = bodies.positions[i];
  set(bodies.lags, i, {});
}

// Beside a wall where its body has room: it would leap there in its next step.
void Crowd::State::set_down(std::uint32_t i) {
  const CrowdGroup& group = group_of(i);
  Vec2& place = bodies.positions[i];
  if (can_stand(group, place, bodies.layers[i]))
    place = detail::with_room(group.grid, bodies.layers[i], place, margin(i));
  note_jump(i);
}

void Crowd::State::set_out(std::uint32_t i) {
  journeys.progress[i] = detail::Progress(clock.now());
  journeys.remaining[i] = unreachable;
  const detail::Bearing facing = bodies.errands[i].facing;
  bodies.errands[i] = {};
  bodies.errands[i].facing = facing;
  bodies.kinds[i].set(Kind::keeps_on | Kind::squeezes | Kind::in_piece, false);
  anybody_without_place = true;
}

void Crowd::remove(AgentId id) {
  const std::uint32_t i = state_->slot(id);
  if (i == State::nobody) return;
  State::Kind& kind = state_->bodies.kinds[i];
  kind.state = AgentState::removed;
  ++kind.generation;
  std::vector<std::uint32_t>& free = state_->free_slots;
  free.insert(std::lower_bound(free.begin(), free.end(), i, std::greater<>()), i);
}

bool Crowd::alive(AgentId id) const {
  if (id.slot >= state_->size()) return false;
  const State::Kind& kind = state_->bodies.kinds[id.slot];
  return kind.generation == id.generation && kind.state != AgentState::removed;
}

void Crowd::start(AgentId id) {
  const std::uint32_t i = state_->slot(id);
  if (i != State::nobody) state_->start(i, false);
}

void Crowd::State::start(std::uint32_t i, bool keeps_place) {
  using detail::Errand;
  const bool keeps = keeps_place && bodies.errands[i].is(Errand::own_place);
  if (!present(i)) {
    if (!can_stand(group_of(i), bodies.positions[i], bodies.layers[i])) return;
    if (journeys.progress[i].moved() != clock.now()) bodies.velocities[i] = {};  // it left in an earlier step
    set_down(i);
  }
  bodies.kinds[i].state = AgentState::moving;
  set_out(i);
  if (keeps) bodies.errands[i].set(Errand::has_place | Errand::own_place, true);
}

void Crowd::restart(CrowdGroupId id, bool keeps_places) {
  for (std::uint32_t i = 0; i < state_->size(); ++i) {
    if (state_->bodies.kinds[i].group == id && state_->present(i)) state_->start(i, keeps_places);
  }
}

void Crowd::regroup(AgentId id, CrowdGroupId group) {
  PORTOLAN_ASSERT(group.value < state_->groups.size(), "add_group() gives the ids");
  const std::uint32_t i = state_->slot(id);
  if (i == State::nobody || group.value >= state_->groups.size()) return;
  state_->bodies.kinds[i].group = group;
  if (state_->present(i)) start(id);
}

void Crowd::set_guide(AgentId id, const Guide* guide) {
  const std::uint32_t i = state_->slot(id);
  std::vector<const Guide*>& guides = state_->own_guides;
  if (i == State::nobody || (guide == nullptr && i >= guides.size())) return;
  PORTOLAN_ASSERT(state_->group_of(i).guide != nullptr, "it stands in for the guide of a group");
  if (i >= guides.size()) guides.resize(state_->size());
  guides[i] = guide;
}

const Guide* Crowd::guide(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  return i == State::nobody || state_->group_of(i).guide == nullptr ? nullptr : &state_->guide_of(i);
}

void Crowd::set_place(AgentId id, Vec2 place) {
  const std::uint32_t i = state_->slot(id);
  const bool is_point = std::isfinite(place.x) && std::isfinite(place.y);
  PORTOLAN_ASSERT(is_point, "a place is a point of the map");
  if (i == State::nobody || !is_point) return;
  state_->bodies.places[i] = place;
  state_->bodies.errands[i].set(detail::Errand::has_place | detail::Errand::own_place, true);
  state_->bodies.errands[i].set(detail::Errand::sees_place, false);
}

std::optional<Vec2> Crowd::place(AgentId id) const {
  const std::uint32_t i = state_->slot(id);
  if (i == State::nobody || !state_->bodies.errands[i].is(detail::Errand::has_place)) return std::nullopt;
  return state_->bodies.places[i];
}

std::uint32_t Crowd::State::slot_for(AgentId id, float size, float most) const {
  const std::uint32_t i = slot(id);
  PORTOLAN_ASSERT(size > 0, "radius, speed and mass are above zero; who does not walk holds");
  PORTOLAN_ASSERT(!(size > most), "agents are at most so wide, fast and heavy");
  return size > 0 && !(size > most) ? i : nobody;
}

void Crowd::set_max_speed(AgentId id, float cells_per_second) {
  const std::uint32_t i = state_->slot_for(id, cells_per_second, most_speed);
  if (i == State::nobody) return;
  state_->bodies.max_speeds[i] = cells_per_second;
  state_->greatest_speed = std::max(state_->greatest_speed, cells_per_second);
}

void Crowd::set_radius(AgentId id, float cells) {
  const std::uint32_t i = state_->slot_for(id, cells, most_radius);
  if (i == State::nobody) return;
  state_->bodies.radii[i] = cells;
  state_->greatest_radius = std::max(state_->greatest_radius, cells);
  if (state_->present(i)) state_->make_room(i);
}

void Crowd::set_mass(AgentId id, float mass) {
  const std::uint32_t i = state_->slot_for(id, mass, most_mass);
  if (i != State::nobody) State::set(state_->bodies.weights, i, {mass});
}

void Crowd::set_holds(AgentId id, bool holds) {
  const std::uint32_t i = state_->slot(id);
  if (i == State::nobody) return;
  using detail::Errand;
  Errand& errand = state_->bodies.errands[i];
  // Told where to go while it held, it had the place where it stood, and would take that for its goal.
  const bool sets_out = !holds && state_->holds(i) && errand.is(Errand::set_out) && state_->goes_on_later(i);
  if (sets_out && !errand.is(Errand::own_place)) errand.set(Errand::has_place, false);
  if (sets_out) state_->anybody_without_place = true;
  state_->bodies.kinds[i].set(State::Kind::holds, holds);
}

void Crowd::set_team(AgentId id, std::uint8_t team) {
  const std::uint32_t i = state_->slot(id);
  if (i != State::nobody) state_->bodies.kinds[i].team = team;
}

// What is looked up in each step lies with the flags.
void Crowd::State::note_drive(std::uint32_t i) {
  const detail::Drive drive = drive_of(i);
  bodies.kinds[i].set(Kind::drives, drive.is_slow());
  bodies.kinds[i].set(Kind::goes_first, drive.priority > 0);
}

template <class Value>
void Crowd::State::set_drive(AgentId id, Value detail::Drive::*member, Value value) {
  const std::uint32_t i = slot(id);
  if (i == nobody) return;
  detail::Drive drive = drive_of(i);
  drive.*member = value;
  const bool can_be = is_drive(drive.acceleration, drive.turn_rate, {}, drive.priority);
  PORTOLAN_ASSERT(can_be, "acceleration, turn rate, facing and priority are what an agent may have");
  if (!can_be) return;
  const Vec2 faced = facing(i);
  set(bodies.drives, i, drive);
  note_drive(i);
  set_facing(i, faced);
}

void Crowd::set_acceleration(AgentId id, float cells_per_second_squared) {
  state_->set_drive(id, &detail::Drive::acceleration, cells_per_second_squared);
}

void Crowd::set_turn_rate(AgentId id, float radians_per_second) {
  state_->set_drive(id, &detail::Drive::turn_rate, radians_per_second);
}

void Crowd::set_priority(AgentId id, std::uint8_t priority) {
  state_->set_drive(id, &detail::Drive::priority, std::uint32_t{priority});
}

void Crowd::put(AgentId id, Vec2 position, std::int32_t layer) {
  const std::uint32_t i = state_->slot(id);
  if (i == State::nobody) return;
  const bool stands = State::can_stand(state_->group_of(i), position, layer);
  PORTOLAN_ASSERT(stands || !state_->present(i), "agents stand on passable cells");
  if (!stands) return;
  const bool is_beyond_links = state_->bodies.layers[i] != layer;
  state_->bodies.positions[i] = position;
  state_->bodies.layers[i] = layer;
  state_->bodies.velocities[i] = {};
  state_->bodies.errands[i].set(detail::Errand::fresh, true);
  state_->set_down(i);
  state_->goes_on_from_there(i, is_beyond_links);
}

// One that has somewhere to go sets out again, unless it was put near its place, to which it goes back by
// itself: hosts who move bodies put them a little farther in each tick. One that has not stays there.
void Crowd::State::goes_on_from_there(std::uint32_t i, bool is_beyond_links) {
  const bool has_goal = group_of(i).guide != nullptr && !holds(i);
  if (!has_goal) bodies.places[i] = bodies.positions[i];
  const bool has_ended = state(i) == AgentState::arrived || state(i) == AgentState::stuck;
  if (has_goal && has_ended && (is_beyond_links || !is_near_place(i))) start(i, true);
}

// Who stands would overlap what was laid beside it for as long as it stands. Others walk out.
void Crowd::State::make_room(std::uint32_t i) {
  if (!stands(i)) return;
  const Vec2 now = bodies.positions[i];
  const bool in_place = !is_out_of_place(i);
  bodies.positions[i] = detail::with_room(group_of(i).grid, bodies.layers[i], now, margin(i));
  if (in_place) bodies.places[i] += bodies.positions[i] - now;
}

std::vector<AgentId> Crowd::push_out(const std::function<bool(CrowdGroupId, Cell)>& ground) {
  State& s = *state_;
  std::vector<AgentId> pushed;
  for (std::uint32_t i = 0; i < s.size(); ++i) {
    if (!s.present(i)) continue;
    const GridView& grid = s.group_of(i).grid;
    Vec2& position = s.bodies.positions[i];
    const std::int32_t layer = s.bodies.layers[i];
    if (grid.passable(cell_at(position, layer))) {
      s.make_room(i);
      continue;
    }
    const CrowdGroupId group = s.bodies.kinds[i].group;
    auto free = nearest_free(grid, position, layer, [&](Cell c) { return ground(group, c); });
    // Walled in by stamps on every side: better beyond the wall than inside it.
    if (!free)
      free = nearest_free(
          grid, position, layer, [](Cell) { return true; }, 1 << 15);
    if (!free) continue;
    position = clamped_into(*free, position);
    s.bodies.velocities[i] = {};
    s.make_room(i);
    pushed.push_back(agent(i));
  }
  return pushed;
}

}  // namespace portolan
