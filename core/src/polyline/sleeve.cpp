// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "sleeve.hpp"

#include <algorithm>

namespace portolan::detail {

namespace {

bool is_same_run(const Ground& ground, std::int32_t y, Run seen, std::int32_t x) {
  if (x >= seen.right) return ground.right_end(seen.right - 1, y, x + 1) > x;
  return x >= seen.left || ground.left_end(seen.left + 1, y, x) == x;
}

// Walls on one side at least, as opposed to where a run was not followed any further.
bool is_at_wall(const Ground& ground, FinePoint p) {
  const std::int32_t x = p.x / fine, y = p.y / fine;
  return !ground.at(x - 1, y - 1) || !ground.at(x, y - 1) || !ground.at(x - 1, y) || !ground.at(x, y);
}

}  // namespace

void Sleeve::list_rows(const Ground& ground, std::span<const Cell> path) {
  rows_.clear();
  const auto widen = [](Row& row, std::int32_t x) {
    row.visited = {std::min(row.visited.left, x), std::max(row.visited.right, x + 1)};
  };
  for (const Cell c : path) {
    if (!rows_.empty() && rows_.back().y == c.y) {
      widen(rows_.back(), c.x);
      continue;
    }
    if (rows_.size() > 1) {
      Row& before = rows_[rows_.size() - 2];
      if (before.y == c.y && is_same_run(ground, c.y, before.visited, c.x)) {
        rows_.pop_back();
        widen(rows_.back(), c.x);
        continue;
      }
    }
    rows_.push_back({c.y, {c.x, c.x + 1}, {}});
  }
}

void Sleeve::pull_once(const Ground& ground, FinePoint start, FinePoint end, std::int32_t reach,
                       std::vector<FinePoint>& out) {
  for (Row& row : rows_) row.run = ground.run_around(row.visited, row.y, reach);
  funnel_.begin(start, rows_.size());
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    const Row &from = rows_[i - 1], &to = rows_[i];
    const std::int32_t y = std::max(from.y, to.y);
    const FinePoint west = corner_point(std::max(from.run.left, to.run.left), y);
    const FinePoint east = corner_point(std::min(from.run.right, to.run.right), y);
    to.y > from.y ? funnel_.pass(east, west) : funnel_.pass(west, east);
  }
  funnel_.finish(end, out);
}

void Sleeve::pull(const Ground& ground, std::span<const Cell> path, FinePoint start, FinePoint end,
                  std::vector<FinePoint>& out) {
  list_rows(ground, path);
  const std::size_t first = out.size();
  for (std::int32_t reach = first_reach;; reach = ground.extent().width) {
    out.resize(first);
    pull_once(ground, start, end, reach, out);
    const bool taut = std::all_of(out.begin() + static_cast<std::ptrdiff_t>(first), out.end() - 1,
                                  [&](FinePoint p) { return is_at_wall(ground, p); });
    if (taut || reach >= ground.extent().width) return;
  }
}

std::size_t Sleeve::memory_bytes() const { return rows_.capacity() * sizeof(Row) + funnel_.memory_bytes(); }

}  // namespace portolan::detail
