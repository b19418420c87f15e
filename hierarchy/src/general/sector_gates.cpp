// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "general/sector_gates.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

constexpr std::uint32_t longest_stretch = 8;

/// A bridge by its ends in the sector of the lower number and in the other one, whichever way it leads.
struct Crossing {
  std::uint32_t low_sector, high_sector, low_component, high_component, low, high;
  GraphBridge bridge;

  [[nodiscard]] auto border() const {
    return std::tie(low_sector, high_sector, low_component, high_component);
  }
  [[nodiscard]] auto place() const {
    return std::tie(low_sector, high_sector, low_component, high_component, low, high);
  }
};

Crossing crossing_of(const GraphSectors& sectors, const GraphBridge& bridge) {
  std::uint32_t low = bridge.from, high = bridge.to;
  if (sectors.sector_of_slot(low) > sectors.sector_of_slot(high)) std::swap(low, high);
  const std::uint32_t a = sectors.sector_of_slot(low), b = sectors.sector_of_slot(high);
  PORTOLAN_ASSERT(a < b, "a bridge leads from one sector to another");
  const auto component = [&](std::uint32_t sector, std::uint32_t slot) {
    return sectors[sector].component_of[slot - sectors[sector].first];
  };
  return {a, b, component(a, low), component(b, high), low, high, bridge};
}

bool is_beside(const GraphSector& sector, std::uint32_t a, std::uint32_t b) {
  for (const GraphArc arc : sector.out[a - sector.first]) {
    if (arc.other == b - sector.first) return true;
  }
  return false;
}

// Ties go to the middle.
const GraphBridge& cheapest(const std::vector<Crossing>& crossings, std::size_t first, std::size_t end) {
  PORTOLAN_ASSERT(first < end && end <= crossings.size(), "a stretch has crossings");
  std::size_t best = first;
  const auto off = [&](std::size_t i) {
    return 2 * i > first + end ? 2 * i - first - end : first + end - 2 * i;
  };
  for (std::size_t i = first; i < end; ++i) {
    const std::uint32_t weight = crossings[i].bridge.weight, least = crossings[best].bridge.weight;
    if (weight < least || (weight == least && off(i) < off(best))) best = i;
  }
  return crossings[best].bridge;
}

}  // namespace

std::vector<GraphBridge> choose_gates(const GraphSectors& sectors, const std::vector<GraphBridge>& bridges) {
  std::vector<Crossing> crossings;
  crossings.reserve(bridges.size());
  for (const GraphBridge& bridge : bridges) crossings.push_back(crossing_of(sectors, bridge));
  std::sort(crossings.begin(), crossings.end(),
            [](const Crossing& a, const Crossing& b) { return a.place() < b.place(); });
  std::vector<GraphBridge> chosen;
  std::size_t first = 0, length = 0;  // of the stretch: its first crossing, and low ends so far
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    const Crossing& here = crossings[i];
    if (length == 0 || crossings[i - 1].low != here.low) ++length;
    if (i + 1 < crossings.size() && here.border() == crossings[i + 1].border()) {
      const std::uint32_t next = crossings[i + 1].low;
      if (next == here.low) continue;
      if (length < longest_stretch && is_beside(sectors[here.low_sector], here.low, next)) continue;
    }
    chosen.push_back(cheapest(crossings, first, i + 1));
    first = i + 1;
    length = 0;
  }
  return chosen;
}

}  // namespace portolan::detail
