// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Places at a goal where rocks lie about.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/straight_guide.hpp>

#include <support/draw_map.hpp>
#include <support/random_world.hpp>
#include <support/straight.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

constexpr int block = 8;

// A block sets out from the left; how many of it stand as they stood before, around the goal.
int keep_their_places(const test::TestWorld& map) {
  const test::PointGuide guide(centre_of(map['G']));
  CrowdGroup group{map.view(), &guide, {{map['G']}}, {}};
  group.leave_on_arrival = false;
  group.avoidance = Avoidance::reciprocal;
  Crowd crowd;
  AgentSpec spec;
  spec.group = crowd.add_group(group);
  std::vector<Vec2> from;
  const Vec2 first{3, 3};
  for (int k = 0; k < block * block; ++k) {
    from.push_back(first + Vec2{static_cast<float>(k % block), static_cast<float>(k / block)} * 0.9F);
    spec.position = from.back();
    crowd.add(spec);
  }
  for (int k = 0; k < 600; ++k) crowd.step(test::tick);
  EXPECT_EQ(crowd.count(AgentState::arrived), from.size());
  int kept = 0;
  const Vec2 moved = centre_of(map['G']) - first - Vec2{1, 1} * (0.45F * (block - 1));
  for (std::size_t k = 0; k < from.size(); ++k)
    kept += length(crowd.position(crowd.agent(k)) - from[k] - moved) < 0.2F ? 1 : 0;
  return kept;
}

