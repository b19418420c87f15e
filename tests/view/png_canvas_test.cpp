// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/png_canvas.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

namespace portolan {

void PrintTo(const Color& c, std::ostream* out) { *out << int{c.r} << ',' << int{c.g} << ',' << int{c.b}; }

namespace {

constexpr Color opaque_red = rgb(0xFF0000);
constexpr Color black = rgb(0x000000);
constexpr Color white = rgb(0xFFFFFF);

struct Decoded {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
};

// libpng's simple reader, which the writer does not use.
Decoded decode(const std::string& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, file.data(), file.size()) == 0) return {};
  image.format = PNG_FORMAT_RGB;
  Decoded out{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  out.rgb.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, out.rgb.data(), 0, nullptr) == 0) return {};
  return out;
}

RowPainter checkers() {
  return [](Cell start, std::span<Color> row) {
    for (Color& out : row) {
      out = (start.x + start.y) % 2 == 0 ? black : white;
      ++start.x;
    }
  };
}

TEST(PngCanvas, EnlargesSmallMapsToWholePixelsPerCell) {
  PngCanvas canvas({0, 0, 5, 3, 0}, 64);
  EXPECT_EQ(canvas.scale(), 12);
  EXPECT_EQ(canvas.width(), 60);
  EXPECT_EQ(canvas.height(), 36);
  canvas.cells(checkers());
  EXPECT_EQ(canvas.pixel(0, 0), black);
  EXPECT_EQ(canvas.pixel(11, 11), black);
  EXPECT_EQ(canvas.pixel(12, 11), white);
  EXPECT_EQ(canvas.pixel(59, 35), black);
}

TEST(PngCanvas, AveragesCellsThatShareAPixel) {
  PngCanvas canvas({0, 0, 40, 7, 0}, 20, 20);
  EXPECT_EQ(canvas.scale(), 0.5F);
  EXPECT_EQ(canvas.width(), 20);
  EXPECT_EQ(canvas.height(), 4);
  canvas.cells(checkers());
  EXPECT_EQ(canvas.pixel(0, 0), (Color{127, 127, 127, 255}));
  EXPECT_EQ(canvas.pixel(19, 3), (Color{127, 127, 127, 255}));
}

TEST(PngCanvas, LeavesTransparentCellsAlone) {
  PngCanvas canvas({0, 0, 2, 1, 0}, 1024, 2048, opaque_red);
  canvas.cells([](Cell, std::span<Color> row) { row[1] = black; });
  EXPECT_EQ(canvas.pixel(0, 0), opaque_red);
  EXPECT_EQ(canvas.pixel(canvas.width() - 1, 0), black);
}

TEST(PngCanvas, ShowsThePartOfTheWorldItWasAskedFor) {
  PngCanvas canvas({10, 20, 4, 4, 0});
  Cell first{-1, -1, -1};
  canvas.cells([&](Cell start, std::span<Color> row) {
    if (first.x < 0) first = start;
    EXPECT_EQ(row.size(), 4U);
  });
  EXPECT_EQ(first, (Cell{10, 20, 0}));
  canvas.fill({11, 20}, {12, 21}, opaque_red);
  EXPECT_EQ(canvas.pixel(32, 0), opaque_red);
  EXPECT_NE(canvas.pixel(31, 0), opaque_red);
  EXPECT_NE(canvas.pixel(64, 0), opaque_red);
}

TEST(PngCanvas, BlendsALineOnceWhereItMeetsItself) {
  PngCanvas canvas({0, 0, 8, 8, 0}, 1024, 2048, white);
  const std::array<Vec2, 3> there_and_back{{{1, 4}, {7, 4}, {1, 4}}};
  canvas.stroke(there_and_back, 8, faded(black, 0.5));
  EXPECT_EQ(canvas.pixel(128, 128), (Color{127, 127, 127, 255}));
}

TEST(PngCanvas, ClipsWhatLiesOutside) {
  PngCanvas canvas({0, 0, 4, 4, 0}, 1024, 2048, white);
  const std::array<Vec2, 2> across{{{-1000, -1000}, {1000, 1000}}};
  canvas.stroke(across, 3, black);
  canvas.disc({-50, 2}, 10, opaque_red);
  canvas.fill({-9, -9}, {-1, 99}, opaque_red);
  EXPECT_EQ(canvas.pixel(64, 64), black);
  EXPECT_EQ(canvas.pixel(0, 64), white);
}

TEST(PngCanvas, FileHoldsThePicture) {
  PngCanvas canvas({0, 0, 9, 5, 0}, 9);
  canvas.cells(checkers());
  const Decoded file = decode(canvas.encode());
  ASSERT_EQ(file.width, 9);
  ASSERT_EQ(file.height, 5);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 9; ++x) {
      const auto i = static_cast<std::size_t>(y * 9 + x) * 3;
      EXPECT_EQ((Color{file.rgb[i], file.rgb[i + 1], file.rgb[i + 2], 255}), canvas.pixel(x, y))
          << x << ',' << y;
    }
  }
}

TEST(PngCanvas, LegendTakesALineMoreWhereItNeedsOne) {
  const auto height = [](std::size_t entries) {
    PngCanvas canvas({0, 0, 256, 16, 0}, 256);
    canvas.legend(
        std::vector<LegendEntry>(entries, {"goal of the group", opaque_red, LegendEntry::Mark::dot}));
    return decode(canvas.encode()).height;
  };
  EXPECT_EQ(height(0), 16);
  EXPECT_GT(height(1), 16);
  EXPECT_GT(height(3), height(1));
}

}  // namespace
}  // namespace portolan
