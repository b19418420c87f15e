// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <support/report.hpp>

#include "walker.hpp"

namespace portolan::bench {

/// What the queries of one map gave.
struct Measured {
  explicit Measured(std::string name) : map(std::move(name)) {}

  std::string map;
  std::vector<double> oracle_ms;
  std::vector<std::vector<double>> excess{all_ways().size()};  ///< percent above the optimum, by way
  std::vector<std::int64_t> lost = std::vector<std::int64_t>(all_ways().size());
};

[[nodiscard]] double mean(const std::vector<double>& values);
/// 0.5: the median. Not a number where there are none.
[[nodiscard]] double at_share(std::vector<double> values, double share);

/// Walks a prepared query in every way. `cost_of(trail)` is what counts, `optimum` the least there is. Tells
/// the report of trails that cannot be: through walls, or cheaper than the optimum by more than `slack`, a
/// share.
template <class CostOf>
void walk_all(Report& report, const Walker& walker, const Query& query, GridView grid, double optimum,
              double slack, const CostOf& cost_of, Measured& measured);

/// A table per way, named `section`, a point and the way, and what stands out in it. `against` names the
/// optimum.
void report_ways(Report& report, const std::vector<Measured>& maps, const std::string& section,
                 const std::string& against);

// ---- details; callers can stop reading here ----

/// What is wrong with a trail of this query, if anything is.
[[nodiscard]] std::string fault_of(const Trail& trail, GridView grid);
[[nodiscard]] std::string text_of(const Query& query);

template <class CostOf>
void walk_all(Report& report, const Walker& walker, const Query& query, GridView grid, double optimum,
              double slack, const CostOf& cost_of, Measured& measured) {
  for (std::size_t i = 0; i < all_ways().size(); ++i) {
    const Way& way = all_ways()[i];
    const Trail trail = (walker.*way.walk)();
    if (trail.empty()) {
      ++measured.lost[i];
      continue;
    }
    const double cost = cost_of(trail);
    std::string fault = fault_of(trail, grid);
    if (fault.empty() && cost < optimum * (1 - slack)) fault = "costs less than the optimum";
    if (!fault.empty()) report.wrong(measured.map + ", " + text_of(query) + ", " + way.name + ": " + fault);
    measured.excess[i].push_back((cost / optimum - 1) * 100);
  }
}

}  // namespace portolan::bench
