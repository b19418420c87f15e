// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "general/sector_costs.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

void SectorCosts::begin(const GraphSector& sector, const GraphArcs& arcs,
                        const std::vector<std::uint32_t>& portal_of) {
  PORTOLAN_ASSERT(arcs.size() == sector.count, "arcs of this sector");
  sector_ = &sector;
  arcs_ = &arcs;
  portal_of_ = &portal_of;
  costs_.assign(sector.count, none);
  passes_.assign(sector.count, 0);
  starts_.clear();
}

void SectorCosts::start(std::uint32_t local, std::uint64_t cost) {
  PORTOLAN_ASSERT(local < sector_->count, "starts lie in the sector");
  if (cost >= costs_[local]) return;
  costs_[local] = cost;
  starts_.push_back({cost, cost, local});
}

void SectorCosts::run() {
  search_.clear();
  if (sector_->inside.most != 0) search_.queue().set_steps(sector_->inside.least, sector_->inside.most);
  std::sort(starts_.begin(), starts_.end(), [](const State& a, const State& b) { return a.before(b); });
  for (const State& state : starts_) search_.open(state);
  search_.run(*this);
}

void SectorCosts::expand(const State& state) {
  const auto here = static_cast<std::uint32_t>(state.key);
  const bool is_start = state.cost == 0;
  const bool passes = passes_[here] != 0 || (!is_start && (*portal_of_)[here] != GraphSector::no_portal);
  for (const GraphArc arc : (*arcs_)[here]) {
    const std::uint64_t cost = state.cost + arc.weight;
    std::uint64_t& known = costs_[arc.other];
    if (cost > known) continue;
    if (cost == known) {
      passes_[arc.other] |= static_cast<std::uint8_t>(passes);
      continue;
    }
    known = cost;
    passes_[arc.other] = static_cast<std::uint8_t>(passes);
    search_.open({cost, cost, arc.other});
  }
}

}  // namespace portolan::detail
