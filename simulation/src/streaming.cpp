// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "streaming.hpp"

#include <algorithm>
#include <string>

#include <portolan/core/tile_grid.hpp>
#include <portolan/simulation/detail/placement.hpp>

namespace portolan {

std::uint32_t resident_sectors(const detail::StreamingOptions& streaming, const Extent& extent) {
  return static_cast<std::uint32_t>(streaming.resident * TileGrid(extent).tile_count());
}

namespace detail {

StreamedLand::StreamedLand(World& world, const detail::StreamingOptions& wanted)
    : world_(&world),
      stream_(world, resident_sectors(wanted, world.extent()),
              static_cast<std::uint32_t>(wanted.loads_per_tick)) {}

// What everyone stands on comes before what lies ahead of anyone.
void StreamedLand::serve(const std::function<double()>& clock) {
  stream_.begin_tick();
  std::uint32_t phases = 0;
  for (const StreamedOrder* order : orders_) phases = std::max(phases, order->phases());
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    for (const StreamedOrder* order : orders_) order->ask(stream_, phase);
  }
  const double begin = clock ? clock() : 0;
  stream_.serve();
  load_seconds_ += (clock ? clock() : 0) - begin;
}

void StreamedLand::report(SimulationReport& all) const {
  all.streaming = stream_.report();
  all.contacts.waits = waits_;
  all.contacts.start_waits = start_waits_;
  all.seconds.load = load_seconds_;
}

std::optional<Error> StreamedLand::fault(const std::string& file) const {
  if (!stream_.first_failure()) return std::nullopt;
  const Rect box = TileGrid(world_->extent()).bounds({*stream_.first_failure()});
  return Error{file, 0, 0, "streaming",
               "the sector at [" + std::to_string(box.x) + ", " + std::to_string(box.y) + ", " +
                   std::to_string(box.layer) + "] cannot be loaded; the run ended there"};
}

}  // namespace detail
}  // namespace portolan
