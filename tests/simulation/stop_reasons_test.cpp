// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Why agents stand: each reason in a scenario of its own, then in all scenarios of the project against an
// oracle that looks at cells, positions and what happens later, and shares no code with what decides.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>

#include <support/cases.hpp>
#include <support/paths.hpp>

namespace portolan {
namespace {

using detail::Stop;
using detail::StopReason;
using detail::StopReasons;

using Look = std::function<void(const Simulation&, const StopReasons&)>;

void play(const std::string& yaml, const Look& look) {
  Result<ScenarioFile> scenario = parse_scenario(yaml, "test.yaml");
  ASSERT_TRUE(scenario) << scenario.error().text();
  StopReasons reasons;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& simulation) {
    reasons.note(simulation);
    look(simulation, reasons);
    return true;
  };
  Result<Simulation> simulation = open_simulation(std::move(*scenario), std::move(hooks));
  ASSERT_TRUE(simulation) << simulation.error().text();
  simulation->run();
}

// Stops of all agents and ticks, by reason.
std::map<StopReason, std::vector<std::pair<std::int64_t, Stop>>> stops_of(const std::string& yaml) {
  std::map<StopReason, std::vector<std::pair<std::int64_t, Stop>>> found;
  play(yaml, [&](const Simulation& simulation, const StopReasons& reasons) {
    for (std::size_t slot = 0; slot < simulation.crowd().size(); ++slot) {
      const Stop& stop = reasons.of(simulation.crowd().agent(slot));
      if (stop.reason != StopReason::none) found[stop.reason].emplace_back(simulation.ticks(), stop);
    }
  });
  return found;
}

TEST(StopReasons, APassageIsClosedUntilItsGateOpens) {
  std::int64_t opened = -1;
  std::set<std::int64_t> told;
  play(R"(
ticks: 300
map:
  ascii: |
    ......#......
    ......#......
    .............
    ......#......
hierarchy: {sector_size: 8}
groups: [{count: 2, start: {rect: [0, 0, 3, 4]}, goal: {cell: [12, 2]}}]
obstacles: [{name: gate, box: [1, 1], at: [6.5, 2.5], presence: {at_start: true, turns: [9]}}]
)",
       [&](const Simulation& simulation, const StopReasons& reasons) {
         const Cell gate{6, 2};
         if (opened < 0 && simulation.world().view(ProfileId{0}).passable(gate)) opened = simulation.ticks();
         for (std::size_t slot = 0; slot < 2; ++slot) {
           const Stop& stop = reasons.of(simulation.crowd().agent(slot));
           if (stop.reason != StopReason::passage_closed) continue;
           EXPECT_EQ(stop.at, gate);
           EXPECT_EQ(stop.obstacle, 0U);
           told.insert(stop.until);
         }
       });
  ASSERT_GT(opened, 20);
  EXPECT_EQ(told, std::set<std::int64_t>{opened});
}

TEST(StopReasons, AGapIsTooNarrow) {
  const auto found = stops_of(R"(
ticks: 100
map:
  ascii: |
    .......#.......
    .......#.......
    .......#.......
    ...............
    .......#.......
    .......#.......
    .......#.......
profiles: {cart: {clearance: 2}}
hierarchy: {sector_size: 8}
groups: [{count: 1, profile: cart, start: {cell: [2, 3]}, goal: {cell: [12, 3]}, radius: 0.9}]
)");
  ASSERT_EQ(found.count(StopReason::gap_too_narrow), 1U);
  for (const auto& [tick, stop] : found.at(StopReason::gap_too_narrow)) {
    EXPECT_EQ(stop.at.y, 3);
    EXPECT_NEAR(stop.at.x, 7, 3);
  }
}

TEST(StopReasons, WallsLieInBetween) {
  const auto found = stops_of(R"(
ticks: 60
map: {ascii: "....#....\n....#...."}
groups: [{count: 1, start: {cell: [1, 1]}, goal: {cell: [7, 1]}}]
)");
  ASSERT_EQ(found.count(StopReason::walled_off), 1U);
  EXPECT_EQ(found.count(StopReason::unknown), 0U);
}

TEST(StopReasons, AGroupSetsOutLaterAndAStartIsCovered) {
  const auto found = stops_of(R"(
ticks: 80
map: {ascii: "..........\n.........."}
groups:
  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [9, 0]}, start_tick: 30}
  - {count: 1, start: {cell: [4, 1]}, goal: {cell: [9, 1]}}
obstacles: [{box: [1, 1], at: [4.5, 1.5], presence: {at_start: true, turns: [4]}}]
)");
  ASSERT_EQ(found.count(StopReason::not_started), 1U);
  EXPECT_EQ(found.at(StopReason::not_started).front().second.until, 30);
  ASSERT_EQ(found.count(StopReason::start_covered), 1U);
  EXPECT_NEAR(static_cast<double>(found.at(StopReason::start_covered).back().first), 40, 2);
}

