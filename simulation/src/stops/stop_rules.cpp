// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include "stop_rules.hpp"

#include <algorithm>

#include <portolan/crowd/detail/steering_forces.hpp>
#include <portolan/crowd/guide.hpp>
#include <portolan/simulation/detail/stop_reasons.hpp>
#include <portolan/simulation/simulation.hpp>

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

// The share of its speed that the ground has let an agent have in the last step: that where it began.
float share_then(const StopScene& scene, AgentId agent) {
  const CrowdGroup& group = scene.crowd().group(scene.crowd().group_of(agent));
  const Cell began = cell_at(scene.walk_of(agent).from, scene.crowd().layer(agent));
  const Cost cost = group.grid.cost(began);
  if (group.full_speed_cost == 0 || cost <= group.full_speed_cost || cost == impassable) return 1;
  return static_cast<float>(group.full_speed_cost) / static_cast<float>(cost);
}

// One who walks, and leads another.
bool has_leader(const Crowd& crowd, AgentId agent) {
  const CrowdGroup& group = crowd.group(crowd.group_of(agent));
  return group.leader != agent && group.steering.leader != 0 && crowd.alive(group.leader) &&
         crowd.state(group.leader) == AgentState::moving;
}

// The one whose edge is nearest, of those that block.
std::uint32_t nearest_obstacle(const Simulation& run, Vec2 from, std::int32_t layer) {
  const Obstacles& all = run.obstacles();
  std::uint32_t nearest = Stop::nobody;
  float least = 0;
  for (std::size_t k = 0; k < run.scenario().obstacles.size(); ++k) {
    const ObstacleId id = run.obstacle(k);
    if (!all.alive(id) || !all.effect(id).blocks || all.layer(id) != layer) continue;
    const float far = length(all.position(id) - from) - static_cast<float>(all.footprint(id).reach());
    if (nearest != Stop::nobody && far >= least) continue;
    nearest = static_cast<std::uint32_t>(k);
    least = far;
  }
  return nearest;
}

}  // namespace

// An agent that has stopped, and what it would like to do.
struct StopRules::Look {
  const StopScene& scene;
  const Crowd& crowd;
  AgentId agent;
  const CrowdGroup& group;  // of the crowd
  Cell cell;
  Vec2 position;
  Vec2 heading;
  float radius;
  Distance remaining;
  std::optional<Cell> next;
};

bool StopRules::has_stopped(const StopScene& scene, AgentId agent) {
  const AgentState state = scene.crowd().state(agent);
  return state == AgentState::stuck || (state == AgentState::moving && !scene.walk_of(agent).has_moved);
}

void StopRules::look(const StopScene& scene) {
  const Crowd& crowd = scene.crowd();
  positions_.resize(crowd.size());
  layers_.resize(crowd.size());
  present_.clear();
  slowest_.assign(crowd.group_count(), std::nullopt);
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    const AgentId agent = crowd.agent(i);
    if (!crowd.alive(agent) || !crowd.present(agent)) continue;
    positions_[i] = crowd.position(agent);
    layers_[i] = crowd.layer(agent);
    present_.push_back(i);
    greatest_radius_ = std::max(greatest_radius_, crowd.radius(agent));
  }
  near_.build(positions_, layers_, present_, std::max(0.5F, 4 * greatest_radius_));
}

Stop StopRules::why(const StopScene& scene, AgentId agent, Passages& passages) {
  if (scene.crowd().state(agent) == AgentState::waiting) return waiting(scene, agent);
  return has_stopped(scene, agent) ? reason_for(scene, agent, passages) : Stop{};
}

Stop StopRules::waiting(const StopScene& scene, AgentId agent) {
  const StopScene::Task task = scene.task_of(agent);
  Stop stop;
  stop.reason = StopReason::not_started;
  stop.until = task.start_tick;
  const bool is_late = scene.run() != nullptr && scene.run()->ticks() > task.start_tick;
  if (is_late && !scene.world().view(task.profile).passable(scene.crowd().cell(agent))) {
    stop.reason = StopReason::start_covered;
    stop.until = -1;
  }
  return stop;
}

Stop StopRules::reason_for(const StopScene& scene, AgentId agent, Passages& passages) {
  const Crowd& crowd = scene.crowd();
  const CrowdGroup& own = crowd.group(crowd.group_of(agent));
  const Cell cell = crowd.cell(agent);
  const Guide* const guide = crowd.guide(agent);
  if (guide == nullptr) return {.reason = StopReason::waits_for_path};
  const Look look{scene,
                  crowd,
                  agent,
                  own,
                  cell,
                  crowd.position(agent),
                  heading_of(crowd, agent),
                  crowd.radius(agent),
                  guide->remaining(cell),
                  guide->next(cell)};
  if (!reachable(look.remaining) || crowd.state(agent) == AgentState::stuck) {
    const Stop stop = without_way(look, passages);
    if (stop.reason != StopReason::none) return stop;
  }
  const Stop told = by_guide(look);
  if (told.reason != StopReason::none) return told;
  // Who runs from somebody stands for other reasons than who is in front of it on its way.
  if (roams(own.steering) || has_leader(crowd, agent)) return {.reason = StopReason::steered};
  const float share = share_then(scene, agent);
  if (share <= slow_share && length(crowd.velocity(agent)) >= steady * share * crowd.max_speed(agent))
    return {.reason = StopReason::slow_ground};
  return by_others(look);
}

