// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cstdio>

#include <portolan/config/generate.hpp>
#include <portolan/config/saved_world.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/hierarchy/planner.hpp>

int main() {
  const portolan::HierarchyOptions options;
  const portolan::PlanRequest request{.agents = {{100, 100}}, .goals = {{{900, 900}}}};
  const char* file = "caves.portolan";

  // When the game is built: make the map and its hierarchy, and save both.
  {
    portolan::Result<portolan::World> world =
        portolan::generate_map({.kind = portolan::MapKind::caves, .width = 1024, .height = 1024, .seed = 7});
    if (!world) return std::printf("%s\n", world.error().text().c_str()), 1;
    const portolan::ProfileId walker = world->add_profile(portolan::default_profile());
    world->commit();
    const portolan::Hierarchy hierarchy(*world, walker, options);
    const std::array saved{&hierarchy};
    if (const auto error = save_world(*world, saved, file)) {
      return std::printf("%s\n", error->text().c_str()), 1;
    }
    portolan::Planner planner(hierarchy);
    std::printf("made:   cost %llu\n", static_cast<unsigned long long>(planner.plan(request).cost.units));
  }

  // When the game is played: open the file. Pages are read when they are needed.
  portolan::Result<portolan::SavedWorld> saved = portolan::SavedWorld::open(file);
  if (!saved) return std::printf("%s\n", saved.error().text().c_str()), 1;
  portolan::Result<portolan::World> world = saved->world();
  if (!world) return std::printf("%s\n", world.error().text().c_str()), 1;
  const auto hierarchy = saved->hierarchy(*world, portolan::ProfileId{0}, options);
  if (!hierarchy) return std::printf("no hierarchy with these options\n"), 1;
  portolan::Planner planner(*hierarchy);
  std::printf("opened: cost %llu\n", static_cast<unsigned long long>(planner.plan(request).cost.units));
  if (const auto fault = saved->fault()) return std::printf("%s\n", fault->text().c_str()), 1;
}
