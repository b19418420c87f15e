// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What one of a crew does: it solves its tiles, tells the others what concerns theirs, and shares its work.
#include <algorithm>
#include <thread>

#include "crew.hpp"

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::Message;
using detail::narrow_limit;
using detail::TileSlot;

namespace {

constexpr int spins_before_yield = 200;
// After so many tiles a mate looks whether the others get on.
constexpr std::uint32_t tiles_between_looks = 16;
// Looks after which it lets others run where one of them has solved nothing all the while. Each time may cost
// a slice of the processor to whoever else is there: after every look, two threads on one processor took
// three times as long beside another program.
constexpr std::uint32_t looks_before_yield = 4;
// Units by which a mate may be ahead before it asks for a part of what the others still have to do. What it
// finds there may come from the wrong side. Much later, and the values of a tile would not fit 16 bits, which
// is what took the time: on lakes of 8192 by 8192, two threads were slower than one.
constexpr std::uint64_t furthest_ahead = 8192;

// Waits a moment; after a while it lets others run, who may be those that it waits for.
void pause(int spin) {
  if (spin >= spins_before_yield) return std::this_thread::yield();
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

TileField::Mate::Mate(Crew& of, const TileField& field, std::uint32_t which)
    : crew(of),
      number(which),
      badge(static_cast<std::uint8_t>(Crew::first_badge + which)),
      front(field.grid_, field.tiles_, [&] {
        TileFieldOptions options = field.options_;
        options.executor = nullptr;
        return options;
      }()) {
  front.mate_ = this;
}

// Never waits for a mate that has not come: a host may run them one after the other.
void TileField::Mate::run() {
  if (!crew.begun.exchange(true)) begin();
  for (;;) {
    hear_all();
    if (front.heap_.empty()) {
      if (!wait_for_work()) return;
      continue;
    }
    help_the_idle();
    TileSlot& slot = *front.heap_pop();
    last = slot.origin;
    front.solve(slot);
    publish();
    solved.store(++solved_here, std::memory_order_relaxed);
    if (solved_here % tiles_between_looks == 0) look_around();
  }
}

void TileField::Mate::begin() {
  TileField& field = *crew.field;
  ++heard;
  for (const Waiting& entry : field.heap_) {
    field.heap_at_[entry.number] = not_waiting;
    static_cast<void>(claim(*entry.slot, crew.place_of(entry.slot->origin), entry.slot->origin));
    front.wake(*entry.slot, entry.key);
  }
  field.heap_.clear();
}

// Makes a tile that belongs to nobody this mate's own. False when it is another's.
bool TileField::Mate::claim(TileSlot& slot, std::uint32_t place, Cell origin) {
  std::uint8_t owner = crew.owner_of(place);
  if (owner == badge) return true;
  if (owner >= Crew::first_badge) return false;
  const std::uint8_t before = owner;
  if (!std::atomic_ref<std::uint8_t>(crew.owners[place])
           .compare_exchange_strong(owner, badge, std::memory_order_acq_rel)) {
    return false;
  }
  if (before == Crew::raw) {
    crew.field->store_.link(slot, origin, crew.numbers[place]);
    blank(slot);
  }
  front.loaded(&slot);
  return true;
}

Cell TileField::Mate::beside(const TileSlot& slot, int direction) const {
  const auto d = static_cast<std::size_t>(direction);
  const int side = front.tiles_.side();
  return {slot.origin.x + step_dx[d] * side, slot.origin.y + step_dy[d] * side, slot.origin.layer};
}

bool TileField::Mate::owns_beside(const TileSlot& slot, int direction) const {
  return crew.owner_of(crew.place_of(beside(slot, direction))) == badge;
}

TileSlot* TileField::Mate::reach(TileSlot& giver, int direction) {
  TileSlot* next = giver.neighbours[direction];
  const Cell origin = beside(giver, direction);
  if (next == nullptr) {
    if (front.everywhere_ && front.grid_.contains(origin)) walls.push_back(origin);
    return nullptr;
  }
  const std::uint32_t place = crew.place_of(origin);
  if (claim(*next, place, origin)) return next;
  draft.receiver = next;
  draft.place = place;
  if (direction % 2 == 0) {
    send_side(giver, direction / 2);
  } else {
    draft.kind = Message::Kind::corner;
    draft.units = giver.units(front.corner_offset(direction));
    draft.where = static_cast<std::uint16_t>((direction + 4) % step_count);
    send(draft);
  }
  return nullptr;
}

void TileField::Mate::offer_cell(Cell cell, std::uint64_t units) {
  TileSlot* slot = crew.field->store_.find(cell);
  if (slot == nullptr) return;
  const int shift = front.tiles_.shift();
  const Cell origin{cell.x >> shift << shift, cell.y >> shift << shift, cell.layer};
  const std::uint32_t offset = front.tiles_.offset(cell);
  draft.place = crew.place_of(cell);
  if (claim(*slot, draft.place, origin)) return front.take(*slot, offset, units);
  draft.receiver = slot;
  draft.kind = Message::Kind::cell;
  draft.units = units;
  draft.where = static_cast<std::uint16_t>(offset);
  send(draft);
}

void TileField::Mate::send_side(const TileSlot& giver, int side) {
  draft.kind = Message::Kind::row;
  draft.where = static_cast<std::uint16_t>((side + 2) % 4);
  std::copy_n(giver.edge_costs[side], lanes, draft.costs);
  if (giver.wide) return send_wide_side(giver, side);
  draft.units = giver.base;
  std::copy_n(front.side_values(giver, side), lanes, draft.values);
  send(draft);
}

// As many rows as it takes for 16 bits to span each.
void TileField::Mate::send_wide_side(const TileSlot& giver, int side) {
  std::uint64_t left[lanes];
  std::fill(std::begin(left), std::end(left), unreachable.units);
  for (int i = 0; i < front.tiles_.side(); ++i) left[i] = giver.wide->units[front.edge_offset(side, i)];
  for (;;) {
    draft.units = *std::min_element(std::begin(left), std::end(left));
    if (draft.units >= unreachable.units) return;
    for (int i = 0; i < lanes; ++i) {
      const bool fits = left[i] < unreachable.units && left[i] - draft.units <= narrow_limit;
      draft.values[i] = fits ? static_cast<std::uint16_t>(left[i] - draft.units) : lane_max;
      if (fits) left[i] = unreachable.units;
    }
    send(draft);
  }
}

void TileField::Mate::send(const Message& message) {
  const std::uint32_t to = crew.owner_of(message.place) - Crew::first_badge;
  ++sent;
  if (!backlog.empty() || !post(message, to)) backlog.emplace_back(message, to);
}

bool TileField::Mate::post(const Message& message, std::uint32_t to) {
  detail::Mailbox& box = *crew.mates[to]->inbox[number];
  Message* room = box.room();
  if (room == nullptr) return false;
  if (message.kind == Message::Kind::row) {
    *room = message;
  } else {
    room->receiver = message.receiver;
    room->units = message.units;
    room->place = message.place;
    room->where = message.where;
    room->kind = message.kind;
  }
  box.put();
  return true;
}

// Messages are counted before they can be seen.
void TileField::Mate::publish() {
  std::size_t posted = 0;
  while (posted < backlog.size() && post(backlog[posted].first, backlog[posted].second)) ++posted;
  backlog.erase(backlog.begin(), backlog.begin() + static_cast<std::ptrdiff_t>(posted));
  if (sent != sent_before.load(std::memory_order_relaxed)) sent_before.store(sent);
  for (const auto& mate : crew.mates) mate->inbox[number]->publish();
}

bool TileField::Mate::has_mail() const {
  return std::any_of(inbox.begin(), inbox.end(), [](const auto& box) { return box->front() != nullptr; });
}

void TileField::Mate::hear_all() {
  for (const auto& box : inbox) {
    while (const Message* message = box->front()) {
      take_in(*message);
      box->pop();
      ++heard;
    }
  }
}

void TileField::Mate::take_in(const Message& message) {
  TileSlot& slot = *message.receiver;
  if (crew.owner_of(message.place) != badge) return send(message);  // it was given away meanwhile
  switch (message.kind) {
    case Message::Kind::row: {
      if (slot.plain_cost == impassable) return;
      alignas(64) std::uint16_t offered[lanes];
      const std::uint16_t lowest = front.scratch_->kernel.offer(message.values, message.costs,
                                                                slot.edge_costs[message.where], offered);
      return front.receive(slot, message.where, message.units, offered, lowest);
    }
    case Message::Kind::corner:
      return front.take_corner(slot, message.where, message.units);
    case Message::Kind::cell:
      return front.take(slot, message.where, message.units);
    case Message::Kind::grant:
      return front.wake(slot, message.units);
  }
}

void TileField::Mate::help_the_idle() {
  for (const auto& mate : crew.mates) {
    if (front.heap_.size() < 2) return;
    if (mate.get() != this && mate->idle.load(std::memory_order_acquire) && mate->idle.exchange(false)) {
      give_half(*mate);
    }
  }
}

// Cuts the front in two across its longer side, so that regions stay compact.
void TileField::Mate::give_half(Mate& other) {
  waiting.clear();
  for (const Waiting& entry : front.heap_) waiting.push_back(entry.slot);
  const auto extent = [&](auto of) {
    const auto [least, most] = std::minmax_element(
        waiting.begin(), waiting.end(), [&](const TileSlot* a, const TileSlot* b) { return of(a) < of(b); });
    return of(*most) - of(*least);
  };
  const auto x = [](const TileSlot* slot) { return slot->origin.x; };
  const auto y = [](const TileSlot* slot) { return slot->origin.y; };
  const bool wide = extent(x) >= extent(y);
  const auto half = static_cast<std::ptrdiff_t>(waiting.size() / 2);
  std::nth_element(waiting.begin(), waiting.begin() + half, waiting.end(),
                   [&](const TileSlot* a, const TileSlot* b) { return wide ? x(a) < x(b) : y(a) < y(b); });
  const TileSlot* middle = waiting[static_cast<std::size_t>(half)];
  const bool first = wide ? other.last_x.load() <= middle->origin.x : other.last_y.load() <= middle->origin.y;
  const auto begin = first ? waiting.begin() : waiting.end() - half;
  for (auto at = begin; at != begin + half; ++at) {
    TileSlot& slot = **at;
    draft.receiver = &slot;
    draft.kind = Message::Kind::grant;
    draft.units = front.heap_remove(slot);
    draft.place = crew.place_of(slot.origin);
    std::atomic_ref<std::uint8_t>(crew.owners[draft.place]).store(other.badge, std::memory_order_release);
    send(draft);
  }
}

// Who has work and gets no processor falls behind, and what the others solve meanwhile may have to be solved
// again: better that they let it run.
void TileField::Mate::look_around() {
  bool stuck = false;
  std::uint64_t least = unreachable.units;
  key.store(front.heap_.empty() ? unreachable.units : front.heap_.front().key, std::memory_order_relaxed);
  for (const auto& mate : crew.mates) {
    if (mate.get() != this) least = std::min(least, mate->key.load(std::memory_order_relaxed));
    const std::uint32_t now = mate->solved.load(std::memory_order_relaxed);
    std::uint32_t& before = solved_by[mate->number];
    stuck = stuck || (now == before && !mate->idle.load(std::memory_order_relaxed));
    before = now;
  }
  stuck_looks = stuck ? stuck_looks + 1 : 0;
  if (stuck_looks >= looks_before_yield) {
    stuck_looks = 0;
    std::this_thread::yield();
  }
  ask_for_work(least);
}

// Whoever is far ahead is given work from where the others are, as if it had none.
void TileField::Mate::ask_for_work(std::uint64_t least_elsewhere) {
  if (least_elsewhere >= unreachable.units) return;
  if (key.load(std::memory_order_relaxed) <= least_elsewhere + furthest_ahead) return;
  last_x.store(last.x);
  last_y.store(last.y);
  idle.store(true);
}

// True when there is mail, false when all work of all is done.
bool TileField::Mate::wait_for_work() {
  bool counted = false, more = false;
  for (int spin = 0;; ++spin) {
    publish();
    more = has_mail();
    if (more) break;
    if (!counted && backlog.empty()) {
      counted = true;
      heard_before.store(heard);
      last_x.store(last.x);
      last_y.store(last.y);
      key.store(unreachable.units, std::memory_order_relaxed);
      idle.store(true);
    }
    if (counted && crew.finished()) break;
    pause(spin);
  }
  if (counted) idle.store(false);
  return more;
}

}  // namespace portolan
