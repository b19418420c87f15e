// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/path_tiles.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>

#include "path_slot.hpp"

namespace portolan::detail {

namespace {

// On ground of one cost no way inside a tile is longer than this many units of cost.
constexpr std::uint32_t longest_path = tile_cells * 2 * diagonal_factor;
constexpr std::uint64_t not_waiting = ~std::uint64_t{0};

}  // namespace

PathTiles::PathTiles(GridView grid, const TileGrid& tiles, Isa isa)
    : grid_(grid), tiles_(tiles), scratch_(std::make_unique<Scratch>(isa)) {}
PathTiles::~PathTiles() = default;

bool PathTiles::usable() const { return tiles_.side() == lanes && grid_.links().empty(); }

PathTiles::End PathTiles::find(const Question& question) {
  PORTOLAN_ASSERT(usable());
  begin(question);
  seed(true);
  follow_path();
  if (fits_) leave_path();
  return !fits_ ? End::unfit : value_ < unreachable.units ? End::found : End::none;
}

void PathTiles::begin(const Question& question) {
  question_ = question;
  start_tile_ = tiles_.tile_of(question.start).value;
  marks_.resize(tiles_.tile_count());
  if (++generation_ == 0) {
    std::fill(marks_.begin(), marks_.end(), Mark{});
    generation_ = 1;
  }
  for (std::size_t i = 0; i < question.corridor.size(); ++i)
    marks_[question.corridor[i]] = {generation_, none, static_cast<std::uint32_t>(i)};
  used_ = 0;
  heap_.clear();
  scratch_->weights_of = none;
  value_ = unreachable.units;
  limit_ = question.known < unreachable.units ? question.known + 1 : unreachable.units;
  tiles_solved_ = 0;
  everywhere_ = false;
  fits_ = true;
}

// The goals in tiles of the known way, or the others that may be better.
void PathTiles::seed(bool on_route) {
  for (const Goal& goal : question_.goals) {
    const std::uint32_t tile = tiles_.tile_of(goal.cell).value;
    if (!in_corridor(tile) || is_on_route(tile) != on_route || !grid_.passable(goal.cell)) continue;
    if (goal.offset.units + least_from_start(goal.cell) >= limit_) continue;
    take(*slot_of(tile), tiles_.offset(goal.cell), goal.offset.units);
  }
}

// Each tile of the known way once, from the goal on. What it offers tiles that were solved before it, waits:
// by the value that the start has then, hardly any of that matters.
void PathTiles::follow_path() {
  for (std::size_t place = question_.on_route; place-- > 0 && fits_;) {
    Slot& slot = *slot_of(question_.corridor[place]);
    take_corners(slot);
    if (slot.key == not_waiting) continue;
    slot.key = not_waiting;
    const std::uint32_t changed = solve(slot);
    const std::uint32_t sides = sides_to_offer(slot, changed);
    for (int side = 0; side < 4; ++side) {
      if ((sides >> side & 1U) != 0 && is_ahead(slot, 2 * side)) offer_side(slot, side);
    }
  }
}

// Takes in what the tiles of the known way that were solved before have across a tile's corners.
void PathTiles::take_corners(Slot& slot) {
  for (const int direction : {1, 3, 5, 7}) {
    const std::uint32_t tile = slot.around[direction];
    if (tile == none || !is_on_route(tile) || marks_[tile].place < marks_[slot.tile].place) continue;
    const std::uint32_t number = marks_[tile].slot;
    if (number != none) offer_corner(*slots_[number], (direction + 4) % step_count);
  }
}

// Everything from which a way may be had that costs less than the best that is known.
void PathTiles::run() {
  while (!heap_.empty() && fits_) {
    const Waiting next = heap_.pop();
    if (next.key >= limit_) return heap_.push(next);
    Slot& slot = *slots_[next.slot];
    if (slot.key != next.key) continue;
    slot.key = not_waiting;
    spread(slot, solve(slot));
  }
}

// The tiles around the known way come in, unless it is as cheap as a way can be.
void PathTiles::leave_path() {
  const bool can_improve = std::any_of(
      question_.goals.begin(), question_.goals.end(),
      [this](const Goal& goal) { return goal.offset.units + least_from_start(goal.cell) < limit_; });
  if (!can_improve) return;
  everywhere_ = true;
  if (!question_.keeps_to_route) seed(false);
  const std::size_t count = used_;
  for (std::size_t i = 0; i < count; ++i) {
    Slot& slot = *slots_[i];
    for (int d = 0; d < step_count; ++d) {
      if (slot.around[d] == none || is_ahead(slot, d)) continue;
      d % 2 == 0 ? offer_side(slot, d / 2) : offer_corner(slot, d);
    }
  }
  run();
}

PathTiles::Slot* PathTiles::slot_of(std::uint32_t tile) {
  Mark& mark = marks_[tile];
  if (mark.slot == none) {
    if (used_ == slots_.size()) slots_.push_back(std::make_unique_for_overwrite<Slot>());
    mark.slot = static_cast<std::uint32_t>(used_);
    load(*slots_[used_++], tile);
  }
  return slots_[mark.slot].get();
}

void PathTiles::load(Slot& slot, std::uint32_t tile) {
  slot.tile = tile;
  slot.number = static_cast<std::uint32_t>(used_ - 1);
  slot.origin = tiles_.origin({tile});
  slot.costs = grid_.costs().row(slot.origin);
  slot.plain_cost = scratch_->kernel.survey(slot.costs, slot.rows);
  scratch_->kernel.clear(slot.values);
  std::fill(std::begin(slot.offered_west), std::end(slot.offered_west), lane_max);
  std::fill(std::begin(slot.offered_east), std::end(slot.offered_east), lane_max);
  slot.base = 0;
  slot.key = not_waiting;
  slot.dirty = 0;
  slot.entered_max = 0;
  slot.touched = slot.has_column[0] = slot.has_column[1] = false;
  const int column = slot.origin.x / lanes, row = slot.origin.y / lanes;
  for (int d = 0; d < step_count; ++d) {
    const int x = column + step_dx[static_cast<std::size_t>(d)];
    const int y = row + step_dy[static_cast<std::size_t>(d)];
    const bool inside = x >= 0 && y >= 0 && x < tiles_.columns() && y < tiles_.rows();
    const std::uint32_t next = inside ? tiles_.at(x, y, slot.origin.layer).value : none;
    slot.around[d] = inside && in_corridor(next) ? next : none;
  }
}

// What a way from the start to any of these cells costs at least.
std::uint64_t PathTiles::least_from_start(const Rect& box) const {
  const Cell s = question_.start;
  const int dx = std::max({0, box.x - s.x, s.x - (box.x + box.width - 1)});
  const int dy = std::max({0, box.y - s.y, s.y - (box.y + box.height - 1)});
  return static_cast<std::uint64_t>(2 * question_.least_cost) *
         static_cast<std::uint64_t>(12 * std::max(dx, dy) + 5 * std::min(dx, dy));
}

// Returns the rows that changed.
std::uint32_t PathTiles::solve(Slot& slot) {
  ++tiles_solved_;
  const TileKernel& kernel = scratch_->kernel;
  std::uint32_t changed = 0;
  if (slot.plain_cost != 0) {
    scratch_->weights_of = none;
    changed = kernel.solve_plain(slot.values, slot.rows, slot.plain_cost, slot.dirty, scratch_->weights);
  } else {
    if (scratch_->weights_of != slot.number) kernel.build_weights(slot.costs, scratch_->weights);
    scratch_->weights_of = slot.number;
    changed = kernel.solve_weighted(slot.values, scratch_->weights, slot.dirty);
  }
  slot.dirty = 0;
  const bool can_pass =
      slot.plain_cost == 0 || slot.entered_max + longest_path * slot.plain_cost > narrow_limit;
  if (can_pass && kernel.highest(slot.values) > narrow_limit) {
    fits_ = false;
    return 0;
  }
  if (slot.tile == start_tile_) {
    value_ = slot.units(tiles_.offset(question_.start));
    limit_ = std::min(limit_, value_);
  }
  return changed;
}

// The sides whose values changed since they were last offered, as bits. Remembers the columns as offered.
std::uint32_t PathTiles::sides_to_offer(Slot& slot, std::uint32_t changed) const {
  return (changed >> last_lane & 1U) << 1U | (changed & 1U) << 3U |
         scratch_->kernel.columns(slot.values, last_lane,
                                  slot.around[4] != none ? slot.offered_west : nullptr,
                                  slot.around[0] != none ? slot.offered_east : nullptr);
}

void PathTiles::spread(Slot& slot, std::uint32_t changed) {
  const std::uint32_t sides = sides_to_offer(slot, changed);
  for (int side = 0; side < 4; ++side) {
    if ((sides >> side & 1U) != 0) offer_side(slot, side);
  }
  for (const int direction : {1, 3, 5, 7}) {
    if ((sides >> (direction < 4 ? 1 : 3) & 1U) != 0) offer_corner(slot, direction);
  }
}

const PathTiles::Slot* PathTiles::find_slot(Cell c) const {
  const Mark& mark = marks_[tiles_.tile_of(c).value];
  return mark.generation == generation_ && mark.slot != none ? slots_[mark.slot].get() : nullptr;
}

std::size_t PathTiles::memory_bytes() const {
  return sizeof *this + sizeof *scratch_ + marks_.capacity() * sizeof(Mark) + slots_.size() * sizeof(Slot) +
         heap_.memory_bytes();
}

}  // namespace portolan::detail
