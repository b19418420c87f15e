// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <string>

#include "formats/byte_source.hpp"
#include "mesh_map.hpp"
#include "rasters/raster_source.hpp"
#include "yaml/yaml_key.hpp"
#include "yaml/yaml_tree.hpp"

// Meshes as files: an OBJ by itself, or with a YAML that says who walks on it.
namespace portolan::detail {

namespace {

Result<World> read_walked(const std::filesystem::path& file, MeshWalker walker,
                          const MapReadOptions& options) {
  if (options.raster.cell_size > 0) walker.cell_size = options.raster.cell_size;
  const auto source = open_source(file);
  if (!source) return source.error();
  const Result<TriangleMesh> mesh = read_obj_mesh(**source, file.string());
  if (!mesh) return mesh.error();
  return world_of_mesh(*mesh, walker, file.string(), options);
}

}  // namespace

Result<World> read_obj(const std::filesystem::path& file, const MapReadOptions& options) {
  MeshWalker walker;
  walker.steepest = options.raster.steepest;
  return read_walked(file, walker, options);
}

bool is_mesh_yaml(std::string_view head) { return first_yaml_line(head).substr(0, 5) == "mesh:"; }

Result<World> read_mesh_yaml(const std::filesystem::path& file, const MapReadOptions& options) {
  MeshWalker walker;
  std::string mesh;
  const auto fault = read_mapping(file, "description of a mesh", [&](YamlMapping& keys) {
    keys.text(required("mesh", "the OBJ file, relative to the folder of this file"), mesh);
    keys.number({"cell_size_m", "side of a cell"}, walker.cell_size, 1e-3, 1e3);
    keys.number({"steepest", "rise over run above which nobody walks"}, walker.steepest, 0.01, 100);
    keys.number({"step_height_m", "what is taken in one step"}, walker.step_height, 0, 1e3);
    keys.number({"headroom_m", "free height that is needed above the floor"}, walker.headroom, 1e-3, 1e3);
  });
  if (fault) return *fault;
  if (walker.step_height >= walker.headroom) {
    return Error{file.string(), 0, 0, "step_height_m",
                 "expected less than headroom_m, so that a step leads to one floor alone"};
  }
  return read_walked(file.parent_path() / mesh, walker, options);
}

#ifndef PORTOLAN_HAS_RECAST
Result<World> world_of_mesh(const TriangleMesh&, const MeshWalker&, const std::string& name,
                            const MapReadOptions&) {
  return Error{name, 0, 0, "", "this build reads no meshes; configure it with -DPORTOLAN_RECAST=ON"};
}
#endif

}  // namespace portolan::detail
