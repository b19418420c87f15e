// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Whole crowds before a long passage, and before friends who stand in the straight way.
#include <string>

#include <gtest/gtest.h>

#include <support/make_simulation.hpp>

namespace portolan {
namespace {

SimulationReport played(const std::string& scenario) {
  Simulation simulation = make_simulation(scenario);
  while (simulation.tick()) {
  }
  return simulation.report();
}

std::string hall(int wide, int high) {
  std::string rows;
  for (int y = 0; y < high; ++y) rows += "    " + std::string(static_cast<std::size_t>(wide), '.') + "\n";
  return rows;
}

// A passage one cell wide and 42 long between two halls.
std::string tunnel() {
  std::string rows;
  for (int y = 0; y < 19; ++y) {
    const std::string room(18, '.');
    rows += "    " + room + std::string(42, y == 9 ? '.' : '#') + room + "\n";
  }
  return rows;
}

// Forty wait for as long as forty others come through. The last of them lost patience, and pressed through
// those who waited before them.
TEST(Passages, ThoseWhoWaitForALongTimeDoNotPressThroughOthers) {
  for (const char* seed : {"1", "3", "6"}) {
    const SimulationReport report =
        played("seed: " + std::string(seed) + "\nticks: 3000\nmap:\n  ascii: |\n" + tunnel() + R"(
groups:
  - {name: west, count: 40, start: {rect: [1, 2, 8, 11]}, goal: {cell: [71, 9]}, avoidance: reciprocal, on_arrival: stay}
  - {name: east, count: 40, start: {rect: [69, 2, 8, 11]}, goal: {cell: [6, 9]}, avoidance: reciprocal, on_arrival: stay}
)");
    EXPECT_EQ(report.arrived, 80) << seed;
    EXPECT_EQ(report.contacts.squeezes, 0) << seed;
    EXPECT_EQ(report.contacts.overlap_ticks, 0) << seed;
  }
}

// Sixty heavy friends, whom nobody pushes, stand in the way of ten who see the places that they go to. A
// single start may take as long either way: the sums of six.
TEST(Passages, WhoSeesItsPlaceBehindAJamGoesAroundThat) {
  std::int64_t with = 0, without = 0;
  for (int seed = 1; seed <= 6; ++seed) {
    const std::string scenario =
        "seed: " + std::to_string(seed) + "\nticks: 1500\nmap:\n  ascii: |\n" + hall(58, 28) + R"(
groups:
  - {name: ten, count: 10, start: {rect: [1, 11, 4, 6]}, goal: {cell: [49, 14]}, avoidance: reciprocal, on_arrival: stay}
  - {name: block, count: 60, mass: 4, start: {rect: [24, 9, 6, 10]}, goal: {rect: [24, 9, 6, 10]}, avoidance: reciprocal, on_arrival: stay}
)";
    const SimulationReport straight = played(scenario),
                           around = played(scenario + "congestion: {interval: 1}\n");
    EXPECT_EQ(straight.arrived, 70) << seed;
    EXPECT_EQ(around.arrived, 70) << seed;
    without += straight.ticks;
    with += around.ticks;
  }
  EXPECT_LT(with * 10, without * 9) << with << " ticks in place of " << without;
}

// The way of a point that crosses costly ground hugs the wall before it, where no body gets to: three stood
// around the door for good, and held up all others.
TEST(Passages, ADoorWhoseGroundIsCostlyLetsAllThrough) {
  for (int seed = 1; seed <= 6; ++seed) {
    const SimulationReport report = played("seed: " + std::to_string(seed) + R"(
ticks: 300
map:
  ascii: |
    .............
    .............
    .............
    .............
    ######6######
    .............
    .............
    .............
groups:
  - {name: west, count: 12, start: {rect: [0, 0, 13, 4]}, goal: {cell: [1, 7]}, radius: 0.4, avoidance: reciprocal}
)");
    EXPECT_EQ(report.arrived, 12) << seed;
    EXPECT_EQ(report.contacts.squeezes, 0) << seed;
  }
}

// The ground before a gap of six cells costs more. Agents stood at the wall beside it, each for up to twenty
// seconds.
TEST(Passages, CostlyGroundBeforeAGapHoldsNobodyUp) {
  std::string rows;
  for (int y = 0; y < 26; ++y) {
    std::string row(44, '.');
    if (y >= 4 && y <= 10) row.replace(17, 7, "5555555");
    if (y < 4 || y >= 10) row[24] = '#';
    rows += "    " + row + "\n";
  }
  for (int seed = 1; seed <= 4; ++seed) {
    const SimulationReport report =
        played("seed: " + std::to_string(seed) + "\nticks: 350\nmap:\n  ascii: |\n" + rows + R"(
groups:
  - {name: squad, count: 20, start: {rect: [2, 12, 8, 8]}, goal: {cell: [36, 18]}, speed: 2, avoidance: reciprocal}
)");
    EXPECT_EQ(report.arrived, 20) << seed;
  }
}

// Its place lay behind the wall. On its goal, where no way leads on, it seemed to be told to stand.
TEST(Passages, OneWhoseGoalAWallDividesArrives) {
  std::string rows;
  for (int y = 0; y < 20; ++y)
    rows += "    ...................." + std::string(y < 4 ? "." : "#") + "...................\n";
  for (int seed = 1; seed <= 12; ++seed) {
    const SimulationReport report =
        played("seed: " + std::to_string(seed) + "\nticks: 300\nmap:\n  ascii: |\n" + rows + R"(
groups:
  - {name: one, count: 1, start: {rect: [2, 8, 4, 4]}, goal: {rect: [19, 10, 8, 8]}, on_arrival: stay}
)");
    EXPECT_EQ(report.arrived, 1) << seed;
  }
}

// Four who stand by the door beside the goal were taken for a crowd that stands at it, and the ground behind
// the wall for the only place left. Who waited before the door, nearer to its place than to its way, took
// that for as near as it would get, and handed what it stood on to others: of ten times sixteen 31 stayed
// outside. One of the four stands in the doorway in some, and one of sixteen may not get past it.
TEST(Passages, NobodyIsGivenAPlaceInAnotherRoom) {
  for (const char* avoidance : {"separation", "reciprocal"}) {
    int outside = 0;
    for (int seed = 0; seed < 10; ++seed) {
      Simulation simulation =
          make_simulation("ticks: 600\nseed: " + std::to_string(seed) + "\nmap:\n  ascii: |\n" +
                          hall(40, 12) + "    ##################....##################\n" + hall(40, 17) + R"(
groups:
  - {name: guests, count: 4, start: {rect: [18, 14, 8, 4]}, goal: {cell: [20, 16]}, radius: 1.15, on_arrival: stay}
  - {name: squad, count: 16, start: {rect: [4, 1, 10, 9]}, goal: {cell: [10, 15]}, radius: 0.75, on_arrival: stay, avoidance: )" +
                          std::string(avoidance) + "}\n");
      while (simulation.tick()) {
      }
      EXPECT_EQ(simulation.report().arrived, 20) << avoidance << ", seed " << seed;
      const Crowd& crowd = simulation.crowd();
      for (std::size_t slot = 0; slot < crowd.size(); ++slot)
        outside += crowd.position(crowd.agent(slot)).y < 12 ? 1 : 0;
    }
    EXPECT_LE(outside, 1) << avoidance;
  }
}

// Two teams change halls through a lane. One came to its places around the last of the other, who found no
// way out between those who stood about a body apart: in three of six for good.
TEST(Passages, AnArmyThatDrawsUpKeepsNobodyForGood) {
  std::string map;
  for (int y = 0; y < 24; ++y)
    map += "    " + std::string(24, '.') + std::string(12, y == 12 ? '.' : '#') + std::string(24, '.') + "\n";
  for (int seed = 1; seed <= 6; ++seed) {
    const SimulationReport report =
        played("seed: " + std::to_string(seed) + "\nticks: 3000\nmap:\n  ascii: |\n" + map + R"(
groups:
  - {name: a, count: 40, start: {rect: [4, 4, 14, 16]}, goal: {rect: [40, 6, 12, 12]}, avoidance: reciprocal, on_arrival: stay, team: 1}
  - {name: b, count: 40, start: {rect: [42, 4, 14, 16]}, goal: {rect: [8, 6, 12, 12]}, avoidance: reciprocal, on_arrival: stay, team: 2}
)");
    EXPECT_EQ(report.arrived, 80) << seed;
    EXPECT_LE(report.contacts.squeezes, 6) << seed;
  }
}

// It waited only for those whose own cell it would cover, and pushed on bodies of several cells, a cell at a
// time.
TEST(Passages, AnObstacleThatWaitsDoesSoForAllCellsOfABody) {
  for (const char* profile : {"{clearance: 1}", "{clearance: 2}", "{clearance: 3}"}) {
    const SimulationReport report = played("ticks: 300\nmap:\n  ascii: |\n" + hall(40, 13) + R"(
obstacles:
  - {name: herd, radius: 1, speed: 1, waypoints: [[5.5, 6.5], [35.5, 6.5]], on_contact: wait}
groups:
  - {name: tank, count: 1, start: {cell: [20, 6]}, goal: {cell: [20, 6]}, on_arrival: stay, radius: 0.9, profile: tank,
     wait: 60, then: [{goal: {cell: [20, 6]}}]}
profiles: {tank: )" + std::string(profile) +
                                           "}\n");
    EXPECT_EQ(report.ticks, 300) << "it waits there all the time";
    EXPECT_EQ(report.contacts.pushed, 0) << profile;
  }
}

}  // namespace
}  // namespace portolan
