// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/forecast.hpp>

namespace portolan {

namespace {

const Footprint nothing;

// Cells of a row from one column to another.
struct Strip {
  std::int32_t dy = 0, from = 0, to = 0;
};

std::vector<Strip> strips_of(std::span<const CellOffset> cells) {
  std::vector<Strip> strips;
  for (const CellOffset& o : cells) {
    const bool goes_on = !strips.empty() && strips.back().dy == o.dy && strips.back().to + 1 == o.dx;
    if (goes_on) {
      strips.back().to = o.dx;
    } else {
      strips.push_back({o.dy, o.dx, o.dx});
    }
  }
  return strips;
}

// All within `ring` of the strips, in one row.
void add_row(std::span<const Strip> strips, std::int32_t dy, std::int32_t ring,
             std::vector<CellOffset>& cells) {
  std::vector<Strip> near;
  for (const Strip& s : strips) {
    if (s.dy >= dy - ring && s.dy <= dy + ring) near.push_back({dy, s.from - ring, s.to + ring});
  }
  std::sort(near.begin(), near.end(), [](const Strip& a, const Strip& b) { return a.from < b.from; });
  std::int32_t next = std::numeric_limits<std::int32_t>::min();
  for (const Strip& s : near) {
    for (next = std::max(next, s.from); next <= s.to; ++next) cells.push_back({dy, next});
  }
}

}  // namespace

Footprint grown(const Footprint& footprint, std::int32_t ring) {
  PORTOLAN_ASSERT(ring >= 0, "a shape grows by no rows or by some");
  if (footprint.empty()) return {};
  const std::vector<Strip> strips = strips_of(footprint.offsets());
  std::vector<CellOffset> cells;
  for (std::int32_t dy = strips.front().dy - ring; dy <= strips.back().dy + ring; ++dy)
    add_row(strips, dy, ring, cells);
  return Footprint(std::move(cells));
}

void Forecast::reset(Extent extent, TimeSpan span, const ForecastGrid& grid) {
  PORTOLAN_ASSERT(span.from <= span.to, "a forecast begins before it ends");
  PORTOLAN_ASSERT(grid.steps > 0, "an obstacle stands still for a step at least");
  PORTOLAN_ASSERT(grid.margin >= 0, "a margin is a time before and after, and not negative");
  extent_ = extent;
  span_ = span;
  grid_ = grid;
  entries_.clear();
  covered_.clear();
  spans_.clear();
  parts_.clear();
  index_.clear();
}

void Forecast::block(Cell cell, TimeSpan when) {
  when = {std::max(when.from, span_.from), std::min(when.to, span_.to)};
  if (when.from < when.to && extent_.contains(cell)) entries_.push_back({extent_.index(cell), when});
}

// Both lists ascend. A cell that is covered before and after stays so: what is long and moves by a cell
// leaves but its last row.
void Forecast::lie(const Footprint& footprint, Cell anchor, TimeStep at) {
  std::swap(covered_, before_);
  covered_.clear();
  auto old = before_.begin();
  const auto end_before = [&](std::uint64_t cell) {
    for (; old != before_.end() && old->cell < cell; ++old) end_covered(*old, at);
  };
  const std::int32_t reach = footprint.reach();
  const bool is_near = anchor.x >= -reach && anchor.x - reach < extent_.width && anchor.y >= -reach &&
                       anchor.y - reach < extent_.height;
  for (const CellOffset& o : is_near ? footprint.offsets() : std::span<const CellOffset>()) {
    const Cell c{anchor.x + o.dx, anchor.y + o.dy, anchor.layer};
    if (!extent_.contains(c)) continue;
    const std::uint64_t cell = extent_.index(c);
    end_before(cell);
    const bool was_covered = old != before_.end() && old->cell == cell;
    covered_.push_back({cell, was_covered ? old->since : at});
    if (was_covered) ++old;
  }
  end_before(~std::uint64_t{0});
  PORTOLAN_ASSERT(old == before_.end(), "of all cells something became");
}

void Forecast::end_covered(const Covered& covered, TimeStep at) {
  PORTOLAN_ASSERT(covered.since <= at, "an obstacle comes before it goes");
  const TimeSpan when{std::max(covered.since - grid_.margin, span_.from),
                      std::min(at + grid_.margin, span_.to)};
  if (when.from < when.to) entries_.push_back({covered.cell, when});
}

void Forecast::add_script(const Course& course, const PresenceScript& presence, const Footprint& footprint,
                          std::int32_t layer, double clock) {
  PORTOLAN_ASSERT(covered_.empty(), "one obstacle is added after the other");
  // One period beyond the horizon: with a margin, what comes then is felt before it.
  const TimeStep end = span_.to + grid_.margin;
  bool lies = presence.present(clock);
  Cell anchor = cell_at(course.at(clock), layer);
  if (lies) lie(footprint, anchor, span_.from);
  for (TimeStep t = span_.from + grid_.steps; t < end; t += grid_.steps) {
    clock += grid_.time;
    const bool lies_now = presence.present(clock);
    const Cell anchor_now = cell_at(course.at(clock), layer);
    const bool is_same = lies_now == lies && (anchor_now == anchor || !lies);
    lies = lies_now;
    anchor = anchor_now;
    if (!is_same) lie(lies ? footprint : nothing, anchor, t);
  }
  lie(nothing, anchor, end);
}

void Forecast::add_seen(const Course& course, double growth, const Footprint& footprint, std::int32_t layer) {
  PORTOLAN_ASSERT(growth >= 0, "what is not known only grows with time");
  PORTOLAN_ASSERT(covered_.empty(), "one obstacle is added after the other");
  const TimeStep end = span_.to + grid_.margin;
  std::int32_t ring = 0;
  Footprint cells = footprint;
  Cell anchor = cell_at(course.at(0), layer);
  lie(cells, anchor, span_.from);
  double time = 0;
  for (TimeStep t = span_.from + grid_.steps; t < end; t += grid_.steps) {
    time += grid_.time;
    const Cell anchor_now = cell_at(course.at(time), layer);
    const auto ring_now = static_cast<std::int32_t>(std::ceil(std::min(growth * time, double{most_growth})));
    if (anchor_now == anchor && ring_now == ring) continue;
    anchor = anchor_now;
    if (ring_now != ring) cells = grown(footprint, ring_now);
    ring = ring_now;
    lie(cells, anchor, t);
  }
  lie(nothing, anchor, end);
}

void Forecast::finish() {
  std::sort(entries_.begin(), entries_.end());
  std::uint64_t cell = 0;
  for (const Entry& e : entries_) {
    if (parts_.empty() || e.cell != cell) {
      cell = e.cell;
      index_[cell] = static_cast<std::uint32_t>(parts_.size());
      parts_.push_back({static_cast<std::uint32_t>(spans_.size()), 0});
    } else if (e.when.from <= spans_.back().to) {
      spans_.back().to = std::max(spans_.back().to, e.when.to);
      continue;
    }
    spans_.push_back(e.when);
    ++parts_.back().count;
  }
  entries_.clear();
}

std::span<const TimeSpan> Forecast::blocked(Cell cell) const {
  PORTOLAN_ASSERT(entries_.empty(), "finish() comes before the first question");
  PORTOLAN_ASSERT(extent_.contains(cell), "ask for cells of the world");
  const std::uint32_t* const part = index_.find(extent_.index(cell));
  if (part == nullptr) return {};
  return std::span(spans_).subspan(parts_[*part].first, parts_[*part].count);
}

bool Forecast::blocked(Cell cell, TimeStep at) const {
  const auto spans = blocked(cell);
  return std::any_of(spans.begin(), spans.end(), [&](const TimeSpan& s) { return s.contains(at); });
}

}  // namespace portolan
