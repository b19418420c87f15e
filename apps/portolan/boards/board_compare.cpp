// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <iostream>
#include <string>

#include <portolan/config/detail/scen_file.hpp>
#include <portolan/core/detail/random.hpp>

#include "board_bench.hpp"
#include "board_verbs.hpp"
#include "json_out.hpp"
#include "terminal.hpp"
#include "verbs/compare_report.hpp"

namespace portolan::tool {
namespace {

constexpr std::array board_methods{Method::boost_dijkstra, Method::abstract_search, Method::corridor_field,
                                   Method::plan_total};

Error wrong_queries(const std::filesystem::path& file, std::string what) {
  return {file.string(), 0, 0, "", std::move(what)};
}

Result<std::vector<BoardQuery>> drawn_queries(const CompareOptions& options, const detail::Board& board) {
  constexpr std::int64_t usual = 200;
  std::vector<std::uint32_t> passable;
  for (std::uint32_t v = 0; v < board.size(); ++v) {
    if (board.passable(v)) passable.push_back(v);
  }
  if (passable.empty())
    return wrong_queries(options.map.file, "nothing of it is passable, so there is nothing to compare");
  detail::Random random(options.seed);
  std::vector<BoardQuery> queries;
  for (std::int64_t i = 0; i < (options.queries < 0 ? usual : options.queries); ++i) {
    const std::uint32_t start = passable[random.below(static_cast<std::uint32_t>(passable.size()))];
    queries.emplace_back(start, passable[random.below(static_cast<std::uint32_t>(passable.size()))]);
  }
  return queries;
}

// The cells of a .scen file; its lengths are those of squares.
Result<std::vector<BoardQuery>> given_queries(const CompareOptions& options, const detail::Board& board) {
  const Result<std::vector<ScenQuery>> all = read_scen(options.scen);
  if (!all) return all.error();
  if (all->empty())
    return wrong_queries(options.scen, "the file holds no query; leave --scen out for random ones");
  const std::size_t wanted =
      options.queries < 0 ? all->size() : std::min(all->size(), static_cast<std::size_t>(options.queries));
  std::vector<BoardQuery> queries;
  for (std::size_t i = 0; i < all->size(); ++i) {
    if (!chosen(i, wanted, all->size())) continue;
    const auto start = board.vertex_at((*all)[i].start), goal = board.vertex_at((*all)[i].goal);
    if (!start || !goal) {
      return wrong_queries(options.scen, "query " + std::to_string(i + 1) + " lies outside " +
                                             board.text_of_size() + "; name the map that belongs to it");
    }
    queries.emplace_back(*start, *goal);
  }
  return queries;
}

double bytes_per_vertex(const Comparison& result, const detail::Board& board) {
  return static_cast<double>(result.resident_bytes) / static_cast<double>(board.size());
}

Json board_json(const CompareOptions& options, const detail::Board& board, const Comparison& result) {
  return {{"map",
           {{"file", options.map.file.string()},
            {"shape", name(board.shape)},
            {"width", board.extent.width},
            {"height", board.extent.height},
            {"vertices", board.size()},
            {"passable", board.count_passable()}}},
          {"build_ms", result.build_ms},
          {"edits", options.edits},
          {"apply_ms", result.apply_ms},
          {"bytes_per_cell", bytes_per_vertex(result, board)},
          {"queries", result.records.size()},
          {"solved", result.solved},
          {"unreachable", result.unreachable},
          {"illegal", result.illegal},
          {"missed", result.missed},
          {"disagreements", result.disagreements},
          {"time_us", times_json(result.records, board_methods)},
          {"speedup",
           {{"plan_total_over_boost_dijkstra",
             speedup(result.records, Method::plan_total, Method::boost_dijkstra)}}},
          {"suboptimality", to_json(excess_of(result.records, &Record::excess, 0.0))}};
}

void print_board(const CompareOptions& options, const detail::Board& board, const Comparison& result) {
  std::cout << "map      " << options.map.file.string() << ", " << grouped(board.size()) << ' '
            << name(board.shape) << ", " << grouped(board.count_passable()) << " passable\n"
            << "build    " << fixed(result.build_ms, 1) << " ms, "
            << fixed(bytes_per_vertex(result, board), 2) << " bytes each\n"
            << (options.edits == 0 ? ""
                                   : "edits    " + grouped(static_cast<std::uint64_t>(options.edits)) +
                                         " in " + fixed(result.apply_ms, 1) + " ms\n")
            << "queries  " << grouped(result.records.size()) << ": " << grouped(result.solved) << " solved, "
            << grouped(result.unreachable) << " without a way, " << result.illegal << " illegal, "
            << result.missed << " missed, " << counted(result.disagreements, "disagreement") << '\n';
  print_times(result.records, board_methods);
  if (const double ratio = speedup(result.records, Method::plan_total, Method::boost_dijkstra); ratio > 0) {
    std::cout << "\nhierarchy against Boost Dijkstra: " << fixed(ratio, 1)
              << " times as fast, on the queries that both answered\n";
  }
  print_excess_head();
  print_excess("over Boost's optimum", excess_of(result.records, &Record::excess, 0.0));
}

}  // namespace

Exit board_compare(const CompareOptions& options, const detail::GraphFormat& format) {
  if (!options.html.empty())
    return bad_input(
        wrong_queries(options.map.file, "is a graph, of which there is no page; leave out --html"));
  const auto opened = open_board_at_hand(options.map, format);
  if (!opened) return bad_input(opened.error());
  BoardAtHand& hand = **opened;
  const Result<std::vector<BoardQuery>> queries =
      options.scen.empty() ? drawn_queries(options, hand.board) : given_queries(options, hand.board);
  if (!queries) return bad_input(queries.error());
  const Comparison result = measure_board(hand, options, *queries);
  if (options.json) {
    std::cout << to_text(board_json(options, hand.board, result));
  } else {
    print_board(options, hand.board, result);
  }
  for (const std::string& fault : result.faults) say("wrong answer: " + fault);
  return result.sound() ? Exit::ok : Exit::not_met;
}

}  // namespace portolan::tool
