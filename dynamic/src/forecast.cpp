// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/forecast.hpp>

namespace portolan {

namespace {

// Each cell and all within `ring` of it in its row. Cells ascend by row, then column, and so does what comes
// out.
std::vector<CellOffset> widened(std::span<const CellOffset> cells, std::int32_t ring) {
  std::vector<CellOffset> wide;
  for (const CellOffset& o : cells) {
    const bool goes_on = !wide.empty() && wide.back().dy == o.dy;
    std::int32_t dx = goes_on ? std::max(o.dx - ring, wide.back().dx + 1) : o.dx - ring;
    for (; dx <= o.dx + ring; ++dx) wide.push_back({o.dy, dx});
  }
  return wide;
}

// Columns become rows.
std::vector<CellOffset> transposed(std::vector<CellOffset> cells) {
  for (CellOffset& o : cells) std::swap(o.dy, o.dx);
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace

Footprint grown(const Footprint& footprint, std::int32_t ring) {
  PORTOLAN_ASSERT(ring >= 0, "a shape grows by no rows or by some");
  return Footprint(transposed(widened(transposed(widened(footprint.offsets(), ring)), ring)));
}

void Forecast::reset(Extent extent, TimeSpan span, const ForecastGrid& grid) {
  PORTOLAN_ASSERT(span.from <= span.to, "a forecast begins before it ends");
  PORTOLAN_ASSERT(grid.steps > 0, "an obstacle stands still for a step at least");
  PORTOLAN_ASSERT(grid.margin >= 0, "a margin is a time before and after, and not negative");
  extent_ = extent;
  span_ = span;
  grid_ = grid;
  entries_.clear();
  spans_.clear();
  parts_.clear();
  index_.clear();
}

void Forecast::block(Cell cell, TimeSpan when) {
  when = {std::max(when.from, span_.from), std::min(when.to, span_.to)};
  if (when.from < when.to && extent_.contains(cell)) entries_.push_back({extent_.index(cell), when});
}

void Forecast::cover(std::span<const CellOffset> offsets, Cell anchor, TimeStep from, TimeStep to) {
  const TimeSpan when{from - grid_.margin, to + grid_.margin};
  for (const CellOffset& o : offsets) block({anchor.x + o.dx, anchor.y + o.dy, anchor.layer}, when);
}

void Forecast::add_script(const Course& course, const PresenceScript& presence, const Footprint& footprint,
                          std::int32_t layer, double clock) {
  // One period beyond the horizon: with a margin, what comes then is felt before it.
  const TimeStep end = span_.to + grid_.margin;
  TimeStep since = span_.from;
  bool lies = presence.present(clock);
  Cell anchor = cell_at(course.at(clock), layer);
  for (TimeStep t = span_.from + grid_.steps; t < end; t += grid_.steps) {
    clock += grid_.time;
    const bool lies_now = presence.present(clock);
    const Cell anchor_now = cell_at(course.at(clock), layer);
    if (lies_now == lies && (anchor_now == anchor || !lies)) {
      anchor = anchor_now;
      continue;
    }
    if (lies) cover(footprint.offsets(), anchor, since, t);
    since = t;
    lies = lies_now;
    anchor = anchor_now;
  }
  if (lies) cover(footprint.offsets(), anchor, since, end);
}

void Forecast::add_seen(const Course& course, double growth, const Footprint& footprint, std::int32_t layer) {
  PORTOLAN_ASSERT(growth >= 0, "what is not known only grows with time");
  const TimeStep end = span_.to + grid_.margin;
  std::int32_t ring = 0;
  Footprint cells = footprint;
  Cell anchor = cell_at(course.at(0), layer);
  TimeStep since = span_.from;
  double time = 0;
  for (TimeStep t = span_.from + grid_.steps; t < end; t += grid_.steps) {
    time += grid_.time;
    const Cell anchor_now = cell_at(course.at(time), layer);
    const auto ring_now = static_cast<std::int32_t>(std::ceil(growth * time));
    if (anchor_now == anchor && ring_now == ring) continue;
    cover(cells.offsets(), anchor, since, t);
    since = t;
    anchor = anchor_now;
    if (ring_now != ring) cells = grown(footprint, ring_now);
    ring = ring_now;
  }
  cover(cells.offsets(), anchor, since, end);
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
