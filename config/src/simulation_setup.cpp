// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// From a scenario's typed options to the parts of a simulation.
#include <algorithm>
#include <utility>

#include "simulation_state.hpp"

namespace portolan {
namespace {

std::uint64_t limit(std::int64_t work) {
  return work > 0 ? static_cast<std::uint64_t>(work) : WorkBudget::unlimited;
}

HierarchyOptions hierarchy_options(const ScenarioHierarchy& wanted, Executor* executor) {
  HierarchyOptions options;
  options.sector_size = wanted.sector_size;
  options.portal_width = wanted.portal_width;
  options.levels = wanted.levels;
  options.executor = executor;
  return options;
}

WorkBudget work_budget(const ScenarioBudget& wanted) {
  return {limit(wanted.tiles), limit(wanted.nodes), limit(wanted.sectors),
          static_cast<std::uint32_t>(wanted.longest_wait)};
}

ReplanPolicy replan_policy(const ScenarioReplan& wanted) {
  ReplanPolicy policy;
  policy.every_steps = static_cast<std::uint32_t>(wanted.every_steps);
  policy.at_turns = wanted.at_turns;
  policy.on_change = wanted.on_change;
  policy.when_idle = wanted.when_idle;
  policy.watch_ahead =
      wanted.watch_ahead > 0 ? static_cast<std::uint32_t>(wanted.watch_ahead) : RegionWatch::whole_list;
  policy.watch_margin = wanted.watch_margin;
  policy.timing = {wanted.merge, static_cast<std::uint32_t>(wanted.merge_ticks)};
  return policy;
}

OrderOptions order_options(const ScenarioHierarchy& wanted) {
  OrderOptions options;
  options.quality = static_cast<Quality>(wanted.quality);
  options.widen = wanted.widen;
  options.epsilon = wanted.epsilon;
  return options;
}

}  // namespace

Simulation::State::State(Scenario given, detail::SimulationGround ground, SimulationHooks given_hooks)
    : scenario(std::move(given)),
      hooks(std::move(given_hooks)),
      world(std::move(ground.world)),
      saved(std::move(ground.saved)),
      crowd(CrowdOptions{hooks.executor, 5, 3}) {}

Simulation::State::Ground::Ground(Hierarchy built, const Scenario& scenario)
    : hierarchy(std::move(built)),
      planner(hierarchy),
      dispatcher(hierarchy, planner, scenario.region_side, work_budget(scenario.budget)) {}

// Of the profiles that some group uses: those that were baked, as long as the world is as it was then.
std::optional<Error> Simulation::State::build_hierarchies() {
  grounds.resize(scenario.profiles.size());
  for (const ScenarioGroup& group : scenario.groups) {
    const ProfileId profile{group.profile};
    if (grounds[profile.value]) continue;
    const HierarchyOptions options = hierarchy_options(scenario.hierarchy, hooks.executor);
    std::optional<Hierarchy> baked;
    if (saved != nullptr) baked = saved->hierarchy(world, profile, options);
    if (!baked && saved != nullptr && saved->fault()) return saved->fault();
    if (!baked && world.is_streamed()) {
      return group.where.error(
          "the baked world holds no portal graph for profile '" + world.profile(profile).name +
          "' with these options of `hierarchy`, which a streamed one needs; bake it anew");
    }
    if (!baked) baked.emplace(world, profile, options);
    grounds[profile.value] = std::make_unique<Ground>(std::move(*baked), scenario);
  }
  return std::nullopt;
}

// Those that appear in this tick.
void Simulation::State::add_obstacles() {
  for (std::size_t k = 0; k < scenario.obstacles.size(); ++k) {
    const ScenarioObstacle& wanted = scenario.obstacles[k];
    if (wanted.start_tick != sums.ticks) continue;
    ObstacleSpec spec;
    spec.shape = wanted.shape;
    spec.motion = wanted.motion;
    spec.presence = wanted.presence;
    spec.effect = wanted.effect;
    spec.layer = wanted.layer;
    spec.on_contact = wanted.on_contact;
    obstacle_ids[k] = obstacles.add(world, spec);
  }
}

void Simulation::State::prepare_tracks() {
  obstacle_ids.resize(scenario.obstacles.size());
  for (std::size_t k = 0; k < scenario.obstacles.size(); ++k) {
    Trail track;
    track.group = static_cast<std::uint32_t>(k);
    track.layer = scenario.obstacles[k].layer;
    obstacle_tracks.push_back(std::move(track));
  }
}

void Simulation::State::add_groups(const std::vector<PlacedGroup>& placed) {
  for (std::size_t g = 0; g < placed.size(); ++g) {
    const ScenarioGroup& wanted = scenario.groups[g];
    const ProfileId profile{wanted.profile};
    Ground& ground = *grounds[profile.value];
    Group group;
    group.profile = profile;
    group.start_tick = wanted.start_tick;
    Steering steering{wanted.steering.follow, wanted.steering.separation, wanted.steering.alignment,
                      wanted.steering.cohesion};
    group.id = crowd.add_group({world.view(profile), nullptr, placed[g].goals, steering,
                                wanted.arrival_radius, wanted.on_arrival == ScenarioGroup::Arrival::leave});
    std::vector<Goal> goals;
    for (const Cell& c : placed[g].goals) goals.push_back({c, {}});
    if (streaming) {
      streaming->orders.push_back(std::make_unique<StreamedOrder>(
          world, ground.hierarchy, goals,
          StreamedOrderOptions{order_options(scenario.hierarchy),
                               static_cast<std::uint32_t>(scenario.streaming.ahead)}));
    }
    group.order =
        std::make_unique<Order>(ground.hierarchy, std::move(goals), order_options(scenario.hierarchy));
    group.dispatch = ground.dispatcher.add(*group.order, replan_policy(wanted.replan));
    for (const Cell& c : placed[g].starts) {
      group.movers.push_back(crowd.add({centre_of(c), c.layer, wanted.radius, wanted.speed, group.id, true}));
    }
    groups.push_back(std::move(group));
  }
}

// Every n-th agent of each group, so that the trails are spread over the groups.
void Simulation::State::choose_traced() {
  const auto most = static_cast<std::size_t>(std::max(0, scenario.output.trail_agents));
  for (std::size_t g = 0; g < groups.size() && most > 0; ++g) {
    const std::size_t share = std::max<std::size_t>(1, most / groups.size());
    const std::size_t count = groups[g].movers.size();
    for (std::size_t k = 0; k < std::min(share, count) && traced.size() < most; ++k) {
      const MoverId mover = groups[g].movers[k * count / std::min(share, count)];
      traced.push_back({mover, trails.size()});
      Trail trail;
      trail.group = static_cast<std::uint32_t>(g);
      trail.layer = crowd.layer(mover);
      trails.push_back(std::move(trail));
    }
  }
}

}  // namespace portolan
