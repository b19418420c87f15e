// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/crowd.hpp>

#include "clock.hpp"
#include "errand.hpp"

namespace portolan {

inline constexpr float out_of_place = 0.2F;    // radii by which somebody may be pushed who does not come back
inline constexpr float out_of_parking = 0.5F;  // and who would have to turn about for it
inline constexpr float hardly_gets_on = 0.1F;  // pace below which it hardly does
inline constexpr float least_apart = 0.9F;  // of the sum of radii: nobody who avoids comes nearer than this
inline constexpr std::uint32_t end_of_way = 4 * 2 * straight_factor;  // units: four cells of the least cost
inline constexpr float radii_near_place = 12;  // within so many an agent is near its place
// Radii of a body in the narrowest gap that it gets through, between two who stand, or one and a wall. Where
// it only just fits it does not: who stands there gives way by a little, and comes back.
inline constexpr float passable_gap = 2.15F;
inline constexpr float touch = 1.3F;  // bodies within this multiple of the sum of radii are in contact

}  // namespace portolan

// What there is one of per agent, and lasts from one step to the next.
namespace portolan::detail {

constexpr float seconds_to_decide = 0.1F;      // from one decision of an agent to the next, or a step
constexpr float seconds_to_full_speed = 0.2F;  // of one whose acceleration nobody named
constexpr float same_way = 0.3F;               // cosine of the headings of one who follows another

// How far behind its position an agent is drawn, less and less from a step on, for so many steps.
struct Lag {
  Vec2 off;
  std::uint32_t since = 0, steps = 0;

  friend bool operator==(const Lag&, const Lag&) = default;
  [[nodiscard]] Vec2 at(std::uint32_t step, float share) const {
    const float gone = static_cast<float>(step - since) + share, all = static_cast<float>(steps);
    return gone < all ? off * (1 - gone / all) : Vec2{};
  }
};

// How a body drives that neither turns nor gets up to speed at once, and before whom one goes.
struct Drive {
  Vec2 aim;                    // the velocity that avoidance left it when it last decided
  float acceleration = 0;      // cells per second, and second; 0: as people do
  float turn_rate = 0;         // radians per second; 0: at once
  std::uint32_t priority = 0;  // 0: it goes before nobody
  Vec2 facing;                 // of any length; zero: it has not walked yet

  [[nodiscard]] bool is_slow() const { return acceleration > 0 || turn_rate > 0; }
  friend bool operator==(const Drive&, const Drive&) = default;
};

// Of those who are as heavy as nearly all there is none.
struct Weight {
  float mass = 1;

  friend bool operator==(const Weight&, const Weight&) = default;
};

// What an agent is. One entry per slot; of what few have, none beyond the last slot that has one.
struct Bodies {
  struct Kind {
    CrowdGroupId group;
    std::uint32_t generation = 0;
    AgentState state = AgentState::removed;
    std::uint8_t team = 0;
    static constexpr std::uint8_t holds = 1;
    static constexpr std::uint8_t keeps_on = 2;    // its way, until it decides again
    static constexpr std::uint8_t drives = 4;      // with an acceleration or a turn rate
    static constexpr std::uint8_t goes_first = 8;  // before those without a priority
    static constexpr std::uint8_t squeezes = 16;   // through others, since it was last alive
    static constexpr std::uint8_t in_piece =
        32;  // of its way that is straight, up to a bend: it heads along that
    static constexpr std::uint8_t clear = 64;  // it touches nobody before it decides again
    // As wide as what is left: moments and saved games hold bytes as they lie in memory, and compare them.
    std::uint8_t flags = 0;
    std::uint8_t interval = 0;  // of one far from the focus: it walks in each so many-th step; 0: near

    [[nodiscard]] bool is(std::uint8_t flag) const { return (flags & flag) != 0; }
    void set(std::uint8_t flag, bool on) {
      flags = static_cast<std::uint8_t>(on ? flags | flag : flags & ~flag);
    }
  };
  static_assert(std::has_unique_object_representations_v<Kind>);

  std::vector<Vec2> positions;
  std::vector<Vec2> velocities;
  std::vector<std::int32_t> layers;
  std::vector<float> radii;
  std::vector<float> max_speeds;
  std::vector<Kind> kinds;
  std::vector<UnitVector> headings;  // that they wanted at the end of the last step, whatever the others do
  std::vector<Vec2> places;
  std::vector<Errand> errands;
  std::vector<Drive> drives;    // of few
  std::vector<Weight> weights;  // of few
  std::vector<Mouth> mouths;    // by number
  std::vector<Lag> lags;  // of few; kept with moments, but not saved: who is restored is drawn where it is
};

// How an agent gets on. Way made is summed step by step in the field of that step, so that a field may change
// at any time.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::uint32_t now) : moved_(now) {}

