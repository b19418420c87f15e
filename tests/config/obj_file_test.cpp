// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <string>

#include <gtest/gtest.h>

#include "formats/byte_source.hpp"
#include "meshes/mesh_map.hpp"

namespace portolan::detail {
namespace {

Result<TriangleMesh> obj_of(const std::string& text) {
  const auto source = memory_source(text);
  return read_obj_mesh(*source, "level.obj");
}

std::string obj_fault(const std::string& text) {
  const auto mesh = obj_of(text);
  return mesh.ok() ? "" : mesh.error().text();
}

const std::string three = "v 0 0 0\nv 0 0 1\nv 1 0 0\n";

TEST(ObjFile, ReadsFacesOfAllKindsAndLeavesTheRestAlone) {
  const auto mesh =
      obj_of("# a level\no floor\nvn 0 1 0\nvt 0 0\nusemtl grass\n" + three +
             "v +1.5e0 0 -1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf -4/1/1 -3/1/1 -2/1/1\n");
  ASSERT_TRUE(mesh.ok()) << mesh.error().text();
  EXPECT_EQ(mesh->vertices.size(), 12U);
  EXPECT_EQ(mesh->vertices[9], 1.5F);
  const std::vector<int> expected{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  EXPECT_EQ(mesh->triangles, expected);
}

TEST(ObjFile, FacesOfMoreCornersAreFans) {
  const auto mesh = obj_of(three + "v 1 0 1\nv 2 0 2\r\nf 1 2 3 4 5\r\n");
  ASSERT_TRUE(mesh.ok()) << mesh.error().text();
  const std::vector<int> expected{0, 1, 2, 0, 2, 3, 0, 3, 4};
  EXPECT_EQ(mesh->triangles, expected);
}

TEST(ObjFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(obj_fault(""), "level.obj: has no faces; expected lines `f A B C`, of which floors are made");
  EXPECT_EQ(obj_fault(three), "level.obj: has no faces; expected lines `f A B C`, of which floors are made");
  const std::string number = "expected `v X Y Z`, each number from -1000000 to 1000000";
  EXPECT_EQ(obj_fault("v 0 nan 0\n"), "level.obj:1: " + number);
  EXPECT_EQ(obj_fault("v 0 0 inf\n"), "level.obj:1: " + number);
  EXPECT_EQ(obj_fault("\nv 0 1e7 0\n"), "level.obj:2: " + number);
  EXPECT_EQ(obj_fault("v 0 0\n"), "level.obj:1: " + number);
  EXPECT_EQ(obj_fault("v 0 0 x\n"), "level.obj:1: " + number);
  const std::string corner = "expected a face of vertices that stand above it, which are 1 to 3";
  for (const std::string face :
       {"f 1 2 4", "f 0 1 2", "f 1 2 -4", "f 1 2 x", "f 1 2 /3", "f 1 2 99999999999"})
    EXPECT_EQ(obj_fault(three + face + "\n"), "level.obj:4: " + corner) << face;
  EXPECT_EQ(obj_fault(three + "f 1\n"), "level.obj:4: a face has three corners at least, and this one has 1");
  EXPECT_EQ(obj_fault(three + "f\n"), "level.obj:4: a face has three corners at least, and this one has 0");
}

TEST(ObjFile, IsKnownByItsFirstLineThatIsNoRemark) {
  EXPECT_TRUE(is_obj("# Blender\n\nmtllib a.mtl\n"));
  EXPECT_TRUE(is_obj("v 1 2 3\n"));
  EXPECT_FALSE(is_obj("type octile\n"));
  EXPECT_FALSE(is_obj("p sp 3 2\n"));
  EXPECT_FALSE(is_obj("# alone\n"));
  EXPECT_FALSE(is_obj("v\n"));
  EXPECT_TRUE(is_mesh_yaml("# a level\nmesh: a.obj\n"));
  EXPECT_FALSE(is_mesh_yaml("image: a.png\n"));
}

}  // namespace
}  // namespace portolan::detail
