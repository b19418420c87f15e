// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/distance.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan::detail {

/// Where an agent is in the order of its group's legs.
struct Journey {
  std::uint32_t leg = 0;
  std::uint32_t rounds = 0;      ///< that lie behind it
  std::int64_t since = -1;       ///< tick at which it came to the goal of its leg; -1: it is on its way
  bool owes = true;              ///< the least cost of its leg, which cannot be told yet
  Distance before{};             ///< least cost of the legs behind it, as far as they were walked
  Distance least = unreachable;  ///< of its leg, from where it began that
};

/// Which goal of a group comes after which. Leg 0 leads to `goal`, leg k to the k-th of `then`. The group
/// must outlive it.
class LegOrder {
 public:
  explicit LegOrder(const ScenarioGroup& group) : group_(&group) {
    while (round_ < size() && !tick(round_)) ++round_;
  }

  [[nodiscard]] std::size_t size() const { return group_->goal.then.size() + 1; }
  [[nodiscard]] const ScenarioStop& stop(std::size_t leg) const {
    return leg == 0 ? group_->goal.stop : group_->goal.then[leg - 1].stop;
  }
  [[nodiscard]] std::optional<std::int64_t> tick(std::size_t leg) const {
    return leg == 0 ? std::nullopt : group_->goal.then[leg - 1].tick;
  }
  [[nodiscard]] bool is_last_round(std::uint32_t rounds_before) const {
    return group_->goal.rounds > 0 && rounds_before + 1 >= static_cast<std::uint32_t>(group_->goal.rounds);
  }
  /// Nothing: the goal of this leg is the last one. Of one goal alone there is one round.
  [[nodiscard]] std::optional<std::size_t> next(std::size_t leg, bool last_round) const {
    if (leg + 1 == round_ && round_ > 1 && !last_round) return 0;
    return leg + 1 < size() ? std::optional(leg + 1) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::size_t> next(const Journey& journey) const {
    return next(journey.leg, is_last_round(journey.rounds));
  }
  /// Whether agents go on from the goal of a leg as they come to it.
  [[nodiscard]] bool passes(std::size_t leg, bool last_round) const {
    const std::optional<std::size_t> after = next(leg, last_round);
    return after && !tick(*after) && !(stop(leg).wait > 0) && !stop(leg).together;
  }
  /// Whether agents that are there are taken off the map: those who pass, too, until they are sent on.
  [[nodiscard]] bool leaves(std::size_t leg, bool last_round) const {
    return next(leg, last_round) ? passes(leg, last_round) : group_->leave_on_arrival;
  }
  /// Ticks that somebody stays at the goal of a leg.
  [[nodiscard]] std::int64_t wait(std::size_t leg, float tick_seconds) const {
    constexpr double nothing = 1e-6;  // of a tick
    return static_cast<std::int64_t>(std::ceil(double{stop(leg).wait} / double{tick_seconds} - nothing));
  }

 private:
  const ScenarioGroup* group_;
  std::size_t round_ = 1;  // legs that rounds are made of: those before the first one with a tick
};

/// A moment of a run.
struct LegClock {
  std::int64_t tick = 0;
  float tick_seconds = 0;
};

/// Somebody sets out on a leg of his. `left`: what it costs at least from where he is to the goal of the leg
/// before; of that a part was walked.
void begin_leg(Journey& journey, std::size_t leg, Distance left);
/// The tick since which everybody is at the goal of one leg, or `never`.
[[nodiscard]] std::int64_t time_of_last(std::span<const Journey> journeys);
inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
/// Whether somebody who is at the goal of his leg goes on to the next one now.
[[nodiscard]] bool goes_on(const LegOrder& order, const Journey& journey, std::size_t next,
                           std::int64_t all_there, LegClock now);

/// After a tick: everybody for whom an order comes sets out, and everybody who is through with the goal of
/// his leg. By the number of somebody in the group, `has_set_out` tells whether he is under way at all,
/// `is_there` whether he is at the goal of his leg, and `set_out` begins another leg.
template <class HasSetOut, class IsThere, class SetOut>
void send_on(const LegOrder& order, std::vector<Journey>& journeys, LegClock now,
             const HasSetOut& has_set_out, const IsThere& is_there, const SetOut& set_out) {
  for (std::size_t leg = 1; leg < order.size(); ++leg) {
    if (order.tick(leg) != now.tick) continue;
    for (std::size_t k = 0; k < journeys.size(); ++k) {
      if (journeys[k].leg < leg && has_set_out(k)) set_out(k, leg);
    }
  }
  for (std::size_t k = 0; k < journeys.size(); ++k) {
    if (journeys[k].since < 0 && is_there(k)) journeys[k].since = now.tick;
  }
  const std::int64_t all_there = time_of_last(journeys);
  for (std::size_t k = 0; k < journeys.size(); ++k) {
    const auto next = order.next(journeys[k]);
    if (journeys[k].since >= 0 && next && goes_on(order, journeys[k], *next, all_there, now))
      set_out(k, *next);
  }
}

/// The exact distances to goals from everywhere on this ground.
[[nodiscard]] TileField distances_to(const GoalSet& goals, const GridView& ground, const TileGrid& sectors);

/// What it costs at least to get to the goals of a leg, over the ground as it is when somebody sets out:
/// kept, and made right where sectors have changed, as agents set out one by one.
class LeastCost {
 public:
  /// The grid is one of the hierarchy's world; goals are always the same.
  [[nodiscard]] Distance from(Cell c, const GridView& ground, const Hierarchy& hierarchy,
                              const GoalSet& goals);

 private:
  std::optional<TileField> field_;
  std::uint64_t version_ = 0;
  std::vector<std::uint64_t> versions_;  // by sector
};

}  // namespace portolan::detail
