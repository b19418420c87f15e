// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <portolan/core/distance.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/simulation/scenario.hpp>

namespace portolan::detail {

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

/// Where an agent is in the order of its group's legs.
struct Journey {
  std::uint32_t leg = 0;
  std::uint32_t rounds = 0;      ///< that lie behind it
  std::int64_t since = -1;       ///< tick at which it came to the goal of its leg; -1: it is on its way
  bool owes = true;              ///< the least cost of its leg, which cannot be told yet
  Distance before{};             ///< least cost of the legs behind it, as far as they were walked
  Distance least = unreachable;  ///< of its leg, from where it began that
};

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
