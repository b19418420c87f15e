// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/lane_search.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

namespace portolan::detail {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 16U;

// The side on which a portal lies.
Side side_at(const AreaRecord& record, std::uint32_t place) {
  std::uint32_t side = 0;
  while (place >= record.end[side]) ++side;
  return static_cast<Side>(side);
}

}  // namespace

void LaneSearch::begin(const Level& level) {
  level_ = &level;
  block_at_.clear();
  blocks_.clear();
  open_.clear();
  chunk_ = filled_ = 0;
  opened_ = 0;
  overflow_ = false;
  heuristic_ = nullptr;
  heuristic_renewed_ = false;
}

void LaneSearch::set_heuristic(const Heuristic& heuristic) {
  PORTOLAN_ASSERT(level_ != nullptr, "begin() says on which level");
  heuristic_ = &heuristic;
  heuristic_renewed_ = !blocks_.empty();
}

std::uint32_t* LaneSearch::allocate(std::size_t count) {
  PORTOLAN_ASSERT(count <= chunk_size);
  if (filled_ + count > chunk_size) {
    ++chunk_;
    filled_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    Chunk fresh(static_cast<std::uint32_t*>(
        ::operator new[](chunk_size * sizeof(std::uint32_t), std::align_val_t{64})));
    chunks_.push_back(std::move(fresh));
  }
  std::uint32_t* const start = chunks_[chunk_].get() + filled_;
  filled_ += count;
  return start;
}

std::uint32_t LaneSearch::block_of(std::uint32_t area) {
  if (const std::uint32_t* const known = block_at_.find(area)) return *known;
  prefetch_ahead(area);
  const AreaRecord& record = level_->areas[area];
  const auto padded = [](std::size_t n) { return (n + Lanes::width - 1) / Lanes::width * Lanes::width; };
  Block block;
  block.area = area;
  block.portals = record.portals();
  block.links_at = static_cast<std::uint32_t>(padded(block.portals));
  const AreaLinks& links = level_->links_of(record);
  const std::size_t ends = links.leaving.size() + links.arriving.size();
  block.size = static_cast<std::uint32_t>(block.links_at + padded(ends));
  std::uint32_t* const memory = allocate(4 * std::size_t{block.size});
  block.lanes = {memory, memory + block.size, memory + 2 * block.size, memory + 3 * block.size};
  std::fill_n(block.lanes.cost, block.size, Lanes::far);
  std::fill(block.lanes.cost + block.portals, block.lanes.cost + block.links_at, 0U);
  std::fill_n(block.lanes.bound, block.size, Lanes::far);
  std::fill_n(block.lanes.estimate, block.size, 0U);
  std::fill_n(block.lanes.parent, block.size, none);
  estimate(block, blocks_.size());
  const auto number = static_cast<std::uint32_t>(blocks_.size());
  block_at_.add(area, number);
  blocks_.push_back(block);
  if (open_.items() < blocks_.size()) open_.resize(blocks_.size());
  PORTOLAN_ASSERT(block.size < 1U << lane_bits && blocks_.size() < none >> lane_bits);
  return number;
}

std::uint32_t LaneSearch::beside(std::uint32_t area, Side side) const {
  const std::uint32_t columns = level_->grid.columns();
  return side == north ? area - columns : side == west ? area - 1 : side == east ? area + 1 : area + columns;
}

LaneSearch::Beyond LaneSearch::beyond(const Block& block, std::uint32_t lane) const {
  const AreaRecord& record = level_->areas[block.area];
  const Side side = side_at(record, lane);
  const std::uint32_t area = beside(block.area, side);
  return {area, level_->areas[area].begin(opposite(side)) + lane - record.begin(side)};
}

// The estimates of the first `known` blocks are right already: a node that lies on the border of one has the
// same in both.
void LaneSearch::estimate(Block& block, std::size_t known) {
  for (const Side side : {north, west, east, south}) estimate_side(block, side, known);
  const AreaLinks& links = level_->links_of(level_->areas[block.area]);
  std::uint32_t lane = block.links_at + static_cast<std::uint32_t>(links.leaving.size());
  for (const std::uint32_t node : links.arriving) block.lanes.estimate[lane++] = (*heuristic_)(*level_, node);
}

