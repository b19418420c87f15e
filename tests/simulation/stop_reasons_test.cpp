// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Why agents stand: each reason in a scenario of its own.

#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>

#include <support/paths.hpp>

#include "stop_oracle.hpp"

namespace portolan {
namespace {

using detail::StopReasons;

using Look = std::function<void(const Simulation&, const StopReasons&)>;

void play(const std::string& yaml, const Look& look) {
  Result<ScenarioFile> scenario = parse_scenario(yaml, "test.yaml");
  ASSERT_TRUE(scenario) << scenario.error().text();
  StopReasons reasons;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& simulation) {
    reasons.note(simulation);
    look(simulation, reasons);
    return true;
  };
  Result<Simulation> simulation = open_simulation(std::move(*scenario), std::move(hooks));
  ASSERT_TRUE(simulation) << simulation.error().text();
  simulation->run();
}

// Stops of all agents and ticks, by reason.
std::map<StopReason, std::vector<std::pair<std::int64_t, Stop>>> stops_of(const std::string& yaml) {
  std::map<StopReason, std::vector<std::pair<std::int64_t, Stop>>> found;
  play(yaml, [&](const Simulation& simulation, const StopReasons& reasons) {
    for (std::size_t slot = 0; slot < simulation.crowd().size(); ++slot) {
      const Stop& stop = reasons.of(simulation.crowd().agent(slot));
      if (stop.reason != StopReason::none) found[stop.reason].emplace_back(simulation.ticks(), stop);
    }
  });
  return found;
}

TEST(StopReasons, APassageIsClosedUntilItsGateOpens) {
  std::int64_t opened = -1;
  std::set<std::int64_t> told;
  play(R"(
ticks: 300
map:
  ascii: |
    ......#......
    ......#......
    .............
    ......#......
hierarchy: {sector_size: 8}
groups: [{count: 2, start: {rect: [0, 0, 3, 4]}, goal: {cell: [12, 2]}}]
obstacles: [{name: gate, box: [1, 1], at: [6.5, 2.5], presence: {at_start: true, turns: [9]}}]
)",
       [&](const Simulation& simulation, const StopReasons& reasons) {
         const Cell gate{6, 2};
         if (opened < 0 && simulation.world().view(ProfileId{0}).passable(gate)) opened = simulation.ticks();
         for (std::size_t slot = 0; slot < 2; ++slot) {
           const Stop& stop = reasons.of(simulation.crowd().agent(slot));
           if (stop.reason != StopReason::passage_closed) continue;
           EXPECT_EQ(stop.at, gate);
           EXPECT_EQ(stop.obstacle, 0U);
           told.insert(stop.until);
         }
       });
  ASSERT_GT(opened, 20);
  EXPECT_EQ(told, std::set<std::int64_t>{opened});
}

TEST(StopReasons, AGapIsTooNarrow) {
  const auto found = stops_of(R"(
ticks: 100
map:
  ascii: |
    .......#.......
    .......#.......
    .......#.......
    ...............
    .......#.......
    .......#.......
    .......#.......
profiles: {cart: {clearance: 2}}
hierarchy: {sector_size: 8}
groups: [{count: 1, profile: cart, start: {cell: [2, 3]}, goal: {cell: [12, 3]}, radius: 0.9}]
)");
  ASSERT_EQ(found.count(StopReason::gap_too_narrow), 1U);
  for (const auto& [tick, stop] : found.at(StopReason::gap_too_narrow)) {
    EXPECT_EQ(stop.at.y, 3);
    EXPECT_NEAR(stop.at.x, 7, 3);
  }
}

TEST(StopReasons, WallsLieInBetween) {
  const auto found = stops_of(R"(
ticks: 60
map: {ascii: "....#....\n....#...."}
groups: [{count: 1, start: {cell: [1, 1]}, goal: {cell: [7, 1]}}]
)");
  ASSERT_EQ(found.count(StopReason::walled_off), 1U);
  EXPECT_EQ(found.count(StopReason::unknown), 0U);
}

TEST(StopReasons, AGroupSetsOutLaterAndAStartIsCovered) {
  const auto found = stops_of(R"(
ticks: 80
map: {ascii: "..........\n.........."}
groups:
  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [9, 0]}, start_tick: 30}
  - {count: 1, start: {cell: [4, 1]}, goal: {cell: [9, 1]}}