// What it follows knows no way, or one that ends at the nearest cell that it can get to.
Stop StopRules::without_way(const Look& look, Passages& passages) {
  if (look.scene.world().is_streamed()) return {.reason = StopReason::waits_for_land};
  const StopScene::Task task = look.scene.task_of(look.agent);
  const Hierarchy& hierarchy = look.scene.hierarchy_of(look.agent);
  const bool connected = std::any_of(task.goals.begin(), task.goals.end(), [&](const Goal& goal) {
    return hierarchy.can_reach(look.cell, goal.cell);
  });
  if (!connected) return passages.why(look.scene, look.agent);
  const bool led = reachable(look.remaining) && look.remaining != Distance{};
  return {.reason = led ? StopReason::none : StopReason::waits_for_path};
}

// What its plan has it do.
Stop StopRules::by_guide(const Look& look) {
  const bool goes_on = look.next && *look.next != look.cell;
  const bool beside = goes_on && is_beside(*look.next, look.cell);
  Stop stop;
  if (!look.next && look.remaining != Distance{}) {
    stop.reason = look.scene.task_of(look.agent).foresees ? StopReason::lets_pass : StopReason::step_closed;
  } else if (beside && !look.group.grid.can_step(look.cell, *look.next)) {
    stop.reason = StopReason::step_closed;
    stop.at = *look.next;
  } else {
    return stop;
  }
  if (look.scene.run() != nullptr)
    stop.obstacle = nearest_obstacle(*look.scene.run(), look.position, look.cell.layer);
  return stop;
}

// Who is in front of it, within so many sums of radii: the nearest, and those it touches before those it only
// meets; or of those who walk.
std::uint32_t StopRules::in_front_of(const Look& look, float radii, bool walks) const {
  const Crowd& crowd = look.crowd;
  const float reach = (look.radius + greatest_radius_) * radii;
  std::uint32_t found = Stop::nobody;
  float least = 0;
  bool ahead = false;
  near_.around(look.position, look.cell.layer, reach, [&](std::uint32_t j) {
    if (j == look.agent.slot || (walks && crowd.state(crowd.agent(j)) != AgentState::moving)) return;
    const Vec2 off = positions_[j] - look.position;
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

// The slowest of a group that keeps rank.
float StopRules::slowest_share(const StopScene& scene, CrowdGroupId group) {
  const Crowd& crowd = scene.crowd();
  std::optional<float>& slowest = slowest_[group.value];
  if (slowest) return *slowest;
  slowest = 1.0F;
  for (const std::uint32_t i : present_) {
    const AgentId agent = crowd.agent(i);
    if (crowd.group_of(agent) == group && crowd.state(agent) == AgentState::moving)
      slowest = std::min(*slowest, share_then(scene, agent));
  }
  return *slowest;
}

// Whether its rank makes it as slow as one that has stopped, which needs somebody on slow ground. Who gets
// faster has only just begun to move.
bool StopRules::keeps_rank(const Look& look) {
  if (!look.group.keeps_rank || look.scene.walk_of(look.agent).gains) return false;
  const float slowest = slowest_share(look.scene, look.crowd.group_of(look.agent));
  return slowest * pace_ahead <= StopReasons::slow * nearly;
}

Stop StopRules::by_others(const Look& look) {
  const Crowd& crowd = look.crowd;
  const bool gives_way = crowd.gives_way(look.agent);
  std::uint32_t found = in_front_of(look, gives_way ? meeting : contact, false);
  // One that keeps free of those it meets may stop before it touches them.
  const bool avoids = look.group.avoidance == Avoidance::reciprocal;
  const bool meets = found == Stop::nobody && avoids;
  if (meets) found = in_front_of(look, meeting, true);
  Stop stop;
  if (found == Stop::nobody) {
    stop.reason = gives_way ? StopReason::yields : StopReason::unknown;
    if (!gives_way && (look.scene.walk_of(look.agent).begins || length(crowd.velocity(look.agent)) > 0))
      stop.reason = keeps_rank(look) ? StopReason::keeps_rank : StopReason::sets_out;
    return stop;
  }
  const AgentId other = stop.agent = crowd.agent(found);
  const bool friends = look.scene.group_of(other) == look.scene.group_of(look.agent);
  const bool together = dot(heading_of(crowd, other), look.heading) > same_way;
  if (crowd.holds(other)) {
    stop.reason = StopReason::blocked;
  } else if (crowd.state(other) == AgentState::arrived) {
    // Friends may stand at a goal from which they go on, in the way of those who go elsewhere.
    const bool same_goal = friends && crowd.group(crowd.group_of(other)).goals == look.group.goals;
    stop.reason = same_goal ? StopReason::goal_full : StopReason::blocked;
  } else if (together && !meets) {
    stop.reason = gives_way && !friends ? StopReason::yields : StopReason::queues;
  } else {
    stop.reason = crowd.guide(other) == nullptr ? StopReason::blocked : StopReason::yields;
  }
  return stop;
}

}  // namespace portolan::detail
