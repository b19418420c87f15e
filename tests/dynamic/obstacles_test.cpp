// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <bit>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/obstacles.hpp>

namespace portolan {
namespace {

std::string draw(const World& world, ProfileId profile) {
  const GridView grid = world.view(profile);
  std::string out;
  for (std::int32_t y = 0; y < world.extent().height; ++y) {
    for (std::int32_t x = 0; x < world.extent().width; ++x) {
      const Cost cost = grid.cost({x, y, 0});
      out += cost == impassable ? '#' : cost == 1 ? '.' : static_cast<char>('0' + cost);
    }
    out += '\n';
  }
  return out;
}

TEST(Stamps, LeaveNoTrace) {
  World world({7, 5, 1});
  const ProfileId walker = world.add_profile({});
  Stamps stamps;
  const auto disc = std::make_shared<const Footprint>(Footprint::disc(1));
  const StampId a = stamps.place(world, disc, {2, 2, 0});
  const StampId b = stamps.place(world, disc, {3, 2, 0}, {false, 2});
  world.commit();
  EXPECT_EQ(draw(world, walker),
            ".......\n"
            "..#3...\n"
            ".###3..\n"
            "..#3...\n"
            ".......\n");
  stamps.remove(world, a);
  world.commit();
  EXPECT_EQ(draw(world, walker),
            ".......\n"
            "...3...\n"
            "..333..\n"
            "...3...\n"
            ".......\n");
  EXPECT_FALSE(stamps.alive(a));
  stamps.remove(world, b);
  world.commit();
  EXPECT_EQ(draw(world, walker).find('#'), std::string::npos);
  EXPECT_EQ(draw(world, walker).find('3'), std::string::npos);
  EXPECT_EQ(stamps.size(), 0U);
}

TEST(Stamps, HandlesOfReusedSlotsDiffer) {
  World world({4, 4, 1});
  Stamps stamps;
  const auto dot = std::make_shared<const Footprint>(Footprint::disc(0));
  const StampId first = stamps.place(world, dot, {1, 1, 0});
  stamps.remove(world, first);
  const StampId second = stamps.place(world, dot, {1, 1, 0});
  EXPECT_EQ(first.slot, second.slot);
  EXPECT_NE(first, second);
  EXPECT_FALSE(stamps.alive(first));
  EXPECT_TRUE(stamps.alive(second));
}

TEST(Stamps, AreCutAtTheRimOfTheWorld) {
  World world({4, 4, 1});
  const ProfileId walker = world.add_profile({});
  Stamps stamps;
  const StampId id = stamps.place(world, std::make_shared<const Footprint>(Footprint::disc(2)), {0, 0, 0});
  stamps.move(world, id, {-5, 9, 0});
  stamps.move(world, id, {3, 3, 0});
  world.commit();
  EXPECT_EQ(draw(world, walker),
            "....\n"
            "...#\n"
            "..##\n"
            ".###\n");
}

// Moving by difference equals taking the stamp off and laying it down again.
TEST(Stamps, MovingByDifferenceEqualsLayingAnew) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    World moved({40, 40, 2});
    const ProfileId walker = moved.add_profile({});
    Stamps stamps;
    std::vector<StampId> ids;
    std::vector<std::shared_ptr<const Footprint>> shapes;
    const auto cell = [&] {
      return Cell{static_cast<std::int32_t>(random() % 44) - 2, static_cast<std::int32_t>(random() % 44) - 2,
                  static_cast<std::int32_t>(random() % 2)};
    };
    for (int i = 0; i < 6; ++i) {
      const Footprint disc = Footprint::disc(static_cast<float>(random() % 5));
      const Footprint box = Footprint::box(5, 3, static_cast<float>(random() % 90));
      shapes.push_back(i % 2 == 0 ? std::make_shared<const Footprint>(disc)
                                  : std::make_shared<const Footprint>(box));
      ids.push_back(stamps.place(moved, shapes.back(), cell(), {i % 3 != 0, i}));
    }
    for (int step = 0; step < 30; ++step) {
      const StampId id = ids[random() % ids.size()];
      const Cell near = stamps.anchor(id);
      stamps.move(moved, id, step % 5 == 0 ? cell() : Cell{near.x + 1, near.y - step % 2, near.layer});
      if (step % 7 == 0) stamps.lift(moved, id);
      if (step % 9 == 0) stamps.lay(moved, id);
      if (step % 4 == 0) moved.commit();
    }
    moved.commit();
    World fresh({40, 40, 2});
    fresh.add_profile({});
    Stamps again;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (!stamps.lies(ids[i])) continue;
      again.place(fresh, shapes[i], stamps.anchor(ids[i]), {i % 3 != 0, static_cast<int>(i)});
    }
    fresh.commit();
    for (std::size_t i = 0; i < fresh.extent().cell_count(); ++i) {
      const Cell c = fresh.extent().cell(i);
      ASSERT_EQ(moved.view(walker).cost(c), fresh.view(walker).cost(c))
          << c.x << ',' << c.y << ',' << c.layer;
    }
  }
}

