// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <support/paths.hpp>

#include "board_game.hpp"

// Boards that are played on, against Boost's Dijkstra and a look at who stands where after each tick.
namespace portolan {
namespace {

using detail::BoardAgent;
using detail::BoardSimulation;
using test::board_game;
using test::dijkstra;
using test::drawn;
using test::most_at_one_place;
using test::opened;
using test::places;
using test::random_rows;

TEST(BoardSimulation, WhoIsAlonePaysTheOptimumOfItsCorridor) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const bool exact = seed % 2 == 0;
    const std::string shape = seed % 3 == 0   ? "hexagons\n  layout: even_columns"
                              : seed % 3 == 1 ? "hexagons"
                                              : "staggered";
    BoardSimulation game =
        board_game(drawn(random_rows(random, 40, 30, 25), shape) +
                   "ticks: 100000\nhierarchy: {sector_size: 8, quality: " + (exact ? "exact" : "path") +
                   "}\ngroups:\n  - {count: 1, start: {cell: [0, 3]}, goal: {cell: [39, 25]}}\n");
    game.tick();
    const std::uint32_t start = *game.board().vertex_at({0, 3}), goal = *game.board().vertex_at({39, 25});
    const Distance best = dijkstra(game.graph(), start, goal);
    const Distance in_corridor = game.field(0)->at(start);
    game.run();
    const BoardAgent& agent = game.agents()[0];
    if (!reachable(best)) {
      EXPECT_EQ(agent.state, BoardAgent::State::stuck) << "seed " << seed;
      EXPECT_EQ(game.report().outcome, Outcome::unreachable) << "seed " << seed;
      continue;
    }
    ASSERT_EQ(agent.state, BoardAgent::State::arrived) << "seed " << seed;
    EXPECT_EQ(agent.cost, in_corridor.units) << "seed " << seed;
    EXPECT_TRUE(!exact || agent.cost == best.units) << "seed " << seed;
    const double detour = static_cast<double>(agent.cost) / static_cast<double>(best.units);
    EXPECT_DOUBLE_EQ(game.report().detour, detour) << "seed " << seed;
    EXPECT_EQ(game.report().contacts.waits, 0U);
  }
}

TEST(BoardSimulation, TakesTheTimeThatItsWayCosts) {
  // Ten steps of cost 1, a cell a second, ten ticks a second: the last step ends in tick 100.
  BoardSimulation game =
      board_game(drawn({"...........", "###########"}, "hexagons") +
                 "groups:\n  - {count: 1, speed: 1, start: {cell: [0, 0]}, goal: {cell: [10, 0]}}\n");
  game.run();
  EXPECT_NEAR(static_cast<double>(game.ticks()), 100, 1);
  EXPECT_EQ(game.agents()[0].steps, 10U);
  EXPECT_EQ(game.report().walked, 10);
}

TEST(BoardSimulation, EqualScenariosGiveEqualStates) {
  const auto file = test::source_dir() / "scenarios/two_fords.yaml";
  std::vector<std::uint64_t> hashes;
  const auto note = [&](const BoardSimulation& game) {
    hashes.push_back(game.report().hash);
    return true;
  };
  opened(read_scenario(file), {{}, note}).run();
  const std::vector<std::uint64_t> first = std::exchange(hashes, {});
  opened(read_scenario(file), {{}, note}).run();
  EXPECT_EQ(first, hashes);
  opened(read_scenario(file, {"seed=2"}), {{}, note}).run();
  EXPECT_NE(first.back(), hashes.back());
}

TEST(BoardSimulation, NoTileHoldsMoreThanItHasRoomFor) {
  std::int64_t arrived_in_all = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const int room = 1 + static_cast<int>(seed % 3);
    const std::string each = ", count: 40, speed: " + std::to_string(1 + seed % 7) + ", ";
    const std::string yaml =
        drawn(random_rows(random, 24, 18, 20), seed % 2 == 0 ? "hexagons" : "staggered") +
        "seed: " + std::to_string(seed) +
        "\nticks: 20000\nhierarchy: {sector_size: 8}\nboard: {room: " + std::to_string(room) +
        "}\ngroups:\n  - {name: a" + each +
        "start: {rect: [0, 0, 8, 18]}, goal: {rect: [22, 0, 2, 18]}}\n  - {name: b" + each +
        "start: {rect: [16, 0, 8, 18]}, goal: {rect: [0, 0, 2, 18]}}\n  - {name: c" + each +
        "start: {rect: [8, 0, 8, 18]}, goal: {cell: [0, 9]}, start_tick: 20}\n";
    int most = 0;
    BoardSimulation game = board_game(yaml, {{}, [&](const BoardSimulation& now) {
                                               most = std::max(most, most_at_one_place(now));
                                               return true;
                                             }});
    game.run();
    EXPECT_LE(most, room) << "seed " << seed;
    const SimulationReport report = game.report();
    EXPECT_EQ(report.arrived + report.stuck, report.agents) << "seed " << seed << ": nobody waits for ever";
    arrived_in_all += report.arrived;
  }
  EXPECT_GT(arrived_in_all, 40 * 60) << "most have a way";
}

