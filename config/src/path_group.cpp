// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "path_group.hpp"

#include <algorithm>
#include <utility>

#include <portolan/core/octile.hpp>
#include <portolan/core/path.hpp>

namespace portolan {
namespace {

bool may_step(const GridView& grid, Cell from, Cell to) {
  for (int d = 0; d < step_count; ++d) {
    if (step(from, static_cast<Direction>(d)) == to) return grid.can_step(from, static_cast<Direction>(d));
  }
  return false;
}

}  // namespace

PathGroup::PathGroup(PathSource source, const ScenarioGroup& wanted, int region_side, Cost least_cost,
                     std::vector<Goal> goals)
    : source_(std::move(source)),
      replan_(wanted.replan),
      goals_(std::move(goals)),
      watch_(source_.hierarchy->sectors().extent(), source_.hierarchy->profile(), region_side),
      walkers_(static_cast<std::size_t>(wanted.count)) {
  options_.window = static_cast<std::uint32_t>(wanted.splice.window);
  options_.max_ratio = wanted.splice.max_ratio;
  options_.every = static_cast<std::uint32_t>(wanted.splice.every);
  options_.give_up_ratio = wanted.splice.give_up_ratio;
  options_.least_cost = least_cost;
}

// The nearest as the crow flies of those that can be reached.
Cell PathGroup::goal_for(Cell from) const {
  const Goal* best = nullptr;
  for (const Goal& goal : goals_) {
    if (!source_.hierarchy->can_reach(from, goal.cell)) continue;
    if (best == nullptr || octile_distance(from, goal.cell) < octile_distance(from, best->cell)) best = &goal;
  }
  return best != nullptr ? best->cell : goals_.front().cell;
}

AStarResult PathGroup::whole_path(Cell from, Cell to) {
  AStarResult result;
  source_.request.agents.assign(1, from);
  source_.request.goals.assign(1, {to, {}});
  const std::uint64_t misses = source_.cache->stats().misses;
  const auto way = source_.cache->get(*source_.hierarchy, *source_.planner, source_.request);
  if (source_.cache->stats().misses != misses) {
    result.nodes_opened = way->plan.nodes_opened;
    tiles_solved_ += way->field.tiles_solved();
  }
  result.outcome = Outcome::unreachable;
  if (way->plan.outcome != Outcome::complete) return result;
  Result<Path> path = walk_down(way->field, source_.hierarchy->grid(), from);
  if (!path.ok()) return result;
  result.path = std::move(path).value();
  result.outcome = Outcome::complete;
  return result;
}

void PathGroup::set_out(Walker& walker, Cell at) {
  walker.keeper = std::make_unique<PathKeeper>(source_.hierarchy->grid(), at, goal_for(at), options_, search_,
                                               [this](Cell from, Cell to) { return whole_path(from, to); });
}

// Those ahead only: what lies behind is of no interest.
void PathGroup::watch_path(Walker& walker) {
  const std::uint64_t searches = walker.keeper->work().plans + walker.keeper->work().splices;
  if (!replan_.on_change) return;
  const RegionId here = watch_.region_of(walker.keeper->here());
  if (walker.searches == searches) {
    if (here != walker.region) watch_.progress(walker.watcher, here);
    walker.region = here;
    return;
  }
  walker.searches = searches;
  walker.region = here;
  const std::vector<RegionId> regions = watch_.regions_of(walker.keeper->ahead());
  if (watch_.alive(walker.watcher)) return watch_.rewatch(walker.watcher, regions);
  const std::uint32_t window =
      replan_.watch_ahead > 0 ? static_cast<std::uint32_t>(replan_.watch_ahead) : RegionWatch::whole_list;
  walker.watcher =
      watch_.watch(regions, {replan_.merge, static_cast<std::uint32_t>(replan_.merge_ticks)}, window);
  of_watcher_.resize(std::max<std::size_t>(of_watcher_.size(), walker.watcher.slot + 1));
  for (std::size_t k = 0; k < walkers_.size(); ++k) {
    if (&walkers_[k] == &walker) of_watcher_[walker.watcher.slot] = static_cast<std::uint32_t>(k);
  }
}

void PathGroup::listen(std::uint64_t tick) {
  for (const Notice& notice : watch_.collect(tick))
    walkers_[of_watcher_[notice.watcher.slot]].keeper->note_change();
}

void PathGroup::lead(std::size_t k, Cell at, Vec2 position) {
  Walker& walker = walkers_[k];
  if (!walker.keeper) set_out(walker, at);
  PathKeeper& keeper = *walker.keeper;
  const GridView grid = source_.hierarchy->grid();
  const auto on_route = [&] {
    return at == keeper.here() || (keeper.outcome() == Outcome::complete && keeper.steps_left() > 0 &&
                                   may_step(grid, at, keeper.ahead(1)));
  };
  // A cell beside the way from which the next one can be stepped on is no matter: that is walking at an
  // angle.
  keeper.pass(at);
  if (!on_route()) keeper.put(at);
  keeper.update();
  watch_path(walker);
  walker.guide.clear();
  if (keeper.outcome() != Outcome::complete) return;
  walker.guide.add(at, keeper.remaining());
  for (std::size_t i = 1; i <= keeper.steps_left(); ++i) {
    if (!walker.guide.add(keeper.ahead(i), keeper.remaining(i))) break;
  }
  walker.guide.aim(grid, position, false);
}

Outcome PathGroup::outcome() const {
  Outcome worst = Outcome::pending;
  for (const Walker& walker : walkers_) {
    if (!walker.keeper) continue;
    if (worst == Outcome::pending || walker.keeper->outcome() != Outcome::complete)
      worst = walker.keeper->outcome();
  }
  return worst;
}

PathWork PathGroup::work() const {
  PathWork sum;
  for (const Walker& walker : walkers_) {
    if (walker.keeper) sum += walker.keeper->work();
  }
  return sum;
}

std::uint64_t PathGroup::steps_walked() const {
  std::uint64_t sum = 0;
  for (const Walker& walker : walkers_) sum += walker.keeper ? walker.keeper->steps_walked() : 0;
  return sum;
}

}  // namespace portolan
