// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <portolan/core/graph/detail/shape_options.hpp>
#include <portolan/core/graph/waypoint_graph.hpp>

namespace portolan::detail {

/// Everything that can be stood on in a block of voxels: a free voxel over a solid one, with headroom. Floors
/// over each other are found by themselves. A step leads to the four sides, up by `step_height` voxels and
/// down by `drop` at most, through free ones only; it costs a straight one, and half of that more for each
/// voxel up.
struct VoxelFloors {
  VoxelFloors(const VoxelBlock& block, const VoxelWalk& walk);

  WaypointGraph graph;
  std::vector<std::uint32_t> voxel;  ///< by vertex: index of the voxel in the block
};

}  // namespace portolan::detail
