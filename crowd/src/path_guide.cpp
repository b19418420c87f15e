// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cstdlib>

#include <portolan/core/assert.hpp>
#include <portolan/crowd/detail/path_guide.hpp>
#include <portolan/crowd/slide.hpp>

namespace portolan::detail {
namespace {

constexpr float off_by_rounding = 1e-3F;  // cells by which the end of a straight line may be missed

bool clear_line(const GridView& grid, Vec2 from, Cell to) {
  const Vec2 end = centre_of(to);
  return length(slide(grid, to.layer, from, end - from) - end) < off_by_rounding;
}

}  // namespace

bool PathGuide::add(Cell c, Distance remaining) {
  PORTOLAN_ASSERT(count_ < longest,
                  "add() said that there is no more room; clear() comes before another path");
  cells_[count_] = c;
  remaining_[count_] = remaining;
  return ++count_ < longest;
}

void PathGuide::aim(const GridView& grid, Vec2 position, bool one_by_one) {
  standing_ = count_ == 0;
  if (standing_) return;
  // At a link it goes to the middle of its cell, where the link begins.
  std::size_t last = 0;
  while (last + 1 < count_ && is_beside(cells_[last], cells_[last + 1])) ++last;
  if (one_by_one && last > 1) last = 1;
  target_ = cells_[0];
  if (last == 0) return;
  for (std::size_t k = last; k > 0; --k) {
    if (!clear_line(grid, position, cells_[k])) continue;
    target_ = cells_[k];
    return;
  }
  // From a corner of its cell there is no straight line to the next: by way of the middle.
  if (!clear_line(grid, centre_of(cells_[0]), cells_[1])) standing_ = true;
}

Vec2 PathGuide::heading(Vec2 position, std::int32_t layer) const {
  if (standing_ || target_.layer != layer) return {};
  return normalised(centre_of(target_) - position);
}

std::optional<Cell> PathGuide::next(Cell c) const {
  if (standing_) return std::nullopt;
  for (std::size_t k = 0; k < count_; ++k) {
    if (cells_[k] != c) continue;
    if (k + 1 < count_) return cells_[k + 1];
    return remaining_[k] == Distance{} ? std::optional(c) : std::nullopt;
  }
  return std::nullopt;
}

Distance PathGuide::remaining(Cell c) const {
  for (std::size_t k = 0; k < count_; ++k) {
    if (cells_[k] == c) return remaining_[k];
  }
  return count_ > 0 ? remaining_[0] : unreachable;
}

}  // namespace portolan::detail
