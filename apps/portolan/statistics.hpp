// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace portolan::tool {

/// What is told of a list of numbers; all zero for an empty one.
struct Summary {
  std::size_t count = 0;
  double mean = 0;
  double p50 = 0;
  double p99 = 0;
  double max = 0;
};

/// Percentiles by nearest rank: each is one of the numbers.
[[nodiscard]] inline Summary summary_of(std::vector<double> numbers) {
  if (numbers.empty()) return {};
  std::ranges::sort(numbers);
  const auto count = static_cast<double>(numbers.size());
  const auto ranked = [&](double share) {
    return numbers[static_cast<std::size_t>(std::ceil(share * count)) - 1];
  };
  return {numbers.size(), std::accumulate(numbers.begin(), numbers.end(), 0.0) / count, ranked(0.5),
          ranked(0.99), numbers.back()};
}

}  // namespace portolan::tool
