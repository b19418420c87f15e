// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/config/map_file.hpp>
#include <portolan/config/saved_world.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/config/terrain.hpp>

#include <support/data.hpp>
#include <support/temp_folder.hpp>

namespace portolan {
namespace {

namespace fs = std::filesystem;

ScenarioFile scenario_of(const std::string& yaml) {
  Result<ScenarioFile> scenario = parse_scenario(yaml, "test.yaml");
  if (!scenario) throw std::runtime_error(scenario.error().text());
  return std::move(*scenario);
}

void save(const World& world, const fs::path& file) {
  std::vector<Hierarchy> hierarchies;
  std::vector<const Hierarchy*> all;
  hierarchies.reserve(world.profile_count());
  for (std::uint32_t p = 0; p < world.profile_count(); ++p) {
    all.push_back(&hierarchies.emplace_back(world, ProfileId{p}));
  }
  if (const auto error = save_world(world, all, file)) throw std::runtime_error(error->text());
}

constexpr const char* map_kind =
    "map: {generate: {kind: islands, width: 640, height: 512, seed: 3, fill: 30}}\n";

/// A world of 320 sectors in a file, and its widest connected ground's two far ends.
class Streaming : public ::testing::Test {
 protected:
  void SetUp() override {
    const ScenarioFile scenario = scenario_of(
        std::string(map_kind) +
        "groups: [{count: 1, start: {anywhere: true}, goal: {anywhere: true}}]\nprofiles: {default: {}}\n");
    Result<World> world = build_world(scenario);
    ASSERT_TRUE(world.ok()) << world.error().text();
    save(*world, file_);
    const Hierarchy hierarchy(*world, ProfileId{0});
    for (int y = 0; y < 512 && !found_; ++y) {
      for (int x = 0; x < 40 && !found_; ++x) {
        for (int back = 1; back < 60 && !found_; ++back) {
          found_ = hierarchy.can_reach({x, y, 0}, {640 - back, 511 - y, 0});
          start_ = {x, y, 0};
          goal_ = {640 - back, 511 - y, 0};
        }
      }
    }
    ASSERT_TRUE(found_);
  }
  [[nodiscard]] std::string yaml(const std::string& streaming, const std::string& more = "") const {
    const auto text = [](Cell c) { return "[" + std::to_string(c.x) + ", " + std::to_string(c.y) + "]"; };
    return "ticks: 6000\nmap: {file: " + file_.string() + "}\n" + streaming +
           "groups:\n  - {name: g, count: 3, speed: 8, headings: octile, start: {cell: " + text(start_) +
           "}, goal: {cell: " + text(goal_) + "}}\n" + more;
  }
  static Result<Simulation> make(const std::string& yaml, SimulationHooks hooks = {}) {
    return open_simulation(scenario_of(yaml), std::move(hooks));
  }

