// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// One edit of a board of hexagons, taken in and compared with a rebuilt hierarchy.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <portolan/core/graph/shapes.hpp>
#include <portolan/hierarchy/graph_hierarchy.hpp>

#include <support/dev_maps.hpp>
#include <support/stats.hpp>

#include "oracle.hpp"
#include "sections.hpp"

namespace portolan::bench {

void bench_graph_edits(Report& report, const Settings& settings) {
  using Hexes = GraphHierarchy<WaypointGraph>;
  report.begin_table("edits", "one hexagon of 1024 by 1024 becomes a wall, or open again; us",
                     {{"sector"}, {"build ms", 0}, {"median", 0}, {"90 %", 0}, {"slowest", 0}});
  constexpr std::uint32_t side = 1024;
  Dice dice(9);
  std::vector<Cost> costs(static_cast<std::size_t>(side) * side);
  for (Cost& cost : costs) cost = static_cast<Cost>(dice.below(5) == 0 ? impassable : 1 + dice.below(9));
  WaypointGraph graph = hex_graph(side, side, costs, HexLayout::odd_rows);
  constexpr std::uint32_t sector = 16;
  std::unique_ptr<Hexes> hierarchy;
  const double build = processor_time([&] {
    hierarchy = std::make_unique<Hexes>(
        std::move(Hexes::create(graph, GraphPartition::blocks(side, side, sector))).value());
  });
  std::vector<double> times;
  for (int i = 0; i < (settings.full ? 500 : 60); ++i) {
    const std::uint32_t v = dice.below(side * side);
    std::vector<std::uint32_t> changed{v};
    std::vector<GraphEdge> out;
    for (auto [e, end] = out_edges(v, graph); e != end; ++e) out.push_back(*e);
    for (const GraphEdge& edge : out) {
      changed.push_back(static_cast<std::uint32_t>(edge.target));
      graph.set_weight(v, edge.target, 0);
      graph.set_weight(edge.target, v, 0);
    }
    times.push_back(processor_time([&] { static_cast<void>(hierarchy->apply(changed)); }));
    if (i % 2 == 0) continue;  // stays a wall
    for (const GraphEdge& edge : out) {
      graph.set_weight(v, edge.target, static_cast<std::uint32_t>(edge.units));
      graph.set_weight(edge.target, v, static_cast<std::uint32_t>(edge.units));
    }
    times.push_back(processor_time([&] { static_cast<void>(hierarchy->apply(changed)); }));
  }
  const auto rebuilt = Hexes::create(graph, hierarchy->partition());
  if (rebuilt->state().landmarks != hierarchy->state().landmarks) report.wrong("landmarks");
  for (std::uint32_t s = 0; s < rebuilt->partition().sectors; ++s) {
    if (rebuilt->state().sectors[s].table_in != hierarchy->state().sectors[s].table_in)
      report.wrong("tables");
  }
  std::sort(times.begin(), times.end());
  report.row({static_cast<std::int64_t>(sector), build / 1000, median(times), times[times.size() * 9 / 10],
              times.back()});
}

}  // namespace portolan::bench
