// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <portolan/core/distance.hpp>

namespace portolan {

/// How near to the optimum a corridor's field must come.
enum class Quality : std::uint8_t {
  path,     ///< the sectors on the abstract path, those in the corners where it turns; short ones a ring more
  widened,  ///< those and some rings around them
  bounded,  ///< certified within 1 + epsilon of the optimum
  exact,    ///< equal to the flat field at the agents
};

/// By quality: the one table of names, for scenarios, command lines and reports.
inline constexpr std::array<std::string_view, 4> quality_names{"path", "widened", "bounded", "exact"};

[[nodiscard]] constexpr std::string_view name(Quality quality) {
  return quality_names[static_cast<std::size_t>(quality)];
}

/// A quality with its parameters, and what it means for those who plan, keep and check plans. Each question
/// is a switch over all kinds, so that the compiler names those that a new kind has to answer; what sectors
/// it adds stands in corridor_builder.cpp.
///
///     request.quality = Quality::exact;
///     request.quality = {Quality::widened, 2};
struct QualityGoal {
  constexpr QualityGoal() = default;
  /// Implicit: a quality with its usual parameters is a goal.
  constexpr QualityGoal(Quality quality, int widened_by = 1, double bounded_by = 0.01)
      : kind(quality), rings(widened_by), epsilon(bounded_by) {}

  Quality kind = Quality::path;
  int rings = 1;          ///< of sectors, for `widened`
  double epsilon = 0.01;  ///< for `bounded`: excess over the optimum, as a share of it

  /// Says how near to the optimum of the whole map the field comes. An edit anywhere may break such a
  /// promise.
  [[nodiscard]] constexpr bool promises() const { return kind == Quality::bounded || kind == Quality::exact; }
  /// What it says is about the corridor only, and holds as long as that is what it was.
  [[nodiscard]] constexpr bool is_local() const { return !promises(); }

  /// Both ask for the same: parameters count where the kind has them.
  [[nodiscard]] constexpr bool same_as(const QualityGoal& other) const {
    return kind == other.kind && (kind != Quality::widened || rings == other.rings) &&
           (kind != Quality::bounded || epsilon == other.epsilon);
  }

  /// A route of this cost, where no path is cheaper than `lower_bound`, keeps the promise by itself: its
  /// sectors need no others besides them for it. Never of `exact`: the cost of a route is one by portals.
  [[nodiscard]] constexpr bool is_certified(Distance cost, Distance lower_bound) const {
    return !promises() || (kind == Quality::bounded && within_epsilon(cost, lower_bound));
  }
  /// A path of this cost keeps the promise.
  [[nodiscard]] constexpr bool allows(Distance cost, Distance optimum) const {
    if (!promises()) return true;
    return kind == Quality::bounded ? within_epsilon(cost, optimum) : cost == optimum;
  }

  /// A single path that leads through so many sectors needs no others: hardly any gets cheaper by them.
  [[nodiscard]] constexpr bool keeps_to_route(std::size_t sectors) const {
    constexpr std::size_t long_route = 16;
    return kind == Quality::path && sectors > long_route;
  }

 private:
  [[nodiscard]] constexpr bool within_epsilon(Distance cost, Distance of) const {
    return static_cast<double>(cost.units) <= (1.0 + epsilon) * static_cast<double>(of.units);
  }
};

}  // namespace portolan
