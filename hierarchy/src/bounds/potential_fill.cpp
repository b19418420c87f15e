// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/potential_fill.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>

#include "bounds/area_relaxation.hpp"

namespace portolan::detail {

namespace {

// Bits of a row that waits: for the child to whose north or west it lies, and for the other one.
constexpr std::uint8_t for_lower = 1;
constexpr std::uint8_t for_upper = 2;
constexpr std::uint8_t bit_of(Side side) { return side == north || side == west ? for_lower : for_upper; }

constexpr std::array<Side, 4> sides{north, west, east, south};

}  // namespace

bool to_row(const Landmarks::Potentials& potentials, const PotentialBases& bases, PotentialRow& row) {
  for (std::size_t slot = 0; slot < bases.size(); ++slot) {
    if (potentials[slot] < bases[slot]) return false;
    const std::uint32_t offset = potentials[slot] - bases[slot];
    const bool fits = potentials[slot] < AreaRelaxation::far && offset < PotentialRow::unknown;
    row.offsets[slot] = fits ? static_cast<std::uint16_t>(offset) : PotentialRow::unknown;
  }
  return true;
}

void PotentialFill::begin(const Level& lowest, const Level& above, const Landmarks& landmarks,
                          std::uint32_t area) {
  lowest_ = &lowest;
  above_ = &above;
  landmarks_ = &landmarks;
  area_ = area;
  block_ = children_of(above, lowest, area);
  width_ = block_.x1 - block_.x0;
  height_ = block_.y1 - block_.y0;
  PORTOLAN_ASSERT(children() <= most_children);
}

void PotentialFill::fill() {
  lay_out();
  take_bases();
  seed_boundary();
}

// Children that share a border share its rows.
void PotentialFill::lay_out() {
  std::uint32_t rows = 0;
  for (std::uint32_t child = 0; child < children(); ++child) {
    const std::uint32_t x = child % width_;
    const std::uint32_t y = child / width_;
    const AreaRecord& record = lowest_->areas[sector_at(child)];
    for (const Side side : sides) {
      Border& border = borders_[4 * child + side];
      if (side == north && y > 0) {
        border = borders_[4 * (child - width_) + south];
      } else if (side == west && x > 0) {
        border = borders_[4 * (child - 1) + east];
      } else {
        const bool on_boundary = side == north  ? y == 0
                                 : side == west ? x == 0
                                 : side == east ? x + 1 == width_
                                                : y + 1 == height_;
        border = {record.first[side], rows, record.end[side] - record.begin(side), on_boundary};
        rows += border.count;
      }
    }
  }
  rows_.assign(rows, PotentialRow::all_unknown());
  waiting_.assign(rows, 0);
}

void PotentialFill::take_bases() {
  bases_.fill(AreaRelaxation::far);
  above_->for_each_border_node(above_->areas[area_], [&](std::uint32_t node, std::uint32_t) {
    const Landmarks::Potentials& potentials = landmarks_->of(node);
    for (std::size_t slot = 0; slot < bases_.size(); ++slot)
      bases_[slot] = std::min(bases_[slot], potentials[slot]);
  });
}

std::uint32_t PotentialFill::sector_at(std::uint32_t child) const {
  return child_at(*lowest_, block_, block_.x0 + child % width_, block_.y0 + child / width_);
}

std::uint32_t PotentialFill::child_number(std::uint32_t sector) const {
  const std::uint32_t columns = lowest_->grid.columns();
  const std::uint32_t x = sector % columns - block_.x0;
  const std::uint32_t y = sector / columns % lowest_->grid.rows() - block_.y0;
  PORTOLAN_ASSERT(x < width_ && y < height_);
  return y * width_ + x;
}

void PotentialFill::seed_boundary() {
  std::uint64_t awake = 0;
  above_->for_each_border_node(above_->areas[area_], [&](std::uint32_t id, std::uint32_t) {
    const std::uint32_t node = above_->nodes[id].aux;
    const NodeRecord& record = lowest_->nodes[node];
    const bool eastern = (record.border & 1U) == 0;
    const bool owned = above_->area_a(above_->nodes[id]) == area_;
    const std::uint32_t child = child_number(owned ? lowest_->area_a(record) : lowest_->area_b(record));
    const Border& at = borders_[4 * child + (owned ? (eastern ? east : south) : (eastern ? west : north))];
    const std::uint32_t row = at.row + node - at.node;
    static_cast<void>(to_row(landmarks_->of(id), bases_, rows_[row]));  // no base is above one
    waiting_[row] = for_lower | for_upper;
    awake |= std::uint64_t{1} << child;
  });
  run(awake);
}

void PotentialFill::run(std::uint64_t awake) {
  awake_ = awake;
  // To and fro: potentials mostly rise or fall along rows.
  while (awake_ != 0) {
    for (std::uint64_t left = awake_; left != 0;) {
      const auto child = static_cast<std::uint32_t>(std::countr_zero(left));
      relax(child);
      left = awake_ & ~((std::uint64_t{2} << child) - 1);
    }
    for (std::uint64_t left = awake_; left != 0;) {
      const auto child = static_cast<std::uint32_t>(63 - std::countl_zero(left));
      relax(child);
      left = awake_ & ((std::uint64_t{1} << child) - 1);
    }
  }
}

// The costs between a child's portals, in 16 bits: what is costlier leads to what is unknown.
const std::uint16_t* PotentialFill::costs_of(std::uint32_t child, std::size_t& stride) {
  const CostTable& table = lowest_->table(sector_at(child));
  stride = table.size;
  if (table.width == TableWidth::narrow) return table.row<std::uint16_t>(0);
  stride = at_hand_.size();
  narrow_.resize(stride * stride);
  for (std::uint32_t i = 0; i < stride; ++i) {
    for (std::uint32_t j = 0; j < stride; ++j) {
      narrow_[i * stride + j] =
          static_cast<std::uint16_t>(std::min<std::uint64_t>(table.at(j, i), PotentialRow::unknown));
    }
  }
  return narrow_.data();
}

void PotentialFill::relax(std::uint32_t child) {
  PORTOLAN_ASSERT((awake_ >> child & 1U) != 0, "only what waits is taken in");
  awake_ &= ~(std::uint64_t{1} << child);
  at_hand_.clear();
  from_.clear();
  for (const Side side : sides) {
    const Border& at = borders_[4 * child + side];
    for (std::uint32_t row = at.row; row < at.row + at.count; ++row) {
      if ((waiting_[row] & bit_of(side)) != 0) from_.push_back(static_cast<std::uint32_t>(at_hand_.size()));
      waiting_[row] &= static_cast<std::uint8_t>(~bit_of(side));
      at_hand_.push_back(&rows_[row]);
    }
  }
  lowered_.resize(at_hand_.size());
  std::size_t stride = 0;
  const std::uint16_t* const costs = costs_of(child, stride);
  lower_rows(at_hand_, from_, costs, stride, lowered_);
  std::size_t place = 0;
  for (const Side side : sides) {
    const Border& at = borders_[4 * child + side];
    bool any = false;
    for (std::uint32_t row = at.row; row < at.row + at.count; ++row) {
      if (lowered_[place++] == 0) continue;
      any = true;
      waiting_[row] |= bit_of(opposite(side));
    }
    if (!any || at.on_boundary) continue;
    const std::uint32_t other = side == north  ? child - width_
                                : side == west ? child - 1
                                : side == east ? child + 1
                                               : child + width_;
    awake_ |= std::uint64_t{1} << other;
  }
}

}  // namespace portolan::detail
