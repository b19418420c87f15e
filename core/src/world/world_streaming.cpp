// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "world_streaming.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <portolan/core/assert.hpp>

#include "clearance.hpp"

namespace portolan {
namespace {

constexpr TerrainId absent_terrain = 0;

// The blocks around one, itself included, up to so many away.
template <class Visit>
void for_ring(const TileGrid& blocks, std::uint32_t block, int reach, const Visit& visit) {
  const int column = blocks.column({block});
  const int row = blocks.row({block});
  const Rect box = blocks.bounds({block});
  for (int y = std::max(0, row - reach); y <= std::min(blocks.rows() - 1, row + reach); ++y) {
    for (int x = std::max(0, column - reach); x <= std::min(blocks.columns() - 1, column + reach); ++x) {
      visit(blocks.tile_of({x * blocks.side(), y * blocks.side(), box.layer}).value);
    }
  }
}

}  // namespace

World World::streamed(std::shared_ptr<const SectorSource> source, LinkTable links) {
  PORTOLAN_ASSERT(source != nullptr, "a streamed world needs a source of its blocks");
  World world(BlockArray(source->extent(), absent_terrain, absent_terrain));
  *world.links_ = std::move(links);
  world.streaming_ = std::make_unique<Streaming>();
  world.streaming_->source = std::move(source);
  world.streaming_->resident.assign(world.terrain_.block_count(), 0);
  world.streaming_->edited.assign(world.terrain_.block_count(), 0);
  return world;
}

bool World::resident(std::uint32_t block) const {
  return streaming_ == nullptr || streaming_->resident[block] != 0;
}

std::uint32_t World::resident_blocks() const {
  return streaming_ == nullptr ? terrain_.block_count() : streaming_->resident_count;
}

bool World::must_stay(std::uint32_t block) const {
  return streaming_ == nullptr || waiting_edits() || streaming_->edited[block] != 0;
}

bool World::load(std::uint32_t block) {
  PORTOLAN_ASSERT(block < terrain_.block_count(), "BlockArray::block_of() numbers the blocks of a world");
  if (block >= terrain_.block_count()) return false;
  if (resident(block)) return true;
  std::array<TerrainId, BlockArray::cells> values;
  if (!streaming_->source->read(block, values)) return false;
  terrain_.set_block(block, values.data());
  streaming_->resident[block] = 1;
  ++streaming_->resident_count;
  for (Layered& layered : profiles_) {
    compute_block(layered.profile, block, values.data());
    layered.costs->set_block(block, values.data());
  }
  return true;
}

bool World::unload(std::uint32_t block) {
  PORTOLAN_ASSERT(block < terrain_.block_count(), "BlockArray::block_of() numbers the blocks of a world");
  if (block >= terrain_.block_count() || must_stay(block)) return false;
  if (!resident(block)) return true;
  std::array<std::uint8_t, BlockArray::cells> nothing;
  nothing.fill(absent_terrain);
  terrain_.set_block(block, nothing.data());
  nothing.fill(impassable);
  for (Layered& layered : profiles_) layered.costs->set_block(block, nothing.data());
  streaming_->resident[block] = 0;
  --streaming_->resident_count;
  return true;
}

// Terrain of a block wherever it is; null where it cannot be had.
const TerrainId* World::ground_of(std::uint32_t block, TerrainId* scratch) const {
  if (resident(block)) return terrain_.block(block);
  const std::span<TerrainId, BlockArray::cells> out(scratch, BlockArray::cells);
  return streaming_->source->read(block, out) ? scratch : nullptr;
}

// What a hierarchy looks at when it takes in a change of a block: the blocks whose costs change, those beside
// them, and the other ends of their links. Loaded before the change, so that they are as it knows them.
bool World::hold_streamed(std::uint32_t block) {
  if (marked_[block].rows != 0) return true;
  const bool wide = std::any_of(profiles_.begin(), profiles_.end(),
                                [](const Layered& layered) { return Reach::of(layered.profile).any(); });
  const TileGrid blocks(extent());
  for_ring(blocks, block, wide ? 2 : 1, [this](std::uint32_t near) { load(near); });
  if (!links_->empty()) {
    for_ring(blocks, block, wide ? 1 : 0, [&](std::uint32_t near) {
      const Rect box = blocks.bounds({near});
      const Cell origin{box.x, box.y, box.layer};
      for (const LinkTable::Entry& entry : links_->from_block(origin)) {
        load(terrain_.block_of((*links_)[entry.id].to));
      }
      for (const LinkTable::Entry& entry : links_->into_block(origin)) {
        load(terrain_.block_of((*links_)[entry.id].from));
      }
    });
  }
  return resident(block);
}

void World::hold_ends(const Link& link) {
  if (streaming_ == nullptr) return;
  static_cast<void>(hold(terrain_.block_of(link.from)));
  static_cast<void>(hold(terrain_.block_of(link.to)));
}

}  // namespace portolan
