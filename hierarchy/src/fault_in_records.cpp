// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "fault_finder.hpp"

#include <algorithm>

namespace portolan::detail {

std::string text_of_fault(std::size_t at, const char* what, std::uint32_t id, const char* fault) {
  return "level " + std::to_string(at) + ", " + what + " " + std::to_string(id) + ": " + fault;
}

// What comes later looks up by what was checked before: no index is used that may lead out of its list.
FaultFinder::FaultFinder(const HierarchyState& state, Look look)
    : s_(state),
      cells_known_(look == Look::at_ground_too && !state.world->is_streamed() &&
                   state.world->version() == state.applied) {
  if (state.settled() || state.levels.size() < 2) return;
  const AreaGrid& grid = state.levels[1]->grid;
  waiting_.resize(grid.count(), false);
  for (const std::uint32_t sector : state.backlog.changed)
    waiting_[parent_of(*state.levels[1], *state.levels[0], sector)] = true;
}

bool FaultFinder::waits_for_below(std::size_t at, BorderId border) const {
  const AreaGrid& grid = s_.levels[at]->grid;
  return waits_for_below(at, AreaGrid::first_of(border).value) ||
         waits_for_below(at, grid.second_of(border).value);
}

FaultFinder::Fault FaultFinder::in_level(std::size_t at) const {
  const Level& level = *s_.levels[at];
  if (Fault fault = in_nodes(at)) return fault;
  if (Fault fault = in_link_records(at)) return fault;
  for (std::uint32_t area = 0; area < level.areas.size(); ++area) {
    if (Fault fault = in_area(at, {area})) return fault;
  }
  return in_users(at);
}

FaultFinder::Fault FaultFinder::in_nodes(std::size_t at) const {
  const Level& level = *s_.levels[at];
  if (level.nodes.size() != level.slots.end())
    return text_of_fault(at, "number of slots", level.slots.end(), "there are not as many records");
  std::uint32_t alive = 0;
  for (std::uint32_t id = 0; id < level.nodes.size(); ++id) {
    const NodeRecord& node = level.nodes[id];
    if (!node.alive()) continue;
    ++alive;
    if (at > 0 && node.node_below() >= s_.levels[at - 1]->nodes.size())
      return text_of_fault(at, "node", id, "the level below does not have its node");
    if (node.is_link()) {
      const bool is_there = node.link_index() < level.links.size() &&
                            level.links[node.link_index()].id.valid() &&
                            level.links[node.link_index()].node == id;
      if (!is_there) return text_of_fault(at, "node", id, "it is a link that is not there");
      const Cell from = level.links[node.link_index()].link.from;
      if (node.x2 != std::int64_t{2} * from.x || node.y2 != std::int64_t{2} * from.y)
        return text_of_fault(at, "node", id, "it does not lie where its link begins");
      continue;
    }
    if (node.border >= level.borders.size()) return text_of_fault(at, "node", id, "its border is not there");
    const BorderRange& range = level.borders[node.border];
    if (id < range.first || id - range.first >= range.count)
      return text_of_fault(at, "node", id, "its border has other nodes");
  }
  if (alive != level.node_count)
    return text_of_fault(at, "number of nodes", level.node_count, "not as many are alive");
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_link_records(std::size_t at) const {
  const Level& level = *s_.levels[at];
  for (std::uint32_t i = 0; i < level.links.size(); ++i) {
    const LinkNode& link = level.links[i];
    if (!link.id.valid()) continue;
    const bool named = link.node < level.nodes.size() && level.nodes[link.node].alive() &&
                       level.nodes[link.node].is_link() && level.nodes[link.node].link_index() == i;
    if (!named || link.from_area >= level.areas.size() || link.to_area >= level.areas.size())
      return text_of_fault(at, "link", i, "its node or one of its areas is not there");
    const Extent extent = s_.grid.extent();
    if (!extent.contains(link.link.from) || !extent.contains(link.link.to))
      return text_of_fault(at, "link", i, "it leads out of the map");
    if (level.grid.area_of(link.link.from) != link.from_area ||
        level.grid.area_of(link.link.to) != link.to_area)
      return text_of_fault(at, "link", i, "its ends lie in other areas");
    if (waits_for_below(at, link.from_area) || waits_for_below(at, link.to_area)) continue;
    if (at > 0 && !is_link_below(at, level.nodes[link.node]))
      return text_of_fault(at, "link", i, "it is no link on the level below");
    const bool found = at == 0 ? s_.base_level.indexes(link.id.value, i)
                               : s_.uppers[at - 1]->indexes(index_below(at, level.nodes[link.node]), i);
    if (!found) return text_of_fault(at, "link", i, "it is not found by what it is made from");
  }
  const bool each_once = at == 0 ? s_.base_level.indexes_each_once() : s_.uppers[at - 1]->indexes_each_once();
  if (!each_once) return text_of_fault(at, "number of links", 0, "what they are made from finds others");
  for (const std::uint32_t i : level.free_links) {
    if (i >= level.links.size() || level.links[i].id.valid())
      return text_of_fault(at, "link", i, "it is not free");
  }
  std::vector<std::uint32_t> free = level.free_links;
  std::sort(free.begin(), free.end());
  if (const auto twice = std::adjacent_find(free.begin(), free.end()); twice != free.end())
    return text_of_fault(at, "link", *twice, "it is free twice");
  return in_link_lists(at);
}

// A list of links is free, or has one area.
FaultFinder::Fault FaultFinder::in_link_lists(std::size_t at) const {
  const Level& level = *s_.levels[at];
  std::vector<std::uint32_t> owned = level.free_area_links;
  for (const AreaRecord& area : level.areas) {
    if (area.links != AreaRecord::no_links) owned.push_back(area.links);
  }
  std::sort(owned.begin(), owned.end());
  if (!owned.empty() && owned.back() >= level.area_links.size())
    return text_of_fault(at, "list of links", owned.back(), "it is not there");
  if (const auto twice = std::adjacent_find(owned.begin(), owned.end()); twice != owned.end())
    return text_of_fault(at, "list of links", *twice, "it is not one area's alone");
  return std::nullopt;
}

// A table whose users are too few would be taken away from those that are left.
FaultFinder::Fault FaultFinder::in_users(std::size_t at) const {
  const Level& level = *s_.levels[at];
  std::vector<std::uint32_t> users(level.tables.id_end(), 0);
  for (const AreaRecord& area : level.areas) ++users[area.table];
  for (std::uint32_t id = 0; id < users.size(); ++id) {
    if (users[id] != level.tables.users(id))
      return text_of_fault(at, "table", id, "it counts other users than it has");
  }
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_area(std::size_t at, AreaId area) const {
  const Level& level = *s_.levels[at];
  const AreaRecord& record = level.areas[area.value];
  for (const Side side : all_sides) {
    if (Fault fault = in_border(at, area, side)) return fault;
  }
  if (Fault fault = in_links_of(at, area)) return fault;
  if (record.table >= level.tables.id_end() || level.tables.users(record.table) == 0)
    return text_of_fault(at, "area", area.value, "it has no table");
  const AreaLinks& links = level.links_of(record);
  const std::size_t size = record.portals() + links.leaving.size() + links.arriving.size();
  if (level.tables[record.table].size != size)
    return text_of_fault(at, "area", area.value, "its table is not one of as many nodes");
  return std::nullopt;
}

// The nodes of a border are the same seen from either area: both records must name the border's range.
FaultFinder::Fault FaultFinder::in_border(std::size_t at, AreaId area, Side side) const {
  const Level& level = *s_.levels[at];
  const AreaRecord& record = level.areas[area.value];
  const BorderId border = level.grid.border(area, side);
  const BorderRange range = border.valid() ? level.borders[border.value] : BorderRange{};
  if (!border.valid() && (side == east || side == south) &&
      level.borders[AreaGrid::place_of_border(area, side)].count > 0)
    return text_of_fault(at, "area", area.value, "there is nothing behind a side of it that has nodes");
  if (record.end[side] != record.begin(side) + range.count)
    return text_of_fault(at, "area", area.value, "it counts other nodes on a side than the border has");
  if (!border.valid()) return std::nullopt;
  const bool any = range.count > 0;
  if (any && (range.first >= level.nodes.size() || range.count > level.nodes.size() - range.first))
    return text_of_fault(at, "border", border.value, "its nodes have no records");
  if (any && record.first[side] != range.first)
    return text_of_fault(at, "area", area.value,
                         "its nodes on a side begin elsewhere than those of the border");
  if (AreaGrid::first_of(border) != area) return std::nullopt;  // looked at from its first area
  for (std::uint32_t i = 0; i < range.count; ++i) {
    if (Fault fault = in_node(at, border, range.first + i)) return fault;
  }
  if (at == 0 ? !cells_known_ : waits_for_below(at, border)) return std::nullopt;
  const bool current =
      at == 0 ? s_.base_level.is_current(border) : s_.uppers[at - 1]->is_current(*s_.levels[at - 1], border);
  if (!current)
    return text_of_fault(at, "border", border.value,
                         "its nodes are not those that the ground, or the level below, asks for");
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_node(std::size_t at, BorderId border, std::uint32_t id) const {
  const Level& level = *s_.levels[at];
  const NodeRecord& node = level.nodes[id];
  if (!node.alive() || node.is_link() || node.border_id() != border)
    return text_of_fault(at, "node", id, "its record names another border");
  const std::int32_t layer = level.grid.layer_of(AreaGrid::first_of(border));
  const Cell a = cell_of(node, true, layer);
  const Cell b = cell_of(node, false, layer);
  const Extent extent = level.grid.extent();
  if (!extent.contains(a) || !extent.contains(b) || level.grid.area_of(a) != level.area_a(node) ||
      level.grid.area_of(b) != level.area_b(node))
    return text_of_fault(at, "node", id, "its cells do not lie on the two sides of its border");
  if (cells_known_ && (!s_.grid.passable(a) || !s_.grid.passable(b)))
    return text_of_fault(at, "node", id, "one of its cells is impassable");
  if (at == 0) return in_run(node);
  if (waits_for_below(at, border)) return std::nullopt;
  const Level& below = *s_.levels[at - 1];
  const std::uint32_t under = node.node_below();
  if (under >= below.nodes.size() || !below.nodes[under].alive() ||
      s_.uppers[at - 1]->node_above(below, under) != id) {
    return text_of_fault(at, "node", id, "it and its node on the level below do not name each other");
  }
  return std::nullopt;
}

// The cell pairs of a portal lie on its border.
FaultFinder::Fault FaultFinder::in_run(const NodeRecord& node) const {
  PORTOLAN_ASSERT(node.alive() && !node.is_link());
  const AreaGrid& grid = s_.levels[0]->grid;
  const Rect box = grid.bounds(AreaGrid::first_of(node.border_id()).value);
  const std::int32_t length = node.is_eastern() ? box.height : box.width;
  const NodeRecord::Run run = node.run();
  if (run.width < 1 || run.begin >= length || run.width > length - run.begin)
    return text_of_fault(0, "border", node.border, "a portal does not lie on it");
  return std::nullopt;
}

FaultFinder::Fault FaultFinder::in_links_of(std::size_t at, AreaId area) const {
  const Level& level = *s_.levels[at];
  const AreaRecord& record = level.areas[area.value];
  std::uint32_t place = record.portals();
  const AreaLinks& links = level.links_of(record);
  for (const auto* list : {&links.leaving, &links.arriving}) {
    const bool leaving = list == &links.leaving;
    for (const std::uint32_t id : *list) {
      if (id >= level.nodes.size() || !level.nodes[id].alive() || !level.nodes[id].is_link())
        return text_of_fault(at, "node", id, "an area lists it as a link");
      const LinkNode& link = level.link(level.nodes[id]);
      if (link.node != id || (leaving ? link.from_area : link.to_area) != area.value ||
          (leaving ? link.leaving_at : link.arriving_at) != place++) {
        return text_of_fault(at, "node", id, "the link's record and its area's list disagree");
      }
    }
  }
  return std::nullopt;
}

}  // namespace portolan::detail
