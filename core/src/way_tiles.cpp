// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/way_tiles.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <portolan/core/assert.hpp>

#include "way_slot.hpp"

namespace portolan::detail {

namespace {

// A new tile's base lies this much below its first value, so that other neighbours' offers rarely move it.
constexpr std::uint64_t base_slack = 2048;
// On ground of one cost no way inside a tile is longer than this many units of cost.
constexpr std::uint32_t longest_way = tile_cells * 2 * diagonal_factor;
constexpr std::uint64_t not_waiting = ~std::uint64_t{0};

}  // namespace

WayTiles::WayTiles(GridView grid, const TileGrid& tiles, Isa isa)
    : grid_(grid), tiles_(tiles), scratch_(std::make_unique<Scratch>(isa)) {}
WayTiles::~WayTiles() = default;

bool WayTiles::usable() const { return tiles_.side() == lanes && grid_.links().empty(); }

WayTiles::End WayTiles::find(const Question& question) {
  PORTOLAN_ASSERT(usable());
  begin(question);
  seed(true);
  follow_way();
  if (fits_) leave_way();
  return !fits_ ? End::unfit : value_ < unreachable.units ? End::found : End::none;
}

void WayTiles::begin(const Question& question) {
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
void WayTiles::seed(bool on_way) {
  for (const Goal& goal : question_.goals) {
    const std::uint32_t tile = tiles_.tile_of(goal.cell).value;
    if (!in_corridor(tile) || is_on_way(tile) != on_way || !grid_.passable(goal.cell)) continue;
    if (goal.offset.units + least_from_start(goal.cell) >= limit_) continue;
    take(*slot_of(tile), tiles_.offset(goal.cell), goal.offset.units);
  }
}

// Each tile of the known way once, from the goal on. What it offers tiles that were solved before it, waits:
// by the value that the start has then, hardly any of that matters.
void WayTiles::follow_way() {
  for (std::size_t place = question_.on_way; place-- > 0 && fits_;) {
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
void WayTiles::take_corners(Slot& slot) {
  for (const int direction : {1, 3, 5, 7}) {
    const std::uint32_t tile = slot.around[direction];
    if (tile == none || !is_on_way(tile) || marks_[tile].place < marks_[slot.tile].place) continue;
    const std::uint32_t number = marks_[tile].slot;
    if (number != none) offer_corner(*slots_[number], (direction + 4) % step_count);
  }
}

// Everything from which a way may be had that costs less than the best that is known.
void WayTiles::run() {
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
void WayTiles::leave_way() {
  const bool can_improve = std::any_of(
      question_.goals.begin(), question_.goals.end(),
      [this](const Goal& goal) { return goal.offset.units + least_from_start(goal.cell) < limit_; });
  if (!can_improve) return;
  everywhere_ = true;
  if (!question_.keeps_to_way) seed(false);
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

WayTiles::Slot* WayTiles::slot_of(std::uint32_t tile) {
  Mark& mark = marks_[tile];
  if (mark.slot == none) {
    if (used_ == slots_.size()) slots_.push_back(std::make_unique_for_overwrite<Slot>());
    mark.slot = static_cast<std::uint32_t>(used_);
    load(*slots_[used_++], tile);
  }
  return slots_[mark.slot].get();
}

void WayTiles::load(Slot& slot, std::uint32_t tile) {
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
std::uint64_t WayTiles::least_from_start(const Rect& box) const {
  const Cell s = question_.start;
  const int dx = std::max({0, box.x - s.x, s.x - (box.x + box.width - 1)});
  const int dy = std::max({0, box.y - s.y, s.y - (box.y + box.height - 1)});
  return static_cast<std::uint64_t>(2 * question_.least_cost) *
         static_cast<std::uint64_t>(12 * std::max(dx, dy) + 5 * std::min(dx, dy));
}

// Returns the rows that changed.
std::uint32_t WayTiles::solve(Slot& slot) {
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
      slot.plain_cost == 0 || slot.entered_max + longest_way * slot.plain_cost > narrow_limit;
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
std::uint32_t WayTiles::sides_to_offer(Slot& slot, std::uint32_t changed) const {
  return (changed >> last_lane & 1U) << 1U | (changed & 1U) << 3U |
         scratch_->kernel.columns(slot.values, last_lane,
                                  slot.around[4] != none ? slot.offered_west : nullptr,
                                  slot.around[0] != none ? slot.offered_east : nullptr);
}

void WayTiles::spread(Slot& slot, std::uint32_t changed) {
  const std::uint32_t sides = sides_to_offer(slot, changed);
  for (int side = 0; side < 4; ++side) {
    if ((sides >> side & 1U) != 0) offer_side(slot, side);
  }
  for (const int direction : {1, 3, 5, 7}) {
    if ((sides >> (direction < 4 ? 1 : 3) & 1U) != 0) offer_corner(slot, direction);
  }
}

const std::uint8_t* WayTiles::edge_costs(Slot& slot, int side) {
  if (side % 2 == 1) return slot.costs + edge_first[side];
  std::uint8_t* const column = slot.columns[side / 2];
  if (!slot.has_column[side / 2]) {
    const int x = static_cast<int>(edge_first[side]);
    if (slot.plain_cost != 0) {
      scratch_->kernel.plain_column(slot.rows, x, slot.plain_cost, column);
    } else {
      for (int y = 0; y < lanes; ++y) column[y] = slot.costs[x + y * lanes];
    }
    slot.has_column[side / 2] = true;
  }
  return column;
}

void WayTiles::offer_side(Slot& slot, int side) {
  const std::uint32_t tile = slot.around[2 * side];
  if (tile == none || (question_.keeps_to_way && !is_on_way(tile))) return;
  const std::uint16_t* values = side == 0   ? slot.offered_east
                                : side == 2 ? slot.offered_west
                                            : slot.values + edge_first[side];
  // Along the known way, hardly anything that is offered would be of no use.
  if (everywhere_) {
    if (!may_be_useful(slot, side, values)) return;
    const std::uint32_t number = marks_[tile].slot;
    const bool fresh = number == none || !slots_[number]->touched;
    if (fresh && !any_useful(slot, side, values, 1, ~0U)) return;
  }
  Slot& receiver = *slot_of(tile);
  if (receiver.plain_cost == impassable) return;
  const int facing = (side + 2) % 4;
  const std::uint8_t *mine = edge_costs(slot, side), *theirs = edge_costs(receiver, facing);
  if (exchange(slot, values, mine, theirs, receiver, facing)) return;
  alignas(64) std::uint16_t offered[lanes];
  const std::uint16_t lowest = scratch_->kernel.offer(values, mine, theirs, offered);
  if (lowest != lane_max) receive(receiver, facing, slot.base, offered, lowest);
}

// The usual case of an offer, in one step: 16 bits span what both tiles have. False, and nothing is offered,
// otherwise.
bool WayTiles::exchange(const Slot& giver, const std::uint16_t* values, const std::uint8_t* mine,
                        const std::uint8_t* theirs, Slot& receiver, int facing) {
  const TileKernel& kernel = scratch_->kernel;
  if (!receiver.touched) {
    alignas(64) std::uint16_t offered[lanes];
    const std::uint16_t lowest = kernel.offer(values, mine, theirs, offered);
    if (lowest == lane_max) return true;
    static_cast<void>(rebase(receiver, giver.base + lowest));
  }
  const auto shift = static_cast<std::int64_t>(giver.base - receiver.base);
  if (shift > lane_max || shift < -lane_max) return false;
  const bool column = facing % 2 == 0;
  EdgeOffer answer;
  kernel.exchange(values, mine, theirs, static_cast<std::int32_t>(shift), receiver.values, edge_first[facing],
                  column, answer);
  if (answer.misfit != 0) return false;
  if (answer.improved == 0) return true;
  receiver.dirty |= column ? answer.improved : 1U << (edge_first[facing] / lanes);
  receiver.entered_max = std::max(receiver.entered_max, answer.highest);
  if (!everywhere_ || any_useful(receiver, facing, receiver.values + edge_first[facing], column ? lanes : 1,
                                 answer.improved)) {
    wake(receiver, receiver.base + answer.lowest);
  }
  return true;
}

// False where no way over an edge can cost less than the limit, by its least value and its nearest cell.
bool WayTiles::may_be_useful(const Slot& slot, int side, const std::uint16_t* values) const {
  const std::uint16_t least = scratch_->kernel.lowest(values);
  const Cell o = slot.origin;
  const Rect edge{side == 0 ? o.x + last_lane : o.x, side == 1 ? o.y + last_lane : o.y,
                  side % 2 == 0 ? 1 : lanes, side % 2 == 0 ? lanes : 1, o.layer};
  return least != lane_max && slot.base + least + least_from_start(edge) < limit_;
}

// True when over some of these cells of an edge there may be a way that costs less than the limit.
bool WayTiles::any_useful(const Slot& slot, int side, const std::uint16_t* values, int pitch,
                          std::uint32_t cells) const {
  const Cell o = slot.origin, s = question_.start;
  const int along = side % 2 == 0 ? o.y - s.y : o.x - s.x;
  const int edge = side < 2 ? last_lane : 0;
  const int across = std::abs(side % 2 == 0 ? o.x + edge - s.x : o.y + edge - s.y);
  const std::int64_t most = static_cast<std::int64_t>(limit_) - static_cast<std::int64_t>(slot.base);
  const std::int64_t unit = 2 * question_.least_cost;
  for (std::uint32_t left = cells; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint16_t value = values[lane * pitch];
    const int beside = std::abs(along + lane);
    const int least = 12 * std::max(beside, across) + 5 * std::min(beside, across);
    if (value != lane_max && value + unit * least < most) return true;
  }
  return false;
}

void WayTiles::receive(Slot& receiver, int facing, std::uint64_t giver_base, const std::uint16_t* offered,
                       std::uint16_t lowest) {
  if (!rebase(receiver, giver_base + lowest)) return;
  const auto shift = static_cast<std::int64_t>(giver_base - receiver.base);
  const bool column = facing % 2 == 0;
  alignas(64) std::uint16_t gathered[lanes];
  std::uint16_t* const edge = receiver.values + edge_first[facing];
  for (int y = 0; column && y < lanes; ++y) gathered[y] = edge[y * lanes];
  EdgeOffer answer;
  scratch_->kernel.accept(offered, static_cast<std::int32_t>(std::min<std::int64_t>(shift, lane_max)),
                          column ? gathered : edge, answer);
  fits_ = fits_ && answer.misfit == 0;
  if (answer.improved == 0 || !fits_) return;
  if (column) {
    for (std::uint32_t left = answer.improved; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      edge[lane * lanes] = gathered[lane];
    }
    receiver.dirty |= answer.improved;
  } else {
    receiver.dirty |= 1U << (edge_first[facing] / lanes);
  }
  receiver.entered_max = std::max(receiver.entered_max, answer.highest);
  wake(receiver, receiver.base + answer.lowest);
}

void WayTiles::offer_corner(Slot& slot, int direction) {
  const std::uint32_t tile = slot.around[direction];
  if (tile == none || (question_.keeps_to_way && !is_on_way(tile))) return;
  // A step across a corner has to have the tiles beside it.
  if (slot.around[direction - 1] == none || slot.around[(direction + 1) % step_count] == none) return;
  const std::uint32_t offset = corner_offset(direction), there = corner_offset((direction + 4) % step_count);
  const std::uint64_t units = slot.units(offset);
  if (units >= limit_) return;
  const std::uint32_t number = marks_[tile].slot;
  if (number != none && slots_[number]->units(there) <= units) return;
  const Cell from{slot.origin.x + static_cast<int>(offset % lanes),
                  slot.origin.y + static_cast<int>(offset / lanes), slot.origin.layer};
  const auto d = static_cast<Direction>(direction);
  if (units + least_from_start(from) >= limit_ || !grid_.can_step(from, d)) return;
  take(*slot_of(tile), there, units + grid_.step_cost(from, d).units);
}

// Makes room below for a value.
bool WayTiles::rebase(Slot& slot, std::uint64_t lowest) {
  if (!slot.touched || lowest < slot.base) {
    const std::uint64_t base = lowest > base_slack ? lowest - base_slack : 0;
    if (slot.touched) {
      const std::uint64_t by = slot.base - base;
      const TileKernel& kernel = scratch_->kernel;
      fits_ = fits_ && by <= narrow_limit && kernel.highest(slot.values) + by <= narrow_limit;
      if (!fits_) return false;
      const auto amount = static_cast<std::uint16_t>(by);
      kernel.raise(slot.values, amount, slot.values);
      for (std::uint16_t* const column : {slot.offered_west, slot.offered_east}) {
        for (int y = 0; y < lanes; ++y) {
          if (column[y] != lane_max) column[y] = static_cast<std::uint16_t>(column[y] + amount);
        }
      }
      slot.entered_max = static_cast<std::uint16_t>(std::min<int>(slot.entered_max + amount, lane_max));
    }
    slot.touched = true;
    slot.base = base;
  }
  return true;
}

// One value from outside: goals and corners.
void WayTiles::take(Slot& slot, std::uint32_t offset, std::uint64_t units) {
  if (slot.units(offset) <= units || !rebase(slot, units)) return;
  const std::uint64_t value = units - slot.base;
  fits_ = fits_ && value <= narrow_limit;
  if (!fits_) return;
  slot.values[offset] = static_cast<std::uint16_t>(value);
  slot.dirty |= 1U << (offset / lanes);
  slot.entered_max = std::max(slot.entered_max, slot.values[offset]);
  wake(slot, units);
}

void WayTiles::wake(Slot& slot, std::uint64_t key) {
  if (key >= slot.key) return;
  slot.key = key;
  if (everywhere_) heap_.push({key, slot.tile, slot.number});
}

const WayTiles::Slot* WayTiles::find_slot(Cell c) const {
  const Mark& mark = marks_[tiles_.tile_of(c).value];
  return mark.generation == generation_ && mark.slot != none ? slots_[mark.slot].get() : nullptr;
}

std::size_t WayTiles::memory_bytes() const {
  return sizeof *this + sizeof *scratch_ + marks_.capacity() * sizeof(Mark) + slots_.size() * sizeof(Slot) +
         heap_.memory_bytes();
}

}  // namespace portolan::detail
