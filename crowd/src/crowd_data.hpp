// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/standing.hpp>

#include "bodies.hpp"
#include "moments.hpp"
#include "workplace.hpp"

namespace portolan::detail {

// What a crowd consists of, and what a look at it tells.
struct CrowdData {
  using Kind = Bodies::Kind;

  [[nodiscard]] std::size_t size() const { return bodies.kinds.size(); }
  static constexpr std::uint32_t nobody = Led::nobody;
  /// Nobody's, of one who was removed or never was.
  [[nodiscard]] std::uint32_t slot(AgentId id) const {
    const bool known = id.slot < size() && bodies.kinds[id.slot].generation == id.generation;
    PORTOLAN_ASSERT(known, "the agent has not been removed");
    return known ? id.slot : nobody;
  }
  /// Of the agent in this slot; of nobody, and of those who have none, what a value is by itself.
  template <class Value>
  [[nodiscard]] static Value of(const std::vector<Value>& values, std::uint32_t slot) {
    return slot < values.size() ? values[slot] : Value{};
  }
  /// Of what few have.
  template <class Value>
  static void set(std::vector<Value>& values, std::uint32_t slot, const Value& value) {
    if (slot >= values.size() && value == Value{}) return;
    if (slot >= values.size()) values.resize(std::size_t{slot} + 1);
    values[slot] = value;
  }
  [[nodiscard]] bool present(std::uint32_t i) const {
    const AgentState s = bodies.kinds[i].state;
    return s == AgentState::moving || s == AgentState::stuck || s == AgentState::arrived;
  }
  [[nodiscard]] const CrowdGroup& group_of(std::uint32_t i) const {
    return groups[bodies.kinds[i].group.value];
  }
  [[nodiscard]] CrowdGroup& group_of(std::uint32_t i) { return groups[bodies.kinds[i].group.value]; }
  // Of an agent whose group has one.
  [[nodiscard]] const Guide& guide_of(std::uint32_t i) const {
    const Guide* const own = i < own_guides.size() ? own_guides[i] : nullptr;
    return own != nullptr ? *own : *group_of(i).guide;
  }
  [[nodiscard]] AgentState state(std::uint32_t i) const { return bodies.kinds[i].state; }
  [[nodiscard]] bool squeezing(std::uint32_t i) const { return bodies.kinds[i].is(Kind::squeezes); }
  void add_cost(std::uint32_t i, double units) {
    journeys.costs[i] = fair_sum(journeys.costs[i], units, coin_of(i, steps));
  }
  [[nodiscard]] Distance left_of(std::uint32_t i) const { return journeys.remaining[i]; }
  // Walks nowhere by itself.
  [[nodiscard]] bool stands(std::uint32_t i) const {
    return holds(i) || state(i) == AgentState::arrived || group_of(i).guide == nullptr;
  }
  // Goes nowhere in this step unless others push it, and looks at nobody: in a game most agents do so most of
  // the time.
  [[nodiscard]] bool is_resting(std::uint32_t i) const { return work.reaches[i].rests; }
  [[nodiscard]] bool may_rest(std::uint32_t i) const {
    return stands(i) && !reciprocal(i) && (holds(i) || !is_out_of_place(i)) && !turns_to_front(i);
  }
  // Stands in a formation, and has not yet turned as that does.
  [[nodiscard]] bool turns_to_front(std::uint32_t i) const {
    constexpr float nearly = 0.9999F;  // cosine
    return turns_slowly(i) && !holds(i) && front(i) != Vec2{} &&
           dot(normalised(bodies.drives[i].facing), front(i)) < nearly;
  }
  // Does it have a place, and has it been pushed off it, or not come there?
  [[nodiscard]] bool is_out_of_place(std::uint32_t i) const {
    const Vec2 off = bodies.places[i] - bodies.positions[i];
    const float most = (turns_slowly(i) ? out_of_parking : out_of_place) * bodies.radii[i];
    return bodies.errands[i].is(Errand::has_place) && dot(off, off) > most * most;
  }
  // Far from the focus: it walks seldom, and avoids nobody.
  [[nodiscard]] bool is_far(std::uint32_t i) const { return bodies.kinds[i].interval != 0; }
  [[nodiscard]] bool is_turn_of(std::uint32_t i, std::uint8_t interval) const {
    return (steps + i) % interval == 0;
  }
  // Where it was before this step, in which those far do not walk before all others have.
  [[nodiscard]] Vec2 start_of(std::uint32_t i) const {
    return is_far(i) ? bodies.positions[i] : moves[i].start;
  }
  // From the last step in which it walked to this one.
  [[nodiscard]] float seconds_of(std::uint32_t i) const {
    return is_far(i) ? clock.seconds_of(bodies.kinds[i].interval) : clock.seconds_of_step();
  }
  [[nodiscard]] std::uint32_t counts_of(std::uint32_t i) const {
    return is_far(i) ? clock.counts_of(bodies.kinds[i].interval) : clock.counts_of_step();
  }
  // Also of agents that are far, and avoid nobody for that time.
  [[nodiscard]] bool in_reciprocal_group(std::uint32_t i) const {
    return group_of(i).avoidance == Avoidance::reciprocal;
  }
  // Where those who meet cannot pass, one goes after the other.
  [[nodiscard]] bool takes_turns(std::uint32_t i) const {
    return group_of(i).avoidance != Avoidance::none && !is_far(i);
  }
  // Is on such ground, comes to it or out of it, or waits behind one who does.
  [[nodiscard]] bool is_in_turn(std::uint32_t i) const {
    return (bodies.errands[i].flags & Errand::turns) != 0;
  }
  // Keeps free of collisions.
  [[nodiscard]] bool reciprocal(std::uint32_t i) const { return in_reciprocal_group(i) && !is_far(i); }
  // Where it goes depends on others before it touches them.
  [[nodiscard]] bool looks_at_others(std::uint32_t i) const {
    const CrowdGroup& group = group_of(i);
    const Steering& weights = group.steering;
    return group.avoidance != Avoidance::none || weights.alignment != 0 || weights.cohesion != 0 || chases(i);
  }
  // Looks for those of other teams.
  [[nodiscard]] bool chases(std::uint32_t i) const {
    const Steering& weights = group_of(i).steering;
    return weights.pursue != 0 || weights.evade != 0;
  }
  // Neither walks nor is moved by others.
  [[nodiscard]] bool holds(std::uint32_t i) const { return bodies.kinds[i].is(Kind::holds); }
  // Of two who meet, the one with the lower rank makes room.
  [[nodiscard]] std::uint8_t priority(std::uint32_t i) const {
    return bodies.kinds[i].is(Kind::goes_first) ? static_cast<std::uint8_t>(drive_of(i).priority)
                                                : std::uint8_t{0};
  }
  // Where it is to face in its place; zero: anywhere.
  [[nodiscard]] Vec2 front(std::uint32_t i) const {
    return state(i) == AgentState::arrived ? fronts[bodies.kinds[i].group.value] : Vec2{};
  }
  [[nodiscard]] bool turns_slowly(std::uint32_t i) const {
    return drives(i) && bodies.drives[i].turn_rate > 0;
  }
  [[nodiscard]] Drive drive_of(std::uint32_t i) const { return of(bodies.drives, i); }
  [[nodiscard]] float mass(std::uint32_t i) const { return of(bodies.weights, i).mass; }
  // Does it stand, and give no way to one who walks?
  [[nodiscard]] bool is_firm(std::uint32_t i, std::uint32_t walker) const {
    const auto standing = [&](std::uint32_t k) {
      return detail::Standing{mass(k), bodies.kinds[k].team, holds(k)};
    };
    return stands(i) && !stands(walker) && !standing(i).gives_way_to(standing(walker));
  }
  [[nodiscard]] Mouth mouth_of(std::uint32_t i) const { return of(bodies.mouths, bodies.errands[i].mouth); }
  // Where its body faces: of any length; zero: it has not walked yet. What turns slowly needs all bits of it.
  [[nodiscard]] Vec2 facing(std::uint32_t i) const {
    return drives(i) ? bodies.drives[i].facing : bodies.errands[i].facing.towards();
  }
  void set_facing(std::uint32_t i, Vec2 v) {
    if (drives(i))
      bodies.drives[i].facing = v;
    else
      bodies.errands[i].facing = Bearing(v);
  }
  // Neither turns nor gets up to speed at once.
  [[nodiscard]] bool drives(std::uint32_t i) const { return bodies.kinds[i].is(Kind::drives); }
  // Whether a link begins on the cell: guides are asked for the next cell there alone, which costs ten times
  // as much as a heading.
  [[nodiscard]] bool at_foot(std::uint32_t i, Cell c) const {
    if (!work.feet.may_be_one(c)) return false;
    const LinkTable& links = group_of(i).grid.links();
    const auto near_by = links.empty() ? std::span<const LinkTable::Entry>() : links.from_block(c);
    return std::any_of(near_by.begin(), near_by.end(),
                       [&](const LinkTable::Entry& entry) { return links[entry.id].from == c; });
  }
  // Who matters once everybody has walked: those who touch, and may come to touch while overlaps are parted.
  [[nodiscard]] float beside(std::uint32_t i) const { return 2 * (bodies.radii[i] + greatest_radius); }
  // Nobody farther off overlaps it.
  [[nodiscard]] float touching(std::uint32_t i) const { return 1.001F * (bodies.radii[i] + greatest_radius); }
  // Who may become one of them: two who come together, and what rounding adds.
  [[nodiscard]] float approach(std::uint32_t i) const { return 1.001F * (beside(i) + 2 * work.range.walked); }
  template <class Visit>
  void for_near(std::uint32_t i, const Visit& visit) const {
    const Contacts& of_i = near[i];
    for (std::uint32_t k = 0; k < of_i.count; ++k) visit(of_i.agents[k]);
  }
  /// All that there is one of per slot, and lasts from one step to the next, but for what few have.
  template <class Visit>
  void for_each_array(const Visit& visit) {
    visit(bodies.positions), visit(bodies.velocities), visit(bodies.layers), visit(bodies.radii);
    visit(bodies.max_speeds), visit(bodies.kinds), visit(bodies.headings);
    visit(bodies.places), visit(bodies.errands), visit(journeys.distances);
    visit(journeys.costs), visit(journeys.progress), visit(journeys.remaining);
  }
  // What there is one of, to be kept with a moment.
  [[nodiscard]] auto rest() {
    return std::tie(groups, fronts, own_guides, free_slots, greatest_radius, greatest_speed, steps, squeezes,
                    anybody_without_place, clock, focus);
  }

  CrowdOptions options;
  std::vector<CrowdGroup> groups;
  std::vector<Vec2> fronts;  // by group: where its formation faces; zero: anywhere
  Bodies bodies;
  Journeys journeys;
  std::vector<const Guide*> own_guides;   // by slot, in place of those of groups; fewer: none
  std::vector<std::uint32_t> free_slots;  // the lowest last
  float greatest_radius = 0, greatest_speed = 0;
  std::uint32_t steps = 0;
  Clock clock;
  std::uint64_t squeezes = 0;
  bool anybody_without_place = false;
  Focus focus;
  Moments moments;

  // Of the step at work.
  OfOneStep<std::vector<Move>> moves;     // by slot
  OfOneStep<std::vector<Contacts>> near;  // by slot
  OfOneStep<std::vector<Led>> led;        // by slot; of no group that has a leader: none
  std::uint32_t steps_to_decide = 1;      // as long as this one, from one decision of an agent to the next
  Workplace work;
};

}  // namespace portolan::detail
