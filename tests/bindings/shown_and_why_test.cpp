// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/simulation/stop.hpp>

#include "game.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;

class ShownAndWhy : public ::testing::Test {
 protected:
  std::vector<float> positions() {
    std::vector<float> xy(80);
    EXPECT_EQ(portolan_read_agents(game.navigator.get(), game.agents.data(), 40, xy.data(), nullptr, nullptr),
              PORTOLAN_OK);
    return xy;
  }
  std::vector<float> shown(float share) {
    std::vector<float> xy(80);
    EXPECT_EQ(portolan_read_shown(game.navigator.get(), game.agents.data(), 40, share, xy.data()),
              PORTOLAN_OK)
        << portolan_error();
    return xy;
  }
  portolan_why_answer why() {
    portolan_why_answer answer{99, {}, 99};
    EXPECT_EQ(portolan_why(game.navigator.get(), game.agents[0], &answer), PORTOLAN_OK) << portolan_error();
    return answer;
  }

  SmallGame game;
};

TEST_F(ShownAndWhy, AgentsAreDrawnBetweenTheLastTwoTicks) {
  EXPECT_EQ(shown(0), positions()) << "nobody has walked yet";
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  const std::vector<float> before = positions();
  ASSERT_EQ(game.tick(1), PORTOLAN_OK);
  const std::vector<float> after = positions(), half = shown(0.5F);
  EXPECT_NE(before, after);
  EXPECT_EQ(shown(0), before);
  EXPECT_EQ(shown(1), after);
  for (std::size_t i = 0; i < 80; ++i) EXPECT_NEAR(half[i], (before[i] + after[i]) / 2, 1e-4F);
}

TEST_F(ShownAndWhy, WhoIsPutElsewhereIsDrawnThereAtOnce) {
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  const float place[] = {40.5F, 5.5F};
  ASSERT_EQ(portolan_put_agents(game.navigator.get(), game.agents.data(), 1, place, 0), PORTOLAN_OK);
  const std::vector<float> drawn = shown(0.25F);
  EXPECT_EQ(drawn[0], place[0]);
  EXPECT_EQ(drawn[1], place[1]);
}

TEST_F(ShownAndWhy, SharesOutsideATickAreTold) {
  float xy[2];
  for (const float share : {-0.1F, 1.01F, NAN}) {
    EXPECT_EQ(portolan_read_shown(game.navigator.get(), game.agents.data(), 1, share, xy),
              PORTOLAN_BAD_ARGUMENT);
    EXPECT_THAT(portolan_error(), HasSubstr("share is from 0"));
  }
  EXPECT_EQ(portolan_read_shown(game.navigator.get(), game.agents.data(), 1, 1, nullptr),
            PORTOLAN_BAD_ARGUMENT);
  EXPECT_THAT(portolan_error(), HasSubstr("xy is null"));
  EXPECT_EQ(portolan_read_shown(nullptr, game.agents.data(), 1, 1, xy), PORTOLAN_BAD_ARGUMENT);
}

TEST_F(ShownAndWhy, AnAgentTellsWhyItStands) {
  EXPECT_EQ(why().reason, std::uint32_t{PORTOLAN_WHY_WAITS_FOR_PATH});
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  EXPECT_EQ(why().reason, std::uint32_t{PORTOLAN_WHY_NONE});
  portolan_set_holds(game.navigator.get(), game.agents.data(), 1, 1);
  EXPECT_EQ(why().reason, std::uint32_t{PORTOLAN_WHY_HOLDS});
  portolan_set_holds(game.navigator.get(), game.agents.data(), 1, 0);
  portolan_stop(game.navigator.get(), game.agents.data(), 1);
  ASSERT_EQ(game.tick(30), PORTOLAN_OK);
  EXPECT_EQ(why().reason, std::uint32_t{PORTOLAN_WHY_NO_ORDER});
  game.give();
  ASSERT_EQ(game.tick(1200), PORTOLAN_OK);
  EXPECT_EQ(why().reason, std::uint32_t{PORTOLAN_WHY_ARRIVED});
}

