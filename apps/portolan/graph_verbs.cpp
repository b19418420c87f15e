// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "graph_verbs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <portolan/hierarchy/graph_hierarchy.hpp>

#include "graph_picture.hpp"
#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "terminal.hpp"

namespace portolan::tool {
namespace {

using detail::GraphMap;
using detail::TileBoard;
using Graphs = GraphHierarchy<WaypointGraph>;

/// What a file holds, and its hierarchy. It stays where it is, as the hierarchy refers to the graph.
class GraphAtHand {
 public:
  explicit GraphAtHand(GraphMap read) : map(std::move(read)) {}

  GraphMap map;
  std::optional<Graphs> hierarchy{};
  double build_ms = 0;

  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(num_vertices(map.graph)); }
  // Streets whose places are known: X,Y are metres, and stand for the nearest node.
  [[nodiscard]] bool has_places() const { return !map.board && map.graph.has_positions(); }
  // Other nodes of a graph without a board are `N,0`, with the numbers of the file.
  [[nodiscard]] Cell cell_of(std::uint32_t vertex) const {
    if (has_places()) {
      const Vec2 at = position(vertex, map.graph);
      return {static_cast<std::int32_t>(std::lround(at.x)), static_cast<std::int32_t>(std::lround(at.y)), 0};
    }
    if (!map.board) return {static_cast<std::int32_t>(vertex + 1), 0, 0};
    return {static_cast<std::int32_t>(vertex % map.board->columns),
            static_cast<std::int32_t>(vertex / map.board->columns), 0};
  }
  [[nodiscard]] std::optional<std::uint32_t> vertex_of(Cell cell) const {
    if (has_places()) return nearest_to(cell);
    if (!map.board) cell.x -= 1;
    const std::int64_t columns = map.board ? map.board->columns : vertices();
    const std::int64_t vertex = cell.y * columns + cell.x;
    if (cell.x < 0 || cell.y < 0 || cell.layer != 0 || cell.x >= columns || vertex >= vertices())
      return std::nullopt;
    return static_cast<std::uint32_t>(vertex);
  }
  /// Metres from the west to the east and from the north to the south.
  [[nodiscard]] Vec2 size() const {
    Vec2 size;
    for (std::uint32_t v = 0; v < vertices(); ++v) {
      const Vec2 at = position(v, map.graph);
      size = {std::max(size.x, at.x), std::max(size.y, at.y)};
    }
    return size;
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> nearest_to(Cell cell) const {
    const Vec2 end = size(), point{static_cast<float>(cell.x), static_cast<float>(cell.y)};
    if (cell.layer != 0 || cell.x < 0 || cell.y < 0 || point.x > end.x + 1 || point.y > end.y + 1)
      return std::nullopt;
    std::uint32_t nearest = 0;
    for (std::uint32_t v = 1; v < vertices(); ++v) {
      if (length(position(v, map.graph) - point) < length(position(nearest, map.graph) - point)) nearest = v;
    }
    return nearest;
  }
};

template <class Run>
double time_ms(const Run& run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

Result<std::unique_ptr<GraphAtHand>> open_graph(const MapOptions& options,
                                                const detail::GraphFormat& format) {
  Result<GraphMap> map = format.read(options.file);
  if (!map) return map.error();
  auto graph = std::make_unique<GraphAtHand>(std::move(*map));
  std::optional<Error> fault;
  graph->build_ms = time_ms([&] {
    const auto side = static_cast<std::uint32_t>(options.sector_size);
    const std::optional<TileBoard>& board = graph->map.board;
    // A sector of roads has about as many portals as one of a board that has four times its vertices.
    auto made =
        Graphs::create(graph->map.graph, board ? GraphPartition::blocks(board->columns, board->rows, side)
                                               : GraphPartition::cut(graph->map.graph, side * side / 4));
    if (made) {
      graph->hierarchy.emplace(std::move(*made));
    } else {
      fault = made.error();
    }
  });
  if (fault) return *fault;
  return graph;
}

std::string shape_of(const GraphMap& map) {
  if (!map.board) return "nodes";
  constexpr std::string_view names[] = {"squares", "staggered tiles", "hexagons"};
  return std::string(names[static_cast<std::size_t>(map.board->shape)]);
}

std::size_t passable_of(const TileBoard& board) {
  return board.costs.size() -
         static_cast<std::size_t>(std::count(board.costs.begin(), board.costs.end(), impassable));
}

std::string extent_of(const GraphAtHand& graph) {
  if (graph.map.board) {
    return "the map, which is " + std::to_string(graph.map.board->columns) + " x " +
           std::to_string(graph.map.board->rows);
  }
  if (!graph.has_places())
    return "the graph; node N is N,0, from 1,0 to " + std::to_string(graph.vertices()) + ",0";
  const Vec2 size = graph.size();
  return "the streets; X,Y are metres from the upper left, and these are " + fixed(size.x, 0) + " x " +
         fixed(size.y, 0);
}

// Where the graph has no such vertex, why.
std::optional<Error> missing(const GraphAtHand& graph, const PlanOptions& options) {
  for (const auto& [what, cell] : {std::pair{"start", options.from}, std::pair{"goal", options.to}}) {
    if (graph.vertex_of(cell)) continue;
    return Error{options.map.file.string(), 0, 0, "",
                 std::string(what) + " " + text_of(cell) + " lies outside " + extent_of(graph)};
  }
  if (!options.distances.empty() || !options.directions.empty())
    return Error{options.map.file.string(), 0, 0, "",
                 "arrays are written of maps of cells, and this is a graph"};
  if (!options.png.empty() && !graph.map.board && !graph.has_places()) {
    return Error{options.map.file.string(), 0, 0, "",
                 "the file does not say where nodes lie, so that there is no picture; leave out --png"};
  }
  return std::nullopt;
}

struct Answer {
  Graphs::Plan plan;
  std::vector<std::uint32_t> path;  // empty where there is none
  Distance cost = unreachable;
  double search_us = 0, field_us = 0;
  std::uint64_t settled = 0;
};

Answer answer_of(const GraphAtHand& graph, const Graphs::Request& request, Graphs::Field& field) {
  Graphs::Planner planner(*graph.hierarchy);
  Answer answer;
  answer.search_us = 1000 * time_ms([&] { answer.plan = planner.plan(request); });
  answer.field_us = 1000 * time_ms([&] {
                      field.reset(answer.plan);
                      field.advance();
                    });
  answer.settled = field.vertices_settled();
  if (answer.plan.outcome != Outcome::complete) return answer;
  answer.cost = field.at(request.agents.front());
  answer.path = field.path(request.agents.front());
  return answer;
}

Json json_of(const Answer& answer, const GraphAtHand& graph) {
  Json path = Json::array();
  for (const std::uint32_t v : answer.path) path.push_back(to_json(graph.cell_of(v)));
  return {{"outcome", name(answer.plan.outcome)},
          {"cost", answer.path.empty() ? Json() : to_json(answer.cost)},
          {"lower_bound", answer.plan.lower_bound.units},
          {"path", path},
          {"vertices_settled", answer.settled},
          {"nodes_opened", answer.plan.nodes_opened},
          {"corridor_sectors", answer.plan.corridor.size()},
          {"quality", name(answer.plan.quality.kind)},
          {"build_ms", graph.build_ms},
          {"search_us", answer.search_us},
          {"field_us", answer.field_us}};
}

void print(const Answer& answer, const GraphAtHand& graph) {
  std::cout << "outcome      " << name(answer.plan.outcome) << '\n';
  if (!answer.path.empty()) {
    std::cout << "cost         " << grouped(answer.cost.units) << " units\n"
              << "lower bound  " << grouped(answer.plan.lower_bound.units) << " units\n";
  }
  std::cout << "work         " << grouped(answer.plan.nodes_opened) << " portals opened, "
            << grouped(answer.settled) << " vertices settled in a corridor of " << answer.plan.corridor.size()
            << " sectors\n"
            << "time         hierarchy " << fixed(graph.build_ms, 1) << " ms, search "
            << fixed(answer.search_us, 0) << " us, field " << fixed(answer.field_us, 0) << " us\n";
  if (answer.path.empty()) return;
  std::cout << "path         " << grouped(answer.path.size()) << ' ' << shape_of(graph.map) << '\n';
  constexpr std::size_t per_line = 12;
  for (std::size_t i = 0; i < answer.path.size(); ++i) {
    const bool last = i % per_line == per_line - 1 || i + 1 == answer.path.size();
    std::cout << (i % per_line == 0 ? "  " : "") << text_of(graph.cell_of(answer.path[i]))
              << (last ? "\n" : " ");
  }
}

}  // namespace

Exit graph_info(const InfoOptions& options, const detail::GraphFormat& format) {
  const auto opened = open_graph(options.map, format);
  if (!opened) return bad_input(opened.error());
  const GraphAtHand& graph = **opened;
  const std::optional<TileBoard>& board = graph.map.board;
  const std::size_t edges = graph.map.graph.edge_count(), bytes = graph.hierarchy->memory_bytes();
  const std::uint32_t sectors = graph.hierarchy->partition().sectors,
                      portals = graph.hierarchy->portal_count();
  if (options.json) {
    Json json{{"file", options.map.file.string()},
              {"format", format.name},
              {"shape", shape_of(graph.map)},
              {"vertices", graph.vertices()},
              {"edges", edges},
              {"sectors", sectors},
              {"portals", portals},
              {"build_ms", graph.build_ms},
              {"hierarchy_bytes", bytes}};
    if (board)
      json.update({{"width", board->columns}, {"height", board->rows}, {"passable", passable_of(*board)}});
    if (const Vec2 size = graph.size(); graph.has_places())
      json.update({{"width_m", std::lround(size.x)}, {"height_m", std::lround(size.y)}});
    std::cout << to_text(json);
    return Exit::ok;
  }
  std::cout << shown(options.map.file) << '\n' << "  format      " << format.name << '\n';
  if (board) {
    std::cout << "  size        " << board->columns << " x " << board->rows << ' ' << shape_of(graph.map)
              << '\n'
              << "  passable    " << grouped(passable_of(*board)) << '\n';
  } else {
    std::cout << "  nodes       " << grouped(graph.vertices()) << '\n';
    if (const Vec2 size = graph.size(); graph.has_places())
      std::cout << "  size        " << fixed(size.x, 0) << " x " << fixed(size.y, 0) << " metres\n";
  }
  std::cout << "  edges       " << grouped(edges) << '\n'
            << "  sectors     " << grouped(sectors) << ", with " << grouped(portals) << " portals\n"
            << "  built in    " << fixed(graph.build_ms, 1) << " ms\n"
            << "  memory      hierarchy " << grouped(bytes) << " bytes\n";
  return Exit::ok;
}

Exit graph_plan(const PlanOptions& options, const detail::GraphFormat& format) {
  const auto opened = open_graph(options.map, format);
  if (!opened) return bad_input(opened.error());
  const GraphAtHand& graph = **opened;
  if (const auto fault = missing(graph, options)) return bad_input(*fault);
  const std::uint32_t from = *graph.vertex_of(options.from), to = *graph.vertex_of(options.to);
  Graphs::Field field(*graph.hierarchy);
  const Answer answer = answer_of(graph, {{from}, {{to}}, options.quality}, field);
  if (!options.png.empty()) {
    const auto cost_at = [&](std::uint32_t v) { return field.at(v); };
    const auto fault = graph.has_places()
                           ? save_road_picture(options.png, graph.map.graph, cost_at, answer.path, from, to)
                           : save_board_picture(options.png, graph.map, cost_at, answer.path, from, to);
    if (fault) return bad_input(*fault);
  }
  if (options.json) {
    std::cout << to_text(json_of(answer, graph));
  } else {
    print(answer, graph);
  }
  return answer.plan.outcome == Outcome::complete ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
