// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>

#include "orders/navigator_orders.hpp"

namespace portolan {
namespace {

constexpr std::uint64_t units_of_slice = 32;  // for one order, before it is the next one's turn
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::uint64_t CommitReport::sectors_rebuilt() const {
  std::uint64_t sum = 0;
  for (const ApplyReport& report : applied) sum += report.sectors.size();
  return sum;
}

Navigator::Navigator(World& world)
    : world_(&world), version_(world.version()), orders_(std::make_unique<Orders>()) {}
Navigator::~Navigator() = default;
Navigator::Navigator(Navigator&&) noexcept = default;
Navigator& Navigator::operator=(Navigator&&) noexcept = default;

void Navigator::add(Hierarchy& hierarchy) {
  PORTOLAN_ASSERT(world_->version() == version_, "all commits go through the navigator");
  PORTOLAN_ASSERT(hierarchy.sectors().extent() == world_->extent(), "the hierarchy is one of its world");
  PORTOLAN_ASSERT(std::find(hierarchies_.begin(), hierarchies_.end(), &hierarchy) == hierarchies_.end(),
                  "a hierarchy is added once");
  hierarchies_.push_back(&hierarchy);
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

void Navigator::join(OrderId id, std::span<const std::uint32_t> agents) {
  Orders::Entry& e = orders_->entry(id);
  if (e.order) orders_->join(e, agents);
}

void Navigator::leave(std::span<const std::uint32_t> agents) {
  for (const std::uint32_t agent : agents) orders_->leave(agent);
}

void Navigator::pause(OrderId id, bool paused) { orders_->entry(id).paused = paused; }
void Navigator::remove(OrderId id) {
  if (Orders::Entry& e = orders_->entry(id); e.order) orders_->remove(e);
}
bool Navigator::alive(OrderId id) const { return orders_->alive(id); }

OrderId Navigator::order_of(std::uint32_t agent) const {
  return agent < orders_->agents.size() ? orders_->agents[agent].order : OrderId{};
}

std::span<const std::uint32_t> Navigator::agents(OrderId id) const { return orders_->entry(id).agents; }
const OrderSpec& Navigator::spec(OrderId id) const { return orders_->entry(id).spec; }

std::span<const Goal> Navigator::goals(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  if (!e.order) return {};
  return {e.order->goals().data(), e.order->goals().size()};
}

const CorridorField& Navigator::field(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  return e.order ? e.order->followed() : orders_->nowhere();
}

PlanWork Navigator::work_done(OrderId id) const {
  const Orders::Entry& e = orders_->entry(id);
  return e.order ? e.order->work() : PlanWork{};
}

void Navigator::place(std::uint32_t agent, Cell cell) { orders_->agent(agent).cell = cell; }

std::uint64_t Navigator::work(std::uint64_t units) {
  Orders& orders = *orders_;
  ++orders.tick;
  orders.events.clear();
  for (Orders::Entry& e : orders.entries) {
    if (!e.order || e.paused || e.agents.empty()) continue;
    if (e.spec.kind == OrderKind::follow) orders.follow(e);
    if (e.spec.kind == OrderKind::flee) orders.flee(e);
    if (e.spec.kind == OrderKind::patrol) orders.patrol(e);
    orders.look_at_agents(e);
  }
  orders.settle();
  const std::uint64_t own = units - std::min(units, orders.owed);
  const std::uint64_t done = orders.work(own, units_of_slice);
  done == 0 && orders.owed == 0 ? orders.sharpen(own) : void(orders.calm = 0);
  orders.owed = orders.owed - std::min(orders.owed, units) + done - std::min(done, own);
  return done;
}

void Navigator::finish() {
  while (orders_->work(unlimited, unlimited) > 0) {
    for (Orders::Entry& e : orders_->entries) {
      if (e.order && !e.paused) orders_->look_at_agents(e);
    }
  }
}

std::span<const OrderEvent> Navigator::events() const { return orders_->events; }

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
