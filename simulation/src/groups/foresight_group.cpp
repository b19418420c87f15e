// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "foresight_group.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace portolan::detail {
namespace {

// Plans count on a little less than full speed, so that what was lost at a start can be made good.
constexpr double planned_share = 0.85;
constexpr double renewal_seconds = 1;        // where obstacles are not sure to do what is foreseen
constexpr double spent_seconds = 5;          // for who goes as far as a search of few nodes has led
constexpr double seconds_to_get_out = 1.25;  // of a cell that closes, where others are in the way
constexpr float middle = 0.2F;               // cells from a centre at which one stands on it
constexpr float seconds_to_stop = 1;         // before a cell that closes, where others are behind

using Foresight = ScenarioObstacle::Foresight;

Pace pace_of(float cells_per_tick) {
  constexpr std::uint32_t fineness = 1000;
  const double units = 24.0 * static_cast<double>(cells_per_tick) * planned_share * fineness;
  return {static_cast<std::uint32_t>(ForesightGroup::steps_per_tick) * fineness,
          std::max(1U, static_cast<std::uint32_t>(units))};
}

TimeStep steps_for(double seconds, float tick_seconds) {
  return static_cast<TimeStep>(std::ceil(seconds / static_cast<double>(tick_seconds) - 1e-6)) *
         ForesightGroup::steps_per_tick;
}

bool adjacent(Cell a, Cell b) {
  return a.layer == b.layer && std::abs(a.x - b.x) <= 1 && std::abs(a.y - b.y) <= 1;
}

bool open_step(const GridView& grid, Cell from, Cell to) {
  if (!adjacent(from, to)) return grid.passable(to);
  return grid.passable(to) && grid.passable({to.x, from.y, from.layer}) &&
         grid.passable({from.x, to.y, from.layer});
}

}  // namespace

ForesightGroup::ForesightGroup(ProfileContext& context, const Scenario& scenario, const ScenarioGroup& wanted,
                               const Ground& seen, GoalSet goals)
    : OrderGroup(context, std::move(goals), scenario.order, wanted.replan),
      scenario_(&scenario),
      options_(wanted.foresee),
      ground_(seen),
      pace_(pace_of(wanted.speed * scenario.tick_seconds)),
      cells_per_step_(wanted.speed * scenario.tick_seconds / static_cast<float>(steps_per_tick)),
      timing_(timing_of(scenario, wanted.foresee)),
      seen_(scenario.obstacles.size()),
      with_room_{false, timing_.horizon},
      bare_{true, timing_.horizon},
      soon_{true, std::min(timing_.horizon, steps_for(seconds_to_get_out, scenario.tick_seconds))},
      walkers_(static_cast<std::size_t>(wanted.count)) {}

// Whole ticks: obstacles move at their borders, and then a cell that is free at some time of a tick is free
// for all of it.
ForesightGroup::Timing ForesightGroup::timing_of(const Scenario& scenario, const ForesightOptions& wanted) {
  Timing timing;
  timing.grid = {steps_per_tick, static_cast<double>(scenario.tick_seconds),
                 steps_for(static_cast<double>(wanted.margin), scenario.tick_seconds)};
  timing.horizon = steps_for(static_cast<double>(wanted.horizon), scenario.tick_seconds);
  const bool unsure =
      std::any_of(scenario.obstacles.begin(), scenario.obstacles.end(), [](const ScenarioObstacle& o) {
        return o.foresight == Foresight::velocity || (o.foresight == Foresight::script && o.spec.waits);
      });
  timing.renewal = unsure ? std::min(timing.horizon, steps_for(renewal_seconds, scenario.tick_seconds))
                          : timing.horizon / 2;
  return timing;
}

// How fast everything goes that nobody has told us about.
void ForesightGroup::watch_obstacles() {
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    if (!now_.obstacles->alive(now_.obstacle_ids[k])) continue;
    Seen& seen = seen_[k];
    const Vec2 position = now_.obstacles->position(now_.obstacle_ids[k]);
    if (!seen.known) {
      const Footprint& own = now_.obstacles->footprint(now_.obstacle_ids[k]);
      const std::int32_t ring = ground_.clearance - 1;
      seen.footprint = grown(own, ring);
      seen.roomy = grown(own, ring + options_.room);
      seen.before = position;
      seen.known = true;
    }
    seen.velocity = (position - seen.before) * (1 / scenario_->tick_seconds);
    seen.before = position;
  }
}

void ForesightGroup::begin(const GroupNow& now) {
  now_ = now;
  time_ = now.tick * steps_per_tick;
  with_room_.made = false;
  bare_.made = false;
  soon_.made = false;
  const PlanWork& work = order().work();
  order_work_ = work.plans + work.fields;
  watch_obstacles();
}

