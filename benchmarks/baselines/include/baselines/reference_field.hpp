// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <baselines/tile_mask.hpp>
#include <portolan/core/cell.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>

namespace portolan {

/// The cost to the nearest goal for every cell, computed the plain way over the whole map: what all faster
/// fields must equal, and what they are measured against.
struct ReferenceField {
  Extent extent;
  std::vector<std::uint64_t> units;  ///< by Extent::index

  [[nodiscard]] Distance at(Cell c) const { return {units[extent.index(c)]}; }
  bool operator==(const ReferenceField&) const = default;
};

// All of them: costs are to the goal, links are relaxed backward from `to` to `from`. Goals in impassable
// cells are ignored. With a mask, cells of other tiles are impassable. Reentrant; O(cells) memory per call.

/// `boost::dijkstra_shortest_paths` on the reversed GridGraph, from all goals at once. O(n log n).
[[nodiscard]] ReferenceField reference_dijkstra_boost(GridView grid, std::span<const Goal> goals,
                                                      const TileMask* mask = nullptr);

/// `boost::dijkstra_shortest_paths_no_color_map`, which knows a single source only: once for every goal, and
/// the minimum of all.
[[nodiscard]] ReferenceField reference_dijkstra_boost_no_color_map(GridView grid, std::span<const Goal> goals,
                                                                   const TileMask* mask = nullptr);

/// Dijkstra with a bucket queue, see BucketDijkstra.
[[nodiscard]] ReferenceField reference_dijkstra_buckets(GridView grid, std::span<const Goal> goals,
                                                        const TileMask* mask = nullptr);

/// Breadth-first wavefront in true length: needs ground of one single cost (asserted). There are then only
/// two lengths of step, so a first-in-first-out queue for each stays sorted by itself, and taking from the
/// queue whose head is nearer is Dijkstra's order without a heap: O(n). Exact.
[[nodiscard]] ReferenceField reference_wavefront(GridView grid, std::span<const Goal> goals,
                                                 const TileMask* mask = nullptr);

/// The usual tutorial's wavefront: one queue, and a value of steps, not of units. Diagonal steps, costly
/// ground and links all count 1, offsets count 0, so paths along the values are legal but long. For
/// comparison only.
[[nodiscard]] ReferenceField reference_wavefront_steps(GridView grid, std::span<const Goal> goals,
                                                       const TileMask* mask = nullptr);

/// Label correcting with a first-in-first-out queue, the other common tutorial form: a cell whose value fell
/// is queued (again) until nothing changes. Exact; cells are expanded several times.
[[nodiscard]] ReferenceField reference_fifo(GridView grid, std::span<const Goal> goals,
                                            const TileMask* mask = nullptr);

/// Dijkstra's algorithm with a circular bucket queue (Dial, "Algorithm 360: shortest-path forest with
/// topological ordering", 1969): the baseline for speed, so it is written to be fast. Costs are copied to a
/// flat array with a border of walls; distances have 32 bits where they provably fit; a bit per bucket finds
/// the next one; buckets keep their memory between runs, and so does the rest. What does not fit into the
/// circle of buckets (goals with offsets, costly links) waits in a heap. Not thread-safe; one per thread.
/// Worlds of up to 2^32 - 1 cells, the border counted in.
class BucketDijkstra {
 public:
  BucketDijkstra();
  ~BucketDijkstra();
  BucketDijkstra(BucketDijkstra&&) noexcept;
  BucketDijkstra& operator=(BucketDijkstra&&) noexcept;

  /// Computes the whole field.
  void run(GridView grid, std::span<const Goal> goals, const TileMask* mask = nullptr);

  /// Values of the last run.
  [[nodiscard]] Distance at(Cell c) const;
  [[nodiscard]] ReferenceField field() const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace portolan
