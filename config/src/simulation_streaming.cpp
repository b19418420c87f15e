// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// What a tick does in place of dispatching where the world is streamed.
#include "simulation_streaming.hpp"

#include <algorithm>
#include <string>

#include <portolan/core/tile_grid.hpp>

#include "simulation_state.hpp"

namespace portolan {

std::uint32_t detail::most_resident_blocks(const ScenarioStreaming& wanted, const Extent& extent) {
  return static_cast<std::uint32_t>(wanted.resident * TileGrid(extent).tile_count());
}

// Cells of the agents that are on the map or about to be; the others' places in the list stay.
void Simulation::State::list_cells(const Group& group, std::vector<Cell>& cells) const {
  cells.clear();
  for (const AgentId m : group.agents) {
    const bool there = group.started && crowd.state(m) != AgentState::gone;
    cells.push_back(there ? crowd.cell(m) : Cell{-1, -1, -1});
  }
}

void Simulation::State::stream_groups() {
  detail::SimulationStreaming& s = *streaming;
  s.stream.begin_tick();
  std::uint32_t phases = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    list_cells(groups[g], s.cells);
    s.orders[g]->look(s.cells);
    phases = std::max(phases, s.orders[g]->phases());
  }
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    for (const auto& order : s.orders) order->ask(s.stream, phase);
  }
  const double begin = now();
  s.stream.serve();
  const double served = now();
  s.sums.load_seconds += served - begin;
  s.sums.most_world_bytes = std::max<std::uint64_t>(s.sums.most_world_bytes, world.memory_bytes());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Group& group = groups[g];
    const bool first = !s.orders[g]->planned();
    s.orders[g]->update(s.stream, grounds[group.profile.value]->planner);
    if (!s.orders[g]->planned()) continue;
    if (first) note_optimum(group, s.orders[g]->field());
    group.guide.follow(&s.orders[g]->field(), false);
    crowd.group(group.id).guide = &group.guide;
  }
  sums.field_seconds += now() - served;
  count_waits();
}

void Simulation::State::count_waits() {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const StreamedOrder& order = *streaming->orders[g];
    if (!groups[g].started) continue;
    for (const AgentId m : groups[g].agents) {
      const AgentState state = crowd.state(m);
      if (!order.planned() && (state == AgentState::moving || state == AgentState::waiting)) {
        ++streaming->sums.start_waits;
      } else if (state == AgentState::moving && order.waits(crowd.cell(m))) {
        ++streaming->sums.waits;
      }
    }
  }
}

std::optional<Error> Simulation::State::fault() const {
  if (saved != nullptr) {
    if (auto found = saved->fault()) return found;
  }
  if (streaming == nullptr || !streaming->stream.first_failure()) return std::nullopt;
  const Rect box = TileGrid(world.extent()).bounds({*streaming->stream.first_failure()});
  return Error{scenario.file, 0, 0, "streaming",
               "the sector at [" + std::to_string(box.x) + ", " + std::to_string(box.y) + ", " +
                   std::to_string(box.layer) + "] cannot be loaded; the run ended there"};
}

StreamingReport Simulation::State::streaming_report() const {
  if (streaming == nullptr) return {};
  StreamingReport r = streaming->sums;
  const SectorStreamReport& stream = streaming->stream.report();
  const TileGrid blocks(world.extent());
  r.streamed = true;
  r.resident_share_max = static_cast<double>(stream.most_resident) / blocks.tile_count();
  r.sector_loads = stream.loads;
  r.sector_unloads = stream.unloads;
  r.loads_for_edits = stream.loads_for_edits;
  r.most_loads_in_a_tick = stream.most_loads_in_a_tick;
  return r;
}

}  // namespace portolan
