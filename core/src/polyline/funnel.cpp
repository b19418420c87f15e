// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "funnel.hpp"

#include <algorithm>

namespace portolan::detail {

void Funnel::begin(FinePoint start) {
  points_.clear();
  if (chains_.size() < 64) chains_.resize(64);
  left_ = apex_ = right_ = chains_.size() / 2;
  chains_[apex_] = add(start, 0);
}

std::uint32_t Funnel::add(FinePoint p, std::uint32_t before) {
  points_.push_back({p, before});
  return static_cast<std::uint32_t>(points_.size() - 1);
}

// Chains grow at both ends.
void Funnel::make_room() {
  const std::size_t count = right_ - left_ + 1;
  std::vector<std::uint32_t> wider(4 * count + 64);
  const std::size_t first = (wider.size() - count) / 2;
  std::copy_n(chains_.begin() + static_cast<std::ptrdiff_t>(left_), count,
              wider.begin() + static_cast<std::ptrdiff_t>(first));
  apex_ = apex_ - left_ + first;
  right_ = first + count - 1;
  left_ = first;
  chains_ = std::move(wider);
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
  if (right_ + 1 == chains_.size()) make_room();
  const std::uint32_t before = chains_[right_];
  chains_[++right_] = add(p, before);
}

void Funnel::add_left(FinePoint p) {
  if (at(left_) == p) return;
  while (left_ < apex_ && cross(at(left_ + 1), at(left_), p) > 0) ++left_;
  if (left_ == apex_) {
    if (at(apex_) == p) return;
    while (apex_ < right_ && cross(at(apex_), at(apex_ + 1), p) > 0) ++apex_;
    left_ = apex_;
  }
  if (left_ == 0) make_room();
  const std::uint32_t before = chains_[left_];
  chains_[--left_] = add(p, before);
}

void Funnel::finish(FinePoint end, std::vector<FinePoint>& out) {
  add_right(end);
  const std::size_t first = out.size();
  for (std::uint32_t i = chains_[right_]; i != 0; i = points_[i].before) out.push_back(points_[i].at);
  std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

}  // namespace portolan::detail
