// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "navigator.hpp"

namespace portolan::c {

/// The agents of a caller's array, each of which must live.
[[nodiscard]] portolan_status read_agents(const Crowd& crowd, const portolan_agent* agents, std::size_t count,
                                          std::vector<AgentId>& ids);
[[nodiscard]] portolan_status check_positions(const float* xy, std::size_t count);

}  // namespace portolan::c
