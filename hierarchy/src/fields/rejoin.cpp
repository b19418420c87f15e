// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "fields/rejoin.hpp"

#include <algorithm>
#include <bit>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/neighbourhood.hpp>
#include <portolan/core/octile.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/band_field.hpp>

namespace portolan::detail {

template <class Field>
RejoinSearch<Field>::RejoinSearch(const Field& field, Cost least_cost)
    : field_(field), least_cost_(field.goals().empty() ? Cost{0} : least_cost) {
  if (field.goals().empty()) return;
  const Cell first = field.goals()[0].cell;
  Cell low = first;
  Cell high = first;
  for (const Goal& goal : field.goals()) {
    low = {std::min(low.x, goal.cell.x), std::min(low.y, goal.cell.y), 0};
    high = {std::max(high.x, goal.cell.x), std::max(high.y, goal.cell.y), 0};
  }
  goals_ = {low.x, low.y, high.x - low.x + 1, high.y - low.y + 1, 0};
}

// What a path from a cell to a goal costs at least.
template <class Field>
std::uint64_t RejoinSearch<Field>::estimate(Cell c) const {
  if (least_cost_ == 0) return 0;
  const Cell nearest{std::clamp(c.x, goals_.x, goals_.x + goals_.width - 1),
                     std::clamp(c.y, goals_.y, goals_.y + goals_.height - 1), c.layer};
  return octile_distance(c, nearest, least_cost_).units;
}

template <class Field>
void RejoinSearch<Field>::offer(Cell c, std::uint64_t units, std::uint64_t parent) {
  const std::uint64_t key = field_.grid().extent().index(c);
  const auto [label, is_new] = known_.try_emplace(key, {units, parent});
  if (!is_new && label.units <= units) return;
  label = {units, parent};
  const Distance known = field_.at(c);
  if (reachable(known)) {
    // The field knows best how to go on from here.
    if (units + known.units >= best_) return;
    best_ = units + known.units;
    last_ = key;
    return;
  }
  heap_.push({units + estimate(c), units, key});
}

template <class Field>
void RejoinSearch<Field>::expand(Cell c, std::uint64_t units) {
  const GridView& grid = field_.grid();
  const std::uint64_t here = grid.extent().index(c);
  const Cost cost = grid.cost(c);
  const Neighbourhood around = look_around(grid, c);
  for (unsigned steps = around.steps; steps != 0; steps &= steps - 1) {
    const auto d = static_cast<Direction>(std::countr_zero(steps));
    const std::uint32_t step_cost =
        step_units(cost, around.cost[static_cast<std::size_t>(d)], is_diagonal(d));
    offer(step(c, d), units + step_cost, here);
  }
  for (const LinkTable::Entry& entry : grid.links().from_block(c)) {
    const Link& link = grid.links()[entry.id];
    if (link.from == c && grid.passable(link.to)) offer(link.to, units + link.cost, here);
  }
}

template <class Field>
bool RejoinSearch<Field>::run(Cell from, std::uint64_t max_cells, End end) {
  PORTOLAN_ASSERT(known_.empty());
  if (!field_.grid().passable(from)) return false;
  offer(from, 0, none);
  while (!heap_.empty() && heap_.top().bound < best_) {
    if (end == End::first_met && best_ < unreachable.units) break;
    const Open top = heap_.pop();
    if (known_.find(top.key)->units != top.units) continue;  // a cheaper path was found since
    if (opened_ == max_cells) return false;
    ++opened_;
    expand(field_.grid().extent().cell(top.key), top.units);
  }
  return best_ < unreachable.units;
}

template <class Field>
std::vector<Cell> RejoinSearch<Field>::cells() const {
  std::vector<Cell> cells;
  for (std::uint64_t key = last_; key != none; key = known_.find(key)->parent)
    cells.push_back(field_.grid().extent().cell(key));
  std::reverse(cells.begin(), cells.end());
  return cells;
}

template class RejoinSearch<StraightField>;
template class RejoinSearch<TileField>;
template class RejoinSearch<BandField>;

}  // namespace portolan::detail
