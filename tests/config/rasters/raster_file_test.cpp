// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/map_formats.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>
#include <portolan/core/detail/random.hpp>

#include <support/data.hpp>
#include <support/system.hpp>
#include <support/temp_folder.hpp>

#include "rasters.hpp"

namespace portolan {
namespace {

using test::drawn;
using test::pgm;
using test::write_bytes;
using ::testing::HasSubstr;

class RasterFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path put(const std::string& name, const std::string& bytes) const {
    write_bytes(folder_.path() / name, bytes);
    return folder_.path() / name;
  }
  // A map of these shades as a robot's YAML describes it.
  [[nodiscard]] std::string with_yaml(const std::vector<int>& shades, const std::string& keys) const {
    static_cast<void>(put("m.pgm", pgm(static_cast<int>(shades.size()), 1, 255, shades)));
    return drawn(put("m.yaml", "image: m.pgm\nresolution: 0.05\n" + keys));
  }

  const test::TempFolder folder_;
};

TEST_F(RasterFile, ShadesBecomeFreeUnknownAndWallAsForRobots) {
  EXPECT_EQ(drawn(put("a.pgm", pgm(3, 2, 255, {255, 128, 0, 254, 205, 1}))), ".@#\n.@#\n");
  EXPECT_EQ(drawn(put("a.pgm", "P2 3 1 # plain\n15\n15 7\n0")), ".@#\n");
  // occupied is (255 - shade) / 255: above 0.65 from 89 down, below 0.196 from 206 up.
  EXPECT_EQ(with_yaml({206, 205, 90, 89}, ""), ".@@#\n");
  EXPECT_EQ(with_yaml({192, 191, 90, 89}, "negate: 1\noccupied_thresh: 0.75\nfree_thresh: 0.35\n"), "#@@.\n");
  EXPECT_EQ(with_yaml({206, 205, 0}, "mode: trinary\nfree_thresh: 0.25\n"), "..#\n");
}

TEST_F(RasterFile, ScaleAndRawKeepDegreesOfOccupancy) {
  // 255 * 0.8 = 204 is 20 percent black, and so on.
  const std::string scale = "mode: scale\noccupied_thresh: 1.0\nfree_thresh: 0.0\n";
  EXPECT_EQ(with_yaml({255, 252, 204, 128, 2, 0}, scale),
            ".125"
            "9#\n");
  // What is above 100 in a raw map says nothing.
  EXPECT_EQ(with_yaml({0, 1, 12, 99, 100, 101, 255}, "mode: raw\n"), ".129#@@\n");
}

TEST_F(RasterFile, ATableSaysWhatValuesAre) {
  MapReadOptions options;
  options.raster.classes = {{0, terrain::water}, {7, '4'}, {300, terrain::wall}};
  EXPECT_EQ(drawn(put("a.pgm", pgm(3, 1, 1000, {0, 7, 300})), options), "W4#\n");
  EXPECT_THAT(drawn(put("a.pgm", pgm(2, 2, 255, {0, 7, 7, 8})), options),
              HasSubstr("a.pgm:2:2: found the value 8, which the table of classes does not have; add it"));
  static_cast<void>(put("c.pgm", pgm(3, 1, 255, {0, 1, 2})));
  EXPECT_EQ(drawn(put("c.yaml", "image: c.pgm\nclasses: {0: ground, 1: impassable, 2: 3}\n")), ".#3\n");
  EXPECT_THAT(drawn(put("c.yaml", "image: c.pgm\nclasses: {0: 40}\n")), HasSubstr("c.yaml:2:"));
}

// Heights against slopes worked out cell by cell in floating point.
TEST_F(RasterFile, HeightsBecomeCostsBySlope) {
  constexpr int width = 61, height = 47;
  detail::Random random(5);
  std::vector<int> heights;
  for (int i = 0; i < width * height; ++i)
    heights.push_back(random.below(40) == 0 ? 0 : 1000 + static_cast<int>(random.below(30)));
  static_cast<void>(put("h.pgm", pgm(width, height, 65535, heights)));
  const std::string found = drawn(put("h.yaml",
                                      "image: h.pgm\ncell_size_m: [3, 4.5]\nheight_scale_m: 0.125\n"
                                      "no_data: 0\nwidth: 61\nheight: 47\n"));
  const auto slope = [&](int x, int y, int dx, int dy) {
    const int nx = x + dx, ny = y + dy;
    if (nx < 0 || ny < 0 || nx >= width || ny >= height) return 0.0;
    const int here = heights[static_cast<std::size_t>(y * width + x)];
    const int there = heights[static_cast<std::size_t>(ny * width + nx)];
    return there == 0 ? 0.0 : std::abs(here - there) * 0.125 / (dx != 0 ? 3 : 4.5);
  };
  ASSERT_EQ(found.size(), static_cast<std::size_t>((width + 1) * height)) << found.substr(0, 200);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double s =
          std::max({slope(x, y, 1, 0), slope(x, y, -1, 0), slope(x, y, 0, 1), slope(x, y, 0, -1)});
      int cost = 1;
      while (cost < 10 && s > 0.9 * cost / 9 + 1e-9) ++cost;
      const bool is_void = heights[static_cast<std::size_t>(y * width + x)] == 0;
      const char wanted = is_void ? '@' : cost == 10 ? '#' : static_cast<char>('0' + cost);
      ASSERT_EQ(found[static_cast<std::size_t>(y * (width + 1) + x)], wanted)
          << x << "," << y << " slope " << s;
    }
  }
}

