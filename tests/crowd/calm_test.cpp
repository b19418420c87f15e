// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What players see of a throng that hardly gets on: it neither trembles, nor do its models spin.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>

#include "angle.hpp"
#include "reference_guide.hpp"

namespace portolan {
namespace {

using test::angle;
using test::ReferenceGuide;

constexpr float speed = 3;
constexpr std::int32_t wall = 36;

// Two hundred before a door of two cells, who leave behind it.
class Throng {
 public:
  explicit Throng(float seconds, Avoidance avoidance = Avoidance::reciprocal) : seconds_(seconds) {
    for (std::int32_t y = 0; y < 40; ++y) {
      goals_.push_back({60, y, 0});
      if (y != 20 && y != 21) world_.set_terrain({wall, y, 0}, 0);
    }
    Profile profile;
    profile.cost[0] = impassable;
    view_ = world_.add_profile(profile);
    world_.commit();
    guide_ = std::make_unique<ReferenceGuide>(world_.view(view_), goals_);
    CrowdGroup group{world_.view(view_), guide_.get(), goals_, {}};
    group.avoidance = avoidance;
    group.leave_on_arrival = true;
    const CrowdGroupId id = crowd.add_group(group);
    for (std::int32_t k = 0; k < 200; ++k) {
      AgentSpec spec;
      spec.position = centre_of({8 + k % 10, 10 + k / 10, 0});
      spec.radius = 0.35F;
      spec.max_speed = speed;
      spec.group = id;
      agents.push_back(crowd.add(spec));
    }
  }
  void play(float seconds) {
    for (float t = 0; t < seconds; t += seconds_) crowd.step(seconds_);
  }
  // Where everybody is.
  [[nodiscard]] std::vector<Vec2> places() const {
    std::vector<Vec2> all;
    for (const AgentId id : agents) all.push_back(crowd.position(id));
    return all;
  }

 private:
  float seconds_;
  World world_{Extent{64, 40, 1}, 1};
  ProfileId view_;
  std::vector<Cell> goals_;
  std::unique_ptr<ReferenceGuide> guide_;

 public:
  Crowd crowd;
  std::vector<AgentId> agents;
};

// Of a second in which somebody hardly gets on: the way walked beyond what it got on by, of its speed; the
// mean of all such seconds.
float trembling(float seconds, Avoidance avoidance = Avoidance::reciprocal) {
  Throng throng(seconds, avoidance);
  throng.play(6);
  double beyond = 0;
  int slow = 0;
  for (int second = 0; second < 15; ++second) {
    const std::vector<Vec2> from = throng.places();
    std::vector<float> walked(from.size(), 0.0F);
    for (int k = 0; k < static_cast<int>(std::lround(1 / seconds)); ++k) {
      const std::vector<Vec2> before = throng.places();
      throng.play(seconds);
      const std::vector<Vec2> now = throng.places();
      for (std::size_t i = 0; i < now.size(); ++i) walked[i] += length(now[i] - before[i]);
    }
    const std::vector<Vec2> to = throng.places();
    for (std::size_t i = 0; i < to.size(); ++i) {
      const float net = length(to[i] - from[i]);
      if (throng.crowd.state(throng.agents[i]) != AgentState::moving) continue;
      if (net > 0.3F * speed || walked[i] < 0.02F * speed) continue;
      ++slow;
      beyond += static_cast<double>((walked[i] - net) / speed);
    }
  }
  EXPECT_GT(slow, avoidance == Avoidance::reciprocal ? 200 : 100) << "a throng has formed";
  return static_cast<float>(beyond / std::max(1, slow));
}

TEST(Calm, AThrongBeforeADoorDoesNotTremble) {
  EXPECT_LT(trembling(0.1F), 0.08F) << "it was 0.14";
  EXPECT_LT(trembling(1.0F / 30), 0.08F) << "it was 0.12";
}

// At the steps of games, too.
TEST(Calm, AThrongThatOnlyPartsDoesNotTremble) {
  for (const float steps : {10.0F, 20.0F, 30.0F, 60.0F})
    EXPECT_LT(trembling(1 / steps, Avoidance::separation), 0.06F)
        << steps << " steps a second; it was up to 0.56";
}

// Degrees a second by which models turn, the mean of all who walk and of all ticks; and the most in one tick.
struct Turning {
  float mean = 0, most = 0;
};

Turning turning(float seconds) {
  Throng throng(seconds);
  Turning all;
  double sum = 0;
  int ticks = 0;
  for (float t = 0; t < 20; t += seconds) {
    std::vector<Vec2> before;
    for (const AgentId id : throng.agents) before.push_back(throng.crowd.facing(id));
    throng.play(seconds);
    for (std::size_t k = 0; t > 1 && k < before.size(); ++k) {
      if (throng.crowd.state(throng.agents[k]) != AgentState::moving) continue;
      const float by = std::abs(angle(before[k], throng.crowd.facing(throng.agents[k])));
      all.most = std::max(all.most, by / seconds);
      sum += static_cast<double>(by / seconds);
      ++ticks;
    }
  }
  all.mean = static_cast<float>(sum / ticks) * 57.29578F;
  return all;
}

TEST(Calm, ModelsDoNotSpinInAThrong) {
  for (const float seconds : {0.1F, 1.0F / 30}) {
    const Turning models = turning(seconds);
    EXPECT_LT(models.most, 6.4F) << "radians a second";
    EXPECT_LT(models.mean, 35) << "degrees a second, at steps of " << seconds << "; it was 290";
  }
}

// Who comes to a place in a formation turns to its front as fast as anybody, and stays like that.
TEST(Calm, WhoHasComeTurnsToTheFrontOfItsFormation) {
  World world(Extent{48, 48, 1}, 1);
  const ProfileId seen = world.add_profile({});
  world.commit();
  const std::vector<Cell> goal{{24, 24, 0}};
  const ReferenceGuide guide(world.view(seen), goal);
  CrowdGroup group{world.view(seen), &guide, goal, {}};
  group.formation = Formation::line;
  group.facing = {0, -1};
  group.leave_on_arrival = false;
  Crowd crowd;
  const CrowdGroupId id = crowd.add_group(group);
  for (std::int32_t k = 0; k < 5; ++k) crowd.add({centre_of({4, 20 + k, 0}), 0, 0.4F, 3, id});
  std::vector<Vec2> before(crowd.size());
  float most = 0;
  for (int step = 0; step < 300; ++step) {
    for (std::size_t k = 0; k < crowd.size(); ++k) before[k] = crowd.facing(crowd.agent(k));
    crowd.step(0.1F);
    for (std::size_t k = 0; step > 0 && k < crowd.size(); ++k)
      most = std::max(most, std::abs(angle(before[k], crowd.facing(crowd.agent(k)))));
  }
  EXPECT_EQ(crowd.count(AgentState::arrived), 5U);
  EXPECT_LT(most, 0.64F) << "radians in a tenth of a second";
  for (std::size_t k = 0; k < crowd.size(); ++k)
    EXPECT_GT(dot(crowd.facing(crowd.agent(k)), {0, -1}), 0.999F) << k;
}

}  // namespace
}  // namespace portolan
