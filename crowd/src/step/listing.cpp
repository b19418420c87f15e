// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who is near whom: before anybody walks, and once everybody has.
#include <algorithm>
#include <array>

#include "../crowd_state.hpp"
#include "candidates.hpp"

namespace portolan {

using detail::Candidates;
using detail::Contacts;
using detail::Nearest;

namespace {

constexpr float seconds_of_sight = 3;     // at its greatest speed, so far an agent looks for others,
constexpr float radii_of_sight = 6;       // but not farther than so many radii
constexpr float detour_of_walls = 1.25F;  // times what an agent can walk, where a wall pushes it aside

// The nearest ones but one, up to a square, as many as there is room for. Returns how many there are.
template <std::size_t room>
std::uint32_t list_others(const Candidates& found, float farthest, std::uint32_t except,
                          std::array<std::uint32_t, room>& agents) {
  std::uint32_t count = 0;
  for (std::uint32_t n = 0; n < found.count() && found.square(n) <= farthest; ++n) {
    const std::uint32_t agent = found.agent(n);
    if (count < room) agents[count] = agent;
    count += agent != except ? 1 : 0;
  }
  return count;
}

}  // namespace

// Who is where, before anybody walks.
void Crowd::State::find_neighbours() {
  work.ahead = std::min(seconds_of_sight * greatest_speed, radii_of_sight * greatest_radius);
  work.most_walked = detour_of_walls * greatest_speed * seconds_of_step;
  work.anybody_looks = work.anybody_avoids = work.anybody_takes_turns = false;
  work.most_sight = 0;
  work.reaches.resize(size());
  for (const std::uint32_t i : work.present) {
    work.reaches[i] = {sight(i), approach(i)};
    work.anybody_looks = work.anybody_looks || looks_at_others(i);
    work.anybody_avoids = work.anybody_avoids || reciprocal(i);
    work.anybody_takes_turns =
        work.anybody_takes_turns || reciprocal(i) || (bodies.errands[i].flags & detail::Errand::turns) != 0;
    work.most_sight = std::max({work.most_sight, work.reaches[i].sight, work.reaches[i].approach});
  }
  work.neighbours.build(bodies.positions, bodies.layers, work.present, work.most_sight);
  work.approaching.resize(work.present.size());
  work.presses.resize(size());
  work.ground.resize(size());
  work.told.resize(size());
  near.resize(size());
  moves.resize(size());
}

// The nearest ones within sight, in order, and who may come beside it.
void Crowd::State::list_near(std::size_t begin, std::size_t end) {
  Neighbours::Sweep sweep(work.neighbours, work.most_sight);
  for (std::size_t k = begin; k < end; ++k) {
    const Neighbours::Entry& mine = work.neighbours.entries()[k];
    const auto [seen, near_by] = work.reaches[mine.index];
    const float reach = std::max(seen, near_by);
    Candidates found;
    found.collect(reach * reach, [&](const auto& add) {
      sweep.around(mine, reach, [&](const Neighbours::Entry& other) {
        const Vec2 off = mine.at - other.at;
        add(other.index, dot(off, off));
      });
    });
    detail::Approaching& approaching = work.approaching[k];
    if (found.full()) {
      list_many(mine, seen);
      approaching.count = detail::Approaching::most + 1;
      continue;
    }
    found.sort();
    Contacts& contacts = near[mine.index];
    contacts.count = std::min(list_others(found, seen * seen, mine.index, contacts.agents), Contacts::most);
    approaching.count = list_others(found, near_by * near_by, mine.index, approaching.agents);
  }
}

// The nearest ones where there are a great many.
void Crowd::State::list_many(const Neighbours::Entry& mine, float reach) {
  Nearest nearest;
  work.neighbours.around(mine.at, bodies.layers[mine.index], reach, [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[mine.index] - bodies.positions[j];
    if (const float square = dot(off, off); square <= reach * reach && j != mine.index)
      nearest.add(square, j);
  });
  nearest.write(near[mine.index]);
}

// The nearest ones now that everybody has walked: at speed an agent comes to others than it saw before.
void Crowd::State::list_beside(std::size_t k, bool known) {
  const Neighbours::Entry& mine = work.neighbours.entries()[k];
  const std::uint32_t i = mine.index;
  const float most = beside(i) * beside(i);
  Nearest nearest;
  const auto look_at = [&](std::uint32_t j) {
    const Vec2 off = bodies.positions[i] - bodies.positions[j];
    if (const float square = dot(off, off); square <= most && j != i) nearest.add(square, j);
  };
  const detail::Approaching& approaching = work.approaching[k];
  if (known && approaching.count <= detail::Approaching::most)
    std::for_each_n(approaching.agents.begin(), approaching.count, look_at);
  else
    work.neighbours.around(mine.at, bodies.layers[i], known ? approach(i) : beside(i), look_at);
  nearest.write(near[i]);
  const float touching = 1.001F * (bodies.radii[i] + greatest_radius);
  work.presses[i].touching = nearest.count_within(touching * touching);
}

}  // namespace portolan
