// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who is near whom: before anybody walks, and once everybody has.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/prefetch.hpp>

#include "../crowd_state.hpp"
#include "candidates.hpp"

namespace portolan {

using detail::Approaching;
using detail::Candidates;
using detail::Contacts;
using detail::Nearest;

namespace {

constexpr float seconds_of_sight = 3;     // at its greatest speed, so far an agent looks for others,
constexpr float radii_of_sight = 6;       // but not farther than so many radii
constexpr float detour_of_walls = 1.25F;  // times what an agent can walk, where a wall pushes it aside

// Who else is within reach of one.
void collect(Candidates& found, float reach, const Neighbours::Entry& mine, Neighbours::Sweep& sweep) {
  const auto add = [&](std::span<const Neighbours::Entry> some) {
    found.add(
        some.size(), mine.at, reach * reach, [&](std::size_t k) { return some[k].at; },
        [&](std::size_t k) { return some[k].index; });
  };
  sweep.around(mine, reach, [&](std::span<const Neighbours::Entry> some) {
    const auto before = static_cast<std::size_t>(&mine - some.data());  // a great many, where it is not there
    if (before >= some.size()) return add(some);
    add(some.first(before));
    add(some.subspan(before + 1));
  });
}

}  // namespace

// What those of a piece are like, and how far they look.
detail::Survey Crowd::State::survey(std::size_t begin, std::size_t end) {
  const float wider = 1 + work.range.walked / (2 * greatest_radius);
  const float listed = static_cast<float>(Approaching::most) / (wider * wider);
  detail::Survey found;
  for (std::size_t k = begin; k < end; ++k) {
    const std::uint32_t i = work.present[k];
    const bool rests = may_rest(i);
    const bool looks = !rests && !keeps_straight_on(i);
    const detail::Reach reach{rests ? 0 : sight(i), approach(i), rests, looks};
    work.reaches[i] = reach;
    work.presses[i].is_plain = !stands(i) && !reciprocal(i) && !is_in_turn(i);
    found.anybody.add({.looks = !rests && looks_at_others(i),
                       .rests = rests,
                       .differ = bodies.radii[i] < greatest_radius,
                       .avoids = reciprocal(i),
                       .takes_turns = takes_turns(i) || is_in_turn(i),
                       .follows = group_of(i).leader != AgentId{},
                       .chases = chases(i)});
    found.sight = std::max(found.sight, reach.sight);
    found.approach = std::max(found.approach, reach.approach);
    const bool is_new = i >= moves.size();  // nobody knows how many are around it
    found.crowded += !rests && (is_new || static_cast<float>(near[i].count) > listed) ? 1 : 0;
    found.keep_on += rests || looks ? 0 : 1;
  }
  return found;
}

// Where many have more around them than can be listed it takes less time to build the neighbours again once
// everybody has walked. Whether it will be so is guessed from who was beside whom after the last step;
// nothing but time depends on it. So it does where steps are so short that many go straight on without
// looking: to list who may come beside them would be to look for them, and farther than anybody sees. A step
// of a thirtieth of a second took 1.2 times as long. Those who chase others add them up in the order of the
// neighbours, which depends on how far anybody looks.
void Crowd::State::survey_all() {
  constexpr std::ptrdiff_t many = 8, many_keep_on = 4;  // a so many-th part
  constexpr std::size_t piece = detail::most_in_piece;
  work.surveys.resize((work.present.size() + piece - 1) / piece);
  for_pieces(work.present.size(),
             [&](std::size_t begin, std::size_t end) { work.surveys[begin / piece] = survey(begin, end); });
  detail::Survey all;
  for (const detail::Survey& some : work.surveys) {
    all.anybody.add(some.anybody);
    all.sight = std::max(all.sight, some.sight);
    all.approach = std::max(all.approach, some.approach);
    all.crowded += some.crowded;
    all.keep_on += some.keep_on;
  }
  work.anybody = all.anybody;
  work.anybody.pauses = work.present.size() < work.on_map.size();
  work.anybody.is_far = work.present.size() + work.spared.coasting.size() < work.on_map.size();
  const auto keep_on = all.keep_on + std::ssize(work.spared.coasting),
             walk = keep_on + std::ssize(work.present);
  work.range.rebuilds = all.crowded * many > std::ssize(work.present) ||
                        (keep_on * many_keep_on > walk && !work.anybody.chases);
  work.range.sight = work.range.rebuilds ? all.sight : std::max(all.sight, all.approach);
}

// Who is where, before anybody walks.
void Crowd::State::find_neighbours() {
  work.range.walked = detour_of_walls * greatest_speed * clock.seconds_of_step();
  work.reaches.resize(size());
  near.resize(size());
  survey_all();
  if (!(work.range.sight > 0)) work.range.sight = 2 * greatest_radius;
  build_neighbours(work.range.sight);
  if (!work.range.rebuilds) work.by_place.approaching.resize(work.present.size());
  work.ground.resize(size());
  work.told.resize(size());
  const std::size_t known = moves.size();
  moves.resize(size());
  for (std::size_t k = known; k < size(); ++k) moves[k].start = bodies.positions[k];
}

float Crowd::State::looks_ahead() const {
  return std::min(seconds_of_sight * greatest_speed, radii_of_sight * greatest_radius);
}

// Those are there, too, who do not act.
void Crowd::State::build_neighbours(float side) {
  work.neighbours.build(bodies.positions, bodies.layers, work.on_map, side);
  if (!work.anybody.pauses) return;
  work.by_place.places.clear();
  const std::span<const Neighbours::Entry> entries = work.neighbours.entries();
  for (std::uint32_t k = 0; k < entries.size(); ++k) {
    if (work.presses[entries[k].index].acts) work.by_place.places.push_back(k);
  }
}

// Those of a piece, by place, of whom it matters in this step who is near. Returns how many.
std::size_t Crowd::State::find_lookers(std::size_t begin, std::size_t end,
                                       std::span<std::uint32_t> places) const {
  PORTOLAN_ASSERT(end - begin <= places.size(), "there is room for a piece");
  const bool all_who_walk = !work.range.rebuilds;
  std::size_t count = 0;
  const auto fetch = [&](std::uint32_t i) { detail::prefetch_line(&work.reaches[i]); };
  each_by_place(begin, end, fetch, [&](std::size_t k) {
    const detail::Reach& reach = work.reaches[place_of_present(k).index];
    places[count] = static_cast<std::uint32_t>(k);
    count += reach.looks || (all_who_walk && !reach.rests) ? 1 : 0;
  });
  return count;
}

// The nearest ones within sight, in order, and who may come beside it.
void Crowd::State::list_near(std::size_t begin, std::size_t end) {
  std::array<std::uint32_t, detail::most_in_piece> places;
  const std::size_t count = find_lookers(begin, end, places);
  Neighbours::Sweep sweep(work.neighbours, work.range.sight);
  each_fetched(
      0, count, [&](std::size_t n) { return place_of_present(places[n]).index; },
      [&](std::uint32_t i) { detail::prefetch_lines(&near[i], sizeof near[i]); },
      [&](std::size_t n) { list_near(places[n], sweep); });
}

void Crowd::State::list_near(std::size_t k, Neighbours::Sweep& sweep) {
  const Neighbours::Entry& mine = place_of_present(k);
  const detail::Reach& reach = work.reaches[mine.index];
  const float seen = reach.looks ? reach.sight : 0, near_by = work.range.rebuilds ? 0 : reach.approach;
  Candidates found;
  collect(found, std::max(seen, near_by), mine, sweep);
  if (near_by > 0) found.list(near_by * near_by, work.by_place.approaching[k]);
  if (!reach.looks) return;
  if (seen < near_by) found.keep(seen * seen);
  if (found.too_many()) {
    nearest_of(mine.index, mine.at, seen, seen * seen).write(near[mine.index]);
    return;
  }
  put_in_order(found, mine.index);
  found.write(near[mine.index]);
}

// The nearest first. Where there are more than can be listed, wider ones count from their rims: by their
// middles a truck in a throng was behind sixteen of it for everybody, and 150 walked into it to half of both
// radii, to be thrown out again by 0.85 cells in a step.
void Crowd::State::put_in_order(Candidates& found, std::uint32_t i) const {
  if (work.anybody.differ && found.agents().size() > Contacts::most)
    found.measure_to_rims(bodies.radii[i], bodies.radii);
  found.sort();
}

// The nearest ones up to a square of those who were within reach of a point: where there are a great many. In
// the order in which `put_in_order` would list them.
Nearest Crowd::State::nearest_of(std::uint32_t i, Vec2 from, float reach, float farthest) const {
  Nearest by_middles, by_rims;
  std::uint32_t within = 0;
  const float moved = std::max(reach - std::sqrt(farthest), 0.0F);  // since neighbours were built, at most
  const float radius = bodies.radii[i], wider = std::max(greatest_radius - radius, 0.0F);
  work.neighbours.nearest(from, bodies.layers[i], reach, [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[i] - bodies.positions[j];
    if (const float square = dot(off, off); square <= farthest && j != i) {
      if (++within <= Contacts::most) by_middles.add(square, j);
      by_rims.add(detail::square_to_rim(square, radius, bodies.radii[j]), j);
    }
    return within > Contacts::most ? by_rims.reach(moved + wider) : reach;
  });
  return within > Contacts::most ? by_rims : by_middles;
}

// Who may have come beside it while everybody walked; nothing where they are a great many.
std::optional<std::span<const std::uint32_t>> Crowd::State::approaching(std::size_t k,
                                                                        Neighbours::Sweep& sweep,
                                                                        Candidates& found) const {
  const Neighbours::Entry& mine = place_of_present(k);
  if (is_resting(mine.index)) {
    collect(found, work.reaches[mine.index].approach, mine, sweep);
    return found.too_many() ? std::nullopt : std::optional(found.agents());
  }
  const detail::Approaching& listed = work.by_place.approaching[k];
  if (listed.count > detail::Approaching::most) return std::nullopt;
  return std::span(listed.agents).first(listed.count);
}

// Who is beside it now that everybody has walked: of those who may have come there, or of rebuilt neighbours.
// Nothing where they are a great many.
Candidates Crowd::State::come_beside(std::size_t k, bool rebuilt, Neighbours::Sweep& sweep) const {
  const Neighbours::Entry& mine = place_of_present(k);
  const std::uint32_t i = mine.index;
  Candidates around, found;
  if (rebuilt) {
    collect(found, beside(i), mine, sweep);
  } else if (const auto listed = approaching(k, sweep, around)) {
    found.add(
        listed->size(), bodies.positions[i], beside(i) * beside(i),
        [&](std::size_t n) { return bodies.positions[(*listed)[n]]; },
        [&](std::size_t n) { return (*listed)[n]; });
  } else {
    found.add_too_many();
  }
  return found;
}

// The nearest ones now that everybody has walked: at speed an agent comes to others than it saw before.
void Crowd::State::list_contacts(std::size_t k, bool rebuilt, Neighbours::Sweep& sweep) {
  const Neighbours::Entry& mine = place_of_present(k);
  const std::uint32_t i = mine.index;
  const float overlaps = touching(i) * touching(i);
  std::uint32_t touch_it = 0;
  if (Candidates found = come_beside(k, rebuilt, sweep); !found.too_many()) {
    put_in_order(found, i);
    found.write(near[i]);
    touch_it = found.count_within(overlaps);
  } else {
    const Nearest nearest = nearest_of(i, mine.at, rebuilt ? beside(i) : approach(i), beside(i) * beside(i));
    nearest.write(near[i]);
    touch_it = nearest.count_within(overlaps);
  }
  const std::uint32_t contacts = near[i].count;
  work.presses[i].contacts = static_cast<std::uint8_t>(contacts);
  work.presses[i].touching = static_cast<std::uint8_t>(std::min(touch_it, contacts));
  moves[i].is_clear = is_clear(i);
}

// Has anybody come so near to one that rests that they may overlap?
bool Crowd::State::is_touched(const Neighbours::Entry& mine, Neighbours::Sweep& sweep) const {
  const float overlaps = touching(mine.index) * touching(mine.index);
  const float reach = 1.001F * (touching(mine.index) + work.range.walked);
  std::uint32_t count = 0;  // itself, too
  sweep.around(mine, reach, [&](std::span<const Neighbours::Entry> some) {
    for (const Neighbours::Entry& other : some) {
      const Vec2 off = mine.at - bodies.positions[other.index];
      count += static_cast<std::uint32_t>(dot(off, off) <= overlaps);
    }
  });
  return count > 1;
}

// Of those who rest and whom nobody touches it hardly ever matters who is beside them.
void Crowd::State::list_beside(std::size_t begin, std::size_t end, bool surprising) {
  const bool rebuilt = surprising || work.range.rebuilds;
  Neighbours::Sweep sweep(work.neighbours, rebuilt ? 4 * greatest_radius : work.range.sight);
  Neighbours::Sweep narrow(work.neighbours, 1.01F * (2 * greatest_radius + work.range.walked));
  const auto fetch = [&](std::uint32_t i) {
    fetch_contacts(i);
    detail::prefetch_line(&work.reaches[i]);
  };
  each_by_place(begin, end, fetch, [&](std::size_t k) {
    const Neighbours::Entry& mine = place_of_present(k);
    if (!surprising && is_resting(mine.index) && !is_touched(mine, narrow))
      work.presses[mine.index].is_listed = false;
    else
      list_contacts(k, rebuilt, sweep);
  });
}

// Before one is pushed: who is beside those around it that rest? Nobody whom that may hold has been pushed
// yet, so that all of them still are where they walked to.
void Crowd::State::list_resting_around(std::uint32_t i) {
  constexpr float longest_way = 1;  // cells of a push, and of a wall that it brings it to
  work.neighbours.around(bodies.positions[i], bodies.layers[i], 4 * greatest_radius + longest_way,
                         [&](std::uint32_t j) {
                           if (work.presses[j].is_listed) return;
                           const float most = beside(j) * beside(j);
                           nearest_of(j, bodies.positions[j], approach(j), most).write(near[j]);
                           work.presses[j].contacts = static_cast<std::uint8_t>(near[j].count);
                           work.presses[j].is_listed = true;
                         });
}

}  // namespace portolan
