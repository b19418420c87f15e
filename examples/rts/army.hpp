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

// The navigation of a real-time strategy game: units, and what they are told. Everything else that the
// example does is in main.cpp.
namespace rts {

using namespace portolan;

/// Leads the agents of an order: along its field, where that is settled; elsewhere they wait.
class OrderGuide final : public Guide {
 public:
  void follow(const CorridorField& field) { field_ = &field, with_care_ = field.stale(); }

  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    const Cell c = cell_at(position, layer);
    if (!field_->settled(c) || (with_care_ && !next(c))) return {};
    return sample_bilinear(field_->field(), position, layer);
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override {
    if (!field_->settled(c)) return std::nullopt;
    const Direction d = field_->direction(c);
    if (is_step(d) && !field_->field().grid().can_step(c, d)) return std::nullopt;
    return is_step(d) ? step(c, d) : c;
  }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return field_->settled(c) ? field_->at(c) : unreachable;
  }

 private:
  const CorridorField* field_ = nullptr;
  bool with_care_ = false;
};

/// Units on a world: a crowd that moves them, a navigator that knows their ways.
class Army {
 public:
  Army(World& world, std::span<Hierarchy* const> kinds, Executor* executor)
      : world_(world), navigator_(world), crowd_({.executor = executor}) {
    for (Hierarchy* kind : kinds) navigator_.add(*kind);
    for (Hierarchy* kind : kinds) idle_.push_back(group(kind->profile(), nullptr));
  }

  AgentId spawn(ProfileId kind, Cell at, float radius, float speed) {
    const Vec2 middle{static_cast<float>(at.x) + 0.5F, static_cast<float>(at.y) + 0.5F};
    const AgentId unit = crowd_.add({middle, at.layer, radius, speed, idle_[kind.value]});
    if (unit.slot >= kinds_.size()) kinds_.resize(unit.slot + std::size_t{1});
    kinds_[unit.slot] = kind;
    return unit;
  }
  void kill(AgentId unit) {
    navigator_.leave(std::span(&unit.slot, 1));
    crowd_.remove(unit);
  }

  /// All units of one kind. Those that had another order leave it.
  OrderId order(const OrderSpec& spec, std::span<const AgentId> units) {
    const OrderId id = navigator_.give(spec, slots(units));
    if (id.slot >= squads_.size()) squads_.resize(id.slot + std::size_t{1});
    Squad& squad = squads_[id.slot];
    squad.id = id;
    if (!squad.group.valid()) squad.group = group(spec.profile, guide(id.slot));
    guide(id.slot)->follow(navigator_.field(id));
    dress(squad.group, spec.profile);
    squad.changed = true;
    for (const AgentId unit : units) crowd_.regroup(unit, squad.group);
    return id;
  }
  void stop(std::span<const AgentId> units) {
    navigator_.leave(slots(units));
    for (const AgentId unit : units) crowd_.regroup(unit, idle_[kinds_[unit.slot].value]);
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
    for (const OrderEvent& event : navigator_.events()) {
      if (event.kind == OrderEvent::Kind::path_found) squads_[event.order.slot].changed = true;
    }
    for (Squad& squad : squads_) lead(squad);
  }
  void move(float seconds) { crowd_.step(seconds); }

  void save(PartSink& sink) const {
    sink.write_part<CrowdGroupId>(idle_);
    sink.write_part<ProfileId>(kind_of_group_);
    sink.write_part<ProfileId>(kinds_);
    sink.write_part<Squad>(squads_);
    crowd_.save_state(sink);
    navigator_.save_state(sink);
  }
  /// False: that was saved by another game.
  bool load(StateReader& source) {
    const bool read =
        take(source, idle_) && take(source, kind_of_group_) && take(source, kinds_) && take(source, squads_);
    const auto ground = [this](CrowdGroupId id) { return world_.view(kind_of_group_.at(id.value)); };
    if (!read || !crowd_.restore_state(source, ground) || navigator_.restore_state(source)) return false;
    for (std::uint32_t slot = 0; slot < squads_.size(); ++slot) {
      if (squads_[slot].group.valid()) crowd_.group(squads_[slot].group).guide = guide(slot);
    }
    return true;
  }
  template <class T>
  static bool take(PartSource& source, std::vector<T>& list) {
    const auto values = source.next_values<T>();
    if (values) list.assign(values->begin(), values->end());
    return values.has_value();
  }

  [[nodiscard]] const Crowd& crowd() const { return crowd_; }
  [[nodiscard]] ProfileId kind(AgentId unit) const { return kinds_[unit.slot]; }
  [[nodiscard]] const Navigator& navigator() const { return navigator_; }

 private:
  /// An order, and the group of the crowd that carries it out. Groups are used again.
  struct Squad {
    OrderId id;
    CrowdGroupId group;
    bool changed = false;
  };

  // Of an order's slot.
  OrderGuide* guide(std::uint32_t slot) {
    while (guides_.size() <= slot) guides_.push_back(std::make_unique<OrderGuide>());
    return guides_[slot].get();
  }

  CrowdGroupId group(ProfileId kind, const Guide* guide) {
    kind_of_group_.push_back(kind);
    return crowd_.add_group({world_.view(kind), guide, {}, {}, 1.5F, false, world_.profile(kind).clearance});
  }
  void dress(CrowdGroupId group, ProfileId kind) {
    kind_of_group_[group.value] = kind;
    crowd_.group(group).grid = world_.view(kind);
    crowd_.group(group).clearance = world_.profile(kind).clearance;
  }
  [[nodiscard]] std::vector<std::uint32_t> slots(std::span<const AgentId> units) const {
    std::vector<std::uint32_t> slots;
    for (const AgentId unit : units) slots.push_back(unit.slot);
    return slots;
  }
  // What a squad's agents follow in this step; orders without agents go.
  void lead(Squad& squad) {
    if (!navigator_.alive(squad.id)) return;
    if (navigator_.agents(squad.id).empty()) return navigator_.remove(squad.id);
    const CorridorField& field = navigator_.field(squad.id);
    guide(squad.id.slot)->follow(field);
    if (!std::exchange(squad.changed, false)) return;
    std::vector<Cell>& goals = crowd_.group(squad.group).goals;
    goals.clear();
    for (const Goal& goal : field.goals()) goals.push_back(goal.cell);
    crowd_.restart(squad.group);
  }

  World& world_;
  Navigator navigator_;
  Crowd crowd_;
  std::vector<CrowdGroupId> idle_;  // by kind
  std::vector<ProfileId> kind_of_group_;
  std::vector<Squad> squads_;  // by the order's slot, as are their guides
  std::vector<std::unique_ptr<OrderGuide>> guides_;
  std::vector<ProfileId> kinds_;  // by the unit's slot
};

}  // namespace rts