TEST(StopReasons, TheyQueueBeforeAGapAndYieldToThoseWhoComeOut) {
  const auto found = stops_of(R"(
ticks: 900
map:
  ascii: |
    ..........#########..........
    ..........#########..........
    ..........#########..........
    .............................
    ..........#########..........
    ..........#########..........
    ..........#########..........
hierarchy: {sector_size: 8}
groups:
  - {count: 8, start: {rect: [1, 0, 8, 7]}, goal: {rect: [24, 0, 5, 7]}, avoidance: reciprocal}
  - {count: 8, start: {rect: [20, 0, 8, 7]}, goal: {rect: [0, 0, 5, 7]}, avoidance: reciprocal}
)");
  EXPECT_GT(found.count(StopReason::queues), 0U);
  EXPECT_GT(found.count(StopReason::yields), 0U);
}

TEST(StopReasons, AGoalIsFull) {
  const auto found = stops_of(R"(
ticks: 300
map: {ascii: "...................#\n####################"}
groups: [{count: 10, start: {rect: [0, 0, 10, 1]}, goal: {cell: [18, 0]}, on_arrival: stay, arrival_radius: 0.8}]
)");
  EXPECT_GT(found.count(StopReason::goal_full), 0U);
}

TEST(StopReasons, APlanInTimeLetsATrainPass) {
  const auto found = stops_of(R"(
ticks: 300
map:
  ascii: |
    .....................
    .....................
    .....................
    .....................
    .....................
groups: [{count: 1, start: {cell: [1, 2]}, goal: {cell: [19, 2]}, foresee: {horizon: 12}}]
obstacles: [{name: train, box: [1, 5], at: [10.5, 2.5], presence: {at_start: true, turns: [8]}}]
)");
  ASSERT_EQ(found.count(StopReason::lets_pass), 1U);
  EXPECT_EQ(found.at(StopReason::lets_pass).front().second.obstacle, 0U);
}

TEST(StopReasons, WatchingChangesNothing) {
  const std::string yaml = R"(
ticks: 200
map: {generate: {kind: boxes, width: 64, height: 64, seed: 3}}
groups: [{count: 30, start: {around: [10, 32], radius: 6}, goal: {near: [60, 32]}}]
)";
  std::uint64_t watched = 0;
  play(yaml, [&](const Simulation& simulation, const StopReasons&) { watched = simulation.crowd().hash(); });
  Result<ScenarioFile> scenario = parse_scenario(yaml, "test.yaml");
  ASSERT_TRUE(scenario);
  Result<Simulation> alone = open_simulation(std::move(*scenario), {});
  ASSERT_TRUE(alone);
  alone->run();
  EXPECT_EQ(alone->crowd().hash(), watched);
}

// --- all scenarios, against what can be seen from outside ---

using Passable = std::function<bool(Cell)>;

// Steps from the goals, by breadth first over cells, or -1.
class Steps {
 public:
  Steps(const Simulation& simulation, const std::vector<Cell>& goals, const Passable& passable)
      : extent_(simulation.world().extent()), steps_(extent_.cell_count(), -1) {
    std::queue<Cell> open;
    const auto visit = [&](Cell c, int far) {
      if (!extent_.contains(c) || steps_[extent_.index(c)] >= 0 || !passable(c)) return;
      steps_[extent_.index(c)] = far;
      open.push(c);
    };
    for (const Cell& goal : goals) visit(goal, 0);
    const LinkTable& links = simulation.world().view(ProfileId{0}).links();
    for (; !open.empty(); open.pop()) {
      const Cell c = open.front();
      const int far = steps_[extent_.index(c)] + 1;
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
        visit({c.x + dx, c.y + dy, c.layer}, far);
      for (const LinkTable::Entry& entry : links.all()) {
        if (links[entry.id].to == c) visit(links[entry.id].from, far);
      }
    }
  }
  [[nodiscard]] int at(Cell c) const { return extent_.contains(c) ? steps_[extent_.index(c)] : -1; }

 private:
  Extent extent_;
  std::vector<int> steps_;
};