obstacles: [{box: [1, 1], at: [4.5, 1.5], presence: {at_start: true, turns: [4]}}]
)");
  ASSERT_EQ(found.count(StopReason::not_started), 1U);
  EXPECT_EQ(found.at(StopReason::not_started).front().second.until, 30);
  ASSERT_EQ(found.count(StopReason::start_covered), 1U);
  EXPECT_NEAR(static_cast<double>(found.at(StopReason::start_covered).back().first), 40, 2);
}

TEST(StopReasons, TheyQueueBeforeAGapAndYieldToThoseWhoComeOut) {
  const auto found = stops_of(R"(
ticks: 900
map:
  ascii: |
    ..........#########..........
    ..........#########..........
    ..........#########..........
    .............................
    ..........#########..........
    ..........#########..........
    ..........#########..........
hierarchy: {sector_size: 8}
groups:
  - {count: 8, start: {rect: [1, 0, 8, 7]}, goal: {rect: [24, 0, 5, 7]}, avoidance: reciprocal}
  - {count: 8, start: {rect: [20, 0, 8, 7]}, goal: {rect: [0, 0, 5, 7]}, avoidance: reciprocal}
)");
  EXPECT_GT(found.count(StopReason::queues), 0U);
  EXPECT_GT(found.count(StopReason::yields), 0U);
}

// Those who stay at a goal stand in the way of friends who come back from it: no goal of theirs is full.
TEST(StopReasons, FriendsWhoStopOnTheirWayFillNoGoal) {
  std::size_t held_up = 0;  // on their way from the gallery, by friends who stop there
  std::ifstream file(test::source_dir() / "scenarios/outpost.yaml");
  const std::string outpost{std::istreambuf_iterator<char>(file), {}};
  play(outpost, [&](const Simulation& now, const StopReasons& reasons) {
    for (std::size_t slot = 0; slot < now.crowd().size(); ++slot) {
      const AgentId agent = now.crowd().agent(slot);
      const Stop& stop = reasons.of(agent);
      if (stop.agent == AgentId{} || now.group_of(stop.agent) != now.group_of(agent) ||
          now.leg_of(stop.agent) == now.leg_of(agent))
        continue;
      EXPECT_NE(stop.reason, StopReason::goal_full) << now.ticks();
      held_up += stop.reason == StopReason::blocked ? 1 : 0;
    }
  });
  EXPECT_GT(held_up, 0U);
}

// Behind a gap those who come last are held up by friends who stand.
TEST(StopReasons, AGoalIsFull) {
  const auto found = stops_of(R"(
ticks: 600
map:
  ascii: |
    ....................
    ....................
    ....................
    #########.##########
    ....................
    ....................
    ....................
groups: [{count: 40, start: {rect: [0, 0, 20, 3]}, goal: {rect: [4, 4, 10, 3]}, avoidance: reciprocal, on_arrival: stay}]
)");
  EXPECT_GT(found.count(StopReason::goal_full), 0U);
}

TEST(StopReasons, APlanInTimeLetsATrainPass) {
  const auto found = stops_of(R"(
ticks: 300
map:
  ascii: |
    .....................
    .....................
    .....................
    .....................
    .....................
groups: [{count: 1, start: {cell: [1, 2]}, goal: {cell: [19, 2]}, foresee: {horizon: 12}}]
obstacles: [{name: train, box: [1, 5], at: [10.5, 2.5], presence: {at_start: true, turns: [8]}}]
)");
  ASSERT_EQ(found.count(StopReason::lets_pass), 1U);
  EXPECT_EQ(found.at(StopReason::lets_pass).front().second.obstacle, 0U);
}

// Carts on a track through mud: some go beside it, where the ground is good, and come out ahead.
std::string carts(bool keep_rank) {
  return R"(
ticks: 400
map:
  ascii: |
    ............................................
    .GGGGGGGGGGGG5555555555GGGGGGGGGGGGGGGGGGGG.
    .GGGGGGGGGGGG5555555555GGGGGGGGGGGGGGGGGGGG.
    .............9999999999.....................
    .GGGGGGGGGGGG5555555555GGGGGGGGGGGGGGGGGGGG.
    .GGGGGGGGGGGG5555555555GGGGGGGGGGGGGGGGGGGG.
    ............................................
terrain: {grass: 4}
groups:
  - {count: 8, radius: 0.45, speed: 5, start: {rect: [0, 3, 8, 1]}, goal: {rect: [36, 3, 6, 1]}, on_arrival: stay,
     formation: column, full_speed_cost: 1, keep_rank: )" +
         std::string(keep_rank ? "true" : "false") + "}\n";
}

