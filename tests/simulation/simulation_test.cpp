// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <array>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/cases.hpp>
#include <support/data.hpp>
#include <support/make_simulation.hpp>

namespace portolan {
namespace {

SimulationReport play(const std::string& yaml, SimulationHooks hooks = {}) {
  Simulation simulation = make_simulation(yaml, std::move(hooks));
  simulation.run();
  return simulation.report();
}

constexpr const char* gate = R"(
name: gate
ticks: 1500
map:
  ascii: |
    ................................#...............................
    ................................#...............................
    ................................................................
    ................................................................
    ................................#...............................
    ................................#...............................
    ................................#...............................
    ................................#...............................
    ................................................................
    ................................#...............................
hierarchy: {sector_size: 8}
groups:
  - {name: west, count: 20, start: {rect: [1, 0, 6, 6]}, goal: {cell: [60, 2]}}
  - {name: east, count: 20, start: {rect: [56, 3, 6, 6]}, goal: {cell: [3, 2]}}
obstacles:
  - {name: ram, radius: 2, speed: 1, waypoints: [[40.5, 2.5], [32.5, 2.5]], mode: there_and_back}
expect: {all_arrived: true, no_wall_entries: true}
)";

// They come as near to it as they can, and are stuck there.
TEST(Simulation, AGoalAfterOthersThatNobodyCanGetTo) {
  const SimulationReport report = play(R"(
ticks: 300
map: {ascii: '.............#....'}
groups: [{count: 2, start: {cell: [1, 0]}, goal: {cell: [8, 0]}, then: [{goal: {cell: [16, 0]}}, {goal: {cell: [1, 0]}}]}]
)");
  EXPECT_EQ(report.outcome, Outcome::partial);
  EXPECT_EQ(report.arrived, 0);
  EXPECT_EQ(report.stuck, 2);
  EXPECT_EQ(report.ticks, 300);
}

// Their places lay beyond the wall, and who stood in the middle of a goal's cell before it seemed to be told
// to wait there: three of them stood for good.
TEST(Simulation, FarFromTheFocusAGoalWithAWallInIt) {
  const SimulationReport report = play(R"(
ticks: 600
map:
  ascii: |
    ........................................
    ........................................
    ........................................
    ........................................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
    ....................#...................
focus: {at: [[38, 18]], radius: 2}
groups: [{count: 8, start: {rect: [2, 8, 4, 4]}, goal: {rect: [19, 10, 8, 8]}, on_arrival: stay}]
)");
  EXPECT_EQ(report.arrived, 8);
}

TEST(Simulation, AllArriveRoundAnObstacleThatMoves) {
  const SimulationReport report = play(gate);
  EXPECT_EQ(report.outcome, Outcome::complete);
  EXPECT_EQ(report.agents, 40);
  EXPECT_EQ(report.arrived, 40);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_GT(report.commits, 0U);
  EXPECT_GT(report.work.fields, 2U) << "the ram crossed a corridor";
  EXPECT_GT(report.sectors_rebuilt, 0U);
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.groups.size(), 2U);
  EXPECT_EQ(report.seconds.build, 0) << "no clock, no times";
}

TEST(Simulation, ChangesOutsideTheCorridorCostNothing) {
  std::string yaml = R"(
ticks: 600
map: {generate: {kind: boxes, width: 256, height: 64, seed: 3}}
hierarchy: {sector_size: 16}
groups:
  - {name: near, count: 10, start: {around: [10, 32], radius: 6}, goal: {near: [60, 32]}}
obstacles:
  - {name: far, radius: 3, speed: 4, waypoints: [[200, 10], [240, 50]], mode: there_and_back}
expect: {all_arrived: true, no_wall_entries: true}
)";
  const SimulationReport report = play(yaml);
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_GT(report.commits, 10U);
  EXPECT_EQ(report.work.plans, 1U);
  EXPECT_EQ(report.work.fields, 1U);
}

TEST(Simulation, GroupsStartAtTheirTick) {
  Simulation simulation = make_simulation(R"(
ticks: 300
map:
  ascii: |
    ....................
    ....................
groups:
  - {name: early, count: 3, start: {rect: [0, 0, 3, 1]}, goal: {cell: [19, 0]}}
  - {name: late, count: 3, start: {rect: [0, 1, 3, 1]}, goal: {cell: [19, 1]}, start_tick: 50}
)");
  for (int i = 0; i < 50; ++i) simulation.tick();
  EXPECT_EQ(simulation.crowd().count(AgentState::waiting), 3U);
  EXPECT_EQ(simulation.plan(1).outcome, Outcome::pending);
  simulation.run();
  const SimulationReport report = simulation.report();
  EXPECT_EQ(report.arrived, 6);
  EXPECT_GT(report.groups[1].last_arrival_tick, report.groups[0].last_arrival_tick + 40);
}

