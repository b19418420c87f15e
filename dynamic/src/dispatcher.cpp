// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <tuple>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/dispatcher.hpp>
#include <portolan/hierarchy/detail/sector_versions.hpp>

#include "free_slot.hpp"

namespace portolan {
namespace {

static_assert(static_cast<std::size_t>(Trigger::idle) + 1 == trigger_count, "each trigger has a name");

constexpr Cell nowhere{-1, -1, -1};
constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max() / 4;

std::int64_t allowance(std::uint64_t budget) {
  return budget < static_cast<std::uint64_t>(no_limit) ? static_cast<std::int64_t>(budget) : no_limit;
}

std::uint8_t bit(Trigger trigger) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(trigger)); }

// What a tick adds to what is left: debts are paid off, savings are not carried over.
void refill(std::int64_t& left, std::uint64_t budget) {
  const std::int64_t fresh = allowance(budget);
  left = fresh == no_limit ? no_limit : std::min(left, std::int64_t{0}) + fresh;
}

}  // namespace

DispatchReport& DispatchReport::operator+=(const DispatchReport& o) {
  for (std::size_t t = 0; t < trigger_count; ++t) {
    triggers[t].fired += o.triggers[t].fired;
    triggers[t].served += o.triggers[t].served;
    triggers[t].changed += o.triggers[t].changed;
    triggers[t].nodes += o.triggers[t].nodes;
    triggers[t].tiles += o.triggers[t].tiles;
  }
  repairs += o.repairs;
  repair_tiles += o.repair_tiles;
  notices += o.notices;
  requests_served += o.requests_served;
  ticks_waited += o.ticks_waited;
  longest_wait = std::max(longest_wait, o.longest_wait);
  overdue += o.overdue;
  longest_queue = std::max(longest_queue, o.longest_queue);
  return *this;
}

Dispatcher::Dispatcher(const Hierarchy& hierarchy, Planner& planner, int region_side, WorkBudget budget)
    : hierarchy_(&hierarchy),
      planner_(&planner),
      watch_(hierarchy.sectors().extent(), hierarchy.profile(), region_side),
      budget_(budget) {
  refill(tiles_left_, budget_.tiles);
  refill(nodes_left_, budget_.nodes);
}

DispatchId Dispatcher::add(Order& order, const ReplanPolicy& policy) {
  PORTOLAN_ASSERT(&order.hierarchy() == hierarchy_, "the order is one of the dispatcher's hierarchy");
  if (&order.hierarchy() != hierarchy_) return {};
  const std::uint32_t slot = detail::take_slot(entries_, free_);
  Entry& e = entries_[slot];
  e.order = &order;
  e.life = order.life();
  e.policy = policy;
  return {slot, e.generation};
}

// Makes room of what orders had that have gone. Their addresses may be those of others by now.
void Dispatcher::release_gone() {
  for (std::uint32_t slot = 0; slot < entries_.size(); ++slot) {
    Entry& e = entries_[slot];
    if (e.order == nullptr || !e.life.expired()) continue;
    if (e.watched) watch_.unwatch(e.watcher);
    const std::uint32_t generation = e.generation + 1;
    e = {};
    e.generation = generation;
    free_.push_back(slot);
  }
}

void Dispatcher::take_in(const Commit& commit, std::uint64_t sectors_rebuilt) {
  watch_.record(commit);
  if (sectors_rebuilt <= budget_.sectors || tiles_left_ >= no_limit / 2) return;
  tiles_left_ -= static_cast<std::int64_t>(sectors_rebuilt - budget_.sectors);
}

void Dispatcher::request(Entry& e, Trigger trigger) {
  ++report_.triggers[static_cast<std::size_t>(trigger)].fired;
  if (e.wanted == 0) e.plan_since = tick_;
  e.wanted |= bit(trigger);
}

void Dispatcher::watch_leader(Entry& e) {
  const Cell leader = e.agents.front();
  if (leader == e.leader) return;
  const bool first = !e.leader_sector.valid();
  e.leader = leader;
  const SectorId sector = hierarchy_->sectors().tile_of(leader);
  const Direction direction = e.order->planned() ? e.order->direction(leader) : Direction::none;
  const bool turned =
      sector != e.leader_sector || (is_step(e.leader_direction) && direction != e.leader_direction);
  if (e.policy.at_turns && turned && !first) request(e, Trigger::turn);
  if (!first) ++e.steps;
  if (e.policy.every_steps > 0 && e.steps >= e.policy.every_steps) {
    request(e, Trigger::steps);
    e.steps = 0;
  }
  const RegionId region = watch_.region_of(leader);
  if (e.watched && region != e.leader_region) watch_.progress(e.watcher, region);
  e.leader_sector = sector;
  e.leader_region = region;
  e.leader_direction = direction;
}

