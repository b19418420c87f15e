// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Compiled where Recast is (PORTOLAN_RECAST).
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/detail/graph_map.hpp>
#include <portolan/config/map_formats.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/hierarchy/hierarchy.hpp>
#include <portolan/hierarchy/planner.hpp>
#include <support/temp_folder.hpp>

#include "meshes/mesh_map.hpp"

namespace portolan::detail {
namespace {

/// Floors that look up.
class MeshDrawing {
 public:
  // From a corner to another, at a height that may change from west to east.
  MeshDrawing& floor(float west, float north, float east, float south, float y, float y_east) {
    const auto first = static_cast<int>(mesh_.vertices.size() / 3);
    mesh_.vertices.insert(mesh_.vertices.end(),
                          {west, y, north, west, y, south, east, y_east, south, east, y_east, north});
    for (const int corner : {0, 1, 2, 0, 2, 3}) mesh_.triangles.push_back(first + corner);
    return *this;
  }
  MeshDrawing& floor(float west, float north, float east, float south, float y) {
    return floor(west, north, east, south, y, y);
  }
  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }

 private:
  TriangleMesh mesh_;
};

/// The world of a mesh, and who gets where on it.
class Walked {
 public:
  explicit Walked(const MeshDrawing& drawing, MeshWalker walker = {})
      : world_(world_of_mesh(drawing.mesh(), walker, "level", {}).value()) {
    profile_ = world_.add_profile(default_profile());
    world_.commit();
  }
  [[nodiscard]] const World& world() const { return world_; }
  /// The cells of a column that somebody may stand on.
  [[nodiscard]] std::vector<Cell> at(int x, int z) const {
    std::vector<Cell> cells;
    for (int layer = 0; layer < world_.extent().layers; ++layer) {
      if (world_.view(profile_).passable({x, z, layer})) cells.push_back({x, z, layer});
    }
    return cells;
  }
  [[nodiscard]] bool gets(Cell from, Cell to) const {
    return Hierarchy(world_, profile_).can_reach(from, to);
  }
  [[nodiscard]] Distance cost(Cell from, Cell to) const {
    const Hierarchy hierarchy(world_, profile_);
    return Planner(hierarchy).plan({{from}, {{to}}, Quality::exact}).cost;
  }

