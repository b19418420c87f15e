// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "graph/level_edit.hpp"

#include <algorithm>
#include <tuple>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

bool link_less(const Level& level, std::uint32_t a, std::uint32_t b) {
  const Link& la = level.link(level.nodes[a]).link;
  const Link& lb = level.link(level.nodes[b]).link;
  return std::tie(la.from, la.to, la.cost, a) < std::tie(lb.from, lb.to, lb.cost, b);
}

void insert(Level& level, std::vector<std::uint32_t>& list, std::uint32_t node) {
  const auto at = std::lower_bound(list.begin(), list.end(), node,
                                   [&](std::uint32_t a, std::uint32_t b) { return link_less(level, a, b); });
  list.insert(at, node);
}

void number_links(Level& level, const AreaRecord& area) {
  if (area.links == AreaRecord::no_links) return;
  std::uint32_t place = area.portals();
  const AreaLinks& list = level.area_links[area.links];
  const auto link_of = [&](std::uint32_t node) -> LinkNode& {
    return level.links[level.nodes[node].link_index()];
  };
  for (const std::uint32_t node : list.leaving) link_of(node).leaving_at = place++;
  for (const std::uint32_t node : list.arriving) link_of(node).arriving_at = place++;
}

AreaLinks& writable_links(Level& level, std::uint32_t area) {
  AreaRecord& record = level.areas[area];
  if (record.links == AreaRecord::no_links) {
    if (level.free_area_links.empty()) {
      record.links = static_cast<std::uint32_t>(level.area_links.size());
      level.area_links.emplace_back();
    } else {
      record.links = level.free_area_links.back();
      level.free_area_links.pop_back();
    }
  }
  return level.area_links[record.links];
}

void drop_empty_links(Level& level, std::uint32_t area) {
  AreaRecord& record = level.areas[area];
  PORTOLAN_ASSERT(record.links != AreaRecord::no_links);
  const AreaLinks& list = level.area_links[record.links];
  if (!list.leaving.empty() || !list.arriving.empty()) return;
  level.free_area_links.push_back(record.links);
  record.links = AreaRecord::no_links;
}

}  // namespace

void connect_area(Level& level, AreaId area) {
  AreaRecord& record = level.areas[area.value];
  std::uint32_t end = 0;
  for (const Side side : all_sides) {
    if (const BorderId border = level.grid.border(area, side); border.valid()) {
      record.first[side] = level.borders[border.value].first;
      end += level.borders[border.value].count;
    }
    PORTOLAN_ASSERT(end <= 0xffffU);
    record.end[side] = static_cast<std::uint16_t>(end);
  }
  number_links(level, record);
}

void resize_border(Level& level, BorderId border, std::uint32_t count) {
  BorderRange& range = level.borders[border.value];
  if (range.count == count) return;
  for (std::uint32_t i = 0; i < range.count; ++i) level.nodes[range.first + i] = {};
  level.slots.give_back(range.first, range.count);
  level.node_count += count - range.count;
  range = {level.slots.take(count), count};
  if (level.nodes.size() < level.slots.end()) level.nodes.resize(level.slots.end());
}

std::uint32_t add_link(Level& level, const Link& link, LinkId id, std::uint32_t aux) {
  PORTOLAN_ASSERT(id.valid());
  const std::uint32_t node = level.slots.take(1);
  if (level.nodes.size() < level.slots.end()) level.nodes.resize(level.slots.end());
  ++level.node_count;
  std::uint32_t index = static_cast<std::uint32_t>(level.links.size());
  if (level.free_links.empty()) {
    level.links.emplace_back();
  } else {
    index = level.free_links.back();
    level.free_links.pop_back();
  }
  LinkNode& entry = level.links[index];
  entry = {link, id, node, level.grid.area_of(link.from), level.grid.area_of(link.to), 0, 0};
  level.nodes[node] = {2 * link.from.x, 2 * link.from.y, NodeRecord::link_flag | index, aux};
  insert(level, writable_links(level, entry.from_area).leaving, node);
  insert(level, writable_links(level, entry.to_area).arriving, node);
  number_links(level, level.areas[entry.from_area]);
  number_links(level, level.areas[entry.to_area]);
  return index;
}

void remove_link(Level& level, std::uint32_t index) {
  LinkNode& entry = level.links[index];
  PORTOLAN_ASSERT(entry.id.valid() && level.nodes[entry.node].link_index() == index);
  std::erase(writable_links(level, entry.from_area).leaving, entry.node);
  std::erase(writable_links(level, entry.to_area).arriving, entry.node);
  drop_empty_links(level, entry.from_area);
  if (entry.to_area != entry.from_area) drop_empty_links(level, entry.to_area);
  number_links(level, level.areas[entry.from_area]);
  number_links(level, level.areas[entry.to_area]);
  level.nodes[entry.node] = {};
  level.slots.give_back(entry.node, 1);
  --level.node_count;
  entry = {};
  level.free_links.push_back(index);
}

}  // namespace portolan::detail
