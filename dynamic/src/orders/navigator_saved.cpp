// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// All that a navigator goes on from, written or read back. What is read is looked at before it is used: which
// agent, order or hierarchy is meant, and whether the lists of both sides agree.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/carrier.hpp>

#include "orders/navigator_orders.hpp"

namespace portolan {
namespace {

constexpr std::size_t most_orders = std::size_t{1} << 24U;

// Far outside of any world, and differences still fit.
bool sensible(Cell c) {
  constexpr std::int32_t most = 1 << 24;
  return std::abs(std::int64_t{c.x}) < most && std::abs(std::int64_t{c.y}) < most &&
         std::abs(std::int64_t{c.layer}) < most;
}

}  // namespace

void Navigator::Orders::carry_spec(detail::Carrier& carrier, Entry& e) {
  OrderSpec& spec = e.spec;
  QualityGoal& quality = spec.options.quality;
  carrier.record(spec.kind, spec.profile, spec.target, spec.repeat, spec.reach, quality.kind, quality.rings,
                 quality.epsilon, spec.options.band_radius, spec.options.headings);
  carrier.values(spec.places);
  carrier.require(spec.kind <= OrderKind::patrol && quality.kind <= Quality::exact && quality.rings >= 0 &&
                  quality.rings < 1 << 16 && quality.epsilon >= 0 &&
                  spec.options.headings <= Headings::any_angle && std::abs(spec.reach) < 1 << 24 &&
                  std::all_of(spec.places.begin(), spec.places.end(), sensible));
}

bool Navigator::Orders::fits(const Entry& e) const {
  const bool place_known = e.place < e.spec.places.size() || e.place == 0;
  return e.served < served.size() && served[e.served].hierarchy->profile() == e.spec.profile && place_known &&
         (e.spec.target >= gone || e.spec.target < most_agents) && sensible(e.aimed) && sensible(e.fled) &&
         std::all_of(e.agents.begin(), e.agents.end(),
                     [this](std::uint32_t number) { return number < agents.size(); });
}

void Navigator::Orders::carry_entry(detail::Carrier& carrier, Entry& e) {
  bool used = e.order != nullptr;
  carrier.record(e.generation, used);
  if (!used || !carrier.good()) return;
  std::uint64_t of = e.served, place = e.place, looked_at = e.looked_at, told = e.told_instead;
  carry_spec(carrier, e);
  carrier.values(e.agents, agents.size());
  carrier.record(of, place, looked_at, told, e.aimed, e.fled, e.thought, e.paused, e.told);
  if (carrier.loading()) {
    e.served = static_cast<std::size_t>(of);
    e.place = static_cast<std::size_t>(place);
    e.looked_at = static_cast<std::size_t>(looked_at);
    e.told_instead = static_cast<std::size_t>(told);
    if (!carrier.require(fits(e))) return;
    e.order = std::make_shared<Order>(hierarchy(e), GoalSet(), e.spec.options);
  }
  e.order->carry(carrier);
}

// Each agent of an order says so itself, and stands there in the list; a slot is free or in use.
bool Navigator::Orders::lists_agree() const {
  std::size_t listed = 0;
  for (const Entry& e : entries) {
    for (std::size_t at = 0; at < e.agents.size(); ++at) {
      const Agent& a = agents[e.agents[at]];
      if (!alive(a.order) || &entries[a.order.slot] != &e || a.at != at) return false;
    }
    listed += e.agents.size();
  }
  const auto has_order = [this](const Agent& a) { return alive(a.order); };
  const auto unused = [this](std::uint32_t slot) { return slot < entries.size() && !entries[slot].order; };
  std::vector<std::uint32_t> once = free;
  std::sort(once.begin(), once.end());
  if (std::adjacent_find(once.begin(), once.end()) != once.end()) return false;
  return static_cast<std::size_t>(std::count_if(agents.begin(), agents.end(), has_order)) == listed &&
         std::all_of(agents.begin(), agents.end(), [](const Agent& a) { return sensible(a.cell); }) &&
         std::all_of(free.begin(), free.end(), unused);
}

void Navigator::Orders::carry(detail::Carrier& carrier) {
  std::vector<std::uint64_t> profiles;
  for (const Served& s : served) profiles.push_back(s.hierarchy->profile().value);
  const std::vector<std::uint64_t> own = profiles;
  carrier.values(profiles);
  std::uint64_t count = entries.size(), next = now.turn, settled_next = now.settled_next;
  carrier.record(count, next, now.tick, now.last_thought, now.calm, now.owed, now.owed_for_settling,
                 settled_next);
  if (!carrier.require(profiles == own && count <= most_orders)) return;
  std::vector<Agent> all(std::as_const(agents).begin(), std::as_const(agents).end());
  carrier.values(all, most_agents);
  if (carrier.loading()) {
    agents.resize(all.size());
    std::copy(all.begin(), all.end(), agents.begin());
  }
  carrier.values(free, static_cast<std::size_t>(count));
  for (std::uint64_t slot = 0; slot < count && carrier.good(); ++slot) {
    if (carrier.loading()) entries.emplace_back();
    carry_entry(carrier, entries[static_cast<std::size_t>(slot)]);
  }
  now.turn = static_cast<std::size_t>(next);
  now.settled_next = static_cast<std::size_t>(settled_next);
  if (carrier.good()) carrier.require(lists_agree());
}

void Navigator::save_state(PartSink& sink) const {
  PORTOLAN_ASSERT(world_->version() == version_, "commit() before saving");
  if (own_world_) own_world_->save_state(sink);
  for (const auto& hierarchy : own_hierarchies_) hierarchy->save_state(sink);
  detail::Carrier carrier(sink);
  orders_->carry(carrier);  // only reads
}

std::optional<Navigator> Navigator::restored(StateReader& reader, const HierarchyOptions& options) {
  std::optional<World> land = World::restore_state(reader);
  if (!land) return std::nullopt;
  auto world = std::make_unique<World>(std::move(*land));
  Navigator fresh(*world);
  fresh.own_world_ = std::move(world);
  for (std::uint32_t p = 0; p < fresh.world_->profile_count(); ++p) {
    std::optional<Hierarchy> hierarchy =
        Hierarchy::restore_state(*fresh.world_, ProfileId{p}, options, reader);
    if (!hierarchy) return std::nullopt;
    fresh.own_hierarchies_.push_back(std::make_unique<Hierarchy>(std::move(*hierarchy)));
    fresh.add(*fresh.own_hierarchies_.back());
  }
  for (const auto& hierarchy : fresh.own_hierarchies_) {
    const std::uint32_t lender = hierarchy->lender().value;
    if (!hierarchy->lender().valid()) continue;
    if (lender >= fresh.own_hierarchies_.size() || !hierarchy->borrow_from(*fresh.own_hierarchies_[lender]))
      return std::nullopt;
  }
  if (fresh.restore_state(reader)) return std::nullopt;
  return fresh;
}

std::optional<Error> Navigator::restore_state(StateReader& reader) {
  const auto blank = [this] {
    orders_->forget_moments();
    auto fresh = std::make_unique<Orders>(*world_);
    fresh->served = std::move(orders_->served);
    return fresh;
  };
  orders_ = blank();
  detail::Carrier carrier(reader);
  orders_->carry(carrier);
  version_ = world_->version();
  if (carrier.good()) return std::nullopt;
  orders_ = blank();
  return Error{
      {},
      0,
      0,
      {},
      "the saved orders do not fit: load them after the world and the hierarchies that were saved with them"};
}

}  // namespace portolan
