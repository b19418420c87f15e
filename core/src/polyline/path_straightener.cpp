// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/path_straightener.hpp>

#include <limits>

#include <portolan/core/assert.hpp>

#include "segment_cost.hpp"
#include "sleeve.hpp"

namespace portolan {

namespace detail {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double least_shorter = 1e-9;  // cells; less may be rounding

/// Makes a curve over ground of several costs cheaper, step by step: takes out bends, and moves those that
/// remain by ever smaller parts of a cell along x or y, wherever that costs less. What it costs never rises.
class Relaxer {
 public:
  explicit Relaxer(GridView grid) : grid_(grid) {}

  /// Looks at so many pieces of cells at most.
  void relax(std::vector<FinePoint>& points, std::int32_t layer, std::uint64_t most_pieces) {
    PORTOLAN_ASSERT(!points.empty(), "a curve has two ends, or is one point");
    layer_ = layer;
    pieces_ = 0;
    most_pieces_ = most_pieces;
    bends_.clear();
    for (const FinePoint p : points)
      bends_.push_back({p, bends_.empty() ? 0 : to(bends_.back().at, p, never)});
    take_out_bends();
    for (std::int32_t by = fine / 2; by >= fine / 8 && pieces_ < most_pieces_; by /= 2) {
      for (int round = 0; round < 3 && move_bends(by); ++round) take_out_bends();
    }
    points.clear();
    for (const Bend& bend : bends_) points.push_back(bend.at);
  }
  /// Of the curve, in cells.
  [[nodiscard]] double cost(std::span<const FinePoint> points, std::int32_t layer) {
    layer_ = layer;
    double sum = 0;
    for (std::size_t i = 1; i < points.size(); ++i) sum += to(points[i - 1], points[i], never);
    return sum;
  }

 private:
  struct Bend {
    FinePoint at;
    double cost;  // from the bend before
  };
  [[nodiscard]] double to(FinePoint from, FinePoint to, double most) {
    return segment_cost(grid_, layer_, from, to, most, pieces_);
  }
  // Over and over, as what is gone lets others go.
  bool take_out_bends() {
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
  bool move_bends(std::int32_t by) {
    bool changed = false;
    for (std::size_t i = 1; i + 1 < bends_.size() && pieces_ < most_pieces_; ++i) {
      const FinePoint p = bends_[i].at;
      const bool moved = move(i, {p.x + by, p.y}) || move(i, {p.x - by, p.y}) || move(i, {p.x, p.y + by}) ||
                         move(i, {p.x, p.y - by});
      changed = changed || moved;
    }
    return changed;
  }
  bool move(std::size_t i, FinePoint at) {
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

  GridView grid_;
  std::int32_t layer_ = 0;
  std::uint64_t pieces_ = 0;
  std::uint64_t most_pieces_ = 0;
  std::vector<Bend> bends_;
};

}  // namespace
}  // namespace detail

using detail::FinePoint;

namespace {

// Pieces of cells that may be looked at for each cell of a path over ground of several costs.
constexpr std::uint64_t pieces_per_cell = 8;

// The middle of the side, or the corner, where two cells beside one another meet.
FinePoint between(Cell a, Cell b) {
  const FinePoint p = detail::middle_point(a), q = detail::middle_point(b);
  return {(p.x + q.x) / 2, (p.y + q.y) / 2};
}

}  // namespace

struct PathStraightener::State {
  explicit State(GridView g) : grid(g), relaxer(g) {}

  void straighten(std::span<const Cell> path);
  [[nodiscard]] const Link* link_between(Cell from, Cell to) const;
  void add_leg(std::span<const Cell> leg);
  void pull_parts(std::span<const Cell> leg);
  [[nodiscard]] double length_of(std::int32_t layer, Cost cost);

