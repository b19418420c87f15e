// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/inline_executor.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/slide.hpp>

namespace portolan {
namespace {

constexpr float personal_space = 0.3F;  // cells between bodies below which agents begin to part
constexpr float reach_margin = 0.6F;    // movement within a step that the bins must allow for
constexpr float seconds_to_full_speed = 0.2F;
constexpr float touch = 1.3F;            // bodies within this multiple of the sum of radii are in contact
constexpr float longest_push = 0.25F;    // cells per relaxation pass
constexpr float seconds_to_settle = 1;   // without way made, before touching an arrived agent is arriving
constexpr float squeeze_cells = 2;       // way made before a squeezing agent takes room again
constexpr float near_margin = 0.3F;      // cells that two may come nearer while overlaps are parted
constexpr std::size_t chunk = 256;       // agents per piece of work
constexpr int most_bends = 4;            // of a way that an agent takes within a step
constexpr float shortest_piece = 1e-3F;  // seconds; shorter ones tell nothing about the speed

// Two agents on the same spot part along x, the earlier one to the left.
Vec2 apart(Vec2 mine, Vec2 other, bool first) {
  const Vec2 off = mine - other;
  const float d = length(off);
  if (d > 1e-6F) return off * (1 / d);
  return {first ? -1.0F : 1.0F, 0};
}

// A vector, turned as one unit vector is from another.
Vec2 turned(Vec2 v, Vec2 from, Vec2 to) {
  const float along = dot(from, to), across = from.x * to.y - from.y * to.x;
  return {v.x * along - v.y * across, v.x * across + v.y * along};
}

}  // namespace

Crowd::Crowd(CrowdOptions options) : options_(options) {}

CrowdGroupId Crowd::add_group(CrowdGroup group) {
  groups_.push_back(std::move(group));
  return {static_cast<std::uint32_t>(groups_.size() - 1)};
}

AgentId Crowd::add(const AgentSpec& spec) {
  PORTOLAN_ASSERT(spec.group.value < groups_.size());
  PORTOLAN_ASSERT(spec.radius > 0 && spec.max_speed > 0);
  PORTOLAN_ASSERT(spec.waiting ||
                  groups_[spec.group.value].grid.passable(cell_at(spec.position, spec.layer)));
  positions_.push_back(spec.position);
  velocities_.push_back({});
  starts_.push_back(spec.position);
  next_.push_back({spec.position, {}, {}, 0});
  layers_.push_back(spec.layer);
  radii_.push_back(spec.radius);
  max_speeds_.push_back(spec.max_speed);
  travels_.push_back({});
  group_of_.push_back(spec.group);
  states_.push_back(spec.waiting ? AgentState::waiting : AgentState::moving);
  progress_.push_back({0, 0, steps_, steps_, 0});
  remaining_.push_back(unreachable);
  greatest_radius_ = std::max(greatest_radius_, spec.radius);
  return {static_cast<std::uint32_t>(positions_.size() - 1)};
}

void Crowd::start(AgentId id) {
  if (states_[id.value] != AgentState::waiting) return;
  states_[id.value] = AgentState::moving;
  progress_[id.value] = {0, 0, steps_, steps_, 0};
}

template <class Body>
void Crowd::for_present(const Body& body) {
  InlineExecutor alone;
  Executor& executor = options_.executor != nullptr ? *options_.executor : alone;
  executor.parallel_for((present_.size() + chunk - 1) / chunk, [&](std::size_t piece, unsigned) {
    const std::size_t end = std::min(present_.size(), (piece + 1) * chunk);
    for (std::size_t k = piece * chunk; k < end; ++k) body(present_[k]);
  });
}

void Crowd::find_present() {
  present_.clear();
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    if (present({i})) present_.push_back(i);
  }
}

