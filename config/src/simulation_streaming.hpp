// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <portolan/config/scenario.hpp>
#include <portolan/config/simulation.hpp>
#include <portolan/dynamic/sector_stream.hpp>
#include <portolan/dynamic/streamed_order.hpp>

namespace portolan::detail {

/// What a simulation of a streamed world has besides: who loads, and an order per group in place of those
/// that need all land in memory.
struct SimulationStreaming {
  SimulationStreaming(World& world, std::uint32_t most_resident, std::uint32_t loads_per_tick)
      : stream(world, {most_resident, loads_per_tick}) {}

  SectorStream stream;
  std::vector<std::unique_ptr<StreamedOrder>> orders;  ///< by group
  std::vector<Cell> cells;                             ///< scratch: of a group's agents
  StreamingReport sums;                                ///< what is counted on the way
};

/// Blocks that may be in memory at a time.
[[nodiscard]] std::uint32_t most_resident_blocks(const ScenarioStreaming& wanted, const Extent& extent);

}  // namespace portolan::detail