void Dispatcher::report_agents(DispatchId id, std::span<const Cell> agents) {
  if (!alive(id)) return;
  Entry& e = entries_[id.slot];
  e.agents.assign(agents.begin(), agents.end());
  e.resting = agents.empty();
  if (!e.resting) watch_leader(e);
}

void Dispatcher::collect_notices() {
  for (const Notice& notice : watch_.collect(tick_)) {
    ++report_.notices;
    Entry& e = entries_[of_watcher_[notice.watcher.slot]];
    if (!e.resting && (e.wanted & bit(Trigger::change)) == 0) request(e, Trigger::change);
  }
}

// What the order needs, whatever its policy says.
void Dispatcher::scan(Entry& e) {
  const bool was_stale = e.stale;
  e.stale = e.order->stale();
  if (e.stale && !was_stale) e.repair_since = tick_;
  // On a stale field nobody can be told to be lost; a repair comes first.
  if (!e.stale && (e.wanted & bit(Trigger::needed)) == 0 && has_lost(e)) request(e, Trigger::needed);
}

// Who is on a cell that the field knew when its order was last asked is not lost as long as that has done
// nothing since: few of thousands enter another one in a tick.
bool Dispatcher::has_lost(Entry& e) {
  if (!e.order->planned()) return true;
  const bool same = e.then == e.order->work() && e.known.size() == e.agents.size();
  e.known.resize(e.agents.size(), nowhere);
  unknown_.clear();
  for (std::size_t k = 0; k < e.agents.size(); ++k) {
    const Cell c = e.agents[k];
    if (same && e.known[k] == c) continue;
    e.known[k] = reachable(e.order->at(c)) ? c : nowhere;
    if (e.known[k] == nowhere) unknown_.push_back(c);
  }
  e.then = e.order->work();
  return e.order->lost(unknown_);
}

// The field knows what it was last made from; its plan may be older than the last repair.
bool Dispatcher::agents_stand_in_change(const Entry& e) const {
  const TileGrid& sectors = hierarchy_->sectors();
  const auto made_from = e.order->made_from();
  return std::any_of(made_from.begin(), made_from.end(), [&](const SectorVersion& v) {
    return is_stale(*hierarchy_, v) && std::any_of(e.agents.begin(), e.agents.end(),
                                                   [&](Cell c) { return sectors.tile_of(c) == v.sector; });
  });
}

std::vector<Dispatcher::Due> Dispatcher::due() const {
  std::vector<Due> found;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const Entry& e = entries_[i];
    if (e.resting) continue;
    if (e.stale)
      found.push_back({budget_.tiles == WorkBudget::unlimited || agents_stand_in_change(e) ? 0U : 2U,
                       e.repair_since, i, false});
    if (e.wanted != 0)
      found.push_back({(e.wanted & bit(Trigger::needed)) != 0 ? 1U : 3U, e.plan_since, i, true});
  }
  std::sort(found.begin(), found.end(), [](const Due& a, const Due& b) {
    return std::tie(a.rank, a.since, a.entry, a.plan) < std::tie(b.rank, b.since, b.entry, b.plan);
  });
  return found;
}

void Dispatcher::spend(const PlanWork& before, const PlanWork& after, std::uint64_t& nodes,
                       std::uint64_t& tiles) {
  const std::uint64_t opened = after.nodes_opened - before.nodes_opened;
  const std::uint64_t solved = after.tiles_solved - before.tiles_solved;
  nodes += opened;
  tiles += solved;
  if (nodes_left_ < no_limit / 2) nodes_left_ -= static_cast<std::int64_t>(opened);
  if (tiles_left_ < no_limit / 2) tiles_left_ -= static_cast<std::int64_t>(solved);
}

void Dispatcher::repair(Entry& e) {
  const PlanWork before = e.order->work();
  e.order->refresh();
  e.stale = false;
  ++report_.repairs;
  std::uint64_t nodes = 0;
  spend(before, e.order->work(), nodes, report_.repair_tiles);
}

void Dispatcher::plan(Entry& e) {
  // The trigger that weighs most answers for the work; the others of the same moment come for free.
  std::size_t trigger = 0;
  while ((e.wanted >> trigger & 1U) == 0) ++trigger;
  TriggerReport& report = report_.triggers[trigger];
  const PlanWork before = e.order->work();
  // Who was pushed out of the corridor finds back for less than a plan.
  const bool rejoined = e.wanted == bit(Trigger::needed) && e.order->rejoin(e.agents);
  const bool changed = rejoined || e.order->replan(*planner_, e.agents);
  ++report.served;
  report.changed += changed ? 1U : 0U;
  spend(before, e.order->work(), report.nodes, report.tiles);
  e.wanted = 0;
  e.steps = 0;
  e.planned = tick_;
  e.stale = false;
  if (e.policy.on_change && (changed || !e.watched)) watch_corridor(e);
}

