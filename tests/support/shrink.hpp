// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace portolan::test {

/// A part of a failing sequence that still fails, and no longer does when any one more step is left out
/// (Zeller, Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). `fails` must hold for
/// `steps`, and be defined for any part of them.
template <class Step>
[[nodiscard]] std::vector<Step> shrink(std::vector<Step> steps,
                                       const std::function<bool(const std::vector<Step>&)>& fails) {
  std::size_t chunk = std::max<std::size_t>(1, steps.size() / 2);
  for (;;) {
    bool shorter = false;
    for (std::size_t begin = 0; begin < steps.size();) {
      std::vector<Step> rest(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(begin));
      const std::size_t end = std::min(steps.size(), begin + chunk);
      rest.insert(rest.end(), steps.begin() + static_cast<std::ptrdiff_t>(end), steps.end());
      if (fails(rest)) {
        steps = std::move(rest);
        shorter = true;
      } else {
        begin += chunk;
      }
    }
    if (chunk > 1) {
      chunk /= 2;
    } else if (!shorter) {
      return steps;
    }
  }
}

}  // namespace portolan::test
