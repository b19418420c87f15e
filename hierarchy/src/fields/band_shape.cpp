// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "fields/band_shape.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/flag_bits.hpp>

namespace portolan::detail {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

// A bit for each of eight costs that is not `impassable`.
std::uint32_t open_bits(const std::uint8_t* costs) {
  std::uint64_t word = 0;
  std::memcpy(&word, costs, 8);
  // The top bit of each byte of ~word is set where the byte is no 255.
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7fULL;
  const std::uint64_t flipped = ~word;
  const std::uint64_t tops = (((flipped & low) + low) | flipped) & ~low;
  return bits_of_flags(tops >> 7U);
}

}  // namespace

BandShape::BandShape(GridView grid) : grid_(grid), number_(TileGrid(grid.extent(), BlockArray::side)) {}

void BandShape::reset() {
  for (const Block& block : blocks_) number_.set(block.tile, 0);
  blocks_.clear();
  fronts_.clear();
  active_.clear();
}

bool BandShape::bit(Cell c, Rows Block::*rows) const {
  const std::uint32_t number = number_.at(c);
  if (number == 0) return false;
  const std::uint32_t row = (blocks_[number - 1].*rows)[static_cast<std::uint32_t>(c.y) & 31U];
  return (row >> (static_cast<std::uint32_t>(c.x) & 31U) & 1U) != 0;
}

std::uint32_t BandShape::number_of(TileId tile) {
  const TileGrid& tiles = number_.tiles();
  const Cell origin = tiles.origin(tile);
  if (const std::uint32_t number = number_.at(origin); number != 0) return number - 1;
  Block& block = blocks_.emplace_back();
  block.tile = tile;
  block.origin = origin;
  block.cells.fill(0);
  block.path.fill(0);
  const std::uint8_t* costs = grid_.costs().block(grid_.costs().block_of(origin));
  for (std::size_t y = 0; y < 32; ++y, costs += BlockArray::side) {
    block.open[y] = open_bits(costs) | open_bits(costs + 8) << 8U | open_bits(costs + 16) << 16U |
                    open_bits(costs + 24) << 24U;
  }
  fronts_.emplace_back();
  number_.set(tile, static_cast<std::uint32_t>(blocks_.size()));
  return static_cast<std::uint32_t>(blocks_.size() - 1);
}

void BandShape::add_path(Cell c) {
  PORTOLAN_ASSERT(grid_.contains(c), "paths lead through cells of the world");
  const std::uint32_t number = number_of(number_.tiles().tile_of(c));
  Block& block = blocks_[number];
  Front& front = fronts_[number];
  const std::uint32_t y = static_cast<std::uint32_t>(c.y) & 31U;
  const std::uint32_t cell = 1U << (static_cast<std::uint32_t>(c.x) & 31U);
  block.path[y] |= cell;
  if ((block.open[y] & cell) == 0) return;
  block.cells[y] |= cell;
  if (front.rows == 0) active_.push_back(number);
  front.now[y] |= cell;
  front.rows |= 1U << y;
}

// The number of the block so many blocks away; none where it is not known, or outside the world.
std::uint32_t BandShape::known(std::uint32_t number, int dx, int dy) const {
  const TileGrid& tiles = number_.tiles();
  const Cell origin = blocks_[number].origin;
  const int column = (origin.x >> 5) + dx, row = (origin.y >> 5) + dy;
  if (column < 0 || row < 0 || column >= tiles.columns() || row >= tiles.rows()) return none;
  const std::uint32_t found = number_.at(column, row, origin.layer);
  return found == 0 ? none : found - 1;
}

// Blocks that the front of this one may step into.
void BandShape::reach_neighbours(std::uint32_t number) {
  const Front& front = fronts_[number];
  std::uint32_t any = 0;
  for (std::uint32_t rows = front.rows; rows != 0; rows &= rows - 1)
    any |= front.now[static_cast<std::size_t>(std::countr_zero(rows))];
  constexpr std::uint32_t last = 1U << 31U;
  const std::uint32_t edges[3] = {front.now[0], any, front.now[31]};
  const TileId tile = blocks_[number].tile;
  for (int d = 0; d < step_count; ++d) {
    const auto i = static_cast<std::size_t>(d);
    const std::uint32_t edge = edges[step_dy[i] + 1];
    const std::uint32_t wanted = step_dx[i] < 0 ? edge & 1U : step_dx[i] > 0 ? edge & last : edge;
    if (wanted == 0) continue;
    const TileId next = number_.tiles().neighbour(tile, static_cast<Direction>(d));
    if (!next.valid()) continue;
    const std::uint32_t found = number_of(next);
    Front& beside = fronts_[found];
    if (beside.rows != 0 || beside.next_rows != 0) continue;
    beside.next_rows = 1;  // in the list; the step sets it right
    active_.push_back(found);
  }
}

