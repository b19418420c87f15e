// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "find_fault.hpp"

#include <vector>

#include <portolan/core/detail/neighbourhood.hpp>

#include "fault_finder.hpp"

namespace portolan {
namespace detail {

// Each usable link of the world is a node of level 0.
FaultFinder::Fault FaultFinder::in_links() const {
  if (!cells_known_) return std::nullopt;
  const Level& lowest = *s_.levels[0];
  std::size_t wanted = 0;
  for (const LinkTable::Entry& entry : s_.grid.links().all()) {
    const Link& link = s_.grid.links()[entry.id];
    wanted += s_.grid.passable(link.from) && s_.grid.passable(link.to) ? 1 : 0;
  }
  std::size_t known = 0;
  for (const LinkNode& link : lowest.links) {
    if (!link.id.valid()) continue;
    ++known;
    const LinkTable& links = s_.grid.links();
    if (!links.alive(link.id) || links[link.id] != link.link)
      return text_of_fault(0, "node", link.node, "the world does not have this link");
  }
  if (known != wanted)
    return std::string("level 0: there are not as many links as the world has usable ones");
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_sector_table(std::uint32_t sector) {
  const Level& level = *s_.levels[0];
  const CostTable& table = level.table(sector);
  const auto values = sector_maker_.compute(level, s_.grid, s_.tiles, sector);
  for (std::uint32_t into = 0; into < table.size; ++into) {
    for (std::uint32_t from = 0; from < table.size; ++from) {
      if (table.at(from, into) != values[std::size_t{into} * table.size + from])
        return text_of_fault(0, "area", sector, "its table holds other costs than the ground gives");
    }
  }
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_table(std::size_t at, std::uint32_t area) {
  if (at == 0) return cells_known_ ? in_sector_table(area) : std::nullopt;
  const Level& level = *s_.levels[at];
  if (!level.tables.holds(level.areas[area].table, *area_maker_.make(level, *s_.levels[at - 1], area)))
    return text_of_fault(at, "area", area, "its table is not what those of the level below give");
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_tables(std::size_t at, std::uint32_t most) {
  auto fault = in_some_areas(at, most, [&](std::uint32_t area) { return in_table(at, area); });
  area_maker_.forget();
  return fault;
}

FaultFinder::Fault FaultFinder::in_lender(std::uint32_t most) const {
  const std::vector<const Level*>* const lent = s_.guides().lent;
  for (std::size_t at = 0; lent != nullptr && at < lent->size(); ++at) {
    if (!LentNodes(*s_.levels[at], *(*lent)[at]).all_there())
      return text_of_fault(at, "lender", s_.lender_id.value, "it does not have all portals and links");
    const auto look = [&](std::uint32_t area) { return in_lent_edges(at, area, *(*lent)[at]); };
    if (Fault fault = in_some_areas(at, most, look)) return fault;
  }
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_lent_edges(std::size_t at, std::uint32_t area, const Level& lent) const {
  const Level& own = *s_.levels[at];
  const LentNodes nodes(own, lent);
  std::vector<std::uint32_t> there;
  own.for_each_border_node(own.areas[area], [&](std::uint32_t id, std::uint32_t) {
    const std::uint32_t node = nodes.of(id);
    const NodeRecord& record = lent.nodes[node];
    there.push_back(lent.place(node, record, lent.area_a(record) == area));
  });
  for (std::uint32_t into = 0; into < there.size(); ++into) {
    for (std::uint32_t from = 0; from < there.size(); ++from) {
      if (own.table(area).at(from, into) < lent.table(area).at(there[from], there[into]))
        return text_of_fault(at, "area", area, "a path in it is cheaper than for the lender of its bounds");
    }
  }
  return std::nullopt;
}

// The cells that an agent can get to, by steps and links on the map alone.
std::vector<bool> FaultFinder::flooded(Cell from) const {
  const Extent extent = s_.grid.extent();
  std::vector<bool> seen(extent.cell_count());
  std::vector<Cell> open;
  const auto visit = [&](Cell c, std::uint64_t, Direction) {
    if (seen[extent.index(c)]) return;
    seen[extent.index(c)] = true;
    open.push_back(c);
  };
  if (s_.grid.passable(from)) visit(from, 0, Direction::none);
  while (!open.empty()) {
    const Cell c = open.back();
    open.pop_back();
    for_each_move(s_.grid, c, visit);
  }
  return seen;
}

Components::Class FaultFinder::class_of(std::uint32_t node) const {
  const Level& lowest = *s_.levels[0];
  const NodeRecord& record = lowest.nodes[node];
  return s_.components.class_of(lowest.area_a(record), lowest.place(node, record, true));
}

// From a portal among the first and one in the middle to all others.
FaultFinder::Fault FaultFinder::in_reachability() const {
  if (!cells_known_) return std::nullopt;
  const Level& lowest = *s_.levels[0];
  std::vector<std::uint32_t> portals;
  for (std::uint32_t node = 0; node < lowest.nodes.size(); ++node) {
    if (lowest.nodes[node].alive() && !lowest.nodes[node].is_link()) portals.push_back(node);
  }
  if (portals.empty()) return std::nullopt;
  for (const std::uint32_t start : {portals.front(), portals[portals.size() / 2]}) {
    const std::vector<bool> reached = flooded(lowest.cell_a(lowest.nodes[start]));
    for (const std::uint32_t node : portals) {
      const bool leads = s_.components.leads_to(class_of(start), class_of(node));
      if (leads != reached[s_.grid.extent().index(lowest.cell_a(lowest.nodes[node]))])
        return text_of_fault(0, "node", node, "whether it can be reached is wrong");
    }
  }
  return std::nullopt;
}

std::optional<std::string> find_fault(const HierarchyState& state, std::uint32_t tables,
                                      std::size_t flooded_cells) {
  if (state.broken) return std::string("a commit of the world was not applied, or not to its end");
  FaultFinder finder(state, FaultFinder::Look::at_ground_too);
  for (std::size_t at = 0; at < state.levels.size(); ++at) {
    if (FaultFinder::Fault fault = finder.in_level(at)) return fault;
    if (FaultFinder::Fault fault = finder.in_tables(at, tables)) return fault;
  }
  if (FaultFinder::Fault fault = finder.in_links()) return fault;
  if (FaultFinder::Fault fault = finder.in_lender(tables)) return fault;
  if (state.grid.extent().cell_count() > flooded_cells) return std::nullopt;
  return finder.in_reachability();
}

std::optional<std::string> find_fault_in_records(const HierarchyState& state) {
  const FaultFinder finder(state, FaultFinder::Look::at_records);
  for (std::size_t at = 0; at < state.levels.size(); ++at) {
    if (FaultFinder::Fault fault = finder.in_level(at)) return fault;
  }
  return std::nullopt;
}

std::optional<std::string> find_fault_in(const HierarchyState& state,
                                         std::span<const std::uint32_t> sectors) {
  FaultFinder finder(state, FaultFinder::Look::at_ground_too);
  for (const std::uint32_t sector : sectors) {
    if (FaultFinder::Fault fault = finder.in_area(0, {sector})) return fault;
    if (FaultFinder::Fault fault = finder.in_table(0, sector)) return fault;
  }
  return std::nullopt;
}

}  // namespace detail

std::optional<std::string> validate(const Hierarchy& hierarchy, std::uint32_t tables,
                                    std::size_t flooded_cells) {
  hierarchy.settle();
  return detail::find_fault(*hierarchy.state_, tables, flooded_cells);
}

}  // namespace portolan
