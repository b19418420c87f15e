// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <utility>
#include <vector>

#include <portolan/config/saved_world.hpp>

#include "ground.hpp"

using namespace portolan;
using namespace portolan::c;

namespace {

portolan_status tell(const Error& error) { return fail(PORTOLAN_REFUSED, "%s", error.text().c_str()); }

// As it was saved; the file does not tell with which options, so that those of portolan_profile_spec are
// tried.
void open_hierarchy(const SavedWorld& saved, Ground& ground, ProfileId profile) {
  for (const int side : {32, 16, 8}) {
    for (const int levels : {0, 1, 2, 3}) {
      auto found = saved.hierarchy(*ground.world, profile, {.sector_size = side, .levels = levels});
      if (found) return ground.keep(std::move(*found), side, levels);
    }
  }
  ground.add_hierarchy(profile, {});
}

}  // namespace

portolan_status portolan_world_save(const portolan_world* world, const char* file) {
  PORTOLAN_C_NEED(world);
  PORTOLAN_C_NEED(file);
  return guarded([&]() -> portolan_status {
    const Ground& ground = *world->ground;
    std::vector<const Hierarchy*> hierarchies;
    for (const auto& hierarchy : ground.hierarchies) hierarchies.push_back(hierarchy.get());
    if (ground.world->unsettled())
      return fail(PORTOLAN_REFUSED,
                  "a stamp lies, or edits wait: such a world is saved with its game, by portolan_save");
    if (const auto error = save_world(*ground.world, hierarchies, file)) return tell(*error);
    return PORTOLAN_OK;
  });
}

portolan_world* portolan_world_open(const char* file) {
  return making<portolan_world>([&]() -> portolan_world* {
    if (file == nullptr) return static_cast<void>(fail_null("file")), nullptr;
    const Result<SavedWorld> saved = SavedWorld::open(file);
    if (!saved.ok()) return static_cast<void>(tell(saved.error())), nullptr;
    Result<World> world = saved.value().world();
    if (!world.ok()) return static_cast<void>(tell(world.error())), nullptr;
    auto ground = std::make_shared<Ground>(std::move(*world));
    for (std::uint32_t i = 0; i < ground->world->profile_count(); ++i) {
      open_hierarchy(saved.value(), *ground, ProfileId{i});
    }
    if (const auto fault = saved.value().fault()) return static_cast<void>(tell(*fault)), nullptr;
    return new portolan_world{std::move(ground)};
  });
}
