// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Goals one after another: judged by where agents are, never by what the simulation says of their legs.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/core/thread_pool.hpp>

#include <support/cases.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

Simulation created(Result<ScenarioFile> scenario, SimulationHooks hooks = {}) {
  if (!scenario) throw std::runtime_error(scenario.error().text());
  Result<Simulation> simulation = open_simulation(std::move(scenario).value(), std::move(hooks));
  if (!simulation) throw std::runtime_error(simulation.error().text());
  return std::move(simulation).value();
}

float distance_to(const GoalSet& goals, Vec2 at, std::int32_t layer) {
  float least = 1e9F;
  for (const Goal& goal : goals) {
    if (goal.cell.layer == layer) least = std::min(least, length(centre_of(goal.cell) - at));
  }
  return least;
}

/// Which goals everybody has come near to, each after the one before.
class Visits {
 public:
  /// Goals in the order in which they are to be seen; as near as this counts.
  Visits(std::vector<GoalSet> goals, float near) : goals_(std::move(goals)), near_(near) {}

  void note(const Simulation& now) {
    const Crowd& crowd = now.crowd();
    seen_.resize(crowd.size());
    ticks_.resize(crowd.size());
    for (std::uint32_t i = 0; i < crowd.size(); ++i) {
      const AgentId agent = crowd.agent(i);
      if (seen_[i] < goals_.size() &&
          distance_to(goals_[seen_[i]], crowd.position(agent), crowd.layer(agent)) <= near_) {
        ++seen_[i];
        ticks_[i].push_back(now.ticks());
      }
      if (now.arrived(agent)) {
        EXPECT_EQ(seen_[i], goals_.size()) << "agent " << i << " has left some out";
      }
    }
  }
  /// When an agent first came near to each.
  [[nodiscard]] const std::vector<std::int64_t>& ticks(std::size_t agent) const { return ticks_[agent]; }
  [[nodiscard]] std::size_t least() const { return *std::min_element(seen_.begin(), seen_.end()); }

 private:
  std::vector<GoalSet> goals_;
  float near_;
  std::vector<std::size_t> seen_;
  std::vector<std::vector<std::int64_t>> ticks_;
};

GoalSet at(std::int32_t x, std::int32_t y) { return std::vector<Cell>{{x, y, 0}}; }

const std::string rooms = R"(
ticks: 2500
map:
  ascii: |
    ............#...........
    ............#...........
    ............#...........
    ............#...........
    ........................
    ............#...........
    ............#...........
    ######.###########.#####
    ............#...........
    ............#...........
    ............#...........
    ........................
    ............#...........
    ............#...........
hierarchy: {sector_size: 8}
)";

// From the room at the upper left: lower right, upper right, lower left.
std::string tour(const std::string& manner) {
  return rooms + "groups:\n  - {count: 5, start: {rect: [1, 1, 3, 2]}, goal: {cell: [20, 11]}, " + manner +
         "then: [{goal: {cell: [20, 2]}}, {goal: {cell: [3, 12]}}], rounds: 2}\n"
         "expect: {all_arrived: true, no_wall_entries: true, no_stale_steps: true}\n";
}

class EachKind : public ::testing::TestWithParam<std::string> {};

TEST_P(EachKind, OfGroupGoesFromGoalToGoal) {
  Visits visits({at(20, 11), at(20, 2), at(3, 12), at(20, 11), at(20, 2), at(3, 12)}, 2);
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    visits.note(now);
    return true;
  };
  Simulation simulation = created(parse_scenario(tour(GetParam()), "tour.yaml"), hooks);
  simulation.run();
  const SimulationReport report = simulation.report();
  EXPECT_EQ(report.failures, std::vector<std::string>{});
  EXPECT_EQ(report.outcome, Outcome::complete);
  EXPECT_EQ(visits.least(), 6U);
  EXPECT_LT(report.detour, 1.15) << "over the least costs of all legs";
  EXPECT_GT(report.detour, 0.8);
  EXPECT_GT(report.walked, 80) << "cells on six ways";
  ThreadPool pool(2);
  SimulationHooks two;
  two.executor = &pool;
  Simulation again = created(parse_scenario(tour(GetParam()), "tour.yaml"), two);
  again.run();
  EXPECT_EQ(again.report().hash, report.hash);
  EXPECT_EQ(again.ticks(), simulation.ticks());
}

