// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Groups that keep to a band instead of the sectors of a corridor.
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/paths.hpp>

namespace portolan {
namespace {

Simulation created(Result<ScenarioFile> scenario, SimulationHooks hooks = {}) {
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<Simulation> simulation = open_simulation(std::move(scenario).value(), std::move(hooks));
  if (!simulation) throw std::runtime_error(simulation.error().text());
  return std::move(simulation).value();
}

Simulation shown(std::vector<std::string> overrides = {}, SimulationHooks hooks = {}) {
  return created(read_scenario(test::source_dir() / "scenarios/narrow_band.yaml", overrides),
                 std::move(hooks));
}

TEST(KeepingToABand, AllArriveAroundWhatMovesAcrossIt) {
  std::set<std::size_t> sizes;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    EXPECT_EQ(now.field(0).field().tile_count(), 0U) << "no field over sectors";
    if (now.ticks() < 2) return true;
    sizes.insert(now.band(0)->cell_count());
    return true;
  };
  Simulation simulation = shown({}, hooks);
  simulation.run();
  const SimulationReport report = simulation.report();
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.arrived, 32);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_GT(report.work.fields, 10U) << "the cart makes bands stale";
  EXPECT_GT(report.work.tiles_solved, 0U);
  EXPECT_GT(sizes.size(), 2U) << "the cart changes the band";
  EXPECT_EQ(simulation.band(0)->radius(), 4);
  EXPECT_EQ(report.hash, [] {
    Simulation again = shown();
    again.run();
    return again.report().hash;
  }()) << "and so it goes every time";
}

TEST(KeepingToABand, IsSmallerThanTheSectorsAndAsGood) {
  Simulation band = shown();
  Simulation sectors = shown({"groups.0.corridor=sectors", "groups.1.corridor=sectors",
                              "groups.0.headings=octile", "groups.1.headings=octile"});
  EXPECT_EQ(sectors.band(0), nullptr);
  band.tick();
  sectors.tick();
  EXPECT_LT(band.band(0)->cell_count(), sectors.field(0).corridor().size() * 256);
  band.run();
  sectors.run();
  EXPECT_EQ(sectors.report().arrived, 32);
  EXPECT_LT(band.report().detour, sectors.report().detour + 0.05);
}

// The way is cut for good a while after everybody has set out: the other gap is far outside the band.
TEST(KeepingToABand, FindsAnotherWayWhenTheBandIsCut) {
  Simulation simulation = created(parse_scenario(R"(
ticks: 1500
map:
  ascii: |
    ....................#...................
    ....................#...................
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
    ........................................
    ....................#...................
hierarchy: {sector_size: 8}
groups:
  - {name: couriers, count: 4, start: {rect: [0, 1, 2, 2]}, goal: {rect: [37, 1, 2, 2]}, corridor: band, band_radius: 2}
obstacles:
  - {name: gate, box: [1, 1], at: [20.5, 2.5], start_tick: 20}
expect: {all_arrived: true, no_wall_entries: true, no_stale_steps: true}
)",
                                                 "cut.yaml"));
  simulation.run();
  EXPECT_EQ(simulation.report().failures, std::vector<std::string>{});
  EXPECT_TRUE(simulation.band(0)->contains({20, 14, 0})) << "through the other gap";
}

TEST(KeepingToABand, SaysWhatDoesNotGoTogether) {
  const auto error = [](const std::string& keys) {
    const auto read = parse_scenario(
        "map: {ascii: '....'}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}, " + keys +
            "}\n",
        "a.yaml");
    return read ? std::string() : read.error().text();
  };
  EXPECT_EQ(error("corridor: band, band_radius: 64"), "");
  EXPECT_NE(error("corridor: band, follow: path").find("take `follow` away"), std::string::npos);
  EXPECT_NE(error("corridor: band, foresee: {horizon: 4}").find("expected `sectors`"), std::string::npos);
  EXPECT_NE(error("corridor: ribbon").find("expected one of sectors, band"), std::string::npos);
  EXPECT_NE(error("corridor: band, band_radius: 0").find("band_radius"), std::string::npos);
  EXPECT_NE(error("corridor: band, band_radius: 65").find("64"), std::string::npos);
}

}  // namespace
}  // namespace portolan
