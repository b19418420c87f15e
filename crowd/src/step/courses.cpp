// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Guides are asked for many agents at once: of fields at any angle that takes half the time.
#include <algorithm>

#include <portolan/core/detail/prefetch.hpp>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr int most_guides = 4;              // of a piece that are asked so,
constexpr std::size_t least_followers = 8;  // if so many agents of it follow them
constexpr std::size_t soon = 3;             // agents before which those around one are asked for

}  // namespace

bool Crowd::State::sees_place(std::uint32_t i) const {
  constexpr unsigned both = detail::Errand::has_place | detail::Errand::sees_place;
  return (bodies.errands[i].flags & both) == both;
}

// Which agents of a piece will ask a guide first of all. Returns how many.
std::size_t Crowd::State::find_askers(std::span<const std::uint32_t> who,
                                      std::span<detail::Asker> askers) const {
  std::size_t count = 0;
  for (std::size_t k = 0; k < who.size(); ++k) {
    const std::uint32_t i = who[k];
    const bool asks = !is_resting(i) && !keeps_on(i) && !sees_place(i) && !squeezing(i) && !stands(i) &&
                      !at_foot(i, cell_at(bodies.positions[i], bodies.layers[i]));
    if (asks) askers[count++] = {&guide_of(i), {bodies.positions[i], bodies.layers[i]}, k};
  }
  return count;
}

// Agents by place are mixed: each guide's are brought together here.
void Crowd::State::ask_guides(std::span<const std::uint32_t> who, detail::Courses& courses) const {
  PORTOLAN_ASSERT(who.size() <= detail::most_in_piece, "agents of a piece");
  std::array<detail::Asker, detail::most_in_piece> askers;
  std::array<PathPoint, detail::most_in_piece> positions;
  std::array<std::size_t, detail::most_in_piece> places;
  std::array<Heading, detail::most_in_piece> ways;
  std::size_t left = find_askers(who, askers);
  for (int asked = 0; asked < most_guides && left >= least_followers; ++asked) {
    const Guide* const guide = askers[0].guide;
    std::size_t count = 0, others = 0;
    for (std::size_t n = 0; n < left; ++n) {  // without branches: who follows whom is anything
      const detail::Asker asker = askers[n];
      const bool follows = asker.guide == guide;
      positions[count] = asker.at;
      places[count] = asker.place;
      askers[others] = asker;
      count += follows ? 1 : 0;
      others += follows ? 0 : 1;
    }
    left = others;
    if (count < least_followers) continue;
    guide->courses(std::span(positions).first(count), std::span(ways).first(count));
    for (std::size_t n = 0; n < count; ++n) {
      courses.ways[places[n]] = ways[n];
      courses.known[places[n]] = true;
    }
  }
}

// Those of a piece who decide, by place.
void Crowd::State::walk_some(std::size_t begin, std::size_t end, float seconds) {
  std::array<std::uint32_t, detail::most_in_piece> agents;
  std::size_t count = 0;
  each_by_place(
      begin, end, [&](std::uint32_t i) { detail::prefetch_line(&work.reaches[i]); },
      [&](std::size_t k) {
        const std::uint32_t i = place_of_present(k).index;
        agents[count] = i;
        count += work.reaches[i].looks ? 1 : 0;
      });
  const auto who = std::span(agents).first(count);
  for (const std::uint32_t i : who) fetch_asker(i);
  detail::Courses courses;
  ask_guides(who, courses);
  each_fetched(
      0, count, [&](std::size_t n) { return who[n]; }, [&](std::uint32_t i) { fetch_walker(i); },
      [&](std::size_t n) {
        if (work.anybody.looks && n + soon < count) fetch_seen(who[n + soon]);
        walk(who[n], seconds, courses.known[n] ? &courses.ways[n] : nullptr);
      });
}

}  // namespace portolan