const Forecast& ForesightGroup::foresee(Foreseen& kept) {
  if (kept.made) return kept.forecast;
  kept.made = true;
  report_.forecasts += &kept == &soon_ ? 0U : 1U;  // those for plans
  ForecastGrid grid = timing_.grid;
  if (kept.bare) grid.margin = 0;
  kept.forecast.reset(order().field().field().grid().extent(), {time_, time_ + kept.horizon}, grid);
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    const ScenarioObstacle& wanted = scenario_->obstacles[k];
    const ObstacleId id = now_.obstacle_ids[k];
    if (!wanted.spec.effect.blocks || wanted.foresight == Foresight::none || !now_.obstacles->alive(id))
      continue;
    const Obstacles& all = *now_.obstacles;
    const Footprint& footprint = kept.bare ? seen_[k].footprint : seen_[k].roomy;
    if (wanted.foresight == Foresight::script) {
      kept.forecast.add_script(all.course(id), all.presence(id), footprint, wanted.spec.layer, all.clock(id));
    } else if (all.present(id)) {
      kept.forecast.add_seen(Course::linear(all.position(id), seen_[k].velocity),
                             static_cast<double>(wanted.growth), footprint, wanted.spec.layer);
    }
  }
  kept.forecast.finish();
  return kept.forecast;
}

// Whether the agent is where its path says, give or take what the path allows. Moves on along the path. A
// cell is kept free from when the agent sets out for it until it is on the next.
bool ForesightGroup::on_time(Walker& walker, Cell at) const {
  const std::vector<TimedCell>& path = walker.path;
  while (walker.at + 1 < path.size() && path[walker.at].cell != at && path[walker.at + 1].cell == at)
    ++walker.at;
  const TimedCell& here = path[walker.at];
  const bool last = walker.at + 1 == path.size();
  if (here.cell == at) {
    // Others may have pushed it on before its time.
    const TimeStep from = walker.at == 0 ? here.arrive : path[walker.at - 1].leave;
    if (time_ < from - walker.slack) return false;
    return last || time_ < path[walker.at + 1].arrive + std::max(walker.slack, steps_per_tick);
  }
  // Between two cells of a diagonal.
  return !last && time_ >= here.leave - steps_per_tick &&
         time_ < path[walker.at + 1].arrive + steps_per_tick && adjacent(at, here.cell) &&
         adjacent(at, path[walker.at + 1].cell);
}

// Where room and margin leave no path, because a crowd or a delay put the agent where they reach, what will
// really be there has to do; and also where it has waited for as long as its plan held, and would wait as
// long again: a door that is open for less time than room and margin take is open all the same.
TimePlan ForesightGroup::find_path(Walker& walker, Cell at) {
  TimeRequest request;
  request.start = at;
  request.pace = pace_;
  request.grace = timing_.grid.margin + 2 * steps_per_tick;
  if (options_.max_nodes > 0) request.max_nodes = static_cast<std::uint64_t>(options_.max_nodes);
  const TileField& field = order().field().field();
  TimePlan found = planner_.plan(field, foresee(with_room_), request);
  note(found);
  walker.slack = timing_.grid.margin;
  const bool only_waits = found.outcome == Outcome::partial && time_ >= walker.renew &&
                          waits_at(walker.path, at) && waits_at(found.path, at);
  if (found.outcome != Outcome::pending && !only_waits) return found;
  request.grace = steps_per_tick;
  TimePlan bare = planner_.plan(field, foresee(bare_), request);
  note(bare);
  if (only_waits && bare.outcome != Outcome::complete) return found;
  walker.slack = 0;
  return bare;
}

bool ForesightGroup::waits_at(std::span<const TimedCell> path, Cell at) const {
  return std::any_of(path.begin(), path.end(), [&](const TimedCell& there) {
    return there.cell == at && there.leave - there.arrive >= timing_.horizon / 2;
  });
}

void ForesightGroup::note(const TimePlan& found) {
  ++report_.plans;
  ++report_.outcomes[static_cast<std::size_t>(found.outcome)];
  report_.nodes_opened += found.nodes_opened;
  report_.most_nodes = std::max(report_.most_nodes, found.nodes_opened);
}

// A search of few nodes is made again where it has led, and seldom where it has led nowhere.
TimeStep ForesightGroup::renewal_of(std::span<const TimedCell> path, Outcome outcome) const {
  if (outcome != Outcome::budget_spent || path.empty()) return timing_.renewal;
  const TimeStep until = path.size() > 1 ? path.back().arrive - time_ : timing_.horizon / 8;
  return std::min(timing_.renewal, std::max(until, steps_for(spent_seconds, scenario_->tick_seconds)));
}

