// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/core/assert.hpp>

#include "levels/base_level.hpp"

namespace portolan::detail {

bool BaseLevel::usable(const Link& link) const {
  return grid_.passable(link.from) && grid_.passable(link.to);
}

void BaseLevel::build_links() {
  for (const LinkTable::Entry& entry : grid_.links().all()) {
    const Link& link = grid_.links()[entry.id];
    if (usable(link)) add_link_node(entry.id, link);
  }
}

void BaseLevel::add_link_node(LinkId id, const Link& link) {
  if (link_index_.size() <= id.value) link_index_.resize(id.value + 1, no_link);
  link_index_[id.value] = add_link(level_, link, id, 0);
  fresh_nodes_.push_back(level_.links[link_index_[id.value]].node);
}

void BaseLevel::touch(const Link& link, std::vector<std::uint32_t>& changed) const {
  changed.push_back(level_.grid.area_of(link.from));
  changed.push_back(level_.grid.area_of(link.to));
}

void BaseLevel::drop_links(std::uint32_t sector, std::vector<std::uint32_t>& changed) {
  const LinkTable& links = grid_.links();
  const AreaLinks before = level_.links_of(level_.areas[sector]);
  for (const auto* list : {&before.leaving, &before.arriving}) {
    for (const std::uint32_t node : *list) {
      if (!level_.nodes[node].alive()) continue;  // both ends in this sector: gone with the first list
      const LinkNode known = level_.link(level_.nodes[node]);
      if (links.alive(known.id) && links[known.id] == known.link && usable(known.link)) continue;
      touch(known.link, changed);
      PORTOLAN_ASSERT(link_index_[known.id.value] != no_link);
      remove_link(level_, link_index_[known.id.value]);
      link_index_[known.id.value] = no_link;
    }
  }
}

void BaseLevel::find_links(std::uint32_t sector, std::vector<std::uint32_t>& changed) {
  const LinkTable& links = grid_.links();
  const Rect box = level_.grid.bounds(sector);
  const Cell origin{box.x, box.y, box.layer};
  const auto look = [&](std::span<const LinkTable::Entry> entries) {
    for (const LinkTable::Entry& entry : entries) {
      const Link& link = links[entry.id];
      const bool mine = box.contains(link.from) || box.contains(link.to);
      const bool known = entry.id.value < link_index_.size() && link_index_[entry.id.value] != no_link;
      if (!mine || known || !usable(link)) continue;
      add_link_node(entry.id, link);
      touch(link, changed);
    }
  };
  look(links.from_block(origin));
  look(links.into_block(origin));
}

}  // namespace portolan::detail