TEST(BoardSimulation, TwoColumnsPassInALaneOfOneTile) {
  BoardSimulation game = board_game(
      drawn({"............", "############"}, "hexagons") +
      "board: {room: 1}\ngroups:\n  - {count: 5, start: {rect: [0, 0, 5, 1]}, goal: {cell: [11, 0]}}\n"
      "  - {count: 5, start: {rect: [7, 0, 5, 1]}, goal: {cell: [0, 0]}}\n");
  game.run();
  EXPECT_EQ(game.report().arrived, 10);
  EXPECT_GE(game.report().contacts.squeezes, 25 - 10) << "each meets each, but for those who have arrived";
  EXPECT_EQ(game.report().detour, 1) << "passing costs nothing but time";
}

TEST(BoardSimulation, WhoHasNoWayLetsOthersPass) {
  // The goal of the second group lies behind the wall: it stands in the lane.
  BoardSimulation game =
      board_game(drawn({"........#.", "########.."}, "hexagons") +
                 "ticks: 500\nboard: {room: 1}\ngroups:\n"
                 "  - {name: stands, count: 2, start: {rect: [3, 0, 2, 1]}, goal: {cell: [9, 0]}}\n"
                 "  - {name: passes, count: 3, start: {rect: [0, 0, 3, 1]}, goal: {cell: [7, 0]}}\n");
  game.run();
  const SimulationReport report = game.report();
  EXPECT_EQ(report.groups[0].stuck, 2);
  EXPECT_EQ(report.groups[1].arrived, 3);
  EXPECT_EQ(report.outcome, Outcome::unreachable);
}

TEST(BoardSimulation, AClosedFordIsGoneRound) {
  // The ford is at [5, 0], and row 2 the way round.
  const std::string groups =
      "groups:\n  - {count: 1, speed: 1, start: {cell: [0, 0]}, goal: {cell: [10, 0]}}\n";
  const std::string lanes = drawn({"...........", ".#########.", "...........", "###########"}, "hexagons") +
                            "ticks: 5000\nhierarchy: {sector_size: 8, quality: exact}\n" + groups;
  const auto cost_with = [&](const std::string& edits) {
    BoardSimulation game = board_game(lanes + "board: {edits: [" + edits + "]}\n");
    game.run();
    EXPECT_EQ(game.report().arrived, 1) << edits;
    EXPECT_LE(game.report().contacts.wall_entries, 12) << edits;
    return game.agents()[0].cost / 24;
  };
  EXPECT_EQ(cost_with("{tick: 0, at: {cell: [5, 0]}, cost: 1}"), 10U);
  const std::uint64_t round = cost_with("{tick: 0, at: {cell: [5, 0]}, cost: impassable}");
  EXPECT_GT(round, 10U);
  // It is on its third step when the ford closes, and goes two back: the way round begins at [1, 0] too.
  EXPECT_EQ(cost_with("{tick: 25, at: {cell: [5, 0]}, cost: impassable}"), round + 5);
  // It is on its way into the ford when that closes, and leaves it.
  EXPECT_EQ(cost_with("{tick: 45, at: {cell: [5, 0]}, cost: impassable}"), 10U);
  // A tile of cost 200 is gone round as well.
  EXPECT_EQ(cost_with("{tick: 0, at: {cell: [5, 0]}, cost: 200}"), round);
  EXPECT_EQ(cost_with("{tick: 0, edge: {from: [5, 0], to: [6, 0]}, cost: impassable}"), round);
  EXPECT_EQ(cost_with("{tick: 0, edge: {from: [6, 0], to: [5, 0], both_ways: false}, cost: impassable}"),
            10U);
}

TEST(BoardSimulation, NobodyEntersWhatIsClosed) {
  std::map<std::int64_t, int> on_ford;
  const auto file = test::source_dir() / "scenarios/two_fords.yaml";
  std::uint32_t ford = 0;
  BoardSimulation game = opened(read_scenario(file), {{}, [&](const BoardSimulation& now) {
                                                        const auto here = places(now);
                                                        on_ford[now.ticks()] = here.count(ford) > 0 ? 1 : 0;
                                                        return true;
                                                      }});
  ford = *game.board().vertex_at({12, 4});
  game.run();
  EXPECT_TRUE(game.report().failures.empty());
  int before = 0, while_closed = 0;
  for (const auto& [tick, there] : on_ford) (tick <= 60 ? before : while_closed) += tick <= 200 ? there : 0;
  EXPECT_GT(before, 0);
  EXPECT_LT(while_closed, 40) << "who is in the ford when it closes has one step to go";
}

