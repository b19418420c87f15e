// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

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
  const Profile& profile = profiles_[id.value].profile;
  sink.write_part<char>(profile.name);
  const ProfileRecord record{profile.cost, profile.clearance, profile.sees_passing ? 1U : 0U};
  sink.write_part<ProfileRecord>({&record, 1});
  profiles_[id.value].costs->save(sink);
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
