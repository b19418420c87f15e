// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A field as it is, finished or half done: slots in their order, since work goes through them by number.
#include <algorithm>
#include <cstring>
#include <vector>

#include <portolan/core/detail/carrier.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::TileSlot;

namespace {

struct SlotHead {
  std::uint64_t base = 0;
  std::uint32_t tile = 0;
  std::uint32_t dirty = 0;
  std::uint32_t check = 0;
  std::uint16_t entered_max = 0;
  std::uint8_t plain_cost = 0;
  std::uint8_t felt = 0;
  std::uint8_t loaded = 0, touched = 0, stale = 0, listed = 0, due = 0, wide = 0;
  std::uint8_t unused[2] = {};
};

// Of slots that are loaded.
struct SlotBody {
  std::uint16_t values[1024];
  std::uint16_t offered_west[32];
  std::uint16_t offered_east[32];
  std::uint32_t rows[32];
  std::uint8_t edge_costs[4][32];
  std::uint8_t directions[1024];
};

SlotHead head_of(const TileSlot& s) {
  SlotHead head{s.base, s.tile.value, s.dirty, s.repair.check, s.entered_max, s.plain_cost, s.repair.felt};
  head.loaded = s.loaded ? 1 : 0;
  head.touched = s.touched ? 1 : 0;
  head.stale = s.stale ? 1 : 0;
  head.listed = s.repair.listed ? 1 : 0;
  head.due = s.repair.due ? 1 : 0;
  head.wide = s.wide ? 1 : 0;
  return head;
}

void take_head(const SlotHead& head, TileSlot& s) {
  s.base = head.base;
  s.dirty = head.dirty;
  s.repair = {head.check, head.felt, head.listed != 0, head.due != 0};
  s.entered_max = head.entered_max;
  s.plain_cost = head.plain_cost;
  s.loaded = head.loaded != 0;
  s.touched = head.touched != 0;
  s.stale = head.stale != 0;
}

// From the one to the other, either way.
template <class From, class To>
void copy_body(const From& from, To& to) {
  std::memcpy(to.values, from.values, sizeof to.values);
  std::memcpy(to.offered_west, from.offered_west, sizeof to.offered_west);
  std::memcpy(to.offered_east, from.offered_east, sizeof to.offered_east);
  std::memcpy(to.rows, from.rows, sizeof to.rows);
  std::memcpy(to.edge_costs, from.edge_costs, sizeof to.edge_costs);
  std::memcpy(to.directions, from.directions, sizeof to.directions);
}

bool are_directions(const SlotBody& body) {
  return std::all_of(std::begin(body.directions), std::end(body.directions),
                     [](std::uint8_t d) { return d <= static_cast<std::uint8_t>(Direction::none); });
}

// Directions that are not built yet hold anything.
void blank_unbuilt(const SlotHead& head, SlotBody& body) {
  if (head.stale != 0)
    std::memset(body.directions, static_cast<int>(Direction::none), sizeof body.directions);
}

}  // namespace

void TileField::carry_slots(detail::Carrier& carrier) {
  std::vector<SlotHead> heads;
  std::vector<SlotBody> bodies;
  for (std::size_t i = 0; i < store_.size() && !carrier.loading(); ++i) {
    heads.push_back(head_of(store_[i]));
    if (!store_[i].loaded) continue;
    copy_body(store_[i], bodies.emplace_back());
    if (!directions_ready_ && i >= directions_looked_at_) blank_unbuilt(heads.back(), bodies.back());
  }
  carrier.values(heads, tiles_.tile_count());
  carrier.values(bodies, heads.size());
  if (!carrier.loading()) return;
  std::vector<TileId> tiles;
  tiles.reserve(heads.size());
  for (const SlotHead& head : heads) tiles.push_back({head.tile});
  const auto known = [this](TileId tile) { return tile.value < tiles_.tile_count(); };
  if (!carrier.require(std::all_of(tiles.begin(), tiles.end(), known))) return;
  store_.add(tiles);
  const auto bodies_wanted =
      std::count_if(heads.begin(), heads.end(), [](const SlotHead& h) { return h.loaded != 0; });
  carrier.require(store_.size() == tiles.size() && static_cast<std::size_t>(bodies_wanted) == bodies.size() &&
                  std::all_of(bodies.begin(), bodies.end(), are_directions));
  auto body = bodies.begin();
  for (std::size_t i = 0; i < store_.size(); ++i) {
    blank(store_[i]);
    if (!carrier.good()) continue;
    take_head(heads[i], store_[i]);
    if (heads[i].loaded != 0) copy_body(*body++, store_[i]);
    if (heads[i].wide != 0) store_[i].wide = std::make_unique<detail::WideTile>();
  }
}

