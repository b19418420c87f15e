// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "rounds.hpp"

#include <algorithm>
#include <atomic>

#include <portolan/core/tile_field.hpp>

namespace portolan {

using detail::lane_max;
using detail::lanes;
using detail::TileSlot;

namespace {

// Tiles this near the front are solved in one round: the length of one tile on ground of cost 1. Wider rounds
// solve more tiles again, narrower ones leave threads without work.
constexpr std::uint64_t window = 32 * 2 * straight_factor;

}  // namespace

// Slots cannot be made while threads run, so all are there beforehand, but those of solid wall. Their costs
// are read when something reaches them: by then nobody has to fetch them twice.
void TileField::create_everywhere() {
  if (all_created_) return;
  const BlockArray& costs = grid_.costs();
  std::vector<TileId> missing;
  for (std::uint32_t t = 0; t < tiles_.tile_count(); ++t) {
    const Cell origin = tiles_.origin(TileId{t});
    const bool solid = costs.is_uniform(costs.block_of(origin)) && costs.at(origin) == impassable;
    if (!solid && store_.find(origin) == nullptr) missing.push_back(TileId{t});
  }
  const std::size_t before = store_.size();
  store_.create(missing);
  heap_at_.resize(store_.size(), not_waiting);
  rounds_->for_each(missing.size(), [&](std::size_t i, Scratch&) {
    store_.link(store_[before + i], tiles_.origin(missing[i]), before + i);
    blank(store_[before + i]);
  });
  for (std::size_t i = 0; i < before; ++i) store_.link(store_[i], store_[i].origin, i);
  all_created_ = true;
}

void TileField::run_round() {
  Rounds& r = *rounds_;
  ++r.number;
  r.active.clear();
  for (TileSlot* slot : r.receivers) {
    if (waits(*slot)) slot->deferred_key = heap_remove(*slot);
    r.active.push_back(slot);
  }
  const std::uint64_t front = heap_.empty() ? unreachable.units : heap_.front().key;
  r.until = std::min(front, r.receivers.empty() ? unreachable.units : r.lowest_offer) + window;
  while (!heap_.empty() && heap_.front().key <= r.until) {
    const std::uint64_t key = heap_.front().key;
    TileSlot* slot = heap_pop();
    slot->deferred_key = key;
    r.active.push_back(slot);
  }
  r.written().resize(std::max(r.written().size(), r.active.size()));
  deferring_ = true;
  r.for_each(r.active.size(), [&](std::size_t i, Scratch& scratch) { run_active(i, scratch); });
  deferring_ = false;
  end_round();
}

void TileField::run_active(std::size_t index, Scratch& scratch) {
  Rounds& r = *rounds_;
  TileSlot& slot = *r.active[index];
  take_offers(slot, scratch);
  if (slot.wide || slot.deferred_key > r.until) return;
  slot.deferred_key = unreachable.units;
  slot.stale = true;
  ++scratch.tiles_solved;
  compute_offers(slot, index, scratch);
}

void TileField::compute_offers(TileSlot& slot, std::size_t index, Scratch& scratch) {
  RoundOutbox& out = rounds_->written()[index];
  const std::uint32_t changed = solve_values(slot, scratch);
  const std::uint32_t sides = slot.wide ? 0 : sides_to_offer(slot, changed);
  out.base = slot.base;
  for (int side = 0; side < 4; ++side) {
    if ((sides >> side & 1U) == 0) continue;
    std::copy_n(side_values(slot, side), lanes, out.values[side]);
    scratch.lowest_offer =
        std::min(scratch.lowest_offer, slot.base + scratch.kernel.lowest(out.values[side]));
    put_in_inbox(slot, 2 * side, index, scratch);
    if (side % 2 == 0) continue;
    for (const int diagonal : {2 * side - 1, (2 * side + 1) % step_count})
      put_in_inbox(slot, diagonal, index, scratch);
  }
}

// Tells the neighbour in a direction that outbox `index` holds something for it. Whoever does so first in a
// round lists the tile as a receiver; the order of that list depends on the threads, and nothing depends on
// that order.
void TileField::put_in_inbox(const TileSlot& giver, int direction, std::size_t index, Scratch& scratch) {
  TileSlot* receiver = giver.neighbours[direction];
  if (receiver == nullptr) return;
  const std::uint32_t parity = rounds_->number % 2;
  const int back = (direction + 4) % step_count;
  receiver->inbox_from[parity][back] = static_cast<std::uint32_t>(index);
  const std::uint32_t bit = 1U << back;
  if (std::atomic_ref<std::uint32_t>(receiver->inbox[parity]).fetch_or(bit, std::memory_order_relaxed) == 0) {
    scratch.receivers.push_back(receiver);
  }
}

void TileField::take_offers(TileSlot& receiver, Scratch& scratch) {
  const Rounds& r = *rounds_;
  const std::uint32_t parity = (r.number + 1) % 2;
  if (!receiver.loaded) load(receiver, scratch);
  for (std::uint32_t left = receiver.inbox[parity]; left != 0; left &= left - 1) {
    const int d = __builtin_ctz(left), back = (d + 4) % step_count;
    const RoundOutbox& out = r.read()[receiver.inbox_from[parity][d]];
    if (d % 2 == 0) {
      if (receiver.plain_cost == impassable) continue;
      alignas(64) std::uint16_t offered[lanes];
      const std::uint16_t lowest =
          scratch.kernel.offer(out.values[back / 2], receiver.neighbours[d]->edge_costs[back / 2],
                               receiver.edge_costs[d / 2], offered);
      receive(receiver, d / 2, out.base, offered, lowest);
    } else {
      // The corner is the end of the row that the giver put in for its upper or lower side.
      const std::uint16_t value = out.values[back < 4 ? 1 : 3][corner_offset(back) % lanes];
      if (value != lane_max) take_corner(receiver, d, out.base + value);
    }
  }
  receiver.inbox[parity] = 0;
}

void TileField::end_round() {
  Rounds& r = *rounds_;
  r.receivers.clear();
  r.lowest_offer = unreachable.units;
  for (const auto& scratch : r.scratch) {
    r.receivers.insert(r.receivers.end(), scratch->receivers.begin(), scratch->receivers.end());
    r.lowest_offer = std::min(r.lowest_offer, scratch->lowest_offer);
    tiles_solved_ += scratch->tiles_solved;
    scratch->receivers.clear();
    scratch->lowest_offer = unreachable.units;
    scratch->tiles_solved = 0;
  }
  for (TileSlot* slot : r.active) {
    if (slot->deferred_key < unreachable.units) {
      wake(*slot, slot->deferred_key);
      slot->deferred_key = unreachable.units;
    }
    if (!grid_.links().empty() && !slot->wide) offer_links(*slot);
  }
  // Wide tiles are few: each is solved by itself.
  while (!heap_.empty() && heap_.front().slot->wide && heap_.front().key <= r.until) solve(*heap_pop());
}

}  // namespace portolan
