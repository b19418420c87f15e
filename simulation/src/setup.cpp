// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// From a scenario's options to the parts of a simulation.
#include <algorithm>
#include <utility>

#include <portolan/core/assert.hpp>

#include "groups/band_group.hpp"
#include "groups/corridor_group.hpp"
#include "groups/foresight_group.hpp"
#include "groups/path_group.hpp"
#include "groups/streamed_group.hpp"
#include "state.hpp"

namespace portolan {
namespace {

// Where nobody foresees anything, all stamps are of one kind, which is cheaper.
bool anybody_foresees(const Scenario& scenario) {
  return std::any_of(scenario.groups.begin(), scenario.groups.end(),
                     [](const ScenarioGroup& group) { return group.foresee.horizon > 0; });
}

}  // namespace

Simulation::State::State(Scenario given, SimulationWorld on, SimulationHooks given_hooks)
    : scenario(std::move(given)),
      hooks(std::move(given_hooks)),
      world(std::move(on.world)),
      navigator(world),
      baked(std::move(on.baked)),
      crowd(CrowdOptions{hooks.executor, 5, 3}),
      congestion(scenario.congestion) {
  scenario.hierarchy.executor = hooks.executor;
  crowd.set_focus(scenario.focus.at, scenario.focus.radius,
                  static_cast<std::uint8_t>(scenario.focus.interval));
  if (scenario.streaming.enabled) land = std::make_unique<detail::StreamedLand>(world, scenario.streaming);
}

// Of the profiles that some group uses: those that were baked, as long as the world is as it was then.
std::optional<Error> Simulation::State::build_hierarchies() {
  for (const ScenarioGroup& group : scenario.groups) {
    const ProfileId profile = planning_profile(group);
    contexts.resize(world.profile_count());
    if (contexts[profile.value]) continue;
    std::optional<Hierarchy> built;
    if (baked != nullptr) built = baked->hierarchy(world, profile, scenario.hierarchy);
    if (!built && baked != nullptr && baked->fault()) return baked->fault();
    if (!built && world.is_streamed()) {
      return group.where.with(
          "the baked world holds no portal graph for profile '" + world.profile(profile).name +
          "' with these options of `hierarchy`, which a streamed one needs; bake it again");
    }
    if (!built) built.emplace(world, profile, scenario.hierarchy);
    contexts[profile.value] = std::make_unique<detail::ProfileContext>(std::move(*built), scenario);
    navigator.add(contexts[profile.value]->hierarchy);
  }
  return std::nullopt;
}

// From now on: what is there before the run begins is nobody's change.
void Simulation::State::let_hear_of_changes() {
  for (const auto& context : contexts) {
    if (context) navigator.add(context->dispatcher);
  }
  for (const Group& group : groups) {
    for (const Leg& leg : group.legs) {
      if (RegionWatch* const watch = leg.controller->watch()) navigator.add(*watch);
    }
  }
}

// Those that appear in this tick.
void Simulation::State::add_obstacles() {
  const bool foreseen = anybody_foresees(scenario);
  for (std::size_t k = 0; k < scenario.obstacles.size(); ++k) {
    const ScenarioObstacle& wanted = scenario.obstacles[k];
    if (wanted.start_tick != sums.ticks) continue;
    ObstacleSpec spec = wanted.spec;
    if (spec.effect.blocks && wanted.foresight != ScenarioObstacle::Foresight::none && foreseen)
      spec.effect.passing = true;
    obstacle_ids[k] = obstacles.add(world, spec);
  }
}

void Simulation::State::prepare_tracks() {
  obstacle_ids.resize(scenario.obstacles.size());
  for (std::size_t k = 0; k < scenario.obstacles.size(); ++k) {
    Trail track;
    track.group = static_cast<std::uint32_t>(k);
    track.layer = scenario.obstacles[k].spec.layer;
    obstacle_tracks.push_back(std::move(track));
  }
}

// A profile that does not see passing stamps.
ProfileId Simulation::State::blind_twin(ProfileId seen, const char* what) {
  Profile profile = world.profile(seen);
  profile.name += what;
  profile.sees_passing = false;
  for (std::uint32_t p = 0; p < world.profile_count(); ++p) {
    if (world.profile(ProfileId{p}).name == profile.name) return ProfileId{p};
  }
  return world.add_profile(profile);
}

// One that does not see the obstacles that are foreseen, for groups that foresee them.
ProfileId Simulation::State::planning_profile(const ScenarioGroup& wanted) {
  const ProfileId seen{wanted.profile};
  return wanted.foresee.horizon > 0 ? blind_twin(seen, ", foreseeing") : seen;
}

// Jams are for fields and plans: who walks there sees the ground by itself.
ProfileId Simulation::State::walking_profile(const ScenarioGroup& wanted) {
  const ProfileId seen{wanted.profile};
  return scenario.congestion.interval > 0 ? blind_twin(seen, ", in jams") : seen;
}

// A guide belongs to a group of the crowd: agents that have one each are such a group each. The first one.
CrowdGroupId Simulation::State::add_crowd_group(const Group& group, const Leg& leg,
                                                const ScenarioGroup& wanted,
                                                const std::optional<PathPoint>& target, bool leaves) {
  const bool each = leg.controller->guides_each();
  CrowdGroupId first;
  for (std::size_t k = 0; k < (each ? static_cast<std::size_t>(wanted.count) : 1); ++k) {
    group_of_crowd.push_back(static_cast<std::uint32_t>(groups.size()));
    const CrowdGroupId id = crowd.add_group(
        {world.view(group.seen), each ? leg.controller->guide_of(k) : nullptr, leg.goals, wanted.steering,
         wanted.arrival_radius, leaves, world.profile(group.seen).clearance, wanted.avoidance,
         wanted.manner.headway, wanted.manner.formation, wanted.manner.keeps_rank,
         wanted.manner.full_speed_cost, wanted.manner.facing, AgentId{}, target});
    if (k == 0) first = id;
  }
  return first;
}

void Simulation::State::add_legs(Group& group, const ScenarioGroup& wanted, const PlacedGroup& placed) {
  const detail::LegOrder& order = group.order.emplace(wanted);
  PORTOLAN_ASSERT(placed.then.size() + 1 == order.size(), "each leg of the group has goals");
  for (std::size_t k = 0; k < order.size(); ++k) {
    Leg leg;
    leg.goals = k == 0 ? placed.goals : placed.then[k - 1];
    leg.controller = make_controller(wanted, leg.goals);
    const bool leaves = order.leaves(k, false), leaves_last = order.leaves(k, true);
    leg.crowd =
        add_crowd_group(group, leg, wanted, placed.target, wanted.goal.rounds == 1 ? leaves_last : leaves);
    leg.in_last_round = wanted.goal.rounds == 1 || leaves == leaves_last
                            ? leg.crowd
                            : add_crowd_group(group, leg, wanted, placed.target, leaves_last);
    group.legs.push_back(std::move(leg));
  }
  if (order.size() > 1) group.journeys.resize(placed.starts.size());
}

void Simulation::State::add_agents(Group& group, const ScenarioGroup& wanted, const PlacedGroup& placed) {
  const Leg& leg = group.legs.front();
  const std::uint32_t step = leg.controller->guides_each() ? 1 : 0;
  for (std::size_t k = 0; k < placed.starts.size(); ++k) {
    const Cell c = placed.starts[k];
    constexpr float degree = 0.017453292F;  // in radians
    group.agents.push_back(crowd.add({.position = centre_of(c),
                                      .layer = c.layer,
                                      .radius = wanted.radius,
                                      .max_speed = wanted.speed,
                                      .group = {leg.crowd.value + step * static_cast<std::uint32_t>(k)},
                                      .waiting = true,
                                      .mass = wanted.manner.mass,
                                      .team = static_cast<std::uint8_t>(wanted.manner.team),
                                      .acceleration = wanted.manner.acceleration,
                                      .turn_rate = wanted.manner.turn_rate * degree,
                                      .priority = static_cast<std::uint8_t>(wanted.manner.priority)}));
  }
}

std::unique_ptr<detail::GroupController> Simulation::State::make_controller(const ScenarioGroup& wanted,
                                                                            const GoalSet& goals) {
  const ProfileId profile = planning_profile(wanted);
  detail::ProfileContext& context = *contexts[profile.value];
  if (land) {
    return std::make_unique<detail::StreamedGroup>(world, context, *land, goals, scenario.order,
                                                   static_cast<std::uint32_t>(scenario.streaming.ahead));
  }
  if (wanted.follow == ScenarioGroup::Follow::path) {
    return std::make_unique<detail::PathGroup>(context, scenario, wanted, world.profile(profile), goals);
  }
  if (wanted.foresee.horizon > 0) {
    const ProfileId seen{wanted.profile};
    const detail::ForesightGroup::Ground ground{world.view(seen), world.profile(seen).clearance};
    return std::make_unique<detail::ForesightGroup>(context, scenario, wanted, ground, goals);
  }
  if (wanted.follow == ScenarioGroup::Follow::band) {
    if (!context.bands) context.bands = std::make_unique<BandSolver>(context.hierarchy);
    OrderOptions options = scenario.order;
    options.bands = context.bands.get();
    options.band_radius = wanted.band_radius;
    return std::make_unique<detail::BandGroup>(context, goals, options, wanted.replan);
  }
  OrderOptions options = scenario.order;
  options.headings = wanted.headings;
  auto group = std::make_unique<detail::CorridorGroup>(context, goals, options, wanted.replan);
  if (scenario.congestion.interval > 0)
    group->walk_on(world.view(walking_profile(wanted)), {wanted.radius, wanted.speed, wanted.manner.headway},
                   scenario.tick_seconds);
  return group;
}

void Simulation::State::add_groups(const std::vector<PlacedGroup>& placed) {
  PORTOLAN_ASSERT(placed.size() == scenario.groups.size(), "each group of the scenario has a place");
  for (std::size_t g = 0; g < placed.size(); ++g) {
    const ScenarioGroup& wanted = scenario.groups[g];
    Group group;
    group.seen = walking_profile(wanted);
    group.planned = planning_profile(wanted);
    group.start_tick = wanted.start_tick;
    add_legs(group, wanted, placed[g]);
    add_agents(group, wanted, placed[g]);
    groups.push_back(std::move(group));
  }
  appoint_leaders();
}

// Once all are there: a leader may be one of a group that comes later in the file.
void Simulation::State::appoint_leaders() {
  for (std::uint32_t c = 0; c < group_of_crowd.size(); ++c) {
    const auto& leader = scenario.groups[group_of_crowd[c]].manner.leader;
    if (leader) crowd.group(CrowdGroupId{c}).leader = groups[*leader].agents.front();
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