TEST_F(ShownAndWhy, AnAgentTellsWhatClosesItsWay) {
  portolan_stamp gate = 0;
  ASSERT_EQ(portolan_lay_stamp(game.world.get(), {32, 20, 2, 4, 0}, 1, 0, &gate), PORTOLAN_OK);
  ASSERT_EQ(game.tick(600), PORTOLAN_OK);
  const std::uint64_t hash = game.hash();
  const portolan_why_answer answer = why();
  EXPECT_EQ(answer.reason, std::uint32_t{PORTOLAN_WHY_PASSAGE_CLOSED});
  EXPECT_EQ(answer.agent, 0U);
  EXPECT_TRUE(answer.at.x >= 32 && answer.at.x < 34 && answer.at.y >= 20 && answer.at.y < 24);
  EXPECT_EQ(game.hash(), hash) << "asking changes nothing";
  ASSERT_EQ(portolan_lift_stamp(game.world.get(), gate), PORTOLAN_OK);
  ASSERT_EQ(portolan_fill_terrain(game.world.get(), {32, 0, 2, 48, 0}, 1), PORTOLAN_OK);
  ASSERT_EQ(game.tick(200), PORTOLAN_OK);
  EXPECT_EQ(why().reason, std::uint32_t{PORTOLAN_WHY_WALLED_OFF});
}

TEST_F(ShownAndWhy, AnAgentTellsWhoIsInItsWay) {
  portolan_agent_spec rock{};
  rock.struct_size = sizeof rock;
  rock.radius = 0.45F;
  rock.holds = 1;
  const float gate[] = {32.5F, 20.5F, 32.5F, 21.5F, 32.5F, 22.5F, 32.5F, 23.5F};
  portolan_agent rocks[4];
  ASSERT_EQ(portolan_add_agents(game.navigator.get(), 0, &rock, gate, 4, rocks), PORTOLAN_OK);
  ASSERT_EQ(game.tick(200), PORTOLAN_OK);
  int told = 0;
  for (const portolan_agent agent : game.agents) {
    portolan_why_answer answer;
    ASSERT_EQ(portolan_why(game.navigator.get(), agent, &answer), PORTOLAN_OK);
    if (answer.reason != PORTOLAN_WHY_BLOCKED && answer.reason != PORTOLAN_WHY_QUEUES) continue;
    EXPECT_EQ(portolan_agent_alive(game.navigator.get(), answer.agent), 1);
    ++told;
  }
  EXPECT_GT(told, 10);
}

TEST_F(ShownAndWhy, ReasonsHaveTheNamesOfTheLibrary) {
  for (std::uint32_t reason = 0; reason <= PORTOLAN_WHY_HOLDS; ++reason)
    EXPECT_EQ(portolan_why_name(reason), stop_reason_names[reason]);
  EXPECT_STREQ(portolan_why_name(PORTOLAN_WHY_QUEUES), "queues");
  EXPECT_STREQ(portolan_why_name(PORTOLAN_WHY_UNKNOWN), "unknown");
  for (const std::uint32_t none : {std::uint32_t{PORTOLAN_WHY_HOLDS} + 1, 256U, ~0U}) {
    EXPECT_EQ(portolan_why_name(none), nullptr);
    EXPECT_THAT(portolan_error(), HasSubstr("reason " + std::to_string(none) + " is none"));
  }
}

TEST_F(ShownAndWhy, WhoIsNobodyCannotBeAsked) {
  portolan_why_answer answer;
  ASSERT_EQ(portolan_remove_agents(game.navigator.get(), &game.agents[3], 1), PORTOLAN_OK);
  for (const portolan_agent none : {portolan_agent{0}, game.agents[3], ~portolan_agent{0}}) {
    EXPECT_EQ(portolan_why(game.navigator.get(), none, &answer), PORTOLAN_BAD_ARGUMENT);
    EXPECT_THAT(portolan_error(), HasSubstr("agent is none of this navigator"));
  }
  EXPECT_EQ(portolan_why(nullptr, game.agents[0], &answer), PORTOLAN_BAD_ARGUMENT);
  EXPECT_EQ(portolan_why(game.navigator.get(), game.agents[0], nullptr), PORTOLAN_BAD_ARGUMENT);
  EXPECT_THAT(portolan_error(), HasSubstr("answer is null"));
}

}  // namespace
}  // namespace portolan::test
