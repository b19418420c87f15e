// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "terrain_sink.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

TerrainSink::TerrainSink(World& world, std::int32_t layer)
    : world_(&world),
      layer_(layer),
      pitch_((static_cast<std::size_t>(world.extent().width) + 31) / 32 * 32),
      strip_(pitch_ * 32) {}

void TerrainSink::push() {
  PORTOLAN_ASSERT(rows_ < world_->extent().height);
  // What lies right of the map repeats the last cell: a border block can then be uniform.
  TerrainId* const cells = row();
  const auto width = static_cast<std::size_t>(world_->extent().width);
  std::fill(cells + width, cells + pitch_, cells[width - 1]);
  ++rows_;
  if ((rows_ & 31) == 0 || rows_ == world_->extent().height) flush();
}

void TerrainSink::flush() {
  const auto filled = static_cast<std::size_t>((rows_ - 1) & 31) + 1;
  for (std::size_t y = filled; y < 32; ++y) {
    std::memcpy(strip_.data() + y * pitch_, strip_.data() + (filled - 1) * pitch_, pitch_);
  }
  const TileGrid blocks(world_->extent());
  const TileId first = blocks.tile_of({0, rows_ - 1, layer_});
  std::array<TerrainId, BlockArray::cells> block;
  for (std::size_t x = 0; x < pitch_; x += 32) {
    for (std::size_t y = 0; y < 32; ++y)
      std::memcpy(block.data() + y * 32, strip_.data() + y * pitch_ + x, 32);
    world_->set_terrain_block(first.value + static_cast<std::uint32_t>(x / 32), block);
  }
}

}  // namespace portolan::detail
