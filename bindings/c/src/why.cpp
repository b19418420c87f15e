// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/simulation/stop.hpp>

#include "agents.hpp"

using namespace portolan;
using namespace portolan::c;

namespace {

constexpr std::size_t last_reason = static_cast<std::size_t>(StopReason::unknown);
// A new reason gets the next number in portolan/why.h, and moves no other.
static_assert(last_reason == PORTOLAN_WHY_HOLDS + 1);

std::uint32_t code_of(StopReason reason) {
  return reason == StopReason::unknown ? std::uint32_t{PORTOLAN_WHY_UNKNOWN}
                                       : static_cast<std::uint32_t>(reason);
}

}  // namespace

portolan_status portolan_why(portolan_navigator* navigator, portolan_agent agent,
                             portolan_why_answer* answer) {
  PORTOLAN_C_NEED(navigator);
  PORTOLAN_C_NEED(answer);
  const auto id = id_of<AgentId>(agent);
  OrderedCrowd& all = *navigator->agents;
  if (!all.crowd().alive(id))
    return fail(PORTOLAN_BAD_ARGUMENT, "agent is none of this navigator, or was removed");
  return guarded([&] {
    const Stop stop = all.why(id);
    const portolan_agent other = all.crowd().alive(stop.agent) ? number_of(stop.agent) : 0;
    *answer = {other, cell_of(stop.at), code_of(stop.reason)};
  });
}

const char* portolan_why_name(uint32_t reason) {
  if (reason == PORTOLAN_WHY_UNKNOWN) return stop_reason_names[last_reason].data();
  if (reason < last_reason) return stop_reason_names[reason].data();
  fail(PORTOLAN_BAD_ARGUMENT, "reason %u is none: PORTOLAN_WHY_NONE to PORTOLAN_WHY_UNKNOWN are",
       static_cast<unsigned>(reason));
  return nullptr;
}
