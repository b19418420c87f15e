// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "general/sector_tables.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <portolan/core/assert.hpp>

#include "general/strong_components.hpp"

namespace portolan::detail {

Rows<GraphArc> turned(const Rows<GraphArc>& rows) {
  PORTOLAN_ASSERT(rows.first.back() == rows.items.size(), "the last row has ended");
  Rows<GraphArc> result;
  result.first.assign(rows.size() + 1, 0);
  for (const GraphArc& arc : rows.items) ++result.first[arc.other + 1];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  std::vector<std::uint32_t> place(result.first.begin(), result.first.end() - 1);
  result.items.resize(rows.items.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    for (const GraphArc& arc : rows[row]) result.items[place[arc.other]++] = {row, arc.weight};
  }
  return result;
}

namespace {

// The costs to one portal from those that are counted.
void add_row(const GraphSector& sector, std::uint32_t portal, const std::vector<std::uint32_t>& counted,
             const std::vector<std::uint32_t>& portal_of, SectorCosts& costs, Rows<GraphArc>& table) {
  PORTOLAN_ASSERT(portal < sector.portals.size() && portal_of.size() == sector.count, "a portal of it");
  costs.begin(sector, sector.in, portal_of);
  costs.start(sector.portals[portal], 0);
  costs.run();
  for (const std::uint32_t local : counted) {
    const std::uint64_t cost = costs.cost(local);
    if (local == sector.portals[portal] || cost == SectorCosts::none || costs.passes_portal(local)) continue;
    PORTOLAN_ASSERT(cost < unknown_cost, "weights are checked against the size of the sector");
    table.items.push_back({sector.portal_of[local], static_cast<std::uint32_t>(cost)});
  }
}

}  // namespace

void make_tables(GraphSector& sector, SectorCosts& costs) {
  sector.table_in.clear();
  for (std::uint32_t p = 0; p < sector.portals.size(); ++p) {
    add_row(sector, p, sector.portals, sector.portal_of, costs, sector.table_in);
    sector.table_in.end_row();
  }
  sector.table_out = turned(sector.table_in);
}

void make_gate_table(GraphSector& sector, SectorCosts& costs) {
  std::vector<std::uint32_t> gate_of(sector.count, GraphSector::no_portal);
  for (const std::uint32_t local : sector.gates.vertices) gate_of[local] = sector.portal_of[local];
  sector.gates.table.clear();
  for (std::uint32_t p = 0; p < sector.portals.size(); ++p) {
    if (gate_of[sector.portals[p]] == p)
      add_row(sector, p, sector.gates.vertices, gate_of, costs, sector.gates.table);
    sector.gates.table.end_row();
  }
}

void find_components(GraphSector& sector) {
  struct Others {
    GraphArcs::Range arcs;
    [[nodiscard]] std::size_t size() const { return arcs.size(); }
    std::uint32_t operator[](std::size_t i) const { return arcs[i].other; }
  };
  const auto steps = [&](std::uint32_t local) { return Others{sector.out[local]}; };
  StrongComponents components(sector.count, steps);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t local = 0; local < sector.count; ++local) {
    for (const GraphArc arc : sector.out[local]) {
      const auto from = components.component_of[local], to = components.component_of[arc.other];
      if (from != to) pairs.emplace_back(from, to);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  sector.component_of = std::move(components.component_of);
  sector.component_steps.clear();
  auto pair = pairs.begin();
  for (std::uint32_t component = 0; component < components.count; ++component) {
    for (; pair != pairs.end() && pair->first == component; ++pair)
      sector.component_steps.items.push_back(pair->second);
    sector.component_steps.end_row();
  }
}

}  // namespace portolan::detail
