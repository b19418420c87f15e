// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/dynamic/order.hpp>

namespace portolan {
namespace {

// One cell per sector is enough for a corridor; those that it then does not reach are lost, and named in
// full.
std::vector<Cell> one_per_sector(const TileGrid& sectors, std::span<const Cell> agents) {
  std::vector<std::pair<SectorId, Cell>> found;
  for (const Cell& c : agents) found.emplace_back(sectors.tile_of(c), c);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end(),
                          [](const auto& a, const auto& b) { return a.first == b.first; }),
              found.end());
  std::vector<Cell> cells;
  cells.reserve(found.size());
  for (const auto& [sector, cell] : found) cells.push_back(cell);
  return cells;
}

// More agents than this are not stragglers: they need a corridor of their own.
constexpr std::size_t most_rejoins = 16;

}  // namespace

Order::Order(const Hierarchy& hierarchy, GoalSet goals, OrderOptions options)
    : hierarchy_(&hierarchy),
      goals_(std::move(goals)),
      options_(options),
      field_(hierarchy, options.headings) {
  PORTOLAN_ASSERT(options.quality.rings >= 0 && options.quality.epsilon >= 0,
                  "rings and epsilon are not below zero");
  if (options_.bands != nullptr) band_.emplace(hierarchy, *options_.bands);
}

std::vector<SectorId> Order::sectors() const {
  if (!band_) return {field_.corridor().begin(), field_.corridor().end()};
  std::vector<SectorId> sectors;
  for (const SectorVersion& v : band_->made_from()) sectors.push_back(v.sector);
  return sectors;
}

// A field counts its tiles from its last start on.
void Order::finish_field(std::uint64_t counted) {
  field_.advance();
  ++work_.fields;
  work_.tiles_solved += field_.tiles_solved() - std::min(counted, field_.tiles_solved());
}

bool Order::refresh() {
  if (!planned_) return false;
  if (band_) {
    const std::uint64_t solved = band_->tiles_solved();
    if (!band_->refresh()) return false;
    ++work_.fields;
    work_.tiles_solved += band_->tiles_solved() - solved;
    return true;
  }
  const std::uint64_t before = field_.tiles_solved();
  if (!field_.refresh()) return false;
  finish_field(field_.finished() ? before : 0);
  return true;
}

// Along the paths of all agents in the corridor that was just planned.
bool Order::lay_band(std::span<const Cell> agents) {
  const std::vector<SectorId> before = sectors();
  const std::uint64_t solved = band_->tiles_solved();
  band_->reset(plan_, agents, options_.band_radius);
  ++work_.fields;
  work_.tiles_solved += band_->tiles_solved() - solved;
  return sectors() != before;
}

bool Order::replan(Planner& planner, std::span<const Cell> agents) {
  PORTOLAN_ASSERT(planner.plans_on(*hierarchy_), "the planner is one of the order's hierarchy");
  if (!planner.plans_on(*hierarchy_)) return false;
  PlanRequest request;
  request.agents = one_per_sector(hierarchy_->sectors(), agents);
  request.goals = goals_;
  request.quality = options_.quality;
  if (!band_) request.headings = options_.headings;
  const auto search = [&] {
    Plan plan = planner.plan(request);
    ++work_.plans;
    work_.nodes_opened += plan.nodes_opened;
    const bool other = !planned_ || plan.corridor != plan_.corridor || !(plan.goals == plan_.goals);
    const bool as_before = !other && plan.versions == plan_.versions;
    plan_ = std::move(plan);
    planned_ = true;
    if (band_) return !(as_before && !stale() && !lost(agents)) && (lay_band(agents) || other);
    if (!other) {
      refresh();
      return false;
    }
    field_.reset(plan_, agents);
    finish_field(0);
    return true;
  };
  bool changed = search();
  if (lost(agents)) {
    request.agents.assign(agents.begin(), agents.end());
    changed = search() || changed;
  }
  return changed;
}

Distance Order::rejoin_one(Cell from) {
  const auto solved = [this] { return band_ ? band_->tiles_solved() : field_.tiles_solved(); };
  const auto opened = [this] { return band_ ? band_->cells_opened() : field_.cells_opened(); };
  const std::uint64_t solved_before = solved(), opened_before = opened();
  const Distance back = band_ ? band_->rejoin(from) : field_.rejoin(from);
  if (!band_) field_.advance();
  work_.tiles_solved += solved() - solved_before;
  work_.nodes_opened += opened() - opened_before;
  return back;
}

bool Order::rejoin(std::span<const Cell> agents) {
  if (!planned_ || options_.quality.promises() || stale() || (!band_ && !field_.finished())) return false;
  std::size_t left = most_rejoins;
  for (const Cell& c : agents) {
    if (reachable(at(c)) || !has_path(c)) continue;
    if (left-- == 0) return false;
    if (!reachable(rejoin_one(c))) return false;
    ++work_.rejoins;
  }
  return !lost(agents);
}

bool Order::has_path(Cell from) const {
  return std::any_of(goals_.begin(), goals_.end(),
                     [&](const Goal& goal) { return hierarchy_->can_reach(from, goal.cell); });
}

bool Order::lost(std::span<const Cell> agents) const {
  if (!planned_) return true;
  // The plan ended before the goal, and now there is a path on.
  if (plan_.outcome == Outcome::partial && has_path(plan_.nearest)) return true;
  return std::any_of(agents.begin(), agents.end(), [&](Cell c) { return !reachable(at(c)) && has_path(c); });
}

bool Order::update(Planner& planner, std::span<const Cell> agents) {
  const bool refreshed = refresh();
  if (!lost(agents)) return refreshed;
  return rejoin(agents) || replan(planner, agents) || refreshed;
}

}  // namespace portolan
