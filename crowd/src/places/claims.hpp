// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/detail/neighbours.hpp>

namespace portolan::detail {

inline std::vector<std::uint32_t> numbers_of(std::span<const Vec2> points) {
  std::vector<std::uint32_t> numbers(points.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// Some of the points, to be looked up by where they lie; all are on one layer.
inline Neighbours looked_up(const std::vector<Vec2>& points, std::span<const std::uint32_t> who,
                            float reach) {
  Neighbours near;
  near.build(points, std::vector<std::int32_t>(points.size(), 0), who, reach);
  return near;
}

// Where others have places, and which ground the crowd that stands at a goal hides from those who come there.
// To stand among it they would have to push through: of four blocks of 100 that came to one place, the later
// ones took up to six times as long as the first, and those who stood there walked 17 cells each.
class Claims {
 public:
  // `least`: how near to a place of others nobody has one.
  Claims(std::vector<Vec2> places, float least) : places_(std::move(places)), least_(least) {
    PORTOLAN_ASSERT(least > 0, "bodies have a size");
    if (!places_.empty()) near_ = looked_up(places_, numbers_of(places_), beside * least_);
  }

  [[nodiscard]] bool claimed(Vec2 p) const { return within(p, least_); }

  // From now on `hidden` knows those who stand within `reach` of the goal, with those beside them, for a
  // crowd that comes in the direction `facing` and takes up a disc of such a size. Nobody stands at the goal
  // as long as the disc is free: a few who stand in the hall by the door took all of it.
  void look_from(Vec2 goal, float disc, float reach, Vec2 facing) {
    PORTOLAN_ASSERT(disc <= reach, "a disc lies within what it may reach");
    goal_ = goal;
    back_ = facing * -1;
    std::vector<Vec2> crowd;
    if (within(goal, disc)) crowd = crowd_at(goal, reach);
    far_ = 0;
    for (const Vec2& p : crowd) far_ = std::max(far_, length(p - goal_) + least_);
    nearest_.assign(crowd.empty() ? 0 : 2 * strip_of(far_) + 1, -far_);
    for (const Vec2& p : crowd) {
      const Vec2 off = p - goal_;
      const float across = across_way(off);
      for (std::size_t k = strip_at(across - least_); k <= strip_at(across + least_); ++k)
        nearest_[k] = std::max(nearest_[k], dot(off, back_));
    }
  }
  // Does anybody stand at the goal at all, and how far from it?
  [[nodiscard]] bool anybody() const { return !nearest_.empty(); }
  [[nodiscard]] float reach() const { return far_; }
  // Would it be come to straight only through those who stand there? A block keeps so far `aside` of them,
  // too: in lanes between loose rows it would hardly get through.
  [[nodiscard]] bool hidden(Vec2 p, float aside = 0) const {
    const Vec2 off = p - goal_;
    const float across = across_way(off);
    if (!anybody() || std::abs(across) - aside >= far_) return false;
    const auto first = nearest_.begin() + static_cast<std::ptrdiff_t>(strip_at(across - aside));
    const auto last = nearest_.begin() + static_cast<std::ptrdiff_t>(strip_at(across + aside));
    return dot(off, back_) < *std::max_element(first, last + 1);
  }

 private:
  static constexpr float beside = 4;           // times the least distance: of one crowd
  static constexpr float strips_in_least = 4;  // how many strips wide the least distance is

  [[nodiscard]] bool within(Vec2 p, float reach) const {
    bool found = false;
    near_.around(p, 0, reach, [&](std::uint32_t k) {
      const Vec2 off = places_[k] - p;
      found = found || dot(off, off) < reach * reach;
    });
    return found;
  }
  [[nodiscard]] float across_way(Vec2 off) const { return cross(back_, off); }
  [[nodiscard]] std::size_t strip_of(float width) const {
    return static_cast<std::size_t>(std::ceil(width * strips_in_least / least_));
  }
  [[nodiscard]] std::size_t strip_at(float across) const {
    const float from_left = std::max(0.0F, across + far_) * strips_in_least / least_;
    return std::min(static_cast<std::size_t>(from_left), nearest_.size() - 1);
  }

  [[nodiscard]] std::vector<Vec2> crowd_at(Vec2 goal, float reach) const {
    std::vector<bool> seen(places_.size(), false);
    std::vector<Vec2> crowd;
    const auto add = [&](Vec2 from, float far) {
      near_.around(from, 0, far, [&](std::uint32_t k) {
        const Vec2 off = places_[k] - from;
        if (seen[k] || dot(off, off) > far * far) return;
        seen[k] = true;
        crowd.push_back(places_[k]);
      });
    };
    add(goal, reach);
    for (std::size_t k = 0; k < crowd.size(); ++k) add(Vec2{crowd[k]}, beside * least_);
    return crowd;
  }

  std::vector<Vec2> places_;
  float least_;
  Neighbours near_;
  Vec2 goal_, back_;
  float far_ = 0;               // from the goal to the last of the crowd
  std::vector<float> nearest_;  // per strip along the way: how far back the last one stands
};

}  // namespace portolan::detail
