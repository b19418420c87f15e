// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/area_costs.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

constexpr std::uint32_t lanes = 16;  // of the widest instruction set
constexpr std::uint32_t most_value = 1U << 30U;

constexpr std::uint32_t padded(std::uint32_t count) { return (count + lanes - 1) / lanes * lanes; }

}  // namespace

void AreaCosts::begin(const Level& below, const Level& above, std::uint32_t area) {
  below_ = &below;
  area_ = area;
  block_ = children_of(above, below, area);
  width_ = block_.x1 - block_.x0;
  children_ = width_ * (block_.y1 - block_.y0);
  PORTOLAN_ASSERT(children_ <= most_children);
  awake_ = 0;
  first_lane_.fill(none);
  values_.clear();
  done_.clear();
  seeds_.clear();
  limited_ = false;
  fits_ = true;
  work_ = 0;
  std::uint32_t child = 0;
  for (std::uint32_t y = block_.y0; y < block_.y1; ++y) {
    const std::uint32_t first = child_at(below, block_, block_.x0, y);
    for (std::uint32_t x = 0; x < width_; ++x) {
      area_of_[child] = first + x;
      beside_[child++] =
          static_cast<std::uint8_t>((x > 0 ? 1U << west : 0U) | (x + 1 < width_ ? 1U << east : 0U));
      __builtin_prefetch(&below.areas[first + x]);
    }
  }
}

// On a large map what a query reads was not read for long, and lies anywhere: to wait for the record of a
// child, for its table and for the values of that one after the other took longer than all the rest. So each
// step asks for what the next ones read.
void AreaCosts::prefetch_tables() const {
  for (std::uint32_t child = 0; child < children_; ++child) {
    below_->tables.prefetch(below_->areas[child_area(child)].table);
  }
}

void AreaCosts::limit(const HalfBox& towards, const OctileBound& bound, std::uint64_t most) {
  estimate_ = bound.from(towards);
  most_ = most;
  limited_ = true;
}

std::uint32_t AreaCosts::child_number(std::uint32_t area) const {
  const std::uint32_t columns = below_->grid.columns();
  const std::uint32_t row = area / columns;
  const std::uint32_t x = area - row * columns - block_.x0;
  const std::uint32_t y = row - block_.layer * below_->grid.rows() - block_.y0;
  return x < width_ && y < block_.y1 - block_.y0 ? y * width_ + x : none;
}

// Where a node stands in the up to two children that it borders on.
std::array<AreaCosts::Place, 2> AreaCosts::places_of(std::uint32_t node) const {
  const NodeRecord& record = below_->nodes[node];
  return {Place{child_number(below_->area_a(record)), below_->place(node, record, true)},
          Place{child_number(below_->area_b(record)), below_->place(node, record, false)}};
}

std::uint32_t AreaCosts::lanes_of(std::uint32_t child) {
  if (first_lane_[child] != none) return first_lane_[child];
  const AreaRecord& record = below_->areas[child_area(child)];
  CostTables::prefetch(below_->tables[record.table]);
  if (limited_) {
    for (const std::uint32_t node : record.first) __builtin_prefetch(below_->nodes.data() + node);
  }
  const std::uint32_t count = record.portals();
  const std::size_t first = values_.size();
  values_.resize(first + padded(count), 0);
  std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(first), count, far);
  done_.resize(values_.size(), far);
  return first_lane_[child] = static_cast<std::uint32_t>(first);
}

void AreaCosts::offer(std::uint32_t child, std::uint32_t place, std::uint32_t cost) {
  std::uint32_t& value = values_[lanes_of(child) + place];
  if (cost >= value) return;
  value = cost;
  const std::uint64_t bit = std::uint64_t{1} << child;
  key_[child] = (awake_ & bit) != 0 ? std::min(key_[child], cost) : cost;
  awake_ |= bit;
}

void AreaCosts::seed(std::uint32_t node, std::uint64_t cost) {
  if (cost >= most_value) {
    fits_ = false;
    return;
  }
  const auto units = static_cast<std::uint32_t>(cost);
  seeds_.push_back({node, units});
  for (const Place& at : places_of(node)) {
    if (at.child != none) offer(at.child, at.place, units);
  }
}

// The first of those with the least value. Few are awake at a time.
std::uint32_t AreaCosts::least_awake() const {
  std::uint32_t least = none;
  for (std::uint64_t left = awake_; left != 0; left &= left - 1) {
    const auto child = static_cast<std::uint32_t>(std::countr_zero(left));
    if (least == none || key_[child] < key_[least]) least = child;
  }
  return least;
}