// Cell by cell: what a squeezing agent and one with a link ahead follow, and the fallback where a smooth
// heading cancels out. It leads to the goal from every cell that has a way.
Heading Crowd::heading(std::uint32_t i, Vec2 p) const {
  const CrowdGroup& group = groups_[group_of_[i].value];
  if (group.guide == nullptr || states_[i] == AgentState::arrived) return {};
  const Cell here = cell_at(p, layers_[i]);
  if (!squeezing(i) && group.grid.links().empty()) {
    const Heading smooth = group.guide->course(p, layers_[i]);
    if (smooth.direction != Vec2{}) return smooth;
  }
  const auto next = group.guide->next(here);
  if (!next) return {};
  const bool beside = is_beside(*next, here);
  if (beside && !squeezing(i)) {
    const Heading smooth = group.guide->course(p, layers_[i]);
    if (smooth.direction != Vec2{}) return smooth;
  }
  return {normalised(centre_of(beside ? *next : here) - p)};
}

// The forces that come from the others. A new one adds its term here.
Vec2 Crowd::flocking_force(std::uint32_t i) const {
  const Steering& pull = groups_[group_of_[i].value].steering;
  const Vec2 p = positions_[i];
  Vec2 part;
  Vec2 headings;
  Vec2 centre;
  float others = 0;
  neighbours_.around(p, layers_[i], [&](std::uint32_t j) {
    if (j == i || squeezing(j)) return;
    const float range = radii_[i] + radii_[j] + personal_space;
    const float d = length(p - positions_[j]);
    if (d < range) part += apart(p, positions_[j], i < j) * (1 - d / range);
    headings += velocities_[j];
    centre += positions_[j];
    others += 1;
  });
  Vec2 sum = shortened(part, 1.5F) * pull.separation;
  if (others > 0) {
    sum += normalised(headings) * pull.alignment;
    sum += shortened(centre * (1 / others) - p, 1) * pull.cohesion;
  }
  return sum;
}

// The sum of all forces.
Vec2 Crowd::desired_velocity(std::uint32_t i, Vec2 heading, Vec2 force) const {
  if (squeezing(i)) return heading * max_speeds_[i];
  if (states_[i] == AgentState::arrived) return {};
  const Vec2 along = heading * groups_[group_of_[i].value].steering.follow;
  return shortened(along + force, 1) * max_speeds_[i];
}

// An agent leans into the bends of its way: its velocity turns with them. Only what the others make it do has
// inertia.
float Crowd::walk_to_bend(std::uint32_t i, float seconds, Vec2 force) {
  Move& next = next_[i];
  const Heading way = heading(i, next.position);
  if (!way.bends()) next.course = {};
  if (next.course != Vec2{}) next.velocity = turned(next.velocity, next.course, way.direction);
  if (way.bends()) next.course = way.direction;
  const Vec2 want = desired_velocity(i, way.direction, force);
  const float most = max_speeds_[i] * seconds / seconds_to_full_speed;
  const Vec2 velocity = squeezing(i) ? want : next.velocity + shortened(want - next.velocity, most);
  const float speed = dot(velocity, way.direction);
  const bool turns = way.bends() && speed * seconds > way.reach;
  const float spent = turns ? way.reach / speed : seconds;
  const Vec2 from = next.position;
  next.position = slide(groups_[group_of_[i].value].grid, layers_[i], from, velocity * spent);
  // What a wall took off is gone: no momentum builds up against it.
  const bool measurable = !turns && spent >= shortest_piece;
  next.velocity = measurable ? (next.position - from) * (1 / spent) : velocity;
  return spent;
}

void Crowd::walk(std::uint32_t i, float seconds) {
  Move& next = next_[i];
  next.position = positions_[i];
  next.velocity = velocities_[i];
  next.detour = 0;
  const bool feels = !squeezing(i) && states_[i] != AgentState::arrived;
  const Vec2 force = feels ? flocking_force(i) : Vec2{};
  float left = seconds - walk_to_bend(i, seconds, force);
  if (!(left > 0)) return;
  float walked = length(next.position - positions_[i]);
  for (int bends = 1; bends < most_bends && left > 0; ++bends) {
    const Vec2 from = next.position;
    left -= walk_to_bend(i, left, force);
    walked += length(next.position - from);
  }
  next.detour = walked - length(next.position - positions_[i]);
}

void Crowd::list_near(std::uint32_t i) {
  const Vec2 p = positions_[i];
  Contacts& near = near_[i];
  near.count = 0;
  neighbours_.around(p, layers_[i], [&](std::uint32_t j) {
    if (j == i || near.count == Contacts::most) return;
    const Vec2 off = p - positions_[j];
    const float reach = (radii_[i] + radii_[j]) * touch + near_margin;
    if (dot(off, off) <= reach * reach) near.agents[near.count++] = j;
  });
}

