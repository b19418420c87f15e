// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/area_costs.hpp"

#include <portolan/core/assert.hpp>

#include <algorithm>

#include "tables/area_table.hpp"

namespace portolan::detail {

void AreaCosts::begin(const Level& below, const Level& above, std::uint32_t area) {
  PORTOLAN_ASSERT(area < above.areas.size(), "work on an area of the level above");
  below_ = &below;
  relaxation_.begin(below, children_of(above, below, area));
  seeds_.clear();
  fits_ = true;
}

void AreaCosts::seed(std::uint32_t node, std::uint64_t cost) {
  if (cost >= AreaRelaxation::most_in_blocks) {
    fits_ = false;
    return;
  }
  const auto units = static_cast<std::uint32_t>(cost);
  seeds_.push_back({node, units});
  relaxation_.seed(node, units);
}

bool AreaCosts::is_seed(std::uint32_t node) const {
  const std::uint32_t known = cost(node);
  return std::any_of(seeds_.begin(), seeds_.end(),
                     [&](const Seed& seed) { return seed.node == node && seed.cost == known; });
}

AreaCosts::Hop AreaCosts::next(std::uint32_t node) const {
  const std::uint32_t known = cost(node);
  PORTOLAN_ASSERT(known != far && !is_seed(node), "only what has a path and is no seed has a next node");
  for (const AreaRelaxation::Place& at : relaxation_.places_of(node)) {
    const std::uint32_t* const values = at.number == none ? nullptr : relaxation_.values(at.number);
    if (values == nullptr) continue;
    const std::uint32_t area = relaxation_.area(at.number);
    const CostTable& table = below_->table(area);
    std::uint32_t found = none;
    below_->for_each_border_node(below_->areas[area], [&](std::uint32_t other, std::uint32_t place) {
      const std::uint32_t value = values[place];
      const std::uint64_t step =
          value < known && found == none ? table.at(place, at.place) : CostTable::no_path;
      if (step != CostTable::no_path && value + step == known) found = other;
    });
    if (found != none) return {found, area};
  }
  return {};
}

}  // namespace portolan::detail
