// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare_measure.hpp"
#include "json_out.hpp"
#include "statistics.hpp"

namespace portolan::tool {

/// The optima of .scen files have six digits.
inline constexpr double scen_tolerance = 1e-5;

/// Fractions above the optimum, and the share of queries at most `tolerance` above it.
struct Excess {
  Summary summary;
  double exact_share = 0;
};

[[nodiscard]] Excess excess_of(const std::vector<Record>& records, std::optional<double> Record::*field,
                               double tolerance);

[[nodiscard]] Json to_json(const Excess& excess);

[[nodiscard]] Summary times_of(const std::vector<Record>& records, Method method);

/// How many times as fast `fast` is, summed over the queries that both answered; 0 where there is none.
[[nodiscard]] double speedup(const std::vector<Record>& records, Method fast, Method slow);

inline constexpr std::array all_methods{Method::boost_dijkstra,  Method::bucket_dijkstra, Method::tile_field,
                                        Method::abstract_search, Method::corridor_field,  Method::plan_total};

[[nodiscard]] Json times_json(const std::vector<Record>& records, std::span<const Method> methods);
void print_times(const std::vector<Record>& records, std::span<const Method> methods);
/// A table of excesses: its head, and a line each, where there is anything to tell.
void print_excess_head();
void print_excess(const std::string& title, const Excess& excess);

/// What a comparison tells, as text, as JSON or as a page.
struct Report {
  const CompareOptions& options;
  Extent extent;
  std::uint64_t passable;
  const Comparison& result;

  [[nodiscard]] double bytes_per_cell() const {
    return static_cast<double>(result.resident_bytes) / static_cast<double>(extent.cell_count());
  }
  [[nodiscard]] Excess excess() const { return excess_of(result.records, &Record::excess, 0.0); }
  [[nodiscard]] const char* against() const { return result.curves_exact ? "optimum" : "bound"; }
  [[nodiscard]] Excess scen_excess() const {
    return excess_of(result.records, &Record::scen_excess, scen_tolerance);
  }
};

}  // namespace portolan::tool
