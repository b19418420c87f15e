// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <portolan/core/detail/atomic_file.hpp>
#include <portolan/core/isa.hpp>

#include "chart.hpp"
#include "terminal.hpp"

namespace portolan::tool {
namespace {

constexpr std::size_t most_points = 2000;  // of a series

constexpr std::string_view head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Portolan: a comparison</title>
<style>
:root { --paper: #fbf9f4; --ink: #222732; --faint: #6b7280; --line: #d9d4c7;
  --s0: #6b7280; --s1: #d1495b; --s2: #00798c; --s3: #b7791f; --s4: #6a4c93; --s5: #2f7d3f; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171d; --ink: #e7e4dc; --faint: #9aa1ad; --line: #333946;
  --s0: #9aa1ad; --s1: #ef7b88; --s2: #5bc0eb; --s3: #edae49; --s4: #b79be0; --s5: #7fc98e; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
svg { width: 100%; min-width: 36rem; height: auto; } svg text { fill: var(--faint); font-size: 12px; }
.grid { stroke: var(--line); } .dots { fill-opacity: .55; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: 2px 8px; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } .scroll { overflow-x: auto; }
p { overflow-wrap: anywhere; } .key span { display: inline-block; margin-right: 1.2rem; } .key i { display: inline-block; width: .8rem; height: .8rem;
  border-radius: 50%; margin-right: .35rem; vertical-align: -1px; }
p.note { color: var(--faint); }
</style></head><body>
)";

std::string row(const std::vector<std::string>& cells, const char* tag) {
  std::string out = "<tr>";
  for (const std::string& cell : cells)
    out += '<' + std::string(tag) + '>' + cell + "</" + std::string(tag) + '>';
  return out + "</tr>\n";
}

// The name of the processor, where the system tells it.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name") && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  }
  return "unknown processor";
}

std::vector<ChartPoint> thinned(std::vector<ChartPoint> points) {
  if (points.size() <= most_points) return points;
  std::vector<ChartPoint> kept;
  for (std::size_t i = 0; i < most_points; ++i) kept.push_back(points[i * points.size() / most_points]);
  return kept;
}

std::string times_chart(const std::vector<Record>& records) {
  Chart chart("length of the path, cells", "microseconds, each axis by powers of ten");
  chart.y_by_powers();
  for (std::size_t m = 0; m < method_labels.size(); ++m) {
    std::vector<ChartPoint> points;
    for (const Record& record : records) {
      if (record.us[m] && record.length > 0) points.push_back({record.length, *record.us[m]});
    }
    chart.add(std::string(method_labels[m]), thinned(std::move(points)));
  }
  return chart.html();
}

std::string excess_chart(const Report& report) {
  Chart chart("length of the path, cells", "per cent above the optimum");
  const auto add = [&](const std::string& name, std::optional<double> Record::*field) {
    std::vector<ChartPoint> points;
    for (const Record& record : report.result.records) {
      if (record.*field && record.length > 0) points.push_back({record.length, *(record.*field) * 100});
    }
    chart.add(name, thinned(std::move(points)));
  };
  add("path by steps, over the exact optimum by steps", &Record::excess);
  add(std::string("path at any angle, over the ") + report.against(), &Record::polyline);
  add(std::string("walked by an agent, over the ") + report.against(), &Record::walked);
  return chart.html();
}

std::string times_table(const std::vector<Record>& records) {
  std::string out = "<div class=\"scroll\"><table>\n" +
                    row({"time in microseconds", "queries", "mean", "p50", "p99", "max"}, "th");
  for (std::size_t m = 0; m < method_labels.size(); ++m) {
    const Summary s = times_of(records, static_cast<Method>(m));
    if (s.count == 0) continue;
    out += row({std::string(method_labels[m]), grouped(s.count), fixed(s.mean, 1), fixed(s.p50, 1),
                fixed(s.p99, 1), fixed(s.max, 1)},
               "td");
  }
  return out + "</table></div>\n";
}

std::string excess_table(const Report& report) {
  std::string out = "<div class=\"scroll\"><table>\n" +
                    row({"excess in per cent", "queries", "mean", "p50", "p99", "max"}, "th");
  const auto add = [&](const std::string& name, const Summary& s) {
    if (s.count == 0) return;
    out += row({name, grouped(s.count), fixed(s.mean * 100, 4), fixed(s.p50 * 100, 4), fixed(s.p99 * 100, 4),
                fixed(s.max * 100, 4)},
               "td");
  };
  const std::vector<Record>& records = report.result.records;
  add("path by steps, over the exact optimum", report.excess().summary);
  add("path by steps, over the optimum of .scen", report.scen_excess().summary);
  add(std::string("path at any angle, over the ") + report.against(),
      excess_of(records, &Record::polyline, scen_tolerance).summary);
  add(std::string("walked by an agent, over the ") + report.against(),
      excess_of(records, &Record::walked, scen_tolerance).summary);
  return out + "</table></div>\n";
}

std::string facts(const Report& report) {
  const Comparison& result = report.result;
  std::string out = "<p>" + html_text(report.options.map.file.filename().string()) + ": " +
                    grouped(static_cast<std::uint64_t>(report.extent.width)) + " x " +
                    grouped(static_cast<std::uint64_t>(report.extent.height)) + " cells, " +
                    grouped(report.passable) + " passable. " +
                    counted(result.records.size(), "query", "queries") + ": " + grouped(result.solved) +
                    " solved, " + grouped(result.unreachable) + " without a way, " + grouped(result.illegal) +
                    " illegal, " + grouped(result.missed) + " missed, " +
                    counted(result.disagreements, "disagreement") + ".</p>\n<p class=\"note\">";
  return out + html_text(processor()) + ", one thread, instructions " + std::string(name(best_isa())) +
         ", portolan " PORTOLAN_VERSION ". The hierarchy took " + fixed(result.build_ms, 1) +
         " ms to build and takes " + fixed(report.bytes_per_cell(), 2) +
         " bytes per cell. Quality: " + std::string(name(report.options.quality.kind)) + ".</p>\n";
}

}  // namespace

std::optional<Error> save_compare_page(const std::filesystem::path& file, const Report& report) {
  std::string page(head);
  page += "<h1>The hierarchy against flat fields</h1>\n" + facts(report);
  page +=
      "<h2>Time of a query</h2>\n" + times_chart(report.result.records) + times_table(report.result.records);
  const double flat = speedup(report.result.records, Method::plan_total, Method::bucket_dijkstra);
  if (flat > 0)
    page += "<p>The hierarchy is " + fixed(flat, 1) + " times as fast as a flat bucket Dijkstra.</p>\n";
  page += "<h2>Quality of a path</h2>\n" + excess_chart(report) + excess_table(report);
  page += "<p class=\"note\">A dot is a query. Of more than " + grouped(most_points) +
          " the charts show so many, evenly; the tables count all.</p>\n</body></html>\n";
  return write_atomically(file, page);
}

}  // namespace portolan::tool
