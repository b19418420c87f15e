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
  std::uint32_t kinds = 0;  // bits
  static constexpr std::uint32_t sees_passing = 1, even = 2;
};

// What lies on a cell.
struct StampRecord {
  std::uint32_t block = 0;
  std::uint32_t offset = 0;
  StampBlock::Counts counts;
};

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
  write_ground(sink);
}

void World::write_ground(PartSink& sink) const {
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
  write_profile(id, sink);
  profiles_[id.value].costs->save(sink);
}

void World::write_profile(ProfileId id, PartSink& sink) const {
  const Profile& profile = profiles_[id.value].profile;
  sink.write_part<char>(profile.name);
  const ProfileRecord record{
      profile.cost, profile.clearance,
      (profile.sees_passing ? ProfileRecord::sees_passing : 0U) | (profile.even ? ProfileRecord::even : 0U)};
  sink.write_part<ProfileRecord>({&record, 1});
}

std::optional<Profile> World::restore_profile(PartSource& source) {
  const auto name = source.next_values<char>();
  const auto record = source.next_value<ProfileRecord>();
  if (!name || !record || record->clearance < 1 || record->clearance > 32 ||
      (record->kinds & ~(ProfileRecord::sees_passing | ProfileRecord::even)) != 0 ||
      ((record->kinds & ProfileRecord::even) != 0 && record->clearance == 32))
    return std::nullopt;
  return Profile{std::string(name->begin(), name->end()), record->cost, record->clearance,
                 (record->kinds & ProfileRecord::sees_passing) != 0,
                 (record->kinds & ProfileRecord::even) != 0};
}

std::optional<ProfileId> World::restore_costs(Profile profile, PartSource& source) {
  auto costs = BlockArray::restore(extent(), source, impassable);
  if (!costs) return std::nullopt;
  Walls* const walls = walls_for(profile);
  Layered layered{std::move(profile), std::make_unique<BlockArray>(std::move(*costs)), walls};
  profiles_.push_back(std::move(layered));
  return ProfileId{static_cast<std::uint32_t>(profiles_.size() - 1)};
}

void World::save_stamps(PartSink& sink) const {
  for (const auto& overlay : stamps_) {
    std::vector<StampRecord> records;
    for (std::uint32_t block = 0; block < terrain_.block_count(); ++block) {
      const StampBlock* const stamps = overlay->find(block);
      for (std::uint32_t o = 0; stamps != nullptr && o < BlockArray::cells; ++o) {
        if (stamps->counts[o].any()) records.push_back({block, o, stamps->counts[o]});
      }
    }
    sink.write_part<StampRecord>(records);
  }
}

bool World::restore_stamps(PartSource& source) {
  for (const auto& overlay : stamps_) {
    const auto records = source.next_values<StampRecord>();
    if (!records) return false;
    constexpr std::int32_t most = 1 << 30;  // so that more can be laid on top
    std::uint64_t end = 0;                  // of the cells seen so far, which come in order, each once
    for (const StampRecord& r : *records) {
      const std::uint64_t cell = std::uint64_t{r.block} * BlockArray::cells + r.offset;
      if (r.block >= terrain_.block_count() || r.offset >= BlockArray::cells || cell < end) return false;
      if (r.counts.blocking < 0 || r.counts.extra < 0 || r.counts.blocking > most || r.counts.extra > most)
        return false;
      end = cell + 1;
      overlay->add(r.block, r.offset, r.counts.blocking, r.counts.extra);
    }
  }
  return true;
}

void World::save_state(PartSink& sink) const {
  PORTOLAN_ASSERT(!waiting_edits(), "commit() before saving");
  PORTOLAN_ASSERT(!is_streamed(), "a streamed world has its ground elsewhere");
  write_ground(sink);
  sink.write_part<LinkId>(links_->free_ids());
  save_stamps(sink);
  const auto profiles = static_cast<std::uint64_t>(profile_count());
  const std::array counts{version_, profiles};
  sink.write_part<std::array<std::uint64_t, 2>>({&counts, 1});
  for (std::uint32_t p = 0; p < profile_count(); ++p) write_profile({p}, sink);
}

// Costs follow from terrain, stamps and profile, so that they are computed again.
std::optional<World> World::restore_state(PartSource& source) {
  auto world = restore_ground(source);
  if (!world) return std::nullopt;
  const auto free_links = source.next_values<LinkId>();
  if (!free_links || !world->links_->restore_free_ids(*free_links) || !world->restore_stamps(source))
    return std::nullopt;
  const auto counts = source.next_value<std::array<std::uint64_t, 2>>();
  if (!counts) return std::nullopt;
  world->version_ = (*counts)[0];
  for (std::uint64_t p = 0; p < (*counts)[1]; ++p) {
    auto profile = restore_profile(source);
    if (!profile || std::count(profile->cost.begin(), profile->cost.end(), 0) > 0) return std::nullopt;
    world->add_profile(std::move(*profile));
  }
  return world;
}

}  // namespace portolan
