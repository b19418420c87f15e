// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/graph/shapes.hpp>

namespace portolan::detail {

namespace {

constexpr std::uint32_t no_vertex = ~0U;

class Walker {
 public:
  Walker(const VoxelBlock& block, const VoxelWalk& walk) : block_(block), walk_(walk) {}

  /// So many voxels from z up are free; above the block all is.
  [[nodiscard]] bool is_free(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t count) const {
    for (std::uint32_t up = z; up < z + count && up < block_.height; ++up) {
      if (block_.solid[block_.index(x, y, up)] != 0) return false;
    }
    return true;
  }
  [[nodiscard]] bool can_stand(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return z > 0 && block_.solid[block_.index(x, y, z - 1)] != 0 && is_free(x, y, z, walk_.headroom);
  }
  /// Who steps up rises first, and who drops steps out first: the head needs room on the way.
  [[nodiscard]] bool can_step(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t nx,
                              std::uint32_t ny, std::uint32_t nz) const {
    if (nz > z) return nz - z <= walk_.step_height && is_free(x, y, z, walk_.headroom + nz - z);
    return z - nz <= walk_.drop && is_free(nx, ny, nz, walk_.headroom + z - nz);
  }

 private:
  const VoxelBlock& block_;
  const VoxelWalk& walk_;
};

}  // namespace

VoxelFloors::VoxelFloors(const VoxelBlock& block, const VoxelWalk& walk) {
  PORTOLAN_ASSERT(block.solid.size() == block.index(0, 0, block.height), "one entry per voxel");
  const Walker walker(block, walk);
  std::vector<std::uint32_t> vertex_of(block.solid.size(), no_vertex);
  std::vector<Vec2> positions;
  const auto for_each = [&](const auto& visit) {
    for (std::uint32_t z = 0; z < block.height; ++z) {
      for (std::uint32_t y = 0; y < block.depth; ++y) {
        for (std::uint32_t x = 0; x < block.width; ++x) visit(x, y, z);
      }
    }
  };
  for_each([&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    if (!walker.can_stand(x, y, z)) return;
    vertex_of[block.index(x, y, z)] = static_cast<std::uint32_t>(voxel.size());
    voxel.push_back(static_cast<std::uint32_t>(block.index(x, y, z)));
    positions.push_back({static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F});
  });
  std::vector<GraphEdge> edges;
  const auto join = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t nx,
                        std::uint32_t ny) {
    const std::uint32_t here = vertex_of[block.index(x, y, z)];
    if (here == no_vertex || nx >= block.width || ny >= block.depth) return;
    for (std::uint32_t nz = z < walk.drop ? 0 : z - walk.drop;
         nz <= z + walk.step_height && nz < block.height; ++nz) {
      const std::uint32_t there = vertex_of[block.index(nx, ny, nz)];
      if (there == no_vertex || !walker.can_step(x, y, z, nx, ny, nz)) continue;
      const std::uint32_t rise = nz > z ? nz - z : 0;
      edges.push_back({here, there, 2 * straight_factor + rise * straight_factor});
    }
  };
  for_each([&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    join(x, y, z, x + 1, y);
    join(x, y, z, x - 1, y);  // wraps to what is outside
    join(x, y, z, x, y + 1);
    join(x, y, z, x, y - 1);
  });
  graph = WaypointGraph(voxel.size(), edges, std::move(positions));
}

}  // namespace portolan::detail