  test::TempFolder folder_;
  fs::path file_ = folder_.path() / "w.portolan";
  Cell start_;
  Cell goal_;
  bool found_ = false;
};

TEST_F(Streaming, ArrivesAsWithEverythingInMemory) {
  Result<Simulation> whole = make(yaml(""));
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  whole->run();
  const SimulationReport everything = whole->report();
  ASSERT_EQ(everything.arrived, 3);
  EXPECT_FALSE(everything.streaming.has_value());

  SimulationHooks hooks;
  hooks.on_tick = [](const Simulation& simulation) {
    const World& world = simulation.world();
    EXPECT_LE(world.resident_blocks(), 16U);
    for (std::uint32_t i = 0; i < simulation.crowd().size(); ++i) {
      if (!simulation.crowd().present({i})) continue;
      EXPECT_TRUE(world.resident(world.view({0}).costs().block_of(simulation.crowd().cell({i}))));
    }
    return !::testing::Test::HasFailure();
  };
  Result<Simulation> streamed = make(yaml("streaming: {resident: 0.05, ahead: 4}\n"), hooks);
  ASSERT_TRUE(streamed.ok()) << streamed.error().text();
  streamed->run();
  const SimulationReport report = streamed->report();
  EXPECT_EQ(report.outcome, Outcome::complete);
  EXPECT_EQ(report.arrived, 3);
  EXPECT_EQ(report.work.plans, 1U);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_EQ(report.contacts.stale_steps, 0U);
  EXPECT_LE(report.walked, everything.walked * 1.01);
  EXPECT_TRUE(report.streaming.has_value());
  EXPECT_LE(report.streaming->most_resident_share(), 0.05);
  EXPECT_EQ(report.streaming->most_loads_in_a_tick, 1U);
  EXPECT_GT(report.streaming->loads, 20U);
  EXPECT_EQ(report.streaming->unloads + 16, report.streaming->loads);
  EXPECT_EQ(streamed->fault().has_value(), false);

  Result<Simulation> again = make(yaml("streaming: {resident: 0.05, ahead: 4}\n"));
  again->run();
  EXPECT_EQ(again->report().hash, report.hash);
}

// There and back again: the land on the way back is loaded once more.
TEST_F(Streaming, GoesFromGoalToGoal) {
  const std::string back =
      "groups.0.then=[{goal: {cell: [" + std::to_string(start_.x) + ", " + std::to_string(start_.y) + "]}}]";
  Result<ScenarioFile> scenario =
      parse_scenario(yaml("streaming: {resident: 0.05, ahead: 4}\n"), "back.yaml", {back, "groups.0.wait=1"});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  bool was_there = false;
  Vec2 last;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    last = now.crowd().position({0});
    was_there = was_there || length(last - centre_of(goal_)) < 2;
    return true;
  };
  Result<Simulation> streamed = open_simulation(*scenario, hooks);
  ASSERT_TRUE(streamed.ok()) << streamed.error().text();
  streamed->run();
  const SimulationReport report = streamed->report();
  EXPECT_EQ(report.arrived, 3);
  EXPECT_TRUE(was_there);
  EXPECT_LT(length(last - centre_of(start_)), 2);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_LE(report.streaming->most_resident_share(), 0.05);
  EXPECT_NEAR(report.detour, 1, 0.05);
}

TEST_F(Streaming, ObstaclesOnUnloadedLandAreKnown) {
  const std::string obstacle =
      "obstacles:\n  - {radius: 3, speed: 6, waypoints: [[320.5, 40.5], [320.5, 470.5]], mode: "
      "there_and_back}\n";
  Result<Simulation> simulation = make(yaml("streaming: {resident: 0.1, ahead: 4}\n", obstacle));
  ASSERT_TRUE(simulation.ok()) << simulation.error().text();
  simulation->run();
  const SimulationReport report = simulation->report();
  EXPECT_EQ(report.arrived, 3);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_GT(report.commits, 100U);
  EXPECT_GT(report.streaming->loads_for_edits, 0U);
  // Unloaded and changed again and again, the portal graph is that of a world built with the same stamps.
  World same = SavedWorld::open(file_)->world().value();
  for (int y = 0; y < 512; ++y) {
    for (int x = 0; x < 640; ++x) {
      if (simulation->world().stamped({x, y, 0})) same.stamp({x, y, 0}, 1);
    }
  }
  same.commit();
  EXPECT_EQ(simulation->hierarchy({0}).fingerprint(), Hierarchy(same, {0}).fingerprint());
}

// Flips a byte of every page in turn; each run is whole or says what it met, and never a third thing.
TEST_F(Streaming, DamagedLandEndsTheRunWithItsName) {
  std::ifstream in(file_, std::ios::binary);
  const std::vector<char> good{std::istreambuf_iterator<char>(in), {}};
  int faults = 0;
  for (std::size_t at = 2000; at + 70'000 < good.size(); at += 65'536) {
    std::vector<char> bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    std::ofstream(file_, std::ios::binary).write(bad.data(), static_cast<std::streamsize>(bad.size()));
    Result<Simulation> simulation = make(yaml("streaming: {resident: 0.05}\n"));
    if (!simulation.ok()) {
      EXPECT_NE(simulation.error().text().find("w.portolan"), std::string::npos) << simulation.error().text();
      ++faults;
      continue;
    }
    simulation->run();
    EXPECT_EQ(simulation->report().contacts.wall_entries, 0);
    if (const auto fault = simulation->fault()) {
      EXPECT_NE(fault->text().find("w.portolan: damaged at byte"), std::string::npos) << fault->text();
      ++faults;
    } else {
      EXPECT_EQ(simulation->report().arrived, 3);
    }
  }
  EXPECT_GT(faults, 0);
}

TEST_F(Streaming, SaysWhatAStreamedWorldNeeds) {
  const auto fault = [](const std::string& yaml) {
    const Result<Simulation> simulation = make(yaml);
    return simulation.ok() ? std::string("none") : simulation.error().text();
  };
  const std::string on = "streaming: {resident: 0.05}\n";
  EXPECT_EQ(
      fault(std::string(map_kind) + on +
            "groups: [{count: 1, start: {cell: [9, 9]}, goal: {cell: [5, 5]}}]\n"),
      "test.yaml:2:12: streaming: needs a world that 'portolan bake' wrote as `map.file`, and no `links` "
      "but those in it");
  EXPECT_NE(fault(yaml("streaming: {resident: 0.01}\n"))
                .find("room for 3 sectors, expected at least 10; raise `resident`"),
            std::string::npos);
  EXPECT_NE(fault(yaml(on, "hierarchy: {sector_size: 16}\n")).find("bake it again"), std::string::npos);
  EXPECT_NE(fault(yaml(on, "terrain: {water: 3}\n")).find("is not in the baked world"), std::string::npos);
  std::string near = yaml(on);
  near.replace(near.find("goal: {cell"), 11, "goal: {near");
  EXPECT_NE(fault(near).find("name cells with `cell` or `cells`"), std::string::npos);
  std::string banded = yaml(on);
  banded.replace(banded.find("speed: 8"), 8, "speed: 8, corridor: band");
  EXPECT_NE(fault(banded).find("take `corridor: band` away"), std::string::npos);
  EXPECT_EQ(fault(yaml("streaming: {enabled: false}\n")), "none");
}

TEST_F(Streaming, TellsAllThatIsWrongAtOnce) {
  const Result<Simulation> simulation = make("map: {file: " + file_.string() + "}\n" + R"(
streaming: {resident: 0.01}
profiles: {swimmer: {terrain: {water: 3}}}
groups:
  - {name: a, count: 1, corridor: band, start: {cell: [700, 5]}, goal: {near: [5, 5]}}
  - {name: b, count: 1, profile: swimmer, follow: path, start: {cell: [5, 5]}, goal: {cell: [6, 5]}}
  - {name: c, count: 1, start: {cell: [5, 700]}, goal: {cell: [701, 5]}}
obstacles:
  - {name: door, at: [999, 1], box: [1, 1]}
)");
  ASSERT_FALSE(simulation.ok());
  const std::string text = simulation.error().text();
  std::size_t at = 0;
  for (const std::string part :
       {"streaming: room for 3 sectors", "groups.0: in a streamed world only the corridor's sectors",
        "groups.0.goal.near: a streamed world is not looked through", "groups.1: agents of a streamed world",
        "groups.1: profile 'swimmer' is not in the baked world", "groups.2.start.cell: cell [5, 700] lies",
        "groups.2.goal.cell: cell [701, 5] lies", "obstacles.0.at: [999, 1] lies outside"}) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " in\n" << text;
    if (found != std::string::npos) at = found;
  }
}

