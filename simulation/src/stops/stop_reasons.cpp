// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/simulation/detail/stop_reasons.hpp>

#include <algorithm>

#include "passages.hpp"

namespace portolan::detail {
namespace {

constexpr float contact = 1.6F;   // of the sum of radii: bodies nearer than this keep each other from moving
constexpr float meeting = 6;      // the same for somebody to whom an agent yields
constexpr float in_front = 0.3F;  // least cosine between a heading and the way to who is in front
constexpr float same_way = 0.3F;  // and between the headings of two who go the same way
// Ground on which somebody has this share of its speed is slow, and who walks there at least at such a part
// of what it allows is under way.
constexpr float slow_share = 0.2F, steady = 0.25F;
// How many times as fast as the slowest of a group that keeps rank those ahead walk, at the least
// (crowd/src/places/formation.cpp). Nobody walks quite as fast as it may.
constexpr float pace_ahead = 0.4F, nearly = 1.2F;
constexpr float gain = 1.2F;  // times as far as in the tick before: who has just begun to move

// Where an agent wants to go. Asked only of those who stop and of whom they stop for: at any angle a heading
// takes as long as a step of the crowd.
Vec2 heading_of(const Crowd& crowd, AgentId agent) {
  const AgentState state = crowd.state(agent);
  const Guide* const guide = crowd.guide(agent);
  if (guide == nullptr || state == AgentState::arrived) return {};
  const Vec2 heading = guide->heading(crowd.position(agent), crowd.layer(agent));
  const auto place = crowd.place(agent);
  if (heading != Vec2{} || !place || state != AgentState::moving) return heading;
  return normalised(*place - crowd.position(agent));
}

}  // namespace

// An agent that has stopped, and what it would like to do.
struct StopReasons::Look {
  std::uint32_t slot;
  AgentId agent;
  std::size_t group;
  const CrowdGroup& crowd_group;
  Cell cell;
  Vec2 position;
  Vec2 heading;
  float radius;
  Distance remaining;
  std::optional<Cell> next;
};

StopReasons::StopReasons() : passages_(std::make_unique<Passages>()) {}
StopReasons::~StopReasons() = default;

// Where everybody is.
void StopReasons::see(const Simulation& simulation) {
  const Crowd& crowd = simulation.crowd();
  const std::size_t count = crowd.size();
  const bool first = now_.size() != count;
  before_.swap(now_);
  now_.resize(count);
  stops_.resize(count);
  layers_.resize(count);
  moved_.resize(count);
  gone_.resize(count);
  gains_.resize(count);
  present_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const AgentId agent = crowd.agent(i);
    now_[i] = crowd.position(agent);
    const bool climbed = layers_[i] != crowd.layer(agent);  // a link may end where it begins, one floor up
    layers_[i] = crowd.layer(agent);
    const float pace =
        simulation.scenario().groups[simulation.group_of(agent)].speed * simulation.scenario().tick_seconds;
    const float gone = first || climbed ? pace : length(now_[i] - before_[i]);
    moved_[i] = gone >= slow * pace ? 1 : 0;
    gains_[i] = gone > gain * gone_[i] ? 1 : 0;
    gone_[i] = gone;
    stops_[i] = {};
    if (!crowd.present(agent)) continue;
    present_.push_back(i);
    greatest_radius_ = std::max(greatest_radius_, crowd.radius(agent));
  }
  if (first) before_ = now_;
  near_.build(now_, layers_, present_, std::max(0.5F, 4 * greatest_radius_));
}

void StopReasons::note(const Simulation& simulation) {
  see(simulation);
  counts_.fill(0);
  const Crowd& crowd = simulation.crowd();
  for (std::uint32_t i = 0; i < stops_.size(); ++i) {
    const AgentId agent = crowd.agent(i);
    const AgentState state = crowd.state(agent);
    const std::size_t group = simulation.group_of(agent);
    if (state == AgentState::waiting) stops_[i] = waiting(simulation, agent, group);
    const bool stuck = state == AgentState::stuck;
    if (!stuck && (state != AgentState::moving || moved_[i] != 0)) continue;
    stops_[i] = reason_for(simulation, agent, group);
    ++counts_[static_cast<std::size_t>(stops_[i].reason)];
  }
}