  GridView grid;
  detail::Sleeve sleeve;
  detail::Relaxer relaxer;
  std::vector<FinePoint> bends;  // of the leg under way
  Polyline line;
};

PathStraightener::PathStraightener(GridView grid) : state_(detail::make_pimpl<State>(grid)) {}

const Polyline& PathStraightener::straighten(std::span<const Cell> path) {
  state_->straighten(path);
  return state_->line;
}

// Legs between links, one after the other.
void PathStraightener::State::straighten(std::span<const Cell> path) {
  PORTOLAN_ASSERT(path.empty() || (grid.passable(path.front()) && grid.passable(path.back())),
                  "a legal path begins and ends on passable cells");
  line.points.clear();
  line.length = 0;
  std::size_t first = 0;
  if (!grid.links().empty()) {
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Link* const link = link_between(path[i - 1], path[i]);
      if (link == nullptr) continue;
      add_leg(path.subspan(first, i - first));
      line.length += in_cells({link->cost});
      first = i;
    }
  }
  if (!path.empty()) add_leg(path.subspan(first));
}

// The cheapest one, where no step is as cheap.
const Link* PathStraightener::State::link_between(Cell from, Cell to) const {
  const Link* best = nullptr;
  for (const LinkTable::Entry& entry : grid.links().from_block(from)) {
    const Link& link = grid.links()[entry.id];
    if (link.from == from && link.to == to && (best == nullptr || link.cost < best->cost)) best = &link;
  }
  if (best == nullptr || !grid.can_step(from, to)) return best;
  const bool diagonal = from.x != to.x && from.y != to.y;
  return best->cost < step_units(grid.cost(from), grid.cost(to), diagonal) ? best : nullptr;
}

void PathStraightener::State::add_leg(std::span<const Cell> leg) {
  bends.clear();
  bends.push_back(detail::middle_point(leg.front()));
  const Cost cost = grid.costs().at(leg.front());
  if (sleeve.pull(detail::Ground(grid, leg.front().layer, cost), leg, bends.front(),
                  detail::middle_point(leg.back()), bends)) {
    line.length += length_of(leg.front().layer, cost);
  } else {
    pull_parts(leg);
    relaxer.relax(bends, leg.front().layer, pieces_per_cell * leg.size());
    line.length += relaxer.cost(bends, leg.front().layer);
  }
  for (const FinePoint p : bends) line.points.push_back(detail::path_point(p, leg.front().layer));
}

// Parts over ground of one cost, each pulled taut, from where the path enters it to where it leaves it.
void PathStraightener::State::pull_parts(std::span<const Cell> leg) {
  FinePoint from = bends.front();
  for (std::size_t first = 0, last = 0; first < leg.size(); first = last) {
    const Cost cost = grid.costs().at(leg[first]);
    while (last < leg.size() && grid.costs().at(leg[last]) == cost) ++last;
    const FinePoint to =
        last < leg.size() ? between(leg[last - 1], leg[last]) : detail::middle_point(leg.back());
    const detail::Ground ground(grid, leg.front().layer, cost);
    const bool pulled = sleeve.pull(ground, leg.subspan(first, last - first), from, to, bends);
    PORTOLAN_ASSERT(pulled, "a part is over ground of one cost");
    (void)pulled;
    from = to;
  }
}

// Of bends over ground of one cost. What lies beside it may be cheaper, and a line along the border counts as
// the cheaper side does.
double PathStraightener::State::length_of(std::int32_t layer, Cost cost) {
  const auto on_border = [](std::int32_t a, std::int32_t b) { return a == b && a % detail::fine == 0; };
  double length = 0;
  for (std::size_t i = 1; i < bends.size(); ++i) {
    const FinePoint from = bends[i - 1], to = bends[i];
    length += on_border(from.x, to.x) || on_border(from.y, to.y)
                  ? relaxer.cost(std::span(bends).subspan(i - 1, 2), layer)
                  : cost * detail::distance(from, to);
  }
  return length;
}

std::size_t PathStraightener::memory_bytes() const {
  return sizeof *state_ + state_->sleeve.memory_bytes() + state_->bends.capacity() * sizeof(FinePoint) +
         state_->line.points.capacity() * sizeof(PathPoint);
}

}  // namespace portolan
