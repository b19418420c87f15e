// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Lanes: where a passage has room for two abreast and others come towards them, agents walk on the right half
// of it, so that both directions flow at once.
#include <algorithm>
#include <optional>

#include <portolan/core/assert.hpp>

#include "../crowd_state.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::Passage;

constexpr float from_the_middle = 1.05F;  // radii that a body keeps from the middle line
constexpr float kept_from = 8;            // radii before a mouth from which it keeps to its side
constexpr float same_direction = 0.5F;    // cosine of a passage and the way in it

Vec2 way_of(Mouth::Way way) {
  switch (way) {
    case Mouth::Way::east:
      return {1, 0};
    case Mouth::Way::west:
      return {-1, 0};
    case Mouth::Way::south:
      return {0, 1};
    case Mouth::Way::north:
      return {0, -1};
    case Mouth::Way::none:
      break;
  }
  return {};
}

Vec2 right_side_of(Vec2 v) { return {-v.y, v.x}; }  // y grows downwards

// The passage that an agent at `p` is in, or at whose mouth it is.
std::optional<Passage> passage_at(const CrowdGroup& group, const Errand& errand, Vec2 p, std::int32_t layer,
                                  Vec2 way) {
  const Vec2 into = way_of(errand.mouth.way);
  const bool before = into != Vec2{};
  if (!before && !errand.is(Errand::narrow)) return std::nullopt;
  const Cell c = cell_at(before ? errand.mouth.middle : p, layer);
  if (!group.grid.passable(c)) return std::nullopt;
  const Passage passage = detail::passage_at(group.grid, c, before ? into : way, group.clearance);
  if (!before && dot(passage.in, way) < same_direction) return std::nullopt;
  return passage;
}

}  // namespace

// On the right half of a passage, and before one towards it.
Heading Crowd::State::in_lane(std::uint32_t i, Vec2 p, const Heading& way) const {
  const Errand& errand = bodies.errands[i];
  if (!errand.is(Errand::lanes)) return way;
  const auto passage = passage_at(group_of(i), errand, p, bodies.layers[i], way.direction);
  if (!passage) return way;
  const Vec2 right = right_side_of(passage->in), off = p - passage->middle;
  PORTOLAN_ASSERT(passage->half > 0, "a passage has a width");
  const float r = bodies.radii[i], beside = dot(off, right), least = from_the_middle * r;
  const float wanted = std::clamp(beside, least, std::max(least, passage->half - r));
  float ahead = 2 * r;
  if (errand.mouth.way != Mouth::Way::none)
    ahead = std::max(0.2F * r, -dot(off, passage->in) - r);
  else if (wanted == beside)
    return way;
  const Vec2 aim = passage->in * ahead + right * (wanted - beside);
  const float reach = length(aim);
  return {aim * (1 / reach), reach};
}

// The side of the passage that it keeps to, where others come towards it.
std::optional<detail::LaneSide> Crowd::State::side_of(std::uint32_t i) const {
  const Errand& errand = bodies.errands[i];
  if (errand.is(Errand::meets_stream)) {
    const Vec2 off = bodies.positions[i] - errand.mouth.middle;
    if (-dot(off, way_of(errand.mouth.way)) > kept_from * bodies.radii[i]) return std::nullopt;
    return side_of_stream(i, bodies.positions[i]);
  }
  if (!errand.is(Errand::lanes)) return std::nullopt;
  const Vec2 p = bodies.positions[i];
  const auto passage = passage_at(group_of(i), errand, p, bodies.layers[i], bodies.headings[i]);
  if (!passage) return std::nullopt;
  const Vec2 right = right_side_of(passage->in), off = p - passage->middle;
  if (-dot(off, passage->in) > kept_from * bodies.radii[i]) return std::nullopt;
  return detail::LaneSide{right, dot(off, right) - from_the_middle * bodies.radii[i]};
}

// The right of the line that it keeps to where a stream comes towards it.
std::optional<detail::LaneSide> Crowd::State::side_of_stream(std::uint32_t i, Vec2 p) const {
  const Mouth& line = bodies.errands[i].mouth;
  const Vec2 right = right_side_of(way_of(line.way));
  return detail::LaneSide{right, dot(p - line.middle, right) - from_the_middle * bodies.radii[i]};
}

}  // namespace portolan
