// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/vec2.hpp>

#include "packed.hpp"

namespace portolan::detail {

// The end of a narrow passage at which an agent goes in: the middle of the passage there, and the way in.
struct Mouth {
  // Saved games hold errands as they lie in memory, so that nothing may lie between members.
  enum class Way : std::uint16_t { none, east, west, south, north };

  Vec2 middle;
  Way way = Way::none;
  std::uint16_t hall = 0;  // cells across the mouth, for one that comes to it from a hall

  // A mouth is the same for those in the hall and those within.
  friend bool operator==(const Mouth& a, const Mouth& b) { return a.middle == b.middle && a.way == b.way; }
};

// What an agent is about, beyond its guide.
struct Errand {
  static constexpr std::uint16_t has_place = 1, sees_place = 2;
  static constexpr std::uint16_t fresh = 4;     // nothing is known yet of the ground where it is
  static constexpr std::uint16_t narrow = 8;    // where it is, those who meet cannot pass
  static constexpr std::uint16_t at_gate = 16;  // and such ground begins just ahead
  static constexpr std::uint16_t admitted = 32;
  static constexpr std::uint16_t holds_back = 64;       // waits for its turn, or stands behind one who does
  static constexpr std::uint16_t leaving = 128;         // has just come out
  static constexpr std::uint16_t retreats = 256;        // makes way backwards
  static constexpr std::uint16_t set_out = 512;         // since the last step
  static constexpr std::uint16_t own_place = 1024;      // given from outside
  static constexpr std::uint16_t lanes = 2048;          // keeps to the right half of a passage
  static constexpr std::uint16_t queues = 4096;         // behind one who waits
  static constexpr std::uint16_t in_rank = 8192;        // its place is one of a formation
  static constexpr std::uint16_t meets_stream = 16384;  // keeps to the right of a line between walls
  static constexpr std::uint16_t in_bend = 32768;       // goes around a corner in its lane
  static constexpr std::uint16_t turns = narrow | at_gate | holds_back | leaving | retreats;

  using Breadth = Rough<-10, false>;
  using Ahead = Rough<-10, true>;
  using Slope = Rough<-24, false>;

  Share lane{0.5F};  // from the left (0) to the right of its group,
  Breadth breadth;   // which is so many cells wide
  Ahead ahead;       // cells by which its place lies ahead of the middle of its group's
  Slope bow;         // to the right of the straight line to its place: slope at its begin per cell to go
  std::uint16_t flags = fresh | set_out;
  std::uint16_t waited = 0;  // counts at a gate, or since it came out; or its place in a queue
  std::uint16_t mouth =
      0;           // number of that of the gate that it is at, or of a line that it keeps to the right of
  Bearing facing;  // of one that does not drive; none: it has not walked yet

  [[nodiscard]] bool is(std::uint16_t flag) const { return (flags & flag) != 0; }
  [[nodiscard]] bool waits_at_gate() const { return is(at_gate) && !is(admitted); }
  void set(std::uint16_t flag, bool on) {
    flags = static_cast<std::uint16_t>(on ? flags | flag : flags & ~flag);
  }
  void wait(std::uint32_t counts) {
    waited = static_cast<std::uint16_t>(std::min<std::uint32_t>(waited + counts, 0xFFFF));
  }
};
static_assert(sizeof(Errand) == 8 * sizeof(std::uint16_t));

// Where players look; who is far from all of these places walks in each so many-th step.
struct Focus {
  std::vector<Vec2> places;
  float radius = 0;
  std::uint8_t interval = 0;  // 0: everybody is near
};

}  // namespace portolan::detail
