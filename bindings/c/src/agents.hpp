// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "navigator.hpp"

namespace portolan::c {

/// The agents of a caller's array, each of which must live.
[[nodiscard]] portolan_status read_agents(const Crowd& crowd, const portolan_agent* agents, std::size_t count,
                                          std::vector<AgentId>& ids);
/// Calls `act` with these agents; where one is none, with nobody.
template <class Act>
portolan_status with_agents(const portolan_navigator* navigator, const portolan_agent* agents,
                            std::size_t count, const Act& act) {
  PORTOLAN_C_NEED(navigator);
  return guarded([&]() -> portolan_status {
    std::vector<AgentId> ids;
    PORTOLAN_C_TRY(read_agents(navigator->agents->crowd(), agents, count, ids));
    return guarded([&] { return act(ids); });
  });
}
[[nodiscard]] portolan_status check_positions(const float* xy, std::size_t count);
/// One that lives, which is in `id` then.
[[nodiscard]] portolan_status check_order(const portolan_navigator& navigator, portolan_order order,
                                          OrderId& id);

}  // namespace portolan::c
