// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Why agents stand in all scenarios of the project, against an oracle that looks at cells, positions and what
// happens later, and shares no code with what decides.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/cases.hpp>
#include <support/paths.hpp>

#include "stop_oracle.hpp"

namespace portolan {
namespace {

using detail::StopReasons;

class InAllScenarios : public ::testing::TestWithParam<std::string> {};

TEST_P(InAllScenarios, StopsHaveReasonsThatHold) {
  const std::int64_t most_ticks = test::sanitized ? 50 : test::checks_invariants ? 100 : 400;
  Result<ScenarioFile> file = read_scenario(test::source_dir() / "scenarios" / GetParam(), {});
  if (!file) GTEST_SKIP() << file.error().text();
  StopReasons reasons;
  test::StopOracle oracle;
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
          << stop_reason_names[static_cast<std::size_t>(stop.reason)] << ", agent " << slot << " in tick "
          << simulation.ticks();
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
  // Where a patrol comes towards a queue of two, the second goes back while the first finds room ahead: of a
  // few stops three may be such. In a jam before a door one in ten is (41 of 421 in `two_doors.yaml` where
  // each stop is judged), so that of forty six may be by chance.
  EXPECT_LE(10 * other_way, std::max<std::size_t>(judged + 20, 30))
      << "queues in which one goes against the other";
  RecordProperty("queues", std::to_string(other_way) + " of " + std::to_string(judged));
  RecordProperty("stops", std::to_string(stops));
  RecordProperty("checked", std::to_string(checked));
}

std::vector<std::string> all_scenarios() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "scenarios")) {
    if (entry.path().extension() != ".yaml") continue;
    const Result<ScenarioFile> file = read_scenario(entry.path());
    const bool is_board = file.ok() && file->board_options.is_board();  // which has no crowd
    if (!is_board) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, InAllScenarios, ::testing::ValuesIn(all_scenarios()),
                         [](const auto& test) { return test.param.substr(0, test.param.find('.')); });

}  // namespace
}  // namespace portolan
