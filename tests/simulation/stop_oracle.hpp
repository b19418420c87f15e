// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <portolan/simulation/detail/stop_reasons.hpp>
#include <portolan/simulation/simulation.hpp>

namespace portolan::test {

using Passable = std::function<bool(Cell)>;

// Steps from the goals, by breadth first over cells, or -1.
class StepsToGoal {
 public:
  StepsToGoal(const Simulation& simulation, const GoalSet& goals, const Passable& passable)
      : extent_(simulation.world().extent()), steps_(extent_.cell_count(), -1) {
    std::queue<Cell> open;
    const auto visit = [&](Cell c, int far) {
      if (!extent_.contains(c) || steps_[extent_.index(c)] >= 0 || !passable(c)) return;
      steps_[extent_.index(c)] = far;
      open.push(c);
    };
    for (const Goal& goal : goals) visit(goal.cell, 0);
    const LinkTable& links = simulation.world().view(ProfileId{0}).links();
    for (; !open.empty(); open.pop()) {
      const Cell c = open.front();
      const int far = steps_[extent_.index(c)] + 1;
      for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
        visit({c.x + dx, c.y + dy, c.layer}, far);
      for (const LinkTable::Entry& entry : links.all()) {
        if (links[entry.id].to == c) visit(links[entry.id].from, far);
      }
    }
  }
  [[nodiscard]] int at(Cell c) const { return extent_.contains(c) ? steps_[extent_.index(c)] : -1; }

 private:
  Extent extent_;
  std::vector<int> steps_;
};

// What a look at a stop found wrong; empty: nothing. What can only be seen later is looked at later.
class StopOracle {
 public:
  std::string look(const Simulation& simulation, AgentId agent, const Stop& stop) {
    const Crowd& crowd = simulation.crowd();
    const std::size_t g = simulation.group_of(agent);
    const ScenarioGroup& group = simulation.scenario().groups[g];
    const GoalSet& goals = crowd.group(crowd.group_of(agent)).goals;
    const GridView grid = simulation.world().view(ProfileId{group.profile});
    const auto now = [&](Cell c) { return grid.passable(c); };
    const auto bare = [&](Cell c) {
      return simulation.world().profile(ProfileId{group.profile}).cost[simulation.world().terrain(c)] !=
             impassable;
    };
    const Cell here = crowd.cell(agent);
    switch (stop.reason) {
      case StopReason::queues:
      case StopReason::goal_full:
      case StopReason::blocked:
      case StopReason::yields: {
        if (stop.agent == AgentId{}) return stop.reason == StopReason::yields ? "" : "names nobody";
        const AgentId other = stop.agent;
        if (stop.agent == agent || !crowd.present(other)) return "names somebody who is not there";
        const float apart = length(crowd.position(other) - crowd.position(agent));
        const bool turn = stop.reason == StopReason::yields || crowd.gives_way(agent);
        if (apart > (turn ? 7.0F : 1.7F) * 2 * std::max(0.5F, group.radius)) return "names somebody far away";
        if (stop.reason == StopReason::goal_full)
          return crowd.state(other) == AgentState::arrived ? "" : "who has not arrived fills no goal";
        if (stop.reason != StopReason::queues) return "";
        queues_.push_back({simulation.ticks(), agent.slot, stop.agent.slot});
        const StepsToGoal steps(simulation, goals, now);
        if (steps.at(crowd.cell(other)) > steps.at(here) + 3)
          return "queues behind somebody who is farther from the goal";
        return "";
      }
      case StopReason::lets_pass:
        expected_.push_back(
            {simulation.ticks(), stop.obstacle, here,
             simulation.ticks() +
                 static_cast<std::int64_t>(group.foresee.horizon / simulation.scenario().tick_seconds)});
        return group.foresee.horizon > 0 ? "" : "foresees nothing";
      case StopReason::passage_closed: {
        if (StepsToGoal(simulation, goals, now).at(here) >= 0) return "there is a way";
        if (StepsToGoal(simulation, goals, bare).at(here) < 0)
          return "there is none without obstacles either";
        if (stop.until >= 0) opens_[stop.until].push_back(stop.at);
        return now(stop.at) ? "the passage is open" : "";
      }
      case StopReason::waits_for_path:
        if (StepsToGoal(simulation, goals, now).at(here) < 0) return "there is no way to wait for";
        return simulation.plan(g).outcome == Outcome::complete &&
                       crowd.group(crowd.group_of(agent)).guide != nullptr &&
                       reachable(simulation.field(g).at(here)) && !simulation.field(g).stale()
                   ? "its field leads on"
                   : "";
      case StopReason::step_closed: {
        for (int k = 0; k < 9; ++k) {
          if (!now({here.x + k % 3 - 1, here.y + k / 3 - 1, here.layer})) return "";
        }
        return "nothing around it is impassable";
      }
      case StopReason::steered:
        return group.manner.leader || group.manner.target ||
                       group.steering.pursue + group.steering.evade + group.steering.wander > 0
                   ? ""
                   : "no force beside its guide leads it";
      case StopReason::slow_ground:
        return costliest_around(simulation, agent) >= 4.9F * cheap(group) ? "" : "its ground is not slow";
      case StopReason::keeps_rank:
        return keeps_rank(simulation, agent, group);
      case StopReason::sets_out:
        return length(crowd.velocity(agent)) > 0 || had_arrived_[agent.slot] ? "" : "does not move";
      default:
        return "has no check";
    }
  }