// Regions of the corridor and some rings around it, the nearest to the leader first.
void Dispatcher::watch_corridor(Entry& e) {
  const TileGrid& sectors = hierarchy_->sectors();
  const Extent extent = sectors.extent();
  const std::int32_t margin = e.policy.watch_margin * watch_.side();
  PORTOLAN_ASSERT(!e.agents.empty());
  const Cell at = e.agents.front();
  std::vector<std::pair<std::int64_t, RegionId>> found;
  for (const SectorId sector : e.order->sectors()) {
    const Rect box = sectors.bounds(sector);
    const std::int32_t x0 = std::max(0, box.x - margin) / watch_.side() * watch_.side();
    const std::int32_t y0 = std::max(0, box.y - margin) / watch_.side() * watch_.side();
    for (std::int32_t y = y0; y < std::min(extent.height, box.y + box.height + margin); y += watch_.side()) {
      for (std::int32_t x = x0; x < std::min(extent.width, box.x + box.width + margin); x += watch_.side()) {
        const std::int64_t dx = x + watch_.side() / 2 - at.x;
        const std::int64_t dy = y + watch_.side() / 2 - at.y;
        found.emplace_back(dx * dx + dy * dy, watch_.region_of({x, y, box.layer}));
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<RegionId> regions;
  regions.reserve(found.size());
  for (const auto& [distance, region] : found) regions.push_back(region);
  if (e.watched) {
    watch_.rewatch(e.watcher, regions);
    return;
  }
  e.watcher = watch_.watch(regions, e.policy.timing, e.policy.watch_ahead);
  e.watched = true;
  if (of_watcher_.size() <= e.watcher.slot) of_watcher_.resize(e.watcher.slot + 1);
  of_watcher_[e.watcher.slot] = static_cast<std::uint32_t>(&e - entries_.data());
}

void Dispatcher::serve(const Due& due) {
  Entry& e = entries_[due.entry];
  PORTOLAN_ASSERT(e.order != nullptr && !e.life.expired());
  if (due.plan ? e.wanted == 0 : !e.stale) return;  // done on the way by an earlier one
  const auto waited = static_cast<std::uint32_t>(tick_ - due.since);
  const bool overdue = waited >= budget_.longest_wait;
  const bool affordable = due.plan ? nodes_left_ > 0 && tiles_left_ > 0 : tiles_left_ > 0;
  if (!affordable && !overdue) return;
  if (!affordable) ++report_.overdue;
  ++report_.requests_served;
  report_.ticks_waited += waited;
  report_.longest_wait = std::max(report_.longest_wait, waited);
  if (due.plan) {
    plan(e);
  } else {
    repair(e);
  }
}

// With work left over, the oldest plan is looked at again.
void Dispatcher::use_idle_budget() {
  if (nodes_left_ <= 0 || tiles_left_ <= 0) return;
  Entry* oldest = nullptr;
  for (Entry& e : entries_) {
    if (e.policy.when_idle && !e.resting && e.planned < tick_ &&
        (oldest == nullptr || e.planned < oldest->planned)) {
      oldest = &e;
    }
  }
  if (oldest == nullptr) return;
  request(*oldest, Trigger::idle);
  plan(*oldest);
}

void Dispatcher::tick() {
  ++tick_;
  release_gone();
  collect_notices();
  for (Entry& e : entries_) {
    if (!e.resting) scan(e);
  }
  const std::vector<Due> queue = due();
  report_.longest_queue = std::max(report_.longest_queue, static_cast<std::uint64_t>(queue.size()));
  for (const Due& d : queue) serve(d);
  // A repair may show that agents have lost their path: they need not wait for the next tick.
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    Entry& e = entries_[i];
    if (e.resting || e.stale || e.wanted != 0) continue;
    scan(e);
    if (e.wanted != 0) serve({1, e.plan_since, i, true});
  }
  use_idle_budget();
  refill(tiles_left_, budget_.tiles);
  refill(nodes_left_, budget_.nodes);
}

std::size_t Dispatcher::waiting() const {
  std::size_t count = 0;
  for (const Entry& e : entries_) {
    if (e.life.expired()) continue;
    count += (e.stale ? 1U : 0U) + (e.wanted != 0 ? 1U : 0U);
  }
  return count;
}

}  // namespace portolan
