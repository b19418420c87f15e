// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Scenarios of random groups, obstacles and manners on random worlds: the same on one thread and on two that
// take their work backwards while somebody looks on, and nobody ends in a wall.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/simulation/simulation.hpp>

#include <support/backward_executor.hpp>
#include <support/cases.hpp>
#include <support/random_world.hpp>

#include "onlooker.hpp"

namespace portolan::test {
namespace {

float tenths(Random& random, int least, int most) {
  return 0.1F * static_cast<float>(random.between(least, most));
}

ScenarioPlace any_place(const World& world, Random& random) {
  const Cell c = random_cell(world.extent(), random);
  ScenarioPlace place;
  if (random.percent(30)) return place;
  if (random.percent(50)) {
    place.at = Disc{c, 4.5};
  } else {
    place.at = c;
  }
  return place;
}

ScenarioGroup any_group(const World& world, Random& random) {
  ScenarioGroup group;
  group.count = random.between(1, 12);
  group.start = any_place(world, random);
  group.goal = any_place(world, random);
  group.profile = random.below(static_cast<std::uint32_t>(world.profile_count()));
  group.speed = tenths(random, 5, 80);
  group.radius = tenths(random, 1, 7);
  group.leave_on_arrival = random.percent(50);
  group.start_tick = random.between(0, 10);
  group.avoidance = static_cast<Avoidance>(random.below(3));
  for (float* const weight : {&group.steering.alignment, &group.steering.cohesion, &group.steering.pursue,
                              &group.steering.evade, &group.steering.wander, &group.steering.walls})
    *weight = random.percent(20) ? tenths(random, 1, 20) : 0;
  group.manner.team = random.between(0, 2);
  group.manner.mass = tenths(random, 1, 40);
  group.manner.headway = random.percent(20) ? 0.5F : 0.0F;
  group.manner.formation = static_cast<Formation>(random.below(5));
  group.manner.keeps_rank = random.percent(30);
  group.manner.full_speed_cost = random.percent(20) ? 1 : 0;
  group.replan.every_steps = random.percent(20) ? 5 : 0;
  group.replan.at_turns = random.percent(20);
  group.replan.when_idle = random.percent(20);
  group.headings = random.percent(60) ? Headings::any_angle : Headings::octile;
  group.follow = random.percent(60) ? ScenarioGroup::Follow::field
                                    : static_cast<ScenarioGroup::Follow>(1 + random.below(2));
  if (group.follow == ScenarioGroup::Follow::field && random.percent(25)) {
    group.foresee.horizon = tenths(random, 10, 60);
    group.foresee.room = random.between(0, 1);
  }
  return group;
}

ScenarioObstacle any_obstacle(const World& world, Random& random) {
  ScenarioObstacle obstacle;
  const auto point = [&] { return centre_of(random_cell(world.extent(), random)); };
  const std::vector<Vec2> points{point(), point(), point()};
  obstacle.spec.course =
      Course::waypoints(points, tenths(random, 5, 60), static_cast<Repeat>(random.below(3)));
  obstacle.spec.shape = Footprint::disc(tenths(random, 3, 25));
  obstacle.spec.layer = random.between(0, world.extent().layers - 1);
  if (random.percent(30)) obstacle.spec.effect = {false, random.between(1, 90)};
  obstacle.spec.waits = random.percent(30);
  if (random.percent(30)) obstacle.spec.presence = {random.percent(50), {0.7, 1.6}, 2.5};
  obstacle.foresight = static_cast<ScenarioObstacle::Foresight>(random.below(3));
  obstacle.start_tick = random.between(0, 8);
  return obstacle;
}

// Drawn by itself, so that all else stays what it was.
void lead_some(Scenario& scenario, const World& world) {
  Random random(scenario.seed + 1'000'000);
  for (ScenarioGroup& group : scenario.groups) {
    if (random.percent(40))
      group.manner.leader = random.below(static_cast<std::uint32_t>(scenario.groups.size()));
    const Cell target = random_cell(world.extent(), random);
    if (random.percent(60) || !world.view({group.profile}).passable(target)) continue;
    group.manner.target = target;
    for (float* const weight : {&group.steering.seek, &group.steering.flee, &group.steering.arrive})
      *weight = random.percent(40) ? tenths(random, 1, 20) : 0;
  }
}

// Likewise.
void send_some_on(Scenario& scenario, const World& world) {
  Random random(scenario.seed + 2'000'000);
  for (ScenarioGroup& group : scenario.groups) {
    if (random.percent(60)) continue;
    std::int64_t tick = group.start_tick;
    group.goal.rounds = random.between(0, 2);
    group.goal.stop = {tenths(random, 0, 4), random.percent(20), {}};
    for (int k = random.between(1, 3); k > 0; --k) {
      detail::ScenarioLeg leg{any_place(world, random), {tenths(random, 0, 4), random.percent(20), {}}, {}};
      if (random.percent(40)) leg.tick = tick += random.between(1, 25);
      group.goal.then.push_back(leg);
    }
  }
}

Scenario any_scenario(const World& world, std::uint64_t seed) {
  Random random(seed);
  Scenario scenario;
  scenario.seed = seed;
  scenario.ticks = 70;
  // At shorter steps than a tenth of a second who goes straight on does nothing else in some of them.
  constexpr float lengths[] = {0.1F, 1.0F / 30, 0.1F, 1.0F / 60};
  scenario.tick_seconds = lengths[seed / 2 % 4];
  scenario.hierarchy.sector_size = 8 << random.below(3);
  for (int k = random.between(1, 5); k > 0; --k) scenario.groups.push_back(any_group(world, random));
  // Where nothing is free under an obstacle, nobody can be put beside it.
  const bool has_room = world.extent().width > 16 && world.extent().height > 16;
  for (int k = has_room ? random.between(0, 5) : 0; k > 0; --k)
    scenario.obstacles.push_back(any_obstacle(world, random));
  lead_some(scenario, world);
  send_some_on(scenario, world);
  for (ScenarioGroup& group : scenario.groups) group.name = std::to_string(&group - scenario.groups.data());
  for (ScenarioObstacle& obstacle : scenario.obstacles)
    obstacle.name = "obstacle " + std::to_string(&obstacle - scenario.obstacles.data());
  if (random.percent(40)) scenario.congestion.interval = 0.5F;
  if (random.percent(40)) scenario.budget = {random.below(40), random.below(200), random.below(40), 5};
  scenario.region_side = 4 << random.below(4);
  return scenario;
}

World any_world(std::uint64_t seed) {
  TestWorld made = random_world(random_options(seed, 60), seed);
  if (seed % 2 == 0) {
    Profile wide = cost_profile(2);
    wide.even = seed % 4 == 0;
    made.world.add_profile(wide);
    made.world.commit();
  }
  return std::move(made.world);
}

TEST(AnyScenario, IsTheSameOnAnyThreadsWhoeverLooksOnAndKeepsOutOfWalls) {
  BackwardExecutor backward;
  int played = 0;
  for (std::uint64_t seed = 1; seed <= storm(40); ++seed) {
    Result<Simulation> one = Simulation::create(any_scenario(any_world(seed), seed), {any_world(seed)});
    if (!one) continue;  // there may be no room for a group
    ++played;
    SimulationHooks hooks;
    hooks.executor = &backward;
    hooks.on_tick = look_on;
    Result<Simulation> two =
        Simulation::create(any_scenario(any_world(seed), seed), {any_world(seed)}, hooks);
    ASSERT_TRUE(two.ok());
    for (bool more = true; more;) {
      more = one->tick();
      ASSERT_EQ(two->tick(), more) << "seed " << seed << " tick " << one->ticks();
      ASSERT_EQ(one->crowd().hash(), two->crowd().hash()) << "seed " << seed << " tick " << one->ticks();
    }
    const SimulationReport report = one->report();
    EXPECT_EQ(report.contacts.wall_entries, 0) << "seed " << seed;
    EXPECT_EQ(report.hash, two->report().hash) << "seed " << seed;
  }
  EXPECT_GT(played, enough(20));
}

}  // namespace
}  // namespace portolan::test
