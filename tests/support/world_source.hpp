// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <portolan/core/sector_source.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/core/world.hpp>

namespace portolan::test {

/// The ground of a world as it is now, block by block, and blocks of it that cannot be read.
class WorldSource final : public SectorSource {
 public:
  explicit WorldSource(const World& world) : extent_(world.extent()), terrain_(extent_.cell_count()) {
    for (std::size_t i = 0; i < terrain_.size(); ++i) terrain_[i] = world.terrain(extent_.cell(i));
  }

  void break_block(std::uint32_t block) { broken_.insert(block); }

  [[nodiscard]] Extent extent() const override { return extent_; }
  [[nodiscard]] bool read(std::uint32_t block, std::span<TerrainId, BlockArray::cells> out) const override {
    if (broken_.count(block) != 0) return false;
    const Rect box = TileGrid(extent_).bounds({block});
    for (int y = 0; y < 32; ++y) {
      for (int x = 0; x < 32; ++x) {
        const Cell c{std::min(box.x + x, extent_.width - 1), std::min(box.y + y, extent_.height - 1),
                     box.layer};
        out[static_cast<std::size_t>(y * 32 + x)] = terrain_[extent_.index(c)];
      }
    }
    return true;
  }

 private:
  Extent extent_;
  std::vector<TerrainId> terrain_;
  std::set<std::uint32_t> broken_;
};

/// A streamed world with the ground, links and profiles of a whole one, none of it loaded.
[[nodiscard]] inline World streamed_copy(const World& whole, std::shared_ptr<const SectorSource> source) {
  World world = World::streamed(std::move(source), whole.view({0}).links());
  for (std::uint32_t p = 0; p < whole.profile_count(); ++p) world.add_profile(whole.profile({p}));
  return world;
}

}  // namespace portolan::test
