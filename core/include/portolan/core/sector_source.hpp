// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/block_array.hpp>
#include <portolan/core/profile.hpp>
#include <portolan/core/result.hpp>

namespace portolan {

/// Where the ground of a streamed world comes from: a saved world (`SavedWorld::sectors`), or whatever a host
/// has. It must give the same ground for a block whenever it is asked. Any thread may ask.
class SectorSource {
 public:
  virtual ~SectorSource() = default;

  [[nodiscard]] virtual Extent extent() const = 0;
  /// Writes the terrain classes of a block (BlockArray numbering), row-major; what lies outside the world may
  /// be anything. False where the block cannot be read: it then stays unloaded.
  [[nodiscard]] virtual bool read(std::uint32_t block, std::span<TerrainId, BlockArray::cells> out) const = 0;
  /// Why blocks could not be read: the first fault so far.
  [[nodiscard]] virtual std::optional<Error> fault() const { return std::nullopt; }
};

}  // namespace portolan
