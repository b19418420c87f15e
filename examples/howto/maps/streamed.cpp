// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <array>
#include <cstdio>
#include <vector>

#include <portolan/config/generate.hpp>
#include <portolan/config/saved_world.hpp>
#include <portolan/config/terrain.hpp>
#include <portolan/core/path.hpp>
#include <portolan/dynamic/streamed_order.hpp>

// One agent crosses a world of which a twentieth is in memory.
int main() {
  {  // in the tool chain: make the world and its hierarchy, and save them
    auto whole = portolan::generate_map({.kind = portolan::MapKind::caves, .width = 1024, .height = 1024});
    whole->add_profile(portolan::default_profile());
    whole->commit();
    const portolan::Hierarchy hierarchy(*whole, portolan::ProfileId{0});
    if (save_world(*whole, std::array{&hierarchy}, "caves.portolan")) return 1;
  }

  // In the game: the portal graph is there as a whole, the land comes block by block.
  const auto saved = portolan::SavedWorld::open("caves.portolan");
  if (!saved) return std::printf("%s\n", saved.error().text().c_str()), 1;
  auto world = saved->streamed_world(saved->profiles());
  const auto hierarchy = saved->hierarchy(*world, portolan::ProfileId{0}, {});
  portolan::Planner planner(*hierarchy);
  portolan::SectorStream stream(*world, 1024 / 20);  // blocks of 32 by 32 cells, one load per tick
  portolan::StreamedOrder order(*world, *hierarchy, {{{900, 900}}});

  std::vector<portolan::Cell> agents{{100, 100}};
  int ticks = 0, waited = 0;
  for (bool arrived = false; !arrived && ticks < 10'000; ++ticks) {
    stream.begin_tick();
    order.look(agents);
    for (std::uint32_t phase = 0; phase < order.phases(); ++phase) order.ask(stream, phase);
    stream.serve();
    order.update(stream, planner);

    if (!order.planned() || order.waits(agents[0])) {
      ++waited;
    } else if (const auto next = next_cell(order.field(), hierarchy->grid(), agents[0])) {
      arrived = *next == agents[0];
      agents[0] = *next;
    }
  }
  std::printf("at (%d, %d) after %d ticks, of which it waited %d for land\n", agents[0].x, agents[0].y, ticks,
              waited);
  std::printf("%llu blocks loaded, at most %u of 1024 in memory at a time\n",
              static_cast<unsigned long long>(stream.report().loads), stream.report().most_resident);
}
