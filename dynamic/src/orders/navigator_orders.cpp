// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "orders/navigator_orders.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <portolan/core/assert.hpp>

#include "free_slot.hpp"

namespace portolan {
namespace {

constexpr std::size_t agents_in_turn = 16;    // one in so many is looked at in a tick
constexpr std::int32_t tolerance = 8;         // a target may move so much less than it is away
constexpr std::uint64_t ticks_of_flight = 8;  // between two looks for places, at least;
constexpr std::uint64_t ticks_of_rest = 64;   // at most, though nobody moves: a way may have opened
constexpr std::uint64_t units_of_look = tiles_of_flight;
constexpr std::uint64_t least_search = 32;  // a search may take so much, however little is left
constexpr std::uint64_t calm_ticks = 10;    // without work, before there is time to raise bounds

std::int32_t gap(Cell a, Cell b) {
  return a.layer == b.layer ? std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) : 1 << 20;
}

}  // namespace

Navigator::Orders::Entry& Navigator::Orders::entry(OrderId id) {
  PORTOLAN_ASSERT(alive(id), "the order has not been removed");
  if (alive(id)) return entries[id.slot];
  return nothing = {};
}

const CorridorField& Navigator::Orders::nowhere() {
  if (served.empty()) detail::fail_assertion("!served.empty()", __FILE__, __LINE__, "add a hierarchy first");
  if (!empty_field) empty_field = std::make_unique<CorridorField>(*served.front().hierarchy);
  return *empty_field;
}

Navigator::Orders::Agent& Navigator::Orders::agent(std::uint32_t number) {
  PORTOLAN_ASSERT(number < most_agents, "agents are numbered from 0 on");
  if (number >= most_agents) return no_agent = {};
  if (number >= agents.size()) agents.resize(number + std::size_t{1});
  return agents[number];
}

Cell Navigator::Orders::cell_of(std::uint32_t number) const {
  return number < agents.size() ? known(number).cell : Cell{-1, -1, -1};
}

std::span<const Cell> Navigator::Orders::cells(const Entry& e) {
  cells_found.clear();
  const GridView grid = hierarchy(e).grid();
  for (const std::uint32_t number : e.agents) {
    if (grid.contains(agents[number].cell)) cells_found.push_back(agents[number].cell);
  }
  return cells_found;
}

OrderId Navigator::Orders::give(const OrderSpec& spec, std::span<const std::uint32_t> numbers) {
  const auto of = std::find_if(served.begin(), served.end(),
                               [&](const Served& s) { return s.hierarchy->profile() == spec.profile; });
  PORTOLAN_ASSERT(of != served.end(), "add a hierarchy of the profile first");
  PORTOLAN_ASSERT(spec.options.bands == nullptr, "a navigator's orders have no bands");
  if (of == served.end()) return {};
  Entry& e = entries[detail::take_slot(entries, free)];
  e.spec = spec;
  e.served = static_cast<std::size_t>(of - served.begin());
  e.order = std::make_shared<Order>(hierarchy(e), GoalSet(), spec.options);
  if (journal) e.order->log_to(journal.get());
  join(e, numbers);
  aim(e);
  return id_of(e);
}

void Navigator::Orders::join(Entry& e, std::span<const std::uint32_t> numbers) {
  for (const std::uint32_t number : numbers) {
    if (number >= most_agents) continue;
    Agent& a = agent(number);
    leave(number);
    a.order = id_of(e);
    a.at = static_cast<std::uint32_t>(e.agents.size());
    a.asked = {-1, -1, -1};
    a.lost = 0;
    e.agents.push_back(number);
  }
}

void Navigator::Orders::leave(std::uint32_t number) {
  Agent& a = agent(number);
  const OrderId from = std::exchange(a.order, {});
  if (!alive(from)) return;
  std::vector<std::uint32_t>& list = entries[from.slot].agents;
  agents[list.back()].at = a.at;
  list[a.at] = list.back();
  list.pop_back();
}

