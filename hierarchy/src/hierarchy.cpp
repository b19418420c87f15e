// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/hierarchy.hpp>

#include <algorithm>

#include <portolan/core/assert.hpp>
#include <portolan/core/hash.hpp>

#include "hierarchy_state.hpp"
#include "reach/flood.hpp"
#include "tables/sector_table.hpp"

namespace portolan {

Hierarchy::Hierarchy(const World& world, ProfileId profile, const HierarchyOptions& options)
    : state_(detail::make_pimpl<detail::HierarchyState>(world, profile, options)) {
  if (options.bounds_from != nullptr) take_lender(*options.bounds_from);
  state_->build();
}

void Hierarchy::take_lender(const Hierarchy& lender) {
  const bool lent = state_->take_lender(*lender.state_);
  PORTOLAN_ASSERT(lent, "a lender names the profile, has the same sizes, and borrows from nobody");
  static_cast<void>(lent);
}

ApplyReport Hierarchy::apply(const Commit& commit) {
  return state_->or_broken([&] { return state_->apply(commit); });
}
ApplyReport Hierarchy::settle() const {
  return state_->or_broken([&] { return state_->settle(); });
}
bool Hierarchy::broken() const { return state_->broken.load(std::memory_order_relaxed); }
std::uint64_t Hierarchy::settle(std::uint64_t units) {
  constexpr std::uint64_t nodes_per_unit = 16;
  const std::uint64_t nodes = state_->or_broken([&] { return state_->settle_some(units * nodes_per_unit); });
  return (nodes + nodes_per_unit - 1) / nodes_per_unit;
}
bool Hierarchy::settled() const { return state_->settled(); }

std::uint64_t Hierarchy::fingerprint() const {
  settle();
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t value) { hash = detail::mix(hash, value); };
  for (const PortalGraph& graph : state_->graphs) {
    const detail::Level& level = graph.level();
    add(level.areas.size());
    for (const detail::AreaRecord& area : level.areas) {
      for (const std::uint16_t end : area.end) add(end);
      level.for_each_border_node(area, [&](std::uint32_t id, std::uint32_t) {
        const Portal portal = graph.portal({id});
        add(static_cast<std::uint64_t>(portal.a.x) << 32U | static_cast<std::uint32_t>(portal.a.y));
        add(static_cast<std::uint64_t>(portal.first.x) << 32U | static_cast<std::uint32_t>(portal.first.y));
        add(static_cast<std::uint64_t>(portal.width));
      });
      const detail::AreaLinks& links = level.links_of(area);
      for (const auto* list : {&links.leaving, &links.arriving}) {
        add(list->size());
        for (const std::uint32_t id : *list) {
          const Link& link = level.link(level.nodes[id]).link;
          for (const Cell c : {link.from, link.to}) {
            add(static_cast<std::uint64_t>(c.x) << 32U | static_cast<std::uint32_t>(c.y));
            add(static_cast<std::uint64_t>(c.layer));
          }
          add(link.cost);
        }
      }
      add(level.tables.hash(area.table));
    }
  }
  return hash;
}

GridView Hierarchy::grid() const { return state_->grid; }
ProfileId Hierarchy::profile() const { return state_->profile; }
ProfileId Hierarchy::lender() const { return state_->lender_id; }
bool Hierarchy::borrow_from(const Hierarchy& lender) { return state_->borrow_from(*lender.state_); }
const std::shared_ptr<FieldMemory>& Hierarchy::field_memory() const { return state_->options.field_memory; }
const TileGrid& Hierarchy::sectors() const { return state_->tiles; }
std::uint64_t Hierarchy::sector_version(SectorId sector) const {
  PORTOLAN_ASSERT(sector.value < state_->versions.size(), "sectors() gives the ids");
  return sector.value < state_->versions.size() ? state_->versions[sector.value] : 0;
}
std::uint64_t Hierarchy::version() const { return state_->version; }
std::size_t Hierarchy::level_count() const { return state_->graphs.size(); }
const PortalGraph& Hierarchy::graph(std::size_t level) const {
  PORTOLAN_ASSERT(level < level_count(), "levels are numbered from 0 on");
  if (level > 0) settle();
  return state_->graphs[std::min(level, level_count() - 1)];
}
Cost Hierarchy::least_cost() const { return state_->bound.least_cost(); }

// What the sectors know is asked first: it is right without settling.
bool Hierarchy::can_reach(Cell from, Cell to) const {
  const detail::HierarchyState& s = *state_;
  if (!s.grid.passable(from) || !s.grid.passable(to)) return false;
  const detail::Level& level = s.base_level.level();
  const auto around = [&](Cell c) {
    const Rect box = s.tiles.bounds(s.tiles.tile_of(c));
    detail::CellSet seed;
    seed.add(c.x - box.x, c.y - box.y);
    return detail::flood(detail::passable_cells(s.grid, box), seed, box);
  };
  constexpr std::uint32_t none = ~0U;
  const auto place_at = [&](Cell c, const detail::CellSet& cells, bool leaving) {
    const TileId sector = s.tiles.tile_of(c);
    const Rect box = s.tiles.bounds(sector);
    std::vector<detail::SectorEnd> ends;
    detail::list_ends(level, s.grid, sector.value, ends);
    for (std::uint32_t place = 0; place < ends.size(); ++place) {
      const detail::SectorEnd& end = ends[place];
      if ((leaving ? end.exit : end.entry) && cells.contains(end.cell.x - box.x, end.cell.y - box.y))
        return place;
    }
    return none;
  };
  const detail::CellSet near = around(from);
  const TileId sector = s.tiles.tile_of(from);
  if (sector == s.tiles.tile_of(to)) {
    const Rect box = s.tiles.bounds(sector);
    if (near.contains(to.x - box.x, to.y - box.y)) return true;
  }
  const std::uint32_t out = place_at(from, near, true);
  const std::uint32_t in = out == none ? none : place_at(to, around(to), false);
  if (in == none) return false;
  settle();
  return s.components.leads_to(s.components.class_of(sector.value, out),
                               s.components.class_of(s.tiles.tile_of(to).value, in));
}

std::size_t Hierarchy::memory_bytes() const {
  settle();
  const detail::HierarchyState& s = *state_;
  std::size_t bytes =
      detail::heap_bytes(s.components, s.landmarks, s.area_landmarks, s.base_potentials, s.versions);
  for (const PortalGraph& graph : s.graphs) bytes += graph.level().memory_bytes();
  return bytes;
}

}  // namespace portolan
