// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/hierarchy/hierarchy.hpp>

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>

#include "hierarchy_state.hpp"
#include "reach/flood.hpp"
#include "tables/hash.hpp"

namespace portolan {

namespace detail {

HierarchyState::HierarchyState(const World& w, ProfileId p, const HierarchyOptions& o)
    : world(&w),
      profile(p),
      options(o),
      grid(w.view(p)),
      tiles(w.extent(), o.sector_size),
      executor(o.executor != nullptr ? o.executor : &inline_executor),
      base_level(grid, tiles, o.portal_width),
      versions(tiles.tile_count(), 0) {
  PORTOLAN_ASSERT(o.level_factor == 2 || o.level_factor == 4 || o.level_factor == 8);
  PORTOLAN_ASSERT(o.portal_width >= 1 && o.portal_width <= TileGrid::max_side);
}

// Share of the work that the lowest level is, for the progress.
constexpr double level_0_share = 0.7;
// Where the top level has no more areas than this along one side, a search is short enough.
constexpr std::int32_t most_areas = 64;

namespace {

// The least cost of all cells, `impassable` where none is passable.
Cost least_of(const BlockArray& costs, Executor& executor) {
  constexpr std::uint32_t piece = 1024;
  std::vector<Cost> least((costs.block_count() + piece - 1) / piece, impassable);
  executor.parallel_for(least.size(), [&](std::size_t p, unsigned) {
    const auto first = static_cast<std::uint32_t>(p) * piece;
    for (std::uint32_t b = first; b < std::min(costs.block_count(), first + piece); ++b) {
      const std::uint8_t* const values = costs.block(b);
      const std::size_t count = costs.is_uniform(b) ? 1 : BlockArray::cells;
      least[p] = std::min(least[p], *std::min_element(values, values + count));
    }
  });
  return least.empty() ? impassable : *std::min_element(least.begin(), least.end());
}

}  // namespace

void HierarchyState::build() {
  base_level.build(*executor, [this](double share) {
    if (options.progress) options.progress(share * level_0_share);
  });
  levels.push_back(&base_level.level());
  build_uppers();
  build_views();
  const Cost least = least_of(grid.costs(), *executor);
  bound = OctileBound(least == impassable ? Cost{1} : least, {});
  find_shortcuts();
  build_landmarks();
  if (options.progress) options.progress(1.0);
}

void HierarchyState::build_views() {
  graphs.reserve(levels.size());
  for (std::size_t at = 0; at < levels.size(); ++at) {
    graphs.emplace_back(*levels[at], at == 0 ? nullptr : &graphs[at - 1]);
  }
}

UpperLevel& HierarchyState::add_upper() {
  const int factor_shift = options.level_factor == 2 ? 1 : options.level_factor == 4 ? 2 : 3;
  uppers.push_back(std::make_unique<UpperLevel>(*levels.back(), factor_shift));
  levels.push_back(&uppers.back()->level());
  return *uppers.back();
}

// The components need the nodes of all levels and the tables of the lowest: they are found by one thread
// while the others make the tables above.
void HierarchyState::build_uppers() {
  const auto enough = [&] {
    if (options.levels > 0) return levels.size() >= static_cast<std::size_t>(options.levels);
    const std::int32_t side = std::max(tiles.extent().width, tiles.extent().height);
    return side >> levels.back()->grid.shift() <= most_areas;
  };
  while (!enough()) {
    const Level& below = *levels.back();
    add_upper().build_nodes(below, *executor);
  }
  if (uppers.empty()) return components.build(levels, grid, *executor);
  const auto find_components = [&] {
    InlineExecutor alone;
    components.build(levels, grid, alone);
  };
  for (std::size_t at = 0; at < uppers.size(); ++at) {
    uppers[at]->build_tables(*levels[at], *executor, at == 0 ? find_components : std::function<void()>());
  }
}

// By node of a level: what it belongs together with.
std::vector<std::uint64_t> HierarchyState::groups_at(std::size_t at) const {
  const Level& level = *levels[at];
  const Level& lowest = *levels.front();
  std::vector<std::uint64_t> groups(level.nodes.size());
  const auto group_of = [&](std::uint32_t node) {
    PortalId id{node};
    for (std::size_t below = at; below > 0; --below) id.value = levels[below]->nodes[id.value].node_below();
    const NodeRecord& record = lowest.nodes[id.value];
    return record.is_link()
               ? components.class_of(lowest.link(record).from_area, lowest.link(record).leaving_at)
               : components.class_of(lowest.area_a(record), lowest.place(id.value, record, true));
  };
  constexpr std::size_t piece = 2048;
  executor->parallel_for((groups.size() + piece - 1) / piece, [&](std::size_t p, unsigned) {
    for (std::size_t node = p * piece; node < std::min(groups.size(), (p + 1) * piece); ++node) {
      if (level.nodes[node].alive()) groups[node] = group_of(static_cast<std::uint32_t>(node));
    }
  });
  return groups;
}

void HierarchyState::build_landmarks() {
  landmarks.build(*levels.back(), groups_at(levels.size() - 1), *executor);
  if (levels.size() == 1) return;
  if (levels.size() > 2) area_landmarks.build(*levels[1], groups_at(1), *executor);
  base_potentials.build(*levels[0], *levels[1], landmarks_of_level_1(), *executor);
}

void HierarchyState::find_shortcuts() {
  symmetric = true;
  std::vector<Link> shortcuts;
  for (const LinkNode& node : base_level.level().links) {
    if (!node.id.valid()) continue;
    symmetric = false;
    if (bound.is_shortcut(node.link)) shortcuts.push_back(node.link);
  }
  bound = OctileBound(bound.least_cost(), std::move(shortcuts));
}

}  // namespace detail

Hierarchy::Hierarchy(const World& world, ProfileId profile, const HierarchyOptions& options)
    : state_(std::make_unique<detail::HierarchyState>(world, profile, options)) {
  state_->build();
}

Hierarchy::~Hierarchy() = default;
Hierarchy::Hierarchy(Hierarchy&&) noexcept = default;
Hierarchy& Hierarchy::operator=(Hierarchy&&) noexcept = default;

ApplyReport Hierarchy::apply(const Commit& commit) { return state_->apply(commit); }
SettleReport Hierarchy::settle() const { return state_->settle(); }

namespace {

void add_all(std::vector<std::uint32_t>& to, std::span<const std::uint32_t> more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

ApplyReport detail::HierarchyState::apply(const Commit& commit) {
  ApplyReport report;
  const ProfileChange* change = nullptr;
  for (const ProfileChange& c : commit.profiles) {
    if (c.profile == profile && !c.blocks.empty()) change = &c;
  }
  const bool links_changed = !commit.links_added.empty() || !commit.links_removed.empty();
  if (change == nullptr && !links_changed) return report;
  const Level0Change done = base_level.update(change, commit, world->version() == commit.version, *executor);
  if (done.sectors.empty()) return report;
  ++version;
  Cost least = bound.least_cost();
  for (const std::uint32_t sector : done.sectors) {
    ++versions[sector];
    report.sectors.push_back({sector});
    if (least == 1) continue;  // nothing is cheaper
    const Rect box = tiles.bounds({sector});
    for (std::int32_t y = box.y; y < box.y + box.height; ++y) {
      const std::uint8_t* const row = grid.costs().row({box.x, y, box.layer});
      least = std::min(least, *std::min_element(row, row + box.width));
    }
  }
  bound = OctileBound(least, {});
  find_shortcuts();
  report.tables_rebuilt = done.rebuilt.size();
  add_all(rebuilt_, done.rebuilt);
  add_all(changed_, done.changed);
  add_all(fresh_nodes_, base_level.fresh_nodes());
  links_changed_ = links_changed_ || links_changed;
  behind_.store(true, std::memory_order_release);
  return report;
}

SettleReport detail::HierarchyState::settle() {
  if (!behind_.load(std::memory_order_acquire)) return {};
  const std::lock_guard lock(settling_);
  if (!behind_.load(std::memory_order_relaxed)) return {};
  const SettleReport report = catch_up();
  behind_.store(false, std::memory_order_release);
  return report;
}

SettleReport detail::HierarchyState::catch_up() {
  SettleReport report;
  sort_unique(rebuilt_);
  sort_unique(changed_);
  sort_unique(fresh_nodes_);
  std::vector<std::vector<std::uint32_t>> changed(levels.size());
  changed[0] = std::move(changed_);
  for (std::size_t at = 1; at < levels.size() && !changed[at - 1].empty(); ++at) {
    LevelChange above = uppers[at - 1]->update(*levels[at - 1], changed[at - 1], *executor);
    report.tables_rebuilt += above.rebuilt.size();
    changed[at] = std::move(above.changed);
  }
  report.areas_relabelled = components.update(levels, grid, rebuilt_, links_changed_);
  update_landmarks(changed);
  rebuilt_.clear();
  changed_.clear();
  fresh_nodes_.clear();
  links_changed_ = false;
  return report;
}

// `changed`: areas by level.
void detail::HierarchyState::update_landmarks(std::span<const std::vector<std::uint32_t>> changed) {
  if (changed[0].empty()) return;
  const std::size_t top = levels.size() - 1;
  const auto update = [&](Landmarks& of, std::size_t at) -> std::span<const std::uint32_t> {
    if (changed[at].empty()) return {};
    return of.update(*levels[at], changed[at], at == 0 ? fresh_nodes_ : uppers[at - 1]->fresh_nodes());
  };
  std::span<const std::uint32_t> lowered = update(landmarks, top);
  if (top == 0) return;
  if (top > 1) lowered = update(area_landmarks, 1);
  BasePotentials::Change change{changed[0], fresh_nodes_, {}, lowered};
  if (!changed[1].empty()) change.rim_nodes = uppers[0]->fresh_nodes();
  base_potentials.update(*levels[0], *levels[1], landmarks_of_level_1(), change);
}

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
const TileGrid& Hierarchy::sectors() const { return state_->tiles; }
std::uint64_t Hierarchy::sector_version(SectorId sector) const { return state_->versions[sector.value]; }
std::uint64_t Hierarchy::version() const { return state_->version; }
std::size_t Hierarchy::level_count() const { return state_->graphs.size(); }
const PortalGraph& Hierarchy::graph(std::size_t level) const {
  if (level > 0) settle();
  return state_->graphs[level];
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
  std::size_t bytes = s.components.memory_bytes() + s.landmarks.memory_bytes() +
                      s.area_landmarks.memory_bytes() + s.base_potentials.memory_bytes() +
                      s.versions.capacity() * sizeof(s.versions[0]);
  for (const PortalGraph& graph : s.graphs) bytes += graph.level().memory_bytes();
  return bytes;
}

}  // namespace portolan
