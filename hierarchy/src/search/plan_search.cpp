// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "search/plan_search.hpp"

#include <cstdlib>
#include <limits>
#include <vector>

#include <portolan/core/assert.hpp>

#include "simd/ground.hpp"

namespace portolan::detail {

namespace {

// More agents than this are not lifted one by one.
constexpr std::size_t most_lifted = 8;
// Most routes are at most a quarter, and so many units, longer than the bound says: what makes them longer is
// left out at first.
constexpr std::uint64_t likely_detour = 4;
constexpr std::uint64_t likely_slack = std::uint64_t{24} * 32;
// More agents than this, or such that so many portals do not suffice for, get the corridor of their routes by
// steps, at any angle too.
constexpr std::size_t most_taut_agents = 4;
constexpr std::uint64_t most_taut_portals = 2048;
// Of what is left of a string, two hundredths more open a quarter fewer portals; the mean corridor loses less
// than 0.01 percent by it. With three it is a third of them, and single agents of ten maps walk two percent
// too far.
constexpr float field_string_weight = 1.02F;
// Single paths are worth less of a search: with six, half as many portals are opened as with two, and of 33
// maps the worst has polylines 0.17 percent above the optimum in the mean, in place of 0.09; with ten it is
// 0.25.
constexpr float path_string_weight = 1.06F;
// Strings that gain less than so many cells are not followed again. For fields an eighth fewer portals are
// opened by it, for nothing lost. With two cells single paths open 8 to 22 percent fewer than with a half,
// and their polylines are as long in the mean over 33 maps; fields lose by it (p99 of Boston).
constexpr float field_string_gain = 0.5F, path_string_gain = 2;
// Nothing is near that costs more than so many times what it may be away.
constexpr std::uint64_t most_winding = 4;

// Rows as wide as a block follow one another.
bool has_others(const GridView& grid, const Rect& box, std::uint8_t cost) {
  const std::uint8_t* const first = grid.costs().row({box.x, box.y, box.layer});
  const auto width = static_cast<std::size_t>(box.width), height = static_cast<std::size_t>(box.height);
  if (box.width == BlockArray::side) return holds_other_cost(first, height * width, cost);
  for (std::size_t y = 0; y < height; ++y) {
    if (holds_other_cost(first + y * BlockArray::side, width, cost)) return true;
  }
  return false;
}

}  // namespace

PlanSearch::PlanSearch(const HierarchyState& state)
    : state_(state),
      levels_(state),
      endpoints_(state),
      lift_(state),
      main_(state),
      project_(state),
      unpacker_(state, {endpoints_, lift_, main_, project_}),
      builder_(state),
      taut_(state) {}

Plan PlanSearch::plan(const PlanRequest& request) {
  search(request);
  Plan plan;
  plan.quality = request.quality;
  // Shared with who asked, where none was left out or put in another's place.
  const std::span<const Goal> goals = endpoints_.goals();
  const bool same = std::equal(goals.begin(), goals.end(), request.goals.begin(), request.goals.end());
  plan.goals = same ? request.goals : GoalSet(goals);
  plan.nodes_opened = opened_;
  if (const auto& nearest = endpoints_.nearest()) {
    plan.nearest = nearest->cell;
    plan.nearest_gap = {nearest->gap};
  }
  answer_agents(plan);
  make_corridor(request);
  std::vector<std::uint32_t> sectors(corridor_.all().begin(), corridor_.all().end());
  std::sort(sectors.begin(), sectors.end());
  for (const std::uint32_t sector : sectors) {
    plan.corridor.push_back({sector});
    plan.versions.push_back({{sector}, state_.versions[sector]});
  }
  return plan;
}

PlanSearch::Route PlanSearch::find_route(const PlanRequest& request) {
  PORTOLAN_ASSERT(request.agents.size() == 1);
  begin(request);
  Route route;
  if (request.headings == Headings::any_angle) route.on_route = make_string_corridor(request.quality);
  const bool is_string = route.on_route > 0;
  if (!is_string && routes_.open_count() > 0) find_routes();
  route.outcome = is_string ? endpoints_.agents()[0].outcome : outcome_of(0);
  route.goals = endpoints_.goals();
  route.nodes_opened = opened_;
  if (const auto& nearest = endpoints_.nearest()) route.nearest = nearest->cell;
  if (!is_string && !routes_[0].known()) return route;
  route.lower_bound = {lower_bound(0)};
  if (!is_string) {
    route.cost = {routes_[0].cost};
    route.on_route = make_corridor_by_steps(request.quality);
  }
  route.corridor = corridor_.all();
  if (is_string) {
    bends_.clear();
    taut_.add_bends(bends_);
    route.bends = bends_;
  }
  return route;
}

void PlanSearch::search(const PlanRequest& request) {
  begin(request);
  if (routes_.open_count() > 0) find_routes();
}

void PlanSearch::begin(const PlanRequest& request) {
  max_nodes_ = request.max_nodes;
  opened_ = 0;
  endpoints_.take(request.goals, request.agents);
  routes_.begin(endpoints_.agents());
}

void PlanSearch::find_routes() {
  if (levels_.top() == 0) return search_base_level();
  if (routes_.open_count() > most_lifted) {
    if (search_projected()) return;
    routes_.begin(endpoints_.agents());
    return search_base_level();
  }
  if (is_near()) {
    if (search_near()) return;
    routes_.begin(endpoints_.agents());
  }
  const std::uint64_t limit = likely_limit();
  search_lifted(limit);
  if (!any_above(limit)) return;
  // A cheaper route may lead over nodes that were left out.
  routes_.begin(endpoints_.agents());
  search_lifted(no_cost);
}

// Where areas have 256 cells along a side, routes of up to some 1,600 take less time so than by the level
// above (docs/hierarchy.md); without landmarks only the shortest do.
PlanSearch::Near PlanSearch::near() const {
  return has_base_potentials(state_) ? Near{6, 800} : Near{1, 150};
}

bool PlanSearch::is_near() const {
  const std::int32_t reach = near().sides * levels_[1].grid.side();
  const std::span<const Goal> goals = endpoints_.goals();
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    if (!routes_.is_open(i)) continue;
    const Cell from = endpoints_.agents()[i].cell;
    const bool near = std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
      return std::abs(goal.cell.x - from.x) <= reach && std::abs(goal.cell.y - from.y) <= reach;
    });
    if (!near) return false;
  }
  return true;
}