  // When it last made way itself, by the crowd's clock.
  [[nodiscard]] std::uint32_t moved() const { return moved_; }
  // When it, or whom it waits for, last made way. Not far from the other one: who waits for minutes for those
  // who make way counts as one who made some itself since.
  [[nodiscard]] std::uint32_t alive() const { return moved_ + static_cast<std::uint32_t>(int{ahead_}); }
  void set_moved(std::uint32_t now) {
    const std::uint32_t alive_then = alive();
    moved_ = now;
    set_alive(alive_then);
  }
  void set_alive(std::uint32_t now) {
    constexpr std::int32_t most = 0x7FFF;
    const auto off = static_cast<std::int32_t>(now - moved_);
    if (off > most) moved_ = now - static_cast<std::uint32_t>(most);
    ahead_ = static_cast<std::int16_t>(std::clamp(off, -most, most));
  }
  void set_both(std::uint32_t now) {
    moved_ = now;
    ahead_ = 0;
  }
  // So much longer it hardly got on, or stood and wanted back to its place.
  void block(std::uint32_t counts) {
    blocked_ = static_cast<std::uint16_t>(std::min(blocked_ + counts, most_blocked));
  }
  void unblock() { blocked_ = 0; }
  [[nodiscard]] bool is_blocked() const { return blocked_ > 0; }
  [[nodiscard]] float seconds_blocked() const { return Clock::seconds(blocked_); }
  // More than can be counted is long enough for everything.
  [[nodiscard]] bool is_blocked_for(float least) const {
    return blocked_ == most_blocked || seconds_blocked() >= least;
  }

  // How fast it got on of late, of its greatest speed: four times as fast at most.
  [[nodiscard]] float pace() const { return static_cast<float>(pace_) * (1 / parts_of_pace); }
  // A part of the way to how fast it gets on now, and however small that part is, some.
  void change_pace(float now, float part) {
    PORTOLAN_ASSERT(part >= 0 && part <= 1, "a pace does not go beyond what it becomes");
    const std::int32_t off = rounded(std::clamp(now, -most_pace, most_pace) * parts_of_pace) - pace_;
    const std::int32_t change = rounded(static_cast<float>(off) * part), least = off > 0 ? 1 : -1;
    if (off != 0) pace_ = static_cast<std::int16_t>(pace_ + (change != 0 ? change : least));
  }
  // Units of remaining way by which it has fallen back from its best: the best is forgotten beyond some,
  // which ten cells of the costliest ground have.
  [[nodiscard]] std::uint32_t behind() const { return behind_; }
  void set_behind(std::uint64_t units) {
    behind_ = static_cast<std::uint16_t>(std::min<std::uint64_t>(units, 0xFFFF));
  }

  float left = 0;  // units of remaining way, to a fraction of a cell

 private:
  static constexpr std::uint32_t most_blocked = 0xFFFF;
  static constexpr float parts_of_pace = 8192, most_pace = 3.99F;

  std::uint32_t moved_ = 0;  // times are in counts
  std::int16_t pace_ = 8192;
  std::uint16_t behind_ = 0;
  std::int16_t ahead_ = 0;
  std::uint16_t blocked_ = 0;
};

// A way in 32 bits. One that is longer counts as just short of what cannot be told, 170 million cells: of
// those who are so far away only the fraction of a way tells who is ahead.
class Remaining {
 public:
  Remaining() = default;
  Remaining(Distance way)  // NOLINT(google-explicit-constructor): it is one
      : units_(!reachable(way) ? none : static_cast<std::uint32_t>(std::min(way.units, longest))) {}
  operator Distance() const {  // NOLINT(google-explicit-constructor)
    return units_ == none ? unreachable : Distance{units_};
  }

 private:
  static constexpr std::uint32_t none = ~0U;
  static constexpr std::uint64_t longest = none - 1;

  std::uint32_t units_ = none;
};

struct Journeys {
  std::vector<float> distances;
  std::vector<float> costs;  // in units, each sum rounded by the toss of a coin
  std::vector<Progress> progress;
  std::vector<Remaining> remaining;
};

}  // namespace portolan::detail
