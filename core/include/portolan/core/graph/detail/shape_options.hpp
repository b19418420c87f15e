// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::detail {

enum class HexLayout : std::uint8_t { odd_rows, even_rows, odd_columns, even_columns };

/// A block of voxels, x fastest, then y, then z, which is up.
struct VoxelBlock {
  std::uint32_t width = 0, depth = 0, height = 0;
  std::vector<std::uint8_t> solid{};  ///< one per voxel, 0 is free

  [[nodiscard]] std::size_t index(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return (static_cast<std::size_t>(z) * depth + y) * width + x;
  }
};

/// How somebody moves who walks on voxels.
struct VoxelWalk {
  std::uint32_t headroom = 2;
  std::uint32_t step_height = 1;
  std::uint32_t drop = 3;
};

}  // namespace portolan::detail
