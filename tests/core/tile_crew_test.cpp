// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Fields on several threads: the same bits as on one, values and directions.
#include <barrier>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/core/reference_field.hpp>
#include <portolan/core/thread_pool.hpp>
#include <portolan/core/tile_field.hpp>

#include <support/random.hpp>
#include <support/random_world.hpp>

namespace portolan {
namespace {

// All pieces begin at the same time, each on a thread of its own, so that the work is shared for certain.
class StartTogether final : public Executor {
 public:
  explicit StartTogether(unsigned threads) : threads_(threads) {}
  [[nodiscard]] unsigned workers() const override { return threads_; }
  void parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) override {
    std::barrier all(static_cast<std::ptrdiff_t>(count));
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < count; ++i) {
      running.emplace_back([&, i] {
        all.arrive_and_wait();
        body(i, static_cast<unsigned>(i % threads_));
      });
    }
  }

 private:
  unsigned threads_;
};

// One piece after the other, from the last to the first: a piece that waited for another would wait for ever.
class Backwards final : public Executor {
 public:
  [[nodiscard]] unsigned workers() const override { return 3; }
  void parallel_for(std::size_t count, const std::function<void(std::size_t, unsigned)>& body) override {
    for (std::size_t i = count; i-- > 0;) body(i, static_cast<unsigned>(i % 3));
  }
};

std::string first_difference(const TileField& field, const TileField& other) {
  const Extent extent = field.grid().extent();
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    const Cell c = extent.cell(i);
    if (field.at(c) == other.at(c) && field.direction(c) == other.direction(c)) continue;
    return "at " + std::to_string(c.x) + ", " + std::to_string(c.y) + ", " + std::to_string(c.layer);
  }
  return {};
}

// A world, and what to compute on it.
struct Task {
  explicit Task(std::uint64_t seed_)
      : seed(seed_), options(options_for(seed_)), world(test::random_world(options, seed_)) {
    test::Random random(seed);
    tiles = TileGrid(world.extent(), 8 << random.below(3));
    goals = test::random_goals(world.view(), 3, random);
    for (std::uint32_t t = 0; t < tiles.tile_count(); ++t) {
      if (random.below(4) != 0) corridor.push_back(TileId{t});
    }
    limited = random.below(3) == 0;
  }

  // Every fifth is costly enough for wide tiles.
  static test::RandomWorldOptions options_for(std::uint64_t seed) {
    test::RandomWorldOptions options = test::random_options(seed, 250);
    if (seed % 5 == 0) {
      options.shape = test::Shape::maze;
      options.least_cost = 100;
      options.most_cost = 254;
    }
    return options;
  }

  [[nodiscard]] TileField field(Executor* executor) const {
    return TileField(world.view(), tiles, {.executor = executor, .parallel_from = 1});
  }
  void prepare(TileField& field) const {
    field.reset();
    if (limited) field.allow(corridor);
    for (const Goal& goal : goals) field.add_goal(goal);
  }
  [[nodiscard]] TileField solved(Executor* executor) const {
    TileField made = field(executor);
    prepare(made);
    made.advance();
    return made;
  }

  std::uint64_t seed;
  test::RandomWorldOptions options;
  test::TestWorld world;
  TileGrid tiles;
  std::vector<Goal> goals;
  std::vector<TileId> corridor;
  bool limited = false;
};

TEST(TileCrew, BitsDoNotDependOnTheThreads) {
  ThreadPool one(1), two(2), five(5);
  StartTogether three(3);
  std::size_t wide = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Task task(seed);
    SCOPED_TRACE(test::describe(task.options, seed));
    const TileField alone = task.solved(nullptr);
    wide += alone.wide_tile_count();
    if (!task.limited) {
      const ReferenceField reference = reference_dijkstra_buckets(task.world.view(), task.goals);
      for (std::size_t i = 0; i < reference.units.size(); ++i) {
        ASSERT_EQ(alone.at(reference.extent.cell(i)).units, reference.units[i]);
      }
    }
    for (Executor* executor : {static_cast<Executor*>(&one), static_cast<Executor*>(&two),
                               static_cast<Executor*>(&three), static_cast<Executor*>(&five)}) {
      ASSERT_EQ(first_difference(task.solved(executor), alone), "") << executor->workers() << " threads";
    }
  }
  EXPECT_GT(wide, 0U) << "some of these worlds are meant to need wide tiles";
}

TEST(TileCrew, NeverWaitsForOneThatHasNotBegun) {
  Backwards backwards;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Task task(seed);
    ASSERT_EQ(first_difference(task.solved(&backwards), task.solved(nullptr)), "")
        << test::describe(task.options, seed);
  }
}

// Budgets are spent alone, and the rest together; a field that was given up in the midst is used again.
TEST(TileCrew, GoesOnWhereABudgetEnded) {
  StartTogether three(3);
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const Task task(seed);
    SCOPED_TRACE(test::describe(task.options, seed));
    const TileField alone = task.solved(nullptr);
    TileField field = task.field(&three);
    TileField budgeted = task.field(nullptr);
    task.prepare(field);
    task.prepare(budgeted);
    EXPECT_EQ(field.advance(3), budgeted.advance(3));
    EXPECT_EQ(field.settled_below(), budgeted.settled_below());
    EXPECT_EQ(field.tiles_solved(), budgeted.tiles_solved());
    if (seed % 2 == 0) task.prepare(field);
    if (seed % 4 == 0) field.advance(1 + seed % 7);
    EXPECT_TRUE(field.advance());
    ASSERT_EQ(first_difference(field, alone), "");
    test::Random random(seed);
    // More goals after the end, and all of it once more in the same memory.
    const Goal late{test::random_passable_cell(task.world.view(), random), {5}};
    TileField other = task.solved(nullptr);
    for (TileField* each : {&field, &other}) {
      each->add_goal(late);
      each->advance();
    }
    ASSERT_EQ(first_difference(field, other), "");
    task.prepare(field);
    field.advance();
    ASSERT_EQ(first_difference(field, alone), "");
  }
}