template <class Visit>
void Crowd::for_near(std::uint32_t i, const Visit& visit) const {
  const Contacts& near = near_[i];
  for (std::uint32_t k = 0; k < near.count; ++k) visit(near.agents[k]);
}

// Half of each overlap; the other agent takes the other half in the same pass.
Vec2 Crowd::relaxed(std::uint32_t i) const {
  if (squeezing(i)) return positions_[i];
  const Vec2 p = positions_[i];
  Vec2 push;
  for_near(i, [&](std::uint32_t j) {
    if (squeezing(j)) return;
    const float overlap = radii_[i] + radii_[j] - length(p - positions_[j]);
    if (overlap > 0) push += apart(p, positions_[j], i < j) * (overlap * 0.5F);
  });
  if (push == Vec2{}) return p;
  return slide(groups_[group_of_[i].value].grid, layers_[i], p, shortened(push, longest_push));
}

// Distance walked and distance made good, both in the field of this step.
void Crowd::account(std::uint32_t i) {
  const CrowdGroup& group = groups_[group_of_[i].value];
  const Cell before = cell_at(starts_[i], layers_[i]);
  const Cell now = cell_at(positions_[i], layers_[i]);
  const float far = length(positions_[i] - starts_[i]) + next_[i].detour;
  travels_[i].distance += far;
  travels_[i].cost +=
      static_cast<double>(far) * straight_factor *
      (static_cast<double>(group.grid.cost(before)) + static_cast<double>(group.grid.cost(now)));
  if (group.guide == nullptr) return;
  remaining_[i] = group.guide->remaining(now);
  if (before == now) return;
  const Distance then = group.guide->remaining(before);
  if (reachable(then) && reachable(remaining_[i])) {
    progress_[i].gained +=
        static_cast<std::int64_t>(then.units) - static_cast<std::int64_t>(remaining_[i].units);
  }
}

bool Crowd::at_goal(std::uint32_t i) const {
  if (!reachable(remaining_[i])) return false;
  const CrowdGroup& group = groups_[group_of_[i].value];
  const float radius = std::max(group.arrival_radius, 0.75F);  // at least the goal's own cell
  // Twice what the way costs where nothing is between; more means that there is a wall.
  const auto cost = static_cast<float>(group.grid.cost(cell_at(positions_[i], layers_[i])));
  if (static_cast<float>(remaining_[i].units) > (radius + 1) * 2 * 2 * straight_factor * cost) return false;
  return std::any_of(group.goals.begin(), group.goals.end(), [&](const Cell& goal) {
    const Vec2 off = positions_[i] - centre_of(goal);
    return goal.layer == layers_[i] && dot(off, off) <= radius * radius;
  });
}

bool Crowd::touches(std::uint32_t i, AgentState state) const {
  bool found = false;
  for_near(i, [&](std::uint32_t j) {
    found = found || (states_[j] == state && reachable(remaining_[j]) && group_of_[j] == group_of_[i] &&
                      length(positions_[i] - positions_[j]) <= (radii_[i] + radii_[j]) * touch);
  });
  return found;
}

// When did the agents that stand between this agent and the goal last make way? Handed on from body to body,
// so that the end of a queue knows that its head still moves.
std::uint32_t Crowd::alive_ahead(std::uint32_t i) const {
  std::uint32_t latest = progress_[i].moved;
  for_near(i, [&](std::uint32_t j) {
    if (group_of_[j] != group_of_[i] || states_[j] != AgentState::moving) return;
    if (remaining_[j] > remaining_[i] || (remaining_[j] == remaining_[i] && j > i)) return;
    if (length(positions_[i] - positions_[j]) > (radii_[i] + radii_[j]) * touch) return;
    latest = std::max(latest, progress_[j].alive);
  });
  return latest;
}

