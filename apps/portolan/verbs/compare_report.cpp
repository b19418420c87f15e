// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_report.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "terminal.hpp"

namespace portolan::tool {

Excess excess_of(const std::vector<Record>& records, std::optional<double> Record::*field, double tolerance) {
  std::vector<double> numbers;
  for (const Record& record : records) {
    if (record.*field) numbers.push_back(*(record.*field));
  }
  const auto exact =
      std::ranges::count_if(numbers, [tolerance](double n) { return std::abs(n) <= tolerance; });
  const double share =
      numbers.empty() ? 0.0 : static_cast<double>(exact) / static_cast<double>(numbers.size());
  return {summary_of(numbers), share};
}

Json to_json(const Excess& excess) {
  Json json = to_json(excess.summary);
  json["exact_share"] = excess.exact_share;
  return json;
}

Summary times_of(const std::vector<Record>& records, Method method) {
  std::vector<double> numbers;
  for (const Record& record : records) {
    const auto& us = record.us[static_cast<std::size_t>(method)];
    if (us) numbers.push_back(*us);
  }
  return summary_of(numbers);
}

double speedup(const std::vector<Record>& records, Method fast, Method slow) {
  double fast_sum = 0;
  double slow_sum = 0;
  for (const Record& record : records) {
    const auto& a = record.us[static_cast<std::size_t>(fast)];
    const auto& b = record.us[static_cast<std::size_t>(slow)];
    if (!a || !b) continue;
    fast_sum += *a;
    slow_sum += *b;
  }
  return fast_sum > 0 ? slow_sum / fast_sum : 0.0;
}

Json times_json(const std::vector<Record>& records, std::span<const Method> methods) {
  Json times;
  for (const Method method : methods) {
    const Summary summary = times_of(records, method);
    Json& entry = times[std::string(method_names[static_cast<std::size_t>(method)])];
    entry = to_json(summary);
    entry["sum"] = summary.mean * static_cast<double>(summary.count);
  }
  return times;
}

void print_times(const std::vector<Record>& records, std::span<const Method> methods) {
  std::cout << '\n' << left("time in microseconds", 27) << right("queries", 8);
  for (const char* title : {"mean", "p50", "p99", "max"}) std::cout << right(title, 12);
  std::cout << '\n';
  for (const Method method : methods) {
    const Summary s = times_of(records, method);
    std::cout << left(std::string(method_labels[static_cast<std::size_t>(method)]), 27)
              << right(grouped(s.count), 8);
    for (const double number : {s.mean, s.p50, s.p99, s.max}) {
      std::cout << right(s.count == 0 ? "-" : fixed(number, 1), 12);
    }
    std::cout << '\n';
  }
}

void print_excess_head() {
  std::cout << '\n' << left("excess in %", 27) << right("queries", 8);
  for (const char* column : {"mean", "p50", "p99", "max", "optimal"}) std::cout << right(column, 12);
  std::cout << '\n';
}

void print_excess(const std::string& title, const Excess& excess) {
  if (excess.summary.count == 0) return;
  const auto percent = [](double fraction) { return right(fixed(fraction * 100, 4), 12); };
  std::cout << left(title, 27) << right(grouped(excess.summary.count), 8) << percent(excess.summary.mean)
            << percent(excess.summary.p50) << percent(excess.summary.p99) << percent(excess.summary.max)
            << right(fixed(excess.exact_share * 100, 2), 12) << '\n';
}

}  // namespace portolan::tool
