// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>

#include <portolan/config/generate.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/hierarchy/path_finder.hpp>
#include <portolan/hierarchy/planner.hpp>

// The same question with every quality, and on hierarchies with sectors of several sizes.
int main() {
  auto world = portolan::generate_map({.kind = portolan::MapKind::caves, .width = 1024, .height = 1024});
  if (!world) return std::printf("%s\n", world.error().text().c_str()), 1;
  const portolan::ProfileId profile = world->add_profile(portolan::default_profile());
  world->commit();
  const portolan::PlanRequest request{.agents = {{100, 100}}, .goals = {{{900, 900}}}};
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };

  const portolan::Hierarchy hierarchy(*world, profile);
  portolan::Planner planner(hierarchy);
  portolan::PathFinder finder(hierarchy);
  std::printf("quality   sectors   path costs\n");
  for (const portolan::Quality quality : {portolan::Quality::path, portolan::Quality::widened,
                                          portolan::Quality::bounded, portolan::Quality::exact}) {
    portolan::PlanRequest asked = request;
    asked.quality = quality;
    const std::size_t sectors = planner.plan(asked).corridor.size();
    std::printf("%-10s%7zu %12llu\n", name(quality).data(), sectors,
                number(finder.find(asked).path.cost.units));
  }

  std::printf("\nsectors   portals   nodes opened   path costs\n");
  for (const int side : {8, 16, 32}) {
    const portolan::Hierarchy other(*world, profile, {.sector_size = side});
    portolan::PathFinder single(other);
    const portolan::FoundPath& found = single.find(request);
    std::printf("%7d %9u %14llu %12llu\n", side, other.graph().size(), number(found.nodes_opened),
                number(found.path.cost.units));
  }
}
