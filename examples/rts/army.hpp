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
    if (!squad.guide) squad.guide = std::make_unique<OrderGuide>();
    squad.guide->follow(navigator_.field(id));
    if (!squad.group.valid()) squad.group = group(spec.profile, squad.guide.get());
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

  [[nodiscard]] const Crowd& crowd() const { return crowd_; }
  [[nodiscard]] ProfileId kind(AgentId unit) const { return kinds_[unit.slot]; }
  [[nodiscard]] const Navigator& navigator() const { return navigator_; }

 private:
  /// An order, and the group of the crowd that carries it out. Groups are used again.
  struct Squad {
    OrderId id;
    CrowdGroupId group;
    std::unique_ptr<OrderGuide> guide;
    bool changed = false;
  };

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
    squad.guide->follow(field);
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
  std::vector<Squad> squads_;     // by the order's slot
  std::vector<ProfileId> kinds_;  // by the unit's slot
};

}  // namespace rts
