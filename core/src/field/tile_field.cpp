// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstring>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_field.hpp>

#include "scratch.hpp"

namespace portolan {

using detail::lane_max;
using detail::TileSlot;

TileField::TileField(GridView grid, const TileGrid& tiles, Isa isa, std::shared_ptr<FieldMemory> memory)
    : grid_(grid),
      tiles_(tiles),
      store_(tiles, std::move(memory)),
      scratch_(detail::make_pimpl<Scratch>(isa)) {
  PORTOLAN_ASSERT(tiles.extent() == grid.extent(), "make the tiles for the extent of the grid");
}

TileField::TileField(const TileField& other)
    : grid_(other.grid_),
      tiles_(other.tiles_),
      wants_directions_(other.wants_directions_),
      store_(other.store_),
      goals_(other.goals_),
      seeded_(other.seeded_),
      goals_seeded_(other.goals_seeded_),
      scratch_(detail::make_pimpl<Scratch>(other.scratch_->kernel)),
      tiles_solved_(other.tiles_solved_),
      directions_built_(other.directions_built_),
      directions_looked_at_(other.directions_looked_at_),
      everywhere_(other.everywhere_),
      directions_ready_(other.directions_ready_),
      links_taken_in_(other.links_taken_in_) {
  PORTOLAN_ASSERT(!other.in_scope_, "reset() a field that has served a path");
  heap_.resize(store_.size());
  other.heap_.for_each([&](const Waiting& w) { wake(store_[w.item], w.key); });
  for (const TileSlot* slot : other.joined_) joined_.push_back(&store_[slot->number]);
}

TileField TileField::distances_only(GridView grid, const TileGrid& tiles, Isa isa) {
  TileField field(grid, tiles, isa);
  field.wants_directions_ = false;
  return field;
}

void TileField::reset() {
  store_.clear();
  goals_.clear();
  seeded_.clear();
  heap_.reset();
  joined_.clear();
  goals_seeded_ = 0;
  tiles_solved_ = 0;
  directions_built_ = 0;
  directions_looked_at_ = 0;
  directions_ready_ = false;
  links_taken_in_ = false;
  everywhere_ = true;
  in_scope_ = false;
  scratch_->weights_of = {};
}

void TileField::allow_all() {
  PORTOLAN_ASSERT(tiles_solved_ == 0, "reset() the field first");
  everywhere_ = true;
}

void TileField::allow(std::span<const TileId> tiles) {
  PORTOLAN_ASSERT(!everywhere_ || store_.size() == 0, "reset() the field first");
  everywhere_ = false;
  directions_ready_ = false;  // new tiles have none yet
  const std::size_t before = store_.add(tiles);
  heap_.resize(store_.size());
  for (std::size_t i = before; i < store_.size(); ++i) {
    blank(store_[i]);
    joined_.push_back(&store_[i]);
  }
}

bool TileField::allowed(TileId tile) const {
  PORTOLAN_ASSERT(tile.value < tiles_.tile_count(), "ask for tiles of this field's grid");
  if (in_scope_) return scratch_->scope.contains(tile);
  return everywhere_ || store_.find(tiles_.column(tile), tiles_.row(tile), tiles_.layer(tile)) != nullptr;
}

// The same for the tile that holds a cell of the world.
bool TileField::may_enter(Cell c) const {
  if (in_scope_) return scratch_->scope.contains(tiles_.tile_of(c));
  return everywhere_ || store_.find(c) != nullptr;
}

void TileField::add_goal(const Goal& goal) {
  PORTOLAN_ASSERT(grid_.contains(goal.cell), "add goals inside the world");
  PORTOLAN_ASSERT(reachable(goal.offset), "an offset is less than `unreachable`");
  if (!grid_.contains(goal.cell) || !reachable(goal.offset)) return;
  goals_.push_back(goal);
}

bool TileField::advance(std::uint64_t max_tile_solves) {
  PORTOLAN_ASSERT(!in_scope_, "reset() a field that has served a path");
  const bool joins = !joined_.empty() || goals_seeded_ != goals_.size();
  if (!joined_.empty()) hear_neighbours();
  seed_goals();
  links_taken_in_ = links_taken_in_ || !grid_.links().empty();
  const std::uint64_t limit =
      max_tile_solves > unlimited - tiles_solved_ ? unlimited : tiles_solved_ + max_tile_solves;
  if (joins || !heap_.empty()) directions_looked_at_ = 0;
  while (tiles_solved_ < limit && !heap_.empty()) solve(*next_waiting());
  directions_ready_ = false;
  if (!heap_.empty()) return false;
  if (wants_directions_ && !finish_directions(limit - tiles_solved_)) return false;
  directions_ready_ = wants_directions_;
  return true;
}

Distance TileField::settled_below() const { return heap_.empty() ? unreachable : Distance{heap_.top().key}; }

// A goal may lie in a tile that joined after the others were solved: taking it in twice does no harm.
void TileField::hear_neighbours() {
  if (goals_seeded_ == 0 && tiles_solved_ == 0) return joined_.clear();  // nobody has anything to say
  goals_seeded_ = 0;
  std::vector<TileSlot*> heard;
  for (const TileSlot* slot : joined_) {
    for (TileSlot* next : slot->neighbours) {
      if (next != nullptr && next->touched) heard.push_back(next);
    }
    for (const LinkTable::Entry& entry : grid_.links().from_block(slot->origin)) {
      TileSlot* to = store_.find(grid_.links()[entry.id].to);
      if (to != nullptr && to->touched) heard.push_back(to);
    }
  }
  std::sort(heard.begin(), heard.end(),
            [](const TileSlot* a, const TileSlot* b) { return a->tile < b->tile; });
  heard.erase(std::unique(heard.begin(), heard.end()), heard.end());
  for (TileSlot* slot : heard) offer_all(*slot);
  joined_.clear();
}

void TileField::seed_goals() {
  if (goals_seeded_ == goals_.size()) return;
  for (; goals_seeded_ < goals_.size(); ++goals_seeded_) {
    const Goal& goal = goals_[goals_seeded_];
    TileSlot* slot = grid_.passable(goal.cell) ? slot_for(goal.cell) : nullptr;
    if (slot != nullptr) take(*slot, tiles_.offset(goal.cell), goal.offset.units);
  }
  note_goals();
}

void TileField::note_goals() {
  seeded_.clear();
  for (const Goal& goal : goals_) {
    const std::uint64_t tile = tiles_.tile_of(goal.cell).value;
    seeded_.push_back({tile * detail::tile_cells + tiles_.offset(goal.cell), goal.offset.units});
  }
  std::sort(seeded_.begin(), seeded_.end());
}

// Those at places from `first` to before `last`.
std::span<const TileField::SeededGoal> TileField::seeded_between(std::uint64_t first,
                                                                 std::uint64_t last) const {
  const auto from = std::lower_bound(seeded_.begin(), seeded_.end(), SeededGoal{first, 0});
  const auto to = std::lower_bound(from, seeded_.end(), SeededGoal{last, 0});
  return std::span(seeded_).subspan(static_cast<std::size_t>(from - seeded_.begin()),
                                    static_cast<std::size_t>(to - from));
}

TileSlot* TileField::slot_for(Cell c) {
  TileSlot* slot = store_.find(c);
  if (slot != nullptr || !everywhere_) return loaded(slot);
  const TileId tile = tiles_.tile_of(c);
  return !in_scope_ || scratch_->scope.may_enter(tile) ? create(tiles_.origin(tile)) : nullptr;
}

// One that may still have to be made.
TileSlot* TileField::far_neighbour(TileSlot& slot, int direction) {
  const auto d = static_cast<std::size_t>(direction);
  const Cell origin{slot.origin.x + step_dx[d] * tiles_.side(), slot.origin.y + step_dy[d] * tiles_.side(),
                    slot.origin.layer};
  if (!grid_.contains(origin)) return nullptr;
  return !in_scope_ || scratch_->scope.may_enter(tiles_.tile_of(origin)) ? create(origin) : nullptr;
}

TileSlot* TileField::create(Cell origin) { return loaded(&scratch_->place(*this, origin)); }

// A slot whose costs are read when something reaches it: by then they, and its values, stay in the cache.
TileSlot& TileField::Scratch::place(TileField& field, Cell origin) {
  TileSlot& slot = field.store_.create(origin);
  field.heap_.resize(field.store_.size());
  blank(slot);
  return slot;
}

void TileField::read_costs(TileSlot& slot, Scratch& scratch) const {
  const std::uint8_t* costs = scratch.tile_costs(grid_, tiles_, slot.origin);
  const int last = tiles_.side() - 1;
  slot.plain_cost = scratch.kernel.survey(costs, slot.rows);
  std::memcpy(slot.edge_costs[1], costs + last * detail::lanes, detail::lanes);
  std::memcpy(slot.edge_costs[3], costs, detail::lanes);
  for (const int x : {0, last}) {
    std::uint8_t* column = slot.edge_costs[x == 0 ? 2 : 0];
    if (slot.plain_cost != 0) {
      scratch.kernel.plain_column(slot.rows, x, slot.plain_cost, column);
    } else {
      for (int y = 0; y < detail::lanes; ++y) column[y] = costs[y * detail::lanes + x];
    }
  }
}

void TileField::load(TileSlot& slot, Scratch& scratch) const {
  read_costs(slot, scratch);
  blank_values(slot);
  slot.loaded = true;
}

void TileField::blank_values(TileSlot& slot) const {
  scratch_->kernel.clear(slot.values);
  static_assert(lane_max == 0xFFFF, "all bytes of an unreachable value are 0xFF");
  std::memset(slot.offered_west, 0xFF, sizeof slot.offered_west);
  std::memset(slot.offered_east, 0xFF, sizeof slot.offered_east);
}

void TileField::rewind(std::span<const TileId> changed) {
  PORTOLAN_ASSERT(!in_scope_, "reset() a field that has served a path");
  heap_.clear();
  goals_seeded_ = 0;
  tiles_solved_ = 0;
  directions_looked_at_ = 0;
  directions_ready_ = false;
  scratch_->weights_of = {};
  for (std::size_t i = 0; i < store_.size(); ++i) {
    TileSlot& slot = store_[i];
    const bool known = slot.loaded;
    blank(slot);
    if (known) blank_values(slot);
    slot.loaded = known;
  }
  for (const TileId tile : changed) {
    PORTOLAN_ASSERT(tile.value < tiles_.tile_count(), "name tiles of this field's grid");
    TileSlot* slot = store_.find(tiles_.column(tile), tiles_.row(tile), tiles_.layer(tile));
    if (slot != nullptr && slot->loaded) read_costs(*slot, *scratch_);
  }
}

// A slot without values, and without costs as yet.
void TileField::blank(TileSlot& slot) {
  slot.wide.reset();
  slot.base = 0;
  slot.dirty = 0;
  slot.repair = {};
  slot.entered_max = 0;
  slot.loaded = false;
  slot.touched = false;
  slot.stale = true;
}

Cost TileField::cost_in(const TileSlot& slot, int x, int y) const {
  if ((slot.rows[y] >> x & 1U) == 0) return impassable;
  if (slot.plain_cost != 0) return slot.plain_cost;
  return grid_.cost({slot.origin.x + x, slot.origin.y + y, slot.origin.layer});
}

std::size_t TileField::wide_tile_count() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < store_.size(); ++i) count += store_[i].wide ? 1 : 0;
  return count;
}

std::size_t TileField::memory_bytes() const {
  return sizeof(*this) + sizeof(Scratch) + store_.memory_bytes() + heap_.memory_bytes();
}

}  // namespace portolan
