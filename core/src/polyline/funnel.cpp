// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "funnel.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

void Funnel::begin(FinePoint start, std::size_t gates) {
  // A gate adds a point to each chain, and so does the end to one of them.
  const std::size_t most = gates + 2;
  if (points_.size() < 2 * most) points_.resize(2 * most);
  if (chains_.size() < 2 * most) chains_.resize(2 * most);
  count_ = 0;
  left_ = apex_ = right_ = chains_.size() / 2;
  chains_[apex_] = add(start, 0);
}

// Whatever of the right chain the line from its inner end to p passes is cut off; past the apex, the left
// chain becomes what the curve follows.
void Funnel::add_right(FinePoint p) {
  if (at(right_) == p) return;
  while (right_ > apex_ && cross(at(right_ - 1), at(right_), p) < 0) --right_;
  if (right_ == apex_) {
    if (at(apex_) == p) return;
    while (apex_ > left_ && cross(at(apex_), at(apex_ - 1), p) < 0) --apex_;
    right_ = apex_;
  }
  PORTOLAN_ASSERT(right_ + 1 < chains_.size(), "no more gates than `begin` was told of");
  const End next = add(p, chains_[right_].point);
  chains_[++right_] = next;
}

void Funnel::add_left(FinePoint p) {
  if (at(left_) == p) return;
  while (left_ < apex_ && cross(at(left_ + 1), at(left_), p) > 0) ++left_;
  if (left_ == apex_) {
    if (at(apex_) == p) return;
    while (apex_ < right_ && cross(at(apex_), at(apex_ + 1), p) > 0) ++apex_;
    left_ = apex_;
  }
  PORTOLAN_ASSERT(left_ > 0, "no more gates than `begin` was told of");
  const End next = add(p, chains_[left_].point);
  chains_[--left_] = next;
}

void Funnel::finish(FinePoint end, std::vector<FinePoint>& out) {
  add_right(end);
  const std::size_t first = out.size();
  for (std::uint32_t i = chains_[right_].point; i != 0; i = points_[i].before) out.push_back(points_[i].at);
  std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

}  // namespace portolan::detail
