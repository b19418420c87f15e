// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/world.hpp>

#include "stamp_overlay.hpp"
#include "world_streaming.hpp"

namespace portolan {

namespace {

// A profile without its name.
struct ProfileRecord {
  std::array<Cost, 256> cost{};
  std::int32_t clearance = 1;
  std::uint32_t sees_passing = 1;
};

// What lies on one cell.
struct StampRecord {
  std::uint32_t block = 0;
  std::uint32_t offset = 0;
  std::int32_t blocking = 0;
  std::int32_t extra = 0;
};

void save_record(const Profile& profile, PartSink& sink) {
  sink.write_part<char>(profile.name);
  const ProfileRecord record{profile.cost, profile.clearance, profile.sees_passing ? 1U : 0U};
  sink.write_part<ProfileRecord>({&record, 1});
}

bool sensible(Extent extent) {
  constexpr std::int32_t most = 1 << 20;
  return extent.width > 0 && extent.height > 0 && extent.layers > 0 && extent.width <= most &&
         extent.height <= most && extent.layers <= 4096;
}

}  // namespace

bool World::unsettled() const {
  return is_streamed() || waiting_edits() || !stamps_[0]->empty() || !stamps_[1]->empty();
}

void World::save_ground(PartSink& sink) const {
  PORTOLAN_ASSERT(!unsettled(), "take off all stamps and commit() before saving");
  const Extent size = extent();
  sink.write_part<Extent>({&size, 1});
  links_->save(sink);
  terrain_.save(sink);
}

std::optional<Extent> World::restore_extent(PartSource& source) {
  const auto size = source.next_value<Extent>();
  return size && sensible(*size) ? size : std::nullopt;
}

std::optional<World> World::restore_ground(PartSource& source) {
  const auto size = restore_extent(source);
  if (!size) return std::nullopt;
  auto links = LinkTable::restore(*size, source);
  if (!links) return std::nullopt;
  auto terrain = BlockArray::restore(*size, source, 0);
  if (!terrain) return std::nullopt;
  World world(std::move(*terrain));
  *world.links_ = std::move(*links);
  return world;
}

std::optional<World> World::restore_streamed(std::shared_ptr<const SectorSource> sectors,
                                             PartSource& source) {
  const auto size = restore_extent(source);
  if (!size || *size != sectors->extent()) return std::nullopt;
  auto links = LinkTable::restore(*size, source);
  if (!links) return std::nullopt;
  return World::streamed(std::move(sectors), std::move(*links));
}

void World::save_profile(ProfileId id, PartSink& sink) const {
  PORTOLAN_ASSERT(id.value < profiles_.size(), "save a profile of this world");
  save_record(profiles_[id.value].profile, sink);
  profiles_[id.value].costs->save(sink);
}

void World::save_state(PartSink& sink) const {
  PORTOLAN_ASSERT(!is_streamed() && !waiting_edits(), "commit() before saving");
  const Extent size = extent();
  sink.write_part<Extent>({&size, 1});
  links_->save(sink);
  terrain_.save(sink);
  sink.write_part<std::uint64_t>({&version_, 1});
  for (const auto& overlay : stamps_) {
    std::vector<StampRecord> stamps;
    for (std::uint32_t b = 0; b < terrain_.block_count(); ++b) {
      const StampBlock* const block = overlay->find(b);
      for (std::uint32_t o = 0; block != nullptr && o < BlockArray::cells; ++o) {
        const StampBlock::Counts& counts = block->counts[o];
        if (counts.any()) stamps.push_back({b, o, counts.blocking, counts.extra});
      }
    }
    sink.write_part<StampRecord>(stamps);
  }
  const auto count = static_cast<std::uint32_t>(profiles_.size());
  sink.write_part<std::uint32_t>({&count, 1});
  for (const Layered& layered : profiles_) save_record(layered.profile, sink);
}

bool World::restore_stamps(PartSource& source) {
  for (const auto& overlay : stamps_) {
    const auto stamps = source.next_values<StampRecord>();
    if (!stamps) return false;
    for (const StampRecord& s : *stamps) {
      if (s.block >= terrain_.block_count() || s.offset >= BlockArray::cells || s.blocking < 0 || s.extra < 0)
        return false;
      overlay->add(s.block, s.offset, s.blocking, s.extra);
    }
  }
  return true;
}

std::optional<World> World::restore_state(PartSource& source) {
  std::optional<World> world = restore_ground(source);
  const auto version = world ? source.next_value<std::uint64_t>() : std::nullopt;
  if (!version || !world->restore_stamps(source)) return std::nullopt;
  world->version_ = *version;
  const auto count = source.next_value<std::uint32_t>();
  if (!count) return std::nullopt;
  for (std::uint32_t p = 0; p < *count; ++p) {
    std::optional<Profile> profile = restore_profile(source);
    if (!profile) return std::nullopt;
    world->add_profile(std::move(*profile));
  }
  return world;
}

std::optional<Profile> World::restore_profile(PartSource& source) {
  const auto name = source.next_values<char>();
  const auto record = source.next_value<ProfileRecord>();
  if (!name || !record || record->clearance < 1 || record->clearance > 32) return std::nullopt;
  return Profile{std::string(name->begin(), name->end()), record->cost, record->clearance,
                 record->sees_passing != 0};
}

std::optional<ProfileId> World::restore_costs(Profile profile, PartSource& source) {
  auto costs = BlockArray::restore(extent(), source, impassable);
  if (!costs) return std::nullopt;
  Layered layered{std::move(profile), std::make_unique<BlockArray>(std::move(*costs))};
  profiles_.push_back(std::move(layered));
  return ProfileId{static_cast<std::uint32_t>(profiles_.size() - 1)};
}

}  // namespace portolan
