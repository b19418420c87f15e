// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What is read of an agent by those who go along places: some 560 bytes in a dozen arrays that are sorted by
// slot. Without being asked for before, each of them is waited for.
#include <portolan/core/detail/prefetch.hpp>

#include "crowd_state.hpp"

namespace portolan {

using detail::prefetch_line;
using detail::prefetch_lines;

void detail::Feet::add(const LinkTable& links) {
  if (links.size() > most) return bits_.fill(~std::uint64_t{0});
  for (const LinkTable::Entry& entry : links.all()) {
    const std::uint32_t bit = bit_of(links[entry.id].from);
    bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
}

// What tells whether it asks its guide.
void Crowd::State::fetch_asker(std::uint32_t i) const {
  prefetch_line(&work.reaches[i]);
  prefetch_line(&bodies.positions[i]);
  prefetch_line(&bodies.layers[i]);
  prefetch_line(&bodies.kinds[i]);
  prefetch_line(&bodies.errands[i]);
  prefetch_line(&journeys.progress[i]);
  if (i < own_guides.size()) prefetch_line(&own_guides[i]);
}

void Crowd::State::fetch_walker(std::uint32_t i) const {
  prefetch_line(&moves[i]);
  prefetch_lines(&near[i], sizeof near[i]);
  prefetch_line(&work.seen[i]);
  prefetch_line(&work.top_speeds[i]);
  prefetch_line(&bodies.velocities[i]);
  prefetch_line(&bodies.courses[i]);
  prefetch_line(&bodies.radii[i]);
  prefetch_line(&bodies.max_speeds[i]);
}

// Of those around it.
void Crowd::State::fetch_seen(std::uint32_t i) const {
  for_near(i, [&](std::uint32_t j) { prefetch_line(&work.seen[j]); });
}

void Crowd::State::fetch_contacts(std::uint32_t i) const {
  prefetch_line(&work.presses[i]);
  prefetch_lines(&near[i], sizeof near[i]);
  prefetch_line(&moves[i]);
  prefetch_line(&bodies.positions[i]);
  prefetch_line(&bodies.radii[i]);
}

}  // namespace portolan
