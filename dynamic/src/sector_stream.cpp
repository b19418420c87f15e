// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/dynamic/sector_stream.hpp>

namespace portolan {

SectorStream::SectorStream(World& world, std::uint32_t most_resident, std::uint32_t loads_per_tick)
    : world_(&world), most_resident_(most_resident), loads_per_tick_(loads_per_tick) {
  PORTOLAN_ASSERT(world.is_streamed(), "the world must be a streamed one, of which only a part is in memory");
  PORTOLAN_ASSERT(most_resident > 0 && loads_per_tick > 0,
                  "a block at least must have room, and may be loaded");
  const std::uint32_t blocks = TileGrid(world.extent()).tile_count();
  entries_.resize(blocks + 1);
  entries_[blocks].before = entries_[blocks].after = blocks;
  wanted_.reserve(std::min(most_resident, blocks));
  for (std::uint32_t b = 0; b < blocks; ++b) {
    if (world.resident(b)) list(b);
  }
  report_.blocks = blocks;
  report_.most_resident = listed_;
  report_.most_world_bytes = world.memory_bytes();
}

void SectorStream::begin_tick() {
  ++tick_;
  wanted_.clear();
}

bool SectorStream::want(std::uint32_t block) {
  PORTOLAN_ASSERT(block + 1 < entries_.size(), "a block of the world is wanted");
  Entry& entry = entries_[block];
  if (entry.wanted_in == tick_) return true;
  if (wanted_.size() >= most_resident_) return false;
  entry.wanted_in = tick_;
  wanted_.push_back(block);
  return true;
}

// To the front of the list: wanted last.
void SectorStream::list(std::uint32_t block) {
  const auto end = static_cast<std::uint32_t>(entries_.size() - 1);
  Entry& entry = entries_[block];
  entry.before = end;
  entry.after = entries_[end].after;
  entries_[entry.after].before = block;
  entries_[end].after = block;
  entry.listed = true;
  ++listed_;
}

void SectorStream::unlist(std::uint32_t block) {
  PORTOLAN_ASSERT(entries_[block].listed && listed_ > 0, "only what is in memory is taken out");
  Entry& entry = entries_[block];
  entries_[entry.before].after = entry.after;
  entries_[entry.after].before = entry.before;
  entry.listed = false;
  --listed_;
}

void SectorStream::find_loaded_by_edits() {
  if (world_->resident_blocks() == listed_) return;
  for (std::uint32_t b = 0; b + 1 < entries_.size(); ++b) {
    if (entries_[b].listed || !world_->resident(b)) continue;
    list(b);
    ++report_.loads;
    ++report_.loads_for_edits;
  }
}

// Unloads until at most so many are left, those wanted longest ago first. False when not so many can go.
bool SectorStream::make_room(std::uint32_t most) {
  PORTOLAN_ASSERT(listed_ == world_->resident_blocks(), "every block in memory is in the list");
  const auto end = static_cast<std::uint32_t>(entries_.size() - 1);
  std::uint32_t block = entries_[end].before;
  while (listed_ > most && block != end) {
    const std::uint32_t next = entries_[block].before;
    if (entries_[block].wanted_in != tick_ && world_->unload(block)) {
      unlist(block);
      ++report_.unloads;
    }
    block = next;
  }
  return listed_ <= most;
}

void SectorStream::serve() {
  const std::uint64_t loads_before = report_.loads, version_before = version();
  find_loaded_by_edits();
  for (const std::uint32_t block : wanted_) {
    if (!entries_[block].listed) continue;
    unlist(block);
    list(block);
  }
  std::uint32_t loads = 0;
  for (const std::uint32_t block : wanted_) {
    if (loads == loads_per_tick_) break;
    if (entries_[block].listed || entries_[block].failed) continue;
    if (!make_room(most_resident_ - 1)) break;
    ++loads;
    if (world_->load(block)) {
      list(block);
      ++report_.loads;
    } else {
      entries_[block].failed = true;
      ++report_.failures;
      if (!first_failure_) first_failure_ = block;
    }
  }
  static_cast<void>(make_room(most_resident_));
  report_.most_loads_in_a_tick =
      std::max(report_.most_loads_in_a_tick, static_cast<std::uint32_t>(report_.loads - loads_before));
  report_.most_resident = std::max(report_.most_resident, listed_);
  if (version() != version_before)
    report_.most_world_bytes = std::max<std::uint64_t>(report_.most_world_bytes, world_->memory_bytes());
}

std::size_t SectorStream::memory_bytes() const {
  return entries_.capacity() * sizeof(Entry) + wanted_.capacity() * sizeof(std::uint32_t);
}

}  // namespace portolan
