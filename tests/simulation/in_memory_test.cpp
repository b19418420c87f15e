// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// A host that makes scenario and world itself, without files or YAML.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <portolan/core/assert.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan {
namespace {

constexpr TerrainId ground = 1;

// 48 by 32 cells with a wall that has a gap at the bottom.
World walled() {
  World world({48, 32, 1}, ground);
  Profile walkers{"walkers", {}, 1, true};
  walkers.cost.fill(impassable);
  walkers.cost[ground] = 1;
  for (std::int32_t y = 0; y < 28; ++y) world.set_terrain({24, y, 0}, 2);
  world.add_profile(walkers);
  world.commit();
  return world;
}

ScenarioGroup walkers(const std::string& name) {
  ScenarioGroup group;
  group.name = name;
  group.count = 6;
  group.start.at = Disc{{6, 6, 0}, 3.5};
  group.goal.at = Rect{40, 2, 4, 4, 0};
  return group;
}

Scenario crossing() {
  Scenario scenario;
  scenario.name = "crossing";
  scenario.ticks = 600;
  scenario.hierarchy.sector_size = 16;
  scenario.groups.push_back(walkers("field"));
  scenario.groups.push_back(walkers("band"));
  scenario.groups.back().follow = ScenarioGroup::Follow::band;
  scenario.groups.push_back(walkers("path"));
  scenario.groups.back().follow = ScenarioGroup::Follow::path;
  scenario.groups.push_back(walkers("foresight"));
  scenario.groups.back().foresee.horizon = 6;
  return scenario;
}

SimulationReport played(Scenario scenario) {
  Result<Simulation> simulation = Simulation::create(std::move(scenario), {walled()});
  EXPECT_TRUE(simulation.ok()) << simulation.error().text();
  simulation->run();
  return simulation->report();
}

TEST(InMemory, EveryKindOfGroupArrives) {
  const SimulationReport report = played(crossing());
  EXPECT_EQ(report.outcome, Outcome::complete);
  EXPECT_EQ(report.arrived, 24);
  EXPECT_EQ(report.contacts.wall_entries, 0);
  ASSERT_EQ(report.groups.size(), 4U);
  for (const GroupReport& group : report.groups) {
    EXPECT_EQ(group.arrived, 6) << group.name;
    EXPECT_GT(group.plans + group.fields, 0U) << group.name;
    EXPECT_GE(group.detour, 0.9) << group.name;
  }
  EXPECT_GT(report.paths.plans, 0U);
  EXPECT_GT(report.foresight.plans, 0U);
  EXPECT_EQ(played(crossing()).hash, report.hash);
}

TEST(InMemory, TellsItsPlansWhileItRuns) {
  Scenario alone = crossing();
  alone.groups.resize(1);
  Result<Simulation> simulation = Simulation::create(alone, {walled()});
  ASSERT_TRUE(simulation.ok());
  EXPECT_EQ(simulation->band(0), nullptr);
  simulation->tick();
  EXPECT_EQ(simulation->plan(0).outcome, Outcome::complete);
  EXPECT_FALSE(simulation->field(0).corridor().empty());
}

#if PORTOLAN_ASSERTIONS
TEST(InMemoryDeathTest, AnswersAreAboutWhatIsThere) {
  Scenario alone = crossing();
  alone.groups.resize(1);
  const Result<Simulation> simulation = Simulation::create(alone, {walled()});
  ASSERT_TRUE(simulation.ok());
  EXPECT_DEATH(static_cast<void>(simulation->plan(1)), "a group of the scenario");
  EXPECT_DEATH(static_cast<void>(simulation->hierarchy(ProfileId{7})), "with which some group plans");
  EXPECT_DEATH(static_cast<void>(simulation->obstacle(1000)), "an obstacle of the scenario");
  EXPECT_DEATH(static_cast<void>(simulation->group_of({})), "one of this simulation");
  alone.groups[0].count = 0;
  EXPECT_DEATH(static_cast<void>(Simulation::create(alone, {walled()})), "a group has agents");
}
#endif

TEST(InMemory, TakesPlacesThatTheHostChose) {
  Scenario scenario = crossing();
  scenario.groups.resize(1);
  scenario.groups[0].count = 1;
  SimulationWorld world{walled()};
  world.placed.push_back({{{1, 1, 0}}, {{{46, 30, 0}}}});
  Result<Simulation> simulation = Simulation::create(std::move(scenario), std::move(world));
  ASSERT_TRUE(simulation.ok());
  EXPECT_EQ(simulation->crowd().cell(AgentId{0}), (Cell{1, 1, 0}));
  simulation->run();
  EXPECT_EQ(simulation->report().arrived, 1);
}

TEST(InMemory, SaysWhatDoesNotFitTheWorld) {
  Scenario outside = crossing();
  outside.groups[0].start.at = std::vector<Cell>{{99, 1, 0}};
  const Result<Simulation> refused = Simulation::create(outside, {walled()});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().text().find("lies outside the map of 48 x 32"), std::string::npos);
  Scenario upstairs = crossing();
  upstairs.obstacles.emplace_back();
  upstairs.obstacles.back().spec.layer = 3;
  const Result<Simulation> no_layer = Simulation::create(upstairs, {walled()});
  ASSERT_FALSE(no_layer.ok());
  EXPECT_NE(no_layer.error().text().find("layer 3 does not exist"), std::string::npos);
}

}  // namespace
}  // namespace portolan
