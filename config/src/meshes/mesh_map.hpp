// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <portolan/config/map_file.hpp>
#include <portolan/core/result.hpp>
#include <portolan/core/world.hpp>

// Triangle meshes, as worlds of layers.
namespace portolan::detail {

class ByteSource;

/// Triangles in a space where y is up. Coordinates are finite, indices those of vertices, and there is one
/// triangle at least.
struct TriangleMesh {
  std::vector<float> vertices;  ///< x, y, z of each
  std::vector<int> triangles;   ///< three vertices of each, counter-clockwise as seen from outside
};

/// Who walks on a mesh, in the unit of its coordinates.
struct MeshWalker {
  double cell_size = 0.5;    ///< side of a cell
  double steepest = 0.9;     ///< rise over run above which nobody walks
  double step_height = 0.4;  ///< what is taken in one step, where the steepest slope does not rise by more
                             ///< from cell to cell
  double headroom = 1.8;     ///< free height that is needed above the floor
};

/// Reads vertices and faces of an OBJ file, faces of more than three corners as fans; all else is left alone.
[[nodiscard]] Result<TriangleMesh> read_obj_mesh(ByteSource& source, const std::string& name);

/// Turns a mesh into cells: x is to the right, z is down, as if seen from above. Where floors lie over each
/// other they are in several layers, joined by links. In one layer cells beside each other are those between
/// which a step leads. Their class is a cost from 1 to 9 by slope.
[[nodiscard]] Result<World> world_of_mesh(const TriangleMesh& mesh, const MeshWalker& walker,
                                          const std::string& name, const MapReadOptions& options);

[[nodiscard]] bool is_obj(std::string_view head);
[[nodiscard]] Result<World> read_obj(const std::filesystem::path& file, const MapReadOptions& options);
/// A YAML file whose first key is `mesh`.
[[nodiscard]] bool is_mesh_yaml(std::string_view head);
[[nodiscard]] Result<World> read_mesh_yaml(const std::filesystem::path& file, const MapReadOptions& options);

}  // namespace portolan::detail