// The corridor grows after a run: the tiles that join hear what the others have.
TEST(TileCrew, TakesInTilesThatJoinLater) {
  StartTogether three(3);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Task task(seed);
    SCOPED_TRACE(test::describe(task.options, seed));
    const auto grown = [&](Executor* executor) {
      TileField field = task.field(executor);
      field.allow(std::span(task.corridor).first(task.corridor.size() / 2));
      for (const Goal& goal : task.goals) field.add_goal(goal);
      field.advance();
      field.allow(task.corridor);
      field.advance();
      return field;
    };
    ASSERT_EQ(first_difference(grown(&three), grown(nullptr)), "");
  }
}

TEST(TileCrew, ARepairAfterwardsEqualsAFieldComputedAnew) {
  StartTogether three(3);
  int repairs = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Task task(seed);
    SCOPED_TRACE(test::describe(task.options, seed));
    TileField field = task.solved(&three);
    test::Random random(seed);
    for (int k = 0; k < 4; ++k) {
      const Cell c = test::random_cell(task.world.extent(), random);
      task.world.world.stamp(c, task.world.world.stamped(c) ? -1 : 1);
    }
    std::set<TileId> changed;
    const Commit commit = task.world.world.commit();
    for (const Rect& box : commit.profiles[0].changed) {
      for (int y = box.y; y < box.y + box.height; ++y) {
        for (int x = box.x; x < box.x + box.width; ++x) changed.insert(task.tiles.tile_of({x, y, box.layer}));
      }
    }
    if (!field.repair(std::vector<TileId>(changed.begin(), changed.end()))) continue;
    ++repairs;
    ASSERT_EQ(first_difference(field, task.solved(nullptr)), "");
  }
  EXPECT_GT(repairs, 20);
}

// A tile of solid wall has no place in a crew's field, and gets one when a way is cut into it.
TEST(TileCrew, AWayIsCutIntoATileThatWasAllWall) {
  StartTogether three(3);
  World world({96, 64, 1});
  for (int y = 0; y < 64; ++y) {
    for (int x = 32; x < 64; ++x) world.set_terrain({x, y, 0}, test::wall);
  }
  Profile walker;
  walker.cost[test::wall] = impassable;
  const ProfileId barred = world.add_profile(walker);
  world.commit();
  const TileGrid tiles(world.extent());
  TileField field(world.view(barred), tiles, {.executor = &three, .parallel_from = 1});
  field.add_goal({{5, 5, 0}, {}});
  field.advance();
  EXPECT_FALSE(reachable(field.at({90, 40, 0})));
  for (int x = 32; x < 64; ++x) world.set_terrain({x, 40, 0}, 0);
  world.commit();
  ASSERT_TRUE(field.repair(std::vector<TileId>{tiles.tile_of({32, 40, 0})}));
  TileField fresh(world.view(barred), tiles);
  fresh.add_goal({{5, 5, 0}, {}});
  fresh.advance();
  EXPECT_TRUE(reachable(fresh.at({90, 40, 0})));
  EXPECT_EQ(first_difference(field, fresh), "");
}

// Small tiles on many threads: much to tell one another, few tiles for each. For the thread sanitizer above
// all.
TEST(TileCrew, ManyThreadsOnFewTiles) {
  StartTogether seven(7);
  const test::Shape shapes[] = {test::Shape::open, test::Shape::maze, test::Shape::noise, test::Shape::caves};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    test::RandomWorldOptions options;
    options.extent = {181, 163, 2};
    options.shape = shapes[seed % 4];
    options.most_cost = seed % 3 == 0 ? 9 : 1;
    options.one_way_links = 20;
    options.two_way_links = 20;
    const test::TestWorld world = test::random_world(options, seed);
    test::Random random(seed);
    const TileGrid tiles(world.extent(), 8);
    const std::vector<Goal> goals = test::random_goals(world.view(), 2, random);
    TileField alone(world.view(), tiles), many(world.view(), tiles, {.executor = &seven, .parallel_from = 1});
    for (int round = 0; round < 3; ++round) {
      for (TileField* field : {&alone, &many}) {
        field->reset();
        for (const Goal& goal : goals) field->add_goal(goal);
        field->advance();
      }
      ASSERT_EQ(first_difference(many, alone), "") << test::describe(options, seed);
    }
  }
}

// The warm-up goes into the tiles of a small pocket, and the crew is not called.
TEST(TileCrew, SmallFieldsStayOnTheCallersThread) {
  class Never final : public Executor {
   public:
    [[nodiscard]] unsigned workers() const override { return 2; }
    void parallel_for(std::size_t, const std::function<void(std::size_t, unsigned)>&) override {
      ADD_FAILURE() << "called for a small field";
    }
  };
  Never never;
  const test::TestWorld world = test::random_world({.extent = {200, 200, 1}}, 1);
  const TileGrid tiles(world.extent());
  TileField field(world.view(), tiles, {.executor = &never});
  test::Random random(1);
  field.add_goal(test::random_goals(world.view(), 1, random)[0]);
  EXPECT_TRUE(field.advance());
}

}  // namespace
}  // namespace portolan
