// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/detail/graph_reach.hpp>

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>

#include "general/strong_components.hpp"

namespace portolan::detail {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Sorts what was put in since, and leaves one of each.
void tidy(Pairs& pairs, std::size_t since) {
  const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(since);
  std::sort(begin, pairs.end());
  pairs.erase(std::unique(begin, pairs.end()), pairs.end());
}

}  // namespace

void GraphReach::build(const GraphSectors& sectors) {
  first_.assign(1, 0);
  for (std::uint32_t s = 0; s < sectors.size(); ++s)
    first_.push_back(first_.back() + static_cast<std::uint32_t>(sectors[s].component_steps.size()));
  const auto component = [&](std::uint32_t slot) {
    const std::uint32_t s = sectors.sector_of_slot(slot);
    return first_[s] + sectors[s].component_of[slot - sectors[s].first];
  };
  Pairs pairs;
  for (std::uint32_t s = 0; s < sectors.size(); ++s) {
    const std::size_t since = pairs.size();
    for (std::uint32_t c = 0; c < sectors[s].component_steps.size(); ++c) {
      for (const std::uint32_t other : sectors[s].component_steps[c])
        pairs.emplace_back(first_[s] + c, first_[s] + other);
    }
    for (const GraphBridge& bridge : sectors[s].leave)
      pairs.emplace_back(component(bridge.from), component(bridge.to));
    tidy(pairs, since);  // components are numbered by sector, so that all are in order
  }
  const auto steps = Rows<std::uint32_t>::of_pairs(pairs, first_.back());
  const auto steps_of = [&](std::uint32_t node) { return steps[node]; };
  StrongComponents classes(first_.back(), steps_of);
  for (auto& [from, to] : pairs) from = classes.component_of[from], to = classes.component_of[to];
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(), [](const auto& p) { return p.first == p.second; }),
              pairs.end());
  tidy(pairs, 0);
  steps_ = Rows<std::uint32_t>::of_pairs(pairs, classes.count);
  class_of_ = std::move(classes.component_of);
}

std::uint32_t GraphReach::class_of(const GraphSectors& sectors, std::uint32_t vertex) const {
  PORTOLAN_ASSERT(vertex < sectors.vertex_count(), "a vertex of the graph");
  const std::uint32_t sector = sectors.sector_of(vertex);
  return class_of_[first_[sector] + sectors[sector].component_of[sectors.local_of(vertex)]];
}

bool GraphReach::can_reach(const GraphSectors& sectors, std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t start = class_of(sectors, from), end = class_of(sectors, to);
  if (start <= end) return start == end;
  if (steps_[start].empty()) return false;
  std::vector<std::uint32_t> open{start};
  std::vector<bool> seen(start - end + 1);  // those between have numbers between
  while (!open.empty()) {
    const std::uint32_t here = open.back();
    open.pop_back();
    for (const std::uint32_t next : steps_[here]) {
      if (next == end) return true;
      if (next < end || seen[next - end]) continue;
      seen[next - end] = true;
      open.push_back(next);
    }
  }
  return false;
}

std::size_t GraphReach::memory_bytes() const {
  return (first_.capacity() + class_of_.capacity()) * sizeof(std::uint32_t) + steps_.memory_bytes();
}

}  // namespace portolan::detail
