// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Verbs that draw.
#include <gmock/gmock.h>

#include "tool.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Pictures : public Tool {
 protected:
  Pictures() {
    write_map("way.map", {
                             "...#....",
                             "...#....",
                             "........",
                             "...#...S",
                         });
  }
};

TEST_F(Pictures, RenderDrawsAsPngOrSvg) {
  EXPECT_EQ(portolan({"render", "--map", "way.map", "-o", "way.png"}).code, 0);
  EXPECT_THAT(content("way.png"), StartsWith("\x89PNG"));
  const Ran ran = portolan({"render", "--map", "way.map", "--from", "0,0", "--to", "5,0", "--zoom", "10",
                            "--area", "0,0,6,4", "-o", "way.svg"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string svg = content("way.svg");
  EXPECT_THAT(svg, HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\""));
  EXPECT_THAT(svg, HasSubstr(">corridor</text>"));
  EXPECT_EQ(portolan({"render", "--map", "way.map", "--use", "20", "-o", "use.svg"}).code, 0);
  EXPECT_THAT(content("use.svg"), HasSubstr("paths over a cell, 0 to "));
}

TEST_F(Pictures, RenderSaysWhatItCannotDraw) {
  const auto fails = [this](std::vector<std::string> more, const char* message) {
    std::vector<std::string> all{"render", "--map", "way.map", "-o", "no.png"};
    all.insert(all.end(), more.begin(), more.end());
    const Ran ran = portolan(all);
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr(message));
  };
  fails({"--area", "4,0,5,2"}, "the area does not lie on the map, which is 8 x 4 with 1 layer");
  fails({"--area", "4,0,0,2"}, "'4,0,0,2' is no area");
  fails({"--show", "terrain,mud"}, "'mud' cannot be shown; expected one of terrain, sectors");
  fails({"--show", "field"}, "to show 'field' takes a plan; give --from and --to");
  fails({"--from", "1,1"}, "--to");
  EXPECT_EQ(files().count("no.png"), 0U);
}

TEST_F(Pictures, RenderTakesAStartLeftOfTheMapForOne) {
  for (const std::string start : {"-1,1", "1,-1", "99,1"}) {
    const Ran ran = portolan({"render", "--map", "way.map", "-o", "far.png", "--from", start, "--to", "1,1"});
    EXPECT_EQ(ran.code, 1) << start;
    EXPECT_THAT(ran.out, HasSubstr("out_of_bounds")) << start;
  }
}

TEST_F(Pictures, OfACrowdShowWhatMovesIt) {
  write("two.yaml",
        "map: {ascii: \"........\"}\nticks: 3\ngroups:\n"
        "  - {count: 1, radius: 0.45, start: {cell: [3, 0]}, goal: {cell: [7, 0]}}\n"
        "  - {count: 1, radius: 0.45, start: {cell: [4, 0]}, goal: {cell: [0, 0]}}\n");
  ASSERT_EQ(portolan({"run", "two.yaml", "--no-replay", "--out", "plain"}).code, 0);
  ASSERT_EQ(
      portolan({"run", "two.yaml", "--no-replay", "--out", "overlaid", "--set", "output.crowd=true"}).code,
      0);
  const auto hash = [this](const char* report) {
    const std::string text = content(report);
    return text.substr(text.find("\"hash\""), 26);
  };
  EXPECT_EQ(hash("plain/report.json"), hash("overlaid/report.json")) << "a look changes nothing";
  EXPECT_NE(content("plain/final.png"), content("overlaid/final.png"));
}

// What an obstacle has left is ground like any other, also for a group that was there before it left.
TEST_F(Pictures, OfARunShowNoGhostsOfObstacles) {
  const auto picture = [this](const std::string& name, const std::string& obstacle) {
    write(name + ".yaml",
          "map:\n  ascii: |\n    ....................\n    ....................\n    ....................\n"
          "    ....................\n    ....................\nticks: 300\ngroups:\n"
          "  - {name: quick, count: 1, start: {cell: [0, 0]}, goal: {cell: [2, 0]}}\n"
          "  - {name: slow, count: 1, speed: 1.5, start: {cell: [0, 4]}, goal: {cell: [19, 4]}}\n"
          "output: {trails: false}\nobstacles:\n  - {name: box, box: [2, 2], " +
              obstacle + "}\n");
    EXPECT_EQ(portolan({"run", name + ".yaml", "--no-replay", "--out", name}).code, 0);
    return content(name + "/final.png");
  };
  const std::string moved = picture("moved", "speed: 1, mode: once, waypoints: [[5.5, 2.5], [12.5, 2.5]]");
  EXPECT_TRUE(moved == picture("stood", "at: [12.5, 2.5]")) << "the same ground, and the same fields";
  EXPECT_FALSE(moved == picture("elsewhere", "at: [5.5, 2.5]"));
}

TEST_F(Pictures, CompareWritesAPageOfCharts) {
  const Ran ran = portolan({"compare", "--map", "way.map", "--queries", "30", "--html", "page.html"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string page = content("page.html");
  EXPECT_THAT(page, StartsWith("<!doctype html>"));
  EXPECT_THAT(page, HasSubstr("hierarchy, corridor field"));
  EXPECT_THAT(page, HasSubstr("way.map: 8 x 4 cells"));
  EXPECT_THAT(page, HasSubstr("<circle"));
  EXPECT_THAT(page, Not(HasSubstr("http")));
  EXPECT_THAT(page, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace portolan::test