INSTANTIATE_TEST_SUITE_P(Legs, EachKind,
                         ::testing::Values("", "headings: octile, ", "corridor: band, ", "follow: path, ",
                                           "foresee: {horizon: 6}, ", "avoidance: reciprocal, ",
                                           "on_arrival: stay, formation: line, ", "wait: 1, ",
                                           "together: true, on_arrival: stay, "));

TEST(Legs, CrowdsThatJamDoorsGoFromGoalToGoal) {
  Visits visits({at(20, 11), at(3, 12)}, 6);
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    visits.note(now);
    return true;
  };
  Simulation simulation =
      created(parse_scenario(
                  rooms + "congestion: {interval: 0.5}\ngroups:\n"
                          "  - {count: 60, start: {rect: [0, 0, 11, 6]}, goal: {cell: [20, 11]}, wait: 0.5, "
                          "then: [{goal: {cell: [3, 12]}}]}\n",
                  "jam.yaml"),
              hooks);
  simulation.run();
  EXPECT_EQ(simulation.report().arrived, 60);
  EXPECT_EQ(visits.least(), 2U);
}

// Who passes a goal is never off the map, and goes on without a stop.
TEST(Legs, AGoalIsPassedWithoutAStop) {
  float slowest = 100;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    const Crowd& crowd = now.crowd();
    const AgentId agent = crowd.agent(0);
    if (!now.arrived(agent)) {
      EXPECT_TRUE(crowd.present(agent)) << now.ticks();
    }
    if (now.ticks() > 10 && !now.arrived(agent)) slowest = std::min(slowest, length(crowd.velocity(agent)));
    return true;
  };
  Simulation simulation =
      created(parse_scenario(rooms + "groups:\n  - {count: 1, start: {cell: [1, 4]}, goal: {cell: [10, 4]}, "
                                     "speed: 4, then: [{goal: {cell: [22, 4]}}]}\n",
                             "pass.yaml"),
              hooks);
  simulation.run();
  EXPECT_EQ(simulation.report().arrived, 1);
  EXPECT_GT(slowest, 3.9F);
}

TEST(Legs, AgentsStayAsLongAsTheyAreToldTo) {
  for (const float seconds : {0.1F, 0.0333F}) {
    std::int64_t near = 0;  // ticks
    SimulationHooks hooks;
    hooks.on_tick = [&](const Simulation& now) {
      near += length(now.crowd().position(now.crowd().agent(0)) - Vec2{10.5F, 4.5F}) < 0.5F ? 1 : 0;
      return true;
    };
    Simulation simulation = created(
        parse_scenario(rooms + "groups:\n  - {count: 1, start: {cell: [1, 4]}, goal: {cell: [10, 4]}, "
                               "wait: 3, then: [{goal: {cell: [22, 4]}}]}\n",
                       "wait.yaml", {"tick_seconds=" + std::to_string(seconds)}),
        hooks);
    simulation.run();
    EXPECT_EQ(simulation.report().arrived, 1);
    EXPECT_NEAR(static_cast<float>(near) * seconds, 3, 0.5F);
  }
}

// One begins far behind the other, and waits long at the first of three goals.
TEST(Legs, NobodyGoesOnBeforeTheLastOneIsThere) {
  const auto apart = [](const std::vector<GoalSet>& goals, const std::string& manner) {
    Visits visits(goals, 2);
    SimulationHooks hooks;
    hooks.on_tick = [&](const Simulation& now) {
      visits.note(now);
      return true;
    };
    const std::string group =
        "groups: [{count: 2, start: {cells: [[8, 4], [1, 13]]}, goal: {cell: [10, 4]}, " + manner + "}]\n";
    Simulation simulation = created(parse_scenario(rooms + group, "together.yaml"), hooks);
    simulation.run();
    EXPECT_EQ(simulation.report().arrived, 2);
    EXPECT_EQ(visits.least(), goals.size());
    // The first one at the last goal, less the last one at the goal before.
    return visits.ticks(0).back() - visits.ticks(1)[goals.size() - 2];
  };
  const std::vector<GoalSet> two{at(10, 4), at(17, 4)}, three{at(10, 4), at(17, 4), at(17, 13)};
  EXPECT_LT(apart(two, "then: [{goal: {cell: [17, 4]}}]"), 0);
  EXPECT_GT(apart(two, "together: true, then: [{goal: {cell: [17, 4]}}]"), 8) << "from goal to goal";
  const char* const later = "then: [{goal: {cell: [17, 4]}, together: true}, {goal: {cell: [17, 13]}}]";
  EXPECT_GT(apart(three, std::string("wait: 5, ") + later), 8) << "who waits elsewhere is not there";
}