TEST(Simulation, SaysWhatDoesNotHold) {
  const SimulationReport report = play(R"(
ticks: 60
map:
  ascii: |
    ..........#..
    ..........#..
groups:
  - {name: shut out, count: 2, start: {rect: [0, 0, 2, 1]}, goal: {cell: [12, 0]}}
expect: {all_arrived: true, min_arrived: 1, max_ticks: 10, no_wall_entries: true}
)");
  EXPECT_NE(report.outcome, Outcome::complete);
  EXPECT_EQ(report.stuck, 2);
  ASSERT_EQ(report.failures.size(), 3U);
  EXPECT_NE(report.failures[0].find("0 of 2 agents arrived"), std::string::npos) << report.failures[0];
  EXPECT_EQ(report.failures, (std::vector<std::string>{
                                 "expect.all_arrived does not hold: 0 of 2 agents arrived",
                                 "expect.min_arrived: 1 does not hold: 0 of 2 agents arrived",
                                 "expect.max_ticks: 10 does not hold: it took 60 ticks",
                             }));
}

// Complete is what has arrived, not what has a plan.
TEST(Simulation, IsPendingWhereTimeRunsOutOnTheWay) {
  const SimulationReport report = play(R"(
ticks: 60
map:
  ascii: |
    ........................................
    ........................................
groups:
  - {name: near, count: 1, start: {cell: [0, 0]}, goal: {cell: [4, 0]}}
  - {name: far, count: 2, start: {rect: [0, 1, 2, 1]}, goal: {cell: [38, 1]}}
)");
  EXPECT_EQ(report.arrived, 1);
  EXPECT_EQ(report.groups[0].outcome, Outcome::complete);
  EXPECT_EQ(report.groups[1].outcome, Outcome::pending);
  EXPECT_EQ(report.outcome, Outcome::pending);
}

TEST(Simulation, RingAroundAnObstacleAndAnArrivalUnderIt) {
  // The obstacle passes over the crowd: nobody may end up inside it, and all get where they wanted.
  const SimulationReport report = play(R"(
ticks: 800
map: {generate: {kind: boxes, width: 64, height: 64, seed: 5, fill: 1}}
groups:
  - {name: ring, count: 60, start: {around: [32, 32], radius: 8}, goal: {around: [32, 32], radius: 3}, on_arrival: stay}
  - {name: through, count: 60, start: {around: [8, 32], radius: 6}, goal: {cell: [60, 32]}}
obstacles:
  - {name: roller, radius: 5, speed: 3, waypoints: [[2, 32], [62, 32]], mode: loop}
expect: {no_wall_entries: true}
)");
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_GT(report.contacts.pushed, 0);
  EXPECT_EQ(report.arrived, 120);
}

TEST(Simulation, AHookMayEndTheRun) {
  SimulationHooks hooks;
  hooks.on_tick = [](const Simulation& s) { return s.ticks() < 7; };
  EXPECT_EQ(play(gate, hooks).ticks, 7);
}

TEST(Simulation, LeavesTrailsAndTracks) {
  Simulation simulation = make_simulation(gate);
  simulation.run();
  ASSERT_EQ(simulation.trails().size(), 40U);
  ASSERT_EQ(simulation.obstacle_tracks().size(), 1U);
  EXPECT_GT(simulation.trails()[0].points.size(), 40U);
  for (const Trail& trail : simulation.trails()) {
    for (std::size_t k = 1; k < trail.points.size(); ++k) {
      EXPECT_LT(length(trail.points[k] - trail.points[k - 1]), 3.0F);
    }
  }
}

// Down one stair, through a cellar and up the other: three trails, each on its layer.
TEST(Simulation, ATrailEndsAtALinkAndAnotherBegins) {
  Simulation simulation = make_simulation(R"(
map:
  layers:
    - ascii: |
        ....#....
        ....#....
    - ascii: |
        #########
        #.......#
links: [{from: [1, 1], to: [1, 1, 1]}, {from: [7, 1, 1], to: [7, 1]}]
groups:
  - {name: one, count: 1, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}
)");
  simulation.run();
  const std::vector<Trail>& trails = simulation.trails();
  ASSERT_EQ(trails.size(), 3U);
  for (std::size_t k = 0; k < trails.size(); ++k) {
    EXPECT_EQ(trails[k].layer, k % 2);
    EXPECT_EQ(trails[k].beyond_link, k > 0);
  }
  EXPECT_LT(trails[0].points.back().x, 4);
  EXPECT_GT(trails[2].points.front().x, 5);
}

