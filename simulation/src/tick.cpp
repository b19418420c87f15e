// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>

#include <portolan/core/detail/inline_executor.hpp>
#include <portolan/core/detail/open_ground.hpp>

#include "state.hpp"

namespace portolan {
namespace {

constexpr float trail_step = 0.75F;  // cells between two points of a trail
constexpr float overlap_share = 0.5F;

void add_point(Trail& trail, Vec2 p, float apart) {
  if (trail.points.empty() || length(trail.points.back() - p) >= apart) trail.points.push_back(p);
}

}  // namespace

// Obstacles move, edits are committed, the hierarchies follow, and agents that were hit are pushed out.
void Simulation::State::change_world() {
  const double begin = now();
  if (sums.ticks > 0) {
    obstacles.advance(world, static_cast<double>(scenario.tick_seconds),
                      [this](Cell c) { return occupied(c); });
    add_obstacles();
    congestion.update(crowd, world, scenario.tick_seconds);
  }
  const CommitReport change = navigator.commit();
  if (!change.empty()) {
    ++sums.commits;
    sums.sectors_rebuilt += change.sectors_rebuilt();
    const auto pushed = crowd.push_out([this](CrowdGroupId group, Cell c) {
      const Profile& profile = world.profile(groups[group_of_crowd[group.value]].seen);
      return profile.cost[world.terrain(c)] != impassable;
    });
    sums.contacts.pushed += static_cast<std::int64_t>(pushed.size());
  }
  sums.seconds.commit += now() - begin;
}

// An agent whose start is under an obstacle waits until it is free.
void Simulation::State::start_groups() {
  for (Group& group : groups) {
    if (group.start_tick > sums.ticks || group.nobody_waits) continue;
    group.nobody_waits = true;
    const GridView ground = world.view(group.seen);
    for (const AgentId m : group.agents) {
      if (crowd.state(m) != AgentState::waiting) continue;
      if (ground.passable(crowd.cell(m)))
        crowd.start(m);
      else
        group.nobody_waits = false;
    }
    if (!group.started) note_optimum(group);
    group.started = true;
  }
}

void Simulation::State::note_optimum(Group& group) {
  if (!group.journeys.empty()) return note_optimum_of_legs(group);
  const GridView ground = world.view(ground_of(group));
  if (auto costs = group.legs.front().controller->optimum(view_of(group), ground))
    group.optimum = std::move(*costs);
}

void Simulation::State::guide_groups() {
  for (const Group& group : groups) {
    for (std::size_t leg = 0; leg < group.legs.size(); ++leg)
      group.legs[leg].controller->ask(view_of(group, leg));
  }
  serve();
  update_groups();
  for (Group& group : groups) {
    guide_group(group);
    if (group.started && owes_optimum(group)) note_optimum(group);
  }
}

void Simulation::State::guide_group(Group& group) {
  for (std::size_t l = 0; l < group.legs.size(); ++l) {
    const Leg& leg = group.legs[l];
    if (leg.controller->guides_each()) continue;
    const Guide* const guide = leg.controller->guide_of(0);
    crowd.group(leg.crowd).guide = crowd.group(leg.in_last_round).guide = guide;
    const detail::GroupNow now = view_of(group, l);
    // A group that starts later may have none yet.
    for (std::size_t k = 0; k < group.agents.size() && guide != nullptr; ++k) {
      if (now.on_leg(k)) crowd.set_guide(group.agents[k], leg.controller->own_guide_of(k));
    }
  }
}

// Those that touch nothing of others beside one another, the rest in their order.
void Simulation::State::update_groups() {
  const double begin = now();
  in_pieces(groups.size(), [this](std::size_t g) {
    for (std::size_t leg = 0; leg < groups[g].legs.size(); ++leg) {
      detail::GroupController& controller = *groups[g].legs[leg].controller;
      if (controller.updates_alone()) controller.update(view_of(groups[g], leg));
    }
  });
  sums.seconds.field += now() - begin;
  for (const Group& group : groups) {
    for (std::size_t leg = 0; leg < group.legs.size(); ++leg) {
      detail::GroupController& controller = *group.legs[leg].controller;
      if (controller.updates_alone()) continue;
      const double begins = now();
      controller.update(view_of(group, leg));
      (controller.guides_each() ? sums.seconds.plan : sums.seconds.field) += now() - begins;
    }
  }
}

void Simulation::State::serve() {
  if (land) return land->serve(hooks.clock);
  for (const auto& context : contexts) {
    if (!context) continue;
    const double begin = now();
    const std::uint64_t planned = plans_made();
    context->dispatcher.tick();
    (plans_made() != planned ? sums.seconds.plan : sums.seconds.field) += now() - begin;
  }
}

std::uint64_t Simulation::State::plans_made() const {
  std::uint64_t sum = 0;
  for (const Group& group : groups) {
    for (const Leg& leg : group.legs) sum += leg.controller->work().plans;
  }
  return sum;
}

// Pieces of work that change nothing but what is their own, by as many threads as there are.
void Simulation::State::in_pieces(std::size_t count, const std::function<void(std::size_t)>& body) {
  InlineExecutor alone;
  Executor& executor = hooks.executor != nullptr ? *hooks.executor : alone;
  executor.parallel_for(count, [&](std::size_t piece, unsigned) { body(piece); });
}

// Asks the grid as it is now about every step that somebody is told to take next.
void Simulation::State::count_stale_steps() {
  in_pieces(groups.size(), [this](std::size_t g) { groups[g].stale_steps = stale_steps_of(groups[g]); });
  for (const Group& group : groups) sums.contacts.stale_steps += group.stale_steps;
}

std::uint64_t Simulation::State::stale_steps_of(const Group& group) const {
  std::uint64_t stale = 0;
  const GridView grid = world.view(group.seen);
  for (std::size_t k = 0; k < group.agents.size(); ++k) {
    const AgentId m = group.agents[k];
    if (crowd.state(m) != AgentState::moving) continue;
    const Cell c = crowd.cell(m);
    if (detail::is_open_around(grid, c, 1)) continue;  // every step is legal
    const std::size_t leg = group.journeys.empty() ? 0 : group.journeys[k].leg;
    const detail::GroupController& controller = *group.legs[leg].controller;
    const Guide* const own = controller.own_guide_of(k);
    const Guide* const guide = own != nullptr ? own : controller.guide_of(k);
    const auto next = guide != nullptr ? guide->next(c) : std::nullopt;
    if (!next || *next == c || next->layer != c.layer) continue;
    const int dx = next->x - c.x;
    const int dy = next->y - c.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) continue;  // a link
    const bool legal = grid.passable(*next) && grid.passable({c.x + dx, c.y, c.layer}) &&
                       grid.passable({c.x, c.y + dy, c.layer});
    stale += legal ? 0U : 1U;
  }
  return stale;
}

