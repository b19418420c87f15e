// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/saved_state.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/field_guide.hpp>
#include <portolan/dynamic/navigator.hpp>

// The navigation of a real-time strategy game: units, and what they are told.
namespace rts {

using namespace portolan;

/// Units on a world: a crowd that moves them, a navigator that knows their ways.
class Army {
 public:
  Army(Navigator navigator, Executor* executor)
      : navigator_(std::move(navigator)), crowd_({.executor = executor}) {}

  AgentId spawn(ProfileId kind, Cell at, float radius, float speed) {
    while (lists_.idle.size() <= kind.value)
      lists_.idle.push_back(add_group({static_cast<std::uint32_t>(lists_.idle.size())}));
    return crowd_.add({centre_of(at), at.layer, radius, speed, lists_.idle[kind.value]});
  }
  void kill(AgentId unit) {
    navigator_.leave(std::span(&unit.slot, 1));
    crowd_.remove(unit);
  }
  /// All units of one kind. Those that had another order leave it.
  void order(const OrderSpec& spec, std::span<const AgentId> units) {
    const OrderId id = navigator_.give(spec, slots(units));
    while (id.slot >= lists_.squads.size()) lists_.squads.push_back({{}, add_group(spec.profile)});
    Squad& squad = lists_.squads[id.slot];
    squad = {id, squad.group, true};
    lists_.kinds[squad.group.value] = spec.profile;
    equip(squad.group);
    for (const AgentId unit : units) crowd_.regroup(unit, squad.group);
  }
  void stop(std::span<const AgentId> units) {
    navigator_.leave(slots(units));
    for (const AgentId unit : units) crowd_.regroup(unit, lists_.idle[kind(unit).value]);
  }

  /// Edits that wait take effect, and who stands where nothing can stand now is put beside.
  void take_in_edits() {
    if (navigator_.commit().empty()) return;
    crowd_.push_out([this](CrowdGroupId group, Cell c) {
      return world().profile(lists_.kinds[group.value]).cost[world().terrain(c)] != impassable;
    });
  }
  void plan(std::uint64_t units_of_work) {
    for (std::size_t slot = 0; slot < crowd_.size(); ++slot) {
      const AgentId unit = crowd_.agent(slot);
      if (crowd_.alive(unit)) navigator_.place(unit.slot, crowd_.cell(unit));
    }
    navigator_.work(units_of_work);
    for (const OrderEvent& event : navigator_.events())
      if (event.kind == OrderEvent::Kind::path_found) lists_.squads[event.order.slot].changed = true;
    for (Squad& squad : lists_.squads) lead(squad);
  }
  void move(float seconds) { crowd_.step(seconds); }

  void save(PartSink& sink) const {
    navigator_.save_state(sink);
    sink.write_lists(lists_.idle, lists_.kinds, lists_.squads);
    crowd_.save_state(sink);
  }
  /// What comes after the navigator.
  [[nodiscard]] bool load(StateReader& source) {
    const auto ground = [this](CrowdGroupId id) { return world().view(lists_.kinds.at(id.value)); };
    if (!source.read_lists(lists_.idle, lists_.kinds, lists_.squads)) return false;
    if (!crowd_.restore_state(source, ground)) return false;
    for (const Squad& squad : lists_.squads) equip(squad.group);
    return true;
  }
  /// What there is now is what `go_back` brings back.
  void keep() {
    moment_ = navigator_.keep();
    navigator_.forget_before(moment_);
    kept_crowd_ = crowd_;
    kept_lists_ = lists_;
  }
  void go_back() {
    navigator_.go_back(moment_);
    crowd_ = kept_crowd_;
    lists_ = kept_lists_;
  }

  [[nodiscard]] World& world() { return navigator_.world(); }
  [[nodiscard]] const World& world() const { return navigator_.world(); }
  [[nodiscard]] const Crowd& crowd() const { return crowd_; }
  [[nodiscard]] const Navigator& navigator() const { return navigator_; }
  [[nodiscard]] ProfileId kind(AgentId unit) const { return lists_.kinds[crowd_.group_of(unit).value]; }

 private:
  /// An order, and the group of the crowd that carries it out. Groups are used again.
  struct Squad {
    OrderId id;
    CrowdGroupId group;
    bool changed = false;
  };
  struct Lists {
    std::vector<CrowdGroupId> idle;  // by kind
    std::vector<ProfileId> kinds;    // by group
    std::vector<Squad> squads;       // by the order's slot
  };

  CrowdGroupId add_group(ProfileId kind) {
    lists_.kinds.push_back(kind);
    return crowd_.add_group(
        {world().view(kind), nullptr, {}, {}, 1.5F, false, world().profile(kind).clearance});
  }
  // What a squad's group sees, and whom it follows.
  void equip(CrowdGroupId id) {
    while (guides_.size() <= id.value) guides_.push_back(std::make_unique<FieldGuide>());
    CrowdGroup& group = crowd_.group(id);
    group.grid = world().view(lists_.kinds[id.value]);
    group.clearance = world().profile(lists_.kinds[id.value]).clearance;
    group.guide = guides_[id.value].get();
  }
  static std::vector<std::uint32_t> slots(std::span<const AgentId> units) {
    std::vector<std::uint32_t> slots;
    for (const AgentId unit : units) slots.push_back(unit.slot);
    return slots;
  }
  // What a squad's agents follow in this step; orders without agents go.
  void lead(Squad& squad) {
    if (!navigator_.alive(squad.id)) return;
    if (navigator_.agents(squad.id).empty()) return navigator_.remove(squad.id);
    guides_[squad.group.value]->follow(navigator_.field(squad.id));
    if (!std::exchange(squad.changed, false)) return;
    std::vector<Cell>& goals = crowd_.group(squad.group).goals;
    goals.clear();
    for (const Goal& goal : navigator_.field(squad.id).goals()) goals.push_back(goal.cell);
    crowd_.restart(squad.group);
  }

  Navigator navigator_;
  Crowd crowd_, kept_crowd_;
  Lists lists_, kept_lists_;
  std::uint64_t moment_ = 0;
  std::vector<std::unique_ptr<FieldGuide>> guides_;  // by group
};

}  // namespace rts