void LaneSearch::estimate_side(Block& block, Side side, std::size_t known) {
  const AreaRecord& record = level_->areas[block.area];
  const std::uint32_t begin = record.begin(side);
  const std::uint32_t count = record.end[side] - begin;
  if (count == 0) return;
  const std::uint32_t* const number = block_at_.find(beside(block.area, side));
  if (number != nullptr && *number < known) {
    const Block& other = blocks_[*number];
    const std::uint32_t there = level_->areas[other.area].begin(opposite(side));
    std::copy_n(other.lanes.estimate + there, count, block.lanes.estimate + begin);
    return;
  }
  heuristic_->side(*level_, block.area, side, block.lanes.estimate + begin);
}

// On a large map nearly all that a search reads was not read for long: to wait for the record of an area,
// then for its table and for what landmarks say of its nodes would take longer than all the rest. So each
// area asks for those of the next ones towards the agents, and for the records of those behind them.
void LaneSearch::prefetch_ahead(std::uint32_t area) const {
  if (!can_prefetch) return;
  for (const Side side : heuristic_->towards(level_->grid, area)) {
    const std::uint32_t next = beside(area, side);
    for (const Side further : heuristic_->towards(level_->grid, next)) {
      prefetch_line(&level_->areas[beside(next, further)]);
    }
    if (block_at_.contains(next)) continue;
    level_->tables.prefetch(level_->areas[next].table);
    heuristic_->prefetch(*level_, next);
  }
}

void LaneSearch::rekey() {
  heuristic_renewed_ = false;
  open_.clear();
  for (std::uint32_t index = 0; index < blocks_.size(); ++index) {
    Block& block = blocks_[index];
    estimate(block, index);
    for (std::uint32_t lane = 0; lane < block.size; ++lane) {
      if (block.lanes.bound[lane] != Lanes::far) {
        block.lanes.bound[lane] = block.lanes.cost[lane] + block.lanes.estimate[lane];
      }
    }
    refresh(index);
  }
}

void LaneSearch::refresh(std::uint32_t index) {
  Block& block = blocks_[index];
  block.best = least_lane(block.lanes, block.size);
  if (block.best.bound != Lanes::far) {
    open_.set({block.best.bound, block.best.estimate, index});
  } else if (open_.contains(index)) {
    open_.remove(index);
  }
}

std::uint32_t LaneSearch::node_at(const Block& block, std::uint32_t lane) const {
  const AreaRecord& record = level_->areas[block.area];
  if (lane >= block.links_at) {
    const AreaLinks& links = level_->links_of(record);
    return links.arriving[lane - block.links_at - links.leaving.size()];
  }
  const Side side = side_at(record, lane);
  return record.first[side] + lane - record.begin(side);
}

void LaneSearch::seed(std::uint32_t node, std::uint64_t cost, std::uint32_t via) {
  PORTOLAN_ASSERT(heuristic_ != nullptr && node < level_->nodes.size() && level_->nodes[node].alive());
  if (cost >= Lanes::most) {
    overflow_ = true;
    return;
  }
  const NodeRecord& record = level_->nodes[node];
  const std::uint32_t place = record.is_link() ? level_->link(record).arriving_at
                                               : level_->place(node, record, level_->area_a(record) == via);
  const std::uint32_t index = block_of(via);
  Block& block = blocks_[index];
  const std::uint32_t lane = lane_of(block, place);
  if (block.lanes.cost[lane] <= cost) return;
  block.lanes.cost[lane] = static_cast<std::uint32_t>(cost);
  block.lanes.bound[lane] = block.lanes.cost[lane] + block.lanes.estimate[lane];
  block.lanes.parent[lane] = none;
  refresh(index);
}