// What a look at a stop found wrong; empty: nothing. What can only be seen later is looked at later.
class Oracle {
 public:
  std::string look(const Simulation& simulation, AgentId agent, const Stop& stop) {
    const Crowd& crowd = simulation.crowd();
    const std::size_t g = simulation.group_of(agent);
    const ScenarioGroup& group = simulation.scenario().groups[g];
    const std::vector<Cell>& goals = crowd.group(crowd.group_of(agent)).goals;
    const GridView grid = simulation.world().view(ProfileId{group.profile});
    const auto now = [&](Cell c) { return grid.passable(c); };
    const auto bare = [&](Cell c) {
      return simulation.world().profile(ProfileId{group.profile}).cost[simulation.world().terrain(c)] !=
             impassable;
    };
    const Cell here = crowd.cell(agent);
    switch (stop.reason) {
      case StopReason::queues:
      case StopReason::goal_full:
      case StopReason::blocked:
      case StopReason::yields: {
        if (stop.agent == Stop::nobody) return stop.reason == StopReason::yields ? "" : "names nobody";
        const AgentId other = crowd.agent(stop.agent);
        if (stop.agent == agent.slot || !crowd.present(other)) return "names somebody who is not there";
        const float apart = length(crowd.position(other) - crowd.position(agent));
        const bool turn = stop.reason == StopReason::yields || crowd.gives_way(agent);
        if (apart > (turn ? 7.0F : 1.7F) * 2 * std::max(0.5F, group.radius)) return "names somebody far away";
        if (stop.reason == StopReason::goal_full)
          return crowd.state(other) == AgentState::arrived ? "" : "who has not arrived fills no goal";
        if (stop.reason != StopReason::queues) return "";
        queues_.push_back({simulation.ticks(), agent.slot, stop.agent});
        const Steps steps(simulation, goals, now);
        if (steps.at(crowd.cell(other)) > steps.at(here) + 3)
          return "queues behind somebody who is farther from the goal";
        return "";
      }
      case StopReason::lets_pass:
        expected_.push_back(
            {simulation.ticks(), stop.obstacle, here,
             simulation.ticks() +
                 static_cast<std::int64_t>(group.foresee.horizon / simulation.scenario().tick_seconds)});
        return group.foresee.horizon > 0 ? "" : "foresees nothing";
      case StopReason::passage_closed: {
        if (Steps(simulation, goals, now).at(here) >= 0) return "there is a way";
        if (Steps(simulation, goals, bare).at(here) < 0) return "there is none without obstacles either";
        if (stop.until >= 0) opens_[stop.until].push_back(stop.at);
        return now(stop.at) ? "the passage is open" : "";
      }
      case StopReason::waits_for_path:
        if (Steps(simulation, goals, now).at(here) < 0) return "there is no way to wait for";
        return simulation.plan(g).outcome == Outcome::complete &&
                       crowd.group(crowd.group_of(agent)).guide != nullptr &&
                       reachable(simulation.field(g).at(here)) && !simulation.field(g).stale()
                   ? "its field leads on"
                   : "";
      case StopReason::step_closed: {
        for (int k = 0; k < 9; ++k) {
          if (!now({here.x + k % 3 - 1, here.y + k / 3 - 1, here.layer})) return "";
        }
        return "nothing around it is impassable";
      }
      case StopReason::sets_out:
        return length(crowd.velocity(agent)) > 0 ? "" : "does not move";
      default:
        return "has no check";
    }
  }

  // Where everybody is, and what was foretold for this tick.
  std::string note(const Simulation& simulation) {
    std::vector<Vec2>& places = places_[simulation.ticks()];
    for (std::size_t slot = 0; slot < simulation.crowd().size(); ++slot)
      places.push_back(simulation.crowd().position(simulation.crowd().agent(slot)));
    for (std::size_t k = 0; k < simulation.scenario().obstacles.size(); ++k) {
      const ObstacleId id = simulation.obstacle(k);
      const Obstacles& all = simulation.obstacles();
      if (!all.alive(id) || !all.present(id)) continue;
      seen_[{simulation.ticks(), static_cast<std::uint32_t>(k)}] = {cell_at(all.position(id), all.layer(id)),
                                                                    all.footprint(id).reach()};
    }
    for (const Cell c : opens_[simulation.ticks()]) {
      if (!simulation.world().view(ProfileId{0}).passable(c))
        return "a passage did not open when it was said to";
    }
    return "";
  }

  // At the end: of those who queued and got on, how many went another way than the one before them?
  [[nodiscard]] std::pair<std::size_t, std::size_t> strayed() const {
    std::size_t judged = 0, other_way = 0;
    for (const Queued& q : queues_) {
      const Vec2 mine = first_cell(q.tick, q.agent), other = first_cell(q.tick, q.before);
      if (mine == Vec2{} || other == Vec2{}) continue;
      ++judged;
      other_way += dot(mine, other) < 0 ? 1U : 0U;
    }
    return {other_way, judged};
  }

