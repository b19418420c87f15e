// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Crowds and whole simulations whose steps several threads share.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/thread_pool.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/field_guide.hpp>

#include <support/backward_executor.hpp>
#include <support/cases.hpp>
#include <support/make_simulation.hpp>
#include <support/random_world.hpp>

namespace portolan::test {
namespace {

std::uint64_t hash_of_crowd(std::uint64_t seed, Avoidance avoidance, Executor* executor, int steps) {
  const auto map = random_world({.extent = {80, 60, 1}, .shape = Shape::boxes}, seed);
  Random random(seed);
  CrowdOptions options;
  options.executor = executor;
  Crowd crowd(options);
  const GoalSet goals{{random_passable_cell(map.view(), random)}};
  TileField field(map.view(), TileGrid(map.extent(), 32));
  for (const Goal& goal : goals) field.add_goal(goal);
  field.advance();
  const FieldGuide guide(&field);
  CrowdGroup group{map.view(), &guide, goals, {}, 1.0F, seed % 2 == 0};
  group.avoidance = avoidance;
  const CrowdGroupId id = crowd.add_group(group);
  const int agents = avoidance == Avoidance::reciprocal ? 600 : 1200;
  for (int i = 0; i < agents; ++i)
    crowd.add({centre_of(random_passable_cell(map.view(), random)), 0, 0.3F, 4.0F, id});
  for (int i = 0; i < steps; ++i) crowd.step(0.1F);
  EXPECT_EQ(crowd.inside_walls(), 0U);
  return crowd.hash();
}

TEST(Threads, CrowdsRepeatBitForBitWhateverTheExecutor) {
  BackwardExecutor backward;
  ThreadPool four(4);
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    for (std::uint64_t seed = 1; seed <= (sanitized ? 1 : 3); ++seed) {
      const std::uint64_t first = hash_of_crowd(seed, avoidance, nullptr, 40);
      EXPECT_EQ(hash_of_crowd(seed, avoidance, nullptr, 40), first);
      EXPECT_EQ(hash_of_crowd(seed, avoidance, &backward, 40), first);
      EXPECT_EQ(hash_of_crowd(seed, avoidance, &four, 40), first);
      EXPECT_NE(hash_of_crowd(seed, avoidance, nullptr, 39), first)
          << "a hash that never changes proves nothing";
    }
  }
}

// Two crowds that avoid each other in their ways, jams that raise costs, and an obstacle over their way.
constexpr const char* two_gates = R"(
name: two_gates
ticks: 400
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
    ................................................................
    ................................................................
hierarchy: {sector_size: 8}
congestion: {interval: 0.5}
groups:
  - {name: west, count: 60, start: {rect: [1, 0, 16, 6]}, goal: {cell: [60, 2]}, radius: 0.4, avoidance: reciprocal}
  - {name: east, count: 20, start: {rect: [48, 3, 8, 6]}, goal: {cell: [3, 8]}, avoidance: separation}
obstacles:
  - {name: ram, radius: 2, speed: 1, waypoints: [[40.5, 2.5], [32.5, 2.5]], mode: there_and_back}
)";

SimulationReport played(Executor* executor) {
  SimulationHooks hooks;
  hooks.executor = executor;
  double time = 0;
  hooks.clock = [&time] { return time += 0.001; };
  Simulation simulation = make_simulation(two_gates, std::move(hooks));
  simulation.run();
  return simulation.report();
}

TEST(Threads, SimulationsEndInTheSameStateOnAnyExecutor) {
  const SimulationReport first = played(nullptr);
  EXPECT_GT(first.arrived, 0);
  EXPECT_GT(first.commits, 0U);
  BackwardExecutor backward;
  ThreadPool two(2), five(5);
  for (Executor* executor : std::vector<Executor*>{&backward, &two, &five}) {
    const SimulationReport again = played(executor);
    EXPECT_EQ(again.hash, first.hash);
    EXPECT_EQ(again.ticks, first.ticks);
    EXPECT_GT(again.seconds.crowd, 0);
  }
}

}  // namespace
}  // namespace portolan::test