const std::string recalled = rooms + R"(
groups:
  - name: squad
    count: 4
    start: {rect: [1, 1, 2, 2]}
    goal: {cell: [20, 11]}
    on_arrival: stay
    then: [{goal: {cell: [3, 5]}, tick: 40}]
)";

TEST(Legs, AnOrderComesWhereverTheyAre) {
  float farthest = 0;
  std::int64_t turned = 0;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    const float x = now.crowd().position(now.crowd().agent(0)).x;
    if (x > farthest) turned = now.ticks();
    farthest = std::max(farthest, x);
    EXPECT_EQ(now.leg_of(now.crowd().agent(3)), now.ticks() < 40 ? 0U : 1U);
    return true;
  };
  Simulation simulation = created(parse_scenario(recalled, "recalled.yaml"), hooks);
  simulation.run();
  const SimulationReport report = simulation.report();
  EXPECT_EQ(report.arrived, 4);
  EXPECT_NEAR(static_cast<float>(turned), 40, 5);
  EXPECT_GT(farthest, 6);
  EXPECT_LT(farthest, 19) << "it never came to the goal";
  EXPECT_NEAR(report.detour, 1, 0.15)
      << "what they had walked until then counts as the part of the way that it was";
}

// Who starts later has not set out when the order comes.
TEST(Legs, AnOrderIsForThoseWhoHaveSetOut) {
  const std::string waiting = rooms + R"(
groups:
  - {count: 2, start: {cells: [[1, 1], [5, 5]]}, goal: {cell: [20, 4]}, then: [{goal: {cell: [3, 5]}, tick: 20}]}
obstacles:
  - {name: lid, box: [1, 1], at: [5.5, 5.5], presence: {at_start: true, turns: [3]}}
)";
  std::vector<bool> saw_first(2);
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      const float far = distance_to(at(20, 4), now.crowd().position(now.crowd().agent(i)), 0);
      if (far < 2) saw_first[i] = true;
    }
    return true;
  };
  Simulation simulation = created(parse_scenario(waiting, "waiting.yaml"), hooks);
  simulation.run();
  EXPECT_EQ(simulation.report().arrived, 2);
  EXPECT_EQ(saw_first, (std::vector<bool>{false, true}));
}

TEST(Legs, RoundsGoOnUntilTheOrderComes) {
  const std::string guards = rooms + R"(
groups:
  - {name: guards, count: 2, start: {rect: [1, 1, 2, 1]}, goal: {cell: [10, 1]}, then: [{goal: {cell: [1, 5]}},
     {goal: {cell: [20, 11]}, tick: 300}], rounds: 0}
)";
  Visits visits({at(10, 1), at(1, 5), at(10, 1), at(1, 5), at(10, 1), at(20, 11)}, 2);
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& now) {
    visits.note(now);
    return true;
  };
  Simulation simulation = created(parse_scenario(guards, "guards.yaml"), hooks);
  simulation.run();
  EXPECT_EQ(simulation.report().arrived, 2);
  EXPECT_EQ(visits.least(), 6U);
  EXPECT_GT(simulation.ticks(), 300);
}

TEST(Legs, WhoWalksForEverNeverArrives) {
  Simulation simulation = created(parse_scenario(
      rooms + "groups:\n  - {count: 1, start: {cell: [1, 4]}, goal: {cell: [10, 4]}, rounds: 0, "
              "then: [{goal: {cell: [1, 4]}}]}\n",
      "ever.yaml", {"ticks=600"}));
  simulation.run();
  EXPECT_EQ(simulation.ticks(), 600);
  EXPECT_EQ(simulation.arrived(), 0U);
  EXPECT_EQ(simulation.report().outcome, Outcome::pending);
  EXPECT_GT(simulation.crowd().distance(simulation.crowd().agent(0)), 150) << "four cells a second";
}

