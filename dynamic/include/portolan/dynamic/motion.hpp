// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <portolan/core/vec2.hpp>

namespace portolan {

/// What follows the end of a path: stay there, begin again (waypoints walk back to the first), or go back.
enum class Repeat : std::uint8_t { once, loop, there_and_back };

/// Where something is at a time.
struct Keyframe {
  double time = 0;
  Vec2 position;
  bool operator==(const Keyframe&) const = default;
};

/// How something moves: a position for every time from 0 on. A pure function of time, so that what will
/// happen can be foreseen, and rounding does not pile up. The unit of time is the caller's. Immutable; any
/// thread may ask. Cost of a position: O(log points).
class Course {
 public:
  /// Stays at (0, 0).
  Course() : Course(std::vector<Keyframe>(1)) {}
  /// Is at given places at given times, on straight lines in between: also the form of recorded tracks. At
  /// least one; times ascend strictly. Repeat::loop jumps from the last to the first.
  explicit Course(std::vector<Keyframe> frames, Repeat repeat = Repeat::once);
  /// Keeps its velocity, in cells per unit of time; stays where it is unless that is given.
  [[nodiscard]] static Course linear(Vec2 start, Vec2 velocity = {});
  /// Walks from point to point, at least one, at one speed, in cells per unit of time.
  [[nodiscard]] static Course waypoints(std::span<const Vec2> points, float speed = 1,
                                        Repeat repeat = Repeat::once);

  [[nodiscard]] Vec2 at(double time) const;
  /// Time after which the course repeats, or 0 where it does not.
  [[nodiscard]] double period() const;
  /// The places between which it moves on straight lines.
  [[nodiscard]] std::span<const Keyframe> frames() const { return frames_; }
  bool operator==(const Course&) const = default;

 private:
  [[nodiscard]] double phase(double time) const;

  std::vector<Keyframe> frames_;  // at least one
  Vec2 drift_;                    // velocity after the last frame
  Repeat repeat_ = Repeat::once;
};

/// When an obstacle is there: gates, doors, falling bridges. The list holds the times at which its presence
/// turns over, beginning with `present_at_start`; with a period, the list repeats.
struct PresenceScript {
  bool present_at_start = true;
  std::vector<double> turns;  ///< ascending
  double period = 0;          ///< 0: once; otherwise not less than the last turn

  [[nodiscard]] bool present(double time) const;
  bool operator==(const PresenceScript&) const = default;
};

}  // namespace portolan