int cells_changed(const Commit& commit, ProfileId profile) {
  int count = 0;
  for (const BlockDiff& diff : commit.profiles[profile.value].diffs) {
    for (std::size_t y = 0; y < diff.worse.size(); ++y)
      count += std::popcount(diff.worse[y] | diff.better[y]);
  }
  return count;
}

TEST(Obstacles, StampOnlyWhenTheCellChangesAndOnlyTheDifference) {
  World world({40, 20, 1});
  const ProfileId walker = world.add_profile({});
  Obstacles obstacles;
  ObstacleSpec spec;
  spec.shape = Footprint::disc(3);
  spec.course = Course::waypoints(std::vector<Vec2>{{10.5F, 10.5F}, {20.5F, 10.5F}}, 0.25F, Repeat::once);
  const ObstacleId id = obstacles.add(world, spec);
  EXPECT_EQ(cells_changed(world.commit(), walker),
            static_cast<int>(obstacles.footprint(id).offsets().size()));
  obstacles.advance(world, 1);
  EXPECT_TRUE(world.commit().empty()) << "still on its cell";
  obstacles.advance(world, 1);
  EXPECT_EQ(cells_changed(world.commit(), walker), 2 * 7) << "one column of rows leaves, one comes";
}

TEST(Obstacles, GatesOpenAndClose) {
  World world({8, 3, 1});
  const ProfileId walker = world.add_profile({});
  Obstacles obstacles;
  ObstacleSpec gate;
  gate.shape = Footprint::box(1, 3);
  gate.course = Course::linear({4.5F, 1.5F});
  gate.presence = {true, {3, 5}, 0};
  const ObstacleId id = obstacles.add(world, gate);
  std::string open;
  for (int tick = 0; tick < 8; ++tick) {
    world.commit();
    open += world.view(walker).passable({4, 1, 0}) ? 'o' : 'x';
    obstacles.advance(world, 1);
  }
  EXPECT_EQ(open, "xxxooxxx");
  obstacles.remove(world, id);
  world.commit();
  EXPECT_TRUE(world.view(walker).passable({4, 1, 0}));
  EXPECT_FALSE(obstacles.alive(id));
}

TEST(Obstacles, WaitForWhoStandsInTheWay) {
  World world({12, 3, 1});
  world.add_profile({});
  Obstacles obstacles;
  ObstacleSpec spec;
  spec.shape = Footprint::disc(0);
  spec.course = Course::waypoints(std::vector<Vec2>{{1.5F, 1.5F}, {9.5F, 1.5F}}, 1, Repeat::once);
  spec.waits = true;
  const ObstacleId polite = obstacles.add(world, spec);
  const Cell agent{4, 1, 0};
  for (int tick = 0; tick < 10; ++tick) {
    obstacles.advance(world, 1, [&](Cell c) { return c == agent; });
    world.commit();
    EXPECT_FALSE(world.stamped(agent));
  }
  EXPECT_EQ(cell_at(obstacles.position(polite), 0), (Cell{3, 1, 0}));
  EXPECT_EQ(obstacles.clock(polite), 2) << "its time stands still while it waits";
  for (int tick = 0; tick < 3; ++tick) obstacles.advance(world, 1, [](Cell) { return false; });
  EXPECT_EQ(cell_at(obstacles.position(polite), 0), (Cell{6, 1, 0}));
}

}  // namespace
}  // namespace portolan
