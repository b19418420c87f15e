// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Parties that go where there is hardly room for them, in mazes and rooms: everybody comes to rest.
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/cases.hpp>
#include <support/make_simulation.hpp>
#include <support/random.hpp>

namespace portolan::test {
namespace {

std::string any_party(Random& random, int side) {
  const auto number = [&](int least, int most) { return std::to_string(random.between(least, most)); };
  const auto place = [&] {
    return "{around: [" + number(5, side - 6) + ", " + number(5, side - 6) + "], radius: ";
  };
  return "  - {count: " + number(5, 60) + ", start: " + place() + "16}, goal: " + place() + number(2, 4) +
         "}, avoidance: " + (random.percent(70) ? "separation" : "reciprocal") + ", speed: " + number(4, 8) +
         ", radius: 0." + number(30, 45) + ", on_arrival: stay}\n";
}

class Cramped : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(Cramped, EverybodyComesToRest) {
  const auto& [kind, ticks_per_second] = GetParam();
  int played = 0;
  for (int seed = 1; seed <= static_cast<int>(storm(12)); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    std::string yaml =
        "seed: " + std::to_string(seed) + "\nticks: " + std::to_string(900 * ticks_per_second) +
        "\ntick_seconds: " + std::to_string(1.0 / ticks_per_second) + "\nmap: {generate: {kind: " + kind +
        ", width: 64, height: 64, seed: " + std::to_string(seed) + "}}\ngroups:\n";
    for (int group = random.between(1, 3); group > 0; --group) yaml += any_party(random, 64);
    Result<ScenarioFile> scenario = parse_scenario(yaml, "cramped.yaml");
    ASSERT_TRUE(scenario) << scenario.error().text();
    Result<Simulation> simulation = open_simulation(std::move(scenario).value());
    if (!simulation) continue;  // no room for so many at the start
    ++played;
    simulation->run();
    const SimulationReport report = simulation->report();
    EXPECT_EQ(report.arrived + report.stuck, report.agents) << yaml;
    EXPECT_EQ(report.contacts.wall_entries, 0) << yaml;
  }
  EXPECT_GT(played, 3);
}

INSTANTIATE_TEST_SUITE_P(Maps, Cramped,
                         testing::Combine(testing::Values("maze", "rooms"), testing::Values(10, 30)));

// In a door of one cell, behind which its lane turns: bodies as wide as the door turned back around the post
// that they had passed.
TEST(WideBodies, GoThroughDoorsBehindWhichTheyTurn) {
  for (const std::string seed : {"1", "4", "16"}) {
    Simulation simulation = make_simulation(R"(
ticks: 1500
map: {generate: {kind: rooms, width: 120, height: 90, seed: 5}}
groups:
  - {count: 40, start: {anywhere: true}, goal: {near: [76, 62]}, radius: 0.45, speed: 2, avoidance: reciprocal}
seed: )" + seed);
    simulation.run();
    EXPECT_EQ(simulation.report().arrived, 40) << "seed " << seed;
  }
}

}  // namespace
}  // namespace portolan::test
