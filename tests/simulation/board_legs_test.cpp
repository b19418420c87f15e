// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Goals one after another on boards: judged by where agents are, never by what the simulation says of their
// legs.
#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <support/cases.hpp>
#include <support/paths.hpp>

#include "board_game.hpp"

namespace portolan {
namespace {

using detail::BoardAgent;
using detail::BoardSimulation;
using test::board_game;
using test::dijkstra;
using test::drawn;
using test::most_at_one_place;
using test::random_rows;

std::string at(Cell c) { return "{cell: [" + std::to_string(c.x) + ", " + std::to_string(c.y) + "]}"; }

// How many of these vertices lie on a trail, each after the one before or at the same place.
std::size_t seen_in_order(const BoardSimulation::Trail& trail, const std::vector<std::uint32_t>& wanted) {
  std::size_t seen = 0;
  for (const std::uint32_t vertex : trail.vertices) {
    while (seen < wanted.size() && wanted[seen] == vertex) ++seen;
  }
  return seen;
}

// A lane of eleven tiles, in which a step takes a second, with another below it that nobody can enter.
const std::string lane = drawn({"...........", "###########"}, "hexagons") + "ticks: 3000\n";

BoardSimulation in_lane(const std::string& group, const std::string& more = "",
                        BoardSimulation::Hooks hooks = {}) {
  return board_game(lane + more + "groups:\n  - {count: 1, speed: 1, start: {cell: [0, 0]}, " + group + "}\n",
                    std::move(hooks));
}

TEST(BoardLegs, AreWalkedInOrderAndCostWhatDijkstraSays) {
  std::size_t walked = 0, exact_ones = 0;
  for (unsigned seed = 1; seed <= test::storm(60); ++seed) {
    std::mt19937 random(seed);
    const bool exact = seed % 2 == 0;
    const int rounds = 1 + static_cast<int>(seed % 3);
    const auto somewhere = [&] {
      return Cell{random() % 2 == 0 ? 0 : 39, static_cast<std::int32_t>(random() % 30)};
    };
    const Cell start = somewhere();
    const std::vector<Cell> goals{somewhere(), somewhere(), somewhere()};
    BoardSimulation game =
        board_game(drawn(random_rows(random, 40, 30, 20), seed % 4 < 2 ? "hexagons" : "staggered") +
                   "ticks: 100000\noutput: {trail_agents: 9}\nhierarchy: {sector_size: 8, quality: " +
                   (exact ? "exact" : "path") + "}\ngroups:\n  - {count: 3, start: " + at(start) +
                   ", goal: " + at(goals[0]) + ", then: [{goal: " + at(goals[1]) +
                   "}, {goal: " + at(goals[2]) + "}], rounds: " + std::to_string(rounds) + "}\n");
    std::vector<std::uint32_t> wanted{*game.board().vertex_at(start)};
    for (int round = 0; round < rounds; ++round) {
      for (const Cell goal : goals) wanted.push_back(*game.board().vertex_at(goal));
    }
    Distance best{0};
    for (std::size_t k = 1; k < wanted.size(); ++k)
      best = best + dijkstra(game.graph(), wanted[k - 1], wanted[k]);
    game.run();
    const SimulationReport report = game.report();
    if (!reachable(best)) {
      EXPECT_EQ(report.outcome, Outcome::unreachable) << "seed " << seed;
      continue;
    }
    ASSERT_EQ(report.arrived, 3) << "seed " << seed;
    for (const BoardSimulation::Trail& trail : game.trails()) {
      EXPECT_EQ(seen_in_order(trail, wanted), wanted.size()) << "seed " << seed;
      EXPECT_EQ(trail.vertices.back(), wanted.back()) << "seed " << seed;
    }
    const std::uint64_t cost = game.agents()[0].cost;
    EXPECT_TRUE(!exact || cost == best.units) << "seed " << seed;
    EXPECT_GE(cost, best.units) << "seed " << seed;
    if (best == Distance{0}) continue;
    EXPECT_DOUBLE_EQ(report.detour, static_cast<double>(cost) / static_cast<double>(best.units))
        << "seed " << seed;
    ++walked;
    exact_ones += exact ? 1U : 0U;
  }
  EXPECT_GT(walked, test::enough(20));
  EXPECT_GT(exact_ones, test::enough(5));
}

// Who passes a goal loses no time: it comes to the last one in the tick in which it would without.
TEST(BoardLegs, AGoalIsPassedWithoutAStop) {
  for (const std::string speed : {"1", "3.3", "40"}) {
    const auto ticks = [&](const std::string& goals) {
      BoardSimulation game = board_game(lane + "groups:\n  - {count: 1, speed: " + speed +
                                        ", start: {cell: [0, 0]}, " + goals + "}\n");
      game.run();
      EXPECT_EQ(game.agents()[0].steps, 10U) << goals;
      return game.ticks();
    };
    const std::int64_t straight = ticks("goal: {cell: [10, 0]}");
    EXPECT_EQ(ticks("goal: {cell: [4, 0]}, then: [{goal: {cell: [10, 0]}}]"), straight) << speed;
    EXPECT_EQ(ticks("goal: {cell: [1, 0]}, then: [{goal: {cell: [2, 0]}}, {goal: {cell: [10, 0]}}]"),
              straight)
        << speed;
  }
}

TEST(BoardLegs, AgentsStayAsLongAsTheyAreToldTo) {
  for (const std::string seconds : {"0.1", "0.0333"}) {
    std::int64_t there = 0;
    std::uint32_t goal = 0;
    BoardSimulation game = in_lane(
        "goal: {cell: [4, 0]}, wait: 3, then: [{goal: {cell: [10, 0]}}]", "tick_seconds: " + seconds + "\n",
        {{}, [&](const BoardSimulation& now) {
           const BoardAgent& agent = now.agents()[0];
           there += agent.place() == goal && agent.state != BoardAgent::State::walking ? 1 : 0;
           return true;
         }});
    goal = *game.board().vertex_at({4, 0});
    game.run();
    EXPECT_EQ(game.arrived(), 1);
    EXPECT_NEAR(static_cast<double>(there) * std::stod(seconds), 3, 0.15) << seconds;
  }
}

TEST(BoardLegs, NobodyGoesOnBeforeTheLastOneIsThere) {
  // Ticks in which the first one has gone beyond the goal while the other one, ten steps behind, was not
  // there.
  const auto ahead = [](const std::string& together) {
    std::int64_t count = 0;
    BoardSimulation game = board_game(
        lane + "groups:\n  - {count: 2, speed: 1, start: {cells: [[5, 0], [0, 0]]}, goal: {cell: [6, 0]}, " +
            together + "then: [{goal: {cell: [10, 0]}}]}\n",
        {{}, [&](const BoardSimulation& now) {
           const auto x = [&](std::size_t agent) { return now.board().cells[now.agents()[agent].at].x; };
           count += x(0) > 6 && x(1) < 6 ? 1 : 0;
           return true;
         }});
    game.run();
    EXPECT_EQ(game.arrived(), 2);
    return count;
  };
  EXPECT_GT(ahead(""), 20);
  EXPECT_EQ(ahead("together: true, "), 0);
}

TEST(BoardLegs, AnOrderComesWhereverTheyAre) {
  // On its fifth step when it is called back, which it ends, and is at [5, 0].
  BoardSimulation game = in_lane("goal: {cell: [10, 0]}, then: [{goal: {cell: [1, 0]}, tick: 45}]");
  std::int32_t farthest = 0;
  while (game.tick()) farthest = std::max(farthest, game.board().cells[game.agents()[0].at].x);
  EXPECT_EQ(game.arrived(), 1);
  EXPECT_EQ(farthest, 5);
  EXPECT_EQ(game.agents()[0].steps, 5U + 4U);
  EXPECT_EQ(game.report().detour, 1)
      << "what it had walked until then counts as the part of the way that it was";
  EXPECT_NEAR(static_cast<double>(game.ticks()), 90, 2);
}

TEST(BoardLegs, WhoWaitsForAnOrderStaysAtTheGoalUntilThen) {
  BoardSimulation game =
      in_lane("goal: {cell: [3, 0]}, on_arrival: leave, then: [{goal: {cell: [5, 0]}, tick: 200}]");
  while (game.ticks() < 199 && game.tick()) {
  }
  EXPECT_EQ(game.board().text_of(game.agents()[0].place()), "[3, 0]");
  EXPECT_TRUE(game.agents()[0].on_board());
  EXPECT_EQ(game.arrived(), 0);
  game.run();
  EXPECT_EQ(game.arrived(), 1);
  EXPECT_FALSE(game.agents()[0].on_board());
  EXPECT_NEAR(static_cast<double>(game.ticks()), 220, 2);
}

// A tile is for one: the third of those who begin on it comes onto the board when the order has come.
TEST(BoardLegs, AnOrderIsForThoseWhoHaveSetOut) {
  BoardSimulation game = board_game(lane +
                                    "board: {room: 1}\noutput: {trail_agents: 3}\ngroups:\n  - {count: 3, "
                                    "speed: 1, start: {cell: [0, 0]}, " +
                                    "goal: {cell: [9, 0]}, then: [{goal: {cell: [3, 0]}, tick: 5}]}\n");
  const std::uint32_t first = *game.board().vertex_at({9, 0}), second = *game.board().vertex_at({3, 0});
  game.run();
  ASSERT_EQ(game.arrived(), 3);
  EXPECT_EQ(seen_in_order(game.trails()[0], {second}), 1U);
  EXPECT_EQ(seen_in_order(game.trails()[0], {first}), 0U);
  EXPECT_EQ(seen_in_order(game.trails()[2], {first, second}), 2U) << "it walks the goals before first";
}

TEST(BoardLegs, RoundsGoOnUntilTheOrderComesOrForEver) {
  BoardSimulation game = in_lane(
      "goal: {cell: [4, 0]}, then: [{goal: {cell: [0, 0]}}, {goal: {cell: [10, 0]}, tick: 300}], rounds: 0",
      "output: {trail_agents: 1}\n");
  const std::uint32_t there = *game.board().vertex_at({4, 0}), back = *game.board().vertex_at({0, 0});
  game.run();
  EXPECT_EQ(game.arrived(), 1);
  EXPECT_EQ(seen_in_order(game.trails()[0], {there, back, there, back, there, back}), 6U);
  EXPECT_EQ(game.agents()[0].steps, 31U + 9U) << "it goes from [2, 0] to [1, 0], on its fourth way back";

  BoardSimulation ever = in_lane("goal: {cell: [4, 0]}, then: [{goal: {cell: [0, 0]}}], rounds: 0");
  ever.run();
  EXPECT_EQ(ever.ticks(), 3000);
  EXPECT_EQ(ever.arrived(), 0);
  EXPECT_EQ(ever.agents()[0].steps, 301U) << "one is begun";
  EXPECT_EQ(ever.report().outcome, Outcome::pending);
}

TEST(BoardLegs, GoalsAtOnePlaceArePassedInTurn) {
  BoardSimulation ever = in_lane("goal: {cell: [4, 0]}, then: [{goal: {cell: [4, 0]}}], rounds: 0");
  ever.run();
  EXPECT_EQ(ever.ticks(), 3000);
  BoardSimulation game = in_lane("goal: {cell: [4, 0]}, then: [{goal: {cell: [4, 0]}}], rounds: 3");
  game.run();
  EXPECT_EQ(game.arrived(), 1);
  EXPECT_EQ(game.agents()[0].steps, 4U);
}

// The second goal is cut off when they come to the first one, and before that while nobody goes there.
TEST(BoardLegs, AWayThatClosesAndOpensIsFoundAgain) {
  for (const int closes : {5, 70, 110}) {
    BoardSimulation game =
        in_lane("goal: {cell: [6, 0]}, wait: 3, then: [{goal: {cell: [1, 0]}}, {goal: {cell: [10, 0]}}]",
                "board: {edits: [{tick: " + std::to_string(closes) +
                    ", at: {cell: [3, 0]}, cost: impassable}, {tick: 400, at: {cell: [3, 0]}, cost: 1}]}\n");
    while (game.ticks() < 390 && game.tick()) {
    }
    EXPECT_EQ(game.report().stuck, 1) << closes;
    EXPECT_EQ(game.report().outcome, Outcome::unreachable) << closes;
    game.run();
    EXPECT_EQ(game.arrived(), 1) << closes;
  }
}

// The least cost of a leg is that of the board when somebody begins it.
TEST(BoardLegs, CostAtLeastWhatTheBoardThenAsks) {
  // Begun at 0, 100, 200 and 300.
  BoardSimulation game = in_lane("goal: {cell: [10, 0]}, then: [{goal: {cell: [0, 0]}}], rounds: 2",
                                 "board: {edits: [{tick: 250, at: {cell: [2, 0]}, cost: 9}]}\n");
  game.run();
  EXPECT_EQ(game.arrived(), 1);
  EXPECT_EQ(game.agents()[0].cost, 4 * 240U + 2 * 4 * 24U);
  EXPECT_EQ(game.report().detour, 1);
}

// With little room, and those who wait at goals in the way of others, all come to all goals.
TEST(BoardLegs, NobodyWaitsForEverAndNoTileIsOverfull) {
  std::int64_t arrived_in_all = 0;
  for (unsigned seed = 1; seed <= test::storm(40); ++seed) {
    std::mt19937 random(seed);
    const int room = 1 + static_cast<int>(seed % 3);
    const auto group = [&](const std::string& name, int side) {
      const auto edge = [&](bool other) {
        return "{cell: [" + std::to_string((side == 0) == other ? 23 : 0) + ", " +
               std::to_string(random() % 18) + "]}";
      };
      return "  - {name: " + name + ", count: 20, speed: " + std::to_string(1 + random() % 5) +
             ", start: {rect: [" + std::to_string(side * 16) + ", 0, 8, 18]}, goal: " + edge(true) +
             ", wait: " + std::to_string(random() % 2) + ", then: [{goal: " + edge(false) +
             ", wait: 0.3}, {goal: " + edge(true) + (seed % 4 == 0 ? ", tick: 150" : "") + "}]" +
             (seed % 4 == 0 ? "" : ", rounds: 2") + "}\n";
    };
    std::string groups = group("a", 0) + group("b", 1);
    if (seed % 4 == 0) {  // who waits for an order waits for nothing else
      for (std::size_t found; (found = groups.find(", wait: 0.3")) != std::string::npos;)
        groups.erase(found, 11);
    }
    int most = 0;
    BoardSimulation game =
        board_game(drawn(random_rows(random, 24, 18, 15), seed % 2 == 0 ? "hexagons" : "staggered") +
                       "seed: " + std::to_string(seed) +
                       "\nticks: 60000\nhierarchy: {sector_size: 8}\nboard: {room: " + std::to_string(room) +
                       "}\ngroups:\n" + groups,
                   {{}, [&](const BoardSimulation& now) {
                      most = std::max(most, most_at_one_place(now));
                      return true;
                    }});
    game.run();
    EXPECT_LE(most, room) << "seed " << seed;
    const SimulationReport report = game.report();
    EXPECT_EQ(report.arrived + report.stuck, report.agents) << "seed " << seed;
    EXPECT_LT(game.ticks(), 60000) << "seed " << seed;
    arrived_in_all += report.arrived;
  }
  EXPECT_GT(arrived_in_all, static_cast<std::int64_t>(test::enough(40 * 20)));
}

// Up to a gallery, where each waits a little, and down from it.
TEST(BoardLegs, EqualScenariosOnVoxelsGiveEqualStates) {
  const auto played = [] {
    BoardSimulation game = test::opened(read_scenario(test::source_dir() / "scenarios/voxel_tower.yaml",
                                                      {"groups.0.goal={cell: [9, 3, 4]}", "groups.0.wait=0.2",
                                                       "groups.0.then=[{goal: {cell: [16, 1, 1]}}]"}));
    std::vector<std::uint64_t> hashes;
    while (game.tick()) hashes.push_back(game.report().hash);
    EXPECT_EQ(game.report().failures, std::vector<std::string>{});
    std::size_t climbed = 0;
    for (const BoardSimulation::Trail& trail : game.trails()) {
      if (trail.group > 0) continue;
      const std::vector<std::uint32_t> both{*game.board().vertex_at({9, 3, 4}),
                                            *game.board().vertex_at({16, 1, 1})};
      climbed += seen_in_order(trail, both) == 2 ? 1 : 0;
    }
    EXPECT_EQ(climbed, 6U);
    return hashes;
  };
  EXPECT_EQ(played(), played());
}

TEST(BoardLegs, WaggonsRidersAndAMessengerDoWhatTheyAreToldTo) {
  BoardSimulation game = test::opened(
      read_scenario(test::source_dir() / "scenarios/salt_road.yaml", {"output.trail_agents=12"}));
  std::int32_t easternmost = 0;  // of the messenger
  while (game.tick()) easternmost = std::max(easternmost, game.board().cells[game.agents()[11].place()].x);
  EXPECT_EQ(game.report().failures, std::vector<std::string>{});
  EXPECT_GT(easternmost, 12) << "over the river";
  EXPECT_LT(easternmost, 23) << "called back";
  const auto times_at = [&](const BoardSimulation::Trail& trail, bool east) {
    return std::count_if(trail.vertices.begin(), trail.vertices.end(), [&](std::uint32_t vertex) {
      const std::span<const std::uint32_t> goals = game.goals(0, east ? 0 : 1);
      return std::find(goals.begin(), goals.end(), vertex) != goals.end();
    });
  };
  std::size_t waggons = 0;
  for (const BoardSimulation::Trail& trail : game.trails()) {
    if (trail.group > 0) continue;
    ++waggons;
    EXPECT_GE(times_at(trail, true), 2);
    EXPECT_GE(times_at(trail, false), 2);
  }
  EXPECT_GT(waggons, 0U);
}

TEST(BoardLegs, TogetherDoesNotGoWithRoom) {
  const auto fault = [](const std::string& group) -> std::string {
    Result<ScenarioFile> file = parse_scenario(
        lane + "board: {room: 1}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}, " +
            group + "}\n",
        "test.yaml");
    if (!file) return file.error().text();
    Result<BoardSimulation> game = open_board_simulation(std::move(*file));
    return game ? std::string("nothing") : game.error().text();
  };
  EXPECT_EQ(fault("wait: 1, then: [{goal: {cell: [5, 0]}}]"), "nothing");
  EXPECT_NE(fault("together: true, then: [{goal: {cell: [5, 0]}}]")
                .find("groups.0.together: `together` does not go with `board.room`"),
            std::string::npos)
      << fault("together: true, then: [{goal: {cell: [5, 0]}}]");
  EXPECT_NE(fault("then: [{goal: {cell: [9, 9]}}]").find("groups.0.then.0.goal"), std::string::npos);
}

}  // namespace
}  // namespace portolan
