// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Guides are asked for many agents at once: of fields at any angle that takes half the time.
#include <algorithm>

#include "../crowd_state.hpp"

namespace portolan {
namespace {

constexpr int most_guides = 4;              // of a piece that are asked so,
constexpr std::size_t least_followers = 8;  // if so many agents of it follow them

}  // namespace

bool Crowd::State::sees_place(std::uint32_t i) const {
  constexpr unsigned both = detail::Errand::has_place | detail::Errand::sees_place;
  return (bodies.errands[i].flags & both) == both;
}

// The guides that agents of a piece will ask first of all, null of the others. Returns the first who does.
std::size_t Crowd::State::find_guides(std::span<const Neighbours::Entry> who,
                                      std::span<const Guide*> guides) const {
  std::size_t first = who.size();
  for (std::size_t k = who.size(); k-- > 0;) {
    const std::uint32_t i = who[k].index;
    const bool asks = !sees_place(i) && !squeezing(i) && !stands(i) &&
                      !at_foot(i, cell_at(bodies.positions[i], bodies.layers[i]));
    guides[k] = asks ? &guide_of(i) : nullptr;
    first = guides[k] == nullptr ? first : k;
  }
  return first;
}

// Agents by place are mixed: each guide's are brought together here.
void Crowd::State::ask_guides(std::span<const Neighbours::Entry> who, detail::Courses& courses) const {
  PORTOLAN_ASSERT(who.size() <= detail::most_in_piece, "agents of a piece");
  std::array<const Guide*, detail::most_in_piece> guides;
  std::size_t first = find_guides(who, guides);
  if (first == who.size()) return;
  std::array<PathPoint, detail::most_in_piece> positions;
  std::array<std::size_t, detail::most_in_piece> places;
  std::array<Heading, detail::most_in_piece> ways;
  for (int asked = 0; asked < most_guides; ++asked) {
    while (first < who.size() && guides[first] == nullptr) ++first;
    if (first == who.size()) return;
    const Guide* const guide = guides[first];
    std::size_t count = 0;
    for (std::size_t k = first; k < who.size(); ++k) {  // without branches: who follows whom is anything
      positions[count] = {bodies.positions[who[k].index], bodies.layers[who[k].index]};
      places[count] = k;
      const bool follows = guides[k] == guide;
      count += follows ? 1 : 0;
      guides[k] = follows ? nullptr : guides[k];
    }
    if (count < least_followers) continue;
    guide->courses(std::span(positions).first(count), std::span(ways).first(count));
    for (std::size_t n = 0; n < count; ++n) {
      courses.ways[places[n]] = ways[n];
      courses.known[places[n]] = true;
    }
  }
}

// The agents of a piece, by place.
void Crowd::State::walk_some(std::size_t begin, std::size_t end, float seconds) {
  const auto who = work.neighbours.entries().subspan(begin, end - begin);
  detail::Courses courses;
  ask_guides(who, courses);
  for (std::size_t k = 0; k < who.size(); ++k)
    walk(who[k].index, seconds, courses.known[k] ? &courses.ways[k] : nullptr);
}

}  // namespace portolan
