// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace portolan::bench {

/// Of an empty list: not a number, and so for the others.
inline double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

inline double geometric_mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

/// Exponent of the power law that fits the points best: 1 where y grows as x does.
inline double log_log_slope(std::span<const std::pair<double, double>> points) {
  const auto n = static_cast<double>(points.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& point : points) {
    const double x = std::log(point.first), y = std::log(point.second);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

template <class Run>
double microseconds(Run&& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

/// One of several ways to do the same, timed in turns, so that a busy machine slows all of them down alike.
struct Method {
  std::string name;
  std::function<void()> run;
  int every = 1;              ///< slow ones sit out rounds: runs in rounds 0, every, 2 * every, ...
  std::vector<double> times;  ///< microseconds per round; not a number where it sat out
  /// Runs once before, so that what the others left in the caches does not count; that goes into `cold`.
  bool warm_up = false;
  std::vector<double> cold = {};

  [[nodiscard]] int runs() const {
    return static_cast<int>(
        std::count_if(times.begin(), times.end(), [](double t) { return !std::isnan(t); }));
  }
  [[nodiscard]] double median_time() const {
    std::vector<double> ran;
    for (const double t : times) {
      if (!std::isnan(t)) ran.push_back(t);
    }
    return median(ran);
  }
};

inline void run_in_turns(std::span<Method> methods, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Method& method : methods) {
      if (round % method.every != 0) {
        method.times.push_back(std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      if (method.warm_up) method.cold.push_back(microseconds(method.run));
      method.times.push_back(microseconds(method.run));
    }
  }
}

/// How many times as long as `base` a method took: the median over the rounds in which both ran.
inline double ratio(const Method& method, const Method& base) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < method.times.size() && i < base.times.size(); ++i) {
    if (!std::isnan(method.times[i]) && !std::isnan(base.times[i]))
      ratios.push_back(method.times[i] / base.times[i]);
  }
  return median(ratios);
}

}  // namespace portolan::bench