// A door opens while they are under way: the least cost of each leg is that of the ground when they began it.
TEST(Legs, CostAtLeastWhatTheGroundThenAsks) {
  const std::string lane = R"(
ticks: 2000
map: {ascii: '..............................'}
groups:
  - {count: 1, start: {cell: [2, 0]}, goal: {cell: [26, 0]}, then: [{goal: {cell: [4, 0]}}, {goal: {cell: [20, 0]}}]}
)";
  Simulation simulation = created(parse_scenario(lane, "lane.yaml"));
  simulation.run();
  const SimulationReport report = simulation.report();
  // Within an arrival radius of each: 24, 22 and 16 cells, but for what was not walked of them.
  EXPECT_NEAR(report.walked, 24 + 22 + 16 - 1.5 - 3 - 3, 1.5);
  EXPECT_NEAR(report.detour, report.walked / (24 + 20.5 + 14.5), 0.05);
}

TEST(Legs, ALeaderLeadsOnAllOfThem) {
  Simulation simulation = created(parse_scenario(rooms + R"(
groups:
  - {name: captain, count: 1, start: {cell: [2, 2]}, goal: {cell: [20, 4]}, wait: 1, then: [{goal: {cell: [20, 11]}}],
     speed: 3, on_arrival: stay}
  - {name: company, count: 6, start: {rect: [1, 4, 4, 2]}, goal: {cell: [20, 4]}, wait: 1,
     then: [{goal: {cell: [18, 12]}}], leader: captain, on_arrival: stay}
)",
                                                 "led.yaml"));
  const AgentId captain = simulation.crowd().agent(0);
  for (std::uint32_t c = 1; c < simulation.crowd().group_count(); ++c) {
    const CrowdGroupId of = simulation.crowd().group_of(simulation.crowd().agent(1));
    if (c >= of.value) {
      EXPECT_EQ(simulation.crowd().group(CrowdGroupId{c}).leader, captain);
    }
  }
  simulation.run();
  EXPECT_EQ(simulation.report().arrived, 7);
}

// On random ground all who can get to each goal do, in order, whatever the kind of their group.
TEST(Legs, AreWalkedInOrderOnRandomWorlds) {
  std::uint64_t walked = 0;
  for (std::uint64_t seed = 1; seed <= test::storm(16); ++seed) {
    test::TestWorld made = test::random_world(test::random_options(seed, 48), seed);
    test::Random random(seed);
    Scenario scenario;
    scenario.seed = seed;
    scenario.ticks = 4000;
    scenario.hierarchy.sector_size = 8;
    ScenarioGroup group;
    group.name = "walkers";
    group.count = random.between(1, 4);
    group.goal.rounds = random.between(1, 2);
    group.leave_on_arrival = random.percent(50);
    group.follow = static_cast<ScenarioGroup::Follow>(random.below(3));
    if (group.follow == ScenarioGroup::Follow::field && random.percent(50)) group.foresee.horizon = 4;
    if (random.percent(30)) group.headings = Headings::octile;
    group.goal.stop = {random.percent(30) ? 0.5F : 0.0F, random.percent(30), {}};
    group.start.at = test::random_passable_cell(made.view(), random);
    const auto somewhere = [&] {
      ScenarioPlace place;
      place.at = test::random_passable_cell(made.view(), random);
      return place;
    };
    group.goal = somewhere();
    for (int k = random.between(1, 3); k > 0; --k)
      group.goal.then.push_back(
          {somewhere(), {random.percent(30) ? 0.4F : 0.0F, random.percent(30), {}}, {}});
    scenario.groups.push_back(group);
    std::optional<Visits> visits;
    SimulationHooks hooks;
    hooks.on_tick = [&](const Simulation& now) {
      visits->note(now);
      return true;
    };
    Result<Simulation> simulation = Simulation::create(scenario, {std::move(made.world)}, hooks);
    if (!simulation) continue;
    std::vector<GoalSet> goals;
    for (int round = 0; round < group.goal.rounds; ++round) {
      for (std::size_t leg = 0; leg < simulation->legs(0); ++leg) goals.push_back(simulation->goals(0, leg));
    }
    visits.emplace(goals, 4.0F);
    simulation->run();
    const SimulationReport report = simulation->report();
    EXPECT_EQ(report.contacts.wall_entries, 0) << "seed " << seed;
    if (report.outcome == Outcome::unreachable || report.outcome == Outcome::partial) continue;
    EXPECT_EQ(report.arrived, report.agents) << "seed " << seed;
    EXPECT_EQ(visits->least(), goals.size()) << "seed " << seed;
    walked += goals.size();
  }
  EXPECT_GT(walked, test::enough(40));
}

}  // namespace
}  // namespace portolan
