// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include <portolan/core/profile.hpp>
#include <portolan/dynamic/navigator.hpp>
#include <portolan/hierarchy/path_finder.hpp>

// Four players share one map, and each has a gate of his own in the wall across it. One hierarchy lends its
// bounds to those of all players.
int main() {
  constexpr int side = 512, players = 4, wall_row = 256;
  constexpr portolan::TerrainId grass = 0, wall = 1, first_gate = 2;
  portolan::World world({.width = side, .height = side});
  for (int x = 0; x < side; ++x) world.set_terrain({x, wall_row}, wall);
  const auto gate = [](int player) { return portolan::Cell{64 + 128 * player, wall_row}; };
  const auto gate_of = [](int player) { return static_cast<portolan::TerrainId>(first_gate + player); };
  for (int p = 0; p < players; ++p) world.set_terrain(gate(p), gate_of(p));

  std::vector<portolan::Profile> kinds;
  for (int p = 0; p < players; ++p) {
    portolan::Profile kind{.name = "player " + std::to_string(p)};
    kind.cost[wall] = portolan::impassable;
    for (int q = 0; q < players; ++q) {
      if (q != p) kind.cost[gate_of(q)] = portolan::impassable;
    }
    kinds.push_back(kind);
  }
  const portolan::ProfileId all = world.add_profile(portolan::cheapest_of(kinds));
  std::vector<portolan::ProfileId> ids;
  for (const portolan::Profile& kind : kinds) ids.push_back(world.add_profile(kind));
  world.commit();

  // The lender first: a navigator takes changes in with those who were added first before the others.
  portolan::Hierarchy lender(world, all, {.lends_to = ids});
  std::deque<portolan::Hierarchy> borrowers;
  portolan::Navigator navigator(world);
  navigator.add(lender);
  for (const portolan::ProfileId id : ids)
    navigator.add(borrowers.emplace_back(world, id, portolan::HierarchyOptions{.bounds_from = &lender}));

  const auto tell = [&](const char* when) {
    std::printf("%s\n", when);
    for (const portolan::Hierarchy& hierarchy : borrowers) {
      portolan::PathFinder finder(hierarchy);
      const portolan::FoundPath& found = finder.find({.agents = {{20, 20}}, .goals = {{{20, 500}}}});
      std::printf("  %s walks %.0f cells\n", world.profile(hierarchy.profile()).name.c_str(),
                  static_cast<double>(found.path.cost.units) / portolan::straight_factor / 2);
    }
  };
  tell("each by a gate of its own");
  world.set_terrain(gate(0), grass);
  navigator.commit();
  tell("the first gate is open to all");
  const portolan::Hierarchy alone(world, ids[0]);
  std::printf("lent bounds save more than half of the memory: %s\n",
              2 * borrowers[0].memory_bytes() < alone.memory_bytes() ? "yes" : "no");
}
