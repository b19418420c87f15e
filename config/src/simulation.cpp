// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <portolan/config/simulation.hpp>
#include <portolan/core/tile_field.hpp>

#include "simulation_state.hpp"

namespace portolan {
namespace {

constexpr std::size_t largest_flat_field = 5000UL * 5000UL;  // cells; above, the optimum is the corridor's
constexpr float trail_step = 0.75F;                          // cells between two points of a trail
constexpr float overlap_share = 0.5F;

void add_point(Trail& trail, Vec2 p, float apart) {
  if (trail.points.empty() || length(trail.points.back() - p) >= apart) trail.points.push_back(p);
}

}  // namespace

// Obstacles move, edits are committed, the hierarchies follow, and whoever was hit is pushed out.
void Simulation::State::change_world() {
  const double begin = now();
  if (sums.ticks > 0) {
    obstacles.advance(world, static_cast<double>(scenario.tick_seconds),
                      [this](Cell c) { return occupied(c); });
    add_obstacles();
  }
  const Commit commit = world.commit();
  if (!commit.empty()) {
    ++sums.commits;
    for (const auto& ground : grounds) {
      if (!ground) continue;
      const std::uint64_t sectors = ground->hierarchy.apply(commit).sectors.size();
      ground->dispatcher.take_in(commit, sectors);
      sums.sectors_rebuilt += sectors;
    }
    for (Group& group : groups) {
      if (group.paths) group.paths->note(commit);
    }
    const auto pushed = crowd.push_out([this](CrowdGroupId group, Cell c) {
      const Profile& profile = world.profile(groups[group_of_crowd[group.value]].seen);
      return profile.cost[world.terrain(c)] != impassable;
    });
    sums.pushed += static_cast<std::int64_t>(pushed.size());
  }
  sums.commit_seconds += now() - begin;
}

std::vector<Cell> Simulation::State::cells_of(const Group& group) const {
  std::vector<Cell> cells;
  for (const AgentId m : group.agents) {
    if (crowd.state(m) == AgentState::moving || crowd.state(m) == AgentState::stuck)
      cells.push_back(crowd.cell(m));
  }
  return cells;
}

// An agent whose start is under an obstacle waits until it is free.
void Simulation::State::start_groups() {
  for (Group& group : groups) {
    if (group.start_tick > sums.ticks) continue;
    for (const AgentId m : group.agents) {
      if (crowd.state(m) == AgentState::waiting && world.view(group.seen).passable(crowd.cell(m)))
        crowd.start(m);
    }
    if (!group.started && !streaming) measure_optimum(group);
    group.started = true;
  }
}

void Simulation::State::measure_optimum(Group& group) {
  if (world.extent().cell_count() > largest_flat_field) {
    group.order->update(grounds[group.profile.value]->planner, cells_of(group));
    return note_optimum(group, *group.order);
  }
  TileFieldOptions options;
  options.directions = false;
  const Hierarchy& hierarchy = grounds[group.profile.value]->hierarchy;
  TileField flat(hierarchy.grid(), hierarchy.sectors(), options);
  for (const Goal& goal : group.order->goals()) flat.add_goal(goal);
  flat.advance();
  note_optimum(group, flat);
}

template <class Field>
void Simulation::State::note_optimum(Group& group, const Field& field) {
  group.optimum.assign(group.agents.size(), -1);
  for (std::size_t k = 0; k < group.agents.size(); ++k) {
    const Distance d = field.at(crowd.cell(group.agents[k]));
    if (reachable(d)) group.optimum[k] = static_cast<double>(d.units);
  }
}

void Simulation::State::guide_groups() {
  if (streaming) return stream_groups();
  for (Group& group : groups) {
    grounds[group.profile.value]->dispatcher.report_agents(
        group.dispatch, group.started && !group.paths ? cells_of(group) : std::vector<Cell>());
  }
  for (const auto& ground : grounds) {
    if (!ground) continue;
    const double begin = now();
    const std::uint64_t planned = plans_made();
    ground->dispatcher.tick();
    (plans_made() != planned ? sums.plan_seconds : sums.field_seconds) += now() - begin;
  }
  for (Group& group : groups) {
    if (group.individually_guided()) {
      if (group.started) lead_singly(group);
      continue;
    }
    if (!group.order->planned()) continue;
    const bool stale = grounds[group.profile.value]->dispatcher.stale(group.dispatch);
    group.guide.follow(&group.order->field().field(), stale);
    group.band_guide.follow(group.order->band(), stale);
    crowd.group(group.id).guide = &group.guide_of_all();
  }
}

const Guide& Simulation::State::Group::guide_of(std::size_t k) const {
  if (paths) return paths->guide(k);
  return foresight ? foresight->guide(k) : guide_of_all();
}

// Those of a group whose agents have a way each.
void Simulation::State::lead_singly(Group& group) {
  const double begin = now();
  if (group.paths) {
    group.paths->listen(static_cast<std::uint64_t>(sums.ticks) + 1);
  } else {
    group.foresight->begin({sums.ticks, &obstacles, obstacle_ids, group.order.get()});
  }
  for (std::size_t k = 0; k < group.agents.size(); ++k) {
    const AgentId m = group.agents[k];
    if (crowd.state(m) != AgentState::moving && crowd.state(m) != AgentState::stuck) continue;
    if (group.paths) {
      group.paths->lead(k, crowd.cell(m), crowd.position(m));
    } else {
      group.foresight->lead(k, crowd.cell(m), crowd.position(m));
    }
  }
  sums.plan_seconds += now() - begin;
}

std::uint64_t Simulation::State::plans_made() const {
  std::uint64_t sum = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) sum += work_of(g).plans;
  return sum;
}