void TileField::carry_wide(detail::Carrier& carrier) {
  for (std::size_t i = 0; i < store_.size() && carrier.good(); ++i) {
    if (!store_[i].wide) continue;
    detail::WideTile& wide = *store_[i].wide;
    carrier.record(wide.units);
    carrier.values(wide.pending, detail::tile_cells);
    carrier.require(std::all_of(wide.pending.begin(), wide.pending.end(),
                                [](std::uint16_t cell) { return cell < detail::tile_cells; }));
  }
}

// What waits, by number of the slot.
void TileField::carry_waiting(detail::Carrier& carrier) {
  struct Turn {
    std::uint64_t key = 0;
    std::uint64_t number = 0;
  };
  std::vector<Turn> turns;
  std::vector<std::uint32_t> joined;
  if (!carrier.loading()) {
    heap_.for_each([&](const Waiting& w) { turns.push_back({w.key, w.item}); });
    for (const TileSlot* slot : joined_) joined.push_back(slot->number);
  }
  carrier.values(turns, store_.size());
  carrier.values(joined, store_.size());
  if (!carrier.loading()) return;
  heap_.resize(store_.size());
  for (const Turn& turn : turns) {
    if (!carrier.require(turn.number < store_.size())) return;
    TileSlot& slot = store_[static_cast<std::size_t>(turn.number)];
    if (carrier.require(slot.loaded)) wake(slot, turn.key);
  }
  for (const std::uint32_t number : joined) {
    if (!carrier.require(number < store_.size())) return;
    joined_.push_back(&store_[number]);
  }
}

// Goals that were added since the last `advance` are not noted yet.
void TileField::carry_goals(detail::Carrier& carrier) {
  std::uint64_t seeded = goals_seeded_, noted = seeded_.size();
  carrier.values(goals_);
  carrier.record(seeded, noted);
  if (!carrier.loading()) return;
  const bool fit = std::all_of(goals_.begin(), goals_.end(), [this](const Goal& goal) {
    return grid_.contains(goal.cell) && reachable(goal.offset);
  });
  if (!carrier.require(fit && seeded <= goals_.size() && noted <= goals_.size())) return;
  const std::vector<Goal> all = goals_;
  goals_.resize(static_cast<std::size_t>(noted));
  note_goals();
  goals_ = all;
  goals_seeded_ = static_cast<std::size_t>(seeded);
}

void TileField::carry(detail::Carrier& carrier) {
  PORTOLAN_ASSERT(!in_scope_, "reset() a field that has served a path");
  if (carrier.loading()) reset();
  std::uint64_t looked_at = directions_looked_at_;
  carry_goals(carrier);
  carrier.record(tiles_solved_, looked_at, everywhere_, directions_ready_, links_taken_in_);
  carry_slots(carrier);
  carry_wide(carrier);
  carry_waiting(carrier);
  if (!carrier.loading()) return;
  directions_looked_at_ = static_cast<std::size_t>(looked_at);
  if (!carrier.require(looked_at <= store_.size())) reset();
}

}  // namespace portolan
