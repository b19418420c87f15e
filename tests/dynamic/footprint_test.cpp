// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <portolan/dynamic/footprint.hpp>
#include <portolan/dynamic/forecast.hpp>

namespace portolan {
namespace {

// The footprint as a drawing, '@' on the anchor where it is covered, 'x' where it is not.
std::string draw(const Footprint& footprint) {
  const std::int32_t r = footprint.reach();
  std::string out;
  for (std::int32_t y = -r; y <= r; ++y) {
    for (std::int32_t x = -r; x <= r; ++x) {
      const bool covered = footprint.covers({0, 0, 0}, {x, y, 0});
      out += x == 0 && y == 0 ? (covered ? '@' : 'x') : (covered ? '#' : '.');
    }
    out += '\n';
  }
  return out;
}

TEST(Footprint, DrawsDiscs) {
  EXPECT_EQ(draw(Footprint::disc(0.0F)), "@\n");
  EXPECT_EQ(draw(Footprint::disc(1.0F)),
            ".#.\n"
            "#@#\n"
            ".#.\n");
  EXPECT_EQ(draw(Footprint::disc(2.3F)),
            ".###.\n"
            "#####\n"
            "##@##\n"
            "#####\n"
            ".###.\n");
}

TEST(Footprint, DrawsBoxes) {
  EXPECT_EQ(draw(Footprint::box(1, 1)), "@\n");
  EXPECT_EQ(draw(Footprint::box(3, 1)),
            "...\n"
            "#@#\n"
            "...\n");
  EXPECT_EQ(draw(Footprint::box(2, 2)),
            "...\n"
            ".@#\n"
            ".##\n");
  EXPECT_EQ(draw(Footprint::box(5, 1, 90)),
            "..#..\n"
            "..#..\n"
            "..@..\n"
            "..#..\n"
            "..#..\n");
}

Footprint polygon(const std::vector<Vec2>& corners) { return Footprint::polygon(corners); }

TEST(Footprint, DrawsPolygonsInBothTurningSenses) {
  const std::string triangle =
      ".....\n"
      ".....\n"
      "..@##\n"
      "..##.\n"
      "..#..\n";
  EXPECT_EQ(draw(polygon({{0, 0}, {2, 0}, {0, 2}})), triangle);
  EXPECT_EQ(draw(polygon({{0, 2}, {2, 0}, {0, 0}})), triangle);
  EXPECT_TRUE(polygon({}).empty());
}

TEST(Footprint, DrawsPolygonsThatBendInward) {
  const std::vector<Vec2> fork{{-2, -2}, {2, -2}, {2, 2}, {1, 2}, {1, -1}, {-1, -1}, {-1, 2}, {-2, 2}};
  EXPECT_EQ(draw(polygon(fork)),
            "#####\n"
            "#####\n"
            "##x##\n"
            "##.##\n"
            "##.##\n");
  EXPECT_EQ(polygon({fork.rbegin(), fork.rend()}), polygon(fork));
}

TEST(Footprint, CoversAllThatAPolygonGoesAround) {
  const Footprint star = polygon({{0, -9}, {5, 8}, {-9, -3}, {9, -3}, {-5, 8}});
  EXPECT_TRUE(star.covers({0, 0, 0}, {0, 0, 0})) << "twice";
  EXPECT_TRUE(star.covers({0, 0, 0}, {0, -8, 0}));
  EXPECT_FALSE(star.covers({0, 0, 0}, {0, 8, 0})) << "between two points of it";
}

// Of a triangle that is what lies on one side of all edges. Quarters of cells are exact, and meet centres.
TEST(Footprint, CoversOfTrianglesWhatLiesWithinAllEdges) {
  std::mt19937 random(11);
  const auto quarter = [&] { return static_cast<int>(random() % 65) - 32; };
  for (int round = 0; round < 300; ++round) {
    const int x[] = {quarter(), quarter(), quarter()}, y[] = {quarter(), quarter(), quarter()};
    std::vector<Vec2> corners;
    for (int k = 0; k < 3; ++k)
      corners.push_back({static_cast<float>(x[k]) / 4, static_cast<float>(y[k]) / 4});
    const Footprint triangle = polygon(corners);
    for (int py = -9; py <= 9; ++py) {
      for (int px = -9; px <= 9; ++px) {
        bool left = false, right = false;
        for (int k = 0; k < 3; ++k) {
          const int n = (k + 1) % 3;
          const int side = (x[n] - x[k]) * (4 * py - y[k]) - (y[n] - y[k]) * (4 * px - x[k]);
          left |= side < 0;
          right |= side > 0;
        }
        const bool in_box = *std::min_element(x, x + 3) <= 4 * px && 4 * px <= *std::max_element(x, x + 3) &&
                            *std::min_element(y, y + 3) <= 4 * py && 4 * py <= *std::max_element(y, y + 3);
        EXPECT_EQ(triangle.covers({0, 0, 0}, {px, py, 0}), in_box && !(left && right)) << px << ' ' << py;
      }
    }
  }
}

TEST(Footprint, KeepsMasksSortedAndWithoutRepeats) {
  const Footprint mask({{1, 1}, {0, 0}, {1, 1}, {-2, 3}});
  ASSERT_EQ(mask.offsets().size(), 3U);
  EXPECT_TRUE(std::is_sorted(mask.offsets().begin(), mask.offsets().end()));
  EXPECT_EQ(mask.reach(), 3);
  EXPECT_TRUE(mask.covers({10, 10, 1}, {13, 8, 1}));
  EXPECT_FALSE(mask.covers({10, 10, 1}, {13, 8, 0}));
}

// A quarter turn of a box with odd sides is the box with its sides swapped; a half turn is the box itself.
TEST(Footprint, TurnsBoxesExactly) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const auto w = static_cast<float>(random() % 10 * 2 + 1);
    const auto h = static_cast<float>(random() % 10 * 2 + 1);
    EXPECT_EQ(draw(Footprint::box(w, h, 90)), draw(Footprint::box(h, w)));
    EXPECT_EQ(draw(Footprint::box(w, h, 180)), draw(Footprint::box(w, h)));
    EXPECT_EQ(draw(Footprint::box(w, h, 270)), draw(Footprint::box(h, w)));
  }
}

