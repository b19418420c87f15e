// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "relaxer.hpp"

#include <portolan/core/assert.hpp>

#include "segment_cost.hpp"

namespace portolan::detail {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double least_shorter = 1e-9;  // cells; less may be rounding

}  // namespace

double Relaxer::to(FinePoint from, FinePoint to, double most) {
  return segment_cost(grid_, layer_, from, to, most, pieces_);
}

double Relaxer::cost(std::span<const FinePoint> points, std::int32_t layer) {
  layer_ = layer;
  double sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += to(points[i - 1], points[i], never);
  return sum;
}

void Relaxer::relax(std::vector<FinePoint>& points, std::int32_t layer, std::uint64_t most_pieces) {
  PORTOLAN_ASSERT(!points.empty(), "a curve has two ends, or is one point");
  layer_ = layer;
  pieces_ = 0;
  most_pieces_ = most_pieces;
  bends_.clear();
  for (const FinePoint p : points) bends_.push_back({p, bends_.empty() ? 0 : to(bends_.back().at, p, never)});
  take_out_bends();
  for (std::int32_t by = fine / 2; by >= fine / 8 && pieces_ < most_pieces_; by /= 2) {
    for (int round = 0; round < 3 && move_bends(by); ++round) take_out_bends();
  }
  points.clear();
  for (const Bend& bend : bends_) points.push_back(bend.at);
}

// Over and over, as what is gone lets others go.
bool Relaxer::take_out_bends() {
  bool changed = false;
  for (bool again = true; again && pieces_ < most_pieces_;) {
    again = false;
    std::size_t kept = 1;
    for (std::size_t i = 1; i + 1 < bends_.size(); ++i) {
      Bend& next = bends_[i + 1];
      const double through = bends_[i].cost + next.cost;
      const double past = pieces_ < most_pieces_ ? to(bends_[kept - 1].at, next.at, through) : never;
      if (past <= through) {
        next.cost = past;
        again = changed = true;
      } else {
        bends_[kept++] = bends_[i];
      }
    }
    if (bends_.size() > 1) bends_[kept++] = bends_.back();
    bends_.resize(kept);
  }
  return changed;
}

bool Relaxer::move_bends(std::int32_t by) {
  bool changed = false;
  for (std::size_t i = 1; i + 1 < bends_.size() && pieces_ < most_pieces_; ++i) {
    const FinePoint p = bends_[i].at;
    const bool moved = move(i, {p.x + by, p.y}) || move(i, {p.x - by, p.y}) || move(i, {p.x, p.y + by}) ||
                       move(i, {p.x, p.y - by});
    changed = changed || moved;
  }
  return changed;
}

bool Relaxer::move(std::size_t i, FinePoint at) {
  PORTOLAN_ASSERT(i > 0 && i + 1 < bends_.size(), "the ends of a curve stay where they are");
  Bend &here = bends_[i], &next = bends_[i + 1];
  const double now = here.cost + next.cost;
  // Where two walls meet a curve could change sides in the bend itself.
  const bool in_corner = at.x % fine == 0 && at.y % fine == 0;
  if (in_corner && is_gap(grid_, layer_, at.x / fine, at.y / fine)) return false;
  const double before = to(bends_[i - 1].at, at, now);
  if (before >= now) return false;
  const double after = to(at, next.at, now - before);
  if (before + after >= now - least_shorter) return false;
  here = {at, before};
  next.cost = after;
  return true;
}

}  // namespace portolan::detail
