// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/detail/map_format.hpp>
#include <portolan/config/map_formats.hpp>
#include <portolan/config/printable.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/terrain.hpp>

#include <support/temp_folder.hpp>

namespace portolan {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MapFormats : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<World> map = generate_map({MapKind::rooms, 64, 48, 1, 0, 0});
    ASSERT_TRUE(map.ok());
    ASSERT_FALSE(write_map(*map, folder_ / "a.map").has_value());
    ASSERT_FALSE(write_map(*map, folder_ / "a.map.xz").has_value());
    map->add_profile(default_profile());
    map->commit();
    const Hierarchy hierarchy(*map, ProfileId{0});
    const std::vector<const Hierarchy*> all{&hierarchy};
    ASSERT_FALSE(save_world(*map, all, folder_ / "a.portolan").has_value());
  }

  const test::TempFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
};

TEST_F(MapFormats, AreKnownByTheirContent) {
  ASSERT_EQ(map_formats().size(), 10U);
  for (const auto& [name, format] :
       {std::pair("a.map", "a MovingAI map"), std::pair("a.map.xz", "a MovingAI map"),
        std::pair("a.portolan", "a baked world")}) {
    std::filesystem::remove(folder_ / "copy");
    std::filesystem::copy(folder_ / name, folder_ / "copy");
    const MapFormat* const found = map_format_of(folder_ / "copy");
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, format);
  }
  std::ofstream(folder_ / "a.yaml") << "map: {ascii: '...'}\n";
  EXPECT_EQ(map_format_of(folder_ / "a.yaml"), nullptr);
  EXPECT_EQ(map_format_of(folder_), nullptr);
  EXPECT_EQ(map_format_of(folder_ / "nowhere"), nullptr);
}

TEST_F(MapFormats, ANameDoesNotEndAtAZeroByte) {
  const Profile profile = default_profile();
  for (const std::string name : {"a.map", "a.map.xz", "a.portolan"}) {
    const Result<SimulationWorld> map = open_map_file(folder_ / (name + '\0' + "b"), {&profile, 1});
    ASSERT_FALSE(map.ok()) << name;
    EXPECT_THAT(map.error().text(), HasSubstr("has a zero byte in its name; take it out"));
  }
}

// Editors of Windows put one before a text that they save as UTF-8.
TEST_F(MapFormats, AByteOrderMarkIsPassedOver) {
  const std::string mark = "\xEF\xBB\xBF";
  std::ofstream(folder_ / "m.map") << mark << "type octile\nheight 1\nwidth 3\nmap\n..#\n";
  std::ofstream(folder_ / "m.obj") << mark << "v 0 0 0\nv 10 0 0\nv 0 0 10\nf 1 3 2\n";
  for (const auto& [name, format] :
       {std::pair("m.map", "a MovingAI map"), std::pair("m.obj", "a triangle mesh")}) {
    const MapFormat* const found = map_format_of(folder_ / name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, format);
  }
  const Profile profile = default_profile();
  const Result<SimulationWorld> map = open_map_file(folder_ / "m.map", {&profile, 1});
  ASSERT_TRUE(map.ok()) << map.error().text();
  EXPECT_EQ(map->world.terrain({2, 0}), terrain::wall);
}

TEST_F(MapFormats, GiveTheSameWorld) {
  const Profile profile = default_profile();
  const Result<SimulationWorld> plain = open_map_file(folder_ / "a.map.xz", {&profile, 1});
  const Result<SimulationWorld> baked = open_map_file(folder_ / "a.portolan", {&profile, 1});
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  ASSERT_TRUE(baked.ok()) << baked.error().text();
  EXPECT_EQ(plain->baked, nullptr);
  ASSERT_NE(baked->baked, nullptr);
  const Extent extent = plain->world.extent();
  ASSERT_EQ(baked->world.extent(), extent);
  const GridView a = plain->world.view(ProfileId{0}), b = baked->world.view(ProfileId{0});
  for (std::size_t i = 0; i < extent.cell_count(); ++i)
    EXPECT_EQ(a.cost(extent.cell(i)), b.cost(extent.cell(i)));
  EXPECT_TRUE(baked->baked->hierarchy(baked->world, ProfileId{0}, {}).has_value());
  EXPECT_FALSE(baked->baked->fault().has_value());
}

TEST_F(MapFormats, ThoroughReadingFindsDamageThatNobodyMeets) {
  std::fstream file(folder_ / "a.portolan", std::ios::in | std::ios::out | std::ios::binary);
  const auto size = std::filesystem::file_size(folder_ / "a.portolan");
  file.seekp(static_cast<std::streamoff>(size / 2));
  file.put('\x7F');
  file.close();
  MapReadOptions thorough;
  thorough.thorough = true;
  EXPECT_FALSE(open_map_file(folder_ / "a.portolan", {}, thorough).ok());
}

struct Malformed {
  std::string name, text, told;
};