// Asks the grid as it is now about every step that somebody is told to take next.
void Simulation::State::count_stale_steps() {
  for (const Group& group : groups) {
    const GridView grid = world.view(group.seen);
    for (std::size_t k = 0; k < group.agents.size(); ++k) {
      const AgentId m = group.agents[k];
      if (crowd.state(m) != AgentState::moving) continue;
      const Cell c = crowd.cell(m);
      const auto next = group.guide_of(k).next(c);
      if (!next || *next == c || next->layer != c.layer) continue;
      const int dx = next->x - c.x;
      const int dy = next->y - c.y;
      if (dx < -1 || dx > 1 || dy < -1 || dy > 1) continue;  // a link
      const bool legal = grid.passable(*next) && grid.passable({c.x + dx, c.y, c.layer}) &&
                         grid.passable({c.x, c.y + dy, c.layer});
      sums.stale_steps += legal ? 0U : 1U;
    }
  }
}

bool Simulation::State::occupied(Cell c) const {
  return std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
    return std::any_of(group.agents.begin(), group.agents.end(),
                       [&](AgentId m) { return crowd.present(m) && crowd.cell(m) == c; });
  });
}

// Shares nothing with the crowd's own rule: terrain, stamps and profile are asked, not the view that steered
// it.
bool Simulation::State::stands_in_wall(AgentId agent) const {
  const Cell c = crowd.cell(agent);
  const ProfileId profile = groups[group_of_crowd[crowd.group_of(agent).value]].seen;
  return !world.contains(c) || world.profile(profile).cost[world.terrain(c)] == impassable ||
         !world.view(profile).passable(c);
}

void Simulation::State::look_around() {
  for (Group& group : groups) {
    const std::int64_t before = group.arrived;
    group.arrived = 0;
    for (const AgentId m : group.agents) {
      const AgentState state = crowd.state(m);
      if (state == AgentState::arrived || state == AgentState::gone) ++group.arrived;
      if (crowd.present(m) && stands_in_wall(m)) ++sums.wall_entries;
    }
    if (group.arrived != before) group.last_arrival_tick = sums.ticks;
  }
  const auto pairs = static_cast<std::int64_t>(crowd.overlaps(overlap_share));
  sums.overlaps = std::max(sums.overlaps, pairs);
  sums.overlap_ticks += pairs;
}

