// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "query_runs.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <portolan/config/detail/scen_file.hpp>
#include <portolan/core/path.hpp>
#include <portolan/core/path_check.hpp>
#include <portolan/core/thread_pool.hpp>

#include <support/stats.hpp>

namespace portolan::bench {

namespace {

double excess_of(Distance cost, Distance optimum) {
  return optimum.units == 0 ? 0 : static_cast<double>(cost.units) / static_cast<double>(optimum.units) - 1;
}

}  // namespace

std::vector<GridQuery> scen_queries(const LoadedMap& map, const std::string& map_file, std::size_t most) {
  const auto read = read_scen(data_file(map_file + ".scen"));
  if (!read.ok()) throw std::runtime_error(read.error().text());
  Optimum optimum(map.view());
  std::vector<GridQuery> queries;
  const std::size_t wanted = std::min(most, read->size());
  for (std::size_t i = 0; i < wanted; ++i) {
    const ScenQuery& query = (*read)[i * read->size() / wanted];
    const Distance best = optimum(query.start, query.goal);
    if (reachable(best)) queries.push_back({query.start, query.goal, best});
  }
  return queries;
}

Distance Optimum::operator()(Cell start, Cell goal) {
  field_.reset();
  field_.add_goal({goal});
  field_.advance();
  return field_.at(start);
}

double QueryTimes::mean() const {
  return std::accumulate(us.begin(), us.end(), 0.0) / static_cast<double>(us.size());
}

double QueryTimes::at_share(double share) const {
  std::vector<double> sorted = us;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

QueryTimes time_queries(std::size_t queries, int rounds, const std::function<void(std::size_t)>& run) {
  std::vector<std::vector<double>> times(queries);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < queries; ++i) times[i].push_back(microseconds([&] { run(i); }));
  }
  QueryTimes result;
  for (auto& one : times) result.us.push_back(median(std::move(one)));
  return result;
}

HierarchyRuns::HierarchyRuns(const Hierarchy& hierarchy, std::vector<GridQuery> queries, QualityGoal quality)
    : hierarchy_(hierarchy),
      queries_(std::move(queries)),
      quality_(quality),
      planner_(hierarchy),
      field_(hierarchy),
      finder_(hierarchy) {}

PlanRequest HierarchyRuns::request(std::size_t i) const {
  PlanRequest request;
  request.agents = {queries_[i].start};
  request.goals = {{queries_[i].goal}};
  request.quality = quality_;
  return request;
}

void HierarchyRuns::answer(std::size_t i) {
  plan_ = planner_.plan(request(i));
  field_.reset(plan_);
  field_.advance();
}

std::string HierarchyRuns::first_wrong() {
  std::size_t exact = 0, exact_paths = 0;
  for (std::size_t i = 0; i < queries_.size(); ++i) {
    answer(i);
    const GridQuery& query = queries_[i];
    const auto at = [&] { return "query " + std::to_string(i) + ": "; };
    const Result<Path> walked = walk_down(field_, hierarchy_.grid(), query.start);
    if (!walked.ok()) return at() + walked.error().text();
    if (const auto fault = first_fault(hierarchy_.grid(), *walked)) return at() + *fault;
    if (walked->cells.back() != query.goal) return at() + "the path ends elsewhere";
    const FoundPath& found = finder_.find(request(i));
    if (const auto fault = first_fault(hierarchy_.grid(), found.path)) return at() + *fault;
    if (found.path.cells.back() != query.goal) return at() + "the path without a field ends elsewhere";
    if (found.path.cost < walked->cost) return at() + "the path without a field leaves the corridor";
    if (found.path.cost > (found.keeps_to_route ? plan_.cost : walked->cost))
      return at() + "the path without a field costs more than is promised";
    if (walked->cost < query.optimum) return at() + "cheaper than the optimum";
    if (plan_.lower_bound > query.optimum) return at() + "the lower bound lies above the optimum";
    const double excess = excess_of(walked->cost, query.optimum);
    if (!quality_.allows(walked->cost, query.optimum)) return at() + "above what its quality promises";
    mean_excess += excess;
    most_excess = std::max(most_excess, excess);
    exact += walked->cost == query.optimum ? 1 : 0;
    mean_path_excess += excess_of(found.path.cost, query.optimum);
    exact_paths += found.path.cost == query.optimum ? 1 : 0;
    sectors += static_cast<double>(plan_.corridor.size());
    nodes_opened += static_cast<double>(plan_.nodes_opened);
  }
  const auto count = static_cast<double>(queries_.size());
  mean_excess /= count, mean_path_excess /= count, sectors /= count, nodes_opened /= count;
  exact_share = static_cast<double>(exact) / count;
  exact_path_share = static_cast<double>(exact_paths) / count;
  return {};
}

void HierarchyRuns::run(int rounds) {
  std::vector<std::vector<double>> plans(queries_.size()), sums(queries_.size()), paths(queries_.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      const PlanRequest order = request(i);
      const double search = microseconds([&] { plan_ = planner_.plan(order); });
      const double solve = microseconds([&] {
        field_.reset(plan_);
        field_.advance();
      });
      plans[i].push_back(search);
      sums[i].push_back(search + solve);
    }
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      const PlanRequest order = request(i);
      paths[i].push_back(microseconds([&] { static_cast<void>(finder_.find(order)); }));
    }
  }
  plan.us.clear(), both.us.clear(), path.us.clear();
  for (std::size_t i = 0; i < queries_.size(); ++i) {
    plan.us.push_back(median(std::move(plans[i])));
    both.us.push_back(median(std::move(sums[i])));
    path.us.push_back(median(std::move(paths[i])));
  }
}

Hierarchy build(const LoadedMap& map, HierarchyOptions options, double* ms) {
  static ThreadPool pool(2);  // a hierarchy keeps it for its edits
  options.executor = &pool;
  std::optional<Hierarchy> hierarchy;
  const double us = microseconds([&] { hierarchy.emplace(map.world, map.profile, options); });
  if (ms != nullptr) *ms = us / 1000;
  return std::move(*hierarchy);
}

}  // namespace portolan::bench
