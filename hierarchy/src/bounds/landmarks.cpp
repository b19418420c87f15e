// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "bounds/landmarks.hpp"

#include <algorithm>
#include <array>

#include <portolan/core/assert.hpp>
#include <portolan/core/octile.hpp>

namespace portolan::detail {

namespace {

// Nodes of smaller groups are few enough to be searched without.
constexpr std::size_t least_group = 32;

std::int64_t apart(const NodeRecord& a, const NodeRecord& b) {
  const std::int64_t dx = std::abs(std::int64_t{a.x2} - b.x2);
  const std::int64_t dy = std::abs(std::int64_t{a.y2} - b.y2);
  return static_cast<std::int64_t>(octile_half_units(dx, dy));
}

// Adds one node of the group to each of the sets: every next one as far as can be from those before, by
// position, so that they end up around the boundary. The first is the one farthest from the group's first
// node.
void spread(const Level& level, std::span<const std::uint32_t> group,
            std::array<std::vector<std::uint32_t>, Landmarks::count>& sets) {
  std::vector<std::int64_t> gap(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) {
    gap[i] = apart(level.nodes[group[i]], level.nodes[group[0]]);
  }
  for (std::size_t slot = 0; slot < sets.size(); ++slot) {
    const auto far = static_cast<std::size_t>(std::max_element(gap.begin(), gap.end()) - gap.begin());
    sets[slot].push_back(group[far]);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::int64_t now = apart(level.nodes[group[i]], level.nodes[group[far]]);
      gap[i] = slot == 0 ? now : std::min(gap[i], now);
    }
  }
}

}  // namespace

void Landmarks::build(const Level& level, std::span<const std::uint64_t> groups, Executor& executor) {
  PORTOLAN_ASSERT(groups.size() == level.nodes.size());
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < level.nodes.size(); ++node) {
    if (level.nodes[node].alive()) nodes.push_back(node);
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return groups[a] < groups[b]; });
  std::array<std::vector<std::uint32_t>, count> sets;
  for (std::size_t begin = 0; begin < nodes.size();) {
    std::size_t end = begin + 1;
    while (end < nodes.size() && groups[nodes[end]] == groups[nodes[begin]]) ++end;
    if (end - begin >= least_group) spread(level, std::span(nodes).subspan(begin, end - begin), sets);
    begin = end;
  }
  potentials_.assign(level.nodes.size(), {});
  // Slots are solved apart from each other, in memory of their own, and laid side by side afterwards.
  std::array<std::vector<std::uint32_t>, count> values;
  executor.parallel_for(count, [&](std::size_t slot, unsigned) {
    AreaRelaxation relaxation;
    relaxation.begin(level);
    for (const std::uint32_t node : sets[slot]) relaxation.seed(node, 0);
    static_cast<void>(relaxation.run());  // on whole levels all costs fit
    values[slot].assign(level.nodes.size(), AreaRelaxation::far);
    relaxation.for_each_value([&](std::uint32_t node, std::uint32_t value) { values[slot][node] = value; });
  });
  constexpr std::size_t piece = 2048;
  executor.parallel_for((potentials_.size() + piece - 1) / piece, [&](std::size_t p, unsigned) {
    for (std::size_t node = p * piece; node < std::min(potentials_.size(), (p + 1) * piece); ++node) {
      for (std::size_t slot = 0; slot < count; ++slot) potentials_[node][slot] = values[slot][node];
    }
  });
}

std::span<const std::uint32_t> Landmarks::update(const Level& level, std::span<const std::uint32_t> areas,
                                                 std::span<const std::uint32_t> fresh_nodes) {
  PORTOLAN_ASSERT(potentials_.size() <= level.nodes.size());
  altered_.clear();
  Potentials none;
  none.fill(AreaRelaxation::far);
  potentials_.resize(level.nodes.size(), none);
  for (const std::uint32_t node : fresh_nodes) potentials_[node] = none;
  if (potentials_.empty()) return {};
  fresh_.assign(fresh_nodes.begin(), fresh_nodes.end());
  std::sort(fresh_.begin(), fresh_.end());
  broken_.clear();
  std::uint32_t any_broken = 0;
  for (const std::uint32_t area : areas) {
    broken_.push_back(broken_slots(level, level.areas[area]));
    any_broken |= broken_.back();
  }
  relaxation_.begin(level);
  for (std::size_t slot = 0; slot < count; ++slot) {
    if ((any_broken >> slot & 1U) == 0) continue;
    relaxation_.restart();
    relaxation_.begin_with(potentials_.front().data() + slot, count);
    for (std::size_t i = 0; i < areas.size(); ++i) {
      if ((broken_[i] >> slot & 1U) != 0) relaxation_.wake(areas[i]);
    }
    static_cast<void>(relaxation_.run());
    relaxation_.for_each_value(
        [&](std::uint32_t node, std::uint32_t value) { lower(level, node, slot, value); });
  }
  return altered_;
}

// The areas around a node that gets a lower value are altered; but a node that was rewritten had none, and
// its areas are looked at anyway.
void Landmarks::lower(const Level& level, std::uint32_t node, std::size_t slot, std::uint32_t to) {
  std::uint32_t& value = potentials_[node][slot];
  if (to >= value) return;
  const bool had_value = value < AreaRelaxation::far;
  value = to;
  if (!had_value && std::binary_search(fresh_.begin(), fresh_.end(), node)) return;
  altered_.push_back(level.area_a(level.nodes[node]));
  altered_.push_back(level.area_b(level.nodes[node]));
}

// The slots whose invariant does not hold at some edge of an area, one bit each. All slots at once, where the
// relaxation takes one after the other.
std::uint32_t Landmarks::broken_slots(const Level& level, const AreaRecord& area) {
  static_assert(count == 32);
  constexpr std::uint32_t all = ~0U;
  if (level.links_of(area).leaving.size() + level.links_of(area).arriving.size() > 0) return all;
  const CostTable& table = level.tables[area.table];
  if (table.width != TableWidth::narrow) return all;
  if (table.size == 0) return 0;
  here_.clear();
  level.for_each_border_node(area, [&](std::uint32_t node, std::uint32_t) {
    here_.insert(here_.end(), potentials_[node].begin(), potentials_[node].end());
  });
  return broken_lanes(table.row<std::uint16_t>(0), table.size, here_);
}

}  // namespace portolan::detail
