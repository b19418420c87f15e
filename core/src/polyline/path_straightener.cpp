// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/path_straightener.hpp>

#include <algorithm>
#include <span>

#include <portolan/core/assert.hpp>

#include "relaxer.hpp"
#include "sleeve.hpp"

namespace portolan {

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
