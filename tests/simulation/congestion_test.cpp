// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

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

// Two rows of guards shut the room behind the near door from wall to wall. Nobody came: all went from the
// guards back to the door, and from there to the guards again.
TEST(CongestionOfAScenario, WhoFindsNoWayOnBehindADoorTakesTheOther) {
  std::string rows, guards;
  for (int y = 0; y < 27; ++y) {
    const bool near = y == 5 || y == 6, far = y == 21 || y == 22;
    const std::string room = y == 13 ? std::string(27, '#') + std::string(24, '.') : std::string(51, '.');
    rows += "    " + std::string(20, '.') + (near || far ? "." : "#") + room + "\n";
  }
  for (int k = 0; k < 26; ++k)
    guards += (k == 0 ? "[" : ", [") + std::to_string(38 + k / 13) + ", " + std::to_string(k % 13) + "]";
  for (const char* const count : {"10", "60"}) {
    Simulation simulation =
        make_simulation("ticks: 1500\nmap:\n  ascii: |\n" + rows +
                        "congestion: {interval: 2}\ngroups:\n"
                        "  - {name: west, start: {rect: [1, 1, 12, 11]}, goal: {cell: [68, 6]}, "
                        "radius: 0.4, avoidance: reciprocal, count: " +
                        count +
                        "}\n"
                        "  - {name: guard, count: 26, start: {cells: [" +
                        guards + "]}, goal: {cells: [" + guards +
                        "]}, radius: 0.45, team: 1, mass: 50, on_arrival: stay, "
                        "arrival_radius: 0.5, avoidance: reciprocal}\n");
    simulation.run();
    const GroupReport west = simulation.report().groups.front();
    EXPECT_EQ(west.arrived, west.agents) << count;
  }
}

// Guards hold a strip across a generated map. On all of these some stayed before it for good: they went for a
// door far behind the one that is shut, back to a wide one that they had come through, or not around a jam
// as the way around comes near its far side.
TEST(CongestionOfAScenario, WhoMeetsAStripOfGuardsGoesAroundIt) {
  struct Field {
    std::string seed, map, west, guards, strip;
  };
  for (const Field& field : std::vector<Field>{
           {"67", "city, scale: 20", "0, 0, 16, 16]}, goal: {rect: [56, 0, 8, 8]}, count: 60, radius: 0.4",
            "30", "32, 0, 1, 32"},
           {"81", "rooms, scale: 12", "0, 24, 16, 16]}, goal: {rect: [56, 24, 8, 8]}, count: 20, radius: 0.3",
            "75", "32, 0, 2, 41"},
           {"104", "rooms, scale: 12",
            "0, 24, 16, 16]}, goal: {rect: [56, 24, 8, 8]}, count: 150, radius: 0.4", "37", "32, 23, 1, 41"},
           {"108", "rooms, scale: 16", "0, 0, 16, 16]}, goal: {rect: [56, 0, 8, 8]}, count: 60, radius: 0.3",
            "95", "32, 0, 3, 51"}}) {
    const std::string strip = "{rect: [" + field.strip + "]}";
    Simulation simulation = make_simulation(
        "seed: " + field.seed + "\nticks: 2000\nmap: {generate: {kind: " + field.map +
        ", width: 64, height: 64, seed: " + field.seed + "}}\ncongestion: {interval: 2}\ngroups:\n" +
        "  - {name: west, start: {rect: [" + field.west + ", avoidance: reciprocal, on_arrival: stay}\n" +
        "  - {name: guard, count: " + field.guards + ", start: " + strip + ", goal: " + strip +
        ", radius: 0.45, team: 1, mass: 50, on_arrival: stay, avoidance: reciprocal}\n");
    simulation.run();
    const GroupReport west = simulation.report().groups.front();
    EXPECT_EQ(west.arrived, west.agents) << field.seed;
  }
}

// They pressed one another into the corner of a door for good on the first two, and one went to and fro
// between two ways that are as long on the last.
TEST(CongestionOfAScenario, WhoMeetsARowOfGuardsGoesAroundItsEnd) {
  struct Field {
    std::string seed, kind, count, from;
  };
  for (const Field& field : std::vector<Field>{{"4037", "rooms, scale: 16", "30, radius: 0.4", "6"},
                                               {"4536", "rooms, scale: 12", "60, radius: 0.45", "17"}}) {
    Simulation simulation = make_simulation(
        "seed: " + field.seed + "\nticks: 2000\nmap: {generate: {width: 48, height: 48, kind: " + field.kind +
        ", seed: " + field.seed +
        "}}\ncongestion: {interval: 2}\ngroups:\n  - {name: west, start: {rect: [0, " + field.from +
        ", 14, 14]}, goal: {rect: [40, " + field.from + ", 8, 8]}, count: " + field.count +
        ", avoidance: reciprocal, on_arrival: stay}\n"
        "  - {name: guard, count: 25, start: {rect: [22, 0, 1, 32]}, goal: {rect: [22, 0, 1, 32]}, radius: "
        "0.45, "
        "team: 1, mass: 50, on_arrival: stay, avoidance: reciprocal}\n");
    simulation.run();
    const GroupReport west = simulation.report().groups.front();
    EXPECT_EQ(west.arrived, west.agents) << field.seed;
  }
}

// From wall to wall, but for a gap of one cell far from their straight way.
TEST(CongestionOfAScenario, AGapBetweenGuardsIsFound) {
  std::string rows, guards;
  for (int y = 0; y < 15; ++y) {
    rows += "    " + std::string(40, '.') + "\n";
    if (y != 11) guards += (guards.empty() ? "[20, " : ", [20, ") + std::to_string(y) + "]";
  }
  const std::string hall = "ticks: 600\nmap:\n  ascii: |\n" + rows +
                           "groups:\n  - {name: west, count: 20, start: {rect: [2, 0, 8, 5]}, "
                           "goal: {rect: [32, 0, 6, 5]}, radius: 0.3, avoidance: reciprocal}\n"
                           "  - {name: guard, count: 14, start: {cells: [" +
                           guards + "]}, goal: {cells: [" + guards +
                           "]}, radius: 0.45, team: 1, mass: 50, on_arrival: stay, arrival_radius: 0.5}\n";
  for (const char* const without : {"", "congestion: {interval: 2, held: 0}\n"}) {
    Simulation simulation = make_simulation(hall + without);
    simulation.run();
    EXPECT_LT(simulation.report().groups.front().arrived, 20) << without;
  }
  Simulation simulation = make_simulation(hall + "congestion: {interval: 2}\n");
  simulation.run();
  EXPECT_EQ(simulation.report().groups.front().arrived, 20);
  EXPECT_EQ(simulation.report().contacts.squeezes, 0);
}

TEST(CongestionOfAScenario, DoesNotGoWithForesight) {
  const Result<ScenarioFile> scenario = parse_scenario(two_gates + "congestion: {interval: 1}\n", "test.yaml",
                                                       {"groups.0.foresee={horizon: 4}"});
  ASSERT_FALSE(scenario);
  EXPECT_NE(scenario.error().message.find("take `congestion` away"), std::string::npos);
}

}  // namespace
}  // namespace portolan
