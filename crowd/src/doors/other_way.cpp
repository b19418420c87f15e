// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "other_way.hpp"

#include <algorithm>
#include <optional>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/flat_hash.hpp>

namespace portolan::detail {
namespace {

// Dijkstra's algorithm over cells.
class WaySearch {
 public:
  using State = SearchState<std::uint64_t>;

  WaySearch(const StraightField& straight, const GridView& grid, std::span<const Cell> shut,
            const OtherWayLimits& limits, std::span<const StraightField* const> through)
      : straight_(&straight),
        grid_(&grid),
        shut_(shut),
        limits_(limits),
        longest_(static_cast<std::uint64_t>(static_cast<double>(limits.longest) * 2 * straight_factor)),
        through_(through) {}

  void open(Cell to, std::uint64_t cost, Cell before) {
    if (is_shut(to)) return;
    const auto [known, is_new] = known_.try_emplace(key_of(to), {cost, before});
    if (!is_new && known.cost <= cost) return;
    known = {cost, before};
    search.open({cost, cost, key_of(to)});
  }
  [[nodiscard]] bool is_stale(const State& state) const { return known_at(state.key).cost < state.cost; }
  [[nodiscard]] bool is_end(const State& state) {
    if (state.cost > longest_) return true;
    const Cell c = cell_of(state.key);
    const float left = straight_->distance(c);
    if (left >= limits_.rest || is_before_door(c, left)) return false;
    end_ = c;
    return true;
  }
  void expand(const State& state) {
    const Cell c = cell_of(state.key);
    for (int d = 0; d < step_count; ++d) {
      const auto direction = static_cast<Direction>(d);
      const Cell to = step(c, direction);
      // A diagonal step does not slip past a shut cell either.
      if (grid_->can_step(c, direction) && !is_shut({to.x, c.y, c.layer}) && !is_shut({c.x, to.y, c.layer}))
        open(to, state.cost + grid_->step_cost(c, direction).units, c);
    }
  }
  [[nodiscard]] std::vector<Cell> found() const {
    std::vector<Cell> way;
    if (!end_) return way;
    for (Cell c = *end_;; c = known_at(key_of(c)).before) {
      way.push_back(c);
      if (known_at(key_of(c)).before == c) break;
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  BestFirst<> search;

 private:
  // Nearer to the goal than one door, but through another: that took a whole hall for a door beside it.
  [[nodiscard]] bool is_before_door(Cell c, float left) const {
    return std::any_of(through_.begin(), through_.end(),
                       [&](const StraightField* field) { return field->distance(c) <= left + limits_.same; });
  }
  [[nodiscard]] bool is_shut(Cell c) const { return std::binary_search(shut_.begin(), shut_.end(), c); }

  struct Known {
    std::uint64_t cost = 0;
    Cell before;
  };
  [[nodiscard]] const Known& known_at(std::uint64_t key) const {
    const Known* const known = known_.find(key);
    PORTOLAN_ASSERT(known != nullptr, "a cell that the search came to is known");
    return *known;
  }

  const StraightField* straight_;
  const GridView* grid_;
  std::span<const Cell> shut_;
  OtherWayLimits limits_;
  std::uint64_t longest_;
  std::span<const StraightField* const> through_;
  FlatHash<std::uint64_t, Known> known_;  // by key
  std::optional<Cell> end_;
};

}  // namespace

std::vector<Cell> find_other_way(const StraightField& straight, const GridView& grid, Cell from,
                                 std::span<const Cell> shut, const OtherWayLimits& limits,
                                 std::span<const StraightField* const> through) {
  PORTOLAN_ASSERT(std::is_sorted(shut.begin(), shut.end()), "shut cells are looked up by halves");
  WaySearch graph(straight, grid, shut, limits, through);
  graph.open(from, 0, from);
  graph.search.run(graph, limits.most);
  return graph.found();
}

}  // namespace portolan::detail