TEST(BoardSimulation, WhoIsCutOffGoesOnWhenTheWayOpens) {
  BoardSimulation game =
      board_game(drawn({"..........", "##########"}, "hexagons") +
                 "ticks: 2000\nboard: {edits: [{tick: 5, at: {rect: [6, 0, 2, 1]}, cost: impassable},"
                 " {tick: 300, at: {rect: [6, 0, 2, 1]}, cost: 2}]}\n"
                 "groups:\n  - {count: 2, speed: 1, start: {cell: [0, 0]}, goal: {cell: [9, 0]}}\n");
  while (game.ticks() < 200 && game.tick()) {
  }
  EXPECT_EQ(game.report().stuck, 2);
  EXPECT_EQ(game.report().outcome, Outcome::unreachable);
  game.run();
  EXPECT_EQ(game.report().arrived, 2);
  EXPECT_GE(game.report().work.plans, 3U);
}

TEST(BoardSimulation, FloorsOfVoxelsAreClimbed) {
  const auto file = test::source_dir() / "scenarios/voxel_tower.yaml";
  BoardSimulation game = opened(read_scenario(file));
  bool climbed = false;
  const std::uint32_t gallery = *game.board().vertex_at({8, 3, 4});
  game.run();
  EXPECT_TRUE(game.report().failures.empty());
  for (const BoardSimulation::Trail& trail : game.trails()) {
    for (std::size_t i = 1; i < trail.vertices.size(); ++i) {
      const Cell from = game.board().cells[trail.vertices[i - 1]], to = game.board().cells[trail.vertices[i]];
      EXPECT_LE(to.layer - from.layer, 1) << "steps are one voxel high";
      EXPECT_GE(to.layer - from.layer, -3) << "drops are three voxels deep";
      climbed = climbed || to.layer == game.board().cells[gallery].layer;
    }
  }
  EXPECT_TRUE(climbed);
}

TEST(BoardSimulation, ReportsTheWorkOfEdits) {
  BoardSimulation game = opened(read_scenario(test::source_dir() / "scenarios/two_fords.yaml"));
  game.run();
  const SimulationReport report = game.report();
  EXPECT_EQ(report.commits, 2U);
  EXPECT_GT(report.sectors_rebuilt, 0U);
  EXPECT_GE(report.work.plans, 4U) << "each group at the start, and when the ford closes";
  EXPECT_EQ(report.work.plans, report.groups[0].plans + report.groups[1].plans);
}

TEST(BoardSimulation, SaysWhatDoesNotFit) {
  const auto fault = [](const std::string& rest) -> std::string {
    Result<ScenarioFile> file = parse_scenario(drawn({"....#", "....."}, "hexagons") + rest, "test.yaml");
    if (!file) return file.error().text();
    Result<BoardSimulation> game = open_board_simulation(std::move(*file));
    return game ? std::string("nothing") : game.error().text();
  };
  const std::string group = "groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 1]}}\n";
  EXPECT_EQ(fault(group), "nothing");
  const auto says = [&](const std::string& rest, const std::string& part) {
    EXPECT_NE(fault(rest).find(part), std::string::npos) << fault(rest);
  };
  says("groups:\n  - {count: 1, start: {cell: [4, 0]}, goal: {cell: [0, 0]}}\n",
       "[4, 0] is impassable; the nearest");
  says("groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [7, 0]}}\n",
       "cell [7, 0] lies outside the map of 5 x 2 hexagons");
  says("groups:\n  - {count: 9, start: {rect: [0, 0, 2, 2]}, goal: {cell: [3, 0]}}\n", "found 4 free");
  says(
      "groups:\n  - {count: 1, on_arrival: stay, start: {cell: [0, 0]}, goal: {cell: [3, 0]}}\nboard: {room: "
      "1}\n",
      "`on_arrival: stay` does not go with `board.room`");
  says(group + "board: {edits: [{tick: 1, edge: {from: [0, 0], to: [3, 0]}, cost: 2}]}\n",
       "no edge leads from [0, 0] to [3, 0]");
  says(group + "board: {edits: [{tick: 1, at: {cell: [9, 9]}, cost: 2}]}\n", "lies outside");
}

}  // namespace
}  // namespace portolan