Stop StopReasons::waiting(const Simulation& simulation, AgentId agent, std::size_t group) const {
  Stop stop;
  const ScenarioGroup& wanted = simulation.scenario().groups[group];
  stop.reason = StopReason::not_started;
  stop.until = wanted.start_tick;
  const GridView grid = simulation.world().view(ProfileId{wanted.profile});
  if (simulation.ticks() > wanted.start_tick && !grid.passable(simulation.crowd().cell(agent))) {
    stop.reason = StopReason::start_covered;
    stop.until = -1;
  }
  return stop;
}

Stop StopReasons::reason_for(const Simulation& simulation, AgentId agent, std::size_t group) {
  const Crowd& crowd = simulation.crowd();
  const CrowdGroup& own = crowd.group(crowd.group_of(agent));
  const Cell cell = crowd.cell(agent);
  const Guide* const guide = crowd.guide(agent);
  const Look look{agent.slot,
                  agent,
                  group,
                  own,
                  cell,
                  now_[agent.slot],
                  heading_of(crowd, agent),
                  crowd.radius(agent),
                  guide != nullptr ? guide->remaining(cell) : unreachable,
                  guide != nullptr ? guide->next(cell) : std::nullopt};
  if (guide == nullptr) return {.reason = StopReason::waits_for_path};
  if (!reachable(look.remaining) || crowd.state(agent) == AgentState::stuck) {
    const Stop stop = without_way(simulation, look);
    if (stop.reason != StopReason::none) return stop;
  }
  const Stop told = by_guide(simulation, look);
  if (told.reason != StopReason::none) return told;
  const Steering& weights = own.steering;
  // Who runs from somebody stands for other reasons than who is in front of it on its way.
  if (weights.pursue != 0 || weights.evade != 0 || weights.wander != 0)
    return {.reason = StopReason::steered};
  const float share = share_then(own, agent.slot), speed = simulation.scenario().groups[group].speed;
  if (share <= slow_share && length(crowd.velocity(agent)) >= steady * share * speed)
    return {.reason = StopReason::slow_ground};
  return by_others(simulation, look);
}

// What it follows knows no way, or one that ends at the nearest cell that it can get to.
Stop StopReasons::without_way(const Simulation& simulation, const Look& look) {
  if (simulation.world().is_streamed()) return {.reason = StopReason::waits_for_land};
  const Hierarchy& hierarchy = simulation.hierarchy(simulation.planning_profile(look.group));
  const GoalSet& goals = look.crowd_group.goals;
  const bool connected = std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
    return hierarchy.can_reach(look.cell, goal.cell);
  });
  if (!connected) return passages_->why(simulation, look.group, look.cell, goals);
  const bool led = reachable(look.remaining) && look.remaining != Distance{};
  return {.reason = led ? StopReason::none : StopReason::waits_for_path};
}

// What its plan has it do.
Stop StopReasons::by_guide(const Simulation& simulation, const Look& look) {
  const GridView grid = look.crowd_group.grid;
  const bool goes_on = look.next && *look.next != look.cell;
  const bool beside = goes_on && is_beside(*look.next, look.cell);
  Stop stop;
  if (!look.next && look.remaining != Distance{}) {
    const bool foresees = simulation.scenario().groups[look.group].foresee.horizon > 0;
    stop.reason = foresees ? StopReason::lets_pass : StopReason::step_closed;
  } else if (beside && !grid.can_step(look.cell, *look.next)) {
    stop.reason = StopReason::step_closed;
    stop.at = *look.next;
  } else {
    return stop;
  }
  float least = 0;
  const Obstacles& all = simulation.obstacles();
  for (std::size_t k = 0; k < simulation.scenario().obstacles.size(); ++k) {
    const ObstacleId id = simulation.obstacle(k);
    if (!all.alive(id) || !all.effect(id).blocks || all.layer(id) != look.cell.layer) continue;
    const float far =
        length(all.position(id) - look.position) - static_cast<float>(all.footprint(id).reach());
    if (stop.obstacle != Stop::nobody && far >= least) continue;
    stop.obstacle = static_cast<std::uint32_t>(k);
    least = far;
  }
  return stop;
}

