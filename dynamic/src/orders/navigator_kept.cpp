// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Earlier moments: a journal takes back what has changed since, and keeps the lists of orders whole.
#include <utility>

#include <portolan/core/assert.hpp>

#include "orders/navigator_orders.hpp"

namespace portolan {

void Navigator::Orders::tell_journal(detail::Journal* of) {
  world->log_to(of);
  for (const Served& s : served) s.hierarchy->log_to(of);
  agents.log_to(of);
  for (const Entry& e : entries) {
    if (e.order) e.order->log_to(of);
  }
}

// Orders that end later live on in the copies.
void Navigator::Orders::keep_lists() {
  std::size_t bytes = entries.size() * sizeof(Entry);
  for (const Entry& e : entries) bytes += e.agents.size() * sizeof(e.agents[0]);
  journal->add(
      [this, own = entries, unused = free, told = events, counts = now]() mutable {
        entries = std::move(own);
        free = std::move(unused);
        events = std::move(told);
        now = counts;
      },
      bytes);
}

std::uint64_t Navigator::Orders::keep() {
  if (!journal) {
    journal = std::make_unique<detail::Journal>();
    tell_journal(journal.get());
  }
  const std::uint64_t moment = journal->mark();
  keep_lists();
  return moment;
}

// What it puts back, it has no more.
void Navigator::Orders::go_back(std::uint64_t moment) {
  PORTOLAN_ASSERT(journal && journal->knows(moment), "the moment was forgotten");
  journal->undo_to(moment);
  keep_lists();
}

void Navigator::Orders::forget_moments() {
  if (!journal) return;
  tell_journal(nullptr);
  journal.reset();
}

}  // namespace portolan
