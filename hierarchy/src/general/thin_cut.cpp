// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "general/thin_cut.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

constexpr std::uint32_t far = ~0U;

}  // namespace

ThinCut::ThinCut(const Rows<std::uint32_t>& neighbours)
    : neighbours_(neighbours), back_(neighbours.items.size()), flow_(neighbours.items.size()) {
  // Rows are sorted: going through all of them in order meets the other halves in order.
  std::vector<std::uint32_t> next(neighbours.first.begin(), neighbours.first.end() - 1);
  for (std::uint32_t node = 0; node < neighbours.size(); ++node) {
    for (std::uint32_t e = neighbours.first[node]; e < neighbours.first[node + 1]; ++e)
      back_[e] = next[neighbours.items[e]]++;
  }
}

// Steps from the source, or to the sink; true when the other was met.
bool ThinCut::level(bool from_source) {
  const Side start = from_source ? Side::source : Side::sink, end = from_source ? Side::sink : Side::source;
  level_.assign(neighbours_.size(), far);
  queue_.clear();
  for (std::uint32_t node = 0; node < neighbours_.size(); ++node) {
    if ((*sides_)[node] != start) continue;
    level_[node] = 0;
    queue_.push_back(node);
  }
  bool met = false;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t node = queue_[i];
    if ((*sides_)[node] == end) {
      met = true;
      continue;
    }
    for (std::uint32_t e = neighbours_.first[node]; e < neighbours_.first[node + 1]; ++e) {
      const std::uint32_t other = neighbours_.items[e];
      if (level_[other] != far || !is_open(from_source ? e : back_[e], true)) continue;
      level_[other] = level_[node] + 1;
      queue_.push_back(other);
    }
  }
  return met;
}

// One more unit from a node of the source down the levels; false when there is no way left.
bool ThinCut::push(std::uint32_t start) {
  trail_.clear();
  for (std::uint32_t node = start;;) {
    if ((*sides_)[node] == Side::sink) break;
    std::uint32_t& e = at_[node];
    while (e < neighbours_.first[node + 1] &&
           (!is_open(e, true) || level_[neighbours_.items[e]] != level_[node] + 1))
      ++e;
    if (e < neighbours_.first[node + 1]) {
      trail_.push_back(e);
      node = neighbours_.items[e];
      continue;
    }
    if (trail_.empty()) return false;
    const std::uint32_t last = trail_.back();
    trail_.pop_back();
    node = neighbours_.items[back_[last]];
    ++at_[node];
  }
  for (const std::uint32_t e : trail_) ++flow_[e], --flow_[back_[e]];
  return true;
}

std::uint32_t ThinCut::run(const std::vector<Side>& sides) {
  PORTOLAN_ASSERT(sides.size() == neighbours_.size(), "one side per node");
  sides_ = &sides;
  std::fill(flow_.begin(), flow_.end(), std::int8_t{0});
  std::uint32_t total = 0;
  while (level(true)) {
    at_.assign(neighbours_.first.begin(), neighbours_.first.end() - 1);
    for (std::uint32_t node = 0; node < neighbours_.size(); ++node) {
      if (sides[node] != Side::source) continue;
      while (push(node)) ++total;
    }
  }
  near_source_.resize(neighbours_.size());
  std::size_t count = 0;
  for (std::uint32_t node = 0; node < neighbours_.size(); ++node) {
    near_source_[node] = level_[node] != far;
    count += near_source_[node] ? 1U : 0U;
  }
  if (2 * count >= neighbours_.size()) return total;
  level(false);
  const auto near_sink =
      static_cast<std::size_t>(std::count_if(level_.begin(), level_.end(), [](auto l) { return l != far; }));
  if (std::min(near_sink, neighbours_.size() - near_sink) > count) {
    for (std::uint32_t node = 0; node < neighbours_.size(); ++node) near_source_[node] = level_[node] == far;
  }
  return total;
}

}  // namespace portolan::detail