// Searches for near goals on level 0. True when that found all routes.
bool PlanSearch::search_near() {
  main_.begin(task_at(0, std::min(near().nodes, max_nodes_)));
  main_.aim(routes_);
  // What landmarks know to be a long way round is not begun here, however near by position.
  const std::uint64_t reach = most_winding * state_.bound.least_cost() * 24 *
                              static_cast<std::uint64_t>(near().sides * levels_[1].grid.side());
  const bool found = main_.least_bound() <= reach && main_.run(routes_) && routes_.open_count() == 0;
  opened_ += main_.opened();
  return found;
}

void PlanSearch::search_base_level() { run_main(task_at(0, budget_left())); }

// Searches on the top level, from where both ends are lifted to.
void PlanSearch::search_lifted(std::uint64_t limit) {
  lift_.begin(endpoints_, limit);
  lift_.lift_goals(routes_);
  lift_.lift_agents(routes_);
  lift_.improve_inside(routes_);
  opened_ += lift_.opened();
  MainSearch::Task task = task_at(levels_.top(), budget_left());
  task.limit = limit;
  run_main(task);
}

// Searches on the top level up to the areas that agents stand in, and projects costs down inside them. False
// when that does not serve.
bool PlanSearch::search_projected() {
  if (!state_.symmetric) return false;
  lift_.begin(endpoints_);
  lift_.lift_goals(routes_);
  opened_ += lift_.opened();
  main_.begin(task_at(levels_.top(), budget_left()));
  const bool fits = main_.run_to(project_.boundary(endpoints_.agents(), routes_));
  opened_ += main_.opened();
  if (!fits) return false;
  if (main_.is_spent()) return true;  // all agents stay open
  const bool projected = project_.run(endpoints_, lift_, main_, routes_);
  opened_ += project_.opened();
  return projected;
}

MainSearch::Task PlanSearch::task_at(std::size_t at, std::uint64_t max_nodes) const {
  if (at == 0) {
    return {at, endpoints_.goal_ends(), endpoints_.agents(), endpoints_.agent_ends(), max_nodes};
  }
  return {at, lift_.goal_ends(at), endpoints_.agents(), lift_.agent_ends(at), max_nodes};
}

void PlanSearch::run_main(const MainSearch::Task& task) {
  main_.begin(task);
  main_.aim(routes_);
  if (!main_.run(routes_)) {
    // All of it again, since what was found by costs that did not fit means nothing.
    routes_.begin(endpoints_.agents());
    const std::uint64_t lifted = lift_.opened();
    if (task.at > 0) lift_.improve_inside(routes_);
    opened_ += task.at > 0 ? lift_.opened() - lifted : 0;
    main_.run_wide(routes_);
  }
  opened_ += main_.opened();
}

// What the costliest of the open agents costs on most maps.
std::uint64_t PlanSearch::likely_limit() const {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    if (routes_.is_open(i)) most = std::max(most, lower_bound(i));
  }
  return most + most / likely_detour + likely_slack;
}

