// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "find_fault.hpp"

#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/neighbourhood.hpp>

#include "hierarchy_state.hpp"
#include "tables/area_table.hpp"
#include "tables/sector_table.hpp"

namespace portolan {
namespace detail {

namespace {

using Fault = std::optional<std::string>;

// One walk over the parts of a state, up to the first fault. What is computed for the comparison is computed
// by the code that builds, but from the world as it is now, and reachability by none of it.
class FaultFinder {
 public:
  enum class Look { at_records, at_ground_too };

  FaultFinder(const HierarchyState& state, Look look)
      : s_(state),
        cells_known_(look == Look::at_ground_too && !state.world->is_streamed() &&
                     state.world->version() == state.applied) {}

  [[nodiscard]] Fault in_level(std::size_t at) const;
  [[nodiscard]] Fault in_area(std::size_t at, AreaId area) const;
  [[nodiscard]] Fault in_links() const;
  [[nodiscard]] Fault in_tables(std::size_t at, std::uint32_t most);
  [[nodiscard]] Fault in_table(std::size_t at, std::uint32_t area);
  [[nodiscard]] Fault in_reachability() const;

 private:
  [[nodiscard]] Fault in_nodes(std::size_t at) const;
  [[nodiscard]] Fault in_link_records(std::size_t at) const;
  [[nodiscard]] Fault in_users(std::size_t at) const;
  [[nodiscard]] Fault in_border(std::size_t at, AreaId area, Side side) const;
  [[nodiscard]] Fault in_node(std::size_t at, BorderId border, std::uint32_t id) const;
  [[nodiscard]] Fault in_run(const NodeRecord& node) const;
  [[nodiscard]] Fault in_links_of(std::size_t at, AreaId area) const;
  [[nodiscard]] bool is_link_below(std::size_t at, const NodeRecord& node) const {
    const Level& below = *s_.levels[at - 1];
    const std::uint32_t under = node.node_below();
    return under < below.nodes.size() && below.nodes[under].alive() && below.nodes[under].is_link();
  }
  [[nodiscard]] std::uint32_t index_below(std::size_t at, const NodeRecord& node) const {
    PORTOLAN_ASSERT(is_link_below(at, node));
    return s_.levels[at - 1]->nodes[node.node_below()].link_index();
  }
  [[nodiscard]] Fault in_sector_table(std::uint32_t sector);
  [[nodiscard]] std::vector<bool> flooded(Cell from) const;
  [[nodiscard]] Components::Class class_of(std::uint32_t node) const;

