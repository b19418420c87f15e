// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <baselines/reference_field.hpp>
#include <portolan/core/assert.hpp>

#include "flat_grid.hpp"

namespace portolan {

namespace {

using detail::FlatGrid;

constexpr std::uint64_t not_reached = std::numeric_limits<std::uint64_t>::max();

using Entry = std::pair<std::uint64_t, std::uint32_t>;  // value when queued, cell

/// A queue in one array that only grows: every entry is looked at once.
struct Queue {
  std::vector<Entry> entries;
  std::size_t head = 0;

  [[nodiscard]] std::uint64_t front() const {
    return head < entries.size() ? entries[head].first : not_reached;
  }
};

/// Entries whose values follow no order: goals and links.
struct Heap {
  std::vector<Entry> entries;

  [[nodiscard]] std::uint64_t front() const { return entries.empty() ? not_reached : entries.front().first; }
  void push(Entry entry) {
    entries.push_back(entry);
    std::push_heap(entries.begin(), entries.end(), std::greater<>());
  }
  Entry pop() {
    const Entry least = entries.front();
    std::pop_heap(entries.begin(), entries.end(), std::greater<>());
    entries.pop_back();
    return least;
  }
};

}  // namespace

ReferenceField reference_wavefront(GridView view, std::span<const Goal> goals, const TileMask* mask) {
  FlatGrid grid;
  grid.load(view, mask);
  PORTOLAN_ASSERT(grid.passable == 0 || grid.least_cost == grid.most_cost);
  const std::uint32_t straight_units = step_units(grid.most_cost, grid.most_cost, false);
  const std::uint32_t diagonal_units = step_units(grid.most_cost, grid.most_cost, true);
  std::vector<std::uint64_t> value(grid.cost.size(), not_reached);
  Queue straight, diagonal;
  Heap others;
  for (const Goal& goal : goals) {
    const std::uint32_t cell = grid.index(goal.cell);
    if (grid.cost[cell] == impassable || goal.offset.units >= value[cell]) continue;
    value[cell] = goal.offset.units;
    others.push({goal.offset.units, cell});
  }
  for (;;) {
    const std::uint64_t least = std::min({straight.front(), diagonal.front(), others.front()});
    if (least == not_reached) break;
    const Entry next = straight.front() == least   ? straight.entries[straight.head++]
                       : diagonal.front() == least ? diagonal.entries[diagonal.head++]
                                                   : others.pop();
    const std::uint64_t units = next.first;
    if (value[next.second] != units) continue;
    grid.for_each_predecessor(next.second, [&](std::uint32_t n, std::uint32_t cost) {
      if (units + cost >= value[n]) return;
      value[n] = units + cost;
      if (cost == straight_units) {
        straight.entries.emplace_back(value[n], n);
      } else if (cost == diagonal_units) {
        diagonal.entries.emplace_back(value[n], n);
      } else {
        others.push({value[n], n});
      }
    });
  }
  return grid.to_field(value, not_reached);
}

ReferenceField reference_wavefront_steps(GridView view, std::span<const Goal> goals, const TileMask* mask) {
  FlatGrid grid;
  grid.load(view, mask);
  std::vector<std::uint64_t> steps(grid.cost.size(), not_reached);
  std::vector<std::uint32_t> queue;
  queue.reserve(grid.passable);
  for (const Goal& goal : goals) {
    const std::uint32_t cell = grid.index(goal.cell);
    if (grid.cost[cell] == impassable || steps[cell] == 0) continue;
    steps[cell] = 0;
    queue.push_back(cell);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint64_t next = steps[queue[head]] + 1;
    grid.for_each_predecessor(queue[head], [&](std::uint32_t n, std::uint32_t) {
      if (steps[n] != not_reached) return;
      steps[n] = next;
      queue.push_back(n);
    });
  }
  return grid.to_field(steps, not_reached);
}

ReferenceField reference_fifo(GridView view, std::span<const Goal> goals, const TileMask* mask) {
  FlatGrid grid;
  grid.load(view, mask);
  std::vector<std::uint64_t> value(grid.cost.size(), not_reached);
  std::vector<std::uint8_t> queued(grid.cost.size(), 0);
  // No cell is in the queue twice, so a ring of one more than the passable cells never fills up.
  std::vector<std::uint32_t> ring(grid.passable + 1);
  std::size_t head = 0, tail = 0;
  const auto offer = [&](std::uint32_t cell, std::uint64_t units) {
    if (units >= value[cell]) return;
    value[cell] = units;
    if (queued[cell] != 0) return;
    queued[cell] = 1;
    ring[tail] = cell;
    tail = tail + 1 == ring.size() ? 0 : tail + 1;
  };
  for (const Goal& goal : goals) {
    const std::uint32_t cell = grid.index(goal.cell);
    if (grid.cost[cell] != impassable) offer(cell, goal.offset.units);
  }
  while (head != tail) {
    const std::uint32_t cell = ring[head];
    head = head + 1 == ring.size() ? 0 : head + 1;
    queued[cell] = 0;
    const std::uint64_t units = value[cell];
    grid.for_each_predecessor(cell, [&](std::uint32_t n, std::uint32_t cost) { offer(n, units + cost); });
  }
  return grid.to_field(value, not_reached);
}

}  // namespace portolan
