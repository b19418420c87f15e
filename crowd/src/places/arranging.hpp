// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <portolan/crowd/crowd.hpp>

#include "claims.hpp"
#include "goals_ahead.hpp"
#include "yard.hpp"

namespace portolan::detail {

[[nodiscard]] Vec2 middle_of(std::span<const Vec2> points);

// Finds places at the goal for the agents of one group who set out together: one for each, where nobody else
// stands or will stand.
class Arranging {
 public:
  // They come to the goal by `leg`, and look in the direction `facing` there.
  Arranging(const CrowdGroup& group, float radius, float margin, std::size_t count, const LastLeg& leg,
            Vec2 facing, Claims claims);

  // One for each of the agents, in their order; fewer where there is no room.
  [[nodiscard]] std::vector<Vec2> places(std::span<const Vec2> agents) const;
  // Rank behind rank, from left to right, as far as there is room; nothing where there is not enough.
  [[nodiscard]] std::vector<Vec2> in_formation(std::size_t count) const;

 private:
  // How far so many reach from the goal where nothing is in between; how far they may; the ground that they
  // take up if they stand close together; whether the goals have as much.
  [[nodiscard]] float disc_of(std::size_t count) const;
  [[nodiscard]] float room_for(std::size_t count, float spacing) const {
    return spacing * radius_ * (1 + std::sqrt(static_cast<float>(count)));
  }
  [[nodiscard]] float ground_of(std::size_t count) const;
  [[nodiscard]] bool goals_hold(std::size_t count) const {
    return static_cast<float>(goals_.size()) > ground_of(count);
  }

  // Does nobody else stand there, or in front of it?
  [[nodiscard]] bool is_free(Vec2 p) const { return !claims_.claimed(p) && !claims_.hidden(p, radius_); }

  // May one of so many stand there? In the goals, if they hold all.
  [[nodiscard]] bool suits(Vec2 place, const Yard& yard, std::size_t count) const {
    return goals_hold(count) ? yard.in_goal(place) : sees(place);
  }

  // A guide leads to the goal: who gets there goes on to its place straight.
  [[nodiscard]] bool sees(Vec2 place) const;

  // The block that they are, around the goal or, where others stand there, beside them; nothing where they
  // are none, or the ground does not allow it.
  [[nodiscard]] std::vector<Vec2> as_they_stand(std::span<const Vec2> agents) const;

  // The block with its middle there. Some may have to stand beside their places: one rock is no reason to
  // leave the block.
  [[nodiscard]] std::vector<Vec2> block_at(Vec2 middle, std::span<const Vec2> agents, Vec2 centre,
                                           const Yard& yard, float reach) const;

  // The nearest place that is left for each of those who have none.
  [[nodiscard]] bool stand_beside(Vec2 middle, std::vector<Vec2>& places, std::span<const std::uint32_t> kept,
                                  std::span<const std::uint32_t> without, const Yard& yard,
                                  float reach) const;

  [[nodiscard]] bool apart(const std::vector<Vec2>& points) const;

  // So many places of a lattice, side by side with as much room as the ground has.
  [[nodiscard]] std::vector<Vec2> packed(std::size_t count) const;

  // So many of a lattice, or what is found in so many tries, each farther around: those at the goals, then on
  // goals beside it, then those nearest to them. `last_resort`: also where the way there is far about.
  [[nodiscard]] std::vector<Vec2> packed_at(float spacing, std::size_t count, int tries,
                                            bool last_resort = false) const;

  // Do they stand as near to the goal as on open ground?
  [[nodiscard]] bool are_near(std::span<const Vec2> places) const;

  // Of a lattice, row by row, with the squares of how far they are from the middle.
  [[nodiscard]] std::vector<std::pair<float, Vec2>> free_places(Vec2 middle, float reach, float step,
                                                                const Yard& yard, bool far_too = false) const;

  // Those at the goals before those beside them, and what others hide last; but goals that have room for all
  // are filled first, close together if need be.
  [[nodiscard]] std::vector<Vec2> lattice(float reach, float step, std::size_t count, bool far_too,
                                          bool hidden_too) const;

  // Goals that the lattice misses: they may lie far apart.
  void add_goals(std::vector<Vec2>& places, const Yard& yard, float step, std::size_t count) const;

  [[nodiscard]] static bool near_any(std::span<const Vec2> places, Vec2 p, float step);

  const CrowdGroup& group_;
  float radius_, margin_;
  Vec2 facing_;
  Claims claims_;
  GoalSet goals_;  // those that they come to
  Vec2 middle_;
  float far_ = 0;  // from there to the farthest goal
};

}  // namespace portolan::detail
