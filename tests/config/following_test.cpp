// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups whose agents have a way each: spliced paths, and plans in time.
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/simulation.hpp>

#include <support/paths.hpp>

namespace portolan {
namespace {

SimulationReport played(Result<Scenario> scenario) {
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<Simulation> simulation = Simulation::create(std::move(scenario).value());
  if (!simulation) throw std::runtime_error(simulation.error().text());
  simulation->run();
  return simulation->report();
}

SimulationReport play_file(const std::string& name, std::vector<std::string> overrides = {}) {
  ScenarioReadOptions options;
  options.overrides = std::move(overrides);
  return played(read_scenario(test::source_dir() / "scenarios" / name, options));
}

// A plain with a wall whose gates open and close.
std::string gates(const std::string& group_keys, const std::string& hierarchy_keys = "") {
  return R"(
ticks: 1500
map: {generate: {kind: boxes, width: 192, height: 96, seed: 8, fill: 12}}
hierarchy: {sector_size: 16)" +
         hierarchy_keys + R"(}
groups:
  - {name: walkers, count: 12, start: {around: [10, 48], radius: 8}, goal: {around: [180, 48], radius: 4})" +
         group_keys + R"(}
obstacles:
  - {name: bar, box: [3, 40], at: [60.5, 48.5], presence: {at_start: false, turns: [4, 9], period: 11}}
  - {name: beam, box: [3, 40], at: [110.5, 40.5], presence: {at_start: true, turns: [12, 20], period: 24}}
  - {name: roller, radius: 4, speed: 2, waypoints: [[140.5, 20.5], [140.5, 80.5]], mode: there_and_back}
expect: {all_arrived: true, no_wall_entries: true, no_stale_steps: true}
)";
}

TEST(FollowingPaths, AllArriveAndPathsAreSpliced) {
  const SimulationReport report =
      played(parse_scenario(gates(", follow: path, splice: {window: 30, every: 20}"), "gates.yaml"));
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.outcome, Outcome::complete);
  EXPECT_GT(report.paths.work.splices, 0U);
  EXPECT_GE(report.paths.work.plans, 12U) << "one for each, at least";
  EXPECT_GT(report.paths.steps_walked, 12U * 100U);
  EXPECT_EQ(report.replans.triggers[0].served, 0U) << "no order was planned";
  EXPECT_EQ(report.fields, 0U);
}

TEST(FollowingPaths, ComputesMoreWhereItAlwaysPlansAnew) {
  const SimulationReport spliced =
      played(parse_scenario(gates(", follow: path, splice: {window: 60}"), "gates.yaml"));
  const SimulationReport anew = played(
      parse_scenario(gates(", follow: path, splice: {window: 0}, replan: {merge: each_tick}"), "gates.yaml"));
  EXPECT_EQ(anew.failures, std::vector<std::string>{});
  EXPECT_EQ(anew.paths.work.splices, 0U);
  EXPECT_GT(anew.paths.work.steps_computed, 2 * spliced.paths.work.steps_computed);
}

TEST(FollowingPaths, ThoseWhoSetOutTogetherShareFields) {
  const SimulationReport shared = played(parse_scenario(gates(", follow: path"), "a.yaml"));
  EXPECT_GT(shared.paths.cache.hits, shared.paths.cache.misses);
  const SimulationReport alone = played(parse_scenario(gates(", follow: path", ", cache_mb: 0"), "a.yaml"));
  EXPECT_EQ(alone.paths.cache.hits, 0U);
  EXPECT_GT(alone.tiles_solved, shared.tiles_solved);
}

TEST(FollowingPaths, EndsInTheSameStateEveryTime) {
  const std::string yaml = gates(", follow: path");
  EXPECT_EQ(played(parse_scenario(yaml, "a.yaml")).hash, played(parse_scenario(yaml, "a.yaml")).hash);
}

TEST(FollowingPaths, SaysThatThereIsNoWay) {
  const SimulationReport report = played(parse_scenario(R"(
ticks: 40
map:
  ascii: |
    ......#...
    ......#...
groups:
  - {name: shut out, count: 2, start: {rect: [0, 0, 2, 1]}, goal: {cell: [9, 0]}, follow: path}
)",
                                                        "a.yaml"));
  EXPECT_EQ(report.outcome, Outcome::unreachable);
  EXPECT_EQ(report.stuck, 2);
}

class Foreseen : public testing::TestWithParam<std::string> {};

TEST_P(Foreseen, AgentsWaitAndPassWithoutBeingHit) {
  const SimulationReport report = play_file(GetParam());
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.pushed, 0);
  EXPECT_EQ(report.wall_entries, 0);
  EXPECT_EQ(report.stale_steps, 0U);
  EXPECT_EQ(report.arrived, report.agents);
  EXPECT_GT(report.foresight.ticks_waited, 0U);
  EXPECT_EQ(report.hash, play_file(GetParam()).hash);
}

TEST_P(Foreseen, WithoutForesightSomebodyIsHit) {
  std::vector<std::string> blind{"groups.0.foresee=", "expect="};
  if (GetParam() != "patrol_bay.yaml") blind.emplace_back("groups.1.foresee=");
  const SimulationReport report = play_file(GetParam(), blind);
  EXPECT_GT(report.pushed, 0);
  EXPECT_EQ(report.foresight.plans, 0U);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Foreseen,
                         testing::Values("sliding_door.yaml", "patrol_bay.yaml", "train.yaml"),
                         [](const auto& tested) { return tested.param.substr(0, tested.param.find('.')); });

TEST(ForeseeKeys, AreReadAndChecked) {
  const auto read = [](const std::string& keys) {
    return parse_scenario(
        "map: {ascii: '....'}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}, " + keys +
            "}\n",
        "a.yaml");
  };
  const auto good = read("follow: path, splice: {window: 7, max_ratio: 3, every: 5, give_up_ratio: 1.5}");
  ASSERT_TRUE(good.ok()) << good.error().text();
  const ScenarioGroup& group = good->groups[0];
  EXPECT_EQ(group.follow, ScenarioGroup::Follow::path);
  EXPECT_EQ(group.splice.window, 7);
  EXPECT_EQ(group.splice.every, 5);
  EXPECT_EQ(group.splice.max_ratio, 3);
  EXPECT_EQ(group.splice.give_up_ratio, 1.5);
  const auto foresees = read("foresee: {horizon: 9, margin: 0.5, room: 2, max_nodes: 77}");
  ASSERT_TRUE(foresees.ok()) << foresees.error().text();
  EXPECT_EQ(foresees->groups[0].foresee.horizon, 9);
  EXPECT_EQ(foresees->groups[0].foresee.room, 2);
  EXPECT_EQ(foresees->groups[0].foresee.max_nodes, 77);
  const auto fault = [&](const std::string& keys) {
    const auto bad = read(keys);
    return bad.ok() ? std::string("accepted") : bad.error().text();
  };
  EXPECT_NE(fault("follow: path, foresee: {horizon: 5}").find("expected `follow: field`"), std::string::npos);
  EXPECT_NE(fault("foresee: {horizon: 1, margin: 2}").find("raise `horizon`"), std::string::npos);
  EXPECT_NE(fault("speed: 20, foresee: {horizon: 5}").find("at most one cell per tick"), std::string::npos);
  EXPECT_NE(fault("splice: {max_ratio: 0.5}").find("max_ratio"), std::string::npos);
}

}  // namespace
}  // namespace portolan
