// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "hierarchy_state.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#include <portolan/core/assert.hpp>

#include "find_fault.hpp"

namespace portolan::detail {

namespace {

// Share of the work that the lowest level is, for the progress.
constexpr double level_0_share = 0.7;
// Where the top level has no more areas than this along one side, a search is short enough.
constexpr std::int32_t most_areas = 64;
constexpr int most_levels = 3;

// The least of 8, 16 and 32, or 2, 4 and 8, that is not less, if there is one.
int next_power(int value, int least) {
  return value <= least ? least : value <= 2 * least ? 2 * least : 4 * least;
}

HierarchyOptions allowed(const HierarchyOptions& asked) {
  HierarchyOptions options = asked;
  options.sector_size = next_power(asked.sector_size, 8);
  options.portal_width = std::clamp(asked.portal_width, 1, TileGrid::max_side);
  options.levels = std::clamp(asked.levels, 0, most_levels);
  options.level_factor = next_power(asked.level_factor, 2);
  PORTOLAN_ASSERT(options.sector_size == asked.sector_size && options.portal_width == asked.portal_width);
  PORTOLAN_ASSERT(options.levels == asked.levels && options.level_factor == asked.level_factor);
  return options;
}

PortalRule portal_rule(const HierarchyOptions& options) { return {options.portal_width}; }

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

// Whether a block has ground of a cost.
bool has_ground(const BlockArray& costs, std::uint32_t block, Cost cost) {
  const std::size_t count = costs.is_uniform(block) ? 1 : BlockArray::cells;
  return std::memchr(costs.block(block), cost, count) != nullptr;
}

// What an upper table takes, and the components of a sector with all that hangs on them: as long as to look
// at so many nodes. How many areas were relabelled in the end is no measure: a hierarchy that was restored
// looks at more, and would be told of other work than the one that was saved.
constexpr std::uint64_t nodes_per_table = 190;
constexpr std::uint64_t nodes_per_sector = 30;

void add_all(std::vector<std::uint32_t>& to, std::span<const std::uint32_t> more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

UpperLevel& Topology::add_upper(int level_factor) {
  const int factor_shift = level_factor == 2 ? 1 : level_factor == 4 ? 2 : 3;
  uppers.push_back(std::make_unique<UpperLevel>(*levels.back(), factor_shift));
  uppers.back()->share_tables(common.store());
  levels.push_back(&uppers.back()->level());
  return *uppers.back();
}

void Topology::build_views() {
  graphs.reserve(levels.size());
  for (std::size_t at = 0; at < levels.size(); ++at) {
    graphs.emplace_back(*levels[at], at == 0 ? nullptr : &graphs[at - 1]);
  }
}

std::uint32_t Topology::base_node(std::size_t at, std::uint32_t node) const {
  for (; at > 0; --at) node = levels[at]->nodes[node].node_below();
  return node;
}

void Bounds::find_shortcuts(const Level& lowest, Cost least) {
  symmetric = !lowest.has_links();
  bound = OctileBound(least, {});
  std::vector<Link> shortcuts;
  for (const LinkNode& node : lowest.links) {
    if (node.id.valid() && bound.is_shortcut(node.link)) shortcuts.push_back(node.link);
  }
  bound = OctileBound(least, std::move(shortcuts));
}

HierarchyState::HierarchyState(const World& w, ProfileId p, const HierarchyOptions& o)
    : Topology(w, p, TileGrid(w.extent(), allowed(o).sector_size), portal_rule(allowed(o))),
      world(&w),
      profile(p),
      options(allowed(o)),
      applied(w.version()),
      executor(o.executor != nullptr ? o.executor : &inline_executor) {
  open_portals_of_borrowers();
}

void HierarchyState::build() {
  base_level.build(*executor, [this](double share) {
    if (options.progress) options.progress(share * level_0_share);
  });
  levels.push_back(&base_level.level());
  build_uppers();
  build_views();
  find_shortcuts(base_level.level(), least_of_ground());
  if (!borrows()) build_bounds(*this);
  make_room();
  check();
  if (options.progress) options.progress(1.0);
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
    add_upper(options.level_factor).build_nodes(below, *executor);
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

BasePotentials::Source HierarchyState::base_source(const Bounds& of) const {
  return {levels[0], levels[1], levels.size() == 2 ? &of.landmarks : &of.area_landmarks};
}

void HierarchyState::build_bounds(Bounds& of) const {
  of.landmarks.build(*levels.back(), *executor);
  if (levels.size() == 1) return;
  if (levels.size() > 2) of.area_landmarks.build(*levels[1], *executor);
  of.base_potentials.build(base_source(of), *executor);
}

// The first edits that made nodes copied all of these lists: a millisecond on a map of 2,048 by 2,048.
void HierarchyState::make_room() {
  base_level.make_room();
  for (const auto& upper : uppers) upper->make_room();
  if (borrows()) return;
  landmarks.make_room();
  area_landmarks.make_room();
  base_potentials.make_room();
}

void HierarchyState::log_to(Journal* j) {
  journal = j;
  kept_ = 0;
  base_level.log_to(j);
  for (const auto& upper : uppers) upper->log_to(j);
  components.log_to(j);
  landmarks.log_to(j);
  area_landmarks.log_to(j);
  base_potentials.log_to(j);
  versions.log_to(j);
}

void HierarchyState::keep_backlog() {
  if (journal == nullptr) return;
  journal->once(kept_, 0, [this] {
    return [this, was_broken = broken.load(), waited = backlog.waits.load(),
            bounds = std::pair(bound, symmetric),
            numbers = std::tuple(version, applied, backlog.links_changed, backlog.in_slices),
            lists = std::tuple(backlog.rebuilt, backlog.changed, backlog.fresh_nodes)] {
      broken = was_broken;
      backlog.waits = waited;
      std::tie(bound, symmetric) = bounds;
      std::tie(version, applied, backlog.links_changed, backlog.in_slices) = numbers;
      std::tie(backlog.rebuilt, backlog.changed, backlog.fresh_nodes) = lists;
    };
  });
}

namespace {

// Null where nothing has changed for it.
const ProfileChange* change_for(ProfileId profile, const Commit& commit) {
  if (profile.value >= commit.profiles.size()) return nullptr;  // no edit waited
  const ProfileChange& change = commit.profiles[profile.value];
  PORTOLAN_ASSERT(change.profile == profile, "a commit has its profiles by id");
  return change.blocks.empty() ? nullptr : &change;
}

}  // namespace

ApplyReport HierarchyState::apply(const Commit& commit) {
  ApplyReport report;
  keep_backlog();
  PORTOLAN_ASSERT(commit.version <= world->version(), "the commit is one of this world");
  // A commit that changed anything raised the version by one.
  if (commit.version != applied + (commit.empty() ? 0 : 1)) broken.store(true, std::memory_order_relaxed);
  applied = std::max(applied, commit.version);
  const ProfileChange* const change = change_for(profile, commit);
  const bool links_changed = !commit.links_added.empty() || !commit.links_removed.empty();
  base_level.tell_kin(std::as_const(versions).data());
  if (change == nullptr && !links_changed && !concerns(commit)) return report;
  const BaseChange& done =
      base_level.update(change, commit, bound.least_cost(), world->version() == commit.version, *executor);
  if (done.rebuilt.empty()) return report;
  raise_versions(done.sectors, report);
  report.tables_rebuilt = done.rebuilt.size();
  add_all(backlog.rebuilt, done.rebuilt);
  add_all(backlog.changed, done.changed);
  add_all(backlog.fresh_nodes, base_level.fresh_nodes());
  backlog.links_changed = backlog.links_changed || links_changed;
  backlog.waits.store(true, std::memory_order_release);
  check(std::span(done.rebuilt).first(std::min<std::size_t>(done.rebuilt.size(), 16)));
  return report;
}

void HierarchyState::raise_versions(std::span<const std::uint32_t> sectors, ApplyReport& report) {
  ++version;
  report.sectors.reserve(sectors.size());
  for (const std::uint32_t sector : sectors) {
    ++versions[sector];
    report.sectors.push_back({sector});
  }
  find_shortcuts(base_level.level(), least_cost_after(sectors));
}

// Of all ground, whatever was there before: bounds that told of cheaper ground that has gone would make plans
// depend on how the world came about. One block that has such ground is remembered, so that others are looked
// at where that has lost it alone, and all of them where nobody has any more. What a streamed world has
// elsewhere is not looked at.
Cost HierarchyState::least_cost_after(std::span<const std::uint32_t> changed) {
  const BlockArray& costs = grid.costs();
  const Cost before = bound.least_cost();
  Cost least = before;
  for (std::size_t i = 0; i < changed.size() && least > 1; ++i) {
    const Rect box = tiles.bounds({changed[i]});
    for (std::int32_t y = box.y; y < box.y + box.height; ++y) {
      const std::uint8_t* const row = costs.row({box.x, y, box.layer});
      least = std::min(least, *std::min_element(row, row + box.width));
    }
  }
  if (least < before || world->is_streamed()) return least;
  if (cheapest_block_ < costs.block_count() && has_ground(costs, cheapest_block_, before)) return before;
  for (std::uint32_t b = 0; b < costs.block_count(); ++b) {
    if (!has_ground(costs, b, before)) continue;
    cheapest_block_ = b;
    return before;
  }
  return least_of_ground();
}

Cost HierarchyState::least_of_ground() const {
  const Cost least = least_of(grid.costs(), *executor);
  return least == impassable ? Cost{1} : least;
}

ApplyReport HierarchyState::settle() {
  if (lender != nullptr) lender->or_broken([this] { return lender->settle(); });
  return settle_own();
}

ApplyReport HierarchyState::settle_own() {
  if (settled()) return {};
  const std::lock_guard lock(backlog.settling);
  if (!backlog.waits.load(std::memory_order_relaxed)) return {};
  keep_backlog();
  ApplyReport report = catch_up();
  if (!backlog.in_slices) raise_bounds(std::numeric_limits<std::uint64_t>::max());
  check();
  backlog.waits.store(false, std::memory_order_release);
  return report;
}

std::uint64_t HierarchyState::settle_some(std::uint64_t most) {
  keep_backlog();
  backlog.in_slices = true;
  caught_up_ = 0;
  settle_own();
  std::uint64_t work = caught_up_;
  work += raise_bounds(most - std::min(most, work));
  if (work >= most || levels.size() == 1 || raise_due() || borrows()) return work;
  return work + base_potentials.fill_some(most - work);
}

std::uint64_t HierarchyState::raise_bounds(std::uint64_t most) {
  if (borrows()) return 0;
  std::span<const std::uint32_t> altered = landmarks.raise(*levels.back(), most);
  std::uint64_t work = landmarks.work();
  if (levels.size() == 1) return work;
  if (levels.size() > 2) {
    altered = area_landmarks.raise(*levels[1], most - std::min(most, work));
    work += area_landmarks.work();
  }
  base_potentials.update({{}, {}, altered});
  return work;
}

ApplyReport HierarchyState::catch_up() {
  ApplyReport report;
  sort_unique(backlog.rebuilt);
  sort_unique(backlog.changed);
  sort_unique(backlog.fresh_nodes);
  std::vector<std::vector<std::uint32_t>> changed(levels.size());
  changed[0] = std::move(backlog.changed);
  for (std::size_t at = 1; at < levels.size() && !changed[at - 1].empty(); ++at) {
    LevelChange above = uppers[at - 1]->update(*levels[at - 1], changed[at - 1], *executor);
    report.tables_rebuilt += above.rebuilt.size();
    changed[at] = std::move(above.changed);
  }
  report.areas_relabelled = components.update(levels, grid, backlog.rebuilt, backlog.links_changed);
  caught_up_ = report.tables_rebuilt * nodes_per_table + backlog.rebuilt.size() * nodes_per_sector;
  update_landmarks(changed);
  backlog.rebuilt.clear();
  backlog.changed.clear();
  backlog.fresh_nodes.clear();
  backlog.links_changed = false;
  return report;
}

// `changed`: areas by level.
void HierarchyState::update_landmarks(std::span<const std::vector<std::uint32_t>> changed) {
  if (changed[0].empty() || borrows()) return;
  const std::size_t top = levels.size() - 1;
  const auto update = [&](Landmarks& of, std::size_t at) -> std::span<const std::uint32_t> {
    if (changed[at].empty()) return {};
    const auto around = of.update(*levels[at], changed[at],
                                  at == 0 ? backlog.fresh_nodes : uppers[at - 1]->fresh_nodes(), *executor);
    caught_up_ += of.work();
    return around;
  };
  std::span<const std::uint32_t> altered = update(landmarks, top);
  if (top == 0) return;
  if (top > 1) altered = update(area_landmarks, 1);
  base_potentials.update({changed[0], changed[1], altered});
}

// In validating builds, after an apply.
void HierarchyState::check([[maybe_unused]] std::span<const std::uint32_t> sectors) const {
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
  PORTOLAN_ASSERT(broken || !find_fault_in(*this, sectors));
#endif
}

// In validating builds, after a build and whenever all is up to date again.
void HierarchyState::check() const {
#if defined(PORTOLAN_VALIDATE) && PORTOLAN_VALIDATE
  // A sample, so that what is tested in such builds stays quick: their errors show in one of many runs.
  PORTOLAN_ASSERT(broken || !find_fault(*this, 8, std::size_t{1} << 14U));
#endif
}

}  // namespace portolan::detail
