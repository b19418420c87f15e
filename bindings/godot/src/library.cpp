// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "binding.hpp"
#include "navigator.hpp"

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
  register_type<World>(library, "World");
  register_methods<&World::create, &World::set_terrain, &World::fill, &World::terrain, &World::lay_stamp,
                   &World::lift_stamp, &World::add_link, &World::remove_link, &World::commit,
                   &World::add_profile, &World::costs, &World::portals, &World::can_reach, &World::look>(
      library, "World",
      {"create", "set_terrain", "fill", "terrain", "lay_stamp", "lift_stamp", "add_link", "remove_link",
       "commit", "add_profile", "costs", "portals", "can_reach", "look"});
  register_type<PathFinder>(library, "PathFinder");
  register_methods<&PathFinder::create, &PathFinder::find>(library, "PathFinder", {"create", "find"});
  register_type<Navigator>(library, "Navigator");
  register_methods<&Navigator::create, &Navigator::add_agents, &Navigator::has_room,
                   &Navigator::remove_agents, &Navigator::put_agents, &Navigator::set_holds,
                   &Navigator::set_max_speed, &Navigator::set_radius, &Navigator::set_mass,
                   &Navigator::set_team, &Navigator::set_acceleration, &Navigator::set_turn_rate,
                   &Navigator::set_priority, &Navigator::set_agent_places, &Navigator::set_focus>(
      library, "Navigator",
      {"create", "add_agents", "has_room", "remove_agents", "put_agents", "set_holds", "set_max_speed",
       "set_radius", "set_mass", "set_team", "set_acceleration", "set_turn_rate", "set_priority",
       "set_agent_places", "set_focus"});
  register_methods<&Navigator::positions, &Navigator::velocities, &Navigator::states, &Navigator::shown,
                   &Navigator::facings, &Navigator::walked, &Navigator::paces, &Navigator::specs,
                   &Navigator::agent_places, &Navigator::why, &Navigator::layers, &Navigator::orders,
                   &Navigator::agent_alive, &Navigator::count, &Navigator::hash>(
      library, "Navigator",
      {"positions", "velocities", "states", "shown", "facings", "walked", "paces", "specs", "agent_places",
       "why", "layers", "orders", "agent_alive", "count", "hash"});
  register_methods<&Navigator::give, &Navigator::set_places, &Navigator::set_steering, &Navigator::set_leader,
                   &Navigator::set_steering_target, &Navigator::join, &Navigator::stop,
                   &Navigator::remove_order, &Navigator::pause, &Navigator::alive, &Navigator::tick,
                   &Navigator::finish, &Navigator::events, &Navigator::field, &Navigator::headings,
                   &Navigator::corridor, &Navigator::save, &Navigator::restore, &Navigator::keep,
                   &Navigator::go_back, &Navigator::forget_before>(
      library, "Navigator",
      {"give",         "set_places", "set_steering", "set_leader", "set_steering_target",
       "join",         "stop",       "remove_order", "pause",      "alive",
       "tick",         "finish",     "events",       "field",      "headings",
       "corridor",     "save",       "restore",      "keep",       "go_back",
       "forget_before"});
}
