// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/detail/track_file.hpp>
#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/data.hpp>
#include <support/temp_folder.hpp>

namespace portolan {
namespace {

using testing::HasSubstr;

const std::string ground = R"(
map: {ascii: '....................'}
groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [19, 0]}}]
obstacles:
)";

ScenarioObstacle obstacle(const std::string& keys) {
  Result<ScenarioFile> scenario = parse_scenario(ground + "  - {" + keys + "}\n", "o.yaml");
  EXPECT_TRUE(scenario.ok()) << scenario.error().text();
  return scenario.ok() ? scenario->obstacles.at(0) : ScenarioObstacle{};
}

std::string obstacle_fault(const std::string& keys) {
  const Result<ScenarioFile> scenario = parse_scenario(ground + "  - {" + keys + "}\n", "o.yaml");
  return scenario.ok() ? "no fault" : scenario.error().text();
}

TEST(ScenarioObstacles, HaveShapes) {
  EXPECT_EQ(obstacle("at: [5, 0]").spec.shape, Footprint::disc(2));
  EXPECT_EQ(obstacle("at: [5, 0], radius: 3.5").spec.shape, Footprint::disc(3.5F));
  EXPECT_EQ(obstacle("at: [5, 0], box: [4, 2], degrees: 30").spec.shape, Footprint::box(4, 2, 30));
  EXPECT_EQ(obstacle("at: [5.5, 0.5], polygon: [[4.5, 0], [7, 0], [7, 2]]").spec.shape,
            Footprint::polygon(std::vector<Vec2>{{-1, -0.5F}, {1.5F, -0.5F}, {1.5F, 1.5F}}))
      << "relative to the cell that it starts on";
  EXPECT_EQ(obstacle("at: [5, 0], mask: \"#.#\\n.#.\\n#.#\\n\"").spec.shape,
            Footprint({{-1, -1}, {-1, 1}, {0, 0}, {1, -1}, {1, 1}}));
}

TEST(ScenarioObstacles, MayBePolygonsThatBendInward) {
  const auto shape = [](const std::string& corners) {
    return obstacle("at: [0.5, 0.5], polygon: " + corners).spec.shape;
  };
  const Footprint corner = shape("[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]");
  EXPECT_EQ(corner, Footprint({{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}}));
  EXPECT_EQ(shape("[[0, 3], [1, 3], [1, 1], [3, 1], [3, 0], [0, 0]]"), corner) << "the other way around";
}

// Of what is larger nothing would be there.
TEST(ScenarioObstacles, ThatCoverTooMuchOrNothingAreTold) {
  EXPECT_FALSE(obstacle("at: [5, 0], box: [4096, 9], degrees: -90").spec.shape.empty());
  EXPECT_THAT(
      obstacle_fault("at: [5, 0], box: [4096, 4096], degrees: 33"),
      HasSubstr("o.yaml:5:23: obstacles.0.box: expected a shape within 16777216 cells; make it smaller"));
  EXPECT_FALSE(obstacle("at: [5, 0], polygon: [[0, 0], [4000, 0], [0, 40]]").spec.shape.empty());
  EXPECT_THAT(
      obstacle_fault("at: [5, 0], polygon: [[0, 0], [5000, 0], [0, 5000]]"),
      HasSubstr("o.yaml:5:27: obstacles.0.polygon: expected a shape within 16777216 cells; make it smaller"));
  EXPECT_THAT(
      obstacle_fault("at: [5, 0], polygon: [[20000, 0], [20005, 0], [20000, 5]]"),
      HasSubstr("obstacles.0.polygon: expected corners within 16384 cells of the obstacle's position"));
  EXPECT_THAT(obstacle_fault("at: [5, 0], polygon: [[5, 0], [5.2, 0], [5, 0.2]]"),
              HasSubstr("obstacles.0.polygon: expected a shape that covers the middle of a cell"));
}

TEST(ScenarioObstacles, HaveMotions) {
  EXPECT_EQ(obstacle("at: [5, 0]").spec.course, Course::linear({5, 0}));
  EXPECT_EQ(obstacle("at: [5, 0], velocity: [-1.5, 2]").spec.course, Course::linear({5, 0}, {-1.5F, 2}));
  EXPECT_EQ(obstacle("keyframes: [{time: 1, at: [2, 0]}, {time: 3, at: [4, 0]}], mode: once").spec.course,
            Course({{1, {2, 0}}, {3, {4, 0}}}, Repeat::once));
  EXPECT_THAT(obstacle_fault("keyframes: [{time: 3, at: [2, 0]}, {time: 1, at: [4, 0]}]"),
              HasSubstr("sort the keyframes"));
  EXPECT_THAT(obstacle_fault("radius: 1"), HasSubstr("waypoints, at, keyframes, track"));
  EXPECT_THAT(obstacle_fault("at: [1, 0], waypoints: [[1, 0]]"), HasSubstr("at"));
}

TEST(ScenarioObstacles, ComeAndGo) {
  const PresenceScript gate =
      obstacle("at: [5, 0], presence: {at_start: false, turns: [2, 4.5], period: 10}").spec.presence;
  EXPECT_FALSE(gate.present(1));
  EXPECT_TRUE(gate.present(2));
  EXPECT_FALSE(gate.present(5));
  EXPECT_TRUE(gate.present(13));
  EXPECT_THAT(obstacle_fault("at: [5, 0], presence: {turns: [4, 2]}"), HasSubstr("sort the times"));
  EXPECT_THAT(obstacle_fault("at: [5, 0], presence: {turns: [4], period: 3}"),
              HasSubstr("no shorter than the last time"));
}

