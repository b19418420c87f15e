// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <portolan/core/vec2.hpp>

namespace portolan {

/// What follows the end of a path: stay there, begin again (waypoints walk back to the first), or go back.
enum class Repeat : std::uint8_t { once, loop, there_and_back };

/// Stays where it is.
struct StillMotion {
  Vec2 position;
  bool operator==(const StillMotion&) const = default;
};

/// Walks from point to point at one speed, in cells per unit of time.
struct WaypointMotion {
  std::vector<Vec2> points;
  float speed = 1;
  Repeat repeat = Repeat::once;
  bool operator==(const WaypointMotion&) const = default;
};

/// Keeps its velocity, in cells per unit of time.
struct LinearMotion {
  Vec2 start;
  Vec2 velocity;
  bool operator==(const LinearMotion&) const = default;
};

struct Keyframe {
  double time = 0;
  Vec2 position;
  bool operator==(const Keyframe&) const = default;
};

/// Is at given places at given times, on straight lines in between: also the form of recorded tracks.
/// Times ascend strictly. Repeat::loop jumps from the last to the first.
struct KeyframeMotion {
  std::vector<Keyframe> frames;
  Repeat repeat = Repeat::once;
  bool operator==(const KeyframeMotion&) const = default;
};

using Motion = std::variant<StillMotion, WaypointMotion, LinearMotion, KeyframeMotion>;

/// A motion made ready: a position for every time from 0 on. A pure function of time, so that what will
/// happen can be foreseen, and rounding does not pile up. The unit of time is the caller's. Immutable; any
/// thread may ask. Cost of a position: O(log points).
class Course {
 public:
  Course() : Course(StillMotion{}) {}
  explicit Course(const Motion& motion);

  [[nodiscard]] Vec2 at(double time) const;
  /// Time after which the course repeats, or 0 where it does not.
  [[nodiscard]] double period() const;

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
