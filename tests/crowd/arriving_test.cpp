// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Who has come to a place, and who still wants to get to one behind it.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/world.hpp>
#include <portolan/crowd/crowd.hpp>

#include "point_guide.hpp"
#include "tick.hpp"

namespace portolan {
namespace {

using test::tick;

constexpr float radius = 0.3906F, speed = 0.5556F;

// One that is stuck between others gets no further by pushing: one that stands beside its way, less far
// off than it needs, makes room.
TEST(Arriving, OneThatStandsBesideTheWayOfAFriendWhoIsStuckMakesRoom) {
  World world(Extent{16, 16, 1}, 1);
  const ProfileId profile = world.add_profile({});
  world.commit();
  Crowd crowd(CrowdOptions{nullptr, 1e9F, 3});
  const auto add = [&](const Guide* guide, Vec2 at, Vec2 place) {
    CrowdGroup group{world.view(profile), guide, std::vector<Cell>{cell_at(place, 0)}, {}};
    group.leave_on_arrival = false;
    group.avoidance = Avoidance::reciprocal;
    const AgentId id = crowd.add({at, 0, radius, speed, crowd.add_group(group)});
    crowd.set_place(id, place);
    return id;
  };
  const Vec2 place{8, 12}, start{8, 8}, beside{8.76F, 8.25F};
  const test::PointGuide guide(place);
  const AgentId stuck = add(&guide, start, place);
  crowd.set_holds(add(nullptr, {8, 8.79F}, {8, 8.79F}), true);
  const AgentId stands = add(nullptr, beside, beside);
  for (int step = 0; step < 20; ++step) crowd.step(tick);
  EXPECT_LT(length(crowd.position(stuck) - start), 0.3F);
  EXPECT_GT(crowd.position(stands).x, start.x + 2 * radius * 1.02F);
}

// A square of cells from a corner on; from all of them nothing is left.
class SquareGuide final : public Guide {
 public:
  SquareGuide(Cell corner, std::int32_t side) : corner_(corner), side_(side) {}
  [[nodiscard]] std::vector<Goal> goals() const {
    std::vector<Goal> cells;
    for (std::int32_t k = 0; k < side_ * side_; ++k)
      cells.push_back({{corner_.x + k % side_, corner_.y + k / side_, 0}, {}});
    return cells;
  }
  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t) const override { return normalised(nearest(p) - p); }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return cell_at(nearest(centre_of(c)), 0); }
  [[nodiscard]] Distance remaining(Cell c) const override {
    return {static_cast<std::uint64_t>(length(nearest(centre_of(c)) - centre_of(c)) * 24)};
  }

 private:
  [[nodiscard]] Vec2 nearest(Vec2 p) const {
    const auto within = [this](float at, std::int32_t from) {
      return std::clamp(at, static_cast<float>(from) + 0.5F, static_cast<float>(from + side_) - 0.5F);
    };
    return {within(p.x, corner_.x), within(p.y, corner_.y)};
  }

  Cell corner_;
  std::int32_t side_;
};

// All cells of a goal are as far, and its far side is more than three seconds from where they come in.
TEST(Arriving, WhoCrossesAWideGoalToItsPlaceGoesThroughNobody) {
  World world(Extent{96, 64, 1}, 1);
  const ProfileId profile = world.add_profile({});
  world.commit();
  for (const Avoidance avoidance : {Avoidance::separation, Avoidance::reciprocal}) {
    const SquareGuide guide({56, 16, 0}, 24);
    Crowd crowd;
    CrowdGroup group{world.view(profile), &guide, guide.goals(), {}};
    group.leave_on_arrival = false;
    group.avoidance = avoidance;
    const CrowdGroupId id = crowd.add_group(group);
    std::vector<AgentId> agents;
    for (int k = 0; k < 400; ++k)
      agents.push_back(crowd.add({centre_of({4 + k % 20, 18 + k / 20, 0}), 0, 0.3F, 4, id}));
    for (int step = 0; step < 400; ++step) crowd.step(tick);
    EXPECT_EQ(crowd.squeezes(), 0U);
    for (const AgentId agent : agents) ASSERT_EQ(crowd.state(agent), AgentState::arrived) << agent.slot;
  }
}

// A square before which the ground becomes costlier all the time, as where somebody jams it.
class CostlierGuide final : public Guide {
 public:
  explicit CostlierGuide(const SquareGuide& square) : square_(&square) {}
  void rise() { ++price_; }
  [[nodiscard]] Vec2 heading(Vec2 p, std::int32_t layer) const override { return square_->heading(p, layer); }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return square_->next(c); }
  [[nodiscard]] Distance remaining(Cell c) const override { return {square_->remaining(c).units * price_}; }

 private:
  const SquareGuide* square_;
  std::uint64_t price_ = 1;
};

// It does not see its place from the goal, and is out of that and in again in the end: it seemed to make way
// each time.
TEST(Arriving, WhoGoesInAndOutOfItsGoalGivesIn) {
  World world(Extent{32, 32, 1}, 1);
  Profile walks;
  walks.cost[0] = impassable;
  const ProfileId profile = world.add_profile(walks);
  for (std::int32_t y = 0; y < 32; ++y) world.set_terrain({12, y, 0}, 0);
  world.commit();
  const SquareGuide square({8, 8, 0}, 8);
  CostlierGuide guide(square);
  Crowd crowd;
  CrowdGroup group{world.view(profile), &guide, square.goals(), {}};
  group.leave_on_arrival = false;
  const AgentId agent = crowd.add({{4.5F, 10.5F}, 0, 0.35F, 6, crowd.add_group(group)});
  crowd.set_place(agent, {14, 11});
  int crossings = 0;
  for (int step = 0; step < 600; ++step) {
    const bool before = crowd.position(agent).x < 8;
    guide.rise();
    crowd.step(tick);
    crossings += before != (crowd.position(agent).x < 8) ? 1 : 0;
  }
  EXPECT_GT(crossings, 3);
  EXPECT_EQ(crowd.state(agent), AgentState::arrived);
}

}  // namespace
}  // namespace portolan
