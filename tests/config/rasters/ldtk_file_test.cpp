// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <support/temp_folder.hpp>

#include "rasters.hpp"

namespace portolan {
namespace {

using test::drawn;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string layer(const std::string& numbers,
                  const std::string& size = R"("__cWid":3,"__cHei":2,"__gridSize":16)") {
  return R"({"__identifier":"Ground","__type":"IntGrid",)" + size + R"(,"intGridCsv":[)" + numbers + "]}";
}

std::string level(const std::string& layers, const std::string& place = R"("worldX":0,"worldY":0)") {
  return R"({"identifier":"L","pxWid":48,"pxHei":32,)" + place + R"(,"layerInstances":[)" + layers + "]}";
}

std::string project(const std::string& levels, const std::string& layout = "Free") {
  return R"({
  "__header__": {"fileType": "LDtk Project JSON", "app": "LDtk"},
  "worldLayout": ")" +
         layout + R"(",
  "defs": {"layers": [{"intGridValues": [{"value": 1, "identifier": "Walls"}, {"value": 2, "identifier": "water"},
                                         {"value": 3, "identifier": null}]}]},
  "levels": [)" +
         levels + "]}";
}

class LdtkFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::string read(const std::string& text, const MapReadOptions& options = {}) const {
    test::write_bytes(folder_.path() / "a.ldtk", text);
    return drawn(folder_.path() / "a.ldtk", options);
  }
  const test::TempFolder folder_;
};

TEST_F(LdtkFile, NamesOfNumbersOrATableSayWhatTheyAre) {
  EXPECT_EQ(read(project(level(layer("0,1,2,2,1,0")))), ".#W\nW#.\n");
  MapReadOptions options;
  options.raster.classes = {{1, '5'}, {2, terrain::ground}, {3, terrain::wall}};
  EXPECT_EQ(read(project(level(layer("0,1,2,2,1,3"))), options), ".5.\n.5#\n");
  EXPECT_THAT(read(project(level(layer("0,1,2,2,1,3")))), HasSubstr("a.ldtk:2:3: found the value 3"));
}

TEST_F(LdtkFile, LevelsLieAtTheirPlacesAndUpperLayersCount) {
  const std::string one = level(layer("1,0,0,0,0,0") + "," + layer("2,2,0,0,0,2"));
  const std::string two = level(layer("1,1,1,1,1,1"), R"("worldX":-64,"worldY":16)");
  EXPECT_EQ(read(project(one + "," + two)),
            "@@@@#W.\n"
            "###@..W\n"
            "###@@@@\n");
  EXPECT_EQ(read(project(one + "," + two, "LinearHorizontal")), "#W.###\n..W###\n");
  EXPECT_EQ(read(project(one + "," + two, "LinearVertical")), "#W.\n..W\n###\n###\n");
}

TEST_F(LdtkFile, WhatIsWrongIsNamedWithItsCure) {
  EXPECT_THAT(read(project(level(layer("0,1,2")))),
              HasSubstr("level 'L': expected 6 numbers in intGridCsv, found 3"));
  EXPECT_THAT(read(project(level(layer("0,1,2,3,4,-5")))),
              HasSubstr("expected whole numbers from 0, found '-5'"));
  EXPECT_THAT(read(project(level(layer("0,1,2,3,4,1e99")))), HasSubstr("expected whole numbers"));
  EXPECT_THAT(read(project(R"({"identifier":"L","layerInstances":null})")),
              HasSubstr("switch off 'Save levels to"));
  EXPECT_THAT(read(project(level(""))), HasSubstr("has no layer of kind IntGrid"));
  EXPECT_THAT(read(project("")), HasSubstr("has no layer of kind IntGrid"));
  EXPECT_THAT(read(project(level(layer("0,0,0,0,0,0"), R"("worldX":5,"worldY":0)"))),
              HasSubstr("move it to the grid"));
  EXPECT_THAT(read(project(level(layer("", R"("__cWid":3000000000,"__cHei":9,"__gridSize":16)")))),
              HasSubstr("claims 1073741824 x 9 cells"));
  EXPECT_THAT(read(project(level(layer("", R"("__cWid":-3,"__cHei":2,"__gridSize":16)")))),
              HasSubstr("claims 0 x 2"));
  EXPECT_THAT(read(project(level(layer("0", R"("__cWid":1,"__cHei":1,"__gridSize":0)")))),
              HasSubstr("several sizes"));
  EXPECT_THAT(read(project(level(layer("0", R"("__cWid":1,"__cHei":1,"__gridSize":1)"),
                                 R"("worldX":99000,"worldY":0)") +
                           "," + level(layer("0", R"("__cWid":1,"__cHei":1,"__gridSize":1)")))),
              HasSubstr("all levels together"));
  EXPECT_THAT(read("{\n\"__header__\": {},\n\"levels\": [}\n"),
              HasSubstr("a.ldtk:3:12: no JSON, as a project of LDtk is: syntax error"));
  // Cut off.
  const std::string whole = project(level(layer("0,1,2,2,1,0")));
  EXPECT_THAT(read(whole.substr(0, whole.size() / 2)),
              AllOf(HasSubstr(": no JSON, as a project of LDtk is: "), HasSubstr("; save it again in LDtk"),
                    Not(HasSubstr("[json.exception"))));
  EXPECT_THAT(read("{\"__header__\": 1e999}"), HasSubstr("number overflow"));
  for (const std::string& text : {std::string(100'000, '9'), "\"" + std::string(100'000, 'x') + "\\q\""}) {
    const std::string told = read("{\"__header__\": " + text + "}");
    EXPECT_THAT(told, AllOf(HasSubstr("no JSON"), HasSubstr("..."))) << told.substr(0, 100);
    EXPECT_LT(told.size(), 400U);
  }
  EXPECT_THAT(read("{\"__header__\": 1, \"levels\": 7}"), HasSubstr("IntGrid"));
  EXPECT_THAT(read("{\"__header__\": 1, \"levels\": [7]}"), HasSubstr("expected objects"));
  EXPECT_THAT(read("{\"__header__\": " + std::string(100'000, '[')), HasSubstr("no JSON"));
  EXPECT_THAT(read("{\"__header__\": " + std::string(1000, '[') + std::string(1000, ']') + "}"),
              HasSubstr("more than 64 deep"));
}

}  // namespace
}  // namespace portolan
