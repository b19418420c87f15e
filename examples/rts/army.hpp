// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/sampling.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/dynamic/navigator.hpp>

// The navigation of a real-time strategy game: units, and what they are told.
namespace rts {

using namespace portolan;

template <class... T>
void write(PartSink& sink, const std::vector<T>&... lists) {
  (sink.write_part<T>(lists), ...);
}
/// False: that was saved by another game.
template <class... T>
bool read(PartSource& source, std::vector<T>&... lists) {
  const auto one = [&](auto& list) {
    const auto values = source.next_values<typename std::remove_reference_t<decltype(list)>::value_type>();
    if (values) list.assign(values->begin(), values->end());
    return values.has_value();
  };
  return (one(lists) && ...);
}

/// Leads the agents of an order along its field, where that is settled; elsewhere they wait.
class OrderGuide final : public Guide {
 public:
  void follow(const CorridorField& field) { field_ = &field; }
  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return next(cell_at(position, layer)) ? sample_bilinear(field_->field(), position, layer) : Vec2{};
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    if (!field_->settled(c)) return std::nullopt;
    const Direction d = field_->direction(c);
    if (!is_step(d)) return c;
    return !field_->stale() || field_->field().grid().can_step(c, d) ? std::optional(step(c, d))
                                                                     : std::nullopt;
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return field_->settled(c) ? field_->at(c) : unreachable;
  }

 private:
  const CorridorField* field_ = nullptr;
};

/// Units on a world: a crowd that moves them, a navigator that knows their ways.
class Army {
 public:
  Army(World& world, std::span<Hierarchy* const> kinds, Executor* executor)
      : world_(world), navigator_(world), crowd_({.executor = executor}) {
    for (Hierarchy* kind : kinds) navigator_.add(*kind);
    for (Hierarchy* kind : kinds) idle_.push_back(add_group(kind->profile(), nullptr));
  }

  AgentId spawn(ProfileId kind, Cell at, float radius, float speed) {
    const Vec2 middle{static_cast<float>(at.x) + 0.5F, static_cast<float>(at.y) + 0.5F};
    return crowd_.add({middle, at.layer, radius, speed, idle_[kind.value]});
  }
  void kill(AgentId unit) {
    navigator_.leave(std::span(&unit.slot, 1));
    crowd_.remove(unit);
  }
  /// All units of one kind. Those that had another order leave it.
  void order(const OrderSpec& spec, std::span<const AgentId> units) {
    const OrderId id = navigator_.give(spec, slots(units));
    while (id.slot >= squads_.size()) squads_.push_back({{}, add_group(spec.profile, nullptr)});
    Squad& squad = squads_[id.slot] = {id, squads_[id.slot].group, true};
    CrowdGroup& group = crowd_.group(squad.group);
    kind_of_group_[squad.group.value] = spec.profile;
    group.grid = world_.view(spec.profile);
    group.clearance = world_.profile(spec.profile).clearance;
    group.guide = guide(squad);
    for (const AgentId unit : units) crowd_.regroup(unit, squad.group);
  }
  void stop(std::span<const AgentId> units) {
    navigator_.leave(slots(units));
    for (const AgentId unit : units) crowd_.regroup(unit, idle_[kind(unit).value]);
  }

  /// Edits that wait take effect, and who stands where nothing can stand now is put beside.
  void take_in_edits() {
    if (navigator_.commit().empty()) return;
    crowd_.push_out([this](CrowdGroupId group, Cell c) {
      return world_.profile(kind_of_group_[group.value]).cost[world_.terrain(c)] != impassable;
    });
  }
  void plan(std::uint64_t units_of_work) {
    for (std::size_t slot = 0; slot < crowd_.size(); ++slot) {
      const AgentId unit = crowd_.agent(slot);
      if (crowd_.alive(unit)) navigator_.place(unit.slot, crowd_.cell(unit));
    }
    navigator_.work(units_of_work);
    for (const OrderEvent& event : navigator_.events())
      if (event.kind == OrderEvent::Kind::path_found) squads_[event.order.slot].changed = true;
    for (Squad& squad : squads_) lead(squad);
  }
  void move(float seconds) { crowd_.step(seconds); }

  void save(PartSink& sink) const {
    write(sink, idle_, kind_of_group_, squads_);
    crowd_.save_state(sink);
    navigator_.save_state(sink);
  }
  bool load(StateReader& source) {
    const auto ground = [this](CrowdGroupId id) { return world_.view(kind_of_group_.at(id.value)); };
    if (!read(source, idle_, kind_of_group_, squads_) || !crowd_.restore_state(source, ground)) return false;
    if (navigator_.restore_state(source)) return false;
    for (const Squad& squad : squads_) crowd_.group(squad.group).guide = guide(squad);
    return true;
  }

  [[nodiscard]] const Crowd& crowd() const { return crowd_; }
  [[nodiscard]] ProfileId kind(AgentId unit) const { return kind_of_group_[crowd_.group_of(unit).value]; }
  [[nodiscard]] const Navigator& navigator() const { return navigator_; }

 private:
  /// An order, and the group of the crowd that carries it out. Groups are used again.
  struct Squad {
    OrderId id;
    CrowdGroupId group;
    bool changed = false;
  };

  CrowdGroupId add_group(ProfileId kind, const Guide* guide) {
    kind_of_group_.push_back(kind);
    return crowd_.add_group({world_.view(kind), guide, {}, {}, 1.5F, false, world_.profile(kind).clearance});
  }
  OrderGuide* guide(const Squad& squad) {
    while (guides_.size() <= squad.group.value) guides_.push_back(std::make_unique<OrderGuide>());
    OrderGuide& guide = *guides_[squad.group.value];
    if (navigator_.alive(squad.id)) guide.follow(navigator_.field(squad.id));
    return &guide;
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
    guide(squad);
    if (!std::exchange(squad.changed, false)) return;
    std::vector<Cell>& goals = crowd_.group(squad.group).goals;
    goals.clear();
    for (const Goal& goal : navigator_.field(squad.id).goals()) goals.push_back(goal.cell);
    crowd_.restart(squad.group);
  }

  World& world_;
  Navigator navigator_;
  Crowd crowd_;
  std::vector<CrowdGroupId> idle_;  // by kind
  std::vector<ProfileId> kind_of_group_;
  std::vector<Squad> squads_;                        // by the order's slot
  std::vector<std::unique_ptr<OrderGuide>> guides_;  // by group
};

}  // namespace rts
