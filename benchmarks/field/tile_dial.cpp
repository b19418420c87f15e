// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "tile_dial.hpp"

#include <algorithm>
#include <bit>

namespace portolan::bench {

namespace {

constexpr std::uint32_t pitch = 34;
constexpr std::array<std::uint32_t, 8> offsets{1,   pitch + 1,   pitch,      pitch - 1,
                                               ~0U, ~0U - pitch, 0U - pitch, 1U - pitch};

}  // namespace

void TileDial::load(const GridView& grid, const TileGrid& tiles, TileId tile) {
  const Rect box = tiles.bounds(tile);
  origin_ = {box.x, box.y, box.layer};
  costs_.fill(impassable);
  Cost least = impassable, most = 0;
  for (std::int32_t y = 0; y < box.height; ++y) {
    const std::uint8_t* row = grid.costs().row({box.x, box.y + y, box.layer});
    std::copy(row, row + box.width, costs_.data() + place({box.x, box.y + y, box.layer}));
    for (std::int32_t x = 0; x < box.width; ++x) {
      if (row[x] == impassable) continue;
      least = std::min(least, row[x]), most = std::max(most, row[x]);
    }
  }
  for (std::uint32_t cell = pitch + 1; cell < cells - pitch - 1; ++cell) {
    unsigned open = 0;
    for (std::size_t d = 0; d < 8; ++d) open |= costs_[cell + offsets[d]] != impassable ? 1U << d : 0U;
    const unsigned before = open << 1U | open >> 7U, after = open >> 1U | open << 7U;
    steps_[cell] = static_cast<std::uint8_t>(open & (0x55U | (before & after)));
  }
  const bool plain = least == most;
  straight_ = plain ? step_units(most, most, false) : 0;
  diagonal_ = plain ? step_units(most, most, true) : 0;
  const std::uint32_t buckets = std::max(64U, std::bit_ceil(step_units(most, most, true) + 1));
  mask_ = buckets - 1;
  heads_.assign(buckets, none);
  filled_.assign(buckets / 64, 0);
  pool_.reserve(8192);
}

void TileDial::push(std::uint32_t units, std::uint32_t cell) {
  const std::uint32_t bucket = units & mask_;
  pool_.push_back({static_cast<std::uint16_t>(cell), heads_[bucket]});
  heads_[bucket] = static_cast<std::uint16_t>(pool_.size() - 1);
  filled_[bucket / 64] |= std::uint64_t{1} << (bucket % 64);
}

// Units of the next bucket with cells in it; the maximum when there is none.
std::uint32_t TileDial::next_filled(std::uint32_t units) const {
  const std::uint32_t start = units & mask_;
  if (mask_ == 63) {
    const std::uint64_t bits = std::rotr(filled_[0], static_cast<int>(start));
    return bits == 0 ? not_reached : units + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  std::size_t word = start / 64;
  std::uint64_t bits = filled_[word] & (~std::uint64_t{0} << (start % 64));
  for (std::size_t seen = 0; seen <= filled_.size(); ++seen) {
    if (bits != 0) {
      const auto bucket =
          static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
      return units + ((bucket - start) & mask_);
    }
    word = word + 1 == filled_.size() ? 0 : word + 1;
    bits = filled_[word];
  }
  return not_reached;
}

template <bool plain>
void TileDial::expand(std::uint32_t cell, std::uint32_t units) {
  const auto relax = [&](std::uint32_t next, bool diagonal) {
    const std::uint32_t step =
        plain ? (diagonal ? diagonal_ : straight_) : step_units(costs_[cell], costs_[next], diagonal);
    if (units + step >= values_[next]) return;
    values_[next] = units + step;
    push(units + step, next);
  };
  const unsigned steps = steps_[cell];
  for (unsigned left = steps & 0x55U; left != 0; left &= left - 1) {
    relax(cell + offsets[static_cast<std::size_t>(std::countr_zero(left))], false);
  }
  for (unsigned left = steps & 0xAAU; left != 0; left &= left - 1) {
    relax(cell + offsets[static_cast<std::size_t>(std::countr_zero(left))], true);
  }
}

template <bool plain>
void TileDial::search(std::uint32_t seed) {
  values_.fill(not_reached);
  pool_.clear();
  values_[seed] = 0;
  push(0, seed);
  for (std::uint32_t units = 0; (units = next_filled(units)) != not_reached;) {
    const std::uint32_t bucket = units & mask_;
    std::uint16_t at = heads_[bucket];
    heads_[bucket] = none;
    filled_[bucket / 64] &= ~(std::uint64_t{1} << (bucket % 64));
    for (; at != none; at = pool_[at].next) {
      const std::uint32_t cell = pool_[at].cell;
      if (values_[cell] == units) expand<plain>(cell, units);
    }
  }
}

void TileDial::run(Cell seed) {
  if (straight_ != 0) {
    search<true>(place(seed));
  } else {
    search<false>(place(seed));
  }
}

}  // namespace portolan::bench
