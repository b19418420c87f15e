// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups whose agents have a way each: spliced paths, and plans in time.
#include <cstddef>
#include <ostream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/paths.hpp>

namespace portolan {
namespace {

SimulationReport played(Result<ScenarioFile> scenario) {
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<Simulation> simulation = open_simulation(std::move(scenario).value());
  if (!simulation) throw std::runtime_error(simulation.error().text());
  simulation->run();
  return simulation->report();
}

SimulationReport play_file(const std::string& name, std::vector<std::string> overrides = {}) {
  return played(read_scenario(test::source_dir() / "scenarios" / name, overrides));
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
  EXPECT_GT(report.paths.splices, 0U);
  EXPECT_GE(report.paths.plans, 12U) << "one for each, at least";
  EXPECT_GT(report.paths.steps_walked, 12U * 100U);
  EXPECT_EQ(report.replans.triggers[0].served, 0U) << "no order was planned";
  EXPECT_EQ(report.work.fields, 0U);
}

TEST(FollowingPaths, ComputesMoreWhereItAlwaysReplans) {
  const SimulationReport spliced =
      played(parse_scenario(gates(", follow: path, splice: {window: 60}"), "gates.yaml"));
  const SimulationReport again = played(
      parse_scenario(gates(", follow: path, splice: {window: 0}, replan: {merge: each_tick}"), "gates.yaml"));
  EXPECT_EQ(again.failures, std::vector<std::string>{});
  EXPECT_EQ(again.paths.splices, 0U);
  EXPECT_GT(again.paths.steps_computed, 2 * spliced.paths.steps_computed);
}

TEST(FollowingPaths, ThoseWhoSetOutTogetherShareFields) {
  const SimulationReport shared = played(parse_scenario(gates(", follow: path"), "a.yaml"));
  EXPECT_GT(shared.cache.hits, shared.cache.misses);
  const SimulationReport alone = played(parse_scenario(gates(", follow: path", ", cache_mb: 0"), "a.yaml"));
  EXPECT_EQ(alone.cache.hits, 0U);
  EXPECT_GT(alone.work.tiles_solved, shared.work.tiles_solved);
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
  EXPECT_EQ(report.contacts.pushed, 0);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_EQ(report.contacts.stale_steps, 0U);
  EXPECT_EQ(report.arrived, report.agents);
  EXPECT_GT(report.foresight.ticks_waited, 0U);
  EXPECT_EQ(report.hash, play_file(GetParam()).hash);
}

// Those behind pressed the first ones into the door while it shut, and who waited in a bay was sent back out
// of it: before, in 15 and 9 of 60 seeds somebody was hit.
TEST_P(Foreseen, NobodyIsHitWhereverAgentsStart) {
  constexpr int seeds = 25;
  for (int seed = 1; seed <= seeds; ++seed) {
    const SimulationReport report = play_file(GetParam(), {"seed=" + std::to_string(seed)});
    EXPECT_EQ(report.failures, std::vector<std::string>{}) << "seed " << seed;
  }
}

// They got into one more cell in every eighth tick, and the train hit 25 of 40.
TEST_P(Foreseen, FarFromTheFocusTheyAreInTimeToo) {
  const SimulationReport report = play_file(GetParam(), {"focus={at: [[0, 0]], radius: 1}"});
  EXPECT_EQ(report.contacts.pushed, 0);
  EXPECT_EQ(report.hash, play_file(GetParam()).hash);
}

TEST_P(Foreseen, WithoutForesightSomebodyIsHit) {
  std::vector<std::string> blind{"groups.0.foresee=", "expect="};
  if (GetParam() != "patrol_bay.yaml") blind.emplace_back("groups.1.foresee=");
  const SimulationReport report = play_file(GetParam(), blind);
  EXPECT_GT(report.contacts.pushed, 0);
  EXPECT_EQ(report.foresight.plans, 0U);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Foreseen,
                         testing::Values("sliding_door.yaml", "patrol_bay.yaml", "train.yaml"),
                         [](const auto& tested) { return tested.param.substr(0, tested.param.find('.')); });

// Two crowds press through a gap from both sides, where a train comes by every seven seconds.
struct Press {
  int agents;  // on each side
  int margin;
  int room;
  int seed;
};

void PrintTo(const Press& p, std::ostream* out) {
  *out << p.agents << " agents, margin " << p.margin << ", room " << p.room << ", seed " << p.seed;
}

std::string crossing(const Press& press) {
  const auto text = [](int number) { return std::to_string(number); };
  const std::string keys = "count: " + text(press.agents) +
                           ", foresee: {horizon: 12, margin: " + text(press.margin) +
                           ", room: " + text(press.room) + "}, ";
  return R"(
ticks: 1200
map:
  ascii: |
    ......######....######......
    ......######....######......
    ......######....######......
    ......######....######......
    ............................
    ............................
    ............................
    ............................
    ............................
    ......######....######......
    ......######....######......
    ......######....######......
    ......######....######......
seed: )" +
         text(press.seed) + R"(
hierarchy: {sector_size: 16}
groups:
  - {name: east, )" +
         keys + R"(start: {rect: [0, 0, 6, 13]}, goal: {rect: [23, 2, 4, 9]}}
  - {name: west, )" +
         keys + R"(start: {rect: [22, 0, 6, 13]}, goal: {rect: [1, 2, 4, 9]}}
obstacles:
  - name: train
    box: [3, 8]
    keyframes: [{time: 0, at: [13.5, 0.5]}, {time: 3, at: [13.5, 26.5]}, {time: 7, at: [13.5, 26.5]}]
    mode: loop
)";
}