  // At the end: did what was let pass come by?
  [[nodiscard]] std::size_t not_passed(std::int64_t last) const {
    std::size_t missing = 0;
    for (const Expected& e : expected_) {
      bool came = e.until > last;  // not seen to the end
      for (std::int64_t t = e.tick; t <= std::min(e.until, last) && !came; ++t) {
        const auto found = seen_.find({t, e.obstacle});
        if (found == seen_.end()) continue;
        const auto& [at, reach] = found->second;
        came = std::max(std::abs(at.x - e.cell.x), std::abs(at.y - e.cell.y)) <= reach + 12;
      }
      missing += came ? 0U : 1U;
    }
    return missing;
  }

 private:
  // Where to an agent goes from a tick on, once it has gone a cell.
  [[nodiscard]] Vec2 first_cell(std::int64_t tick, std::uint32_t slot) const {
    const Vec2 from = places_.at(tick)[slot];
    for (auto at = places_.find(tick); at != places_.end(); ++at) {
      const Vec2 off = at->second[slot] - from;
      if (length(off) >= 1) return off;
    }
    return {};
  }

  struct Queued {
    std::int64_t tick;
    std::uint32_t agent, before;
  };
  struct Expected {
    std::int64_t tick;
    std::uint32_t obstacle;
    Cell cell;
    std::int64_t until;
  };
  std::vector<Expected> expected_;
  std::vector<Queued> queues_;
  std::map<std::int64_t, std::vector<Vec2>> places_;
  std::map<std::int64_t, std::vector<Cell>> opens_;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::pair<Cell, std::int32_t>> seen_;
};

class InAllScenarios : public ::testing::TestWithParam<std::string> {};

TEST_P(InAllScenarios, StopsHaveReasonsThatHold) {
  const std::int64_t most_ticks = test::checks_invariants ? 100 : 400;
  Result<ScenarioFile> file = read_scenario(test::source_dir() / "scenarios" / GetParam(), {});
  if (!file) GTEST_SKIP() << file.error().text();
  StopReasons reasons;
  Oracle oracle;
  std::vector<std::pair<Vec2, std::int32_t>> before;
  std::uint64_t stops = 0, known = 0, checked = 0;
  std::map<StopReason, int> samples;
  SimulationHooks hooks;
  hooks.on_tick = [&](const Simulation& simulation) {
    reasons.note(simulation);
    EXPECT_EQ(oracle.note(simulation), "");
    const Crowd& crowd = simulation.crowd();
    before.resize(crowd.size());
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      const AgentId agent = crowd.agent(slot);
      const AgentState state = crowd.state(agent);
      const ScenarioGroup& group = simulation.scenario().groups[simulation.group_of(agent)];
      const float moved = crowd.layer(agent) == before[slot].second
                              ? length(crowd.position(agent) - before[slot].first)
                              : 1000;
      const bool stands = moved < StopReasons::slow * group.speed * simulation.scenario().tick_seconds;
      before[slot] = {crowd.position(agent), crowd.layer(agent)};
      if (simulation.ticks() < 2 || (state != AgentState::stuck && (state != AgentState::moving || !stands)))
        continue;
      const Stop& stop = reasons.of(agent);
      ++stops;
      known += stop.reason != StopReason::none && stop.reason != StopReason::unknown ? 1U : 0U;
      // One in some, of each reason as many.
      if (stop.reason == StopReason::unknown ||
          (slot * 31 + static_cast<std::size_t>(simulation.ticks())) % 7 != 0 || samples[stop.reason]++ >= 40)
        continue;
      ++checked;
      EXPECT_EQ(oracle.look(simulation, agent, stop), "")
          << detail::stop_reason_names[static_cast<std::size_t>(stop.reason)] << ", agent " << slot
          << " in tick " << simulation.ticks();
    }
    return simulation.ticks() < most_ticks;
  };
  Result<Simulation> simulation = open_simulation(std::move(*file), std::move(hooks));
  if (!simulation) GTEST_SKIP() << simulation.error().text();
  simulation->run();
  EXPECT_GE(static_cast<double>(known), 0.99 * static_cast<double>(stops))
      << stops - known << " of " << stops;
  EXPECT_EQ(oracle.not_passed(simulation->ticks()), 0U);
  const auto [other_way, judged] = oracle.strayed();
  EXPECT_LE(10 * other_way, judged) << "queues in which one goes against the other";
  RecordProperty("queues", std::to_string(other_way) + " of " + std::to_string(judged));
  RecordProperty("stops", std::to_string(stops));
  RecordProperty("checked", std::to_string(checked));
}

std::vector<std::string> all_scenarios() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "scenarios"))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, InAllScenarios, ::testing::ValuesIn(all_scenarios()),
                         [](const auto& test) { return test.param.substr(0, test.param.find('.')); });

}  // namespace
}  // namespace portolan
