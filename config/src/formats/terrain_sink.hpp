// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <portolan/core/world.hpp>

namespace portolan::detail {

/// Turns rows of terrain into the blocks of one layer of a world. Takes exactly as many rows as the world is
/// high, top to bottom. Holds a strip of 32 rows, so that a uniform block never takes memory of its own.
class TerrainSink {
 public:
  explicit TerrainSink(World& world, std::int32_t layer = 0);

  /// Room for the next row: as many cells as the world is wide. Fill it, then call `push`.
  [[nodiscard]] TerrainId* row() { return strip_.data() + pitch_ * static_cast<std::size_t>(rows_ & 31); }
  void push();

 private:
  void flush();

  World* world_;
  std::int32_t layer_;
  std::size_t pitch_;
  std::int32_t rows_ = 0;
  std::vector<TerrainId> strip_;
};

}  // namespace portolan::detail