bool AreaCosts::run() {
  prefetch_tables();
  for (std::uint32_t child = least_awake(); child != none && fits_; child = least_awake()) {
    awake_ &= ~(std::uint64_t{1} << child);
    relax(child);
    spread(child);
    ++work_;
  }
  return fits_;
}

// Takes in what has come to a child's border since it was relaxed last.
void AreaCosts::relax(std::uint32_t child) {
  const CostTable& table = below_->table(child_area(child));
  std::uint32_t* const values = values_.data() + first_lane_[child];
  std::uint32_t* const done = done_.data() + first_lane_[child];
  waiting_.clear();
  for (std::uint32_t place = 0; place < table.size; ++place) {
    if (values[place] >= done[place]) continue;
    done[place] = values[place];
    waiting_.push_back({values[place], place});
  }
  if (table.width == TableWidth::narrow) {
    return min_plus_rows(values, table.row<std::uint16_t>(0), table.size, waiting_.data(), waiting_.size());
  }
  fits_ = table.width == TableWidth::wide;
  if (!fits_) return;
  for (const AddedRow& row : waiting_)
    min_plus_row(values, table.row<std::uint32_t>(row.row), row.add, table.size);
}

// Hands what got cheaper inside a child on to the children around it.
void AreaCosts::spread(std::uint32_t child) {
  if (child >= width_) spread_side(child, north, child - width_);
  if ((beside_[child] >> west & 1U) != 0) spread_side(child, west, child - 1);
  if ((beside_[child] >> east & 1U) != 0) spread_side(child, east, child + 1);
  if (child + width_ < children_) spread_side(child, south, child + width_);
  // The boundary has nobody to hand on to.
  std::uint32_t* const values = values_.data() + first_lane_[child];
  std::uint32_t* const done = done_.data() + first_lane_[child];
  const std::uint32_t count = below_->areas[child_area(child)].portals();
  for (std::uint32_t place = 0; place < count; ++place) {
    fits_ = fits_ && (values[place] < most_value || values[place] == far);
    done[place] = std::min(done[place], values[place]);
  }
}

void AreaCosts::spread_side(std::uint32_t child, Side side, std::uint32_t neighbour) {
  const AreaRecord& record = below_->areas[child_area(child)];
  const std::uint32_t begin = record.begin(side);
  const AreaRecord& other = below_->areas[child_area(neighbour)];
  const std::uint32_t there = other.begin(opposite(side));
  for (std::uint32_t place = begin; place < record.end[side]; ++place) {
    const std::uint32_t value = values_[first_lane_[child] + place];
    if (value >= done_[first_lane_[child] + place]) continue;
    if (limited_) {
      const NodeRecord& node = below_->nodes[record.first[side] + place - begin];
      if (value + estimate_(node.x2, node.y2) > most_) continue;
    }
    offer(neighbour, there + place - begin, value);
  }
}

std::uint32_t AreaCosts::cost(std::uint32_t node) const {
  std::uint32_t least = far;
  for (const Place& at : places_of(node)) {
    if (at.child == none || first_lane_[at.child] == none) continue;
    least = std::min(least, values_[first_lane_[at.child] + at.place]);
  }
  return least;
}

bool AreaCosts::is_seed(std::uint32_t node) const {
  const std::uint32_t known = cost(node);
  return std::any_of(seeds_.begin(), seeds_.end(),
                     [&](const Seed& seed) { return seed.node == node && seed.cost == known; });
}

AreaCosts::Hop AreaCosts::next(std::uint32_t node) const {
  const std::uint32_t known = cost(node);
  for (const Place& at : places_of(node)) {
    if (at.child == none || first_lane_[at.child] == none) continue;
    const std::uint32_t area = child_area(at.child);
    const CostTable& table = below_->table(area);
    const std::uint32_t* const values = values_.data() + first_lane_[at.child];
    std::uint32_t found = none;
    std::uint32_t place = 0;
    below_->for_each_border_node(below_->areas[area], [&](std::uint32_t other, std::uint32_t) {
      const std::uint32_t value = values[place];
      const std::uint64_t step =
          value < known && found == none ? table.at(place, at.place) : CostTable::no_path;
      if (step != CostTable::no_path && value + step == known) found = other;
      ++place;
    });
    if (found != none) return {found, area};
  }
  return {};
}

std::size_t AreaCosts::memory_bytes() const {
  return (values_.capacity() + done_.capacity()) * sizeof(std::uint32_t) +
         waiting_.capacity() * sizeof(AddedRow) + seeds_.capacity() * sizeof(Seed);
}

}  // namespace portolan::detail
