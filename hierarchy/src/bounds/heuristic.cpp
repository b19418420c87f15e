// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/heuristic.hpp"

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

namespace portolan::detail {

void Heuristic::use(const Landmarks& landmarks, const PotentialRange& agents, bool both_ways) {
  landmarks_ = &landmarks;
  range_ = agents;
  if (!both_ways) std::fill(std::begin(range_.lower), std::end(range_.lower), PotentialRange::most);
}

void Heuristic::use(const BasePotentials& near, const PotentialRange& agents, const AreaGrid& above) {
  PORTOLAN_ASSERT(!near.empty());
  near_ = &near;
  above_ = &above;
  range_ = agents;
}

std::uint32_t Heuristic::operator()(const Level& level, std::uint32_t node) const {
  const NodeRecord& record = level.nodes[node];
  std::uint32_t estimate = octile(record);
  if (landmarks_ == nullptr && near_ == nullptr) return estimate;
  const std::uint32_t known = lent_node(level, node);
  if (landmarks_ != nullptr) raise_by_landmarks(&estimate, &landmarks_->of(known), range_, 1);
  if (near_ != nullptr && !record.is_link()) {
    const std::uint32_t owner = above_->area_of(level.cell_a(record));
    near_->prepare(owner);
    raise_by_offsets(&estimate, near_->rows(known), near_->bases(owner), range_, 1);
  }
  return estimate;
}

// Calls raise(node, count, out) for nodes that follow one another where they are known: mostly all of a side.
template <class Raise>
void Heuristic::raise_runs(const Level& level, std::uint32_t first, std::uint32_t count, std::uint32_t* out,
                           const Raise& raise) const {
  if (lent_ == nullptr) return raise(first, count, out);
  const LentNodes lent(level, *lent_);
  if (lent.same_border(first)) return raise(lent.of(first), count, out);
  for (std::uint32_t i = 0; i < count; ++i) raise(lent.of(first + i), 1, out + i);
}

void Heuristic::side(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const {
  if (near_ != nullptr) {
    fill_near_side(level, area, side, out);
  } else {
    const AreaRecord& record = level.areas[area];
    const std::uint32_t first = record.first[side];
    const std::uint32_t count = record.end[side] - record.begin(side);
    for (std::uint32_t i = 0; i < count; ++i) out[i] = octile(level.nodes[first + i]);
  }
  raise_side(level, area, side, out);
}

void Heuristic::side_by_landmarks(const Level& level, std::uint32_t area, Side side,
                                  std::uint32_t* out) const {
  const AreaRecord& record = level.areas[area];
  std::fill_n(out, record.end[side] - record.begin(side), 0U);
  raise_side(level, area, side, out);
}

namespace {

// A cell of the area that keeps the nodes of a side.
Cell keeper_of(const Rect& box, Side side) {
  return {side == west ? box.x - 1 : box.x, side == north ? box.y - 1 : box.y, box.layer};
}

}  // namespace

void Heuristic::raise_side(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const {
  const AreaRecord& record = level.areas[area];
  const std::uint32_t first = record.first[side];
  const std::uint32_t count = record.end[side] - record.begin(side);
  if (count == 0) return;
  if (landmarks_ != nullptr) {
    raise_runs(level, first, count, out, [&](std::uint32_t node, std::uint32_t some, std::uint32_t* to) {
      raise_by_landmarks(to, &landmarks_->of(node), range_, some);
    });
  }
  if (near_ == nullptr) return;
  const std::uint32_t owner = above_->area_of(keeper_of(level.grid.bounds(area), side));
  near_->prepare(owner);
  raise_runs(level, first, count, out, [&](std::uint32_t node, std::uint32_t some, std::uint32_t* to) {
    raise_by_offsets(to, near_->rows(node), near_->bases(owner), range_, some);
  });
}

// All nodes of a side get the octile distance of the side. Where they lie on it would have to be read from
// their records, which lie elsewhere in memory; and landmarks say more anyway.
void Heuristic::fill_near_side(const Level& level, std::uint32_t area, Side side, std::uint32_t* out) const {
  const AreaRecord& record = level.areas[area];
  const Rect box = level.grid.bounds(area);
  HalfBox line{2 * box.x, 2 * box.y, 2 * (box.x + box.width - 1), 2 * (box.y + box.height - 1)};
  switch (side) {
    case north:
      line.y0 = line.y1 = line.y0 - 1;
      break;
    case west:
      line.x0 = line.x1 = line.x0 - 1;
      break;
    case east:
      line.x0 = line.x1 = line.x1 + 1;
      break;
    case south:
      line.y0 = line.y1 = line.y1 + 1;
      break;
  }
  const auto apart = static_cast<std::uint32_t>(std::min<std::uint64_t>(octile_.to(line), Lanes::most - 1));
  std::fill_n(out, record.end[side] - record.begin(side), apart);
}

SideList Heuristic::towards(const AreaGrid& grid, std::uint32_t area) const {
  const Rect here = grid.bounds(area);
  const HalfBox& there = octile_.box();
  SideList list;
  if (there.x1 < there.x0) return list;
  // Where agents stand as far away in one direction as in the other, the path leads through either side.
  const std::int32_t east_by = there.x0 - 2 * (here.x + here.width), west_by = 2 * here.x - there.x1;
  const std::int32_t south_by = there.y0 - 2 * (here.y + here.height), north_by = 2 * here.y - there.y1;
  const std::int32_t along = std::max(east_by, west_by), across = std::max(south_by, north_by);
  if (along > 0 && along >= across / 2) list.sides[list.count++] = east_by > west_by ? east : west;
  if (across > 0 && across >= along / 2) list.sides[list.count++] = south_by > north_by ? south : north;
  return list;
}

void Heuristic::prefetch(const Level& level, std::uint32_t area) const {
  const AreaRecord& record = lent_ == nullptr ? level.areas[area] : lent_->areas[area];
  for (const Side side : {north, west, east, south}) {
    const std::uint32_t first = record.first[side];
    const std::uint32_t end = first + record.end[side] - record.begin(side);
    for (std::uint32_t node = first; node < end; ++node) {
      if (near_ != nullptr) prefetch_line(near_->rows(node));
      if (landmarks_ == nullptr) continue;
      prefetch_line(&landmarks_->of(node));
      prefetch_line(landmarks_->of(node).data() + Landmarks::count / 2);
    }
  }
}

}  // namespace portolan::detail
