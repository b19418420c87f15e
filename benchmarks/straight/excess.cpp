// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "excess.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <support/polyline.hpp>

namespace portolan::bench {

namespace {

void report_way(Report& report, const std::vector<Measured>& maps, std::size_t way,
                const std::string& section, const std::string& against) {
  report.begin_table(section + "." + all_ways()[way].name,
                     std::string(all_ways()[way].about) + "; percent above " + against,
                     {{"map"}, {"queries"}, {"mean %"}, {"p50 %"}, {"p99 %"}, {"most %"}, {"lost"}});
  std::vector<double> means, all;
  for (const Measured& map : maps) {
    const std::vector<double>& excess = map.excess[way];
    report.row({map.map, static_cast<std::int64_t>(excess.size()), mean(excess), at_share(excess, 0.5),
                at_share(excess, 0.99), at_share(excess, 1), map.lost[way]});
    if (!excess.empty()) means.push_back(mean(excess));
    all.insert(all.end(), excess.begin(), excess.end());
  }
  if (means.empty()) return;
  report.result("least mean of a map", *std::min_element(means.begin(), means.end()));
  report.result("greatest mean of a map", *std::max_element(means.begin(), means.end()));
  report.result("mean of all queries", mean(all));
  report.result("p99 of all queries", at_share(all, 0.99));
}

}  // namespace

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double at_share(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

std::string fault_of(const Trail& trail, GridView grid) {
  // A step that slides along a wall and then bends is known at its ends only; agents keep a fiftieth of a
  // cell from walls, and pass their corners at a 64th.
  return test::first_illegal(trail, grid, 0, {.tolerance = 1.0 / 32}).value_or("");
}

std::string text_of(const Query& query) {
  const auto text = [](Cell c) { return std::to_string(c.x) + "," + std::to_string(c.y); };
  return text(query.start) + " to " + text(query.goal);
}

void report_ways(Report& report, const std::vector<Measured>& maps, const std::string& section,
                 const std::string& against) {
  for (std::size_t way = 0; way < all_ways().size(); ++way) report_way(report, maps, way, section, against);
}

}  // namespace portolan::bench
