// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/field_guide.hpp>
#include <portolan/dynamic/navigator.hpp>

// Sixty soldiers march to a flag. A gate closes before them, then the flag moves.
int main() {
  portolan::World world({.width = 128, .height = 96});
  constexpr portolan::TerrainId wall = 1;
  for (int y = 0; y < 96; ++y) {
    if ((y < 20 || y > 23) && (y < 70 || y > 73)) world.set_terrain({64, y}, wall);  // two gates
  }
  portolan::Profile soldier;
  soldier.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(soldier);
  world.commit();
  portolan::Hierarchy hierarchy(world, profile);

  portolan::FieldGuide guide;
  portolan::Crowd crowd;
  const portolan::CrowdGroupId squad = crowd.add_group({world.view(profile), &guide, {{{110, 20}}}, {}});
  std::vector<std::uint32_t> soldiers;
  for (int i = 0; i < 60; ++i) {
    const portolan::Vec2 at{20.0F + static_cast<float>(i % 10), 20.0F + static_cast<float>(i / 10)};
    soldiers.push_back(crowd.add({.position = at, .group = squad}).slot);
  }
  portolan::Navigator navigator(world);
  navigator.add(hierarchy);
  const portolan::OrderId march = navigator.give({.profile = profile, .places = {{110, 20}}}, soldiers);

  for (int tick = 0; tick < 1200; ++tick) {
    if (tick == 100) {  // the game changes the world, and gives commands
      for (int y = 20; y <= 23; ++y) world.stamp({64, y}, 1);
    }
    if (tick == 400) {
      navigator.set_places(march, std::vector<portolan::Cell>{{110, 80}});
      crowd.group(squad).goals = {{{110, 80}}};
    }

    if (!navigator.commit().empty()) {  // edits take effect; nobody stays under a building
      crowd.push_out([&](auto, portolan::Cell c) { return world.terrain(c) != wall; });
    }
    for (const std::uint32_t slot : soldiers) navigator.place(slot, crowd.cell(crowd.agent(slot)));
    navigator.work(120);  // about a millisecond
    for (const portolan::OrderEvent& event : navigator.events()) {
      if (event.kind == portolan::OrderEvent::Kind::path_found)
        std::printf("tick %d: there is a path\n", tick);
      if (event.kind == portolan::OrderEvent::Kind::lost)
        std::printf("tick %d: %u is lost\n", tick, event.agent);
    }
    const portolan::CorridorField& field = navigator.field(march);
    guide.follow(&field.field(), field.stale());
    crowd.step(0.05F);
  }
  std::printf("%zu of %zu have arrived\n", crowd.count(portolan::AgentState::gone), soldiers.size());
}
