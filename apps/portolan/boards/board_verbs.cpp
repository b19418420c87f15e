// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_verbs.hpp"

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "board_at_hand.hpp"
#include "board_picture.hpp"
#include "json_out.hpp"
#include "map_at_hand.hpp"
#include "picture.hpp"
#include "terminal.hpp"

namespace portolan::tool {
namespace {

bool has_tiles(const detail::Board& board) { return board.shape < detail::BoardShape::nodes; }

// Where the graph has no such vertex, why; and what else cannot be done with it.
std::optional<Error> cannot_plan(const detail::Board& board, const PlanOptions& options) {
  const std::string file = options.map.file.string();
  for (const auto& [what, cell] : {std::pair{"start", options.from}, std::pair{"goal", options.to}}) {
    if (board.vertex_at(cell)) continue;
    return Error{file, 0, 0, "",
                 std::string(what) + " " + text_of(cell) + " lies outside " + board.text_of_size()};
  }
  if (!options.distances.empty() || !options.directions.empty())
    return Error{file, 0, 0, "", "arrays are written of maps of cells, and this is a graph"};
  if (options.map.profile.clearance != 1)
    return Error{file, 0, 0, "",
                 "is a graph, whose vertices have no cells around them; leave out --clearance"};
  if (options.png.empty()) return std::nullopt;
  auto error = cannot_draw(options.map.file, board);
  if (error) error->message += "; leave out --png";
  return error;
}

struct BoardAnswer {
  Graphs::Plan plan;
  std::vector<std::uint32_t> path;  // empty where there is none
  Distance cost = unreachable;
  double search_us = 0, field_us = 0;
  std::uint64_t settled = 0;
};

BoardAnswer board_answer(const BoardAtHand& hand, const Graphs::Request& request, Graphs::Field& field) {
  Graphs::Planner planner(*hand.hierarchy);
  BoardAnswer answer;
  answer.search_us = 1000 * board_time_ms([&] { answer.plan = planner.plan(request); });
  answer.field_us = 1000 * board_time_ms([&] {
                      field.reset(answer.plan);
                      field.advance();
                    });
  answer.settled = field.vertices_settled();
  if (answer.plan.outcome != Outcome::complete) return answer;
  answer.cost = field.at(request.agents.front());
  answer.path = field.path(request.agents.front());
  return answer;
}

Json board_answer_json(const BoardAnswer& answer, const BoardAtHand& hand) {
  Json path = Json::array();
  for (const std::uint32_t v : answer.path) path.push_back(to_json(hand.board.cells[v]));
  return {{"outcome", name(answer.plan.outcome)},
          {"cost", answer.path.empty() ? Json() : to_json(answer.cost)},
          {"lower_bound", answer.plan.lower_bound.units},
          {"path", path},
          {"vertices_settled", answer.settled},
          {"nodes_opened", answer.plan.nodes_opened},
          {"corridor_sectors", answer.plan.corridor.size()},
          {"quality", name(answer.plan.quality.kind)},
          {"build_ms", hand.build_ms},
          {"search_us", answer.search_us},
          {"field_us", answer.field_us}};
}

void print_board_answer(const BoardAnswer& answer, const BoardAtHand& hand) {
  std::cout << "outcome      " << name(answer.plan.outcome) << '\n';
  if (!answer.path.empty()) {
    std::cout << "cost         " << counted(answer.cost.units, "unit") << '\n'
              << "lower bound  " << counted(answer.plan.lower_bound.units, "unit") << '\n';
  }
  std::cout << "work         " << counted(answer.plan.nodes_opened, "portal") << " opened, "
            << counted(answer.settled, "vertex", "vertices") << " settled in a corridor of "
            << counted(answer.plan.corridor.size(), "sector") << '\n'
            << "time         hierarchy " << fixed(hand.build_ms, 1) << " ms, search "
            << fixed(answer.search_us, 0) << " us, field " << fixed(answer.field_us, 0) << " us\n";
  if (answer.path.empty()) return;
  std::cout << "path         " << grouped(answer.path.size()) << ' '
            << (has_tiles(hand.board) ? name(hand.board.shape) : "nodes") << '\n';
  constexpr std::size_t per_line = 12;
  for (std::size_t i = 0; i < answer.path.size(); ++i) {
    const bool last = i % per_line == per_line - 1 || i + 1 == answer.path.size();
    std::cout << (i % per_line == 0 ? "  " : "") << text_of(hand.board.cells[answer.path[i]])
              << (last ? "\n" : " ");
  }
}

std::optional<Error> draw_board_plan(const PlanOptions& options, const BoardAtHand& hand,
                                     const BoardAnswer& answer, const Graphs::Field& field) {
  const Color path_color = group_color(0), start_color = group_color(1);
  Distance farthest{0};
  BoardScene scene{hand.board, hand.board.graph,
                   board_colors(
                       hand.board.costs, [&](std::uint32_t v) { return field.at(v); }, farthest)};
  scene.lines.push_back({answer.path, path_color, 0.2F});
  const std::uint32_t from = *hand.board.vertex_at(options.from), to = *hand.board.vertex_at(options.to);
  scene.dots.push_back({from, from, 0, 0.3F, start_color});
  scene.dots.push_back({to, to, 0, 0.3F, path_color});
  scene.legend = {board_field_legend(hand.board, farthest),
                  {"path", path_color, LegendEntry::Mark::line},
                  {"start", start_color, LegendEntry::Mark::dot},
                  {"goal", path_color, LegendEntry::Mark::dot}};
  return save_board_picture(options.png, scene);
}

}  // namespace

Exit board_info(const InfoOptions& options, const detail::GraphFormat& format) {
  const auto opened = open_board_at_hand(options.map, format);
  if (!opened) return bad_input(opened.error());
  const BoardAtHand& hand = **opened;
  const detail::Board& board = hand.board;
  const std::size_t edges = board.graph.edge_count(), bytes = hand.hierarchy->memory_bytes();
  const std::uint32_t sectors = hand.hierarchy->partition().sectors, portals = hand.hierarchy->portal_count();
  if (options.json) {
    Json json{{"file", options.map.file.string()},
              {"format", format.name},
              {"shape", name(board.shape)},
              {"vertices", board.size()},
              {"edges", edges},
              {"sectors", sectors},
              {"portals", portals},
              {"build_ms", hand.build_ms},
              {"hierarchy_bytes", bytes}};
    if (has_tiles(board)) {
      json.update({{"width", board.extent.width},
                   {"height", board.extent.height},
                   {"passable", board.count_passable()}});
    }
    if (board.shape == detail::BoardShape::streets)
      json.update({{"width_m", board.extent.width - 1}, {"height_m", board.extent.height - 1}});
    std::cout << to_text(json);
    return Exit::ok;
  }
  std::cout << shown(options.map.file) << '\n' << "  format      " << format.name << '\n';
  if (has_tiles(board)) {
    std::cout << "  size        " << board.extent.width << " x " << board.extent.height << ' '
              << name(board.shape) << '\n'
              << "  passable    " << grouped(board.count_passable()) << '\n';
  } else {
    std::cout << "  nodes       " << grouped(board.size()) << '\n';
  }
  if (board.shape == detail::BoardShape::streets) {
    std::cout << "  size        " << board.extent.width - 1 << " x " << board.extent.height - 1
              << " metres\n";
  }
  std::cout << "  edges       " << grouped(edges) << '\n'
            << "  sectors     " << grouped(sectors) << ", with " << counted(portals, "portal") << '\n'
            << "  built in    " << fixed(hand.build_ms, 1) << " ms\n"
            << "  memory      hierarchy " << grouped(bytes) << " bytes\n";
  return Exit::ok;
}

Exit board_plan(const PlanOptions& options, const detail::GraphFormat& format) {
  const auto opened = open_board_at_hand(options.map, format);
  if (!opened) return bad_input(opened.error());
  const BoardAtHand& hand = **opened;
  if (const auto fault = cannot_plan(hand.board, options)) return bad_input(*fault);
  Graphs::Field field(*hand.hierarchy);
  const Graphs::Request request{
      {*hand.board.vertex_at(options.from)}, {{*hand.board.vertex_at(options.to)}}, options.quality};
  const BoardAnswer answer = board_answer(hand, request, field);
  if (!options.png.empty()) {
    if (const auto fault = draw_board_plan(options, hand, answer, field)) return bad_input(*fault);
  }
  if (options.json) {
    std::cout << to_text(board_answer_json(answer, hand));
  } else {
    print_board_answer(answer, hand);
  }
  return answer.plan.outcome == Outcome::complete ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
