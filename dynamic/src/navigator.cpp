// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>

#include "orders/navigator_orders.hpp"

namespace portolan {
namespace {

constexpr std::uint64_t units_of_slice = 64;  // for one order, before it is the next one's turn
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::uint64_t CommitReport::sectors_rebuilt() const {
  std::uint64_t sum = 0;
  for (const ApplyReport& report : applied) sum += report.sectors.size();
  return sum;
}

Navigator::Navigator(World& world)
    : world_(&world), version_(world.version()), orders_(std::make_unique<Orders>(world)) {}
Navigator::~Navigator() = default;
Navigator::Navigator(Navigator&&) noexcept = default;

Navigator::Navigator(World&& world, const HierarchyOptions& options)
    : own_world_(std::make_unique<World>(std::move(world))),
      world_(own_world_.get()),
      version_(world_->version()),
      orders_(std::make_unique<Orders>(*world_)) {
  for (std::uint32_t p = 0; p < world_->profile_count(); ++p)
    own_hierarchies_.push_back(std::make_unique<Hierarchy>(*world_, ProfileId{p}, options));
  for (const auto& hierarchy : own_hierarchies_) add(*hierarchy);
}

// What it has goes when the other one goes, in the right order.
Navigator& Navigator::operator=(Navigator&& other) noexcept {
  std::swap(own_world_, other.own_world_);
  std::swap(own_hierarchies_, other.own_hierarchies_);
  std::swap(world_, other.world_);
  std::swap(version_, other.version_);
  std::swap(hierarchies_, other.hierarchies_);
  std::swap(dispatchers_, other.dispatchers_);
  std::swap(watches_, other.watches_);
  std::swap(orders_, other.orders_);
  return *this;
}

void Navigator::add(Hierarchy& hierarchy) {
  PORTOLAN_ASSERT(world_->version() == version_, "all commits go through the navigator");
  PORTOLAN_ASSERT(hierarchy.sectors().extent() == world_->extent(), "the hierarchy is one of its world");
  PORTOLAN_ASSERT(std::find(hierarchies_.begin(), hierarchies_.end(), &hierarchy) == hierarchies_.end(),
                  "a hierarchy is added once");
  hierarchies_.push_back(&hierarchy);
  PORTOLAN_ASSERT(!orders_->journal, "add what there is before the first moment is kept");
  orders_->served.push_back({&hierarchy, std::make_unique<Planner>(hierarchy)});
}

void Navigator::add(Dispatcher& dispatcher) {
  PORTOLAN_ASSERT(
      std::find(hierarchies_.begin(), hierarchies_.end(), &dispatcher.hierarchy()) != hierarchies_.end(),
      "the dispatcher's hierarchy is added before");
  PORTOLAN_ASSERT(std::find(dispatchers_.begin(), dispatchers_.end(), &dispatcher) == dispatchers_.end(),
                  "a dispatcher is added once");
  dispatchers_.push_back(&dispatcher);
}

void Navigator::add(RegionWatch& watch) {
  PORTOLAN_ASSERT(std::find(watches_.begin(), watches_.end(), &watch) == watches_.end(),
                  "a watcher is added once");
  watches_.push_back(&watch);
}

CommitReport Navigator::commit() {
  PORTOLAN_ASSERT(world_->version() == version_, "all commits go through the navigator");
  CommitReport report;
  report.commit = world_->commit();
  version_ = world_->version();
  if (report.empty()) return report;
  for (Hierarchy* const hierarchy : hierarchies_) report.applied.push_back(hierarchy->apply(report.commit));
  for (Dispatcher* const dispatcher : dispatchers_) {
    const auto of = std::find(hierarchies_.begin(), hierarchies_.end(), &dispatcher->hierarchy());
    const auto place = static_cast<std::size_t>(of - hierarchies_.begin());
    dispatcher->take_in(report.commit, report.applied[place].sectors.size());
  }
  for (RegionWatch* const watch : watches_) watch->record(report.commit);
  return report;
}

OrderId Navigator::give(const OrderSpec& spec, std::span<const std::uint32_t> agents) {
  return orders_->give(spec, agents);
}

void Navigator::set_places(OrderId id, std::span<const Cell> places) {
  Orders::Entry& e = orders_->entry(id);
  if (!e.order) return;
  e.spec.places.assign(places.begin(), places.end());
  e.place = 0;
  orders_->aim(e);
}

// One field is finished before the next is begun.
void Navigator::replan(OrderId id) {
  Orders::Entry& e = orders_->entry(id);
  if (e.order && !e.paused && e.order->planned() && !e.order->working())
    orders_->head_for(e, GoalSet(e.order->goals()));
}

void Navigator::join(OrderId id, std::span<const std::uint32_t> agents) {
  Orders::Entry& e = orders_->entry(id);
  if (e.order) orders_->join(e, agents);
}

void Navigator::leave(std::span<const std::uint32_t> agents) {
  for (const std::uint32_t agent : agents) orders_->leave(agent);
}

void Navigator::forget(std::uint32_t agent) { orders_->forget(agent); }
void Navigator::pause(OrderId id, bool paused) { orders_->entry(id).paused = paused; }
void Navigator::remove(OrderId id) {
  if (Orders::Entry& e = orders_->entry(id); e.order) orders_->remove(e);
}
bool Navigator::alive(OrderId id) const { return orders_->alive(id); }

OrderId Navigator::order_of(std::uint32_t agent) const {
  return agent < orders_->agents.size() ? orders_->known(agent).order : OrderId{};
}

std::span<const std::uint32_t> Navigator::agents(OrderId id) const { return orders_->entry(id).agents; }
const OrderSpec& Navigator::spec(OrderId id) const { return orders_->entry(id).spec; }

std::span<const Goal> Navigator::goals(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  if (!e.order) return {};
  return {e.order->goals().data(), e.order->goals().size()};
}

const Hierarchy* Navigator::hierarchy(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  return e.order ? &orders_->hierarchy(e) : nullptr;
}

const CorridorField& Navigator::field(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  return e.order ? e.order->followed() : orders_->nowhere();
}

PlanWork Navigator::work_done(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  return e.order ? e.order->work() : PlanWork{};
}

void Navigator::place(std::uint32_t agent, Cell cell) {
  if (orders_->cell_of(agent) != cell) orders_->agent(agent).cell = cell;
}

std::uint64_t Navigator::work(std::uint64_t units) {
  Orders& orders = *orders_;
  ++orders.now.tick;
  orders.events.clear();
  orders.share_out_looks(units);
  for (Orders::Entry& e : orders.entries) {
    if (!e.order || e.paused || e.agents.empty()) continue;
    if (e.spec.target == Orders::gone) orders.tell_gone(e);
    if (e.spec.kind == OrderKind::follow) orders.follow(e);
    if (e.spec.kind == OrderKind::flee) orders.flee(e);
    if (e.spec.kind == OrderKind::patrol) orders.patrol(e);
    if (e.spec.kind == OrderKind::go || e.spec.kind == OrderKind::patrol) orders.aim_around_buildings(e);
    orders.look_at_agents(e);
  }
  orders.settle(units);
  std::uint64_t& owed = orders.now.owed;
  const std::uint64_t settled = orders.pay_for_settling(units);
  const std::uint64_t own = units - std::min(units, owed + settled);
  const std::uint64_t done = orders.work(own, units_of_slice);
  done == 0 && owed + settled == 0 ? orders.sharpen(own) : void(orders.now.calm = 0);
  owed = owed - std::min(owed, units - settled) + done - std::min(done, own);
  return done;
}

void Navigator::finish() {
  orders_->settle(unlimited);
  while (orders_->work(unlimited, unlimited) > 0) {
    for (Orders::Entry& e : orders_->entries) {
      if (e.order && !e.paused) orders_->look_at_agents(e);
    }
  }
}

std::span<const OrderEvent> Navigator::events() const { return orders_->events; }

std::uint64_t Navigator::keep() {
  PORTOLAN_ASSERT(world_->version() == version_ && !world_->waiting_edits(), "commit() first");
  PORTOLAN_ASSERT(dispatchers_.empty() && watches_.empty(), "what they were told cannot be taken back");
  return orders_->keep();
}

void Navigator::go_back(std::uint64_t moment) {
  orders_->go_back(moment);
  version_ = world_->version();
}

void Navigator::forget_before(std::uint64_t moment) {
  if (orders_->journal) orders_->journal->forget_before(moment);
}

std::size_t Navigator::kept_bytes() const { return orders_->journal ? orders_->journal->memory_bytes() : 0; }

std::size_t Navigator::memory_bytes() const {
  std::size_t bytes = orders_->entries.capacity() * sizeof(Orders::Entry) +
                      orders_->agents.capacity() * sizeof(Orders::Agent);
  for (const Orders::Served& s : orders_->served) bytes += s.planner->memory_bytes();
  for (const Orders::Entry& e : orders_->entries) {
    if (e.order) bytes += e.order->memory_bytes();
  }
  return bytes;
}

}  // namespace portolan
