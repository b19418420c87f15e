// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <map>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/make_simulation.hpp>

#include "onlooker.hpp"

namespace portolan {
namespace {

// A gate of two cells straight ahead, and one far off it.
const std::string two_gates = R"(
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
    ................................#...............................
    ................................#...............................
    ................................#...............................
    ................................#...............................
    ................................#...............................
    ................................#...............................
    ................................................................
    ................................................................
    ................................#...............................
hierarchy: {sector_size: 8}
expect: {all_arrived: true, no_wall_entries: true}
groups:
  - {name: west, count: 120, start: {rect: [4, 0, 20, 6]}, goal: {cells: [[62, 2], [62, 3]]}, radius: 0.4,
     avoidance: reciprocal}
)";

struct Crossing {
  std::int64_t ticks = 0, arrived = 0;
  int near = 0, far = 0;
  std::uint64_t hash = 0;
};

Crossing cross(const std::string& more, SimulationHooks hooks = {}) {
  Simulation simulation = make_simulation(two_gates + more, std::move(hooks));
  Crossing crossing;
  std::map<std::uint32_t, float> before;
  while (simulation.tick()) {
    const Crowd& crowd = simulation.crowd();
    for (std::uint32_t k = 0; k < crowd.size(); ++k) {
      const Vec2 at = crowd.position(crowd.agent(k));
      if (before[k] < 32.5F && at.x >= 32.5F) ++(at.y < 8 ? crossing.near : crossing.far);
      before[k] = at.x;
    }
  }
  const SimulationReport report = simulation.report();
  crossing.ticks = report.ticks;
  crossing.arrived = report.groups.front().arrived;
  crossing.hash = simulation.crowd().hash();
  return crossing;
}

TEST(CongestionOfAScenario, ASecondGateIsUsedWhereTheFirstIsJammed) {
  std::int64_t ticks = 0, ticks_without = 0;
  for (const char* const seed : {"seed: 1\n", "seed: 2\n", "seed: 3\n"}) {
    const Crossing without = cross(seed);
    EXPECT_EQ(without.arrived, 120);
    EXPECT_EQ(without.far, 0);
    const Crossing with = cross(std::string("congestion: {interval: 2}\n") + seed);
    EXPECT_EQ(with.arrived, 120);
    EXPECT_GE(with.far, 20);
    EXPECT_GT(with.near, with.far) << "the near one stays the better one";
    ticks += with.ticks;
    ticks_without += without.ticks;
  }
  EXPECT_LT(ticks * 10, ticks_without * 9);
}

// A replay asks the guides, too. With so small a budget jams are others before the fields are.
TEST(CongestionOfAScenario, EndsTheSameWhoeverLooksOn) {
  SimulationHooks hooks;
  hooks.on_tick = test::look_on;
  const std::string jams =
      "congestion: {interval: 0.5}\nbudget: {tiles: 2, nodes: 40, sectors: 2, longest_wait: 40}\n";
  EXPECT_EQ(cross(jams, hooks).hash, cross(jams).hash);
}

// A door of those who come across lies along the way of one that has another door as near.
TEST(CongestionOfAScenario, NobodyStaysInTheCellsOfADoor) {
  Simulation simulation = make_simulation(R"(
seed: 3
ticks: 2000
tick_seconds: 0.05
map: {generate: {kind: islands, width: 120, height: 90, seed: 1}}
congestion: {}
groups:
  - {count: 40, start: {anywhere: true}, goal: {near: [29, 53]}, radius: 0.45, speed: 2, avoidance: reciprocal}
)");
  simulation.run();
  EXPECT_EQ(simulation.report().arrived, 40);
}

// The ground by itself is what both ways and optimum are counted on.
TEST(CongestionOfAScenario, WhoSetsOutIntoAJamHasNoOtherOptimum) {
  const std::string late =
      "  - {name: late, count: 5, start: {rect: [0, 6, 2, 3]}, goal: {cells: [[62, 2], [62, 3]]}, "
      "start_tick: 60}\n";
  for (const std::string jams : {"", "congestion: {interval: 1}\n"}) {
    Simulation simulation = make_simulation(two_gates + late + jams);
    simulation.run();
    EXPECT_GT(simulation.report().groups[1].detour, 0.9) << jams;
  }
}

TEST(CongestionOfAScenario, AGateThatOthersHoldIsLeftAside) {
  const std::string guard =
      "  - {name: guard, count: 4, start: {cells: [[32, 2], [32, 3], [33, 2], [33, 3]]}, "
      "goal: {cells: [[32, 2], [32, 3], [33, 2], [33, 3]]}, radius: 0.45, team: 1, mass: 50, "
      "on_arrival: stay, arrival_radius: 0.5, avoidance: reciprocal}\n";
  EXPECT_LE(cross(guard).arrived, 20) << "they stand before it";
  const Crossing with = cross(guard + "congestion: {interval: 2}\n");
  EXPECT_GE(with.arrived, 115) << "one may stand wedged between the guards, into whom it was pressed";
  EXPECT_GE(with.far, 100);
}

TEST(CongestionOfAScenario, DoesNotGoWithForesight) {
  const Result<ScenarioFile> scenario = parse_scenario(two_gates + "congestion: {interval: 1}\n", "test.yaml",
                                                       {"groups.0.foresee={horizon: 4}"});
  ASSERT_FALSE(scenario);
  EXPECT_NE(scenario.error().message.find("take `congestion` away"), std::string::npos);
}

}  // namespace
}  // namespace portolan