void LaneSearch::expand(std::uint32_t index, std::uint32_t lane) {
  const std::uint32_t cost = blocks_[index].lanes.cost[lane];
  const bool is_link = lane >= blocks_[index].links_at;
  Beyond to;
  if (is_link) {
    const LinkNode& link = level_->link(level_->nodes[node_at(blocks_[index], lane)]);
    to = {link.from_area, link.leaving_at};
  } else {
    to = beyond(blocks_[index], lane);
  }
  const auto [area, place] = to;
  const CostTable& table = level_->table(area);
  table.prefetch_row(place);
  const std::uint32_t there = block_of(area);
  Block& block = blocks_[there];
  const Lanes& lanes = block.lanes;
  bool changed = false;  // more than a comparison with the best would tell
  if (!is_link) {
    if (lanes.cost[place] < cost) return;  // reached through there for less, and opened since
    lanes.cost[place] = cost;
    lanes.parent[place] = dominated;
    changed = lanes.bound[place] != Lanes::far && block.best.lane == place;
    lanes.bound[place] = Lanes::far;
  }
  if (table.width == TableWidth::huge || cost >= Lanes::most) {
    overflow_ = true;
    return;
  }
  const std::uint32_t from = index << lane_bits | lane;
  const std::uint32_t least =
      table.width == TableWidth::narrow
          ? relax_lanes(lanes, table.row<std::uint16_t>(place), cost, from, block.portals)
          : relax_lanes(lanes, table.row<std::uint32_t>(place), cost, from, block.portals);
  changed |= least != Lanes::far && least <= block.best.bound;
  const AreaLinks& links = level_->links_of(level_->areas[area]);
  std::uint32_t entry = block.portals + static_cast<std::uint32_t>(links.leaving.size());
  for (const std::uint32_t link : links.arriving) {
    const std::uint32_t at = lane_of(block, entry);
    const std::uint64_t step = table.at(entry++, place);
    if (step == CostTable::no_path) continue;
    const std::uint64_t whole = cost + step + level_->link(level_->nodes[link]).link.cost;
    overflow_ = overflow_ || whole >= Lanes::most;
    if (whole >= std::min(lanes.cost[at], Lanes::most)) continue;
    lanes.cost[at] = static_cast<std::uint32_t>(whole);
    lanes.bound[at] = lanes.cost[at] + lanes.estimate[at];
    lanes.parent[at] = from;
    changed = true;
  }
  if (changed) refresh(there);
}

LaneSearch::Found LaneSearch::found_at(std::uint32_t node) const {
  const NodeRecord& record = level_->nodes[node];
  Found best;
  const auto look = [&](std::uint32_t area, std::uint32_t place) {
    const std::uint32_t* const number = block_at_.find(area);
    if (number == nullptr) return;
    const Lanes& lanes = blocks_[*number].lanes;
    const std::uint32_t lane = lane_of(blocks_[*number], place);
    if (lanes.cost[lane] == Lanes::far || lanes.parent[lane] == dominated) return;
    if (best.block != none && blocks_[best.block].lanes.cost[best.lane] <= lanes.cost[lane]) return;
    best = {*number, lane};
  };
  if (record.is_link()) {
    look(level_->link(record).to_area, level_->link(record).arriving_at);
  } else {
    look(level_->area_a(record), level_->place(node, record, true));
    look(level_->area_b(record), level_->place(node, record, false));
  }
  return best;
}

RouteStep LaneSearch::step_from(std::uint32_t node) const {
  const Found at = found_at(node);
  if (at.block == none) return {};
  const Block& block = blocks_[at.block];
  const std::uint32_t parent = block.lanes.parent[at.lane];
  RouteStep step{block.lanes.cost[at.lane], block.area, none};
  if (parent == none) return step;
  const Found next = unpacked(parent);
  step.next = node_at(blocks_[next.block], next.lane);
  return step;
}

std::size_t LaneSearch::memory_bytes() const {
  return chunks_.size() * chunk_size * sizeof(std::uint32_t) + heap_bytes(blocks_, block_at_, open_);
}

}  // namespace portolan::detail
