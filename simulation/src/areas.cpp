// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "areas.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

Areas::Areas(const GridView& grid) : extent_(grid.extent()) {
  find_runs(grid);
  join_rows();
  join_links(grid);
  number_areas();
}

std::span<const Areas::Run> Areas::row(std::int32_t y, std::int32_t layer) const {
  PORTOLAN_ASSERT(extent_.contains({0, y, layer}), "ask for rows of the world");
  const auto r = static_cast<std::size_t>(layer) * static_cast<std::size_t>(extent_.height) +
                 static_cast<std::size_t>(y);
  return std::span(runs_).subspan(rows_[r], rows_[r + 1] - rows_[r]);
}

std::uint32_t Areas::run_at(Cell c) const {
  const std::span<const Run> runs = row(c.y, c.layer);
  const auto after = std::upper_bound(runs.begin(), runs.end(), c.x,
                                      [](std::int32_t x, const Run& run) { return x < run.end; });
  if (after == runs.end() || c.x < after->begin) return none;
  return static_cast<std::uint32_t>(&*after - runs_.data());
}

std::uint32_t Areas::of(Cell c) const {
  const std::uint32_t run = run_at(c);
  return run == none ? none : runs_[run].area;
}

void Areas::find_runs(const GridView& grid) {
  rows_.push_back(0);
  for (std::int32_t layer = 0; layer < extent_.layers; ++layer) {
    for (std::int32_t y = 0; y < extent_.height; ++y) {
      bool open = false;
      for (std::int32_t x = 0; x < extent_.width; x += BlockArray::side) {
        const Cost* const costs = grid.costs().row({x, y, layer});
        const std::int32_t stop = std::min(x + BlockArray::side, extent_.width);
        for (std::int32_t i = x; i < stop; ++i) {
          const bool passable = costs[i - x] != impassable;
          if (passable == open) continue;
          open = passable;
          if (open) {
            runs_.push_back({i, extent_.width, static_cast<std::uint32_t>(runs_.size())});
          } else {
            runs_.back().end = i;
          }
        }
      }
      rows_.push_back(static_cast<std::uint32_t>(runs_.size()));
    }
  }
}

std::uint32_t Areas::root(std::uint32_t run) {
  while (runs_[run].area != run) {
    runs_[run].area = runs_[runs_[run].area].area;
    run = runs_[run].area;
  }
  return run;
}

// The first run leads, so that areas are numbered from top to bottom.
void Areas::join(std::uint32_t a, std::uint32_t b) {
  a = root(a);
  b = root(b);
  runs_[std::max(a, b)].area = std::min(a, b);
}

void Areas::join_rows() {
  const auto height = static_cast<std::size_t>(extent_.height);
  for (std::size_t r = 1; r + 1 < rows_.size(); ++r) {
    if (r % height == 0) continue;  // the first row of a layer
    std::uint32_t above = rows_[r - 1];
    for (std::uint32_t here = rows_[r]; here < rows_[r + 1]; ++here) {
      while (above < rows_[r] && runs_[above].end <= runs_[here].begin) ++above;
      for (std::uint32_t a = above; a < rows_[r] && runs_[a].begin < runs_[here].end; ++a) join(a, here);
    }
  }
}

void Areas::join_links(const GridView& grid) {
  for (const LinkTable::Entry& entry : grid.links().all()) {
    const Link& link = grid.links()[entry.id];
    const std::uint32_t from = run_at(link.from), to = run_at(link.to);
    if (from != none && to != none) join(from, to);
  }
}

void Areas::number_areas() {
  for (std::uint32_t run = 0; run < runs_.size(); ++run) {
    // A root comes before its members, so its own number is already the final one.
    const std::uint32_t leader = runs_[run].area;
    if (leader == run) {
      runs_[run].area = static_cast<std::uint32_t>(sizes_.size());
      sizes_.push_back(0);
    } else {
      runs_[run].area = runs_[leader].area;
    }
    sizes_[runs_[run].area] += static_cast<std::uint64_t>(runs_[run].end - runs_[run].begin);
  }
}

}  // namespace portolan::detail
