// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

namespace portolan::bench {

/// Microseconds of this thread's processor time: what else runs on the machine does not count.
inline double cpu_now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

/// Medians of microseconds.
class CpuTimes {
 public:
  void add(double microseconds) { all_.push_back(microseconds); }
  [[nodiscard]] double median() {
    const auto middle = all_.begin() + static_cast<std::ptrdiff_t>(all_.size() / 2);
    std::nth_element(all_.begin(), middle, all_.end());
    return *middle;
  }

 private:
  std::vector<double> all_;
};

}  // namespace portolan::bench
