// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>

#include <baselines/boost_roads.hpp>

namespace portolan::bench {

/// As `microseconds`, of the processor's time: what else runs on the machine hardly counts.
template <class Run>
double processor_time(Run&& run) {
  const auto now = [] {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
  };
  const double start = now();
  run();
  return now() - start;
}

}  // namespace portolan::bench
