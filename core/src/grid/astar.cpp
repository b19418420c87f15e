// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/astar.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/heap_bytes.hpp>
#include <portolan/core/detail/neighbourhood.hpp>
#include <portolan/core/octile.hpp>

namespace portolan {

namespace {

Cell step_back(Cell c, Direction d) {
  const auto i = static_cast<std::size_t>(d);
  return {c.x - step_dx[i], c.y - step_dy[i], c.layer};
}

/// True when no link is a short cut, so that the octile distance stays a lower bound that never drops by more
/// than the cost of a move.
bool links_keep_estimate(GridView grid, Cost least) {
  const std::span<const LinkTable::Entry> all = grid.links().all();
  return std::all_of(all.begin(), all.end(), [&](const LinkTable::Entry& entry) {
    const Link& link = grid.links()[entry.id];
    return octile_distance(link.from, link.to, least).units <= link.cost;
  });
}

}  // namespace

/// The grid, as the search asks for it.
struct AStar::Moves {
  using State = detail::BestFirst<>::State;

  [[nodiscard]] bool is_stale(const State& open) const {
    return astar.node(grid, detail::cell_of(open.key)).units != open.cost;
  }
  [[nodiscard]] bool is_end(const State& open) const { return open.key == goal; }
  void expand(const State& open) const {
    for_each_move(grid, detail::cell_of(open.key),
                  [&, cost = open.cost](Cell to, std::uint64_t units, Direction d) {
                    astar.offer(grid, to, cost + units, d);
                  });
  }

  AStar& astar;
  GridView grid;
  std::uint64_t goal;
};

FoundPath AStar::search(GridView grid, Cell start, Cell goal, const AStarOptions& options) {
  PORTOLAN_ASSERT(options.least_cost >= 1 && options.least_cost < impassable, "a cost is 1 to 254");
  PORTOLAN_ASSERT(grid.extent().width <= 1 << 24 && grid.extent().height <= 1 << 24,
                  "a key has 24 bits a side");
  FoundPath result;
  if (!grid.contains(start) || !grid.contains(goal)) {
    result.outcome = Outcome::out_of_bounds;
    return result;
  }
  result.outcome = Outcome::unreachable;
  if (!grid.passable(start) || !grid.passable(goal)) return result;

  begin(grid);
  goal_ = goal;
  max_cost_ = options.max_cost;
  estimate_cost_ = links_keep_estimate(grid, options.least_cost) ? options.least_cost : Cost{0};
  offer(grid, start, 0, Direction::none);
  Moves moves{*this, grid, detail::key_of(goal)};
  using End = detail::BestFirst<>::End;
  const End end = search_.run(moves, options.max_nodes);
  result.nodes_opened = search_.opened();
  if (end == End::spent) result.outcome = Outcome::budget_spent;
  if (end != End::met) return result;
  result.outcome = Outcome::complete;
  result.path = trace(grid, start);
  return result;
}

void AStar::begin(GridView grid) {
  search_.clear();
  if (pages_.size() < grid.costs().block_count()) pages_.resize(grid.costs().block_count());
  if (++generation_ != 0) return;
  pages_.clear();  // the stamps have come round: forget them all
  pages_.resize(grid.costs().block_count());
  generation_ = 1;
}

AStar::Node& AStar::node(GridView grid, Cell c) {
  std::unique_ptr<Page>& page = pages_[grid.costs().block_of(c)];
  if (!page) page = std::make_unique<Page>();
  return (*page)[BlockArray::offset(c)];
}

void AStar::offer(GridView grid, Cell c, std::uint64_t units, Direction came) {
  Node& n = node(grid, c);
  if (n.generation == generation_ && n.units <= units) return;
  // Times zero is no estimate.
  const std::uint64_t estimate = units + octile_distance(c, goal_, estimate_cost_).units;
  if (estimate > max_cost_.units) return;
  n = {units, generation_, came};
  search_.open({estimate, units, detail::key_of(c)});
}

Path AStar::trace(GridView grid, Cell start) {
  Path path;
  path.cost = {node(grid, goal_).units};
  Cell here = goal_;
  while (here != start) {
    path.cells.push_back(here);
    const Node& n = node(grid, here);
    if (n.came != Direction::link) {
      here = step_back(here, n.came);
      continue;
    }
    // Links do not fit into a direction: the one taken is known by its cost. Of equal ones any will do, the
    // first does.
    for (const LinkTable::Entry& entry : grid.links().into_block(here)) {
      const Link& link = grid.links()[entry.id];
      if (link.to != here || !grid.passable(link.from)) continue;
      const Node& from = node(grid, link.from);
      if (from.generation == generation_ && from.units + link.cost == n.units) {
        here = link.from;
        break;
      }
    }
  }
  path.cells.push_back(start);
  std::reverse(path.cells.begin(), path.cells.end());
  return path;
}

std::size_t AStar::memory_bytes() const { return detail::heap_bytes(search_, pages_); }

Cost least_cost(GridView grid) {
  const BlockArray& costs = grid.costs();
  Cost least = impassable;
  for (std::uint32_t b = 0; b < costs.block_count(); ++b) {
    // What lies outside the world holds `impassable`, which never wins.
    const std::uint8_t* values = costs.block(b);
    least = std::min(least,
                     costs.is_uniform(b) ? values[0] : *std::min_element(values, values + BlockArray::cells));
  }
  return least;
}

}  // namespace portolan