class PressedBy : public testing::TestWithParam<Press> {};

// Whom others push onto the track long before its time, or who is late on a plan that leaves no time for
// that, must not wait there for its turn.
TEST_P(PressedBy, NobodyWaitsOnTheTrack) {
  const SimulationReport report = played(parse_scenario(crossing(GetParam()), "crossing.yaml"));
  // A crowd pushes somebody farther than one cell of room now and then: in 17 of 20 seeds, once or twice.
  EXPECT_LE(report.contacts.pushed, GetParam().room == 1 ? 2 : 0);
  EXPECT_EQ(report.arrived, report.agents);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_EQ(report.contacts.stale_steps, 0U);
  EXPECT_GT(report.foresight.off_schedule, 0U) << "somebody is meant to be pushed about";
}

INSTANTIATE_TEST_SUITE_P(Crowds, PressedBy,
                         testing::Values(Press{4, 3, 0, 1}, Press{4, 3, 0, 8}, Press{30, 2, 2, 1},
                                         Press{30, 2, 2, 6}, Press{30, 3, 1, 1}, Press{30, 3, 1, 7}));

// Room and margin reach everywhere, so that most plans do without; then there is no time to lose on them.
TEST(Pressed, NobodyIsLateOnAPlanWithoutMargin) {
  for (const int seed : {1, 2, 3}) {
    std::string strip;
    for (int y = 0; y < 13; ++y) strip += "    " + std::string(9, '.') + "\n";
    const SimulationReport report =
        played(parse_scenario("ticks: 900\nmap:\n  ascii: |\n" + strip + "seed: " + std::to_string(seed) + R"(
hierarchy: {sector_size: 16}
groups:
  - {name: east, count: 20, start: {rect: [0, 0, 3, 13]}, goal: {rect: [6, 2, 3, 9]},
     foresee: {horizon: 12, margin: 2, room: 2}}
  - {name: west, count: 20, start: {rect: [6, 0, 3, 13]}, goal: {rect: [0, 2, 3, 9]},
     foresee: {horizon: 12, margin: 2, room: 2}}
obstacles:
  - name: train
    box: [3, 8]
    keyframes: [{time: 0, at: [4.5, 0.5]}, {time: 3, at: [4.5, 26.5]}, {time: 4, at: [4.5, 26.5]}]
    mode: loop
)",
                              "strip.yaml"));
    EXPECT_EQ(report.contacts.pushed, 0) << "seed " << seed;
    EXPECT_GT(report.foresight.outcomes[static_cast<std::size_t>(Outcome::pending)], 12U);
  }
}