TEST(ScenarioObstacles, HaveEffects) {
  const ScenarioObstacle mud = obstacle("at: [5, 0], blocks: false, extra_cost: 9, on_contact: wait");
  EXPECT_EQ(mud.spec.effect, (StampEffect{false, 9}));
  EXPECT_EQ(mud.spec.waits, true);
}

class TrackFile : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(file) << text; }

  test::TempFolder folder;
  std::filesystem::path file = folder.path() / "track.txt";
};

TEST_F(TrackFile, BecomesKeyframes) {
  write("  10 2 1.0e+00 0 2.0 0 0 0\n  20 2 2.0 0 2.0 0 0 0\n\n  20 1 5 0 5\n");
  const auto tracks = read_tracks(file, {10, 2, {100, 50}});
  ASSERT_TRUE(tracks.ok()) << tracks.error().text();
  ASSERT_EQ(tracks->size(), 2U);
  EXPECT_EQ((*tracks)[0].id, 1);
  EXPECT_EQ((*tracks)[0].frames, (std::vector<Keyframe>{{1, {110, 60}}}));
  EXPECT_EQ((*tracks)[1].frames, (std::vector<Keyframe>{{0, {102, 54}}, {1, {104, 54}}}));
}

TEST_F(TrackFile, NamesTheLineOfAFault) {
  write("1 1 1 1 1\n1 1 nan 1 1\n");
  EXPECT_THAT(read_tracks(file).error().text(), HasSubstr(":2:1: expected a line of numbers"));
  write("");
  EXPECT_THAT(read_tracks(file).error().text(), HasSubstr("found none"));
  std::filesystem::remove(file);
  EXPECT_FALSE(read_tracks(file).ok());
}

TEST_F(TrackFile, EveryWalkerIsAnObstacleWhileItIsThere) {
  write("0 1 1 0 0\n20 1 9 0 0\n10 2 5 0 0\n30 2 5 0 1\n");
  const std::string yaml = R"(
map: {ascii: '....................'}
groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [19, 0]}}]
obstacles:
  - {name: crowd, radius: 0, track: {file: ')" +
                           file.string() + R"(', frames_per_second: 10, cells_per_metre: 1}}
)";
  const Result<ScenarioFile> scenario = parse_scenario(yaml, "t.yaml");
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  ASSERT_EQ(scenario->obstacles.size(), 2U);
  EXPECT_EQ(scenario->obstacles[0].name, "crowd/1");
  EXPECT_TRUE(scenario->obstacles[0].spec.presence.present(0));
  EXPECT_FALSE(scenario->obstacles[0].spec.presence.present(2.1));
  EXPECT_FALSE(scenario->obstacles[1].spec.presence.present(0.5));
  EXPECT_TRUE(scenario->obstacles[1].spec.presence.present(1.5));
}

TEST(TrackData, TheRecordingsAreReadable) {
  PORTOLAN_NEEDS_DATA("trajectories");
  std::size_t walkers = 0;
  for (const char* name : {"ETH/seq_eth", "ETH/seq_hotel", "UCY/zara01"}) {
    const auto tracks = read_tracks(test::data_file("trajectories") / name / "obsmat.txt");
    ASSERT_TRUE(tracks.ok()) << tracks.error().text();
    walkers += tracks->size();
    for (const RecordedTrack& track : *tracks) {
      for (std::size_t k = 1; k < track.frames.size(); ++k) {
        EXPECT_LT(track.frames[k - 1].time, track.frames[k].time);
      }
    }
  }
  EXPECT_GT(walkers, 600U);
}

// A gate that opens and closes, a bridge of mud, and a waiting cart: nobody enters them, all get through.
TEST(Simulation, GatesMudAndPoliteCarts) {
  const Result<ScenarioFile> scenario = parse_scenario(R"(
ticks: 2500
map:
  ascii: |
    ..............#..............
    ..............#..............
    .............................
    ..............#..............
    ..............#..............
hierarchy: {sector_size: 8}
groups:
  - {name: west, count: 25, start: {rect: [0, 0, 5, 5]}, goal: {cell: [27, 2]}}
  - {name: east, count: 25, start: {rect: [23, 0, 5, 5]}, goal: {cell: [1, 2]}}
obstacles:
  - {name: gate, box: [1, 1], at: [14.5, 2.5], presence: {turns: [6, 12], period: 12}}
  - {name: mud, box: [5, 5], at: [8.5, 2.5], blocks: false, extra_cost: 4}
  - {name: cart, radius: 0, waypoints: [[18.5, 0.5], [18.5, 4.5]], speed: 1, mode: there_and_back, on_contact: wait}
expect: {all_arrived: true, no_wall_entries: true, no_stale_steps: true}
)",
                                                       "gates.yaml");
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  Result<Simulation> simulation = open_simulation(*scenario);
  ASSERT_TRUE(simulation.ok());
  simulation->run();
  EXPECT_EQ(simulation->report().failures, std::vector<std::string>{});
}

}  // namespace
}  // namespace portolan