  // Where everybody is, and what was foretold for this tick.
  std::string note(const Simulation& simulation) {
    const Crowd& crowd = simulation.crowd();
    std::vector<Vec2>& places = places_[simulation.ticks()];
    had_arrived_ = has_arrived_;
    had_arrived_.resize(crowd.size());
    has_arrived_.resize(crowd.size());
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      places.push_back(crowd.position(crowd.agent(slot)));
      has_arrived_[slot] = crowd.state(crowd.agent(slot)) == AgentState::arrived;
    }
    for (std::size_t k = 0; k < simulation.scenario().obstacles.size(); ++k) {
      const ObstacleId id = simulation.obstacle(k);
      const Obstacles& all = simulation.obstacles();
      if (!all.alive(id) || !all.present(id)) continue;
      seen_[{simulation.ticks(), static_cast<std::uint32_t>(k)}] = {cell_at(all.position(id), all.layer(id)),
                                                                    all.footprint(id).reach()};
    }
    for (const Cell c : opens_[simulation.ticks()]) {
      if (!simulation.world().view(ProfileId{0}).passable(c))
        return "a passage did not open when it was said to";
    }
    return "";
  }

  // At the end: of those who queued and got on, how many went another way than the one before them?
  [[nodiscard]] std::pair<std::size_t, std::size_t> strayed() const {
    std::size_t judged = 0, other_way = 0;
    for (const Queued& q : queues_) {
      const Vec2 mine = first_cell(q.tick, q.agent), other = first_cell(q.tick, q.before);
      if (mine == Vec2{} || other == Vec2{}) continue;
      ++judged;
      other_way += dot(mine, other) < 0 ? 1U : 0U;
    }
    return {other_way, judged};
  }

  // At the end: did what was let pass come by?
  [[nodiscard]] std::size_t not_passed(std::int64_t last) const {
    std::size_t missing = 0;
    for (const Expected& e : expected_) {
      bool came = e.until > last;  // not seen to the end
      for (std::int64_t t = e.tick; t <= std::min(e.until, last) && !came; ++t) {
        const auto found = seen_.find({t, e.obstacle});
        if (found == seen_.end()) continue;
        const auto& [at, reach] = found->second;
        came = std::max(std::abs(at.x - e.cell.x), std::abs(at.y - e.cell.y)) <= reach + 12;
      }
      missing += came ? 0U : 1U;
    }
    return missing;
  }

 private:
  [[nodiscard]] static float cheap(const ScenarioGroup& group) {
    return static_cast<float>(std::max<Cost>(1, group.manner.full_speed_cost));
  }

  // By the terrain of the cells around it, for it may have left in this tick the one that made it slow.
  [[nodiscard]] static float costliest_around(const Simulation& simulation, AgentId agent) {
    const ScenarioGroup& group = simulation.scenario().groups[simulation.group_of(agent)];
    const Profile& profile = simulation.world().profile(ProfileId{group.profile});
    const Cell here = simulation.crowd().cell(agent);
    Cost most = 0;
    for (int k = 0; k < 9; ++k) {
      const Cell c{here.x + k % 3 - 1, here.y + k / 3 - 1, here.layer};
      if (!simulation.world().extent().contains(c)) continue;
      const Cost cost = profile.cost[simulation.world().terrain(c)];
      if (cost != impassable) most = std::max(most, cost);
    }
    return most;
  }

  // On ground where all walk alike nobody is held up by its rank to a tenth of its speed, and who is held up
  // gets no faster.
  [[nodiscard]] std::string keeps_rank(const Simulation& simulation, AgentId agent,
                                       const ScenarioGroup& group) const {
    const Crowd& crowd = simulation.crowd();
    if (!group.manner.keeps_rank) return "its group keeps no rank";
    if (length(crowd.velocity(agent)) == 0) return "does not move";
    std::size_t others = 0;
    float most = costliest_around(simulation, agent);
    for (std::size_t slot = 0; slot < crowd.size(); ++slot) {
      const AgentId other = crowd.agent(slot);
      if (other == agent || crowd.state(other) != AgentState::moving ||
          simulation.group_of(other) != simulation.group_of(agent))
        continue;
      ++others;
      most = std::max(most, costliest_around(simulation, other));
    }
    if (others == 0) return "there is nobody to wait for";
    if (most < 3.3F * cheap(group)) return "nobody of its group is on slow ground";
    const auto now = places_.find(simulation.ticks()), before = places_.find(simulation.ticks() - 1),
               earlier = places_.find(simulation.ticks() - 2);
    if (now == places_.end() || before == places_.end() || earlier == places_.end()) return "";
    const Vec2 then = before->second[agent.slot];
    const float gone = length(now->second[agent.slot] - then),
                gone_before = length(then - earlier->second[agent.slot]);
    return gone <= 1.5F * gone_before ? "" : "it has only just begun to move";
  }

  // Where to an agent goes from a tick on, once it has gone a cell.
  [[nodiscard]] Vec2 first_cell(std::int64_t tick, std::uint32_t slot) const {
    const Vec2 from = places_.at(tick)[slot];
    for (auto at = places_.find(tick); at != places_.end(); ++at) {
      const Vec2 off = at->second[slot] - from;
      if (length(off) >= 1) return off;
    }
    return {};
  }

  struct Queued {
    std::int64_t tick;
    std::uint32_t agent, before;
  };
  struct Expected {
    std::int64_t tick;
    std::uint32_t obstacle;
    Cell cell;
    std::int64_t until;
  };
  std::vector<Expected> expected_;
  std::vector<Queued> queues_;
  std::vector<bool> had_arrived_, has_arrived_;  // after the tick before, and after this one
  std::map<std::int64_t, std::vector<Vec2>> places_;
  std::map<std::int64_t, std::vector<Cell>> opens_;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::pair<Cell, std::int32_t>> seen_;
};

}  // namespace portolan::test