BandShape::Around BandShape::around(std::uint32_t number) const {
  Around found;
  for (std::size_t i = 0; i < 9; ++i)
    found[i] = i == 4 ? number : known(number, static_cast<int>(i % 3) - 1, static_cast<int>(i / 3) - 1);
  return found;
}

void BandShape::look_at(const Around& around, std::uint64_t rows, Window& window) const {
  for (; rows != 0; rows &= rows - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(rows));
    const std::size_t line = at == 0 ? 0 : at == 33 ? 6 : 3;
    const std::size_t y = (at + 31) & 31U;
    std::uint64_t front = 0, open = 0;
    if (const std::uint32_t west = around[line]; west != none) {
      front = fronts_[west].now[y] >> 31U;
      open = blocks_[west].open[y] >> 31U;
    }
    if (const std::uint32_t middle = around[line + 1]; middle != none) {
      front |= std::uint64_t{fronts_[middle].now[y]} << 1U;
      open |= std::uint64_t{blocks_[middle].open[y]} << 1U;
    }
    if (const std::uint32_t east = around[line + 2]; east != none) {
      front |= std::uint64_t{fronts_[east].now[y] & 1U} << 33U;
      open |= std::uint64_t{blocks_[east].open[y] & 1U} << 33U;
    }
    window.front[at] = front;
    window.open[at] = open;
  }
}

// Where the front gets to by one legal step: a diagonal one needs the cells on both sides of it.
void BandShape::step_block(std::uint32_t number) {
  const Around numbers = around(number);
  std::uint64_t from = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    if (numbers[i] == none) continue;
    const std::uint64_t rows = fronts_[numbers[i]].rows;
    from |= i < 3 ? rows >> 31U : i < 6 ? rows << 1U : (rows & 1U) << 33U;
  }
  const std::uint64_t inside = (std::uint64_t{1} << 33U) - 2;
  const std::uint64_t to = (from | from << 1U | from >> 1U) & inside;
  Window w{};
  look_at(numbers, to | to << 1U | to >> 1U, w);
  Block& block = blocks_[number];
  Front& front = fronts_[number];
  front.next_rows = 0;
  for (std::uint64_t rows = to; rows != 0; rows &= rows - 1) {
    const auto y = static_cast<std::size_t>(std::countr_zero(rows));
    std::uint64_t reached = w.front[y] | w.front[y] << 1U | w.front[y] >> 1U;
    for (const std::size_t side : {y - 1, y + 1}) {
      reached |= w.front[side];
      reached |= w.front[side] << 1U & w.open[side] & w.open[y] << 1U;
      reached |= w.front[side] >> 1U & w.open[side] & w.open[y] >> 1U;
    }
    const auto cells = static_cast<std::uint32_t>((reached & w.open[y]) >> 1U);
    front.next[y - 1] = cells;
    if (cells != 0) front.next_rows |= 1U << (y - 1);
    block.cells[y - 1] |= cells;
  }
}

void BandShape::spread(int radius) {
  PORTOLAN_ASSERT(radius >= 0, "a band has no steps around its paths, or some");
  for (int round = 0; round < radius; ++round) {
    const std::size_t with_front = active_.size();
    for (std::size_t i = 0; i < with_front; ++i) reach_neighbours(active_[i]);
    for (const std::uint32_t number : active_) step_block(number);
    std::size_t kept = 0;
    for (const std::uint32_t number : active_) {
      Front& front = fronts_[number];
      for (std::uint32_t rows = front.next_rows; rows != 0; rows &= rows - 1) {
        const auto y = static_cast<std::size_t>(std::countr_zero(rows));
        front.now[y] = front.next[y];
      }
      front.rows = std::exchange(front.next_rows, 0U);
      if (front.rows != 0) active_[kept++] = number;
    }
    active_.resize(kept);
  }
  for (const std::uint32_t number : active_) fronts_[number] = {};
  active_.clear();
}

std::size_t BandShape::memory_bytes() const {
  return number_.memory_bytes() + blocks_.capacity() * sizeof(Block) + fronts_.capacity() * sizeof(Front) +
         active_.capacity() * sizeof(std::uint32_t);
}

}  // namespace portolan::detail