TEST(Places, ABlockKeepsItsShapeAroundARock) {
  const int kept = keep_their_places(test::draw_map(R"(
    ................................
    ................................
    ................................
    ................................
    .........................#......
    ................................
    ................................
    ......................G.........
    ................................
    ................................
    ................................
    ................................
    ................................
    ................................
  )"));
  EXPECT_GE(kept, 56);
  EXPECT_LT(kept, block * block);
}

// Behind the rocks nobody stands who would be led to the goal and not on.
TEST(Places, WhereManyWouldStandInWallsAllStandCloseTogether) {
  EXPECT_LT(keep_their_places(test::draw_map(R"(
    ................................
    ................................
    ................................
    ................................
    ................................
    ......................##........
    ....................#...........
    ......................G.........
    .......................##.......
    .....................#..........
    ................................
    ................................
    ................................
    ................................
  )")),
            block * block / 2);
}

// A meadow and a place on it to which one group after the other comes from the left.
class Rally {
 public:
  Rally() : meadow_(test::random_world({.extent = {96, 48, 1}, .shape = test::Shape::open}, 1)) {}

  // A block of so many by so many sets out. Returns how long it takes, over the free way of the last rank.
  double comes(int side, float apart) {
    CrowdGroup group{meadow_.view(), &guide_, {{cell_at(goal_, 0)}}, {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    AgentSpec spec;
    spec.group = crowd_.add_group(group);
    const std::size_t before = crowd_.size();
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        spec.position = Vec2{4, 20} + Vec2{static_cast<float>(column), static_cast<float>(row)} * apart;
        crowd_.add(spec);
      }
    }
    std::vector<Vec2> standing;
    for (std::size_t k = 0; k < before; ++k) standing.push_back(crowd_.position(crowd_.agent(k)));
    int ticks = 0;
    for (; crowd_.count(AgentState::arrived) < crowd_.size() && ticks < 4000; ++ticks) {
      crowd_.step(test::tick);
      for (std::size_t k = 0; k < before; ++k)
        pushed_ = std::max(pushed_, length(crowd_.position(crowd_.agent(k)) - standing[k]));
    }
    return static_cast<double>(static_cast<float>(ticks) * test::tick * spec.max_speed / (goal_.x - 4));
  }
  // How far somebody who stood there was pushed.
  [[nodiscard]] float pushed() const { return pushed_; }

 private:
  test::TestWorld meadow_;
  Vec2 goal_{70.5F, 24.5F};
  test::PointGuide guide_{goal_};
  Crowd crowd_;
  float pushed_ = 0;
};

// Who comes later takes no place among those who stand there, for it would have to push through them.
TEST(Places, OneBlockAfterTheOtherComesToAPlaceAsIfItWereFree) {
  Rally rally;
  for (int wave = 0; wave < 4; ++wave) {
    EXPECT_LT(rally.comes(7, 1.7F), 1.3) << "wave " << wave;
    EXPECT_LT(rally.pushed(), 1.0F) << "wave " << wave;
  }
}

TEST(Places, WhoComesAloneStandsBesideThoseWhoCameBefore) {
  Rally rally;
  for (int one = 0; one < 30; ++one) {
    EXPECT_LT(rally.comes(1, 1), 1.3) << "number " << one;
    EXPECT_LT(rally.pushed(), 1.0F) << "number " << one;
  }
}

// Who stands on another floor is in nobody's way.
TEST(Places, ThoseOnAnotherFloorTakeNone) {
  const auto floors = test::random_world({.extent = {40, 24, 2}, .shape = test::Shape::open}, 1);
  const Vec2 goal{20.5F, 12.5F};
  const test::PointGuide guide(goal);
  Crowd crowd;
  for (const std::int32_t layer : {0, 1}) {
    CrowdGroup group{floors.view(), &guide, {{cell_at(goal, layer)}}, {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    AgentSpec spec;
    spec.layer = layer;
    spec.position = {4.5F, 12.5F};
    spec.group = crowd.add_group(group);
    crowd.add(spec);
    for (int k = 0; k < 200; ++k) crowd.step(test::tick);
  }
  for (const std::uint32_t slot : {0U, 1U}) EXPECT_LT(length(crowd.position(crowd.agent(slot)) - goal), 0.1F);
}

// How far those who have come are moved, in cells, each in the mean, where sixty come from all over a meadow.
float moved_by_those_who_come(std::uint64_t seed) {
  constexpr int count = 60;
  const auto meadow = test::random_world({.extent = {128, 64, 1}, .shape = test::Shape::open}, 1);
  const Cell goal{110, 32, 0};
  const test::PointGuide guide(centre_of(goal));
  CrowdGroup group{meadow.view(), &guide, {{goal}}, {}};
  group.leave_on_arrival = false;
  group.avoidance = Avoidance::reciprocal;
  Crowd crowd;
  AgentSpec spec;
  spec.group = crowd.add_group(group);
  test::Random random(seed);
  std::vector<float> free(count);
  for (float& seconds : free) {
    spec.position = centre_of({static_cast<std::int32_t>(random.below(50)) + 4,
                               static_cast<std::int32_t>(random.below(56)) + 4, 0});
    seconds = length(centre_of(goal) - spec.position) / spec.max_speed;
    crowd.add(spec);
  }
  std::vector<int> came(count, -1);
  float moved = 0;  // cells, by all who had come
  for (int k = 1; k <= 600; ++k) {
    std::vector<Vec2> at;
    for (std::size_t i = 0; i < crowd.size(); ++i) at.push_back(crowd.position(crowd.agent(i)));
    crowd.step(test::tick);
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      if (came[i] >= 0) moved += length(crowd.position(crowd.agent(i)) - at[i]);
      if (came[i] < 0 && crowd.state(crowd.agent(i)) == AgentState::arrived) came[i] = k;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_GE(came[i], 0) << "agent " << i << " has not come";
    EXPECT_LT(static_cast<float>(came[i]) * test::tick, 1.3F * free[i] + 2) << "agent " << i;
  }
  return moved / count;
}

// Those who come from far apart to one place need room to pass each other.
TEST(Places, AScatteredCrowdStandsStillAsSoonAsItHasCome) {
  float moved = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) moved += moved_by_those_who_come(seed);
  EXPECT_LT(moved / 8, 0.22F);
}

// A loose block walks through a gate of four cells to goals that lie as it stands.
struct ThroughGate {
  int ticks = 0;
  float moved = 0;        // cells by each in the mean, after having come
  double steps_back = 0;  // share of the steps of those before the gate
};

class Gate {
 public:
  Gate() : hall_(test::draw_map(drawn())) {
    for (int k = 0; k < side * side; ++k) goals_.push_back({50 + k % side, 8 + k / side, 0});
    StraightField& field = field_.emplace(test::field_to(hall_.view(), goals_.front()));
    for (const Cell& goal : goals_) field.add_goal({goal});
    field.advance();
  }

  ThroughGate play() {
    const StraightGuide guide(&*field_);
    Crowd crowd;
    CrowdGroup group{hall_.view(), &guide, GoalSet(goals_), {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    AgentSpec spec;
    spec.group = crowd.add_group(group);
    test::Random random(1);
    for (int k = 0; k < side * side; ++k) {
      spec.position = centre_of({8 + k % side, 8 + k / side, 0});
      if (random.below(3) > 0) crowd.add(spec);
    }
    ThroughGate run;
    before_ = back_ = 0;
    for (; crowd.count(AgentState::arrived) < crowd.size() && run.ticks < 2000; ++run.ticks) step(crowd, run);
    run.moved /= static_cast<float>(crowd.size());
    run.steps_back = before_ > 0 ? back_ / before_ : 1;
    return run;
  }

 private:
  static constexpr int side = 24;
  static constexpr float gate_at = 40;

  static std::string drawn() {
    std::string drawn;
    for (int row = 0; row < 40; ++row) {
      const bool gate = row >= 18 && row <= 21;
      drawn += std::string(40, '.') + (gate ? '.' : '#') + std::string(40, '.') + '\n';
    }
    return drawn;
  }

  void step(Crowd& crowd, ThroughGate& run) {
    std::vector<bool> came;
    std::vector<Vec2> at;
    for (std::size_t k = 0; k < crowd.size(); ++k) {
      came.push_back(crowd.state(crowd.agent(k)) == AgentState::arrived);
      at.push_back(crowd.position(crowd.agent(k)));
    }
    crowd.step(test::tick);
    for (std::size_t k = 0; k < crowd.size(); ++k) {
      const Vec2 made = crowd.position(crowd.agent(k)) - at[k];
      run.moved += came[k] ? length(made) : 0;
      if (at[k].x > gate_at) continue;
      ++before_;
      const Vec2 way = normalised(Vec2{gate_at, 20} - at[k]);
      back_ += dot(made, way) < -0.1F * AgentSpec{}.max_speed * test::tick ? 1 : 0;
    }
  }

  test::TestWorld hall_;
  std::vector<Cell> goals_;
  std::optional<StraightField> field_;
  double before_ = 0, back_ = 0;
};

// A gate changes the order of a block: of two agents whose places lie one behind the other, the one that is
// ahead goes on to the farther place. Otherwise those who arrive first stand in the way of the others.
TEST(Places, WhoIsFirstThroughAGateGoesFarthest) {
  const ThroughGate run = Gate().play();
  EXPECT_LT(run.ticks, 290);
  EXPECT_LT(run.moved, 0.2F);
}

// Who steps back makes those behind it step back: a queue trembles, and all walk farther.
TEST(Places, NobodyStepsBackInAQueueBeforeAGate) { EXPECT_LT(Gate().play().steps_back, 0.08); }

}  // namespace
}  // namespace portolan
