// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/path_check.hpp>
#include <portolan/dynamic/path_keeper.hpp>

#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

// Blocks that appear in front of an agent, once it sees them.
class Surprises {
 public:
  Surprises() : map_(test::random_world(options(), 5)) {
    test::Random random(9);
    while (blocks_.size() < 220) {
      const Rect block{random.between(40, 1060), random.between(0, 80), random.between(3, 15),
                       random.between(3, 15), 0};
      if (!block.contains(start()) && !block.contains(goal())) blocks_.push_back(block);
    }
  }

  [[nodiscard]] Cell start() const { return free_near({3, 48, 0}); }
  [[nodiscard]] Cell goal() const { return free_near({1096, 48, 0}); }

  // Walks to the goal; every step is checked by code that searches nothing.
  Distance walk(const SpliceOptions& options, PlanWork& work) {
    AStar search;
    PathKeeper keeper(map_.view(), start(), goal(), options, search);
    std::vector<char> seen(blocks_.size(), 0);
    Distance cost{0};
    steps_ = 0;
    while (!keeper.arrived()) {
      if (show(keeper.here(), seen)) keeper.note_change();
      keeper.update();
      const Cell before = keeper.here();
      const Distance paid = keeper.walked();
      if (!keeper.step()) {
        ADD_FAILURE() << "no way on from " << before.x << ", " << before.y;
        break;
      }
      const Distance step{keeper.walked().units - paid.units};
      EXPECT_EQ(first_fault(map_.view(), {{before, keeper.here()}, step}), std::nullopt);
      cost = cost + step;
      ++steps_;
    }
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      if (seen[k] != 0) stamp(blocks_[k], -1);
    }
    map_.world.commit();
    work = keeper.work();
    return cost;
  }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  static test::RandomWorldOptions options() {
    test::RandomWorldOptions options;
    options.extent = {1100, 96, 1};
    options.shape = test::Shape::boxes;
    options.density = 12;
    return options;
  }
  [[nodiscard]] Cell free_near(Cell c) const {
    while (!map_.view().passable(c)) ++c.y;
    return c;
  }
  void stamp(const Rect& block, int by) {
    for (int y = block.y; y < std::min(96, block.y + block.height); ++y) {
      for (int x = block.x; x < block.x + block.width; ++x) map_.world.stamp({x, y, 0}, by);
    }
  }
  bool show(Cell here, std::vector<char>& seen) {
    bool any = false;
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      if (seen[k] != 0 || blocks_[k].x > here.x + 50 || blocks_[k].contains(here)) continue;
      seen[k] = 1;
      any = true;
      stamp(blocks_[k], 1);
    }
    if (any) map_.world.commit();
    return any;
  }

  test::TestWorld map_;
  std::vector<Rect> blocks_;
  std::uint64_t steps_ = 0;
};

TEST(SpliceWalk, ComputesAFifthOfPlanningAnewAndWalksNearlyAsShort) {
  Surprises world;
  PlanWork again;
  SpliceOptions always;
  always.window = 0;
  const Distance shortest = world.walk(always, again);
  ASSERT_GE(world.steps(), 1000U);
  ASSERT_GT(again.plans, 50U) << "changes ahead";
  PlanWork spliced;
  const Distance walked = world.walk({}, spliced);
  EXPECT_GT(spliced.splices, 5U);
  EXPECT_LE(spliced.steps_computed * 5, again.steps_computed);
  EXPECT_LE(walked.units * 100, shortest.units * 103);
}

}  // namespace
}  // namespace portolan
