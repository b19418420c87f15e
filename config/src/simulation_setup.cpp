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
  options.quality = wanted.quality;
  return options;
}

PlanRequest path_request(const ScenarioHierarchy& wanted) {
  PlanRequest request;
  request.quality = wanted.quality;
  return request;
}

// Where nobody foresees anything, all stamps are of one kind, which is cheaper.
bool anybody_foresees(const Scenario& scenario) {
  return std::any_of(scenario.groups.begin(), scenario.groups.end(),
                     [](const ScenarioGroup& group) { return group.foresee.horizon > 0; });
}

// Stamps only add to what the cheapest terrain class costs.
Cost least_cost_of(const Profile& profile) {
  return std::min<Cost>(*std::min_element(profile.cost.begin(), profile.cost.end()), impassable - 1);
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
      cache(static_cast<std::size_t>(scenario.hierarchy.cache_mb) << 20U),
      dispatcher(hierarchy, planner, scenario.region_side, work_budget(scenario.budget)) {}

// Of the profiles that some group uses: those that were baked, as long as the world is as it was then.
std::optional<Error> Simulation::State::build_hierarchies() {
  for (const ScenarioGroup& group : scenario.groups) {
    const ProfileId profile = planning_profile(group);
    grounds.resize(world.profile_count());
    if (grounds[profile.value]) continue;
    const HierarchyOptions options = hierarchy_options(scenario.hierarchy, hooks.executor);
    std::optional<Hierarchy> baked;
    if (saved != nullptr) baked = saved->hierarchy(world, profile, options);
    if (!baked && saved != nullptr && saved->fault()) return saved->fault();
    if (!baked && world.is_streamed()) {
      return group.where.error(
          "the baked world holds no portal graph for profile '" + world.profile(profile).name +
          "' with these options of `hierarchy`, which a streamed one needs; bake it again");
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
    if (wanted.effect.blocks && wanted.foresight != ScenarioObstacle::Foresight::none &&
        anybody_foresees(scenario))
      spec.effect.kind = StampKind::passing;
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

// One that does not see the obstacles that are foreseen, for groups that foresee them.
ProfileId Simulation::State::planning_profile(const ScenarioGroup& wanted) {
  const ProfileId seen{wanted.profile};
  if (!(wanted.foresee.horizon > 0)) return seen;
  Profile profile = world.profile(seen);
  profile.name += ", foreseeing";
  profile.sees_passing = false;
  for (std::uint32_t p = 0; p < world.profile_count(); ++p) {
    if (world.profile(ProfileId{p}).name == profile.name) return ProfileId{p};
  }
  return world.add_profile(profile);
}

// Agents that are led singly are a crowd group each, because a guide belongs to a group.
void Simulation::State::add_agents(Group& group, const ScenarioGroup& wanted, const PlacedGroup& placed) {
  const Steering steering{wanted.steering.follow, wanted.steering.separation, wanted.steering.alignment,
                          wanted.steering.cohesion};
  const auto add_group = [&](const Guide* guide) {
    group_of_crowd.push_back(static_cast<std::uint32_t>(groups.size()));
    return crowd.add_group({world.view(group.seen), guide, placed.goals, steering, wanted.arrival_radius,
                            wanted.on_arrival == ScenarioGroup::Arrival::leave});
  };
  if (!group.individually_guided()) group.id = add_group(nullptr);
  for (std::size_t k = 0; k < placed.starts.size(); ++k) {
    const Cell c = placed.starts[k];
    if (group.individually_guided()) group.id = add_group(&group.guide_of(k));
    group.agents.push_back(crowd.add({centre_of(c), c.layer, wanted.radius, wanted.speed, group.id, true}));
  }
}

void Simulation::State::add_groups(const std::vector<PlacedGroup>& placed) {
  for (std::size_t g = 0; g < placed.size(); ++g) {
    const ScenarioGroup& wanted = scenario.groups[g];
    const ProfileId profile = planning_profile(wanted);
    Ground& ground = *grounds[profile.value];
    Group group;
    group.profile = profile;
    group.seen = ProfileId{wanted.profile};
    group.start_tick = wanted.start_tick;
    std::vector<Goal> goals;
    for (const Cell& c : placed[g].goals) goals.push_back({c, {}});
    if (streaming) {
      streaming->orders.push_back(std::make_unique<StreamedOrder>(
          world, ground.hierarchy, goals,
          StreamedOrderOptions{order_options(scenario.hierarchy),
                               static_cast<std::uint32_t>(scenario.streaming.ahead)}));
    }
    OrderOptions options = order_options(scenario.hierarchy);
    if (wanted.corridor == ScenarioGroup::Corridor::band) {
      if (!ground.bands) ground.bands = std::make_unique<BandSolver>(ground.hierarchy);
      options.bands = ground.bands.get();
      options.band_radius = wanted.band_radius;
    }
    group.order = std::make_unique<Order>(ground.hierarchy, std::move(goals), options);
    group.dispatch = ground.dispatcher.add(*group.order, replan_policy(wanted.replan));
    if (wanted.follow == ScenarioGroup::Follow::path) {
      group.paths = std::make_unique<PathGroup>(
          PathSource{&ground.hierarchy, &ground.planner, &ground.cache, path_request(scenario.hierarchy)},
          wanted, scenario.region_side, least_cost_of(world.profile(profile)), group.order->goals());
    }
    if (wanted.foresee.horizon > 0) {
      group.foresight = std::make_unique<ForesightGroup>(scenario, wanted, world.view(group.seen),
                                                         world.profile(group.seen).clearance);
    }
    add_agents(group, wanted, placed[g]);
    groups.push_back(std::move(group));
  }
}

// Every n-th agent of each group, so that the trails are spread over the groups.
void Simulation::State::choose_traced() {
  const auto most = static_cast<std::size_t>(std::max(0, scenario.output.trail_agents));
  for (std::size_t g = 0; g < groups.size() && most > 0; ++g) {
    const std::size_t share = std::max<std::size_t>(1, most / groups.size());
    const std::size_t count = groups[g].agents.size();
    for (std::size_t k = 0; k < std::min(share, count) && traced.size() < most; ++k) {
      const AgentId agent = groups[g].agents[k * count / std::min(share, count)];
      traced.push_back({agent, trails.size()});
      Trail trail;
      trail.group = static_cast<std::uint32_t>(g);
      trail.layer = crowd.layer(agent);
      trails.push_back(std::move(trail));
    }
  }
}

}  // namespace portolan