// Random small worlds with rollers: no wall or stamped cell is entered, and agents with a path arrive.
TEST(Simulation, NoWallIsEnteredInRandomWorlds) {
  const char* const kinds[] = {"caves", "rooms", "boxes", "maze"};
  for (int seed = 1; seed <= static_cast<int>(test::cases(12)); ++seed) {
    const std::string yaml = "ticks: 2500\nmap: {generate: {kind: " + std::string(kinds[seed % 4]) +
                             ", width: 96, height: 80, seed: " + std::to_string(seed) + "}}\n" +
                             "hierarchy: {sector_size: 16}\nseed: " + std::to_string(seed) + "\n" + R"(
groups:
  - {name: a, count: 60, start: {anywhere: true}, goal: {anywhere: true}, speed: 6}
  - {name: b, count: 60, start: {anywhere: true}, goal: {anywhere: true}, speed: 5}
obstacles:
  - {name: x, radius: 3, speed: 4, waypoints: [[5, 5], [90, 70], [10, 70]], mode: loop}
  - {name: y, radius: 2, speed: 3, waypoints: [[90, 5], [5, 40]], mode: there_and_back}
expect: {no_wall_entries: true}
)";
    const SimulationReport report = play(yaml);
    EXPECT_EQ(report.failures, std::vector<std::string>{}) << yaml;
    EXPECT_EQ(report.arrived, 120) << yaml;
  }
}

TEST(Simulation, TheSiegeBegins) {
  Result<ScenarioFile> scenario =
      read_scenario(test::source_dir() / "scenarios" / "siege.yaml", {"ticks=700"});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  scenario->expect.all_arrived.reset();
  Result<Simulation> simulation = open_simulation(std::move(scenario).value());
  ASSERT_TRUE(simulation.ok()) << simulation.error().text();
  simulation->run();
  const SimulationReport report = simulation->report();
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.stuck, 0);
  EXPECT_GT(report.commits, 200U);
  EXPECT_LE(report.replans.longest_wait, 10U);
  std::uint64_t fired = 0;
  for (const TriggerReport& trigger : report.replans.triggers) fired += trigger.fired > 0 ? 1U : 0U;
  EXPECT_GE(fired, trigger_count - 1) << "the companies use all triggers; so early nobody stands idle";
}

// On other lands, too: some had a rock between a goal and a place beside it, so that one walked to and fro
// until it passed through its friends.
TEST(Simulation, FourArmiesMarchThroughEachOther) {
  for (std::uint64_t k = 0; k < test::cases(3); ++k) {
    const std::string land = "map.generate.seed=" + std::to_string(std::array{7, 3, 8}[k % 3]);
    Result<ScenarioFile> scenario =
        read_scenario(test::source_dir() / "scenarios" / "four_armies.yaml", {land});
    ASSERT_TRUE(scenario.ok()) << scenario.error().text();
    Result<Simulation> simulation = open_simulation(std::move(scenario).value());
    ASSERT_TRUE(simulation.ok()) << simulation.error().text();
    simulation->run();
    const SimulationReport report = simulation->report();
    EXPECT_EQ(report.failures, std::vector<std::string>{}) << land;
    EXPECT_EQ(report.contacts.overlaps, 0U) << land;
    EXPECT_EQ(report.contacts.squeezes, 0U) << land;
  }
}

TEST(Simulation, TwoThousandCrossTheFrozenSea) {
  const std::string map = "movingai/sc1/TheFrozenSea.map";
  PORTOLAN_NEEDS_DATA(map);
  const auto file = test::source_dir() / "scenarios" / "frozen_sea.yaml";
  const auto many = static_cast<int>(test::cases(500));
  std::vector<std::string> overrides = {"map.file=" + test::data_file(map).string()};
  for (int group = 0; group < 4; ++group)
    overrides.push_back("groups." + std::to_string(group) + ".count=" + std::to_string(many));
  Result<ScenarioFile> scenario = read_scenario(file, overrides);
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  Result<Simulation> simulation = open_simulation(std::move(scenario).value());
  ASSERT_TRUE(simulation.ok()) << simulation.error().text();
  simulation->run();
  const SimulationReport report = simulation->report();
  EXPECT_EQ(report.agents, 4 * many);
  EXPECT_EQ(report.arrived, 4 * many);
  EXPECT_EQ(report.stuck, 0);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_GT(report.sectors_rebuilt, 0U) << "the floe has not moved";
}

}  // namespace
}  // namespace portolan
