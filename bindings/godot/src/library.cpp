// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "binding.hpp"
#include "classes.hpp"

/// What Godot calls when it opens the library.
namespace {

using namespace portolan::godot;

/// The table of a version in a chain of them, or null.
const Api* version_of(const Api* api, unsigned major, unsigned minor) {
  while (api != nullptr && (api->major != major || api->minor != minor)) api = api->next;
  return api;
}

void find_tables(const CoreApi* tables) {
  constexpr unsigned core_type = 0, script_type = 1;
  if (tables->type != core_type || tables->major != 1 || tables->minor != 0) return;
  for (unsigned i = 0; i < tables->extension_count; ++i) {
    const Api* api = tables->extensions[i];
    if (api->type != script_type) continue;
    script = static_cast<const ScriptApi<6>*>(version_of(api, 1, 0));
    script_more = static_cast<const ScriptApi<13>*>(version_of(api, 1, 1));
  }
  if (script != nullptr && script_more != nullptr) core = tables;
}

}  // namespace

#define PORTOLAN_GODOT extern "C" __attribute__((visibility("default"))) void

PORTOLAN_GODOT portolan_gdnative_init(InitOptions* options) {
  find_tables(options->core);
  if (core == nullptr) {
    options->report_loading_error(
        options->library, "Portolan needs GDNative 1.0 and NativeScript 1.1: Godot 3.1 or later, not 4");
  } else if (portolan_abi() != PORTOLAN_ABI) {
    options->report_loading_error(options->library, "libportolan is of another version than its addon");
    core = nullptr;
  }
}
PORTOLAN_GODOT portolan_gdnative_terminate(void*) { core = nullptr; }

PORTOLAN_GODOT portolan_nativescript_init(void* library) {
  if (core == nullptr) return;
  Class<World>(library, "World")
      .add<&World::create>("create")
      .add<&World::set_terrain>("set_terrain")
      .add<&World::fill>("fill")
      .add<&World::terrain>("terrain")
      .add<&World::lay_stamp>("lay_stamp")
      .add<&World::lift_stamp>("lift_stamp")
      .add<&World::add_link>("add_link")
      .add<&World::remove_link>("remove_link")
      .add<&World::commit>("commit")
      .add<&World::add_profile>("add_profile")
      .add<&World::costs>("costs")
      .add<&World::portals>("portals")
      .add<&World::can_reach>("can_reach")
      .add<&World::look>("look");
  Class<PathFinder>(library, "PathFinder").add<&PathFinder::create>("create").add<&PathFinder::find>("find");
  Class<Navigator>(library, "Navigator")
      .add<&Navigator::create>("create")
      .add<&Navigator::add_agents>("add_agents")
      .add<&Navigator::remove_agents>("remove_agents")
      .add<&Navigator::put_agents>("put_agents")
      .add<&Navigator::positions>("positions")
      .add<&Navigator::velocities>("velocities")
      .add<&Navigator::states>("states")
      .add<&Navigator::count>("count")
      .add<&Navigator::hash>("hash")
      .add<&Navigator::give>("give")
      .add<&Navigator::set_places>("set_places")
      .add<&Navigator::join>("join")
      .add<&Navigator::stop>("stop")
      .add<&Navigator::alive>("alive")
      .add<&Navigator::tick>("tick")
      .add<&Navigator::finish>("finish")
      .add<&Navigator::events>("events")
      .add<&Navigator::field>("field")
      .add<&Navigator::headings>("headings")
      .add<&Navigator::corridor>("corridor")
      .add<&Navigator::save>("save")
      .add<&Navigator::restore>("restore");
}
