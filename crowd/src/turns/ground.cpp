// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Narrow ground: where two of a size cannot pass, and where such ground begins on an agent's way.
#include <algorithm>
#include <cmath>
#include <span>

#include <portolan/core/detail/open_ground.hpp>

#include "../crowd_state.hpp"
#include "../mouths.hpp"
#include "passage.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::Mouth;
using detail::run;

// Ground narrower than this is entered in one direction at a time, or in lanes. With 5.5 doors between the
// two are left to streams, which before a thin wall let through half as many. Vehicles cannot keep to lanes
// so well: trucks who met infantry in a street of 6.5 of their radii took twice as long with 7.2. Who only
// parts from others passes them wherever two have room.
constexpr float gate_radii = 7.2F, gate_radii_of_vehicles = 5.5F, radii_to_pass = 4.2F;
constexpr std::int32_t longest_rock = 2;  // cells by which it goes on beside one of them

// So much wider than its passable cells ground is for the bodies of a group.
float off_walls_of(const CrowdGroup& group) { return static_cast<float>(2 * (group.clearance - 1)); }

// Where all is open so many cells to each side of a cell, it is wide enough.
std::int32_t half_of(float width) {
  return std::max(0, static_cast<std::int32_t>(std::ceil((width - 1) / 2)));
}

// Widths in cells: narrower ground is a gate, and narrower than the second no two have room.
struct Widths {
  std::int32_t gate, to_pass;
};

// Does a cell lie between walls, along a row or a column, that make a gate? Where two have room two rocks
// make none: sixty large bodies among rocks took turns all the time, and in every other field somebody stood
// for good.
bool lies_between_walls(const CrowdGroup& group, Cell c, int dx, int dy, const Widths& widths) {
  const GridView& grid = group.grid;
  const std::int32_t before = run(grid, c, -dx, -dy, widths.gate), after = run(grid, c, dx, dy, widths.gate);
  const std::int32_t width = 1 + before + after;
  if (width >= widths.gate || width < widths.to_pass) return width < widths.gate;
  const std::int32_t length = longest_rock + 2 * (group.clearance - 1);
  const Cell first{c.x - (before + 1) * dx, c.y - (before + 1) * dy, c.layer};
  const Cell last{c.x + (after + 1) * dx, c.y + (after + 1) * dy, c.layer};
  return detail::wall_goes_on(grid, first, -dx, -dy, length) &&
         detail::wall_goes_on(grid, last, dx, dy, length);
}

}  // namespace

float Crowd::State::gate_width(std::uint32_t i) const {
  const float radii = !reciprocal(i) ? radii_to_pass : drives(i) ? gate_radii_of_vehicles : gate_radii;
  return radii * bodies.radii[i];
}

// So wide ground must be for an agent of this size to pass another.
float Crowd::State::wide_enough(std::uint32_t i) const { return gate_width(i) - off_walls_of(group_of(i)); }

// Narrow along a row or a column, or a bend where two have no room. Were wider bends narrow too, sixty among
// rocks that lie here and there would wait for one another for good.
bool Crowd::State::is_narrow(std::uint32_t i, Cell c) const {
  const CrowdGroup& group = group_of(i);
  const float least = wide_enough(i), passing = radii_to_pass * bodies.radii[i] - off_walls_of(group);
  const Widths widths{static_cast<std::int32_t>(std::ceil(least)),
                      static_cast<std::int32_t>(std::ceil(passing))};
  if (widths.gate <= 1 || detail::is_open_around(group.grid, c, half_of(least))) return false;
  return lies_between_walls(group, c, 1, 0, widths) || lies_between_walls(group, c, 0, 1, widths) ||
         !detail::lies_in_square(group.grid, c, widths.to_pass);
}

// What the ground is like where an agent has come to.
void Crowd::State::look_at_ground(std::uint32_t i) {
  Errand& errand = bodies.errands[i];
  const CrowdGroup& group = group_of(i);
  if (!errand.is(Errand::fresh) || !takes_turns(i)) return;
  errand.set(Errand::fresh, false);
  const Cell here = cell_at(bodies.positions[i], bodies.layers[i]);
  const bool was_narrow = errand.is(Errand::narrow);
  const auto ahead = static_cast<std::int32_t>(std::ceil(detail::approach_radii * bodies.radii[i] + 1));
  const bool open = detail::is_open_around(group.grid, here, ahead + half_of(wide_enough(i)));
  errand.set(Errand::narrow, !open && is_narrow(i, here));
  errand.set(Errand::at_gate, false);
  if (!errand.is(Errand::meets_stream)) errand.mouth = 0;
  if (errand.is(Errand::narrow)) {
    errand.set(Errand::meets_stream, false);
    errand.mouth = 0;
    errand.set(Errand::admitted, false);
    errand.set(Errand::leaving, false);
    return;
  }
  // Who goes back across the end of narrow ground counts on: one that swung there never turned round.
  if (was_narrow && !errand.is(Errand::retreats)) {
    errand.set(Errand::leaving, true);
    errand.waited = 0;
  }
  const Mouth mouth = stands(i) || open ? Mouth{} : mouth_ahead(i, here, ahead);
  errand.set(Errand::at_gate, mouth.way != Mouth::Way::none);
  if (errand.is(Errand::at_gate)) {
    errand.set(Errand::meets_stream, false);
    work.turns.of[i].found = mouth;
    errand.mouth = detail::Mouths::found;
  }
  if (!errand.is(Errand::at_gate)) errand.set(Errand::admitted, false);
}

// In the order of slots, so that numbers are the same for any number of threads.
void Crowd::State::number_mouths(std::span<const std::uint32_t> who) {
  const detail::Mouths mouths(bodies.mouths);
  for (const std::uint32_t i : who) {
    Errand& errand = bodies.errands[i];
    if (errand.mouth != detail::Mouths::found) continue;
    errand.mouth = mouths.number(work.turns.of[i].found, bodies.errands);
    if (errand.mouth == 0) errand.set(Errand::at_gate | Errand::meets_stream, false);
  }
}

// Of the narrow ground that its way comes to within so many cells, where there is any.
Mouth Crowd::State::mouth_ahead(std::uint32_t i, Cell here, std::int32_t ahead) const {
  const CrowdGroup& group = group_of(i);
  Cell before = here;
  for (std::int32_t k = 0; k < ahead && group.guide != nullptr; ++k) {
    const auto next = guide_of(i).next(before);
    if (!next || *next == before || !is_beside(*next, before)) break;
    if (is_narrow(i, *next)) return mouth_at(i, before, *next);
    before = *next;
  }
  return {};
}

// Where its way steps on narrow ground: the middle of a passage, or the cell of a bend.
Mouth Crowd::State::mouth_at(std::uint32_t i, Cell before, Cell c) const {
  const CrowdGroup& group = group_of(i);
  const Vec2 step = centre_of(c) - centre_of(before);
  const detail::Passage passage = detail::passage_at(group.grid, c, step, group.clearance);
  if (is_strait(i, passage)) return detail::mouth_of(passage);
  return detail::mouth_of({centre_of(c), step.x == 0 ? step : Vec2{step.x, 0}, passage.half});
}

}  // namespace portolan
