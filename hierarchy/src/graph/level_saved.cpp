// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "graph/level_saved.hpp"

#include <span>
#include <vector>

namespace portolan::detail {

namespace {

struct Counts {
  std::uint32_t nodes = 0;
  std::uint32_t slots = 0;
};

// Lists of links of all areas, one after the other: how many leave, how many arrive, then those.
std::vector<std::uint32_t> flat_links(const Level& level) {
  std::vector<std::uint32_t> flat;
  for (const AreaLinks& list : level.area_links) {
    flat.push_back(static_cast<std::uint32_t>(list.leaving.size()));
    flat.push_back(static_cast<std::uint32_t>(list.arriving.size()));
    flat.insert(flat.end(), list.leaving.begin(), list.leaving.end());
    flat.insert(flat.end(), list.arriving.begin(), list.arriving.end());
  }
  return flat;
}

bool unflatten(std::span<const std::uint32_t> flat, std::vector<AreaLinks>& lists) {
  lists.clear();
  while (!flat.empty()) {
    if (flat.size() < 2) return false;
    const std::size_t leaving = flat[0];
    const std::size_t arriving = flat[1];
    flat = flat.subspan(2);
    if (leaving > flat.size() || arriving > flat.size() - leaving) return false;
    const auto middle = flat.begin() + static_cast<std::ptrdiff_t>(leaving);
    const auto end = middle + static_cast<std::ptrdiff_t>(arriving);
    lists.push_back({{flat.begin(), middle}, {middle, end}});
    flat = flat.subspan(leaving + arriving);
  }
  return true;
}

}  // namespace

void save_level(const Level& level, PartSink& sink) {
  const Counts counts{level.node_count, level.slots.end()};
  sink.write_part<Counts>({&counts, 1});
  sink.write_part(level.borders.values());
  sink.write_part(level.areas.values());
  sink.write_part(level.nodes.values());
  sink.write_part<LinkNode>(level.links);
  sink.write_part<std::uint32_t>(level.free_links);
  sink.write_part<std::uint32_t>(flat_links(level));
  sink.write_part<std::uint32_t>(level.free_area_links);
  level.tables.save(sink);
}

bool restore_level(Level& level, PartSource& source) {
  const auto counts = source.next_value<Counts>();
  if (!counts || !borrow_next(level.borders, source) || !borrow_next(level.areas, source) ||
      !borrow_next(level.nodes, source) || !copy_next(level.links, source) ||
      !copy_next(level.free_links, source)) {
    return false;
  }
  const auto links = source.next_values<std::uint32_t>();
  if (!links || !unflatten(*links, level.area_links) || !copy_next(level.free_area_links, source))
    return false;
  level.node_count = counts->nodes;
  level.slots.restore(counts->slots);
  return level.areas.size() == level.grid.count() && level.borders.size() == level.grid.border_end() &&
         level.nodes.size() == counts->slots && level.tables.restore(source);
}

}  // namespace portolan::detail
