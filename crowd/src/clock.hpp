// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/crowd.hpp>

namespace portolan::detail {

// The time of a crowd. Whatever takes its time is measured by it, not in steps: where steps were counted, and
// taken for as long as the last one, a frame of a second made all wait sixty times as long as they had, and
// bodies that were held up for a moment went through one another. How long somebody has waited is kept in 16
// bits, so that this goes in counts of twenty milliseconds. All is rounded, but sums are not: nothing drifts.
class Clock {
 public:
  static constexpr float per_second = 50;  // counts

  // A step more.
  void advance(float seconds) {
    std::copy_backward(last_.begin(), last_.end() - 1, last_.end());
    last_[0] = seconds;
    all_ += static_cast<double>(seconds);
    before_ = now_, before_in_ms_ = in_ms_;
    now_ = rounded(all_ * static_cast<double>(per_second));
    in_ms_ = rounded(all_ * 1000);
  }

  [[nodiscard]] std::uint32_t now() const { return now_; }
  [[nodiscard]] std::uint32_t in_ms() const { return in_ms_; }
  [[nodiscard]] std::uint32_t counts_of_step() const { return now_ - before_; }
  [[nodiscard]] float seconds_of_step() const { return last_[0]; }
  // From so many steps ago to now.
  [[nodiscard]] float seconds_of(std::uint32_t steps) const {
    PORTOLAN_ASSERT(steps <= last_.size(), "so many steps are known");
    double sum = 0;
    for (std::uint32_t k = 0; k < steps; ++k) sum += static_cast<double>(last_[k]);
    return static_cast<float>(sum);
  }
  [[nodiscard]] std::uint32_t counts_of(std::uint32_t steps) const {
    return static_cast<std::uint32_t>(std::lround(seconds_of(steps) * per_second));
  }
  [[nodiscard]] static float seconds(std::uint32_t counts) { return static_cast<float>(counts) / per_second; }
  [[nodiscard]] float seconds_since(std::uint32_t then) const { return seconds(now_ - then); }
  // Did one of the periods of so many milliseconds end in this step, of which the first is so much shorter?
  [[nodiscard]] bool ends(std::uint32_t period, std::uint32_t shorter = 0) const {
    return (in_ms_ + shorter) / period != (before_in_ms_ + shorter) / period;
  }

  [[nodiscard]] bool fits() const {
    const auto is_time = [](auto seconds) { return seconds >= 0 && seconds < longest; };
    return is_time(all_) && std::all_of(last_.begin(), last_.end(), is_time);
  }
  friend bool operator==(const Clock&, const Clock&) = default;

 private:
  static constexpr double longest = 1e12;  // seconds
  // Of what is too long for 32 bits the rest: what counts is how long ago something was.
  static std::uint32_t rounded(double time) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(time + 0.5));
  }

  double all_ = 0;  // seconds
  std::uint32_t now_ = 0, before_ = 0, in_ms_ = 0, before_in_ms_ = 0;
  std::array<float, most_interval> last_{};  // seconds of a step; the last one first
};
static_assert(sizeof(Clock) == 24 + most_interval * sizeof(float), "bytes are kept and compared: no gaps");

}  // namespace portolan::detail
