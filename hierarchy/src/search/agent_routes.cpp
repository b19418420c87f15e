// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/agent_routes.hpp"

namespace portolan::detail {

void AgentRoutes::begin(std::span<const Agent> agents) {
  routes_.assign(agents.size(), {});
  waiting_.clear();
  open_ = 0;
  for (std::uint32_t i = 0; i < agents.size(); ++i) {
    if (!agents[i].has_path()) continue;
    routes_[i].cost = agents[i].direct;
    routes_[i].open = agents[i].has_exit;
    if (!routes_[i].open) continue;
    ++open_;
    if (routes_[i].known()) waiting_.push({routes_[i].cost, i});
  }
}

void AgentRoutes::improve(std::uint32_t agent, AgentRoute route) {
  PORTOLAN_ASSERT(agent < routes_.size());
  PORTOLAN_ASSERT(route.known(), "a route has a cost");
  AgentRoute& known = routes_[agent];
  if (!known.open || route.cost >= known.cost) return;
  known = route;
  known.open = true;
  waiting_.push({route.cost, agent});
}

void AgentRoutes::settle(std::uint32_t agent, AgentRoute route) {
  PORTOLAN_ASSERT(agent < routes_.size() && routes_[agent].open);
  if (route.cost < routes_[agent].cost) routes_[agent] = route;
  close(agent);
}

void AgentRoutes::close(std::uint32_t agent) {
  PORTOLAN_ASSERT(open_ > 0, "a route is closed once");
  routes_[agent].open = false;
  --open_;
}

void AgentRoutes::close_up_to(std::uint64_t bound) {
  while (!waiting_.empty() && waiting_.top().cost <= bound) {
    const Waiting next = waiting_.pop();
    const AgentRoute& route = routes_[next.agent];
    if (route.open && next.cost == route.cost) close(next.agent);
  }
}

}  // namespace portolan::detail