// The door is open for two seconds; to cross it with all room and margins takes a little longer than that
// where they are rounded up to ticks. Nobody had ever gone through.
TEST(Foreseeing, GoesThroughADoorThatIsOpenForLessTimeThanMarginsTake) {
  const SimulationReport report = play_file(
      "sliding_door.yaml", {"groups.0.count=1", "groups.1.count=1", "tick_seconds=0.03", "ticks=4000"});
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.arrived, 2);
}

// Plans of few nodes lead some of the way. Nobody had ever set out with a hundred in place of a thousand.
TEST(Foreseeing, GoesOnWhereNodesDoNotDoForThePlan) {
  const SimulationReport report =
      play_file("train.yaml", {"groups.0.foresee.max_nodes=100", "groups.1.foresee.max_nodes=100"});
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.arrived, 40);
  EXPECT_GT(report.foresight.outcomes[static_cast<std::size_t>(Outcome::budget_spent)], 40U);
  EXPECT_LE(report.foresight.most_nodes, 100U);
}

// Scenarios were made at ten ticks a second, and games play them at thirty and sixty.
class AtStepsOfAGame : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(AtStepsOfAGame, EverybodyArrives) {
  const auto& [file, ticks_per_second] = GetParam();
  const SimulationReport report =
      play_file(file, {"tick_seconds=" + std::to_string(1.0 / ticks_per_second),
                       "ticks=" + std::to_string(200 * ticks_per_second), "expect="});
  EXPECT_EQ(report.outcome, Outcome::complete);
  EXPECT_EQ(report.arrived, report.agents);
  EXPECT_EQ(report.contacts.wall_entries, 0);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, AtStepsOfAGame,
                         testing::Combine(testing::Values("default.yaml", "escort.yaml", "four_armies.yaml",
                                                          "gate.yaml", "parade.yaml", "patrol_bay.yaml",
                                                          "sliding_door.yaml", "two_doors.yaml"),
                                          testing::Values(30, 60)));

// One agent in the middle of a track, and a train that nobody could have known of before. Too near for a
// plan.
SimulationReport caught(int distance) {
  std::string plain;
  for (int y = 0; y < 20; ++y) plain += "    " + std::string(25, '.') + "\n";
  return played(parse_scenario("ticks: 300\nmap:\n  ascii: |\n" + plain + R"(
hierarchy: {sector_size: 16}
groups:
  - {count: 1, start: {cell: [12, )" +
                                   std::to_string(3 + distance) + R"(]}, goal: {cell: [22, 8]},
     foresee: {horizon: 8, margin: 0.3}}
obstacles:
  - name: train
    box: [3, 6]
    keyframes: [{time: 0, at: [12.5, 0.5]}, {time: 4, at: [12.5, 32.5]}, {time: 9, at: [12.5, 32.5]}]
    mode: loop
)",
                               "caught.yaml"));
}

TEST(Caught, StepsOutOfTheWayWithoutAPlan) {
  const SimulationReport report = caught(4);
  EXPECT_GT(report.foresight.outcomes[static_cast<std::size_t>(Outcome::pending)], 0U);
  EXPECT_EQ(report.contacts.pushed, 0);
  EXPECT_EQ(report.arrived, 1);
}

// Hit, it does not let itself be carried along.
TEST(Caught, GetsAwayFromWhatHasHitIt) {
  for (const int distance : {1, 2, 3}) {
    const SimulationReport report = caught(distance);
    EXPECT_GT(report.contacts.pushed, 0) << "too near to get away";
    EXPECT_LE(report.contacts.pushed, 4);  // its body has to be beside the train, not only its centre
    EXPECT_EQ(report.arrived, 1);
  }
}

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
  EXPECT_EQ(read("foresee: {horizon: 600}")->groups[0].foresee.max_nodes, 20'000);
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