TEST_F(RasterFile, ADescriptionMayBeginWithTheSizeOfACell) {
  static_cast<void>(put("h.pgm", pgm(2, 1, 1000, {100, 100})));
  EXPECT_EQ(drawn(put("h.yaml", "cell_size_m: 30\nimage: h.pgm\n")), "11\n");
}

TEST_F(RasterFile, HeightsNeedTheSizeOfACell) {
  const auto file = put("h.pgm", pgm(2, 2, 1000, {100, 100, 130, 190}));
  EXPECT_THAT(drawn(file), HasSubstr("say it by `cell_size`"));
  MapReadOptions options;
  options.raster.cell_size = 100;
  EXPECT_EQ(drawn(file, options), "39\n69\n");
  options.raster.steepest = 0.5;
  EXPECT_EQ(drawn(file, options), "6#\n##\n");
}

TEST_F(RasterFile, AScenarioSaysWhatItsImageMeans) {
  static_cast<void>(put("c.pgm", pgm(3, 1, 255, {0, 7, 9})));
  const auto build = [&](const std::string& keys) {
    const auto scenario = read_scenario(
        put("s.yaml", "map: {file: c.pgm, " + keys +
                          "}\nterrain: {m: 40}\n"
                          "groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}]\n"));
    return scenario.ok() ? build_world(*scenario) : Result<World>(scenario.error());
  };
  const Result<World> world = build("classes: {0: 2, 7: m, 9: impassable}");
  ASSERT_TRUE(world.ok()) << world.error().text();
  const GridView grid = world->view(ProfileId{0});
  EXPECT_EQ(grid.cost({0, 0, 0}), 2);
  EXPECT_EQ(grid.cost({1, 0, 0}), 40);
  EXPECT_EQ(grid.cost({2, 0, 0}), impassable);
  EXPECT_THAT(build("classes: {0: 2}").error().text(), HasSubstr("c.pgm:1:2: found the value 7"));
  EXPECT_THAT(build("classes: {0: 40}").error().text(), HasSubstr("give that its cost in `terrain`"));
  EXPECT_THAT(build("classes: {x: 1}").error().text(), HasSubstr("expected a whole number"));
  EXPECT_THAT(build("steepest: 0").error().text(), HasSubstr("map.steepest"));
}

TEST_F(RasterFile, ARunTakesAnImageAsItsScenarioSays) {
  static_cast<void>(put("c.pgm", pgm(3, 1, 255, {0, 7, 9})));
  const auto scenario =
      read_scenario(put("s.yaml",
                        "map: {file: c.pgm, classes: {0: 2, 7: 3, 9: impassable}}\n"
                        "groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}]\n"));
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  const auto opened = open_world(*scenario);
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  EXPECT_EQ(opened->world.view(ProfileId{0}).cost({1, 0, 0}), 3);
}

