// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/area_relaxation.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

namespace portolan::detail {

namespace {

constexpr std::uint32_t lanes = 16;  // of the widest instruction set

constexpr std::uint32_t padded(std::uint32_t count) { return (count + lanes - 1) / lanes * lanes; }
constexpr std::uint32_t bit(Side side) { return 1U << side; }

}  // namespace

void AreaRelaxation::begin_areas(const Level& level, std::size_t count) {
  level_ = &level;
  area_of_.resize(count);
  neighbours_.resize(count);
  first_lane_.assign(count, none);
  key_.assign(count, none);
  touched_.clear();
  restart();
  limit_.reset();
}

// A row of areas, from the number of its first one; `beyond`: the sides, of north and south, that have a row.
void AreaRelaxation::number_row(std::uint32_t number, std::uint32_t area, unsigned beyond) {
  for (std::uint32_t x = 0; x < width_; ++x) {
    area_of_[number + x] = area + x;
    neighbours_[number + x] =
        static_cast<std::uint8_t>(beyond | (x > 0 ? bit(west) : 0U) | (x + 1 < width_ ? bit(east) : 0U));
  }
}

void AreaRelaxation::begin(const Level& level) {
  begin_areas(level, level.areas.size());
  whole_ = true;
  width_ = level.grid.columns();
  const std::uint32_t height = level.grid.rows();
  for (std::uint32_t first = 0; first < area_of_.size(); first += width_) {
    const std::uint32_t y = first / width_ % height;
    number_row(first, first, (y > 0 ? bit(north) : 0U) | (y + 1 < height ? bit(south) : 0U));
  }
}

void AreaRelaxation::begin(const Level& level, const ChildBlock& block) {
  block_ = block;
  whole_ = false;
  width_ = block.x1 - block.x0;
  const std::uint32_t height = block.y1 - block.y0;
  PORTOLAN_ASSERT(width_ * height <= most_in_block);
  begin_areas(level, width_ * height);
  for (std::uint32_t y = 0; y < height; ++y) {
    const std::uint32_t first = child_at(level, block, block.x0, block.y0 + y);
    number_row(y * width_, first, (y > 0 ? bit(north) : 0U) | (y + 1 < height ? bit(south) : 0U));
    for (std::uint32_t x = 0; x < width_; ++x) prefetch_line(&level.areas[first + x]);
  }
}

void AreaRelaxation::restart() {
  for (const std::uint32_t number : touched_) {
    first_lane_[number] = none;
    key_[number] = none;
  }
  touched_.clear();
  awake_ = 0;
  heap_.clear();
  values_.clear();
  done_.clear();
  known_ = {};
  fits_ = true;
  work_ = 0;
}

void AreaRelaxation::begin_with(const std::uint32_t* known, std::size_t stride) {
  PORTOLAN_ASSERT(touched_.empty());
  PORTOLAN_ASSERT(known != nullptr && stride > 0, "what is known has a value per node");
  known_ = {known, stride};
}

void AreaRelaxation::limit(const HalfBox& towards, const OctileBound& bound, std::uint64_t most) {
  PORTOLAN_ASSERT(!whole_);
  limit_ = Limit{bound.from(towards), most};
}

// On a large map what a query reads was not read for long, and lies anywhere: to wait for the record of an
// area, for its table and for the values of that one after the other took longer than all the rest. So each
// step asks for what the next ones read.
void AreaRelaxation::prefetch_tables() const {
  for (const std::uint32_t area : area_of_) level_->tables.prefetch(level_->areas[area].table);
}

std::uint32_t AreaRelaxation::number_of(std::uint32_t area) const {
  if (whole_) return area;
  const std::uint32_t columns = level_->grid.columns();
  const std::uint32_t row = area / columns;
  const std::uint32_t x = area - row * columns - block_.x0;
  const std::uint32_t y = row - block_.layer * level_->grid.rows() - block_.y0;
  return x < width_ && y < block_.y1 - block_.y0 ? y * width_ + x : none;
}

std::array<AreaRelaxation::Place, 2> AreaRelaxation::places_of(std::uint32_t node) const {
  const NodeRecord& record = level_->nodes[node];
  if (record.is_link()) {
    const LinkNode& link = level_->link(record);
    return {Place{number_of(link.from_area), link.leaving_at}, Place{}};
  }
  return {Place{number_of(level_->area_a(record)), level_->place(node, record, true)},
          Place{number_of(level_->area_b(record)), level_->place(node, record, false)}};
}

std::uint32_t AreaRelaxation::lanes_of(std::uint32_t number) {
  if (first_lane_[number] != none) return first_lane_[number];
  const AreaRecord& record = level_->areas[area_of_[number]];
  CostTables::prefetch(level_->tables[record.table]);
  if (limit_) {
    for (const std::uint32_t node : record.first) prefetch_line(level_->nodes.data() + node);
  }
  const AreaLinks& links = level_->links_of(record);
  const auto count =
      record.portals() + static_cast<std::uint32_t>(links.leaving.size() + links.arriving.size());
  const std::size_t first = values_.size();
  values_.resize(first + padded(count), 0);
  std::fill_n(values_.begin() + static_cast<std::ptrdiff_t>(first), count, far);
  done_.resize(values_.size(), far);
  touched_.push_back(number);
  first_lane_[number] = static_cast<std::uint32_t>(first);
  if (known_.of_first_node != nullptr) load(record, first_lane_[number]);
  return first_lane_[number];
}

// What is known counts as taken in.
void AreaRelaxation::load(const AreaRecord& record, std::uint32_t first) {
  level_->for_each_exit(record, [&](std::uint32_t node, std::uint32_t place) {
    values_[first + place] = done_[first + place] = known_.of_first_node[node * known_.stride];
  });
}

void AreaRelaxation::wake_at(std::uint32_t number, std::uint32_t key) {
  if (key_[number] <= key) return;
  key_[number] = key;
  if (whole_) {
    heap_.push({key, number});
  } else {
    awake_ |= std::uint64_t{1} << number;
  }
}

void AreaRelaxation::offer(std::uint32_t number, std::uint32_t place, std::uint32_t cost) {
  std::uint32_t& value = values_[lanes_of(number) + place];
  if (cost >= value) return;
  value = cost;
  wake_at(number, cost);
}

void AreaRelaxation::seed(std::uint32_t node, std::uint32_t cost) {
  PORTOLAN_ASSERT(cost < (whole_ ? far : most_in_blocks));
  for (const Place& at : places_of(node)) {
    if (at.number != none) offer(at.number, at.place, cost);
  }
}

void AreaRelaxation::wake(std::uint32_t number) {
  PORTOLAN_ASSERT(number < area_of_.size(), "begin() says which areas there are");
  const std::uint32_t first = lanes_of(number);
  std::fill_n(done_.begin() + first, level_->table(area_of_[number]).size, far);
  wake_at(number, 0);
}

// The first of those with the least value. Few areas of a block are awake at a time.
std::uint32_t AreaRelaxation::pop_of_block() {
  std::uint32_t least = none;
  for (std::uint64_t left = awake_; left != 0; left &= left - 1) {
    const auto number = static_cast<std::uint32_t>(std::countr_zero(left));
    if (least == none || key_[number] < key_[least]) least = number;
  }
  if (least != none) awake_ &= ~(std::uint64_t{1} << least);
  return least;
}

std::uint32_t AreaRelaxation::pop() {
  std::uint32_t next = none;
  if (!whole_) {
    next = pop_of_block();
  } else {
    while (next == none && !heap_.empty()) {
      const Waiting top = heap_.pop();
      if (key_[top.number] == top.key) next = top.number;  // else woken with a lesser key, and done since
    }
  }
  if (next != none) key_[next] = none;
  return next;
}

bool AreaRelaxation::run() {
  if (!whole_) prefetch_tables();
  for (std::uint32_t next = pop(); next != none; next = pop()) {
    relax(next);
    hand_on(next);
    ++work_;
    if (!fits_) return false;
  }
  return fits_;
}

// Nodes of an area that paths inside it may end at.
std::uint32_t AreaRelaxation::exits_of(std::uint32_t number) const {
  const AreaRecord& record = level_->areas[area_of_[number]];
  return record.portals() + static_cast<std::uint32_t>(level_->links_of(record).leaving.size());
}

// Takes in what has come to an area's nodes since it was relaxed last.
void AreaRelaxation::relax(std::uint32_t number) {
  const AreaRecord& record = level_->areas[area_of_[number]];
  const CostTable& table = level_->tables[record.table];
  std::uint32_t* const values = values_.data() + first_lane_[number];
  std::uint32_t* const done = done_.data() + first_lane_[number];
  const std::uint32_t exits = exits_of(number);
  waiting_.clear();
  for (std::uint32_t place = 0; place < exits; ++place) {
    if (values[place] >= done[place]) continue;
    done[place] = values[place];
    waiting_.push_back({values[place], place});
  }
  switch (table.width) {
    case TableWidth::narrow:
      min_plus_rows(values, table.row<std::uint16_t>(0), table.size, waiting_.data(), waiting_.size());
      break;
    case TableWidth::wide:
      for (const AddedRow& row : waiting_)
        min_plus_row(values, table.row<std::uint32_t>(row.row), row.add, table.size);
      break;
    case TableWidth::huge:
      fits_ = fits_ && whole_;
      for (const AddedRow& row : waiting_)
        min_plus_row(values, table.row<std::uint64_t>(row.row), row.add, table.size);
      break;
  }
}

// Hands what got cheaper inside an area on to the areas around it, and to those that its links come from.
void AreaRelaxation::hand_on(std::uint32_t number) {
  const std::uint32_t sides = neighbours_[number];
  if ((sides & bit(north)) != 0) hand_over(number, north, number - width_);
  if ((sides & bit(west)) != 0) hand_over(number, west, number - 1);
  if ((sides & bit(east)) != 0) hand_over(number, east, number + 1);
  if ((sides & bit(south)) != 0) hand_over(number, south, number + width_);
  std::uint32_t* const values = values_.data() + first_lane_[number];
  std::uint32_t* const done = done_.data() + first_lane_[number];
  const std::uint32_t most = whole_ ? far : most_in_blocks;
  const std::uint32_t count = exits_of(number);
  for (std::uint32_t place = 0; place < count; ++place) {
    fits_ = fits_ && (values[place] < most || values[place] == far);
    done[place] = std::min(done[place], values[place]);
  }
  if (level_->areas[area_of_[number]].links != AreaRecord::no_links) hand_back_links(number);
}

void AreaRelaxation::hand_over(std::uint32_t number, Side side, std::uint32_t neighbour) {
  const AreaRecord& record = level_->areas[area_of_[number]];
  const std::uint32_t begin = record.begin(side);
  const std::uint32_t there = level_->areas[area_of_[neighbour]].begin(opposite(side));
  for (std::uint32_t place = begin; place < record.end[side]; ++place) {
    const std::uint32_t value = values_[first_lane_[number] + place];
    if (value >= done_[first_lane_[number] + place]) continue;
    if (limit_) {
      const NodeRecord& node = level_->nodes[record.first[side] + place - begin];
      if (value + limit_->estimate(node.x2, node.y2) > limit_->most) continue;
    }
    offer(neighbour, there + place - begin, value);
  }
}

// A link is paid where it begins: mostly in another area.
void AreaRelaxation::hand_back_links(std::uint32_t number) {
  const AreaRecord& record = level_->areas[area_of_[number]];
  const AreaLinks& links = level_->links_of(record);
  auto place = record.portals() + static_cast<std::uint32_t>(links.leaving.size());
  for (const std::uint32_t node : links.arriving) {
    const std::uint32_t lane = first_lane_[number] + place++;
    if (values_[lane] >= done_[lane]) continue;
    done_[lane] = values_[lane];
    const LinkNode& link = level_->link(level_->nodes[node]);
    const std::uint64_t whole = std::uint64_t{values_[lane]} + link.link.cost;
    if (whole < far) offer(link.from_area, link.leaving_at, static_cast<std::uint32_t>(whole));
  }
}

std::uint32_t AreaRelaxation::cost(std::uint32_t node) const {
  std::uint32_t least = far;
  for (const Place& at : places_of(node)) {
    if (at.number == none || first_lane_[at.number] == none) continue;
    least = std::min(least, values_[first_lane_[at.number] + at.place]);
  }
  return least;
}

}  // namespace portolan::detail
