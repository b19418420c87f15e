// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "step_aside.hpp"

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>

namespace portolan::detail {
namespace {

bool free_from(const Forecast& coming, Cell c, TimeStep t) {
  const std::span<const TimeSpan> spans = coming.blocked(c);
  return spans.empty() || spans.back().to <= t;
}

// To the nearest point of a cell.
float distance_to(Cell c, Vec2 position) {
  const auto x = static_cast<float>(c.x);
  const auto y = static_cast<float>(c.y);
  return length(position - Vec2{std::clamp(position.x, x, x + 1), std::clamp(position.y, y, y + 1)});
}

}  // namespace

/// The cells around an agent, as the search asks for them.
struct StepAside::Look {
  using State = BestFirst<>::State;

  [[nodiscard]] static bool is_stale(const State& /*open*/) { return false; }
  [[nodiscard]] static bool is_end(const State& /*open*/) { return false; }
  void expand(const State& open) {
    const Cell c = aside.seen_[open.key].cell;
    if (open.key > 0) {
      const TimeStep t = now + static_cast<TimeStep>(std::ceil(distance_to(c, position) / cells_per_step));
      if (coming.blocked(c, t)) return;
      if (free_from(coming, c, t) && (best == 0 || t < soonest)) {
        best = open.key;
        soonest = t;
      }
    }
    if (aside.seen_[open.key].steps < reach) aside.find_beside(ground, open.key);
  }

  StepAside& aside;
  const GridView& ground;
  const Forecast& coming;
  Vec2 position;
  float cells_per_step;
  TimeStep now = coming.span().from;
  std::size_t best = 0;
  TimeStep soonest = 0;
};

// Breadth first: of two cells that it gets to at the same time the one of fewer steps counts.
std::span<const Cell> StepAside::find(const GridView& ground, const Forecast& coming, Cell at, Vec2 position,
                                      float cells_per_step) {
  PORTOLAN_ASSERT(ground.contains(at), "an agent stands inside the world");
  PORTOLAN_ASSERT(cells_per_step > 0, "an agent that steps aside can walk");
  cells_[0] = at;
  Look look{*this, ground, coming, position, cells_per_step};
  if (free_from(coming, at, look.now)) return std::span(cells_).first(1);
  known_.fill(false);
  known_[static_cast<std::size_t>(side * reach + reach)] = true;
  seen_[0] = {at, 0, 0};
  count_ = 1;
  search_.clear();
  search_.open({});
  search_.run(look);
  const auto steps = static_cast<std::size_t>(seen_[look.best].steps);
  for (std::size_t k = look.best, i = steps; k != 0; k = seen_[k].before) cells_[i--] = seen_[k].cell;
  return std::span(cells_).first(steps + 1);
}

void StepAside::find_beside(const GridView& ground, std::size_t from) {
  const Cell here = seen_[from].cell;
  const Cell origin{cells_[0].x - reach, cells_[0].y - reach, here.layer};
  // Straight steps first: a diagonal to the same cell would only look shorter.
  for (const unsigned first : {0U, 1U}) {
    for (unsigned d = first; d < step_count; d += 2) {
      if (!ground.can_step(here, static_cast<Direction>(d))) continue;
      const Cell to = step(here, static_cast<Direction>(d));
      bool& known = known_[static_cast<std::size_t>((to.y - origin.y) * side + to.x - origin.x)];
      if (known) continue;
      known = true;
      search_.open({count_, 0, count_});  // breadth first: in the order in which they are found
      seen_[count_++] = {to, from, seen_[from].steps + 1};
    }
  }
}

}  // namespace portolan::detail
