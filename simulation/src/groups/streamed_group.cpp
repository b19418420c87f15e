// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "streamed_group.hpp"

#include <utility>

namespace portolan::detail {

StreamedGroup::StreamedGroup(const World& world, ProfileContext& context, StreamedLand& land, GoalSet goals,
                             const OrderOptions& options, std::uint32_t ahead)
    : order_(world, context.hierarchy, std::move(goals), options, ahead),
      planner_(&context.planner),
      land_(&land),
      no_field_(context.hierarchy) {
  land.add(order_);
}

// Cells of the agents that are on the map or about to be; the others' places in the list stay.
void StreamedGroup::ask(const GroupNow& now) {
  cells_.clear();
  for (std::size_t k = 0; k < now.agents.size(); ++k) {
    const AgentId agent = now.agents[k];
    const bool there = now.started && now.on_leg(k) && now.crowd->state(agent) != AgentState::gone;
    cells_.push_back(there ? now.crowd->cell(agent) : Cell{-1, -1, -1});
  }
  order_.look(cells_);
}

void StreamedGroup::update(const GroupNow& now) {
  order_.update(land_->stream(), *planner_);
  if (order_.planned()) guide_.follow(&order_.field(), false);
  if (now.started) count_waits(now);
}

void StreamedGroup::count_waits(const GroupNow& now) {
  for (std::size_t k = 0; k < now.agents.size(); ++k) {
    if (!now.on_leg(k)) continue;
    const AgentId agent = now.agents[k];
    const AgentState state = now.crowd->state(agent);
    if (!order_.planned() && (state == AgentState::moving || state == AgentState::waiting)) {
      land_->count_start_wait();
    } else if (state == AgentState::moving && order_.waits(now.crowd->cell(agent))) {
      land_->count_wait();
    }
  }
}

std::optional<std::vector<Distance>> StreamedGroup::optimum(const GroupNow& now, const GridView&) {
  if (!order_.planned()) return std::nullopt;
  std::vector<Distance> costs;
  for (const AgentId agent : now.agents) costs.push_back(order_.field().at(now.crowd->cell(agent)));
  return costs;
}

}  // namespace portolan::detail