// Who is in front of it, within so many sums of radii: the nearest, and those it touches before those it only
// meets; or of those who walk.
std::uint32_t StopReasons::in_front_of(const Simulation& simulation, const Look& look, float radii,
                                       bool walks) const {
  const Crowd& crowd = simulation.crowd();
  const float reach = (look.radius + greatest_radius_) * radii;
  std::uint32_t found = Stop::nobody;
  float least = 0;
  bool ahead = false;
  near_.around(look.position, look.cell.layer, reach, [&](std::uint32_t j) {
    if (j == look.slot || (walks && crowd.state(crowd.agent(j)) != AgentState::moving)) return;
    const Vec2 off = now_[j] - look.position;
    const float far = length(off) - crowd.radius(crowd.agent(j)) - look.radius;
    if (far > reach - look.radius - greatest_radius_) return;
    const bool in_way = dot(off, look.heading) > in_front * length(off);
    if (found != Stop::nobody && (ahead != in_way ? ahead : far >= least)) return;
    found = j;
    least = far;
    ahead = in_way;
  });
  return found;
}

// The share of its speed that the ground has let an agent have in the last tick: that where it began.
float StopReasons::share_then(const CrowdGroup& group, std::uint32_t slot) const {
  const Cost cost = group.grid.cost(cell_at(before_[slot], layers_[slot]));
  if (group.full_speed_cost == 0 || cost <= group.full_speed_cost || cost == impassable) return 1;
  return static_cast<float>(group.full_speed_cost) / static_cast<float>(cost);
}

// The slowest of a group that keeps rank.
float StopReasons::slowest_share(const Simulation& simulation, CrowdGroupId group) {
  const Crowd& crowd = simulation.crowd();
  ranks_.resize(crowd.group_count());
  Rank& rank = ranks_[group.value];
  if (rank.tick == simulation.ticks()) return rank.slowest;
  rank = {simulation.ticks(), 1};
  for (const std::uint32_t i : present_) {
    const AgentId agent = crowd.agent(i);
    if (crowd.group_of(agent) == group && crowd.state(agent) == AgentState::moving)
      rank.slowest = std::min(rank.slowest, share_then(crowd.group(group), i));
  }
  return rank.slowest;
}

// Whether its rank makes it as slow as one that has stopped, which needs somebody on slow ground. Who gets
// faster has only just begun to move.
bool StopReasons::keeps_rank(const Simulation& simulation, const Look& look) {
  if (!look.crowd_group.keeps_rank || gains_[look.slot] != 0) return false;
  return slowest_share(simulation, simulation.crowd().group_of(look.agent)) * pace_ahead <= slow * nearly;
}

Stop StopReasons::by_others(const Simulation& simulation, const Look& look) {
  const Crowd& crowd = simulation.crowd();
  const bool gives_way = crowd.gives_way(look.agent);
  Stop stop;
  stop.agent = in_front_of(simulation, look, gives_way ? meeting : contact, false);
  // One that keeps free of those it meets may stop before it touches them.
  const bool avoids = look.crowd_group.avoidance == Avoidance::reciprocal;
  const bool meets = stop.agent == Stop::nobody && avoids;
  if (meets) stop.agent = in_front_of(simulation, look, meeting, true);
  if (stop.agent == Stop::nobody) {
    stop.reason = gives_way ? StopReason::yields : StopReason::unknown;
    if (!gives_way && length(crowd.velocity(look.agent)) > 0)
      stop.reason = keeps_rank(simulation, look) ? StopReason::keeps_rank : StopReason::sets_out;
    return stop;
  }
  const AgentId other = crowd.agent(stop.agent);
  const bool friends = simulation.group_of(other) == look.group;
  const bool together = dot(heading_of(crowd, other), look.heading) > same_way;
  if (crowd.state(other) == AgentState::arrived) {
    stop.reason = friends ? StopReason::goal_full : StopReason::blocked;
  } else if (together && !meets) {
    stop.reason = gives_way && !friends ? StopReason::yields : StopReason::queues;
  } else {
    stop.reason = crowd.guide(other) == nullptr ? StopReason::blocked : StopReason::yields;
  }
  return stop;
}

}  // namespace portolan::detail