// What a scenario of strangers names, itself or by the YAML of an image, stays in its folder.
TEST_F(RasterFile, ConfinedImagesAndMapsStayInTheirFolder) {
  const std::filesystem::path inner = folder_.path() / "inner";
  std::filesystem::create_directories(inner / "deep");
  static_cast<void>(put("m.pgm", pgm(2, 1, 255, {255, 0})));
  static_cast<void>(put("inner/m.pgm", pgm(2, 1, 255, {255, 0})));
  if (test::posix) std::filesystem::create_symlink(folder_.path() / "m.pgm", inner / "link.pgm");
  MapReadOptions confined;
  confined.raster.confined = true;
  const auto of_image = [&](const std::string& image, const MapReadOptions& options) {
    return drawn(put("inner/m.yaml", "image: " + image + "\nresolution: 1\n"), options);
  };
  for (const std::string image : {"m.pgm", "deep/../m.pgm", "../inner/m.pgm"})
    EXPECT_EQ(of_image(image, confined), ".#\n") << image;
  for (const std::string& image : {std::string("../m.pgm"), std::string("link.pgm"),
                                   std::string("../gone.pgm"), (folder_.path() / "m.pgm").string()}) {
    if (image == "link.pgm" && !test::posix) continue;
    EXPECT_THAT(of_image(image, confined), HasSubstr("in the folder of this file or below")) << image;
    if (image != "../gone.pgm") {
      EXPECT_EQ(of_image(image, {}), ".#\n") << image;
    }
  }
  const auto scenario =
      read_scenario(put("inner/s.yaml",
                        "map: {file: m.yaml}\n"
                        "groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [0, 0]}}]\n"),
                    {}, true);
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  const auto opened = open_world(*scenario);
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().text(), HasSubstr("in the folder of this file or below"));
}

TEST_F(RasterFile, AFrameTakesCellsToMetresAndBack) {
  static_cast<void>(put("m.pgm", pgm(4, 2, 255, std::vector<int>(8, 255))));
  const auto frame = read_map_frame(put("m.yaml", "image: m.pgm\norigin: [10, 20, 0]\nresolution: 0.5\n"));
  ASSERT_TRUE(frame.ok() && frame->has_value());
  EXPECT_DOUBLE_EQ((*frame)->metres({0, 2}, 2).x, 10);
  EXPECT_DOUBLE_EQ((*frame)->metres({4, 0}, 2).y, 21);
  MapFrame turned = **frame;
  turned.yaw = 3.14;
  const MapFrame::Point there = turned.metres({3.5, 0.5}, 2);
  EXPECT_NEAR(there.x, 8.249, 0.001);
  EXPECT_NEAR(turned.cells(there, 2).x, 3.5, 1e-9);
  EXPECT_NEAR(turned.cells(there, 2).y, 0.5, 1e-9);
  const auto none = read_map_frame(folder_.path() / "m.pgm");
  EXPECT_TRUE(none.ok() && !none->has_value());
}

TEST_F(RasterFile, WrongDescriptionsNameThePlaceAndTheCure) {
  static_cast<void>(put("m.pgm", pgm(2, 1, 255, {0, 255})));
  const auto said = [&](const std::string& text) { return drawn(put("m.yaml", text)); };
  EXPECT_THAT(said("image: m.pgm\nresolutoin: 1\n"),
              HasSubstr("m.yaml:2:1: unknown key 'resolutoin'; did you mean "
                        "'resolution'?"));
  EXPECT_THAT(said("image: m.pgm\nmode: trinari\n"), HasSubstr("did you mean 'trinary'?"));
  EXPECT_THAT(said("image: m.pgm\nresolution: .nan\n"), HasSubstr("expected a number"));
  EXPECT_THAT(said("image: m.pgm\nresolution: 0\n"), HasSubstr("m.yaml:2:13"));
  EXPECT_THAT(said("image: m.pgm\noccupied_thresh: nan\n"), HasSubstr("expected a number from 0 to 1"));
  EXPECT_THAT(said("resolution: 1\n"), HasSubstr("'image' is missing"));
  EXPECT_THAT(said("image: gone.pgm\n"), HasSubstr("gone.pgm: no such file"));
  EXPECT_THAT(said("image: m.yaml\n"), HasSubstr("no image that is known"));
  EXPECT_THAT(said("image: m.pgm\nwidth: 3\nresolution: 1\n"),
              HasSubstr("says that the image has 3 x 0 cells"));
  EXPECT_EQ(said("# a comment\n\nimage: m.pgm\nnegate: false\n"), "#.\n");
}

// Each real file loads; the numbers were counted with NumPy, by the rule of map_server.
TEST_F(RasterFile, RealMapsOfRobotsAreRead) {
  PORTOLAN_NEEDS_DATA("ros/depot.yaml");
  const auto count = [](const std::string& name, char c) {
    const std::string drawing = drawn(test::data_file("ros/" + name));
    return std::count(drawing.begin(), drawing.end(), c);
  };
  EXPECT_EQ(count("depot.yaml", '#'), 5947);
  EXPECT_EQ(count("warehouse.yaml", '.'), 1422292);
  EXPECT_EQ(count("tb3_sandbox.yaml", '@'), 138683);
  EXPECT_EQ(count("depot_speed.yaml", '3'), 25017);
}

}  // namespace
}  // namespace portolan