void ForesightGroup::plan_in_time(Walker& walker, Cell at) {
  TimePlan found = find_path(walker, at);
  walker.path = std::move(found.path);
  walker.at = 0;
  walker.renew =
      time_ + (found.outcome == Outcome::complete ? timing_.horizon : renewal_of(walker.path, found.outcome));
  if (timing_.renewal < timing_.horizon / 2) walker.renew = time_ + timing_.renewal;
  walker.of = order_work_;
}

// Is a cell of the world blocked by then, or was it until now?
bool ForesightGroup::closes(Cell c, TimeStep by) {
  if (!ground_.grid.contains(c)) return false;
  const std::span<const TimeSpan> blocked = foresee(soon_).blocked(c);
  return std::any_of(blocked.begin(), blocked.end(),
                     [&](const TimeSpan& span) { return span.from < by && span.to > time_; });
}

// It is in a cell that is about to close; or it goes on into one against its plan, as those behind it press:
// who avoids others brakes only as far as they do.
bool ForesightGroup::has_to_get_on(const Walker& walker, const Body& body) {
  const TimeStep by = time_ + soon_.horizon;
  if (closes(body.cell, by)) return true;
  if (dot(body.velocity, walker.guide.heading(body.position, body.cell.layer)) > 0) return false;
  const Vec2 way = body.velocity * seconds_to_stop;
  const float pieces = std::ceil(length(way));
  for (float k = 1; k <= pieces; ++k) {
    if (closes(cell_at(body.position + way * (k / pieces), body.cell.layer), by)) return true;
  }
  return false;
}

// Can it no longer be out of its cell in time, from where in the cell it is? A plan knows cells alone.
bool ForesightGroup::is_too_late(const Body& body, Cell to) {
  constexpr float half = 0.5F;  // a cell: its border, from its centre
  const float far = length(centre_of(to) - body.position) - half;
  const float steps = far / (cells_per_step_ * static_cast<float>(planned_share));
  return closes(body.cell, time_ + steps_per_tick + static_cast<TimeStep>(std::ceil(steps)));
}

// No plan is safe: it gets out of the way of what is coming where it can, and else stays. Either way it is
// not lost to the crowd.
void ForesightGroup::get_away(Walker& walker, Cell at, Vec2 position) {
  const std::span<const Cell> path = aside_.find(ground_.grid, foresee(bare_), at, position, cells_per_step_);
  for (const Cell& c : path) walker.guide.add(c, order().field().at(c));
  if (path.size() == 1) return walker.guide.stand();
  walker.guide.aim(ground_.grid, position, false);
}

void ForesightGroup::aim(Walker& walker, const Body& body) {
  const Cell at = body.cell;
  const Vec2 position = body.position;
  const CorridorField& field = order().field();
  const std::vector<TimedCell>& path = walker.path;
  walker.guide.clear();
  if (path.empty()) return get_away(walker, at, position);
  const bool goes_on = walker.at + 1 < path.size();
  const bool under_way = path[walker.at].cell != at;
  const bool leaves = goes_on && (under_way || path[walker.at].leave < time_ + steps_per_tick);
  Cell to = leaves ? path[walker.at + 1].cell : path[walker.at].cell;
  // Too late, or beside its path: it must not be sent into what has come by now.
  if (!open_step(ground_.grid, at, to)) to = at;
  if (to != at && is_too_late(body, to)) return get_away(walker, at, position);
  walker.guide.add(at, field.at(at));
  if (to != at) walker.guide.add(to, field.at(to));
  walker.guide.aim(ground_.grid, position, true);
  // On its middle: those who stood anywhere in their cells were late for doors, in steps of a thirtieth.
  if (to == at && length(centre_of(at) - position) < middle && reachable(field.at(at)) &&
      field.at(at) != Distance{})
    walker.guide.stand();
}

void ForesightGroup::update(const GroupNow& now) {
  if (!now.started) return;
  begin(now);
  for (std::size_t k = 0; k < now.agents.size(); ++k) {
    const AgentId agent = now.agents[k];
    const Crowd& crowd = *now.crowd;
    if (now.walks(k)) lead(walkers_[k], {crowd.cell(agent), crowd.position(agent), crowd.velocity(agent)});
  }
}

// Plans for an agent where needed, and aims its guide.
void ForesightGroup::lead(Walker& walker, const Body& body) {
  const Cell at = body.cell;
  if (!order().planned()) {
    walker.guide.clear();
    return;
  }
  const bool late = !walker.path.empty() && !on_time(walker, at);
  report_.off_schedule += late ? 1U : 0U;
  if (walker.path.empty() || late || time_ >= walker.renew || walker.of != order_work_)
    plan_in_time(walker, at);
  if (!walker.path.empty() && walker.path[walker.at].cell == at && walker.at + 1 < walker.path.size() &&
      walker.path[walker.at].leave >= time_ + steps_per_tick)
    ++report_.ticks_waited;
  aim(walker, body);
  walker.guide.urge(has_to_get_on(walker, body));
}

}  // namespace portolan::detail