void Crowd::unblock(std::uint32_t i, float seconds) {
  Progress& p = progress_[i];
  if (p.squeeze > 0) {
    --p.squeeze;
    return;
  }
  p.alive = alive_ahead(i);
  if (static_cast<float>(steps_ - p.alive) * seconds < options_.patience) return;
  p.squeeze = static_cast<std::uint32_t>(std::ceil(squeeze_cells / (max_speeds_[i] * seconds)));
  p.moved = p.alive = steps_;
  ++squeezes_;
}

void Crowd::settle(std::uint32_t i, float seconds) {
  CrowdGroup& group = groups_[group_of_[i].value];
  if (states_[i] == AgentState::arrived || group.guide == nullptr) return;
  Progress& p = progress_[i];
  if (p.gained > p.best) {
    p.best = p.gained;
    p.moved = steps_;
  }
  const bool halted =
      reachable(remaining_[i]) && static_cast<float>(steps_ - p.moved) * seconds >= seconds_to_settle;
  const bool settled = !group.leave_on_arrival && halted && touches(i, AgentState::arrived);
  if (at_goal(i) || settled) {
    states_[i] = group.leave_on_arrival ? AgentState::gone : AgentState::arrived;
    velocities_[i] = {};
    p.squeeze = 0;
    return;
  }
  const Cell here = cell_at(positions_[i], layers_[i]);
  // No way; or a way that ends before the goal, and it is there or stands behind one who is.
  const bool ended = remaining_[i] == Distance{} || (halted && touches(i, AgentState::stuck));
  states_[i] = reachable(remaining_[i]) && !ended ? AgentState::moving : AgentState::stuck;
  if (states_[i] == AgentState::stuck) {
    if (!ended) p.moved = p.alive = steps_;
    p.squeeze = 0;
    return;
  }
  if (!group.grid.links().empty()) {
    const auto next = group.guide->next(here);
    const bool link = next && !is_beside(*next, here);
    const Vec2 off = centre_of(here) - positions_[i];
    if (link && length(off) < 0.3F) {
      const Distance after = group.guide->remaining(*next);
      if (reachable(after))
        travels_[i].cost += static_cast<double>(remaining_[i].units) - static_cast<double>(after.units);
      positions_[i] = centre_of(*next);
      layers_[i] = next->layer;
      p.moved = p.alive = steps_;
      return;
    }
  }
  unblock(i, seconds);
}

void Crowd::step(float seconds) {
  PORTOLAN_ASSERT(seconds > 0);
  ++steps_;
  find_present();
  const float reach = 2 * greatest_radius_ + reach_margin;
  if (present_.empty()) return;
  neighbours_.build(positions_, layers_, present_, reach);
  for (const std::uint32_t i : present_) starts_[i] = positions_[i];
  for_present([&](std::uint32_t i) { walk(i, seconds); });
  for (const std::uint32_t i : present_) {
    positions_[i] = next_[i].position;
    velocities_[i] = next_[i].velocity;
  }
  neighbours_.build(positions_, layers_, present_, reach);
  near_.resize(positions_.size());
  for_present([&](std::uint32_t i) { list_near(i); });
  for (int pass = 0; pass < options_.relaxations; ++pass) {
    for_present([&](std::uint32_t i) { next_[i].position = relaxed(i); });
    for (const std::uint32_t i : present_) positions_[i] = next_[i].position;
  }
  for_present([&](std::uint32_t i) { account(i); });
  for (const std::uint32_t i : present_) settle(i, seconds);
}

std::vector<AgentId> Crowd::push_out(const std::function<bool(CrowdGroupId, Cell)>& ground) {
  std::vector<AgentId> pushed;
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    const GridView& grid = groups_[group_of_[i].value].grid;
    if (!present({i}) || grid.passable(cell_at(positions_[i], layers_[i]))) continue;
    const auto on_ground = [&](Cell c) { return ground(group_of_[i], c); };
    auto free = nearest_free(grid, positions_[i], layers_[i], on_ground);
    // Walled in by stamps on every side: better beyond the wall than inside it.
    if (!free)
      free = nearest_free(
          grid, positions_[i], layers_[i], [](Cell) { return true; }, 1 << 15);
    if (!free) continue;
    positions_[i] = clamped_into(*free, positions_[i]);
    velocities_[i] = {};
    pushed.push_back({i});
  }
  return pushed;
}

}  // namespace portolan
