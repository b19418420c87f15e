// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <portolan/core/vec2.hpp>

namespace portolan::detail {

/// Where many things have been: frames of positions, to a sixteenth of a cell, each with a layer, a kind and
/// a number that mean what the caller wants. Bounded: where there are too many points every other frame is
/// left out, and from then on only every second, fourth, ... tick is taken. A player goes straight
/// from frame to frame.
class ReplayTracks {
 public:
  struct Point {
    Vec2 position;
    std::uint8_t layer = 0;
    std::uint8_t kind = 0;
    std::uint32_t number = 0;
  };
  static constexpr float fineness = 16;  ///< steps per cell

  /// Holds at most so many points, but always two frames.
  explicit ReplayTracks(std::size_t tracks, std::size_t most_points = 10'500'000)
      : tracks_(tracks), most_points_(most_points) {}

  /// Whether the frame of a tick is wanted.
  [[nodiscard]] bool wants(std::int64_t tick) const { return tick % stride_ == 0; }
  /// A point per track; ticks ascend. The last frame of a run may be one that is not wanted.
  void add(std::int64_t tick, std::span<const Point> points);
  /// Leaves out every other frame, but not the last.
  void thin();

  [[nodiscard]] std::size_t tracks() const { return tracks_; }
  [[nodiscard]] std::size_t frames() const { return frames_.size(); }
  [[nodiscard]] std::int64_t stride() const { return stride_; }
  [[nodiscard]] std::int64_t last_tick() const { return frames_.empty() ? -1 : frames_.back().tick; }

  // Columns for a page, numbers as `put_number` writes them.
  /// Ticks of the frames, each less the one before.
  [[nodiscard]] std::string ticks() const;
  /// Track by track x, then track by track y: how far a point is from where the two before it lead.
  [[nodiscard]] std::string positions() const;
  /// Track by track the number of runs; of each run its frames, layer, kind and number.
  [[nodiscard]] std::string runs() const;

 private:
  struct Frame {
    std::int64_t tick = 0;
    std::vector<std::int32_t> x, y;
    std::vector<std::uint8_t> layers, kinds;
    std::vector<std::uint32_t> numbers;
  };

  std::size_t tracks_;
  std::size_t most_points_;
  std::int64_t stride_ = 1;
  std::vector<Frame> frames_;
};

/// Appends a number, small ones in one byte: seven bits each, the lowest first.
void put_number(std::string& column, std::uint64_t number);
/// The same for one with a sign: 0, -1, 1, -2, ... in this order.
void put_signed(std::string& column, std::int64_t number);

}  // namespace portolan::detail