TEST(StopReasons, WhoIsAheadLetsItsRankCatchUp) {
  std::size_t stops = 0;
  test::StopOracle oracle;
  play(carts(true), [&](const Simulation& simulation, const StopReasons& reasons) {
    EXPECT_EQ(oracle.note(simulation), "");
    for (std::size_t slot = 0; slot < simulation.crowd().size(); ++slot) {
      const AgentId agent = simulation.crowd().agent(slot);
      if (reasons.of(agent).reason != StopReason::keeps_rank) continue;
      ++stops;
      EXPECT_EQ(oracle.look(simulation, agent, reasons.of(agent)), "")
          << "agent " << slot << " in tick " << simulation.ticks();
    }
  });
  EXPECT_GT(stops, 10U);
  EXPECT_EQ(stops_of(carts(false)).count(StopReason::keeps_rank), 0U);
}

// Nobody who is under way has only just begun to move: that lasts as long as it takes to get up speed or to
// turn.
TEST(StopReasons, NobodySetsOutForLongInARank) {
  std::map<std::size_t, int> lasts;
  play(carts(true), [&](const Simulation& simulation, const StopReasons& reasons) {
    for (std::size_t slot = 0; slot < simulation.crowd().size(); ++slot) {
      const bool sets_out = reasons.of(simulation.crowd().agent(slot)).reason == StopReason::sets_out;
      lasts[slot] = sets_out ? lasts[slot] + 1 : 0;
      EXPECT_LE(lasts[slot], 3) << "agent " << slot << " in tick " << simulation.ticks();
    }
  });
}

TEST(StopReasons, SlowGroundIsNoStart) {
  const auto found = stops_of(R"(
ticks: 300
map: {ascii: "....GGGGGGGG...."}
terrain: {grass: 20}
groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [15, 0]}, speed: 5, full_speed_cost: 1}]
)");
  ASSERT_EQ(found.count(StopReason::slow_ground), 1U);
  EXPECT_GT(found.at(StopReason::slow_ground).size(), 200U);
  EXPECT_EQ(found.count(StopReason::unknown), 0U);
  const auto set_out = found.find(StopReason::sets_out);
  EXPECT_LE(set_out != found.end() ? set_out->second.size() : 0U, 5U);
}

TEST(StopReasons, WatchingChangesNothing) {
  const std::string yaml = R"(
ticks: 200
map: {generate: {kind: boxes, width: 64, height: 64, seed: 3}}
groups: [{count: 30, start: {around: [10, 32], radius: 6}, goal: {near: [60, 32]}}]
)";
  std::uint64_t watched = 0;
  play(yaml, [&](const Simulation& simulation, const StopReasons&) { watched = simulation.crowd().hash(); });
  Result<ScenarioFile> scenario = parse_scenario(yaml, "test.yaml");
  ASSERT_TRUE(scenario);
  Result<Simulation> alone = open_simulation(std::move(*scenario), {});
  ASSERT_TRUE(alone);
  alone->run();
  EXPECT_EQ(alone->crowd().hash(), watched);
}

// Those who avoid each other reciprocally may stop for somebody whom they have not come to yet.
TEST(StopReasons, ThoseWhoCrossOnOpenGroundTellForWhomTheyStop) {
  const auto stops = stops_of(R"(
ticks: 400
map:
  generate: {kind: boxes, width: 96, height: 96, seed: 4, scale: 3, fill: 1}
groups:
  - {count: 80, start: {rect: [4, 40, 16, 16]}, goal: {cell: [84, 48]}, radius: 0.4, on_arrival: stay, avoidance: reciprocal}
  - {count: 80, start: {rect: [76, 40, 16, 16]}, goal: {cell: [12, 48]}, radius: 0.4, on_arrival: stay, avoidance: reciprocal}
  - {count: 80, start: {rect: [40, 4, 16, 16]}, goal: {cell: [48, 84]}, radius: 0.4, on_arrival: stay, avoidance: reciprocal}
  - {count: 80, start: {rect: [40, 76, 16, 16]}, goal: {cell: [48, 12]}, radius: 0.4, on_arrival: stay, avoidance: reciprocal}
)");
  std::size_t all = 0, unknown = 0;
  for (const auto& [reason, of_reason] : stops) {
    all += of_reason.size();
    if (reason == StopReason::unknown) unknown += of_reason.size();
  }
  EXPECT_GT(all, 300U);
  EXPECT_LT(100 * unknown, all);
}

}  // namespace
}  // namespace portolan