 private:
  World world_;
  ProfileId profile_;
};

std::string mesh_fault(const MeshDrawing& drawing, const MeshWalker& walker = {},
                       const MapReadOptions& options = {}) {
  const auto world = world_of_mesh(drawing.mesh(), walker, "level", options);
  return world.ok() ? "" : world.error().text();
}

TEST(RecastMesh, AFloorIsOneLayerOfCostOne) {
  const Walked walked(MeshDrawing().floor(-1, -1, 3, 2, 5));
  const Extent extent = walked.world().extent();
  EXPECT_EQ(extent.width, 8);
  EXPECT_EQ(extent.height, 6);
  EXPECT_EQ(extent.layers, 1);
  for (int z = 0; z < 6; ++z) {
    for (int x = 0; x < 8; ++x) EXPECT_EQ(walked.world().terrain({x, z, 0}), '1') << x << ' ' << z;
  }
}

TEST(RecastMesh, AHoleIsNoFloor) {
  const Walked walked(
      MeshDrawing().floor(0, 0, 10, 4, 0).floor(0, 6, 10, 10, 0).floor(0, 4, 4, 6, 0).floor(6, 4, 10, 6, 0));
  EXPECT_TRUE(walked.at(9, 9).empty());
  EXPECT_TRUE(walked.at(10, 10).empty());
  ASSERT_EQ(walked.at(6, 9).size(), 1U);
  EXPECT_TRUE(walked.gets(walked.at(6, 9)[0], walked.at(13, 9)[0]));
}

TEST(RecastMesh, ABridgeIsCrossedAndPassedUnder) {
  // A causeway rises from the west, crosses the floor at a height of 3 and comes down in the east.
  const Walked walked(MeshDrawing()
                          .floor(0, 0, 30, 10, 0)
                          .floor(2, 4, 12, 6, 0, 3)
                          .floor(12, 4, 18, 6, 3)
                          .floor(18, 4, 28, 6, 3, 0));
  EXPECT_GE(walked.world().extent().layers, 2);
  const auto crossing = walked.at(30, 10);
  ASSERT_EQ(crossing.size(), 2U);
  const Cell west = walked.at(1, 10)[0], north = walked.at(30, 1)[0], south = walked.at(30, 18)[0];
  for (const Cell cell : crossing) EXPECT_TRUE(walked.gets(west, cell));
  EXPECT_TRUE(walked.gets(north, south));
  // Without its ramps nobody gets onto it.
  const Walked alone(MeshDrawing().floor(0, 0, 30, 10, 0).floor(12, 4, 18, 6, 3));
  ASSERT_EQ(alone.at(30, 10).size(), 2U);
  EXPECT_NE(alone.gets(alone.at(1, 1)[0], alone.at(30, 10)[0]),
            alone.gets(alone.at(1, 1)[0], alone.at(30, 10)[1]));
}

TEST(RecastMesh, StepsThatAreTooHighAreNotTaken) {
  MeshDrawing drawing;
  drawing.floor(0, 0, 5, 4, 0).floor(5, 0, 10, 4, 1);
  const auto gets_up = [&](double step_height) {
    MeshWalker walker;
    walker.step_height = step_height;
    const Walked walked(drawing, walker);
    return walked.gets(walked.at(1, 1)[0], walked.at(18, 1)[0]);
  };
  EXPECT_FALSE(gets_up(0.4));
  EXPECT_FALSE(gets_up(0.9));
  EXPECT_TRUE(gets_up(1.2));
}

TEST(RecastMesh, SlopesCostMoreUntilNobodyWalksThem) {
  const auto cost_of = [](float rise) {
    const Walked walked(MeshDrawing().floor(0, 0, 20, 4, 0, 20 * rise).floor(0, 5, 1, 6, 0));
    return walked.at(20, 4).empty() ? '#' : static_cast<char>(walked.world().terrain({20, 4, 0}));
  };
  EXPECT_EQ(cost_of(0), '1');
  EXPECT_EQ(cost_of(0.5F), '5');
  EXPECT_EQ(cost_of(0.9F), '9');
  EXPECT_EQ(cost_of(1.2F), '#');
}

TEST(RecastMesh, WhereTheHeadroomIsMissingNobodyStands) {
  MeshDrawing drawing;
  drawing.floor(0, 0, 10, 4, 0).floor(4, 0, 6, 4, 1.5F);
  EXPECT_EQ(Walked(drawing).at(10, 4).size(), 1U);  // on top
  MeshWalker small;
  small.headroom = 1;
  EXPECT_EQ(Walked(drawing, small).at(10, 4).size(), 2U);
}

// One layer never holds two cells beside each other that no step joins: on a spiral that winds above itself
// there is one way, up and down again.
TEST(RecastMesh, ASpiralIsClimbedByItsWholeLength) {
  MeshDrawing drawing;
  float y = 0;
  for (int turn = 0; turn < 3; ++turn) {
    drawing.floor(0, 0, 3, 3, y).floor(3, 0, 9, 3, y, y + 2).floor(9, 0, 12, 12, y + 2);
    drawing.floor(3, 9, 9, 12, y + 4, y + 2).floor(0, 3, 3, 12, y + 4);
    y += 4;
  }
  const Walked walked(drawing);
  EXPECT_GE(walked.world().extent().layers, 3);
  const auto low = walked.at(1, 1), high = walked.at(1, 22);
  ASSERT_EQ(low.size(), 3U);
  ASSERT_EQ(high.size(), 3U);
  Distance farthest{0};
  for (const Cell from : low) {
    for (const Cell to : high) {
      ASSERT_TRUE(walked.gets(from, to));
      farthest = std::max(farthest, walked.cost(from, to));
    }
  }
  // Two turns and three quarters, each of 48 cells on its inner side; from floor to floor it would be half a
  // turn.
  EXPECT_GT(farthest.units, 2 * straight_factor * 48 * 11 / 4);
}

TEST(RecastMesh, SaysWhatIsWrong) {
  MeshDrawing wide;
  wide.floor(0, 0, 1e6F, 1e6F, 0);
  EXPECT_EQ(mesh_fault(wide),
            "level: is too large for cells of 0.500000: 1000000.000000 x 1000000.000000, and 0.000000 high; "
            "give it a larger cell size, or cut it into smaller ones");
  MeshDrawing tall;
  tall.floor(0, 0, 1, 1, 0).floor(0, 0, 1, 1, 1e6F);
  EXPECT_NE(mesh_fault(tall).find("is too large"), std::string::npos);
  MeshDrawing stacked;  // each triangle small enough, all of them too much work
  for (int i = 0; i < 3000; ++i) stacked.floor(0, 0, 100, 100, 0);
  EXPECT_NE(mesh_fault(stacked).find("so many large triangles over each other"), std::string::npos);
  MeshDrawing wall;
  wall.floor(0, 0, 1, 10, 0, 10);
  EXPECT_EQ(mesh_fault(wall),
            "level: has no floor that somebody could stand on; y is up, and floors are counter-clockwise as "
            "seen from above");
  MeshDrawing tower;
  for (int i = 0; i < 40; ++i) tower.floor(0, 0, 2, 2, static_cast<float>(2 * i));
  EXPECT_NE(mesh_fault(tower).find("too many floors over each other"), std::string::npos);
  MapReadOptions few;
  few.max_cells = 30;
  EXPECT_NE(mesh_fault(MeshDrawing().floor(0, 0, 4, 4, 0), {}, few).find("is too large"), std::string::npos);
}

TEST(RecastMesh, FilesAreMapsLikeOthers) {
  const test::TempFolder folder;
  const auto obj = folder.path() / "level.obj", yaml = folder.path() / "level.yaml";
  std::ofstream(obj) << "# a floor, and no board\nv 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\n";
  const std::vector<Profile> profiles{default_profile()};
  EXPECT_EQ(graph_format_of(obj), nullptr);
  const auto plain = open_map_file(obj, profiles);
  ASSERT_TRUE(plain.ok()) << plain.error().text();
  EXPECT_EQ(plain->world.extent().width, 16);
  std::ofstream(yaml) << "mesh: level.obj\ncell_size_m: 2\nstep_height_m: 0.5\nheadroom_m: 2\n";
  const auto described = open_map_file(yaml, profiles);
  ASSERT_TRUE(described.ok()) << described.error().text();
  EXPECT_EQ(described->world.extent().width, 4);
  std::ofstream(yaml) << "mesh: level.obj\nstep_height_m: 3\n";
  EXPECT_NE(open_map_file(yaml, profiles).error().text().find("step_height_m: expected less than headroom_m"),
            std::string::npos);
  std::ofstream(yaml) << "mesh: level.obj\nclimb: 3\n";
  EXPECT_NE(open_map_file(yaml, profiles).error().text().find("climb"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail
