// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "tool.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class RunVerb : public Tool {};

TEST_F(RunVerb, PrintsTheSummaryAndWritesReportAndPicture) {
  const Ran ran = portolan({"run", scenario("gate.yaml"), "--out", "a/b", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  expect_keys(json, {{"outcome", "string"},
                     {"ticks", "number"},
                     {"agents", "number"},
                     {"arrived", "number"},
                     {"wall_entries", "number"},
                     {"overlaps", "number"},
                     {"plans", "number"},
                     {"fields", "number"},
                     {"hash", "string"},
                     {"detour", "number"},
                     {"groups", "array"},
                     {"failures", "array"}});
  EXPECT_EQ(json["outcome"], "complete");
  EXPECT_EQ(json["agents"], 40);
  EXPECT_EQ(json["arrived"], 40);
  EXPECT_EQ(json["wall_entries"], 0);
  EXPECT_TRUE(files().contains("a/b/report.json"));
  EXPECT_TRUE(files().contains("a/b/final.png"));
  EXPECT_TRUE(files().contains("a/b/replay.html"));
}

// The door is shut when they set out.
TEST_F(RunVerb, TellsNoDetourWhereNoWayCanBeCompared) {
  write("door.yaml",
        "map:\n  ascii: |\n    ....#....\n    ....#....\n    .........\n"
        "groups: [{count: 2, start: {rect: [0, 0, 2, 2]}, goal: {cell: [8, 2]}}]\n"
        "obstacles: [{box: [1, 1], at: [4.5, 2.5], presence: {turns: [2]}}]\n");
  const Json json = portolan({"run", "door.yaml", "--json"}).json();
  EXPECT_EQ(json["arrived"], 2);
  EXPECT_TRUE(json["detour"].is_null()) << json["detour"];
  EXPECT_TRUE(json["groups"][0]["detour"].is_null()) << json["groups"];
  EXPECT_THAT(portolan({"run", "door.yaml"}).out, Not(HasSubstr("optimum")));
}

TEST_F(RunVerb, DrawsFrames) {
  const std::vector<std::string> film{"run", scenario("gate.yaml"), "--set", "ticks=5", "--frames", "2"};
  EXPECT_EQ(portolan(film).code, 2);  // no folder is named
  std::vector<std::string> saved = film;
  saved.insert(saved.end(), {"--out", "film"});
  EXPECT_EQ(portolan(saved).code, 1);
  EXPECT_TRUE(files().contains("film/frame-00000.png"));
  EXPECT_TRUE(files().contains("film/frame-00001.png"));
  EXPECT_FALSE(files().contains("film/frame-00002.png"));
}

// On a world larger than the picture two agents walk a few steps: the picture shows only where.
TEST_F(RunVerb, ShowsTheActionOfALargeWorld) {
  write("far.yaml",
        "ticks: 20\nmap: {generate: {kind: boxes, width: 2048, height: 2048, fill: 1}}\n"
        "groups: [{name: two, count: 2, start: {rect: [1500, 1500, 20, 20]}, goal: {near: [1540, 1510]}}]\n"
        "output: {picture_size: 256}\n");
  const auto width = [this](const std::string& size) {
    EXPECT_NE(portolan({"run", "far.yaml", "--out", "far", "--set", "output.picture_size=" + size}).code, 2);
    std::array<char, 20> header{};
    std::ifstream(folder() / "far/final.png", std::ios::binary).read(header.data(), header.size());
    return static_cast<unsigned char>(header[18]) * 256 + static_cast<unsigned char>(header[19]);
  };
  EXPECT_EQ(width("2048"), 2048);
  EXPECT_LE(width("256"), 256);
  EXPECT_GE(width("256"), 128);  // whole pixels per cell, of a part of 60 to 200 cells
}

// Groups that foresee obstacles plan with a profile of their own.
TEST_F(RunVerb, DrawsEveryKindOfGroup) {
  for (const std::string name : {"train.yaml", "sliding_door.yaml", "patrol_bay.yaml", "narrow_band.yaml"}) {
    const Ran ran = portolan({"run", scenario(name), "--out", "drawn", "--set", "ticks=5"});
    EXPECT_LE(ran.code, 1) << name;  // all arrive only later
    EXPECT_TRUE(std::filesystem::exists(folder() / "drawn" / "final.png")) << name;
    std::filesystem::remove_all(folder() / "drawn");
  }
}

TEST_F(RunVerb, WithoutOutWritesNothing) {
  const auto before = files();
  EXPECT_EQ(portolan({"run", scenario("gate.yaml")}).code, 0);
  EXPECT_EQ(files(), before);
}

TEST_F(RunVerb, GivesEqualHashesForEqualInputOnly) {
  const auto hash = [this](const std::string& seed) {
    return portolan({"run", scenario("gate.yaml"), "--set", "seed=" + seed, "--json"}).json()["hash"];
  };
  EXPECT_EQ(hash("1"), hash("1"));
  EXPECT_NE(hash("1"), hash("2"));
}

TEST_F(RunVerb, EndsWith1WhereAnExpectationDoesNotHold) {
  const Ran ran = portolan({"run", scenario("gate.yaml"), "--set", "ticks=5", "--json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.json()["failures"].size(), 1U);
  EXPECT_THAT(ran.err, HasSubstr("portolan: expect."));
}

}  // namespace
}  // namespace portolan::test
