// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "path_group.hpp"

#include <algorithm>
#include <utility>

#include <portolan/core/octile.hpp>
#include <portolan/core/path.hpp>

namespace portolan::detail {
namespace {

bool may_step(const GridView& grid, Cell from, Cell to) {
  for (int d = 0; d < step_count; ++d) {
    if (step(from, static_cast<Direction>(d)) == to) return grid.can_step(from, static_cast<Direction>(d));
  }
  return false;
}

// Stamps only add to what the cheapest terrain class costs.
Cost least_cost_of(const Profile& profile) {
  return std::min<Cost>(*std::min_element(profile.cost.begin(), profile.cost.end()), impassable - 1);
}

PlanRequest request_of(const OrderOptions& options) {
  PlanRequest request;
  request.quality = options.quality;
  return request;
}

}  // namespace

PathGroup::PathGroup(ProfileContext& context, const Scenario& scenario, const ScenarioGroup& wanted,
                     const Profile& profile, GoalSet goals)
    : context_(&context),
      order_(context.hierarchy, std::move(goals), scenario.order),
      request_(request_of(scenario.order)),
      options_(wanted.splice),
      replan_(wanted.replan),
      watch_(context.hierarchy.sectors().extent(), context.hierarchy.profile(), scenario.region_side),
      walkers_(static_cast<std::size_t>(wanted.count)) {
  options_.least_cost = least_cost_of(profile);
}

// The nearest as the crow flies of those that can be reached.
Cell PathGroup::goal_for(Cell from) const {
  const Goal* best = nullptr;
  for (const Goal& goal : order_.goals()) {
    if (!context_->hierarchy.can_reach(from, goal.cell)) continue;
    if (best == nullptr || octile_distance(from, goal.cell) < octile_distance(from, best->cell)) best = &goal;
  }
  return best != nullptr ? best->cell : order_.goals().front().cell;
}

FoundPath PathGroup::whole_path(Cell from, Cell to) {
  FoundPath result;
  request_.agents.assign(1, from);
  request_.goals = {{to, {}}};
  const std::uint64_t misses = context_->cache.stats().misses;
  const auto known = context_->cache.get(context_->hierarchy, context_->planner, request_);
  if (context_->cache.stats().misses != misses) {
    result.nodes_opened = known->plan.nodes_opened;
    tiles_solved_ += known->field.tiles_solved();
  }
  result.outcome = Outcome::unreachable;
  if (known->plan.outcome != Outcome::complete) return result;
  Result<Path> path = walk_down(known->field, context_->hierarchy.grid(), from);
  if (!path.ok()) return result;
  result.path = std::move(path).value();
  result.outcome = Outcome::complete;
  return result;
}

// From elsewhere another cell of the goal may be the nearest.
void PathGroup::quit(std::size_t k) {
  Walker& walker = walkers_[k];
  walker.done = walker.work();
  walker.keeper.reset();
  walker.searches = 0;
  walker.guide.clear();
  if (watch_.alive(walker.watcher)) watch_.unwatch(walker.watcher);
}

void PathGroup::set_out(Walker& walker, Cell at) {
  walker.keeper =
      std::make_unique<PathKeeper>(context_->hierarchy.grid(), at, goal_for(at), options_, search_,
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
  walker.watcher = watch_.watch(regions, replan_.timing, replan_.watch_ahead);
  of_watcher_.resize(std::max<std::size_t>(of_watcher_.size(), walker.watcher.slot + 1));
  for (std::size_t k = 0; k < walkers_.size(); ++k) {
    if (&walkers_[k] == &walker) of_watcher_[walker.watcher.slot] = static_cast<std::uint32_t>(k);
  }
}

void PathGroup::update(const GroupNow& now) {
  if (!now.started) return;
  // What changed on the paths of the agents.
  for (const Notice& notice : watch_.collect(static_cast<std::uint64_t>(now.tick) + 1)) {
    const Walker& walker = walkers_[of_watcher_[notice.watcher.slot]];
    if (walker.keeper) walker.keeper->note_change();
  }
  for (std::size_t k = 0; k < now.agents.size(); ++k) {
    if (now.walks(k)) lead(walkers_[k], now.crowd->cell(now.agents[k]), now.crowd->position(now.agents[k]));
  }
}

// Mends the path of an agent and aims its guide. The first call for an agent plans its path.
void PathGroup::lead(Walker& walker, Cell at, Vec2 position) {
  if (!walker.keeper) set_out(walker, at);
  PathKeeper& keeper = *walker.keeper;
  const GridView grid = context_->hierarchy.grid();
  const auto on_route = [&] {
    return at == keeper.here() || (keeper.outcome() == Outcome::complete && keeper.steps_left() > 0 &&
                                   may_step(grid, at, keeper.ahead(1)));
  };
  // A cell beside the path from which the next one can be stepped on does no harm: that is walking at an
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

void PathGroup::report(GroupReport& own, SimulationReport& all) const {
  GroupController::report(own, all);
  own.outcome = outcome();
  for (const Walker& walker : walkers_) {
    const std::optional<PlanWork> work = walker.work();
    if (!work) continue;
    own.plans += work->plans;
    all.paths += *work;
    all.work += *work;
  }
  all.work.tiles_solved += tiles_solved_;
}

}  // namespace portolan::detail
