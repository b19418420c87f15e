// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <utility>

#include <baselines/reference_field.hpp>
#include <portolan/core/assert.hpp>

#include "flat_grid.hpp"

namespace portolan {

namespace {

using detail::FlatGrid;

/// Buckets for the next `size` units, addressed modulo their number, a power of two.
class BucketCircle {
 public:
  /// Room for values up to `reach` beyond the current one.
  void reset(std::uint32_t reach) {
    const std::size_t size = std::max<std::size_t>(64, std::bit_ceil(std::size_t{reach} + 1));
    for (auto& bucket : buckets_) bucket.clear();
    buckets_.resize(size);
    filled_.assign(size / 64, 0);
    mask_ = size - 1;
  }
  [[nodiscard]] std::uint64_t size() const { return mask_ + 1; }

  void push(std::uint64_t units, std::uint32_t cell) {
    const std::size_t b = units & mask_;
    buckets_[b].push_back(cell);
    filled_[b / 64] |= std::uint64_t{1} << (b % 64);
  }
  /// Units of the next bucket with cells in it, from `units` on and less than a circle further; none: the
  /// maximum.
  [[nodiscard]] std::uint64_t next(std::uint64_t units) const {
    const std::size_t start = units & mask_;
    std::size_t word = start / 64;
    std::uint64_t bits = filled_[word] & (~std::uint64_t{0} << (start % 64));
    for (std::size_t seen = 0; seen <= filled_.size(); ++seen) {
      if (bits != 0) {
        const std::size_t b = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        return units + ((b - start) & mask_);
      }
      word = word + 1 == filled_.size() ? 0 : word + 1;
      bits = filled_[word];
    }
    return std::numeric_limits<std::uint64_t>::max();
  }
  /// Moves the cells of a bucket into `cells`, whose memory the bucket takes.
  void take(std::uint64_t units, std::vector<std::uint32_t>& cells) {
    const std::size_t b = units & mask_;
    cells.clear();
    cells.swap(buckets_[b]);
    filled_[b / 64] &= ~(std::uint64_t{1} << (b % 64));
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = buckets_.capacity() * sizeof(buckets_[0]) + filled_.capacity() * sizeof(filled_[0]);
    for (const auto& bucket : buckets_) bytes += bucket.capacity() * sizeof(bucket[0]);
    return bytes;
  }

 private:
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::vector<std::uint64_t> filled_;
  std::size_t mask_ = 0;
};

/// A cell whose value lies beyond the circle.
using Waiting = std::pair<std::uint64_t, std::uint32_t>;

template <class Units>
inline constexpr Units not_reached = std::numeric_limits<Units>::max();

/// The largest value that any cell can have, or more.
std::uint64_t largest_value(const FlatGrid& grid, std::span<const Goal> goals) {
  std::uint64_t most = 0;
  for (const Goal& goal : goals) most = std::max(most, goal.offset.units);
  std::uint64_t sum = most + grid.passable * std::uint64_t{step_units(grid.most_cost, grid.most_cost, true)};
  for (const FlatGrid::LinkInto& link : grid.links) sum += link.units;
  return sum;
}

}  // namespace

struct BucketDijkstra::State {
  FlatGrid grid;
  BucketCircle circle;
  std::vector<Waiting> waiting;  // min-heap
  std::vector<std::uint32_t> cells;
  std::vector<std::uint32_t> narrow;  // one of the two holds the values
  std::vector<std::uint64_t> wide;
  bool is_wide = false;

  void wait(std::uint64_t units, std::uint32_t cell) {
    waiting.emplace_back(units, cell);
    std::push_heap(waiting.begin(), waiting.end(), std::greater<>());
  }

