// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <portolan/simulation/simulation.hpp>

namespace portolan::test {

/// Asks agents' guides for ways from all over the world, as a replay or a picture does: for
/// `SimulationHooks::on_tick`. Nothing may change by it.
inline bool look_on(const Simulation& simulation) {
  constexpr std::size_t apart = 3;  // cells, and no divisor of most widths
  const Crowd& crowd = simulation.crowd();
  const Extent extent = simulation.world().extent();
  for (std::size_t k = 0; k < extent.cell_count() && crowd.size() > 0; k += apart) {
    const Guide* const guide = crowd.guide(crowd.agent(k / apart % crowd.size()));
    const Cell c = extent.cell(k);
    if (guide != nullptr) (void)guide->course(centre_of(c), c.layer);
  }
  return true;
}

}  // namespace portolan::test