void Navigator::Orders::forget(std::uint32_t number) {
  if (number >= agents.size()) return;
  leave(number);
  agent(number).cell = {-1, -1, -1};
  for (Entry& e : entries) {
    if (e.order && e.spec.target == number) e.spec.target = gone;
  }
}

void Navigator::Orders::tell_gone(Entry& e) {
  e.spec.target = nobody;
  events.push_back({OrderEvent::Kind::target_gone, id_of(e), nobody, e.aimed});
}

void Navigator::Orders::remove(Entry& e) {
  for (const std::uint32_t number : e.agents) agents[number].order = {};
  const std::uint32_t generation = e.generation + 1;
  free.push_back(static_cast<std::uint32_t>(&e - entries.data()));
  e = {};
  e.generation = generation;
}

void Navigator::Orders::head_for(Entry& e, std::span<const Goal> goals) {
  e.order->set_goals(GoalSet(goals));
  e.order->want(cells(e));
  e.told = false;
  e.told_instead = 0;
}

// Of an order that goes by places: those that its agents are to go to now.
std::span<const Cell> Navigator::Orders::places_of(const Entry& e) {
  const std::span<const Cell> all = e.spec.places;
  return e.spec.kind == OrderKind::patrol && !all.empty() ? all.subspan(e.place, 1) : all;
}

// A building may have come to lie on all places of an order, or on the cells around them, or have gone.
// Looked at once for each state of the world, and one field is finished before the next is begun.
void Navigator::Orders::aim_around_buildings(Entry& e) {
  const std::uint64_t now_of = hierarchy(e).version();
  if (e.around_of == now_of || e.order->working()) return;
  e.around_of = now_of;
  const GridView grid = hierarchy(e).grid();
  const std::span<const Cell> places = places_of(e);
  const GoalSet& known = e.order->goals();
  const auto is_kept = [&](const Goal& goal) {
    return grid.passable(goal.cell) && std::find(places.begin(), places.end(), goal.cell) != places.end();
  };
  if (std::any_of(known.begin(), known.end(), is_kept)) return;
  const std::vector<Goal> goals = free_cells_at(grid, places);
  if (!std::equal(goals.begin(), goals.end(), known.begin(), known.end())) head_for(e, goals);
}

void Navigator::Orders::aim(Entry& e) {
  switch (e.spec.kind) {
    case OrderKind::go:
      return head_for(e, free_cells_at(hierarchy(e).grid(), places_of(e)));
    case OrderKind::patrol:
      if (e.spec.places.empty()) return;
      return head_for(e, free_cells_at(hierarchy(e).grid(), places_of(e)));
    case OrderKind::follow:
    case OrderKind::flee:
      e.aimed = {-1, -1, -1};
      e.thought = 0;
  }
}

// A new field is worth its price when the target has moved by an eighth of the way that is left to the
// nearest agent; and one is finished before the next is begun.
void Navigator::Orders::follow(Entry& e) {
  const Cell target = e.spec.target == nobody ? Cell{-1, -1, -1} : cell_of(e.spec.target);
  if (target == e.aimed || !hierarchy(e).grid().contains(target) || e.order->working()) return;
  std::int32_t nearest = 1 << 20;
  for (const std::uint32_t number : e.agents) nearest = std::min(nearest, gap(known(number).cell, target));
  if (e.aimed.x >= 0 && gap(e.aimed, target) * tolerance < nearest) return;
  e.aimed = target;
  head_for(e, free_cells_at(hierarchy(e).grid(), std::span(&target, 1)));
}

// Looks for places to flee to take half of the units of the ticks at most, and those who flee take turns.
void Navigator::Orders::share_out_looks(std::uint64_t units) {
  looks.apart = std::max<std::uint64_t>(1, 2 * units_of_look / std::max<std::uint64_t>(units, 1));
  looks.fleeing =
      static_cast<std::uint64_t>(std::count_if(entries.begin(), entries.end(), [](const Entry& e) {
        return e.order && !e.paused && e.spec.kind == OrderKind::flee;
      }));
}