  /// The next value to settle, with its cells in `cells`; the maximum when there is none.
  std::uint64_t advance(std::uint64_t from) {
    const std::uint64_t near = circle.next(from);
    const std::uint64_t far =
        waiting.empty() ? std::numeric_limits<std::uint64_t>::max() : waiting.front().first;
    const std::uint64_t units = std::min(near, far);
    if (units == std::numeric_limits<std::uint64_t>::max()) return units;
    circle.take(units, cells);
    while (!waiting.empty() && waiting.front().first == units) {
      cells.push_back(waiting.front().second);
      std::pop_heap(waiting.begin(), waiting.end(), std::greater<>());
      waiting.pop_back();
    }
    return units;
  }

  template <class Units>
  void run(std::vector<Units>& values, std::span<const Goal> goals) {
    values.assign(grid.cost.size(), not_reached<Units>);
    circle.reset(grid.most_cost == 0 ? 0 : step_units(grid.most_cost, grid.most_cost, true));
    waiting.clear();
    for (const Goal& goal : goals) {
      const std::uint32_t cell = grid.index(goal.cell);
      if (grid.cost[cell] == impassable || goal.offset.units >= values[cell]) continue;
      values[cell] = static_cast<Units>(goal.offset.units);
      wait(goal.offset.units, cell);
    }
    Units* const value = values.data();
    std::uint64_t units = 0;
    while ((units = advance(units)) != std::numeric_limits<std::uint64_t>::max()) {
      for (const std::uint32_t cell : cells) {
        if (value[cell] != units) continue;  // found a shorter path since
        grid.for_each_predecessor(cell, [&](std::uint32_t n, std::uint32_t cost) {
          const std::uint64_t through = units + cost;
          if (through >= value[n]) return;
          value[n] = static_cast<Units>(through);
          if (cost < circle.size()) {
            circle.push(through, n);
          } else {
            wait(through, n);
          }
        });
      }
    }
  }
};

BucketDijkstra::BucketDijkstra() : state_(std::make_unique<State>()) {}
BucketDijkstra::~BucketDijkstra() = default;
BucketDijkstra::BucketDijkstra(BucketDijkstra&&) noexcept = default;
BucketDijkstra& BucketDijkstra::operator=(BucketDijkstra&&) noexcept = default;

void BucketDijkstra::run(GridView grid, std::span<const Goal> goals, const TileMask* mask) {
  State& s = *state_;
  s.grid.load(grid, mask);
  const std::uint64_t most = largest_value(s.grid, goals);
  PORTOLAN_ASSERT(most < unreachable.units);
  s.is_wide = most >= not_reached<std::uint32_t>;
  if (s.is_wide) {
    s.run(s.wide, goals);
  } else {
    s.run(s.narrow, goals);
  }
}

Distance BucketDijkstra::at(Cell c) const {
  const std::uint32_t cell = state_->grid.index(c);
  if (state_->is_wide) return {std::min(state_->wide[cell], unreachable.units)};
  const std::uint32_t units = state_->narrow[cell];
  return units == not_reached<std::uint32_t> ? unreachable : Distance{units};
}

ReferenceField BucketDijkstra::field() const {
  return state_->is_wide ? state_->grid.to_field(state_->wide, not_reached<std::uint64_t>)
                         : state_->grid.to_field(state_->narrow, not_reached<std::uint32_t>);
}

std::size_t BucketDijkstra::memory_bytes() const {
  const State& s = *state_;
  return s.grid.cost.capacity() + s.grid.linked.capacity() +
         s.grid.links.capacity() * sizeof(s.grid.links[0]) + s.circle.memory_bytes() +
         s.waiting.capacity() * sizeof(Waiting) +
         (s.cells.capacity() + s.narrow.capacity()) * sizeof(std::uint32_t) +
         s.wide.capacity() * sizeof(std::uint64_t);
}

ReferenceField reference_dijkstra_buckets(GridView grid, std::span<const Goal> goals, const TileMask* mask) {
  BucketDijkstra search;
  search.run(grid, goals, mask);
  return search.field();
}

}  // namespace portolan
