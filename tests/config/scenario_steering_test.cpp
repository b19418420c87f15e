// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Leaders and targets of groups.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

namespace portolan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string hall = R"(
map:
  ascii: |
    ....#....
    .........
    ....#....
)";

const std::string alone_in_a_hall =
    hall + "groups:\n  - {count: 2, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}\n";

// What is wrong with a scenario, on its map too.
std::string fault_of(const std::string& text, const std::vector<std::string>& overrides) {
  const auto scenario = parse_scenario(text, "s.yaml", overrides);
  if (!scenario) return scenario.error().text();
  const auto ready = open_simulation(*scenario);
  return ready ? "no fault" : ready.error().text();
}

TEST(ScenarioSteering, LeadersAndTargetsAreThoseOfTheSimulation) {
  const auto scenario = parse_scenario(R"(
map:
  ascii: |
    .....
    .....
groups:
  - {name: men, count: 2, start: {rect: [0, 0, 2, 1]}, goal: {cell: [4, 0]}, leader: lord}
  - {name: lord, count: 2, start: {rect: [2, 0, 2, 1]}, goal: {cell: [4, 0]}, leader: lord, follow: path}
  - {name: cats, count: 1, start: {cell: [0, 1]}, goal: {cell: [4, 1]}, target: [3, 1], steering: {arrive: 0.5}}
)",
                                       "s.yaml");
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->groups[0].steering.leader, 1) << "without a word";
  const auto simulation = open_simulation(*scenario);
  ASSERT_TRUE(simulation.ok()) << simulation.error().text();
  const Crowd& crowd = simulation->crowd();
  const auto group_of = [&](std::uint32_t slot) { return crowd.group(crowd.group_of(crowd.agent(slot))); };
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    EXPECT_EQ(group_of(slot).leader, crowd.agent(2)) << slot;
    EXPECT_FALSE(group_of(slot).target) << slot;
  }
  EXPECT_EQ(group_of(4).leader, AgentId{});
  EXPECT_EQ(group_of(4).target, (PathPoint{{3.5F, 1.5F}, 0}));
  EXPECT_EQ(group_of(4).steering.arrive, 0.5F);
}

TEST(ScenarioSteering, LeadersWhoAreNobody) {
  const std::string two =
      hall +
      "groups:\n  - {name: lords, count: 2, start: {cell: [0, 0]}, goal: {cell: [8, 0]}}\n"
      "  - {name: men, count: 2, start: {cell: [1, 0]}, goal: {cell: [8, 0]}}\n";
  const auto led = [&](const std::string& lords, const std::string& men) {
    return fault_of(two, {"groups.0.leader=" + lords, "groups.1.leader=" + men});
  };
  EXPECT_THAT(led("lords", "lrds"),
              HasSubstr("groups.1.leader: unknown group 'lrds'; did you mean 'lords'?"));
  EXPECT_THAT(led("", "kings"), HasSubstr("unknown group 'kings'; name one of `groups`, whose first agent"));
  EXPECT_EQ(led("lords", "lords"), "no fault");
  EXPECT_EQ(led("men", "men"), "no fault") << "it comes later in the file";
  EXPECT_THAT(led("men", "lords"),
              AllOf(HasSubstr("groups.0.leader: 'men' is led by this group in turn; take"),
                    HasSubstr("groups.1.leader: 'lords' is led by this group in turn")));
}

TEST(ScenarioSteering, TargetsThatNobodySees) {
  const auto seen = [](const std::string& target) {
    return fault_of(alone_in_a_hall, {"groups.0.target=" + target, "groups.0.steering={flee: 1}"});
  };
  EXPECT_EQ(seen("[3, 1]"), "no fault");
  EXPECT_THAT(seen("[9, 1]"), HasSubstr("groups.0.target: cell [9, 1] lies outside the map"));
  EXPECT_THAT(seen("[3, 1, 1]"), HasSubstr("groups.0.target: cell [3, 1, 1] lies outside the map: layer 1"));
  EXPECT_THAT(seen("[4, 0]"),
              HasSubstr("groups.0.target: cell [4, 0] is impassable for profile 'default'; the nearest "
                        "passable cell is [3, 0]: nobody sees a target within a wall"));
}

}  // namespace
}  // namespace portolan
