// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A large field on several threads.
#include "crew.hpp"

#include <portolan/core/assert.hpp>

namespace portolan {

using detail::TileSlot;

namespace {

// Mailboxes grow by the square of it.
constexpr std::uint32_t most_mates = 32;

}  // namespace

bool TileField::worth_a_crew() const {
  return crew_ && (everywhere_ ? tiles_.tile_count() : store_.size()) >= options_.parallel_from;
}

// Slots cannot be made while threads run, so all are there beforehand, but those of solid wall. They are
// filled in by whoever reaches them first: by then nobody has to fetch them twice.
void TileField::create_everywhere() {
  const BlockArray& costs = grid_.costs();
  std::vector<TileId>& missing = crew_->missing;
  for (std::uint32_t t = 0; t < tiles_.tile_count(); ++t) {
    const Cell origin = tiles_.origin(TileId{t});
    const std::uint32_t block = costs.block_of(origin);
    const bool solid = costs.is_uniform(block) && costs.block(block)[0] == impassable;
    if (solid || store_.find(origin) != nullptr) continue;
    const std::uint32_t place = crew_->place_of(origin);
    crew_->owners[place] = Crew::raw;
    crew_->numbers[place] = static_cast<std::uint32_t>(store_.size() + missing.size());
    missing.push_back(TileId{t});
  }
  if (missing.empty()) return;
  const std::size_t before = store_.size();
  store_.create(missing);
  for (std::size_t i = 0; i < before; ++i) store_.link(store_[i], store_[i].origin, i);
  heap_at_.resize(store_.size(), not_waiting);
}

// A goal in a small pocket is done before a crew is worth its while.
void TileField::run_crew() {
  for (std::size_t left = options_.parallel_from / 128; left > 0 && !heap_.empty(); --left) {
    solve(*heap_pop());
  }
  if (heap_.empty()) return;
  Crew& crew = *crew_;
  crew.hire(*this);
  crew.open_book(*this);
  if (everywhere_) create_everywhere();
  crew.run(*this);
  crew.for_each(*this, crew.missing.size(), [&](std::size_t i, Scratch& scratch) {
    const Cell origin = tiles_.origin(crew.missing[i]);
    const std::uint32_t place = crew.place_of(origin);
    if (crew.owners[place] != Crew::raw) return;
    TileSlot& slot = *store_.find(origin);
    store_.link(slot, origin, crew.numbers[place]);
    blank(slot);
    load(slot, scratch);
  });
  // A repair looks for them: a way may be cut into what is solid wall now.
  for (const auto& mate : crew.mates) {
    for (const Cell origin : mate->walls) {
      if (store_.find(origin) == nullptr) create(origin);
    }
    mate->walls.clear();
  }
}

void TileField::Crew::hire(const TileField& of) {
  const std::uint32_t wanted = std::min(executor.workers(), most_mates);
  while (mates.size() < wanted) {
    mates.push_back(std::make_unique<Mate>(*this, of, static_cast<std::uint32_t>(mates.size())));
  }
  for (const auto& mate : mates) {
    while (mate->inbox.size() < mates.size()) mate->inbox.push_back(std::make_unique<detail::Mailbox>());
  }
}

void TileField::Crew::open_book(const TileField& of) {
  const Extent extent = of.tiles_.extent();
  shift = of.tiles_.shift();
  block_columns = static_cast<std::uint32_t>(of.tiles_.columns() + 7) / 8;
  block_rows = static_cast<std::uint32_t>(of.tiles_.rows() + 7) / 8;
  const std::size_t places =
      std::size_t{64} * block_columns * block_rows * static_cast<std::uint32_t>(extent.layers);
  owners.assign(places, ready);
  if (of.everywhere_) numbers.resize(places);
  missing.clear();
}

void TileField::Crew::run(TileField& of) {
  field = &of;
  begun.store(false, std::memory_order_relaxed);
  for (const auto& mate : mates) {
    mate->front.everywhere_ = of.everywhere_;
    mate->front.heap_at_.resize(of.store_.size(), not_waiting);
    mate->front.scratch_->weights_of = {};
    mate->sent = mate->heard = 0;
    mate->sent_before.store(0, std::memory_order_relaxed);
    mate->heard_before.store(0, std::memory_order_relaxed);
    mate->idle.store(false, std::memory_order_relaxed);
    mate->key.store(unreachable.units, std::memory_order_relaxed);
    mate->solved_by.assign(mates.size(), 0);
    mate->solved.store(mate->solved_here = 0, std::memory_order_relaxed);
  }
  const auto body = [&](std::size_t i, unsigned) { mates[i]->run(); };
  executor.parallel_for(mates.size(), std::ref(body));
  PORTOLAN_ASSERT(begun.load());
  for (const auto& mate : mates) of.tiles_solved_ += std::exchange(mate->front.tiles_solved_, 0);
  field = nullptr;
}

// Mattern's four counters (1987): what was heard is read before what was sent. If both are equal, all had
// been heard, and nobody had anything to do, when the second reading began.
bool TileField::Crew::finished() const {
  std::uint64_t heard = 0, sent = 1;  // what waits at the beginning counts as a message to whoever takes it
  for (const auto& mate : mates) heard += mate->heard_before.load();
  for (const auto& mate : mates) sent += mate->sent_before.load();
  return heard == sent;
}

}  // namespace portolan
