// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/detail/replay_tracks.hpp>

#include <cmath>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

void put_number(std::string& column, std::uint64_t number) {
  for (; number >= 128; number >>= 7U) column.push_back(static_cast<char>(number % 128 + 128));
  column.push_back(static_cast<char>(number));
}

void put_signed(std::string& column, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number) << 1U;
  put_number(column, number < 0 ? ~bits : bits);
}

void ReplayTracks::add(std::int64_t tick, std::span<const Point> points) {
  PORTOLAN_ASSERT(points.size() == tracks_, "a point for each track");
  PORTOLAN_ASSERT(frames_.empty() || frames_.back().tick < tick, "ticks ascend");
  Frame frame;
  frame.tick = tick;
  for (const Point& point : points) {
    frame.x.push_back(static_cast<std::int32_t>(std::lround(point.position.x * fineness)));
    frame.y.push_back(static_cast<std::int32_t>(std::lround(point.position.y * fineness)));
    frame.layers.push_back(point.layer);
    frame.kinds.push_back(point.kind);
    frame.numbers.push_back(point.number);
  }
  frames_.push_back(std::move(frame));
  if (frames_.size() > 2 && frames_.size() * tracks_ > most_points_) thin();
}

void ReplayTracks::thin() {
  stride_ *= 2;
  if (frames_.size() < 3) return;
  const std::size_t last = frames_.size() - 1;
  std::size_t kept = 1;
  for (std::size_t k = 1; k <= last; ++k) {
    if (k != last && frames_[k].tick % stride_ != 0) continue;
    if (kept != k) frames_[kept] = std::move(frames_[k]);
    ++kept;
  }
  frames_.resize(kept);
}

std::string ReplayTracks::ticks() const {
  std::string column;
  std::int64_t before = 0;
  for (const Frame& frame : frames_) {
    put_number(column, static_cast<std::uint64_t>(frame.tick - before));
    before = frame.tick;
  }
  return column;
}

// Steady movement leaves 0, 1 and -1, standing still only 0. Numbers of the first order packed a tenth worse.
std::string ReplayTracks::positions() const {
  std::string column;
  for (const auto axis : {&Frame::x, &Frame::y}) {
    for (std::size_t t = 0; t < tracks_; ++t) {
      std::int64_t value = 0, step = 0;
      for (const Frame& frame : frames_) {
        const std::int64_t now = (frame.*axis)[t];
        put_signed(column, now - value - step);
        step = &frame == &frames_.front() ? 0 : now - value;
        value = now;
      }
    }
  }
  return column;
}

std::string ReplayTracks::runs() const {
  std::string column;
  std::string own;
  for (std::size_t t = 0; t < tracks_; ++t) {
    own.clear();
    std::uint64_t count = 0;
    for (std::size_t begin = 0, end = 0; begin < frames_.size(); begin = end) {
      const Frame& first = frames_[begin];
      for (end = begin + 1; end < frames_.size(); ++end) {
        const Frame& frame = frames_[end];
        if (frame.layers[t] != first.layers[t] || frame.kinds[t] != first.kinds[t] ||
            frame.numbers[t] != first.numbers[t])
          break;
      }
      put_number(own, end - begin);
      put_number(own, first.layers[t]);
      put_number(own, first.kinds[t]);
      put_number(own, first.numbers[t]);
      ++count;
    }
    put_number(column, count);
    column += own;
  }
  return column;
}

}  // namespace portolan::detail