// Whether a threat, or who flees, has moved by an eighth of the way between them since places were looked
// for.
bool Navigator::Orders::threatened(const Entry& e) const {
  if (e.thought == 0 || now.tick >= e.thought + std::max(ticks_of_rest, looks.fleeing * looks.apart))
    return true;
  if (now.tick < e.thought + std::max(ticks_of_flight, looks.fleeing * looks.apart) || threats.empty())
    return false;
  const Cell front = agents[e.agents.front()].cell;
  const std::int32_t moved = std::max(gap(e.aimed, threats.back()), gap(e.fled, front));
  std::int32_t nearest = 1 << 20;
  for (const Cell& c : threats) {
    for (const std::uint32_t number : e.agents) nearest = std::min(nearest, gap(agents[number].cell, c));
  }
  return moved * tolerance >= std::max(nearest, 1);
}

void Navigator::Orders::flee(Entry& e) {
  if (e.order->working() || now.tick < now.last_thought + looks.apart) return;  // one order in so many ticks
  threats.assign(e.spec.places.begin(), e.spec.places.end());
  if (e.spec.target != nobody && cell_of(e.spec.target).x >= 0) threats.push_back(cell_of(e.spec.target));
  if (!threatened(e)) return;
  now.last_thought = e.thought = now.tick;
  if (!threats.empty()) e.aimed = threats.back();
  e.fled = known(e.agents.front()).cell;
  now.owed += units_of_look;
  std::unique_ptr<Refuges>& refuges = served[e.served].refuges;
  if (!refuges) refuges = std::make_unique<Refuges>(hierarchy(e).grid(), hierarchy(e).sectors());
  const std::span<const Goal> away = refuges->away_from(threats, cells(e));
  const GoalSet& known = e.order->goals();
  if (!away.empty() && !std::equal(away.begin(), away.end(), known.begin(), known.end())) head_for(e, away);
}

void Navigator::Orders::patrol(Entry& e) {
  if (e.spec.places.empty() || e.agents.empty() || e.order->working()) return;
  const Cell to = e.spec.places[e.place];
  const auto room = static_cast<std::int32_t>(std::sqrt(static_cast<double>(e.agents.size())));
  const auto there = std::count_if(e.agents.begin(), e.agents.end(), [&](std::uint32_t number) {
    return gap(known(number).cell, to) <= e.spec.reach + room;
  });
  const bool last = e.place + 1 == e.spec.places.size();
  if (static_cast<std::size_t>(there) * 2 < e.agents.size() || (last && !e.spec.repeat)) return;
  e.place = last ? 0 : e.place + 1;
  events.push_back({OrderEvent::Kind::place_done, id_of(e), nobody, e.spec.places[e.place]});
  aim(e);
}

// Who was pushed out of the field, or had its way closed, wants a path once in each place and state of the
// world; where that was in vain it is lost.
void Navigator::Orders::look_at_agents(Entry& e) {
  const bool can_tell = hierarchy(e).settled() || !e.order->wants_settled();
  if (can_tell && e.order->wants_all()) {
    e.order->want(cells(e));
    e.told = false;
    e.told_instead = 0;
  } else if (e.order->stale() && e.order->outgrown(cells(e))) {
    e.order->want(cells(e));
  }
  if (e.order->working()) return;
  const std::size_t some = std::min(e.agents.size(), e.agents.size() / agents_in_turn + agents_in_turn);
  const GridView grid = hierarchy(e).grid();
  for (std::size_t n = 0; n < some; ++n) {
    e.looked_at = (e.looked_at + 1) % e.agents.size();
    const Agent& of = known(e.agents[e.looked_at]);
    if (!grid.contains(of.cell) || !grid.passable(of.cell)) continue;
    const bool led = e.order->followed().settled(of.cell);
    if (led && of.lost == 0) continue;
    Agent& a = agents[e.agents[e.looked_at]];
    if (led) {
      a.lost = 0;
    } else if (a.asked != a.cell || a.asked_version != hierarchy(e).version()) {
      a.asked = a.cell;
      a.asked_version = hierarchy(e).version();
      e.order->want(std::span(&a.cell, 1));
    } else if (std::exchange(a.lost, 1U) == 0) {
      events.push_back({OrderEvent::Kind::lost, id_of(e), e.agents[e.looked_at], {-1, -1, -1}});
    }
  }
}

