// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <span>

#include "ground.hpp"
#include "jobs.hpp"

using namespace portolan;
using namespace portolan::c;

namespace {

constexpr std::int32_t longest_side = 32768;
constexpr std::uint64_t most_cells = 1ULL << 30U;

portolan_status check_extent(const Extent& extent, const void* terrain, std::size_t size) {
  for (const std::int32_t side : {extent.width, extent.height, extent.layers}) {
    if (side < 1 || side > longest_side)
      return fail(PORTOLAN_BAD_ARGUMENT, "a world is 1 to %d cells wide, high and deep, not %d", longest_side,
                  side);
  }
  const std::uint64_t area =
      static_cast<std::uint64_t>(extent.width) * static_cast<std::uint64_t>(extent.height);
  if (area > most_cells / static_cast<std::uint64_t>(extent.layers)) {
    return fail(PORTOLAN_BAD_ARGUMENT, "a world has at most %llu cells",
                static_cast<unsigned long long>(most_cells));
  }
  if (terrain != nullptr && size != extent.cell_count()) {
    return fail(PORTOLAN_WRONG_SIZE, "size is %zu: the world has %zu cells", size, extent.cell_count());
  }
  return PORTOLAN_OK;
}

void set_rect(World& world, const portolan_rect& rect, const std::uint8_t* values) {
  const auto width = static_cast<std::size_t>(rect.width);
  if (width == 0) return;
  for (std::int32_t row = 0; row < rect.height; ++row) {
    const std::span<const TerrainId> run(values + static_cast<std::size_t>(row) * width, width);
    world.set_terrain_run({rect.x, rect.y + row, rect.layer}, run);
  }
}

portolan_status read_profile(const portolan_profile_spec& spec, Profile& profile) {
  if (spec.clearance < 0 || spec.clearance > 32)
    return fail(PORTOLAN_BAD_ARGUMENT, "a clearance is 1 to 32 cells, not %d", spec.clearance);
  profile.clearance = spec.clearance == 0 ? 1 : spec.clearance;
  if (spec.costs == nullptr) return PORTOLAN_OK;
  for (std::size_t i = 0; i < profile.cost.size(); ++i) {
    if (spec.costs[i] == 0)
      return fail(PORTOLAN_BAD_ARGUMENT, "cost of terrain %zu is 0: it is 1 to 254, or 255 for impassable",
                  i);
    profile.cost[i] = spec.costs[i];
  }
  return PORTOLAN_OK;
}

portolan_status read_options(const portolan_profile_spec& spec, HierarchyOptions& options) {
  const std::int32_t side = spec.sector_size == 0 ? 32 : spec.sector_size;
  if (side != 8 && side != 16 && side != 32)
    return fail(PORTOLAN_BAD_ARGUMENT, "a sector has 8, 16 or 32 cells a side, not %d", side);
  if (spec.levels < 0 || spec.levels > 3)
    return fail(PORTOLAN_BAD_ARGUMENT, "there are 1 to 3 levels, not %d", spec.levels);
  options.sector_size = side;
  options.levels = spec.levels;
  return PORTOLAN_OK;
}

}  // namespace

portolan_world* portolan_world_create(int32_t width, int32_t height, int32_t layers, const uint8_t* terrain,
                                      size_t size) {
  return making<portolan_world>([&]() -> portolan_world* {
    const Extent extent{width, height, layers};
    if (check_extent(extent, terrain, size) != PORTOLAN_OK) return nullptr;
    World world(extent);
    for (std::int32_t layer = 0; layer < layers && terrain != nullptr; ++layer) {
      set_rect(world, {0, 0, width, height, layer}, terrain + extent.index({0, 0, layer}));
    }
    world.commit();
    return new portolan_world{std::make_shared<Ground>(std::move(world))};
  });
}

void portolan_world_destroy(portolan_world* world) {
  if (world != nullptr && world->is_part) {
    fail(PORTOLAN_BAD_ARGUMENT, "the world is of portolan_navigator_world, and goes with its navigator");
    return;
  }
  delete world;
}

portolan_status portolan_world_size(const portolan_world* world, int32_t* width, int32_t* height,
                                    int32_t* layers) {
  PORTOLAN_C_NEED(world);
  const Extent extent = world->ground->world->extent();
  if (width != nullptr) *width = extent.width;
  if (height != nullptr) *height = extent.height;
  if (layers != nullptr) *layers = extent.layers;
  return PORTOLAN_OK;
}

