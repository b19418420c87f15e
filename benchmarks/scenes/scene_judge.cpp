// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "scene_judge.hpp"

#include <algorithm>
#include <cmath>

namespace portolan::scenes {
namespace {

std::vector<double> crossings(const std::vector<Trace>& traces, double line) {
  std::vector<double> times;
  for (const Trace& t : traces) {
    if (t.crossed_s.contains(line)) times.push_back(t.crossed_s.at(line));
  }
  std::sort(times.begin(), times.end());
  return times;
}

// Persons a second between two shares of those who crossed.
double flow(const std::vector<double>& times, double from, double to) {
  const auto n = static_cast<double>(times.size());
  const auto first = static_cast<std::size_t>(n * from), last = static_cast<std::size_t>(n * to) - 1;
  return times.size() < 5 ? 0 : static_cast<double>(last - first) / (times[last] - times[first]);
}

double last_of(const std::vector<Trace>& traces, std::uint32_t group) {
  double last = 0;
  for (const Trace& t : traces) {
    if (t.group == group) last = std::max(last, t.arrived_s);
  }
  return last;
}

// Weidmann's curve for so many persons a square metre.
double speed_at(double density) { return 1.34 * (1 - std::exp(-1.913 * (1 / density - 1 / 5.4))); }

Verdict on_density(const Json& scene, double mean_speed) {
  const double density = scene["groups"][0]["starts"]["count"].get<double>() / 52;
  return {mean_speed, std::abs(mean_speed - speed_at(density)) <= 0.15 * speed_at(density)};
}

}  // namespace

Lines lines_of(const Json& scene) {
  if (scene["family"] == "hermes") return {false, {-4}};
  if (scene["name"].get<std::string>().starts_with("rimea12")) return {true, {19.13, 28.13}};
  return {};
}

void note_crossings(const Lines& lines, Point before, Point now, double seconds, double tick, Trace& trace) {
  for (const double line : lines.at) {
    const double from = lines.across_x ? before.x : before.y, to = lines.across_x ? now.x : now.y;
    if (from == to || (from - line) * (to - line) > 0) continue;
    trace.crossed_s.try_emplace(line, seconds - tick * (to - line) / (to - from));
  }
}

std::optional<Box> measured_area(const Json& scene) {
  if (!scene["name"].get<std::string>().starts_with("rimea04")) return std::nullopt;
  return Box{12, 0.5, 14, 1.5};
}

std::optional<Verdict> verdict_on(const Json& scene, const std::vector<Trace>& traces, double mean_speed) {
  const std::string name = scene["name"];
  if (scene["family"] == "hermes") {
    const double measured = scene["published"]["flow_per_s"].get<double>();
    const double ours = flow(crossings(traces, -4), 0.2, 0.8);
    return Verdict{ours, std::abs(ours - measured) <= scene["pass"]["tolerance"].get<double>() * measured};
  }
  if (name.starts_with("rimea04")) return on_density(scene, mean_speed);
  if (name.starts_with("rimea09")) {
    const double ratio = last_of(traces, 1) / last_of(traces, 0);
    return Verdict{ratio, ratio >= scene["pass"]["min_ratio"].get<double>() &&
                              ratio <= scene["pass"]["max_ratio"].get<double>()};
  }
  if (name.starts_with("rimea11")) {
    const auto far =
        std::count_if(traces.begin(), traces.end(), [](const Trace& t) { return t.arrived_at.x > 24.5; });
    const double share = static_cast<double>(far) / static_cast<double>(traces.size());
    return Verdict{share, share > 0 && share < 0.5};
  }
  if (name.starts_with("rimea12")) {
    const double more = flow(crossings(traces, 28.13), 0, 1) - flow(crossings(traces, 19.13), 0, 1);
    return Verdict{more, more <= 0.05};
  }
  if (name.starts_with("rimea15")) {
    const double with_corner = last_of(traces, 2);
    return Verdict{with_corner, with_corner > last_of(traces, 1) && with_corner < last_of(traces, 0)};
  }
  return std::nullopt;
}

}  // namespace portolan::scenes