TEST_F(Streaming, AHostsOwnStreamedWorldIsNotLookedThroughForPlaces) {
  const Result<SavedWorld> saved = SavedWorld::open(file_);
  ASSERT_TRUE(saved.ok());
  const ScenarioFile near =
      scenario_of("map: {file: " + file_.string() +
                  "}\nstreaming: {}\n"
                  "groups:\n  - {count: 1, start: {anywhere: true}, goal: {near: [5, 5]}}\n"
                  "  - {count: 1, start: {cell: [5, 700]}, goal: {cell: [5, 5]}}\n");
  Result<World> world = saved->streamed_world(near.profiles);
  ASSERT_TRUE(world.ok());
  const Result<Simulation> simulation = Simulation::create(near, {std::move(*world)});
  ASSERT_FALSE(simulation.ok());
  for (const std::string part : {"groups.0.start.anywhere: a streamed", "groups.0.goal.near: a streamed",
                                 "groups.1.start.cell: cell [5, 700] lies outside"}) {
    EXPECT_NE(simulation.error().text().find(part), std::string::npos) << simulation.error().text();
  }
}

TEST_F(Streaming, BakedSectorsAreThoseOfTheWorld) {
  const Result<SavedWorld> saved = SavedWorld::open(file_);
  ASSERT_TRUE(saved.ok());
  const Result<World> whole = saved->world();
  const auto sectors = saved->sectors();
  ASSERT_TRUE(whole.ok() && sectors.ok());
  const TileGrid blocks((*sectors)->extent());
  std::array<TerrainId, BlockArray::cells> values;
  for (std::uint32_t b = 0; b < blocks.tile_count(); ++b) {
    ASSERT_TRUE((*sectors)->read(b, values));
    const Rect box = blocks.bounds({b});
    for (int y = 0; y < box.height; ++y) {
      for (int x = 0; x < box.width; ++x) {
        ASSERT_EQ(values[static_cast<std::size_t>(y * 32 + x)],
                  whole->terrain({box.x + x, box.y + y, box.layer}));
      }
    }
  }
}

