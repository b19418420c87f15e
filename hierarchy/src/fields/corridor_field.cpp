// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/prefetch.hpp>
#include <portolan/hierarchy/corridor_field.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

#include <portolan/core/assert.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_field.hpp>
#include <portolan/hierarchy/detail/sector_versions.hpp>
#include <portolan/hierarchy/detail/some_followers.hpp>

#include "fields/rejoin.hpp"
#include "fields/shortcuts.hpp"

namespace portolan {

namespace {

// On a large map nobody has read a corridor's ground for long.
void prefetch_ground(const GridView& grid, const TileGrid& sectors, std::span<const SectorId> corridor) {
  constexpr std::int32_t rows_per_line = 64 / BlockArray::side;
  for (const SectorId sector : corridor) {
    const std::uint8_t* const costs = grid.costs().row(sectors.origin(sector));
    for (std::int32_t y = 0; y < sectors.side(); y += rows_per_line)
      detail::prefetch_line(costs + y * BlockArray::side);
  }
}

constexpr std::uint64_t beams_per_tile = 8;
// What lies behind the agents need not be known when shortcuts are looked for: so often it is asked.
constexpr std::uint64_t beams_per_look = 64;

bool is_plan_for(const Plan& plan, std::uint32_t sector_count) {
  return plan.versions.size() == plan.corridor.size() &&
         std::is_sorted(plan.corridor.begin(), plan.corridor.end()) &&
         (plan.corridor.empty() || plan.corridor.back().value < sector_count);
}

}  // namespace

CorridorField::CorridorField(const Hierarchy& hierarchy, Headings headings)
    : hierarchy_(&hierarchy),
      field_(std::make_unique<TileField>(hierarchy.grid(), hierarchy.sectors(), best_isa(),
                                         hierarchy.field_memory())) {
  if (headings == Headings::any_angle)
    straight_ = std::make_unique<StraightField>(hierarchy.grid(), hierarchy.sectors());
}

CorridorField::CorridorField(const CorridorField& other)
    : hierarchy_(other.hierarchy_),
      field_(std::make_unique<TileField>(*other.field_)),
      straight_(other.straight_ ? std::make_unique<StraightField>(*other.straight_) : nullptr),
      made_from_(other.made_from_),
      corridor_(other.corridor_),
      shortcuts_(other.shortcuts_),
      agents_(other.agents_),
      goals_(other.goals_),
      beams_before_(other.beams_before_),
      cells_opened_(other.cells_opened_),
      revision_(other.revision_),
      looks_left_(other.looks_left_),
      finished_(other.finished_),
      is_straight_(other.is_straight_),
      everywhere_(other.everywhere_) {}
CorridorField::~CorridorField() = default;
CorridorField::CorridorField(CorridorField&&) noexcept = default;
CorridorField& CorridorField::operator=(CorridorField&&) noexcept = default;

void CorridorField::reset(const Plan& plan, std::span<const Cell> agents) {
  const bool fits = is_plan_for(plan, hierarchy_->sectors().tile_count());
  PORTOLAN_ASSERT(fits, "the plan is one of this hierarchy");
  corridor_ = fits ? plan.corridor : std::vector<SectorId>();
  goals_ = fits ? plan.goals : GoalSet();
  made_from_ = fits ? plan.versions : std::vector<SectorVersion>();
  everywhere_ = false;
  shortcuts_.clear();
  if (straight_)
    agents_ = detail::some_followers(agents.empty() ? std::span<const Cell>(plan.cells) : agents);
  restart();
}

void CorridorField::reset(const GoalSet& goals) {
  corridor_.clear();
  made_from_.clear();
  for (SectorId sector{0}; sector.value < hierarchy_->sectors().tile_count(); ++sector.value) {
    corridor_.push_back(sector);
    made_from_.push_back({sector, hierarchy_->sector_version(sector)});
  }
  goals_ = goals;
  everywhere_ = true;
  shortcuts_.clear();
  agents_.clear();
  restart();
}

void CorridorField::restart() {
  if (!everywhere_) prefetch_ground(hierarchy_->grid(), hierarchy_->sectors(), corridor_);
  field_->reset();
  change();
  finished_ = false;
  is_straight_ = straight_ && !everywhere_;
  is_straight_ ? start_straight() : start_octile();
}

void CorridorField::start_straight() {
  leave_out_shortcuts();
  looks_left_ = most_looks;
  beams_before_ = 0;
  allow_straight();
}

// Tiles are always taken in by their numbers, so that equal corridors give equal bits.
void CorridorField::allow_straight() {
  straight_->reset();
  straight_->allow(corridor_);
  if (!straight_->has_one_cost()) looks_left_ = 0;
  for (const Goal& goal : goals_) {
    if (hierarchy_->grid().contains(goal.cell)) straight_->add_goal(goal);
  }
}

void CorridorField::leave_out_shortcuts() {
  const auto is_shortcut = [&](SectorId sector) {
    return std::binary_search(shortcuts_.begin(), shortcuts_.end(), sector);
  };
  std::erase_if(corridor_, is_shortcut);
  std::erase_if(made_from_, [&](const SectorVersion& v) { return is_shortcut(v.sector); });
  shortcuts_.clear();
}

// Starts over where there are any that keep to ground of one cost.
void CorridorField::take_shortcuts() {
  std::vector<SectorId> fresh = detail::shortcuts(*straight_, agents_);
  std::erase_if(fresh, [&](SectorId sector) { return allowed(sector); });
  if (fresh.empty()) {
    looks_left_ = 0;
    return;
  }
  const std::vector<SectorId> corridor = corridor_;
  for (const SectorId sector : fresh) made_from_.push_back({sector, hierarchy_->sector_version(sector)});
  for (std::vector<SectorId>* const sectors : {&corridor_, &shortcuts_}) {
    sectors->insert(sectors->end(), fresh.begin(), fresh.end());
    std::sort(sectors->begin(), sectors->end());
  }
  beams_before_ += straight_->beams_cast();
  allow_straight();
  if (straight_->has_one_cost()) return;
  // A shortcut over ground of another cost is none; what was looked at counts as depended on.
  corridor_ = corridor;
  allow_straight();
  looks_left_ = 0;
}

bool CorridorField::knows_agents() const {
  if (straight_->finished()) return true;
  const float settled = straight_->settled_below();
  return std::all_of(agents_.begin(), agents_.end(), [&](const Cell& agent) {
    return straight_->distance(agent) <= settled || !allowed(hierarchy_->sectors().tile_of(agent));
  });
}

bool CorridorField::advance_straight(std::uint64_t max_beams) {
  while (looks_left_ > 0) {
    const std::uint64_t beams = std::min(max_beams, beams_per_look);
    straight_->advance(beams);
    if (max_beams != StraightField::unlimited) max_beams -= beams;
    if (knows_agents()) {
      --looks_left_;
      take_shortcuts();
    } else if (max_beams == 0) {
      return false;
    }
  }
  return straight_->advance(max_beams);
}

void CorridorField::start_octile() {
  if (!everywhere_) field_->allow(corridor_);
  for (const Goal& goal : goals_) {
    if (!hierarchy_->grid().contains(goal.cell)) continue;
    if (field_->allowed(hierarchy_->sectors().tile_of(goal.cell))) field_->add_goal(goal);
  }
}

bool CorridorField::advance(std::uint64_t max_tile_solves) {
  if (finished_) return true;
  change();
  if (is_straight_) {
    const bool bounded = max_tile_solves < StraightField::unlimited / beams_per_tile;
    finished_ = advance_straight(bounded ? max_tile_solves * beams_per_tile : StraightField::unlimited);
  } else {
    finished_ = field_->advance(max_tile_solves);
  }
  return finished_;
}

bool CorridorField::allowed(SectorId sector) const {
  return is_straight_ ? std::binary_search(corridor_.begin(), corridor_.end(), sector)
                      : field_->allowed(sector);
}

bool CorridorField::finished() const { return finished_; }

bool CorridorField::settled(Cell c) const { return reachable(settled_at(c)); }

Distance CorridorField::settled_at(Cell c) const {
  const Distance value = at(c);
  return finished_ || (!is_straight_ && value <= field_->settled_below()) ? value : unreachable;
}

void CorridorField::widen(std::span<const SectorId> sectors) {
  const std::uint32_t end = hierarchy_->sectors().tile_count();
  PORTOLAN_ASSERT(std::all_of(sectors.begin(), sectors.end(), [end](SectorId s) { return s.value < end; }),
                  "sectors of this hierarchy join");
  const auto is_new = [&](SectorId sector) { return sector.value < end && !allowed(sector); };
  if (std::none_of(sectors.begin(), sectors.end(), is_new)) return;
  change();
  if (is_straight_) leave_out_shortcuts();
  std::vector<SectorId> fresh;
  std::copy_if(sectors.begin(), sectors.end(), std::back_inserter(fresh), is_new);
  std::sort(fresh.begin(), fresh.end());
  fresh.erase(std::unique(fresh.begin(), fresh.end()), fresh.end());
  if (!is_straight_) {
    field_->allow(fresh);
    for (const Goal& goal : goals_) {
      if (std::binary_search(fresh.begin(), fresh.end(), hierarchy_->sectors().tile_of(goal.cell)))
        field_->add_goal(goal);
    }
  }
  for (const SectorId sector : fresh) made_from_.push_back({sector, hierarchy_->sector_version(sector)});
  const auto middle = static_cast<std::ptrdiff_t>(corridor_.size());
  corridor_.insert(corridor_.end(), fresh.begin(), fresh.end());
  std::inplace_merge(corridor_.begin(), corridor_.begin() + middle, corridor_.end());
  if (is_straight_) return restart();
  finished_ = false;
}

void CorridorField::add_goal(const Goal& goal) {
  PORTOLAN_ASSERT(hierarchy_->grid().contains(goal.cell), "add goals inside the world");
  if (!hierarchy_->grid().contains(goal.cell)) return;
  std::vector<Goal> goals(goals_.begin(), goals_.end());
  goals.push_back(goal);
  goals_ = GoalSet(goals);
  change();
  if (is_straight_) return restart();
  if (allowed(hierarchy_->sectors().tile_of(goal.cell))) field_->add_goal(goal);
  finished_ = false;
}

std::vector<SectorId> CorridorField::missing_on(std::span<const Cell> path) const {
  std::vector<SectorId> missing;
  const auto join = [&](Cell c) {
    const SectorId sector = hierarchy_->sectors().tile_of(c);
    if (!allowed(sector)) missing.push_back(sector);
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    join(path[i]);
    if (i == 0 || std::abs(path[i].x - path[i - 1].x) != 1 || std::abs(path[i].y - path[i - 1].y) != 1)
      continue;
    // A diagonal step between two sectors needs the cells beside it, which may lie in two others.
    join({path[i].x, path[i - 1].y, path[i].layer});
    join({path[i - 1].x, path[i].y, path[i].layer});
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  return missing;
}

template <class Costs>
Distance CorridorField::rejoin_by(const Costs& costs, Cell from, std::uint64_t max_cells) {
  const bool links = !hierarchy_->grid().links().all().empty();
  detail::RejoinSearch<Costs> search(costs, links ? Cost{0} : hierarchy_->least_cost());
  const bool found = search.run(from, max_cells);
  cells_opened_ += search.opened();
  if (!found) return unreachable;
  widen(missing_on(search.cells()));
  return search.cost();
}

Distance CorridorField::rejoin(Cell from, std::uint64_t max_cells) {
  PORTOLAN_ASSERT(finished_, "rejoin a field whose advance() has returned true");
  if (!finished_ || !hierarchy_->grid().contains(from)) return unreachable;
  return is_straight_ ? rejoin_by(*straight_, from, max_cells) : rejoin_by(*field_, from, max_cells);
}

bool CorridorField::stale() const { return is_stale(*hierarchy_, made_from_); }

bool CorridorField::refresh(std::uint64_t max_tile_solves) {
  std::vector<SectorId> changed;
  for (SectorVersion& v : made_from_) {
    if (!is_stale(*hierarchy_, v)) continue;
    v.version = hierarchy_->sector_version(v.sector);
    changed.push_back(v.sector);
  }
  if (changed.empty()) return false;
  change();
  if (straight_ && !everywhere_) {
    restart();
    return true;
  }
  // Most changes are felt in few sectors; where it is more than half of them, starting over is cheaper.
  if (finished_ &&
      field_->repair(changed, std::min<std::uint64_t>(max_tile_solves, corridor_.size() / 2 + 2)))
    return true;
  field_->rewind(changed);
  finished_ = false;
  return true;
}

Distance CorridorField::at(Cell c) const { return is_straight_ ? straight_->at(c) : field_->at(c); }

Direction CorridorField::direction(Cell c) const {
  if (!is_straight_) return field_->direction(c);
  const std::optional<Cell> next = straight_->next(c);
  if (!next) return Direction::none;
  if (*next == c) return Direction::goal;
  for (int i = 0; i < step_count; ++i) {
    if (step(c, static_cast<Direction>(i)) == *next) return static_cast<Direction>(i);
  }
  return Direction::link;
}

const TileField& CorridorField::field() const { return *field_; }
std::span<const SectorId> CorridorField::corridor() const { return corridor_; }
std::uint64_t CorridorField::directions_built() const {
  return is_straight_ ? 0 : field_->directions_built();
}

std::uint64_t CorridorField::tiles_solved() const {
  return is_straight_ ? (beams_before_ + straight_->beams_cast() + beams_per_tile - 1) / beams_per_tile
                      : field_->tiles_solved();
}

std::size_t CorridorField::memory_bytes() const {
  return field_->memory_bytes() + (straight_ ? straight_->memory_bytes() : 0) +
         made_from_.capacity() * sizeof(SectorVersion) +
         (corridor_.capacity() + shortcuts_.capacity()) * sizeof(SectorId) +
         agents_.capacity() * sizeof(Cell) + goals_.size() * sizeof(Goal);
}

}  // namespace portolan
