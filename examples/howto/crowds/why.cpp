// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <vector>

#include <portolan/simulation/ordered_crowd.hpp>

// A player clicks a unit: why does it stand?
void click(portolan::OrderedCrowd& game, portolan::AgentId unit) {
  const portolan::Stop stop = game.why(unit);
  const bool walks = stop.reason == portolan::StopReason::none;
  const auto reason = static_cast<std::size_t>(stop.reason);
  std::printf("  unit %u: %s", unit.slot, walks ? "walks" : portolan::stop_reason_names[reason].data());
  if (stop.agent.slot != portolan::Stop::nobody) std::printf(" (unit %u)", stop.agent.slot);
  if (stop.at.x >= 0) std::printf(" (cell %d, %d)", stop.at.x, stop.at.y);
  std::printf("\n");
}

// Three units go through a gate, on a road one cell wide.
int main() {
  portolan::World world({.width = 32, .height = 9});
  constexpr portolan::TerrainId wall = 1;
  constexpr portolan::Cell gate{12, 4};
  for (int x = gate.x; x < 20; ++x) {
    for (int y = 0; y < 9; ++y) {
      if (y != gate.y) world.set_terrain({x, y}, wall);
    }
  }
  portolan::Profile soldier;
  soldier.cost[wall] = portolan::impassable;
  const portolan::ProfileId profile = world.add_profile(soldier);
  world.stamp(gate, 1);  // it is shut
  world.commit();

  portolan::OrderedCrowd game{portolan::Navigator(std::move(world), {})};
  game.manner(profile).avoidance = portolan::Avoidance::reciprocal;
  std::vector<portolan::AgentId> units;
  for (const float x : {8.5F, 6.5F, 4.5F}) units.push_back(game.add(profile, {.position = {x, 4.5F}}));
  const auto play = [&](int ticks) {
    for (; ticks > 0; --ticks) {
      game.commit();
      game.work(100);
      game.step(0.05F);
    }
    for (const portolan::AgentId unit : units) click(game, unit);
  };

  std::printf("nobody has told them anything\n");
  play(20);
  std::printf("they go to the other side\n");
  game.give({.profile = profile, .places = {{26, 4}}}, units);
  play(100);
  std::printf("the gate opens\n");
  game.world().stamp(gate, -1);
  play(20);
  std::printf("the first of them is told to hold\n");
  game.crowd().set_holds(units.front(), true);
  play(60);
  std::printf("it goes on\n");
  game.crowd().set_holds(units.front(), false);
  play(200);
}