// The scenarios of the public maps.

TEST(RealScenarios, FleetAndArmy) {
  PORTOLAN_NEEDS_DATA("terrain/aegean_8192.map.xz");
  Result<ScenarioFile> scenario = read_scenario(test::source_dir() / "scenarios/fleet_and_army.yaml");
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  const std::int64_t agents = scenario->groups[0].count + scenario->groups[1].count;
  Result<Simulation> simulation = open_simulation(std::move(*scenario));
  ASSERT_TRUE(simulation.ok()) << simulation.error().text();
  // Two kinds of agent in one world, and nothing that both can walk on.
  const GridView army = simulation->world().view(simulation->hierarchy({0}).profile());
  const GridView ships = simulation->world().view(simulation->hierarchy({1}).profile());
  for (int y = 0; y < 8192; y += 7) {
    for (int x = 0; x < 8192; x += 7) {
      ASSERT_FALSE(army.passable({x, y, 0}) && ships.passable({x, y, 0}));
    }
  }
  simulation->run();
  const SimulationReport report = simulation->report();
  EXPECT_EQ(report.failures, std::vector<std::string>());
  EXPECT_EQ(report.arrived, agents);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  EXPECT_GE(report.detour, 0.9);
  EXPECT_LE(report.detour, 1.1);
}

TEST(RealScenarios, CaravanCrossesCanadaWithAThousandthOfItInMemory) {
  PORTOLAN_NEEDS_DATA("terrain/canada_lakes_16384.map.xz");
  const test::TempFolder folder;
  const fs::path file = folder.path() / "canada.portolan";
  const std::vector<std::string> baked = {"map.file=" + file.string()};
  {
    Result<World> world = read_map(test::data_file("terrain/canada_lakes_16384.map.xz"), {});
    ASSERT_TRUE(world.ok()) << world.error().text();
    world->add_profile(default_profile());
    world->commit();
    save(*world, file);
  }
  const auto play = [&](bool streamed) {
    std::vector<std::string> overrides = baked;
    if (!streamed) overrides.insert(overrides.end(), {"streaming.enabled=false", "groups.0.headings=octile"});
    Result<ScenarioFile> scenario = read_scenario(test::source_dir() / "scenarios/caravan.yaml", overrides);
    if (!scenario) throw std::runtime_error(scenario.error().text());
    Result<Simulation> simulation = open_simulation(std::move(*scenario));
    if (!simulation) throw std::runtime_error(simulation.error().text());
    simulation->run();
    return simulation->report();
  };
  const SimulationReport streamed = play(true);
  const SimulationReport whole = play(false);
  EXPECT_EQ(streamed.failures, std::vector<std::string>());
  EXPECT_EQ(streamed.outcome, Outcome::complete);
  EXPECT_EQ(streamed.arrived, whole.arrived);
  EXPECT_LE(streamed.walked, whole.walked * 1.01);
  EXPECT_LE(streamed.streaming->most_resident_share(), 0.001);
  EXPECT_EQ(streamed.streaming->most_loads_in_a_tick, 1U);
  EXPECT_EQ(streamed.contacts.waits, 0U);
  EXPECT_GT(streamed.streaming->unloads, 1000U);
  EXPECT_LE(streamed.streaming->most_world_bytes, 16U << 20U);
}

}  // namespace
}  // namespace portolan
