// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

#include <support/bench_maps.hpp>
#include <support/dev_maps.hpp>

namespace portolan::bench {

struct GridQuery {
  Cell start;
  Cell goal;
  Distance optimum;  ///< by the exact field of the whole map
};

/// The queries of a map's .scen file that have a way, with their optima. At most `most` of them, evenly
/// spread over the file.
[[nodiscard]] std::vector<GridQuery> scen_queries(const LoadedMap& map, const std::string& map_file,
                                                  std::size_t most = ~std::size_t{0});

/// The optimum by the exact field; for checks.
class Optimum {
 public:
  explicit Optimum(GridView grid) : field_(TileField::distances_only(grid, TileGrid(grid.extent()))) {}
  [[nodiscard]] Distance operator()(Cell start, Cell goal);

 private:
  TileField field_;
};

/// Microseconds per query and way of answering it.
struct QueryTimes {
  std::vector<double> us;  ///< by query; the median over rounds
  [[nodiscard]] double mean() const;
  [[nodiscard]] double at_share(double share) const;  ///< 0.5: the median over queries
};

/// Runs every query `rounds` times, all queries once per round, and keeps each one's median.
[[nodiscard]] QueryTimes time_queries(std::size_t queries, int rounds,
                                      const std::function<void(std::size_t)>& run);

/// Plan and corridor field of single agents.
class HierarchyRuns {
 public:
  HierarchyRuns(const Hierarchy& hierarchy, std::vector<GridQuery> queries, QualityGoal quality = {});

  /// Checks every answer against the optimum, and gathers how good they are; what is wrong, or nothing.
  [[nodiscard]] std::string first_wrong();
  /// Of plan and field together, of the plan alone, of a path without a field; filled by `run`.
  void run(int rounds);

  QueryTimes both, plan, path;
  double mean_excess = 0, most_excess = 0, exact_share = 0;
  double mean_path_excess = 0, exact_path_share = 0;  ///< of paths without a field
  double sectors = 0;                                 ///< of a corridor, mean
  double nodes_opened = 0;                            ///< mean

 private:
  void answer(std::size_t i);
  [[nodiscard]] PlanRequest request(std::size_t i) const;

  const Hierarchy& hierarchy_;
  std::vector<GridQuery> queries_;
  QualityGoal quality_;
  Planner planner_;
  CorridorField field_;
  PathFinder finder_;
  Plan plan_;
};

/// Builds a hierarchy, on two threads; milliseconds go to `ms` where given.
[[nodiscard]] Hierarchy build(const LoadedMap& map, HierarchyOptions options = {}, double* ms = nullptr);

}  // namespace portolan::bench