void Simulation::State::trace() {
  for (const Traced& t : traced) {
    if (crowd.present(t.agent)) add_point(trails[t.trail], crowd.position(t.agent), trail_step);
  }
  for (std::size_t k = 0; k < obstacle_ids.size(); ++k) {
    if (!obstacles.alive(obstacle_ids[k])) continue;
    // A course that repeats is drawn once.
    const double period = obstacles.course(obstacle_ids[k]).period();
    if (period > 0 && obstacles.clock(obstacle_ids[k]) > period) continue;
    add_point(obstacle_tracks[k], obstacles.position(obstacle_ids[k]), trail_step);
  }
}

bool Simulation::State::over() const {
  if (stopped || sums.ticks >= scenario.ticks) return true;
  if (streaming && streaming->stream.first_failure()) return true;
  return std::all_of(groups.begin(), groups.end(), [](const Group& group) {
    return group.arrived == static_cast<std::int64_t>(group.agents.size());
  });
}

void Simulation::State::tick() {
  change_world();
  start_groups();
  guide_groups();
  count_stale_steps();
  const double begin = now();
  crowd.step(scenario.tick_seconds);
  sums.crowd_seconds += now() - begin;
  ++sums.ticks;
  look_around();
  trace();
}

Simulation::Simulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Result<Simulation> Simulation::create(Scenario scenario, SimulationHooks hooks) {
  const double begin = hooks.clock ? hooks.clock() : 0;
  Result<detail::SimulationGround> ground = detail::make_ground(scenario);
  if (!ground) return ground.error();
  const std::vector<PlacedGroup> placed = std::move(ground->placed);
  auto state = std::make_unique<State>(std::move(scenario), std::move(*ground), std::move(hooks));
  const ScenarioStreaming& wanted = state->scenario.streaming;
  if (wanted.enabled) {
    state->streaming = std::make_unique<detail::SimulationStreaming>(
        state->world, detail::most_resident_blocks(wanted, state->world.extent()),
        static_cast<std::uint32_t>(wanted.loads_per_tick));
  }
  if (auto error = state->build_hierarchies()) return *error;
  state->prepare_tracks();
  state->add_obstacles();
  const Commit commit = state->world.commit();
  for (const auto& of_profile : state->grounds) {
    if (of_profile) of_profile->hierarchy.apply(commit);
  }
  state->add_groups(placed);
  state->choose_traced();
  state->sums.build_seconds = state->now() - begin;
  return Simulation(std::move(state));
}

bool Simulation::tick() {
  if (state_->over()) return false;
  state_->tick();
  if (state_->hooks.on_tick && !state_->hooks.on_tick(*this)) state_->stopped = true;
  return !state_->over();
}

void Simulation::run() {
  while (tick()) {
  }
}

std::int64_t Simulation::ticks() const { return state_->sums.ticks; }
const Scenario& Simulation::scenario() const { return state_->scenario; }
const World& Simulation::world() const { return state_->world; }
const Crowd& Simulation::crowd() const { return state_->crowd; }
const Obstacles& Simulation::obstacles() const { return state_->obstacles; }
const Hierarchy& Simulation::hierarchy(ProfileId profile) const {
  return state_->grounds[profile.value]->hierarchy;
}
std::optional<Error> Simulation::fault() const { return state_->fault(); }
std::size_t Simulation::group_of(AgentId agent) const {
  return state_->group_of_crowd[state_->crowd.group_of(agent).value];
}
const Plan& Simulation::plan(std::size_t group) const { return state_->plan_of(group); }
const CorridorField& Simulation::field(std::size_t group) const {
  return state_->groups[group].order->field();
}
const BandField* Simulation::band(std::size_t group) const { return state_->groups[group].order->band(); }
const std::vector<Trail>& Simulation::trails() const { return state_->trails; }
const std::vector<Trail>& Simulation::obstacle_tracks() const { return state_->obstacle_tracks; }

}  // namespace portolan
