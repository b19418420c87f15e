// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/draw.hpp>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <portolan/view/png_canvas.hpp>

namespace portolan {
namespace {

int luma(Color c) { return (c.r * 299 + c.g * 587 + c.b * 114) / 1000; }

// Notes what is asked of it.
class Notes final : public Canvas {
 public:
  Notes(Rect area, float scale) : area_(area), scale_(scale) {}

  [[nodiscard]] Rect area() const override { return area_; }
  [[nodiscard]] float scale() const override { return scale_; }
  void cells(const RowPainter& painter) override {
    for (int y = 0; y < area_.height; ++y) {
      std::vector<Color> row(static_cast<std::size_t>(area_.width));
      painter({area_.x, area_.y + y, area_.layer}, row);
      painted.push_back(row);
    }
  }
  void fill(Vec2, Vec2, Color) override { ++fills; }
  void stroke(std::span<const Vec2> points, float, Color) override {
    strokes.emplace_back(points.begin(), points.end());
  }
  void disc(Vec2, float, Color) override { ++discs; }
  void legend(std::span<const LegendEntry>) override {}

  std::vector<std::vector<Color>> painted;
  std::vector<std::vector<Vec2>> strokes;
  int fills = 0;
  int discs = 0;

 private:
  Rect area_;
  float scale_;
};

TEST(DrawTerrain, DarkensWithCostAndMostForWalls) {
  World world({4, 1, 1});
  Profile profile;
  profile.cost[1] = 4;
  profile.cost[2] = 200;
  profile.cost[3] = impassable;
  const ProfileId id = world.add_profile(profile);
  for (int x = 0; x < 4; ++x) world.set_terrain({x, 0, 0}, static_cast<TerrainId>(x));
  world.commit();
  Notes by_cost({0, 0, 4, 1, 0}, 8);
  draw_terrain(by_cost, world.view(id));
  const auto& row = by_cost.painted.at(0);
  EXPECT_GT(luma(row[0]), luma(row[1]));
  EXPECT_GT(luma(row[1]), luma(row[2]));
  EXPECT_GT(luma(row[2]), luma(row[3]));

  TerrainPalette palette;
  palette.blocked[3] = rgb(0x123456);
  Notes by_class({0, 0, 4, 1, 0}, 8);
  draw_terrain(by_class, world, id, palette);
  EXPECT_EQ(by_class.painted.at(0)[3], rgb(0x123456));
  EXPECT_EQ(by_class.painted.at(0)[1], row[1]);
}

TEST(DrawField, FartherIsDarkerAndUnreachableIsLeftOut) {
  Notes notes({0, 0, 5, 1, 0}, 8);
  const Distance most = draw_field(
      notes, [](Cell c) { return c.x == 4 ? unreachable : Distance{static_cast<std::uint64_t>(c.x) * 240}; });
  EXPECT_EQ(most, Distance{720});
  const auto& row = notes.painted.at(0);
  for (std::size_t x = 0; x + 2 < row.size(); ++x) EXPECT_GT(luma(row[x]), luma(row[x + 1])) << x;
  EXPECT_EQ(row[4].a, 0);
}

TEST(DrawField, ScaleOfColoursFallsEvenly) {
  for (int i = 1; i <= 64; ++i)
    EXPECT_LT(luma(distance_color(i / 64.0)), luma(distance_color((i - 1) / 64.0))) << i;
}

TEST(DrawDirections, OneArrowPerCellThatHasADirection) {
  Notes notes({0, 0, 3, 2, 0}, 16);
  draw_directions(notes, [](Cell c) {
    return c.x == 0 ? Direction::goal : c.x == 1 ? Direction::w : c.y == 0 ? Direction::none : Direction::nw;
  });
  ASSERT_EQ(notes.strokes.size(), 3U);
  const auto& west = notes.strokes[0];
  EXPECT_LT(west[1].x, west[0].x);
  EXPECT_NEAR(west[1].y, west[0].y, 1e-5);
}

TEST(DrawDirections, SmallCellsShareAnArrow) {
  Notes notes({0, 0, 64, 64, 0}, 1);
  draw_directions(notes, [](Cell) { return Direction::s; });
  EXPECT_EQ(notes.strokes.size(), 25U);
}

TEST(DrawCorridor, TintsAndFramesItsTilesOnTheLayerThatIsShown) {
  const TileGrid tiles({64, 64, 2}, 32);
  Notes notes({0, 0, 64, 64, 1}, 8);
  const std::vector<TileId> corridor{{0}, {4}, {5}};
  draw_corridor(notes, tiles, corridor);
  EXPECT_EQ(notes.fills, 2);
  EXPECT_EQ(notes.strokes.size(), 6U);  // two tiles side by side
}

TEST(DrawSectors, OneLineBetweenTilesUnlessTheyStandTooClose) {
  const TileGrid tiles({100, 64, 1}, 32);
  Notes near({0, 0, 100, 64, 0}, 1);
  draw_sectors(near, tiles);
  EXPECT_EQ(near.strokes.size(), 4U);
  Notes far({0, 0, 100, 64, 0}, 0.125F);
  draw_sectors(far, tiles);
  EXPECT_EQ(far.strokes.size(), 0U);
}

TEST(DrawPath, BreaksAtALink) {
  Notes notes({0, 0, 20, 4, 0}, 8);
  const std::vector<Cell> path{{0, 0, 0}, {1, 1, 0}, {15, 1, 0}, {16, 1, 0}, {16, 1, 1}};
  draw_path(notes, path, rgb(0xFF0000));
  std::size_t longest = 0;
  for (const auto& line : notes.strokes) {
    longest = std::max(longest, line.size());
    for (std::size_t i = 1; i < line.size(); ++i) EXPECT_LE(line[i].x - line[i - 1].x, 1);
  }
  EXPECT_EQ(longest, 2U);
}

// Stairs up from layer 0 to layer 1, and a ledge of layer 0 that one jumps off.
TEST(DrawLink, ShowsTheEndsOnTheLayerAndALineBetweenTwoOfThem) {
  const Link stairs{{2, 2, 0}, {2, 2, 1}};
  const Link ledge{{5, 5, 0}, {9, 5, 0}};
  const auto drawn = [](const Link& link, int layer) {
    Notes notes({0, 0, 32, 32, layer}, 16);
    draw_link(notes, link);
    return std::pair(notes.fills, notes.strokes.size());
  };
  EXPECT_EQ(drawn(stairs, 0), std::pair(1, std::size_t{2}));  // a box, and the arrow in it
  EXPECT_EQ(drawn(stairs, 1), std::pair(1, std::size_t{1}));
  EXPECT_EQ(drawn(stairs, 2), std::pair(0, std::size_t{0}));
  EXPECT_EQ(drawn(ledge, 0), std::pair(2, std::size_t{3}));
  EXPECT_EQ(drawn(ledge, 1), std::pair(0, std::size_t{0}));

  Notes up({0, 0, 32, 32, 0}, 16);
  draw_link(up, stairs);
  EXPECT_LT(up.strokes.back()[1].y, up.strokes.back()[0].y);
  Notes down({0, 0, 32, 32, 1}, 16);
  draw_link(down, {stairs.to, stairs.from});
  EXPECT_GT(down.strokes.back()[1].y, down.strokes.back()[0].y);
}

TEST(GroupColor, TenGroupsHaveTenColours) {
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Color a = group_color(i), b = group_color(k);
      EXPECT_GT(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 60) << i << ' ' << k;
    }
  }
}

TEST(DrawEverything, OnOneCellAndOnARealCanvas) {
  World world({1, 1, 1});
  const ProfileId id = world.add_profile({});
  world.commit();
  PngCanvas canvas({0, 0, 1, 1, 0});
  draw_terrain(canvas, world, id);
  draw_field(canvas, [](Cell) { return Distance{0}; });
  draw_directions(canvas, [](Cell) { return Direction::goal; });
  draw_sectors(canvas, TileGrid({1, 1, 1}));
  draw_corridor(canvas, TileGrid({1, 1, 1}), std::vector<TileId>{{0}});
  draw_portal(canvas, {0, 0, 0}, {0, 0, 0}, Direction::e);
  draw_obstacle(canvas, {0.5F, 0.5F}, 0.1F);
  draw_agent(canvas, {0.5F, 0.5F}, 0.1F, group_color(0));
  draw_start(canvas, {0, 0, 0}, group_color(1));
  draw_goal(canvas, {0, 0, 0}, group_color(2));
  EXPECT_EQ(canvas.pixel(16, 16), group_color(2));
}

}  // namespace
}  // namespace portolan
