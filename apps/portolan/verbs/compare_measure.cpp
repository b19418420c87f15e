// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include <baselines/reference_field.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/corridor_field.hpp>
#include <portolan/hierarchy/planner.hpp>

#include "compare_curves.hpp"
#include "terminal.hpp"

namespace portolan::tool {
namespace {

template <class Work>
double time_us(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

// On how many queries each of the flat methods runs.
struct Shares {
  std::size_t boost;
  std::size_t bucket;
  std::size_t tile;
  std::size_t curve;  // the shortest curves, and agents that walk
};

// About ten seconds for each flat method: these are the cells per second that an ordinary machine settles.
Shares shares_of(const CompareOptions& options, const GridView& grid, std::size_t queries) {
  const auto cells = static_cast<double>(grid.extent().cell_count());
  const auto affordable = [&](double cells_in_all, std::size_t least) {
    return std::min(queries, std::max(least, static_cast<std::size_t>(cells_in_all / cells)));
  };
  // Boost keeps about 40 bytes per cell: on the largest maps it runs only when asked for.
  constexpr double boost_cells = 4e7;
  Shares shares{cells > boost_cells ? 0 : affordable(3e7, 2), affordable(2e8, 3), affordable(4e9, 10),
                affordable(3e8, 20)};
  if (options.baseline_queries >= 0) {
    const auto wanted = std::min(queries, static_cast<std::size_t>(options.baseline_queries));
    shares = {wanted, wanted, std::max(wanted, shares.tile), shares.curve};
  }
  // What is promised about every query is checked on every query.
  if (options.quality.promises()) shares.tile = queries;
  return shares;
}

double length_of(const Path& path) {
  std::size_t straight = 0;
  std::size_t diagonal = 0;
  for (std::size_t i = 1; i < path.cells.size(); ++i) {
    const Cell a = path.cells[i - 1];
    const Cell b = path.cells[i];
    ++(a.x != b.x && a.y != b.y ? diagonal : straight);
  }
  return static_cast<double>(straight) + static_cast<double>(diagonal) * std::sqrt(2.0);
}

double excess_of(double value, double optimum) { return optimum > 0 ? value / optimum - 1 : 0.0; }

class Bench {
 public:
  Bench(const MapAtHand& map, const CompareOptions& options, const Hierarchy& hierarchy, Comparison& result)
      : grid_(map.grid()),
        options_(options),
        planner_(hierarchy),
        corridor_field_(hierarchy),
        tile_field_(grid_, hierarchy.sectors()),
        curves_(map, hierarchy),
        result_(result) {}

  void run(const std::vector<Query>& queries) {
    const Shares shares = shares_of(options_, grid_, queries.size());
    warm_up(queries.front(), shares);
    Progress progress("queries");
    for (std::size_t i = 0; i < queries.size(); ++i) {
      Record record;
      exact_ = std::nullopt;
      // The tile field first: the others are checked against it.
      if (chosen(i, shares.tile, queries.size())) tile_field(queries[i], record);
      hierarchy(queries[i], record);
      if (record.solved && chosen(i, shares.curve, queries.size())) curves(queries[i], record);
      if (chosen(i, shares.bucket, queries.size())) bucket(queries[i], record);
      if (chosen(i, shares.boost, queries.size())) boost(queries[i], record);
      result_.records.push_back(record);
      progress.update(static_cast<double>(i + 1) / static_cast<double>(queries.size()));
    }
  }

 private:
  static double& slot(Record& record, Method method) {
    return record.us[static_cast<std::size_t>(method)].emplace();
  }

  void fault(const Query& query, const std::string& what) {
    constexpr std::size_t most = 5;
    if (result_.faults.size() < most) {
      result_.faults.push_back(text_of(query.start) + " to " + text_of(query.goal) + ": " + what);
    }
  }

  void warm_up(const Query& query, const Shares& shares) {
    if (shares.tile > 0) solve_tile_field(query);
    if (shares.bucket > 0) buckets_.run(grid_, std::array{Goal{query.goal}});
    corridor_field_.reset(planner_.plan(request_for(query)));
    corridor_field_.advance();
  }

  void solve_tile_field(const Query& query) {
    tile_field_.reset();
    tile_field_.add_goal({query.goal});
    tile_field_.advance();
  }

  void tile_field(const Query& query, Record& record) {
    slot(record, Method::tile_field) = time_us([&] { solve_tile_field(query); });
    exact_ = tile_field_.at(query.start);
  }

  void bucket(const Query& query, Record& record) {
    const std::array goals{Goal{query.goal}};
    slot(record, Method::bucket_dijkstra) = time_us([&] { buckets_.run(grid_, goals); });
    agree(query, "bucket Dijkstra", buckets_.at(query.start));
  }

  void boost(const Query& query, Record& record) {
    const std::array goals{Goal{query.goal}};
    std::optional<ReferenceField> field;
    slot(record, Method::boost_dijkstra) = time_us([&] { field = reference_dijkstra_boost(grid_, goals); });
    agree(query, "Boost Dijkstra", field->at(query.start));
    if (!exact_ || compared_whole_field_) return;
    compared_whole_field_ = true;
    for (std::size_t i = 0; i < field->units.size(); ++i) {
      const Cell c = field->extent.cell(i);
      if (field->at(c) == tile_field_.at(c)) continue;
      ++result_.disagreements;
      return fault(query, "the exact tile field and Boost Dijkstra differ at " + text_of(c));
    }
  }

  void agree(const Query& query, const std::string& who, Distance distance) {
    if (!exact_) exact_ = distance;
    if (*exact_ == distance) return;
    ++result_.disagreements;
    fault(query, who + " says " + std::to_string(distance.units) + ", the exact tile field " +
                     std::to_string(exact_->units));
  }

  [[nodiscard]] PlanRequest request_for(const Query& query) const {
    PlanRequest request;
    request.agents = {query.start};
    request.goals = {{query.goal}};
    request.quality = options_.quality;
    return request;
  }

  void hierarchy(const Query& query, Record& record) {
    const PlanRequest request = request_for(query);
    Plan plan;
    const double search = time_us([&] { plan = planner_.plan(request); });
    if (plan.outcome != Outcome::complete) {
      const bool path_known =
          (exact_ && reachable(*exact_)) || (query.scen_optimum && *query.scen_optimum > 0);
      if (!path_known) {
        ++result_.unreachable;
        return;
      }
      ++result_.missed;
      for (const auto& [what, cell] : {std::pair{"start", query.start}, std::pair{"goal", query.goal}}) {
        if (!grid_.passable(cell)) {
          return fault(query, std::string("the query does not fit the map: its ") + what +
                                  " lies outside or in a wall; name the map that belongs to the file");
        }
      }
      return fault(query, "the plan is " + std::string(name(plan.outcome)) + ", but there is a way");
    }
    const double field = time_us([&] {
      corridor_field_.reset(plan);
      corridor_field_.advance();
    });
    slot(record, Method::abstract_search) = search;
    slot(record, Method::corridor_field) = field;
    slot(record, Method::plan_total) = search + field;
    judge(query, plan.lower_bound, record);
  }

  // The lower bound always holds; the cost of a path is what its quality promises.
  void check_promise(const Query& query, Distance lower_bound, Distance cost) {
    const auto broken = [&](const char* what) {
      ++result_.disagreements;
      fault(query, what);
    };
    if (lower_bound > *exact_) broken("the lower bound lies above the exact optimum");
    if (!options_.quality.allows(cost, *exact_)) broken("the path breaks what its quality promises");
  }

  // Walks the field and checks the way with code that the solver does not use.
  void judge(const Query& query, Distance lower_bound, Record& record) {
    const Result<Path> followed = walk_down(corridor_field_, grid_, query.start);
    if (!followed || followed->cells.front() != query.start || followed->cells.back() != query.goal) {
      ++result_.missed;
      return fault(query, followed ? "the field leads elsewhere" : followed.error().text());
    }
    const Path& path = *followed;
    if (const auto what = first_fault(grid_, path)) {
      ++result_.illegal;
      return fault(query, *what);
    }
    ++result_.solved;
    record.solved = true;
    record.length = length_of(path);
    if (exact_) {
      record.excess = excess_of(static_cast<double>(path.cost.units), static_cast<double>(exact_->units));
      if (path.cost < *exact_) {
        ++result_.disagreements;
        fault(query, "the path costs less than the exact optimum");
      }
      check_promise(query, lower_bound, path.cost);
    }
    if (query.scen_optimum) record.scen_excess = excess_of(record.length, *query.scen_optimum);
  }

  // The field is still that of the query.
  void curves(const Query& query, Record& record) {
    const CurveMeasure measured = curves_.measure(request_for(query));
    result_.curves_exact = result_.curves_exact && measured.exact;
    record.polyline = measured.polyline;
    record.walked = measured.walked;
    constexpr double rounding = 1e-6;
    if (!record.polyline || *record.polyline > -rounding) return;
    ++result_.disagreements;
    fault(query, "the polyline is shorter than any curve can be");
  }

  GridView grid_;
  const CompareOptions& options_;
  Planner planner_;
  CorridorField corridor_field_;
  TileField tile_field_;
  BucketDijkstra buckets_;
  CompareCurves curves_;
  Comparison& result_;
  std::optional<Distance> exact_;  // of the query under way
  bool compared_whole_field_ = false;
};

}  // namespace

namespace {

// Blocks passable cells and opens the others, ten to a commit.
void edit(MapAtHand& map, const CompareOptions& options, Hierarchy& hierarchy) {
  constexpr std::size_t per_commit = 10;
  TerrainId open = 0;
  TerrainId blocked = 0;
  for (int t = 255; t >= 0; --t) {
    const bool passable = options.map.profile.cost[static_cast<TerrainId>(t)] != impassable;
    (passable ? open : blocked) = static_cast<TerrainId>(t);
  }
  const std::vector<Cell> cells = choose_edits(options, map.world.extent());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    map.world.set_terrain(cells[i], map.grid().passable(cells[i]) ? blocked : open);
    if (i % per_commit == per_commit - 1 || i + 1 == cells.size()) hierarchy.apply(map.world.commit());
  }
}

// The optima of the file are those of the map as it was.
std::vector<Query> without_optima(std::vector<Query> queries) {
  for (Query& query : queries) query.scen_optimum = std::nullopt;
  return queries;
}

// An edited hierarchy answers as one built from scratch.
void compare_with_fresh(const MapAtHand& map, const CompareOptions& options, const Hierarchy& edited,
                        const std::vector<Query>& queries, Comparison& result) {
  const Hierarchy fresh = build_hierarchy(map, options.map);
  const auto differ = [&](const std::string& what) {
    ++result.disagreements;
    result.faults.push_back("after the edits " + what);
  };
  if (edited.fingerprint() != fresh.fingerprint()) differ("the hierarchy is not the one rebuilt");
  Planner planner(edited);
  Planner fresh_planner(fresh);
  for (const Query& query : queries) {
    const PlanRequest request{.agents = {query.start}, .goals = {{query.goal}}};
    const Plan plan = planner.plan(request);
    const Plan other = fresh_planner.plan(request);
    const bool same = plan.outcome == other.outcome && plan.cost == other.cost &&
                      plan.lower_bound <= other.lower_bound && plan.nearest == other.nearest &&
                      edited.can_reach(query.start, query.goal) == fresh.can_reach(query.start, query.goal);
    if (!same) return differ("a plan is not that of a hierarchy rebuilt");
  }
}

}  // namespace

Comparison measure(MapAtHand& map, const CompareOptions& options, const std::vector<Query>& queries) {
  Comparison result;
  std::optional<Hierarchy> hierarchy;
  result.build_ms = time_us([&] { hierarchy.emplace(build_hierarchy(map, options.map)); }) / 1000;
  result.resident_bytes = resident_bytes(map.world, *hierarchy);
  if (options.edits == 0) {
    Bench(map, options, *hierarchy, result).run(queries);
    return result;
  }
  result.apply_ms = time_us([&] { edit(map, options, *hierarchy); }) / 1000;
  compare_with_fresh(map, options, *hierarchy, queries, result);
  Bench(map, options, *hierarchy, result).run(without_optima(queries));
  return result;
}

}  // namespace portolan::tool