// The area of a turned box differs from width times height by no more than its rim.
TEST(Footprint, KeepsTheAreaOfTurnedBoxes) {
  for (int degrees = 0; degrees < 360; degrees += 7) {
    const Footprint box = Footprint::box(21, 9, static_cast<float>(degrees));
    EXPECT_NEAR(static_cast<double>(box.offsets().size()), 21.0 * 9.0, 21.0 + 9.0) << degrees;
    EXPECT_TRUE(box.covers({0, 0, 0}, {0, 0, 0}));
  }
}

TEST(Footprint, GrowsByRowsAndColumns) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    std::vector<CellOffset> cells;
    for (auto k = random() % 12; k > 0; --k)
      cells.push_back(
          {static_cast<std::int32_t>(random() % 9) - 4, static_cast<std::int32_t>(random() % 9) - 4});
    const auto ring = static_cast<std::int32_t>(random() % 4);
    std::vector<CellOffset> around;
    for (const CellOffset& o : cells) {
      for (std::int32_t dy = -ring; dy <= ring; ++dy) {
        for (std::int32_t dx = -ring; dx <= ring; ++dx) around.push_back({o.dy + dy, o.dx + dx});
      }
    }
    EXPECT_EQ(grown(Footprint(cells), ring), Footprint(around)) << "round " << round;
  }
  EXPECT_EQ(grown(Footprint::box(801, 601), 300), Footprint::box(1401, 1201))
      << "in time and memory for its cells";
}

}  // namespace
}  // namespace portolan
