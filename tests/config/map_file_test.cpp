// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/generate.hpp>
#include <portolan/config/map_file.hpp>
#include <portolan/config/terrain.hpp>

#include <support/data.hpp>
#include <support/movingai.hpp>
#include <support/temp_folder.hpp>
#include <support/test_world.hpp>

namespace portolan {
namespace {

using ::testing::HasSubstr;

std::string map_text(int height, int width, const std::string& rows) {
  return "type octile\nheight " + std::to_string(height) + "\nwidth " + std::to_string(width) + "\nmap\n" +
         rows;
}

std::string map_fault(const std::string& text, const MapReadOptions& options = {}) {
  const auto world = parse_map(text, "m.map", options);
  return world.ok() ? "no fault" : world.error().text();
}

std::string drawn(const World& world) {
  std::string out;
  const Extent extent = world.extent();
  for (std::int32_t y = 0; y < extent.height; ++y) {
    for (std::int32_t x = 0; x < extent.width; ++x) out += static_cast<char>(world.terrain({x, y, 0}));
    out += '\n';
  }
  return out;
}

class MapFile : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string fault_of(const std::string& name) const {
    const auto world = read_map(folder_ / name);
    return world.ok() ? "no fault" : world.error().text();
  }

  test::TempFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
};

TEST(MapText, ReadsClassesAndMergesTheTwoWaysToSayOutside) {
  const auto world = parse_map(map_text(2, 5, ".GSWT\n@O#19\n"), "m.map");
  ASSERT_TRUE(world.ok()) << world.error().text();
  EXPECT_EQ(drawn(*world), ".GSWT\n@@#19\n");
  EXPECT_EQ(world->extent(), (Extent{5, 2, 1}));
  EXPECT_EQ(world->profile_count(), 0U);
}

TEST(MapText, DefaultProfileWalksOnGroundGrassAndSwamp) {
  auto world = parse_map(map_text(2, 5, ".GSWT\n@O#19\n"), "m.map");
  const GridView view = world->view(world->add_profile(default_profile()));
  EXPECT_EQ(test::drawing_of(view), "...##\n###.9\n");
}

TEST(MapText, AcceptsLineEndsOfWindowsHeaderInAnyOrderAndNoLastNewline) {
  const auto world = parse_map("type octile\r\nwidth 2\r\nheight 2\r\nmap\r\n..\r\n.@", "m.map");
  ASSERT_TRUE(world.ok()) << world.error().text();
  EXPECT_EQ(drawn(*world), "..\n.@\n");
  EXPECT_TRUE(parse_map(map_text(1, 2, "..\n\n  \n"), "m.map").ok());
}

TEST(MapText, EmptyFile) {
  EXPECT_EQ(map_fault(""),
            "m.map: the file is empty; expected a MovingAI map that starts with 'type octile'");
}

TEST(MapText, TruncatedMap) {
  EXPECT_THAT(map_fault("type octile\nheight 4\n"), HasSubstr("m.map:3: the file ends here; expected"));
  EXPECT_THAT(map_fault(map_text(4, 4, "....\n....\n")),
              HasSubstr("m.map:7: the file ends here; expected row 3 of the 4"));
  EXPECT_THAT(map_fault(map_text(40, 40, "....\n....\n")), HasSubstr("cut short or its header is wrong"));
  EXPECT_THAT(map_fault(map_text(4, 4, "....\n....\n...")),
              HasSubstr("m.map:7: expected a row of 4 cells, found 3"));
  EXPECT_THAT(map_fault(map_text(4, 4, "....\n....\n....\n")),
              HasSubstr("m.map:8: the file ends here; expected row 4 of"));
}

TEST(MapText, HeaderThatLiesAboutItsSize) {
  EXPECT_THAT(map_fault(map_text(2, 3, "..\n..\n")),
              HasSubstr("m.map:5: expected a row of 3 cells, found 2"));
  EXPECT_THAT(map_fault(map_text(2, 2, "...\n...\n")),
              HasSubstr("m.map:5: expected a row of 2 cells, found 3"));
  EXPECT_THAT(map_fault(map_text(1, 2, "..\n..\n")), HasSubstr("m.map:6:1: more rows than the 1"));
  EXPECT_THAT(map_fault(map_text(1000, 1000, "..\n")),
              HasSubstr("the header claims 1000 x 1000 cells, but the file has"));
}

TEST(MapText, TenGigabytesClaimed) {
  EXPECT_THAT(map_fault(map_text(100000, 100000, "..\n")),
              HasSubstr("expected a height from 1 to 32768, found '100000'"));
  EXPECT_THAT(map_fault(map_text(32768, 32769, "..\n")), HasSubstr("expected a width from 1 to 32768"));
  EXPECT_THAT(map_fault(map_text(32768, 32768, "..\n")), HasSubstr("but the file has only"));
  MapReadOptions small;
  small.max_cells = 99;
  EXPECT_THAT(map_fault(map_text(10, 10, ".\n"), small), HasSubstr("more than the limit of 99"));
}

TEST(MapText, NegativeAndSillySizes) {
  for (const char* const height : {"-1", "0", "", "abc", "99999999999999999999", "1e3", "4 4", "0x10"}) {
    EXPECT_THAT(map_fault("type octile\nheight " + std::string(height) + "\nwidth 2\nmap\n..\n"),
                HasSubstr("m.map:2:8: expected a height from 1 to 32768"));
  }
  EXPECT_THAT(map_fault("type octile\nheight 1\nheight 1\nwidth 2\nmap\n..\n"),
              HasSubstr("m.map:3:1: 'height' is given twice"));
  EXPECT_THAT(map_fault("type octile\nheight 1\nmap\n..\n"), HasSubstr("'width' is missing"));
  EXPECT_THAT(map_fault("type octile\nwidth 1\nmap\n..\n"), HasSubstr("'height' is missing"));
}

TEST(MapText, OtherFiles) {
  EXPECT_THAT(map_fault("version 1\n"), HasSubstr("m.map:1:1: expected 'type octile', found 'version 1'"));
  EXPECT_THAT(map_fault("type octile\nmaps: 3\n"),
              HasSubstr("m.map:2:1: expected 'height N', 'width N' or 'map'"));
  EXPECT_THAT(map_fault(std::string(1U << 20U, 'x')), HasSubstr("line too long"));
  EXPECT_THAT(map_fault(std::string(1000, '\0')), HasSubstr("expected 'type octile', found '\\x00\\x00"));
}

TEST(MapText, UnknownTerrainUnlessTheScenarioGivesItACost) {
  EXPECT_THAT(map_fault(map_text(2, 3, "...\n.r.\n")), HasSubstr("m.map:6:2: unknown terrain 'r'"));
  EXPECT_THAT(map_fault(map_text(1, 3, ".0.\n")), HasSubstr("unknown terrain '0'"));
  EXPECT_THAT(map_fault(map_text(1, 3, ". .\n")), HasSubstr("unknown terrain ' '"));
  MapReadOptions options;
  options.further_classes = "r~";
  EXPECT_EQ(drawn(*parse_map(map_text(1, 3, ".r~\n"), "m.map", options)), ".r~\n");
}

TEST(MapText, UniformBlocksTakeNoMemory) {
  std::string rows;
  for (int y = 0; y < 2000; ++y) rows += std::string(2001, '.') + "\n";
  const auto world = parse_map(map_text(2000, 2001, rows), "m.map");
  ASSERT_TRUE(world.ok()) << world.error().text();
  EXPECT_LT(world->memory_bytes(), 200'000U);
}

TEST(Drawing, DropsCommonIndentationAndBlankEnds) {
  const auto world = parse_drawing("\n    ..#\n    9S.\n\n", "d");
  ASSERT_TRUE(world.ok()) << world.error().text();
  EXPECT_EQ(drawn(*world), "..#\n9S.\n");
}

TEST(Drawing, NamesTheRowAtFault) {
  EXPECT_THAT(parse_drawing("...\n..\n", "d").error().text(),
              HasSubstr("d:2: expected a row of 3 cells as in the first"));
  EXPECT_THAT(parse_drawing("...\n.x.\n", "d").error().text(), HasSubstr("d:2:2: unknown terrain 'x'"));
  EXPECT_THAT(parse_drawing("...\n\n...\n", "d").error().text(), HasSubstr("d:2: expected a row of 3 cells"));
  EXPECT_THAT(parse_drawing("\n  \n", "d").error().text(), HasSubstr("the drawing is empty"));
}

TEST_F(MapFile, MissingFilesAndFoldersAreErrors) {
  EXPECT_THAT(fault_of("nowhere.map"), HasSubstr("nowhere.map: no such file; check the path"));
  EXPECT_THAT(read_map(folder_).error().text(), HasSubstr("is a folder"));
}

TEST_F(MapFile, WhatIsWrittenReadsBackTheSamePlainAndCompressed) {
  for (const MapKind kind : {MapKind::islands, MapKind::maze, MapKind::boxes}) {
    const auto world = generate_map({kind, 301, 203, 5, 0, 0});
    ASSERT_TRUE(world.ok());
    for (const char* const name : {"a.map", "a.map.xz"}) {
      const auto error = write_map(*world, folder_ / name);
      ASSERT_FALSE(error.has_value()) << error->text();
      const auto back = read_map(folder_ / name);
      ASSERT_TRUE(back.ok()) << back.error().text();
      EXPECT_EQ(drawn(*back), drawn(*world));
    }
    EXPECT_LT(std::filesystem::file_size(folder_ / "a.map.xz"),
              std::filesystem::file_size(folder_ / "a.map") / 2);
  }
  // Compressed is what is inside, whatever the name says.
  std::filesystem::rename(folder_ / "a.map.xz", folder_ / "b.map");
  EXPECT_TRUE(read_map(folder_ / "b.map").ok());
}

TEST_F(MapFile, TruncatedAndDamagedCompressedMaps) {
  ASSERT_FALSE(
      write_map(*generate_map({MapKind::boxes, 400, 400, 5, 0, 0}), folder_ / "a.map.xz").has_value());
  const std::string packed = [&] {
    std::ifstream in(folder_ / "a.map.xz", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  for (const std::size_t size : {std::size_t{7}, packed.size() / 3, packed.size() - 40, packed.size() - 1}) {
    write("cut.map.xz", packed.substr(0, size));
    EXPECT_THAT(fault_of("cut.map.xz"), HasSubstr("the compressed data end too early; the file is cut short"))
        << size;
  }
  for (const std::size_t at : {std::size_t{8}, packed.size() / 2, packed.size() - 3}) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    write("bad.map.xz", damaged);
    EXPECT_THAT(fault_of("bad.map.xz"), HasSubstr("damaged")) << at;
  }
}

TEST_F(MapFile, CompressedMapWhoseHeaderLies) {
  // A compressed file does not tell its size beforehand: the lie comes out at the last row that is there.
  const auto small = parse_map(map_text(1, 3, "...\n"), "m");
  ASSERT_FALSE(write_map(*small, folder_ / "a.map.xz").has_value());
  EXPECT_EQ(fault_of("a.map.xz"), "no fault");
  MapReadOptions options;
  options.max_cells = 2;
  EXPECT_THAT(read_map(folder_ / "a.map.xz", options).error().text(), HasSubstr("more than the limit of 2"));
}

TEST_F(MapFile, NoPartialFileIsLeftBehind) {
  const auto world = generate_map({MapKind::rooms, 64, 64, 1, 0, 0});
  const auto missing = write_map(*world, folder_ / "no" / "such" / "a.map");
  ASSERT_TRUE(missing.has_value());
  EXPECT_THAT(missing->text(), HasSubstr("cannot be written"));

  // The target cannot be replaced: a folder of that name stands there.
  std::filesystem::create_directories(folder_ / "b.map" / "inside");
  EXPECT_TRUE(write_map(*world, folder_ / "b.map").has_value());

  // The device is full.
  if (std::filesystem::exists("/dev/full")) {
    std::filesystem::create_symlink("/dev/full", folder_ / "c.map");
    EXPECT_TRUE(write_map(*world, folder_ / "c.map").has_value());
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "c.map"));
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

// FINDINGS 6: a small compressed file whose blank lines do not end.
TEST_F(MapFile, BlankLinesWithoutEndAreGivenUp) {
  const std::string rows = "..\n..\n";
  EXPECT_TRUE(parse_map(map_text(2, 2, rows + std::string(1000, '\n')), "m").ok());
  for (const char blank : {'\n', ' '}) {
    std::string text = map_text(2, 2, rows);
    for (int k = 0; k < 2000; ++k) text += std::string(99, blank) + "\n";
    const auto map = parse_map(text, "m");
    ASSERT_FALSE(map.ok());
    EXPECT_THAT(map.error().text(), HasSubstr("blank lines follow the rows"));
  }
}

TEST(RealMaps, EqualThoseOfALoaderThatSharesNoCode) {
  PORTOLAN_NEEDS_DATA("movingai");
  std::size_t maps = 0;
  for (const std::filesystem::path& file : test::movingai_maps()) {
    auto world = read_map(file);
    ASSERT_TRUE(world.ok()) << world.error().text();
    const GridView ours = world->view(world->add_profile(default_profile()));
    const test::TestWorld theirs = test::load_movingai(file);
    ASSERT_EQ(ours.extent(), theirs.extent()) << file;
    const Extent extent = ours.extent();
    std::size_t differing = 0;
    for (std::size_t i = 0; i < extent.cell_count(); ++i) {
      if (ours.cost(extent.cell(i)) != theirs.view().cost(extent.cell(i))) ++differing;
    }
    EXPECT_EQ(differing, 0U) << file;
    ++maps;
  }
  EXPECT_GT(maps, 30U);
}

TEST(RealMaps, CompressedTerrainEqualsThatOfALoaderThatSharesNoCode) {
  PORTOLAN_NEEDS_DATA("terrain/bahamas_4096.map.xz");
  auto world = read_map(test::data_file("terrain/bahamas_4096.map.xz"));
  ASSERT_TRUE(world.ok()) << world.error().text();
  const GridView ours = world->view(world->add_profile(default_profile()));
  const test::TestWorld theirs = test::load_movingai(test::data_file("terrain/bahamas_4096.map.xz"));
  const Extent extent = ours.extent();
  ASSERT_EQ(extent, theirs.extent());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < extent.cell_count(); ++i) {
    if (ours.cost(extent.cell(i)) != theirs.view().cost(extent.cell(i))) ++differing;
  }
  EXPECT_EQ(differing, 0U);
}

}  // namespace
}  // namespace portolan
