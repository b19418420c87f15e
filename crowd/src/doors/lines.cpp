// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who goes through which door, and when.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <portolan/crowd/detail/doors.hpp>

namespace portolan::detail {
namespace {

constexpr float least_gain = 1;      // seconds by which another door must be quicker,
constexpr float share_gained = 0.1F; // and share of what the way takes

}  // namespace

// Before each door all who could go through it next, the nearest one first.
void Doors::fill_lines() {
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    std::vector<Waiting>& line = lines_[k];
    line.clear();
    for (std::size_t w = 0; w < walkers_.size(); ++w) {
      const Walker& walker = walkers_[w];
      if (walker.next[k])
        line.push_back({walker.lengths[k] - doors_[k].rest, static_cast<std::uint32_t>(w)});
    }
    std::sort(line.begin(), line.end(), [](const Waiting& a, const Waiting& b) {
      return std::tie(a.distance, a.walker) < std::tie(b.distance, b.walker);
    });
  }
}

// Whichever door can first let somebody through takes the next in its line.
void Doors::serve() {
  served_.assign(walkers_.size(), false);
  next_ = {}, free_ = {}, last_ = {};
  for (;;) {
    std::size_t best = most;
    float soonest = std::numeric_limits<float>::infinity(), through = 0;
    for (std::size_t k = 0; k < doors_.size(); ++k) {
      while (next_[k] < lines_[k].size() && served_[lines_[k][next_[k]].walker]) ++next_[k];
      if (next_[k] == lines_[k].size()) continue;
      const float when =
          std::max(free_[k], lines_[k][next_[k]].distance / users_.speed) + 1 / doors_[k].capacity;
      if (when + doors_[k].rest / users_.speed >= soonest) continue;
      soonest = when + doors_[k].rest / users_.speed;
      through = when;
      best = k;
    }
    if (best == most) return;
    Walker& walker = walkers_[lines_[best][next_[best]].walker];
    walker.best = best;
    walker.then = soonest;
    free_[best] = last_[best] = through;
    served_[lines_[best][next_[best]].walker] = true;
  }
}

// When each would be at the goal by the door that it has.
void Doors::serve_held() {
  for (Walker& walker : walkers_) walker.now = std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < doors_.size(); ++k) {
    float free = 0;
    for (const Waiting& one : lines_[k]) {
      Walker& walker = walkers_[one.walker];
      if (held_[walker.agent] != k) continue;
      free = std::max(free, one.distance / users_.speed) + 1 / doors_[k].capacity;
      walker.now = free + doors_[k].rest / users_.speed;
    }
  }
}

void Doors::line_up() {
  for (Walker& walker : walkers_) walker.best = walker.own;
  fill_lines();
  serve();
  serve_held();
  for (const Walker& walker : walkers_) {
    const bool gains = walker.then + std::max(least_gain, share_gained * walker.then) < walker.now;
    if (gains && walker.best < most)
      held_[walker.agent] = static_cast<std::uint8_t>(walker.best);
  }
}

}  // namespace portolan::detail
