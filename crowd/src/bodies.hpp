// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/crowd.hpp>

#include "errand.hpp"

namespace portolan {

inline constexpr float out_of_place = 0.2F;    // radii by which somebody may be pushed who does not come back
inline constexpr float out_of_parking = 0.5F;  // and who would have to turn about for it
inline constexpr float least_apart = 0.9F;  // of the sum of radii: nobody who avoids comes nearer than this
inline constexpr std::uint32_t end_of_way = 4 * 2 * straight_factor;  // units: four cells of the least cost
inline constexpr float touch = 1.3F;  // bodies within this multiple of the sum of radii are in contact

}  // namespace portolan

// What there is one of per agent, and lasts from one step to the next.
namespace portolan::detail {

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

  [[nodiscard]] bool is_slow() const { return acceleration > 0 || turn_rate > 0; }
  friend bool operator==(const Drive&, const Drive&) = default;
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
  std::vector<float> masses;
  std::vector<Kind> kinds;
  std::vector<Vec2> headings;  // that they wanted in the last step, whatever the others do
  std::vector<Vec2> courses;   // of straight pieces: the one that they were on last; zero: none
  std::vector<Vec2> places;
  std::vector<Errand> errands;
  std::vector<Vec2> facings;  // of any length; zero: it has not walked yet
  std::vector<Drive> drives;  // of few
  std::vector<Lag> lags;  // of few; kept with moments, but not saved: who is restored is drawn where it is
};

// How an agent gets on. Way made is summed step by step in the field of that step, so that a field may change
// at any time.
struct Progress {
  std::uint32_t behind = 0;   // units of remaining way by which it has fallen back from its best
  std::uint32_t alive = 0;    // step in which it, or whom it waits for, last made way
  std::uint32_t moved = 0;    // step in which it last made way itself
  std::uint32_t squeeze = 0;  // steps left of squeezing through
  std::uint32_t blocked = 0;  // steps in which it hardly got on, or stands and wants back to its place
  float pace = 1;             // how fast it got on of late, of its greatest speed
  float left = 0;             // units of remaining way, to a fraction of a cell
};

struct Journeys {
  std::vector<float> distances;
  std::vector<double> costs;
  std::vector<Progress> progress;
  std::vector<Distance> remaining;
};

}  // namespace portolan::detail
