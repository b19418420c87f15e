// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "board_traffic.hpp"

#include <algorithm>

#include <portolan/core/assert.hpp>

namespace portolan::detail {

namespace {

void take_out(std::vector<std::uint32_t>& list, std::uint32_t agent) {
  const auto found = std::find(list.begin(), list.end(), agent);
  PORTOLAN_ASSERT(found != list.end());
  list.erase(found);
}

}  // namespace

void BoardTraffic::add(std::uint32_t group, std::uint32_t vertex, std::int64_t pace, bool leaves) {
  BoardAgent agent;
  agent.group = group;
  agent.to = vertex;
  agent.pace = pace;
  agent.leaves = leaves;
  agents_.push_back(agent);
  want(static_cast<std::uint32_t>(agents_.size() - 1), vertex);
}

void BoardTraffic::reconsider() {
  for (std::uint32_t a = 0; a < agents_.size(); ++a) {
    if (agents_[a].state != State::arrived) send_on(a, agents_[a].leaves);
  }
}

void BoardTraffic::send_on(std::uint32_t a, bool leaves) {
  BoardAgent& agent = agents_[a];
  PORTOLAN_ASSERT(agent.state != State::arrived || !agent.leaves, "it is on the board");
  if (agent.state == State::waiting) take_out(queues_[agent.to], a);
  if (agent.state != State::outside && agent.state != State::walking) agent.state = State::standing;
  agent.leaves = leaves;
}

void BoardTraffic::step(std::int64_t tick) {
  tick_ = tick;
  for (BoardAgent& agent : agents_) agent.left = agent.pace;
  for (std::uint32_t a = 0; a < agents_.size(); ++a) walk(a);
  settle();
  for (const BoardAgent& agent : agents_) counts_.waits += agent.state == State::waiting ? 1 : 0;
}

// As far as the tick lets it.
void BoardTraffic::walk(std::uint32_t a) {
  bool goes_on = true;
  while (goes_on) {
    BoardAgent& agent = agents_[a];
    if (agent.state == State::walking) {
      const std::int64_t part = std::min(agent.left, agent.length - agent.gone);
      agent.left -= part;
      agent.gone += part;
      if (agent.gone < agent.length) return;
      agent.at = agent.to;
      agent.state = State::standing;
    }
    goes_on = agent.state == State::standing && ask(a);
    serve_queues();
  }
}

// Whether it set out, or queued.
bool BoardTraffic::ask(std::uint32_t a) {
  BoardAgent& agent = agents_[a];
  const Step next = guide_(a, agent.at);
  if (next.is_goal) {
    agent.state = State::arrived;
    agent.arrival = tick_;
    if (agent.leaves) leave(a, agent.at);
    return false;
  }
  if (next.to == BoardAgent::nowhere) {
    agent.state = State::stuck;
    if (room_ > 0 && !queues_[agent.at].empty()) halted_.push_back(queues_[agent.at].front());
    return false;
  }
  if (agent.left == 0) return false;
  agent.length = std::int64_t{next.weight} * BoardAgent::parts;
  want(a, next.to);
  return true;
}

void BoardTraffic::want(std::uint32_t a, std::uint32_t vertex) {
  if (room_ == 0 || here_[vertex].size() < room_) return enter(a, vertex);
  BoardAgent& agent = agents_[a];
  agent.to = vertex;
  if (agent.state != State::outside) agent.state = State::waiting;
  queues_[vertex].push_back(a);
  halted_.push_back(a);
}

void BoardTraffic::enter(std::uint32_t a, std::uint32_t vertex) {
  BoardAgent& agent = agents_[a];
  PORTOLAN_ASSERT(room_ == 0 || here_[vertex].size() < room_, "who enters has found room");
  if (room_ > 0) here_[vertex].push_back(a);
  if (agent.state == State::outside) {
    agent.at = vertex;
    agent.state = State::standing;
    return;
  }
  leave(a, agent.at);
  set_out(a, vertex);
}

void BoardTraffic::set_out(std::uint32_t a, std::uint32_t vertex) {
  BoardAgent& agent = agents_[a];
  PORTOLAN_ASSERT(agent.length > 0, "edges weigh something");
  agent.to = vertex;
  agent.gone = 0;
  agent.state = State::walking;
  agent.cost += static_cast<std::uint64_t>(agent.length / BoardAgent::parts);
  ++agent.steps;
}

void BoardTraffic::leave(std::uint32_t a, std::uint32_t vertex) {
  if (room_ == 0) return;
  take_out(here_[vertex], a);
  freed_.push_back(vertex);
}

// At once, before anybody else can take the place; and those who go free one in turn.
void BoardTraffic::serve_queues() {
  while (!freed_.empty()) {
    const std::uint32_t vertex = freed_.back();
    freed_.pop_back();
    while (!queues_[vertex].empty() && here_[vertex].size() < room_) {
      const std::uint32_t first = queues_[vertex].front();
      queues_[vertex].erase(queues_[vertex].begin());
      enter(first, vertex);
      let_go_.push_back(first);
    }
  }
}

void BoardTraffic::settle() {
  while (!let_go_.empty() || !halted_.empty()) {
    std::vector<std::uint32_t>& list = let_go_.empty() ? halted_ : let_go_;
    const std::uint32_t a = list.back();
    list.pop_back();
    &list == &let_go_ ? walk(a) : look_ahead(a);
  }
}

// Follows who waits for whom. Somebody who gets on will call the others when they do.
void BoardTraffic::look_ahead(std::uint32_t a) {
  chain_.clear();
  while (agents_[a].state == State::waiting || agents_[a].state == State::outside) {
    const auto met = std::find(chain_.begin(), chain_.end(), a);
    if (met != chain_.end()) return turn_ring({met, chain_.end()});
    chain_.push_back(a);
    const std::uint32_t next = blocker(agents_[a].to);
    if (next == BoardAgent::nowhere) return;
    if (agents_[next].state == State::stuck) {
      if (agents_[a].state == State::waiting) change_places(a, next);
      return;
    }
    a = next;
  }
}

// Whom those wait for who want a vertex: nobody where somebody on it may get on.
std::uint32_t BoardTraffic::blocker(std::uint32_t vertex) const {
  const std::vector<std::uint32_t>& here = here_[vertex];
  for (const std::uint32_t a : here) {
    if (agents_[a].state == State::stuck) return a;
  }
  const bool all_wait =
      std::all_of(here.begin(), here.end(), [&](auto a) { return agents_[a].state == State::waiting; });
  return all_wait && !here.empty() ? here.front() : BoardAgent::nowhere;
}

void BoardTraffic::turn_ring(std::span<const std::uint32_t> ring) {
  PORTOLAN_ASSERT(ring.size() >= 2, "nobody waits for itself");
  for (const std::uint32_t a : ring) {
    take_out(queues_[agents_[a].to], a);
    take_out(here_[agents_[a].at], a);
  }
  for (const std::uint32_t a : ring) {
    here_[agents_[a].to].push_back(a);
    set_out(a, agents_[a].to);
    let_go_.push_back(a);
  }
  if (ring.size() == 2) ++counts_.squeezes;
}

void BoardTraffic::change_places(std::uint32_t walker, std::uint32_t stuck) {
  BoardAgent &goes = agents_[walker], &stays = agents_[stuck];
  PORTOLAN_ASSERT(goes.state == State::waiting && stays.state == State::stuck && goes.to == stays.at);
  const std::uint32_t behind = goes.at;
  take_out(queues_[goes.to], walker);
  take_out(here_[goes.to], stuck);
  take_out(here_[behind], walker);
  here_[goes.to].push_back(walker);
  here_[behind].push_back(stuck);
  set_out(walker, goes.to);
  stays.at = behind;
  stays.state = State::standing;
  let_go_.push_back(walker);
  let_go_.push_back(stuck);
  ++counts_.squeezes;
}

}  // namespace portolan::detail