portolan_status portolan_set_terrain(portolan_world* world, portolan_rect rect, const uint8_t* values,
                                     size_t size) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(values);
  PORTOLAN_C_TRY(check_rect(*world->ground->world, rect, 1, size));
  return guarded([&] {
    world->ground->edited = true;
    set_rect(*world->ground->world, rect, values);
  });
}

portolan_status portolan_fill_terrain(portolan_world* world, portolan_rect rect, uint8_t value) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_TRY(check_rect(*world->ground->world, rect, 0, 0));
  return guarded([&] {
    world->ground->edited = true;
    for_each_cell(rect, [&](Cell c, std::size_t) { world->ground->world->set_terrain(c, value); });
  });
}

portolan_status portolan_read_terrain(const portolan_world* world, portolan_rect rect, uint8_t* values,
                                      size_t size) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(values);
  PORTOLAN_C_TRY(check_rect(*world->ground->world, rect, 1, size));
  for_each_cell(rect, [&](Cell c, std::size_t i) { values[i] = world->ground->world->terrain(c); });
  return PORTOLAN_OK;
}

portolan_status portolan_lay_stamp(portolan_world* world, portolan_rect rect, int32_t blocks,
                                   int32_t extra_cost, portolan_stamp* stamp) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(stamp);
  PORTOLAN_C_TRY(check_rect(*world->ground->world, rect, 0, 0));
  if (extra_cost < 0 || extra_cost > 253)
    return fail(PORTOLAN_BAD_ARGUMENT, "extra_cost is 0 to 253, not %d", extra_cost);
  return guarded([&] {
    world->ground->edited = true;
    *stamp = world->ground->lay({rect, blocks != 0 ? 1 : 0, extra_cost, 0, 1});
  });
}

portolan_status portolan_lift_stamp(portolan_world* world, portolan_stamp stamp) {
  PORTOLAN_C_NEED(world);
  return guarded([&] {
    if (!world->ground->lift(stamp))
      return fail(PORTOLAN_BAD_ARGUMENT, "the stamp lies no more, or never did");
    world->ground->edited = true;
    return portolan_status{PORTOLAN_OK};
  });
}

portolan_status portolan_add_link(portolan_world* world, portolan_cell from, portolan_cell to, uint32_t cost,
                                  uint32_t* link) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_TRY(check_cell(*world->ground->world, from, "from"));
  PORTOLAN_C_TRY(check_cell(*world->ground->world, to, "to"));
  if (cost == 0) return fail(PORTOLAN_BAD_ARGUMENT, "a link must cost something: 24 units are one step");
  return guarded([&] {
    world->ground->edited = true;
    const LinkId id = world->ground->world->add_link({cell_of(from), cell_of(to), cost});
    if (link != nullptr) *link = id.value;
  });
}

portolan_status portolan_remove_link(portolan_world* world, uint32_t link) {
  PORTOLAN_C_NEED(world);
  if (!world->ground->world->has_link(LinkId{link}))
    return fail(PORTOLAN_BAD_ARGUMENT, "link %u is none, or none any more", link);
  return guarded([&] {
    world->ground->edited = true;
    world->ground->world->remove_link(LinkId{link});
  });
}

portolan_status portolan_commit(portolan_world* world, uint64_t* sectors) {
  PORTOLAN_C_NEED(world);
  return guarded([&] {
    const std::uint64_t rebuilt = world->ground->commit();
    if (sectors != nullptr) *sectors = rebuilt;
  });
}

portolan_status portolan_add_profile(portolan_world* world, const portolan_profile_spec* spec,
                                     uint32_t* profile) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(profile);
  portolan_profile_spec given;
  HostJobs jobs;
  Profile taken;
  HierarchyOptions options;
  PORTOLAN_C_TRY(read_struct(spec, "portolan_profile_spec", given));
  PORTOLAN_C_TRY(jobs.take(given.jobs));
  PORTOLAN_C_TRY(read_profile(given, taken));
  PORTOLAN_C_TRY(read_options(given, options));
  if (world->ground->keeps_moments)
    return fail(PORTOLAN_REFUSED, "profiles are added before the first moment is kept");
  options.executor = jobs.executor();
  return guarded([&] {
    Ground& ground = *world->ground;
    ground.commit();  // a hierarchy is of the world as it is
    const ProfileId id = ground.world->add_profile(taken);
    ground.add_hierarchy(id, options);
    *profile = id.value;
  });
}

uint32_t portolan_profile_count(const portolan_world* world) {
  return world == nullptr ? 0 : static_cast<uint32_t>(world->ground->hierarchies.size());
}
