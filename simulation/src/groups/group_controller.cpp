// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "group_controller.hpp"

namespace portolan::detail {
namespace {

template <class Field>
std::vector<Distance> costs_of(const Field& field, const GroupNow& now) {
  std::vector<Distance> costs;
  for (const AgentId agent : now.agents) costs.push_back(field.at(now.crowd->cell(agent)));
  return costs;
}

}  // namespace

std::vector<Cell> GroupNow::walking() const {
  std::vector<Cell> cells;
  for (std::size_t k = 0; k < agents.size(); ++k) {
    if (walks(k)) cells.push_back(crowd->cell(agents[k]));
  }
  return cells;
}

void GroupController::report(GroupReport& own, SimulationReport& all) const {
  own.outcome = plan().outcome;
  own.plans = work().plans;
  own.fields = work().fields;
  all.work += work();
}

std::vector<Distance> optimum_of(Order& order, ProfileContext& context, const GroupNow& now,
                                 const GridView& ground) {
  if (ground.extent().cell_count() > largest_flat_field) {
    order.update(context.planner, now.walking());
    return costs_of(order, now);
  }
  return costs_of(distances_to(order.goals(), ground, context.hierarchy.sectors()), now);
}

}  // namespace portolan::detail
