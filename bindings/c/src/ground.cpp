// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "ground.hpp"

#include <utility>

#include <portolan/dynamic/stamps.hpp>

namespace portolan::c {

void Ground::add_hierarchy(ProfileId profile, const HierarchyOptions& how) {
  keep(Hierarchy(*world, profile, how), how.sector_size, how.levels);
}

void Ground::keep(Hierarchy hierarchy, int sector_size, int levels) {
  PORTOLAN_ASSERT(hierarchy.profile().value == hierarchies.size(),
                  "one hierarchy per profile, in their order");
  hierarchies.push_back(std::make_unique<Hierarchy>(std::move(hierarchy)));
  options.push_back({sector_size, levels});
  if (agents != nullptr) agents->add(*hierarchies.back());
}

Navigator Ground::new_navigator() {
  Navigator navigator(*world);
  for (const auto& hierarchy : hierarchies) navigator.add(*hierarchy);
  return navigator;
}

std::uint64_t Ground::commit() {
  edited = false;
  if (agents != nullptr) return agents->commit().sectors_rebuilt();
  const Commit commit = world->commit();
  std::uint64_t rebuilt = 0;
  for (const auto& hierarchy : hierarchies) rebuilt += hierarchy->apply(commit).sectors.size();
  return rebuilt;
}

portolan_stamp Ground::lay(const HostStamp& stamp) {
  PORTOLAN_ASSERT(stamp.lies != 0, "lay what shall lie");
  // The first free one, so that games which are saved and loaded give the same numbers.
  while (free_from < stamps.size() && stamps[free_from].lies != 0) ++free_from;
  if (free_from == stamps.size()) stamps.push_back({});
  const std::uint32_t slot = free_from;
  PORTOLAN_ASSERT(stamps[slot].lies == 0, "a slot that is taken is not taken again");
  const std::uint32_t generation = stamps[slot].generation + 1;
  for_each_cell(stamp.rect, [&](Cell c, std::size_t) { world->stamp(c, stamp.blocks, stamp.extra_cost); });
  stamps[slot] = stamp;
  stamps[slot].generation = generation;
  return number_of(StampId{slot, generation});
}

bool Ground::lift(portolan_stamp number) {
  const auto id = id_of<StampId>(number);
  if (id.slot >= stamps.size() || stamps[id.slot].generation != id.generation || stamps[id.slot].lies == 0)
    return false;
  HostStamp& stamp = stamps[id.slot];
  for_each_cell(stamp.rect, [&](Cell c, std::size_t) { world->stamp(c, -stamp.blocks, -stamp.extra_cost); });
  stamp.lies = 0;
  free_from = std::min(free_from, id.slot);
  return true;
}

void Ground::save(PartSink& sink) const {
  PORTOLAN_ASSERT(!edited, "edits take effect before a world is saved");
  PORTOLAN_ASSERT(hierarchies.size() == world->profile_count() && options.size() == hierarchies.size(),
                  "each profile has a hierarchy");
  sink.write_part<std::array<std::int32_t, 2>>(options);
  sink.write_part<HostStamp>(stamps);
  world->save_state(sink);
  for (const auto& hierarchy : hierarchies) hierarchy->save_state(sink);
}

std::shared_ptr<Ground> Ground::restore(StateReader& reader) {
  const auto options = reader.next_values<std::array<std::int32_t, 2>>();
  const auto stamps = reader.next_values<HostStamp>();
  if (!options || !stamps) return nullptr;
  std::optional<World> world = World::restore_state(reader);
  if (!world || world->profile_count() != options->size()) return nullptr;
  auto ground = std::make_shared<Ground>(std::move(*world));
  ground->stamps.assign(stamps->begin(), stamps->end());
  for (std::uint32_t i = 0; i < options->size(); ++i) {
    const std::array<std::int32_t, 2>& of = (*options)[i];
    auto hierarchy = Hierarchy::restore_state(*ground->world, ProfileId{i},
                                              {.sector_size = of[0], .levels = of[1]}, reader);
    if (!hierarchy) return nullptr;
    ground->keep(std::move(*hierarchy), of[0], of[1]);
  }
  return ground;
}

portolan_status check_rect(const World& world, const portolan_rect& rect, std::size_t values,
                           std::size_t size) {
  const Extent extent = world.extent();
  const bool inside = rect.x >= 0 && rect.y >= 0 && rect.width >= 0 && rect.height >= 0 &&
                      rect.width <= extent.width - rect.x && rect.height <= extent.height - rect.y &&
                      rect.layer >= 0 && rect.layer < extent.layers;
  if (!inside) {
    return fail(PORTOLAN_BAD_ARGUMENT,
                "rect (%d, %d) of %d by %d on layer %d is not inside the world of %d by %d by %d", rect.x,
                rect.y, rect.width, rect.height, rect.layer, extent.width, extent.height, extent.layers);
  }
  const std::size_t cells = static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height);
  if (size != cells * values) {
    return fail(PORTOLAN_WRONG_SIZE, "size is %zu: the rect has %zu cells", size, cells);
  }
  return PORTOLAN_OK;
}

portolan_status check_cell(const World& world, const portolan_cell& cell, const char* name) {
  if (world.contains(cell_of(cell))) return PORTOLAN_OK;
  const Extent extent = world.extent();
  return fail(PORTOLAN_BAD_ARGUMENT, "%s (%d, %d, layer %d) is outside the world of %d by %d by %d", name,
              cell.x, cell.y, cell.layer, extent.width, extent.height, extent.layers);
}

portolan_status check_profile(const Ground& ground, std::uint32_t profile) {
  if (ground.knows(profile)) return PORTOLAN_OK;
  return fail(PORTOLAN_BAD_ARGUMENT,
              "profile %u is not one of the world's, which has %u: portolan_add_profile adds one", profile,
              static_cast<unsigned>(ground.hierarchies.size()));
}

}  // namespace portolan::c
