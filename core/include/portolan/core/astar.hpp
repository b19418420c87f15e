// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/found_path.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan {

struct AStarOptions {
  /// No passable cell may be cheaper; the search is the more directed, the nearer this is to the true least
  /// cost.
  Cost least_cost = 1;
  /// Gives up with `budget_spent` after opening so many nodes.
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  /// Paths that cost more do not count; nothing is opened that cannot be on one that costs less.
  Distance max_cost = unreachable;
};

/// The cheapest path between two cells of a grid by plain A* (Hart, Nilsson, Raphael 1968): the baseline for
/// single paths. Its estimate is the octile distance times the least cost. A link may undercut that distance,
/// and then the estimate would be wrong: unless every link costs at least the octile distance between its
/// ends (bridges and stairs do, teleporters do not), the search runs without an estimate, which is Dijkstra's
/// algorithm.
///
/// Holds scratch memory (16 bytes per cell of the blocks that searches came to) and is meant to be used
/// again, for any grid; generation stamps save clearing it. Not thread-safe: one per thread. Equal input,
/// equal path: ties go to the larger cost so far, then to the smaller cell.
class AStar {
 public:
  [[nodiscard]] FoundPath search(GridView grid, Cell start, Cell goal, const AStarOptions& options = {});
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Node {
    std::uint64_t units = 0;
    std::uint32_t generation = 0;  ///< the node is untouched unless this is the search's own
    Direction came = Direction::none;
  };
  using Page = std::array<Node, BlockArray::cells>;
  struct Moves;

  void begin(GridView grid);
  [[nodiscard]] Node& node(GridView grid, Cell c);
  void offer(GridView grid, Cell c, std::uint64_t units, Direction came);
  [[nodiscard]] Path trace(GridView grid, Cell start);

  detail::BestFirst<> search_;
  std::vector<std::unique_ptr<Page>> pages_;  // per block, made when a search first gets there
  std::uint32_t generation_ = 0;
  Cell goal_;
  Distance max_cost_ = unreachable;
  Cost estimate_cost_ = 0;  // 0: no estimate
};

/// The cost of the cheapest passable cell; `impassable` when there is none. O(cells) but for uniform blocks.
[[nodiscard]] Cost least_cost(GridView grid);

}  // namespace portolan
