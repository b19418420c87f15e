// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "fleet.hpp"

#include <utility>

namespace portolan::c {

Fleet::Fleet(Ground& ground, Executor* executor)
    : ground_(&ground), navigator_(*ground.world), crowd_({.executor = executor}) {
  for (const auto& hierarchy : ground.hierarchies) navigator_.add(*hierarchy);
  PORTOLAN_ASSERT(ground.navigator == nullptr, "a world has one navigator");
  ground.navigator = &navigator_;
}

Fleet::~Fleet() {
  PORTOLAN_ASSERT(ground_->navigator == &navigator_, "who gave a world its navigator takes it away");
  ground_->navigator = nullptr;
}

void Fleet::move_to(Ground& ground) {
  PORTOLAN_ASSERT(ground.navigator == nullptr, "a world has one navigator");
  ground_->navigator = nullptr;
  ground_ = &ground;
  ground.navigator = &navigator_;
}

CrowdGroupId Fleet::add_group(ProfileId profile) {
  PORTOLAN_ASSERT(ground_->knows(profile.value), "groups are of a profile of the world");
  PORTOLAN_ASSERT(guides_.size() == profiles_.size(), "each group has a guide");
  profiles_.push_back(profile);
  guides_.push_back(std::make_unique<OrderGuide>());
  const World& world = *ground_->world;
  return crowd_.add_group({.grid = world.view(profile),
                           .guide = nullptr,
                           .goals = {},
                           .steering = {},
                           .leave_on_arrival = false,
                           .clearance = world.profile(profile).clearance});
}

AgentId Fleet::add(std::uint32_t profile, AgentSpec spec) {
  PORTOLAN_ASSERT(ground_->knows(profile), "check_profile first");
  while (idle_.size() <= profile)
    idle_.push_back(add_group(ProfileId{static_cast<std::uint32_t>(idle_.size())}));
  spec.group = idle_[profile];
  return crowd_.add(spec);
}

void Fleet::remove(AgentId agent) {
  PORTOLAN_ASSERT(crowd_.alive(agent), "read_agents first");
  navigator_.leave(std::span(&agent.slot, 1));
  crowd_.remove(agent);
}

namespace {

std::vector<std::uint32_t> slots_of(std::span<const AgentId> agents) {
  std::vector<std::uint32_t> slots;
  slots.reserve(agents.size());
  for (const AgentId agent : agents) slots.push_back(agent.slot);
  return slots;
}

}  // namespace

OrderId Fleet::give(const OrderSpec& spec, const CrowdGroup& how, std::span<const AgentId> agents) {
  place(agents);
  if (spec.target < crowd_.size()) place(std::vector{crowd_.agent(spec.target)});
  const OrderId id = navigator_.give(spec, slots_of(agents));
  while (id.slot >= squads_.size()) squads_.push_back({{}, add_group(spec.profile), 0});
  Squad& squad = squads_[id.slot];
  PORTOLAN_ASSERT(!navigator_.alive(squad.id) || squad.id == id,
                  "the group of an order that lives is not used again");
  squad.id = id;
  squad.changed = 1;
  profiles_[squad.group.value] = spec.profile;
  CrowdGroup& group = crowd_.group(squad.group);
  group = how;
  group.guide = guides_[squad.group.value].get();
  guides_[squad.group.value]->follow(&navigator_.field(id));
  for (const AgentId agent : agents) crowd_.regroup(agent, squad.group);
  return id;
}

void Fleet::set_places(OrderId order, std::span<const Cell> places) {
  PORTOLAN_ASSERT(!places.empty(), "an order needs a place");
  navigator_.set_places(order, places);
}

void Fleet::join(OrderId order, std::span<const AgentId> agents) {
  PORTOLAN_ASSERT(squads_[order.slot].id == order, "check_order first");
  place(agents);
  navigator_.join(order, slots_of(agents));
  for (const AgentId agent : agents) crowd_.regroup(agent, squads_[order.slot].group);
}

void Fleet::stop(std::span<const AgentId> agents) {
  navigator_.leave(slots_of(agents));
  for (const AgentId agent : agents) crowd_.regroup(agent, idle_[profile_of(agent)]);
}

void Fleet::tick(float seconds, std::uint64_t units) {
  ground_->commit();
  if (std::exchange(ground_->changed, std::uint8_t{0}) != 0) {
    crowd_.push_out([this](CrowdGroupId group, Cell c) {
      const World& world = *ground_->world;
      return world.profile(profiles_[group.value]).cost[world.terrain(c)] != impassable;
    });
  }
  place_all();
  navigator_.work(units);
  note_events();
  lead_all();
  crowd_.step(seconds);
}

void Fleet::finish() {
  place_all();
  constexpr std::uint64_t much = 1U << 16U;
  while (navigator_.work(much) > 0) note_events();
  lead_all();
}

void Fleet::place(std::span<const AgentId> agents) {
  for (const AgentId agent : agents) navigator_.place(agent.slot, crowd_.cell(agent));
}

void Fleet::place_all() {
  for (std::size_t slot = 0; slot < crowd_.size(); ++slot) {
    const AgentId agent = crowd_.agent(slot);
    if (crowd_.alive(agent)) navigator_.place(agent.slot, crowd_.cell(agent));
  }
}

void Fleet::note_events() {
  for (const OrderEvent& event : navigator_.events()) {
    if (event.kind == OrderEvent::Kind::path_found) squads_[event.order.slot].changed = 1;
  }
}

void Fleet::lead_all() {
  for (Squad& squad : squads_) lead(squad);
}

// What a squad's agents follow in this step; orders without agents go.
void Fleet::lead(Squad& squad) {
  if (!navigator_.alive(squad.id)) return;
  if (navigator_.agents(squad.id).empty()) {
    guides_[squad.group.value]->follow(nullptr);
    return navigator_.remove(squad.id);
  }
  const CorridorField& field = navigator_.field(squad.id);
  PORTOLAN_ASSERT(crowd_.group(squad.group).guide == guides_[squad.group.value].get(),
                  "its own guide leads a group");
  guides_[squad.group.value]->follow(&field);
  if (std::exchange(squad.changed, 0U) == 0) return;
  crowd_.group(squad.group).goals = field.goals();
  crowd_.restart(squad.group);
}

void Fleet::save(PartSink& sink) const {
  PORTOLAN_ASSERT(profiles_.size() == crowd_.group_count(), "the profile of each group is known");
  sink.write_part<CrowdGroupId>(idle_);
  sink.write_part<ProfileId>(profiles_);
  sink.write_part<Squad>(squads_);
  crowd_.save_state(sink);
  navigator_.save_state(sink);
}

bool Fleet::restore(StateReader& reader) {
  const auto idle = reader.next_values<CrowdGroupId>();
  const auto profiles = reader.next_values<ProfileId>();
  const auto squads = reader.next_values<Squad>();
  if (!idle || !profiles || !squads || idle->size() > ground_->hierarchies.size()) return false;
  const auto known = [&](CrowdGroupId group) { return group.value < profiles->size(); };
  for (const ProfileId profile : *profiles) {
    if (!ground_->knows(profile.value)) return false;
  }
  for (const CrowdGroupId group : *idle) {
    if (!known(group)) return false;
  }
  for (const Squad& squad : *squads) {
    if (!known(squad.group)) return false;
  }
  idle_.assign(idle->begin(), idle->end());
  profiles_.assign(profiles->begin(), profiles->end());
  squads_.assign(squads->begin(), squads->end());
  const auto grid = [this](CrowdGroupId group) {
    return ground_->world->view(group.value < profiles_.size() ? profiles_[group.value] : ProfileId{0});
  };
  if (!crowd_.restore_state(reader, grid) || crowd_.group_count() != profiles_.size()) return false;
  if (navigator_.restore_state(reader)) return false;
  while (guides_.size() < profiles_.size()) guides_.push_back(std::make_unique<OrderGuide>());
  for (const Squad& squad : squads_) {
    OrderGuide* guide = guides_[squad.group.value].get();
    if (navigator_.alive(squad.id)) guide->follow(&navigator_.field(squad.id));
    crowd_.group(squad.group).guide = guide;
  }
  return true;
}

}  // namespace portolan::c