// What opens it as a map or a graph, whichever it is, tells.
std::string what_opening_tells(const std::filesystem::path& file) {
  if (const detail::GraphFormat* const graph = detail::graph_format_of(file)) {
    const Result<detail::GraphMap> map = graph->read(file);
    return map ? "no fault" : map.error().text();
  }
  const Result<SimulationWorld> map = open_map_file(file, {});
  return map ? "no fault" : map.error().text();
}

TEST_F(MapFormats, WhatNoFormatKnowsIsReadAsItsNameTells) {
  const std::vector<Malformed> all{
      {"a.ldtk", "{\"a\":\n 1,}", "a.ldtk:2:4: no JSON, as a project of LDtk is: syntax error"},
      {"a.tmx", "{\"height\": 3}",
       "a.tmx:1: no XML, as a map of Tiled is: expected <; save it again in Tiled"},
      {"a.gr", "x sp 3 2\na 1 2 7\n", "a.gr:1: expected a line `p KIND NODES EDGES`"},
      {"a.png", "hello", "no image that is known"},
      {"a.npy", "hello", "no .npy file"},
      {"a.OSM", "hello", "is not of OpenStreetMap"},
      {"a.portolan", "hello", "is too short for a saved world"},
      {"a.map", "hello", "a.map:1:1: expected 'type octile'"},
      {"a.tmx", "", "expected an element <map>"}};
  for (const Malformed& bad : all) {
    std::ofstream(folder_ / bad.name) << bad.text;
    const std::string told = what_opening_tells(folder_ / bad.name);
    std::string ending = std::filesystem::path(bad.name).extension().string();
    if (ending == ".OSM") ending = ".osm";
    EXPECT_THAT(told, HasSubstr(bad.told));
    EXPECT_THAT(told, HasSubstr(", because its name ends in " + ending + ": if it is something else"));
  }
  EXPECT_EQ(detail::graph_format_of(folder_ / "a.map"), nullptr);
  EXPECT_EQ(map_format_of(folder_ / "a.tmx"), nullptr);
}

// A graph of roads may begin with an empty remark, and a name in a scenario is one of a file, too.
TEST_F(MapFormats, WhatOnlyTheNameTellsMayBeGood) {
  std::ofstream(folder_ / "a.gr") << "c\nc roads\np sp 3 1\na 1 2 7\n";
  EXPECT_EQ(what_opening_tells(folder_ / "a.gr"), "no fault");
  std::filesystem::rename(folder_ / "a.gr", folder_ / "a");
  EXPECT_THAT(what_opening_tells(folder_ / "a"),
              HasSubstr("found 'c'; a MovingAI map begins so; this is read as a MovingAI map, because "
                        "neither its contents nor its name "
                        "tell of another format: if it has one, give its name the ending of that, one of "
                        ".portolan, .map, .png,"));
}

TEST_F(MapFormats, WhatTheContentsTellIsNotPutDownToTheName) {
  std::ofstream(folder_ / "a.map") << "type octile\nheight 1\nwidth 3\nmap\n..\n";
  std::ofstream(folder_ / "a.tmx") << "<map orientation=";
  std::ofstream(folder_ / "b.tmx") << "type octile\nheight 1\nwidth 3\nmap\n..\n";
  for (const std::string name : {"a.map", "b.tmx"})
    EXPECT_THAT(what_opening_tells(folder_ / name),
                HasSubstr(name + ":5: expected a row of 3 cells, found 2; correct"));
  for (const std::string name : {"a.map", "a.tmx", "b.tmx"})
    EXPECT_THAT(what_opening_tells(folder_ / name), Not(HasSubstr("because its name")));
}

#if !defined(_WIN32)  // has no pipes in folders
// FINDINGS 16.
TEST_F(MapFormats, APipeThatNobodyWritesToIsGivenUp) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const Result<SimulationWorld> map = open_map_file(folder_ / "pipe", {});
  ASSERT_FALSE(map.ok());
  EXPECT_THAT(map.error().text(), HasSubstr("pipe that nobody writes to"));
}
#endif

TEST(Printable, WritesOutWhatWouldActOnATerminal) {
  EXPECT_EQ(printable("caf\xC3\xA9 42"), "caf\xC3\xA9 42");
  EXPECT_EQ(printable("\x1B[31m\x1B]0;owned\a"), "\\x1b[31m\\x1b]0;owned\\x07");
  EXPECT_EQ(printable("a\nb\x7F"), "a\\x0ab\\x7f");
  EXPECT_EQ(printable("a\nb", true), "a\nb");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b") << "C1";
  EXPECT_EQ(printable("\xFF"), "\\xff") << "no UTF-8";
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xe2\\x80\\xae") << "right to left";
}

// FINDINGS 12.
TEST(Printable, MessagesOfScenariosQuoteNothingRaw) {
  const auto scenario = parse_scenario("\"\\e[31m\\nportolan: all is well\": 1\n", "a.yaml");
  ASSERT_FALSE(scenario.ok());
  EXPECT_THAT(scenario.error().text(), HasSubstr("unknown key '\\x1b[31m\\x0aportolan"));
  EXPECT_EQ(scenario.error().text().find('\x1B'), std::string::npos);
}

}  // namespace
}  // namespace portolan