void Navigator::Orders::tell_found(Entry& e) {
  if (e.order->working() || !e.order->planned()) return;
  if (!std::exchange(e.told, true))
    events.push_back({OrderEvent::Kind::path_found, id_of(e), nobody, {-1, -1, -1}});
  const std::span<const Goal> instead = e.order->stand_ins();
  for (; e.told_instead < instead.size(); ++e.told_instead)
    events.push_back({OrderEvent::Kind::partial, id_of(e), nobody, instead[e.told_instead].cell});
}

// One takes what it takes, mostly a fifth of a millisecond, and cannot be stopped half way: so it does not
// come on top of a tick's other work. Those for which there is no time take their turn in the next tick.
void Navigator::Orders::settle(std::uint64_t units) {
  wanted.assign(served.size(), 0);
  for (const Entry& e : entries) {
    if (e.order && !e.paused && e.order->wants_settled()) wanted[e.served] = 1;
  }
  std::uint64_t taken = 0;
  for (std::size_t k = 0; k < served.size() && 2 * taken <= units; ++k) {
    const std::size_t at = (now.settled_next + k) % served.size();
    if (wanted[at] == 0 || served[at].hierarchy->settled()) continue;
    taken += served[at].hierarchy->settle(0);
    if (2 * taken > units) now.settled_next = at + 1;
  }
  now.owed_for_settling += taken;
}

// A quarter of a tick is left to orders: where each tick's edits take more than its units, they would wait
// for ever. What comes to more than some ticks is not paid at all.
std::uint64_t Navigator::Orders::pay_for_settling(std::uint64_t units) {
  std::uint64_t& owed = now.owed_for_settling;
  const std::uint64_t pays = std::min(owed, units - units / 4);
  owed = std::min(owed - pays, units);
  return pays;
}

// To raise bounds after a gate was shut takes forty times as long, and searches are right without: it is done
// in calm times. With a share of each tick for it in `rts`, searches opened half as many nodes, but what that
// saved was less than what it took; and areas whose bounds had changed were filled again and again.
void Navigator::Orders::sharpen(std::uint64_t units) {
  if (now.calm < calm_ticks) return void(++now.calm);
  for (const Served& s : served) {
    if (s.hierarchy->settled()) units -= std::min(units, s.hierarchy->settle(units));
  }
}

std::uint64_t Navigator::Orders::work(std::uint64_t units, std::uint64_t slice) {
  std::uint64_t done = 0;
  std::size_t idle = 0;
  while (done < units && idle < entries.size()) {
    now.turn = (now.turn + 1) % entries.size();
    Entry& e = entries[now.turn];
    const bool rests =
        !e.order || e.paused || e.agents.empty() || (!hierarchy(e).settled() && e.order->wants_settled());
    const std::uint64_t left = units - done;
    const std::uint64_t spent =
        rests ? 0
              : e.order->work(*served[e.served].planner, std::min(slice, left), std::max(left, least_search));
    idle = spent == 0 ? idle + 1 : 0;
    done += spent;
    if (!rests) tell_found(e);
    if (rests || !e.order->owes_search()) continue;
    now.turn = (now.turn + entries.size() - 1) % entries.size();  // it goes first in the next tick
    break;
  }
  return done;
}

}  // namespace portolan
