// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/svg.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

namespace portolan {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr Color red = rgb(0xFF0000);

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(DrawSvg, IsAsLargeAsAPngCanvas) {
  float scale = 0;
  const auto look = [&](Canvas& canvas) { scale = canvas.scale(); };
  EXPECT_THAT(draw_svg({0, 0, 5, 3, 0}, look, 64), HasSubstr("viewBox=\"0 0 60 36\""));
  EXPECT_EQ(scale, 12);
  EXPECT_THAT(draw_svg({0, 0, 400, 300, 0}, look, 64, 200), HasSubstr("viewBox=\"0 0 200 150\""));
  EXPECT_EQ(scale, 0.5F);
}

TEST(DrawSvg, DrawsInPixelsOfItsArea) {
  const auto draw = [](Canvas& canvas) {
    canvas.stroke(std::array{Vec2{10, 20}, Vec2{11.5F, 22}}, 2, red);
    canvas.disc({12, 21}, 3, faded(red, 0.5));
    canvas.fill({13, 23}, {12, 22}, red);
  };
  const std::string svg = draw_svg({10, 20, 4, 4, 0}, draw, 40);
  EXPECT_THAT(svg, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, HasSubstr("<polyline points=\"0,0 15,20\" stroke=\"#ff0000\" stroke-width=\"2\"/>"));
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"20\" cy=\"10\" r=\"3\" fill=\"#ff0000\" fill-opacity=\"0.5\"/>"));
  EXPECT_THAT(svg, HasSubstr("<rect x=\"20\" y=\"20\" width=\"10\" height=\"10\" fill=\"#ff0000\"/>"));
}

TEST(DrawSvg, HoldsCellsAsOneBitmapPerCall) {
  std::vector<Cell> rows;
  const RowPainter painter = [&](Cell start, std::span<Color> row) {
    rows.push_back(start);
    std::ranges::fill(row, red);
  };
  const auto draw = [&](Canvas& canvas) {
    canvas.cells(painter);
    canvas.cells(painter);
  };
  const std::string svg = draw_svg({0, 0, 7, 5, 0}, draw, 70);
  EXPECT_EQ(rows.size(), 10U);
  EXPECT_EQ(count(svg, "<image width=\"70\" height=\"50\""), 2U);
  EXPECT_EQ(count(svg, "data:image/png;base64,iVBORw0KGgo"), 2U);
}

TEST(DrawSvg, WritesWordsAsTheyAre) {
  const std::array legend{LegendEntry{"walls <& \"mud\"\x1b[2J", red, LegendEntry::Mark::square},
                          LegendEntry{"cost", {}, LegendEntry::Mark::ramp},
                          LegendEntry{"goal", red, LegendEntry::Mark::goal}};
  const std::string svg = draw_svg(
      {0, 0, 4, 4, 0}, [&](Canvas& canvas) { canvas.legend(legend); }, 400);
  EXPECT_THAT(svg, HasSubstr(">walls &lt;&amp; &quot;mud&quot; [2J</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("\x1b")));
  EXPECT_EQ(count(svg, "<text"), 3U);
  EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
}

}  // namespace
}  // namespace portolan