// Does an agent stand there, or so near that its profile needs the cell free? Bodies of several cells were
// pushed on by obstacles that were to wait for them.
bool Simulation::State::occupied(Cell c) const {
  return std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
    const Profile& profile = world.profile(group.seen);
    const std::int32_t before = profile.reach_before(), after = profile.reach_after();
    const auto takes = [&](Cell at) {
      return at.layer == c.layer && c.x >= at.x - before && c.x <= at.x + after && c.y >= at.y - before &&
             c.y <= at.y + after;
    };
    return std::any_of(group.agents.begin(), group.agents.end(),
                       [&](AgentId m) { return crowd.present(m) && takes(crowd.cell(m)); });
  });
}

// Who is in a wall is told by a rule that shares nothing with the crowd's own: terrain, stamps and profile
// are asked, not only the view that steered it.
void Simulation::State::look_at(Group& group) const {
  const std::int64_t before = group.arrived;
  const Profile& profile = world.profile(group.seen);
  const GridView ground = world.view(group.seen);
  const auto is_wall = [&](Cell c) {
    return !world.contains(c) || profile.cost[world.terrain(c)] == impassable || !ground.passable(c);
  };
  group.arrived = group.in_walls = 0;
  for (std::size_t k = 0; k < group.agents.size(); ++k) {
    const AgentId m = group.agents[k];
    if (has_arrived(group, k)) ++group.arrived;
    if (crowd.present(m) && is_wall(crowd.cell(m))) ++group.in_walls;
  }
  if (group.arrived != before) group.last_arrival_tick = sums.ticks;
}

// Who overlaps is counted beside the rest: that takes as long as all groups.
void Simulation::State::look_around() {
  std::int64_t pairs = 0;
  in_pieces(groups.size() + 1, [&](std::size_t piece) {
    if (piece == 0)
      pairs = static_cast<std::int64_t>(crowd.overlaps(overlap_share));
    else
      look_at(groups[piece - 1]);
  });
  for (const Group& group : groups) sums.contacts.wall_entries += group.in_walls;
  sums.contacts.overlaps = std::max(sums.contacts.overlaps, pairs);
  sums.contacts.overlap_ticks += pairs;
}

void Simulation::State::trace() {
  for (Traced& t : traced) {
    if (!crowd.present(t.agent)) continue;
    const Vec2 at = crowd.position(t.agent);
    const Trail& before = trails[t.trail];
    const float pace = scenario.groups[before.group].speed * scenario.tick_seconds;
    const bool jumped = !before.points.empty() && length(before.points.back() - at) > 2 * (trail_step + pace);
    if (jumped || before.layer != crowd.layer(t.agent)) {
      trails.push_back(
          {.group = before.group, .layer = crowd.layer(t.agent), .beyond_link = true, .points = {}});
      t.trail = trails.size() - 1;
    }
    add_point(trails[t.trail], at, trail_step);
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
  if (land && land->stream().first_failure()) return true;
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
  sums.seconds.crowd += now() - begin;
  ++sums.ticks;
  send_on();
  look_around();
  trace();
}

}  // namespace portolan