  const HierarchyState& s_;
  bool cells_known_;
  SectorTableMaker sector_maker_;
  AreaTableMaker area_maker_;
};

std::string text(std::size_t at, const char* what, std::uint32_t id, const char* fault) {
  return "level " + std::to_string(at) + ", " + what + " " + std::to_string(id) + ": " + fault;
}

// What comes later looks up by what was checked before: no index is used that may lead out of its list.
Fault FaultFinder::in_level(std::size_t at) const {
  const Level& level = *s_.levels[at];
  if (Fault fault = in_nodes(at)) return fault;
  if (Fault fault = in_link_records(at)) return fault;
  for (std::uint32_t area = 0; area < level.areas.size(); ++area) {
    if (Fault fault = in_area(at, {area})) return fault;
  }
  return in_users(at);
}

Fault FaultFinder::in_nodes(std::size_t at) const {
  const Level& level = *s_.levels[at];
  if (level.nodes.size() != level.slots.end())
    return text(at, "number of slots", level.slots.end(), "there are not as many records");
  std::uint32_t alive = 0;
  for (std::uint32_t id = 0; id < level.nodes.size(); ++id) {
    const NodeRecord& node = level.nodes[id];
    if (!node.alive()) continue;
    ++alive;
    if (node.is_link()) {
      if (node.link_index() >= level.links.size())
        return text(at, "node", id, "it is a link that is not there");
      continue;
    }
    if (node.border >= level.borders.size()) return text(at, "node", id, "its border is not there");
    const BorderRange& range = level.borders[node.border];
    if (id < range.first || id - range.first >= range.count)
      return text(at, "node", id, "its border has other nodes");
  }
  if (alive != level.node_count)
    return text(at, "number of nodes", level.node_count, "not as many are alive");
  return std::nullopt;
}

Fault FaultFinder::in_link_records(std::size_t at) const {
  const Level& level = *s_.levels[at];
  for (std::uint32_t i = 0; i < level.links.size(); ++i) {
    const LinkNode& link = level.links[i];
    if (!link.id.valid()) continue;
    const bool named = link.node < level.nodes.size() && level.nodes[link.node].alive() &&
                       level.nodes[link.node].is_link() && level.nodes[link.node].link_index() == i;
    if (!named || link.from_area >= level.areas.size() || link.to_area >= level.areas.size())
      return text(at, "link", i, "its node or one of its areas is not there");
    const Extent extent = s_.grid.extent();
    if (!extent.contains(link.link.from) || !extent.contains(link.link.to))
      return text(at, "link", i, "it leads out of the map");
    if (level.grid.area_of(link.link.from) != link.from_area ||
        level.grid.area_of(link.link.to) != link.to_area)
      return text(at, "link", i, "its ends lie in other areas");
    if (at > 0 && !is_link_below(at, level.nodes[link.node]))
      return text(at, "link", i, "it is no link on the level below");
    const bool found = at == 0 ? s_.base_level.indexes(link.id.value, i)
                               : s_.uppers[at - 1]->indexes(index_below(at, level.nodes[link.node]), i);
    if (!found) return text(at, "link", i, "it is not found by what it is made from");
  }
  for (const std::uint32_t i : level.free_links) {
    if (i >= level.links.size() || level.links[i].id.valid()) return text(at, "link", i, "it is not free");
  }
  for (const std::uint32_t i : level.free_area_links) {
    if (i >= level.area_links.size()) return text(at, "list of links", i, "it is not there");
  }
  return std::nullopt;
}

// A table whose users are too few would be taken away from those that are left.
Fault FaultFinder::in_users(std::size_t at) const {
  const Level& level = *s_.levels[at];
  std::vector<std::uint32_t> users(level.tables.id_end(), 0);
  for (const AreaRecord& area : level.areas) ++users[area.table];
  for (std::uint32_t id = 0; id < users.size(); ++id) {
    if (users[id] != level.tables.users(id))
      return text(at, "table", id, "it counts other users than it has");
  }
  return std::nullopt;
}

Fault FaultFinder::in_area(std::size_t at, AreaId area) const {
  const Level& level = *s_.levels[at];
  const AreaRecord& record = level.areas[area.value];
  for (const Side side : all_sides) {
    if (Fault fault = in_border(at, area, side)) return fault;
  }
  if (record.links != AreaRecord::no_links && record.links >= level.area_links.size())
    return text(at, "area", area.value, "its list of links is not there");
  if (Fault fault = in_links_of(at, area)) return fault;
  if (record.table >= level.tables.id_end() || level.tables.users(record.table) == 0)
    return text(at, "area", area.value, "it has no table");
  const AreaLinks& links = level.links_of(record);
  const std::size_t size = record.portals() + links.leaving.size() + links.arriving.size();
  if (level.tables[record.table].size != size)
    return text(at, "area", area.value, "its table is not one of as many nodes");
  return std::nullopt;
}

// The nodes of a border are the same seen from either area: both records must name the border's range.
Fault FaultFinder::in_border(std::size_t at, AreaId area, Side side) const {
  const Level& level = *s_.levels[at];
  const AreaRecord& record = level.areas[area.value];
  const BorderId border = level.grid.border(area, side);
  const BorderRange range = border.valid() ? level.borders[border.value] : BorderRange{};
  if (record.end[side] != record.begin(side) + range.count)
    return text(at, "area", area.value, "it counts other nodes on a side than the border has");
  if (range.count == 0) return std::nullopt;
  if (range.first >= level.nodes.size() || range.count > level.nodes.size() - range.first)
    return text(at, "border", border.value, "its nodes have no records");
  if (record.first[side] != range.first)
    return text(at, "area", area.value, "its nodes on a side begin elsewhere than those of the border");
  if (AreaGrid::first_of(border) != area) return std::nullopt;  // looked at from its first area
  for (std::uint32_t i = 0; i < range.count; ++i) {
    if (Fault fault = in_node(at, border, range.first + i)) return fault;
  }
  if (!cells_known_) return std::nullopt;
  const bool current =
      at == 0 ? s_.base_level.is_current(border) : s_.uppers[at - 1]->is_current(*s_.levels[at - 1], border);
  if (!current) return text(at, "border", border.value, "its nodes are not those that the ground asks for");
  return std::nullopt;
}

Fault FaultFinder::in_node(std::size_t at, BorderId border, std::uint32_t id) const {
  const Level& level = *s_.levels[at];
  const NodeRecord& node = level.nodes[id];
  if (!node.alive() || node.is_link() || node.border_id() != border)
    return text(at, "node", id, "its record names another border");
  const std::int32_t layer = level.grid.layer_of(AreaGrid::first_of(border));
  const Cell a = cell_of(node, true, layer);
  const Cell b = cell_of(node, false, layer);
  const Extent extent = level.grid.extent();
  if (!extent.contains(a) || !extent.contains(b) || level.grid.area_of(a) != level.area_a(node) ||
      level.grid.area_of(b) != level.area_b(node))
    return text(at, "node", id, "its cells do not lie on the two sides of its border");
  if (cells_known_ && (!s_.grid.passable(a) || !s_.grid.passable(b)))
    return text(at, "node", id, "one of its cells is impassable");
  if (at == 0) return in_run(node);
  const Level& below = *s_.levels[at - 1];
  const std::uint32_t under = node.node_below();
  if (under >= below.nodes.size() || !below.nodes[under].alive() ||
      s_.uppers[at - 1]->node_above(below, under) != id) {
    return text(at, "node", id, "it and its node on the level below do not name each other");
  }
  return std::nullopt;
}

// The cell pairs of a portal lie on its border.
Fault FaultFinder::in_run(const NodeRecord& node) const {
  PORTOLAN_ASSERT(node.alive() && !node.is_link());
  const AreaGrid& grid = s_.levels[0]->grid;
  const Rect box = grid.bounds(AreaGrid::first_of(node.border_id()).value);
  const std::int32_t length = node.is_eastern() ? box.height : box.width;
  const NodeRecord::Run run = node.run();
  if (run.width < 1 || run.begin >= length || run.width > length - run.begin)
    return text(0, "border", node.border, "a portal does not lie on it");
  return std::nullopt;
}

Fault FaultFinder::in_links_of(std::size_t at, AreaId area) const {
  const Level& level = *s_.levels[at];
  const AreaRecord& record = level.areas[area.value];
  std::uint32_t place = record.portals();
  const AreaLinks& links = level.links_of(record);
  for (const auto* list : {&links.leaving, &links.arriving}) {
    const bool leaving = list == &links.leaving;
    for (const std::uint32_t id : *list) {
      if (id >= level.nodes.size() || !level.nodes[id].alive() || !level.nodes[id].is_link())
        return text(at, "node", id, "an area lists it as a link");
      const LinkNode& link = level.link(level.nodes[id]);
      if (link.node != id || (leaving ? link.from_area : link.to_area) != area.value ||
          (leaving ? link.leaving_at : link.arriving_at) != place++) {
        return text(at, "node", id, "the link's record and its area's list disagree");
      }
    }
  }
  return std::nullopt;
}

// Each usable link of the world is a node of level 0.
Fault FaultFinder::in_links() const {
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
      return text(0, "node", link.node, "the world does not have this link");
  }
  if (known != wanted)
    return std::string("level 0: there are not as many links as the world has usable ones");
  return std::nullopt;
}

Fault FaultFinder::in_sector_table(std::uint32_t sector) {
  const Level& level = *s_.levels[0];
  const CostTable& table = level.table(sector);
  const auto values = sector_maker_.compute(level, s_.grid, s_.tiles, sector);
  for (std::uint32_t into = 0; into < table.size; ++into) {
    for (std::uint32_t from = 0; from < table.size; ++from) {
      if (table.at(from, into) != values[std::size_t{into} * table.size + from])
        return text(0, "area", sector, "its table holds other costs than the ground gives");
    }
  }
  return std::nullopt;
}

Fault FaultFinder::in_table(std::size_t at, std::uint32_t area) {
  if (at == 0) return cells_known_ ? in_sector_table(area) : std::nullopt;
  const Level& level = *s_.levels[at];
  if (!level.tables.holds(level.areas[area].table, *area_maker_.make(level, *s_.levels[at - 1], area)))
    return text(at, "area", area, "its table is not what those of the level below give");
  return std::nullopt;
}

Fault FaultFinder::in_tables(std::size_t at, std::uint32_t most) {
  const auto count = static_cast<std::uint32_t>(s_.levels[at]->areas.size());
  const std::uint32_t step = most == 0 || most >= count ? 1 : count / most;
  // Another sample after each change.
  for (auto area = static_cast<std::uint32_t>(s_.version % step); area < count; area += step) {
    if (Fault fault = in_table(at, area)) return fault;
  }
  area_maker_.forget();
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
Fault FaultFinder::in_reachability() const {
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
        return text(0, "node", node, "whether it can be reached is wrong");
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_fault(const HierarchyState& state, std::uint32_t tables,
                                      std::size_t flooded_cells) {
  if (state.missed) return std::string("a commit of the world was not applied");
  FaultFinder finder(state, FaultFinder::Look::at_ground_too);
  for (std::size_t at = 0; at < state.levels.size(); ++at) {
    if (Fault fault = finder.in_level(at)) return fault;
    if (Fault fault = finder.in_tables(at, tables)) return fault;
  }
  if (Fault fault = finder.in_links()) return fault;
  if (state.grid.extent().cell_count() > flooded_cells) return std::nullopt;
  return finder.in_reachability();
}

std::optional<std::string> find_fault_in_records(const HierarchyState& state) {
  const FaultFinder finder(state, FaultFinder::Look::at_records);
  for (std::size_t at = 0; at < state.levels.size(); ++at) {
    if (Fault fault = finder.in_level(at)) return fault;
  }
  return std::nullopt;
}

std::optional<std::string> find_fault_in(const HierarchyState& state,
                                         std::span<const std::uint32_t> sectors) {
  FaultFinder finder(state, FaultFinder::Look::at_ground_too);
  for (const std::uint32_t sector : sectors) {
    if (Fault fault = finder.in_area(0, {sector})) return fault;
    if (Fault fault = finder.in_table(0, sector)) return fault;
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