// The route of some agent costs more than that.
bool PlanSearch::any_above(std::uint64_t limit) const {
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    if (endpoints_.agents()[i].has_path() && routes_[i].cost > limit) return true;
  }
  return false;
}

void PlanSearch::make_corridor(const PlanRequest& request) {
  if (request.headings == Headings::any_angle && make_taut_corridor(request.quality)) return;
  (void)make_corridor_by_steps(request.quality);
}

// The sectors of all routes, so many, then those that belong to the corridor besides.
std::size_t PlanSearch::make_corridor_by_steps(const QualityGoal& quality) {
  corridor_.begin(levels_[0].areas.size());
  unpacker_.unpack(routes_, corridor_);
  const std::size_t on_route = corridor_.size();
  builder_.extend(corridor_, endpoints_, routes_, quality);
  return on_route;
}

// The sectors that the shortest curves of all agents lead through, as far as can be told, then those that
// make up for estimates. False where that cannot be told, and where the ground there has several costs, so
// that curves are not what is wanted.
bool PlanSearch::make_taut_corridor(const QualityGoal& quality) {
  if (quality.promises() || !state_.symmetric || routes_.size() > most_taut_agents) return false;
  corridor_.begin(levels_[0].areas.size());
  for (std::uint32_t agent = 0; agent < routes_.size(); ++agent) {
    const AgentRoute& route = routes_[agent];
    if (!route.known()) continue;
    if (route.kind == AgentRoute::Kind::direct) return false;
    const auto cell = static_cast<float>(2 * straight_factor * state_.bound.least_cost());
    const float longest = static_cast<float>(route.cost) / cell;  // a path by steps is a curve
    if (!taut_.run(endpoints_, {agent, longest, field_string_weight, field_string_gain, most_taut_portals}))
      return false;
    taut_.add_sectors(corridor_);
  }
  const std::size_t on_string = corridor_.size();
  if (!CorridorBuilder::is_sure(on_string)) unpacker_.unpack(routes_, corridor_);
  builder_.extend_taut(corridor_, on_string, quality);
  return has_one_cost(corridor_.all());
}

// The same for a single agent, of whom no route by steps is known: so many sectors that the string leads
// through, then the others. None where there is no string, or the agent may do without leaving its sector.
std::size_t PlanSearch::make_string_corridor(const QualityGoal& quality) {
  if (quality.promises() || !state_.symmetric || !routes_.is_open(0) || routes_[0].known()) return 0;
  const TautSearch::Task task{0, std::numeric_limits<float>::max(), path_string_weight, path_string_gain,
                              std::min(max_nodes_, most_taut_portals)};
  const bool found = taut_.run(endpoints_, task);
  opened_ += taut_.opened();
  if (!found) return 0;
  corridor_.begin(levels_[0].areas.size());
  taut_.add_sectors(corridor_);
  const std::size_t on_string = corridor_.size();
  builder_.extend_taut(corridor_, on_string, quality);
  return has_one_cost(corridor_.all()) ? on_string : 0;
}

bool PlanSearch::has_one_cost(std::span<const std::uint32_t> sectors) const {
  const Cost least = state_.bound.least_cost();
  PORTOLAN_ASSERT(least != 0 && least != impassable);
  return std::all_of(sectors.begin(), sectors.end(), [&](std::uint32_t sector) {
    return !has_others(state_.grid, levels_[0].grid.bounds(sector), static_cast<std::uint8_t>(least));
  });
}

void PlanSearch::answer_agents(Plan& plan) const {
  plan.outcome = Outcome::complete;
  for (const std::uint32_t number : endpoints_.agent_of_cell()) {
    const AgentRoute& route = routes_[number];
    const Outcome outcome = outcome_of(number);
    const Distance cost = route.known() ? Distance{route.cost} : unreachable;
    const Distance bound = route.known() ? Distance{lower_bound(number)} : Distance{0};
    plan.cells.push_back(endpoints_.agents()[number].cell);
    plan.agents.push_back(outcome);
    plan.costs.push_back(cost);
    plan.lower_bounds.push_back(bound);
    if (is_worse(outcome, plan.outcome)) plan.outcome = outcome;
    if (!reachable(cost) || (reachable(plan.cost) && plan.cost >= cost)) continue;
    plan.cost = cost;
    plan.lower_bound = bound;
  }
}

// An agent whose route is still open was not reached within the budget.
Outcome PlanSearch::outcome_of(std::size_t agent) const {
  return routes_.is_open(agent) ? Outcome::budget_spent : endpoints_.agents()[agent].outcome;
}

// The least that a path of the agent costs: no more than the route that is known.
std::uint64_t PlanSearch::lower_bound(std::size_t agent) const {
  return std::min(routes_[agent].cost, endpoints_.lower_bound(endpoints_.agents()[agent]));
}

}  // namespace portolan::detail
