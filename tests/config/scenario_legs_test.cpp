// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Goals of a group one after another, as files write them.
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
using ::testing::Not;

const std::string patrol = R"(
map:
  ascii: |
    ....#....
    .........
    ....#....
groups:
  - name: guards
    count: 2
    start: {cell: [0, 0]}
    goal: {cell: [8, 0]}
    wait: 1.5
    then:
      - {goal: {cell: [0, 2]}, together: true}
      - {goal: {rect: [6, 0, 3, 3]}, tick: 400}
    rounds: 3
)";

std::string fault_of(const std::string& text, std::vector<std::string> overrides = {}) {
  const auto scenario = parse_scenario(text, "s.yaml", overrides);
  if (!scenario) return scenario.error().text();
  const auto ready = open_simulation(*scenario);
  return ready ? "no fault" : ready.error().text();
}

TEST(Legs, AreReadInTheirOrder) {
  const auto scenario = parse_scenario(patrol, "s.yaml", {"groups.0.then.0.wait=2"});
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  const ScenarioGroup& group = scenario->groups[0];
  EXPECT_EQ(group.goal.stop.wait, 1.5F);
  EXPECT_FALSE(group.goal.stop.together);
  ASSERT_EQ(group.goal.then.size(), 2U);
  EXPECT_EQ(std::get<std::vector<Cell>>(group.goal.then[0].goal.at), std::vector<Cell>({{0, 2, 0}}));
  EXPECT_EQ(group.goal.then[0].stop.wait, 2) << "by --set";
  EXPECT_TRUE(group.goal.then[0].stop.together);
  EXPECT_FALSE(group.goal.then[0].tick.has_value());
  EXPECT_EQ(group.goal.then[1].tick, 400);
  EXPECT_EQ(group.goal.rounds, 3);
  EXPECT_EQ(fault_of(patrol), "no fault");
}

TEST(Legs, NothingIsWaitedForInVain) {
  EXPECT_THAT(fault_of(patrol, {"groups.0.then.1.wait=1"}),
              HasSubstr("groups.0.then.1.wait: nobody goes on from the last goal; take it away, or let them "
                        "walk more `rounds`"));
  EXPECT_THAT(fault_of(patrol, {"groups.0.rounds=1"}),
              HasSubstr("s.yaml:14:42: groups.0.then.0.together: they go on from this goal at tick 400, as "
                        "`then` has it; take this or that `tick` away"));
  EXPECT_EQ(fault_of(patrol, {"groups.0.rounds=0"}), "no fault");
  EXPECT_THAT(fault_of(patrol, {"groups.0.then="}),
              AllOf(HasSubstr("groups.0.wait: "), HasSubstr("groups.0.rounds: "), HasSubstr("`then`"),
                    Not(HasSubstr("the last goal"))));
}

TEST(Legs, OrdersComeOneAfterAnother) {
  EXPECT_THAT(fault_of(patrol, {"groups.0.then.0={goal: {cell: [0, 2]}, tick: 5}"}),
              HasSubstr("groups.0.rounds: expected two goals or more before the first `tick`"));
  EXPECT_THAT(fault_of(patrol, {"groups.0.start_tick=400"}),
              HasSubstr("groups.0.then.1.tick: expected a tick above 400, at which the group starts or is "
                        "ordered elsewhere, found '400'; raise it"));
  EXPECT_THAT(fault_of(patrol, {"groups.0.then.2={goal: {cell: [0, 0]}, tick: 300}"}),
              HasSubstr("groups.0.then.2.tick: expected a tick above 400"));
  EXPECT_EQ(fault_of(patrol, {"groups.0.then.2={goal: {cell: [0, 0]}, tick: 401}"}), "no fault");
}

TEST(Legs, WhoWalksForEverCannotBeExpectedToArrive) {
  const std::vector<std::string> ever{"groups.0.rounds=0", "groups.0.then.1={goal: {cell: [0, 0]}, wait: 1}"};
  EXPECT_EQ(fault_of(patrol, ever), "no fault");
  EXPECT_THAT(
      fault_of(patrol + "expect: {all_arrived: true}\n", ever),
      HasSubstr("s.yaml:17:23: expect.all_arrived: can never hold: 2 agents walk `rounds: 0`, which is "
                "for ever; take it away, or give them `rounds`"));
  EXPECT_THAT(fault_of(patrol + "expect: {min_arrived: 1}\n", ever),
              HasSubstr("expected at most 0, which is how many agents do not walk `rounds: 0`, which is for "
                        "ever, found '1'; lower it, or give them `rounds`"));
  EXPECT_EQ(fault_of(patrol + "expect: {all_arrived: true}\n", {"groups.0.rounds=0"}), "no fault")
      << "until the order comes";
}

TEST(Legs, AllMistakesOfTheirGoalsAreToldAtOnce) {
  EXPECT_THAT(
      fault_of(patrol, {"groups.0.then.0.goal={cell: [4, 0]}", "groups.0.then.1.goal={cell: [40, 0]}"}),
      AllOf(HasSubstr("groups.0.then.0.goal.cell: cell [4, 0] is impassable for profile 'default'"),
            HasSubstr("groups.0.then.1.goal.cell: cell [40, 0] lies outside the map")));
  EXPECT_THAT(fault_of(patrol, {"groups.0.then.0={tick: 20}"}), HasSubstr("the key 'goal' is missing"));
  EXPECT_THAT(fault_of(patrol, {"groups.0.then.0.pause=2"}), HasSubstr("unknown key 'pause'"));
}

}  // namespace
}  // namespace portolan
