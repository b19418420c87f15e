// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include <portolan/core/isa.hpp>

#include "boards/board_verbs.hpp"
#include "compare_page.hpp"
#include "compare_report.hpp"
#include "json_out.hpp"
#include "outputs.hpp"
#include "statistics.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace portolan::tool {
namespace {

// The same at any angle.
Json curves_json(const Report& report, std::optional<double> Record::*field) {
  const Summary s = excess_of(report.result.records, field, 0.0).summary;
  return {{"queries", s.count}, {"mean", s.mean}, {"p50", s.p50},
          {"p99", s.p99},       {"max", s.max},   {"against", report.against()}};
}

Json comparison_json(const Report& report) {
  const Comparison& result = report.result;
  const auto ratio = [&](Method fast, Method slow) { return speedup(result.records, fast, slow); };
  return {{"map",
           {{"file", report.options.map.file.string()},
            {"width", report.extent.width},
            {"height", report.extent.height},
            {"passable", report.passable}}},
          {"isa", name(best_isa())},
          {"build_ms", result.build_ms},
          {"edits", report.options.edits},
          {"apply_ms", result.apply_ms},
          {"bytes_per_cell", report.bytes_per_cell()},
          {"queries", result.records.size()},
          {"solved", result.solved},
          {"unreachable", result.unreachable},
          {"illegal", result.illegal},
          {"missed", result.missed},
          {"disagreements", result.disagreements},
          {"time_us", times_json(result.records, all_methods)},
          {"speedup",
           {{"tile_field_over_boost_dijkstra", ratio(Method::tile_field, Method::boost_dijkstra)},
            {"tile_field_over_bucket_dijkstra", ratio(Method::tile_field, Method::bucket_dijkstra)},
            {"plan_total_over_bucket_dijkstra", ratio(Method::plan_total, Method::bucket_dijkstra)},
            {"plan_total_over_tile_field", ratio(Method::plan_total, Method::tile_field)}}},
          {"suboptimality", to_json(report.excess())},
          {"polyline", curves_json(report, &Record::polyline)},
          {"walked", curves_json(report, &Record::walked)},
          {"scen_suboptimality",
           report.options.scen.empty() || report.options.edits > 0 ? Json() : to_json(report.scen_excess())}};
}

void print_speedups(const Report& report) {
  const auto line = [&](const std::string& text, Method fast, Method slow) {
    const double ratio = speedup(report.result.records, fast, slow);
    if (ratio > 0)
      std::cout << text << fixed(ratio, 1) << " times as fast, on the queries that both answered\n";
  };
  std::cout << '\n';
  line("exact tile field against bucket Dijkstra: ", Method::tile_field, Method::bucket_dijkstra);
  line("hierarchy against bucket Dijkstra:        ", Method::plan_total, Method::bucket_dijkstra);
  line("hierarchy against exact tile field:       ", Method::plan_total, Method::tile_field);
}

void print(const Report& report) {
  const Comparison& result = report.result;
  std::cout << "map      " << report.options.map.file.string() << ", " << report.extent.width << " x "
            << report.extent.height << ", " << counted(report.passable, "cell") << " passable\n"
            << "build    " << fixed(result.build_ms, 1) << " ms, " << fixed(report.bytes_per_cell(), 2)
            << " bytes per cell, instructions " << name(best_isa()) << '\n'
            << (report.options.edits == 0
                    ? ""
                    : "edits    " + grouped(static_cast<std::uint64_t>(report.options.edits)) + " in " +
                          fixed(result.apply_ms, 1) + " ms\n")
            << "queries  " << grouped(result.records.size()) << ": " << grouped(result.solved) << " solved, "
            << grouped(result.unreachable) << " without a way, " << result.illegal << " illegal, "
            << result.missed << " missed, " << counted(result.disagreements, "disagreement") << '\n';
  print_times(result.records, all_methods);
  print_speedups(report);
  print_excess_head();
  print_excess("over the exact optimum", report.excess());
  print_excess("over the optimum of .scen", report.scen_excess());
  const std::string curve = report.result.curves_exact ? "optimum" : "bound";
  print_excess("polyline over the " + curve, excess_of(result.records, &Record::polyline, scen_tolerance));
  print_excess("walked over the " + curve, excess_of(result.records, &Record::walked, scen_tolerance));
}

}  // namespace

Exit compare(const CompareOptions& options) {
  if (const auto error = overwrites({options.map.file, options.scen}, {options.html}))
    return bad_input(*error);
  if (const auto* const format = detail::graph_format_of(options.map.file))
    return board_compare(options, *format);
  Result<MapAtHand> map = open_map(options.map);
  if (!map) return bad_input(map.error());
  const Result<std::vector<Query>> queries = choose_queries(options, map->grid());
  if (!queries) return bad_input(queries.error());
  const Comparison result = measure(*map, options, *queries);
  if (const auto damage = map->damage()) return bad_input(*damage);
  const Report report{options, map->world.extent(), count_passable(map->grid()), result};
  if (!options.html.empty()) {
    if (const auto error = save_compare_page(options.html, report)) return bad_input(*error);
  }
  if (options.json) {
    std::cout << to_text(comparison_json(report));
  } else {
    print(report);
  }
  for (const std::string& fault : result.faults) say("wrong answer: " + fault);
  return result.sound() ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
