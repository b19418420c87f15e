// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/simulation/detail/board.hpp>

#include <algorithm>
#include <array>

#include <portolan/core/assert.hpp>

#include "../cell_text.hpp"

namespace portolan::detail {

std::string_view name(BoardShape shape) {
  constexpr std::array<std::string_view, 6> names{"squares", "staggered tiles", "hexagons",
                                                  "voxels",  "nodes",           "streets"};
  return names[static_cast<std::size_t>(shape)];
}

namespace {

// Of vertices that are as near, the first one.
std::uint32_t nearest_street(const WaypointGraph& graph, Cell cell) {
  PORTOLAN_ASSERT(graph.has_positions(), "streets lie somewhere");
  const Vec2 point{static_cast<float>(cell.x), static_cast<float>(cell.y)};
  std::size_t nearest = 0;
  for (std::size_t v = 1; v < num_vertices(graph); ++v) {
    if (length(position(v, graph) - point) < length(position(nearest, graph) - point)) nearest = v;
  }
  return static_cast<std::uint32_t>(nearest);
}

}  // namespace

std::optional<std::uint32_t> Board::vertex_at(Cell cell) const {
  if (!extent.contains(cell)) return std::nullopt;
  if (shape == BoardShape::streets) return nearest_street(graph, cell);
  const auto found = std::lower_bound(cells.begin(), cells.end(), extent.index(cell),
                                      [&](Cell c, std::size_t index) { return extent.index(c) < index; });
  if (found == cells.end() || *found != cell) return std::nullopt;
  return static_cast<std::uint32_t>(found - cells.begin());
}

std::uint64_t Board::count_passable() const {
  return costs.size() - static_cast<std::size_t>(std::count(costs.begin(), costs.end(), impassable));
}

std::string Board::text_of(std::uint32_t vertex) const { return written(cells[vertex]); }

std::string Board::text_of_size() const {
  if (shape == BoardShape::nodes)
    return "the graph; node N is N,0, from 1,0 to " + std::to_string(size()) + ",0";
  if (shape == BoardShape::streets) {
    return "the streets; X,Y are metres from the upper left, and these are " +
           std::to_string(extent.width - 1) + " x " + std::to_string(extent.height - 1);
  }
  std::string out = "the map of " + std::to_string(extent.width) + " x " + std::to_string(extent.height);
  if (extent.layers > 1) out += " x " + std::to_string(extent.layers);
  return out + " " + std::string(name(shape));
}

GraphPartition sectors_of(const Board& board, std::int32_t side) {
  const auto length = static_cast<std::uint32_t>(side);
  if (board.shape >= BoardShape::voxels) return GraphPartition::cut(board.graph, length * length / 4);
  return GraphPartition::blocks(static_cast<std::uint32_t>(board.extent.width),
                                static_cast<std::uint32_t>(board.extent.height), length);
}

WaypointGraph with_costs(const WaypointGraph& base, std::span<const Cost> costs) {
  PORTOLAN_ASSERT(costs.size() == num_vertices(base), "a cost per vertex");
  std::vector<GraphEdge> edges;
  std::vector<Vec2> positions;
  for (std::size_t v = 0; v < num_vertices(base); ++v) {
    if (base.has_positions()) positions.push_back(position(v, base));
    for (auto [e, end] = out_edges(v, base); e != end; ++e) {
      GraphEdge edge = *e;
      if (costs[edge.source] == impassable || costs[edge.target] == impassable) continue;
      const std::uint64_t both = std::uint64_t{costs[edge.source]} + costs[edge.target];
      // What does not fit is so large that the hierarchy refuses it.
      edge.units = std::min<std::uint64_t>((edge.units * both + 1) / 2, ~std::uint32_t{0});
      edges.push_back(edge);
    }
  }
  return {num_vertices(base), edges, std::move(positions)};
}

std::vector<std::uint32_t> changed_vertices(const WaypointGraph& before, const WaypointGraph& after) {
  PORTOLAN_ASSERT(num_vertices(before) == num_vertices(after), "vertices neither come nor go");
  std::vector<std::uint32_t> changed;
  for (std::size_t v = 0; v < num_vertices(before); ++v) {
    const auto old_edges = out_edges(v, before), new_edges = out_edges(v, after);
    const bool same = std::equal(old_edges.first, old_edges.second, new_edges.first, new_edges.second);
    if (!same) changed.push_back(static_cast<std::uint32_t>(v));
  }
  return changed;
}

}  // namespace portolan::detail
