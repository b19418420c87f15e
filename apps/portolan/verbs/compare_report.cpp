// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "compare_report.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace portolan::tool
