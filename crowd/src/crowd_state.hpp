// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/assert.hpp>
#include <portolan/core/detail/carrier.hpp>
#include <portolan/core/detail/inline_executor.hpp>
#include <portolan/core/heading.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/neighbours.hpp>

#include "bodies.hpp"
#include "moments.hpp"
#include "workplace.hpp"

namespace portolan {

namespace detail {

class Candidates;
class Nearest;

}  // namespace detail

struct Crowd::State {
  using Kind = detail::Bodies::Kind;

  [[nodiscard]] std::size_t size() const { return bodies.kinds.size(); }
  static constexpr std::uint32_t nobody = detail::Led::nobody;
  /// Nobody's, of one who was removed or never was.
  [[nodiscard]] std::uint32_t slot(AgentId id) const {
    const bool known = id.slot < size() && bodies.kinds[id.slot].generation == id.generation;
    PORTOLAN_ASSERT(known, "the agent has not been removed");
    return known ? id.slot : nobody;
  }
  /// Of the agent in this slot; of nobody, what a value is by itself.
  template <class Value>
  [[nodiscard]] static Value of(const std::vector<Value>& values, std::uint32_t slot) {
    return slot == nobody ? Value{} : values[slot];
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
  [[nodiscard]] bool squeezing(std::uint32_t i) const { return journeys.progress[i].squeeze > 0; }
  [[nodiscard]] bool passes_through(std::uint32_t i) const;
  // Walks nowhere by itself.
  [[nodiscard]] bool stands(std::uint32_t i) const {
    return holds(i) || state(i) == AgentState::arrived || group_of(i).guide == nullptr;
  }
  // Its way ends before the goal, and it is there.
  [[nodiscard]] bool has_ended(std::uint32_t i) const;
  // Goes nowhere in this step unless others push it, and looks at nobody: in a game most agents do so most of
  // the time.
  [[nodiscard]] bool is_resting(std::uint32_t i) const { return work.reaches[i].rests; }
  [[nodiscard]] bool may_rest(std::uint32_t i) const {
    return stands(i) && !reciprocal(i) && (holds(i) || !is_out_of_place(i));
  }
  // Does it have a place, and has it been pushed off it, or not come there?
  [[nodiscard]] bool is_out_of_place(std::uint32_t i) const {
    const Vec2 off = bodies.places[i] - bodies.positions[i];
    const float most = out_of_place * bodies.radii[i];
    return bodies.errands[i].is(detail::Errand::has_place) && dot(off, off) > most * most;
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
    return is_far(i) ? seconds_of_step * static_cast<float>(bodies.kinds[i].interval) : seconds_of_step;
  }
  // Also of agents that are far, and avoid nobody for that time.
  [[nodiscard]] bool in_reciprocal_group(std::uint32_t i) const {
    return group_of(i).avoidance == Avoidance::reciprocal;
  }
  // Keeps free of collisions, and takes turns.
  [[nodiscard]] bool reciprocal(std::uint32_t i) const { return in_reciprocal_group(i) && !is_far(i); }
  // Where it goes depends on others before it touches them.
  [[nodiscard]] bool looks_at_others(std::uint32_t i) const {
    const CrowdGroup& group = group_of(i);
    const Steering& weights = group.steering;
    return group.avoidance != Avoidance::none || weights.alignment != 0 || weights.cohesion != 0 ||
           weights.pursue != 0 || weights.evade != 0;
  }
  // Neither walks nor is moved by others.
  [[nodiscard]] bool holds(std::uint32_t i) const { return bodies.kinds[i].is(Kind::holds); }
  // Whether a link begins on the cell: guides are asked for the next cell there alone, which costs ten times
  // as much as a heading.
  [[nodiscard]] bool at_foot(std::uint32_t i, Cell c) const {
    if (!work.feet.may_be_one(c)) return false;
    const LinkTable& links = group_of(i).grid.links();
    const auto near_by = links.empty() ? std::span<const LinkTable::Entry>() : links.from_block(c);
    return std::any_of(near_by.begin(), near_by.end(),
                       [&](const LinkTable::Entry& entry) { return links[entry.id].from == c; });
  }
  // How far its centre keeps away from cells that are impassable to its group.
  [[nodiscard]] float margin(std::uint32_t i) const;
  /// All that there is one of per slot, and lasts from one step to the next.
  template <class Visit>
  void for_each_array(const Visit& visit) {
    visit(bodies.positions), visit(bodies.velocities), visit(bodies.layers), visit(bodies.radii);
    visit(bodies.max_speeds), visit(bodies.masses), visit(bodies.kinds), visit(bodies.headings);
    visit(bodies.courses), visit(bodies.places), visit(bodies.errands), visit(journeys.distances);
    visit(journeys.costs), visit(journeys.progress), visit(journeys.remaining);
  }
  void carry(detail::Carrier& carrier);
  void carry_group(detail::Carrier& carrier, CrowdGroup& group);
  [[nodiscard]] bool fits() const;
  [[nodiscard]] bool agent_fits(std::uint32_t i) const;
  // What there is one of, to be kept with a moment.
  [[nodiscard]] auto rest() {
    return std::tie(groups, own_guides, free_slots, greatest_radius, greatest_speed, steps, squeezes,
                    anybody_without_place, seconds_of_step, focus);
  }
  void note_moment();
  void go_back(std::uint64_t moment);
  // Who matters once everybody has walked: those who touch, and may come to touch while overlaps are parted.
  [[nodiscard]] float beside(std::uint32_t i) const { return 2 * (bodies.radii[i] + greatest_radius); }
  // Nobody farther off overlaps it.
  [[nodiscard]] float touching(std::uint32_t i) const { return 1.001F * (bodies.radii[i] + greatest_radius); }
  // Who may become one of them: two who come together, and what rounding adds.
  [[nodiscard]] float approach(std::uint32_t i) const { return 1.001F * (beside(i) + 2 * work.range.walked); }
  [[nodiscard]] std::uint32_t new_slot();
  [[nodiscard]] static bool can_stand(const CrowdGroup& group, Vec2 p, std::int32_t layer);
  [[nodiscard]] static bool is_body(float radius, float speed, float mass);
  [[nodiscard]] bool can_be(const AgentSpec& spec) const;
  [[nodiscard]] bool set_size(std::vector<float>& sizes, AgentId id, float size, float most);
  void note_jump(std::uint32_t i);  // somewhere else at once: it is not drawn on the way there
  void set_down(std::uint32_t i);
  void make_room(std::uint32_t i);
  void set_out(std::uint32_t i);  // again, from where it is
  void start(std::uint32_t i, bool keeps_place);
  void goes_on_from_there(std::uint32_t i, bool is_beyond_links);

  // A step, in this order.
  void step(float seconds);
  void find_present();
  void find_feet();
  void find_neighbours();
  void build_neighbours(float side);
  [[nodiscard]] const Neighbours::Entry& place_of_present(std::size_t k) const {
    return work.neighbours.entries()[work.anybody.is_far ? work.places[k] : k];
  }
  bool take_steps();
  void give_places();
  [[nodiscard]] bool stands_on_another(std::uint32_t i, const Neighbours& near_by) const;
  [[nodiscard]] bool goes_on_later(std::uint32_t i) const;
  void set_top_speeds();
  [[nodiscard]] float speed_on_ground(std::uint32_t i) const;
  void keep_ranks();
  void keep_rank(std::span<const detail::Ranked> members);
  [[nodiscard]] float way_to_place(std::uint32_t i) const;
  [[nodiscard]] Vec2 last_leg(std::uint32_t i) const;
  [[nodiscard]] Vec2 first_heading(std::uint32_t i) const;
  void fall_in(std::span<std::uint32_t> who, std::span<const Vec2> places, Vec2 facing) const;
  void form_up(std::span<const std::uint32_t> who, Vec2 facing);
  [[nodiscard]] std::vector<Vec2> places_on(std::int32_t layer) const;
  void arrange(CrowdGroup& group, std::span<const std::uint32_t> setting_out);
  [[nodiscard]] detail::Survey survey(std::size_t begin, std::size_t end);
  void survey_all();
  void list_near(std::size_t begin, std::size_t end);
  [[nodiscard]] detail::Nearest nearest_of(std::uint32_t i, Vec2 from, float reach, float farthest) const;
  [[nodiscard]] std::optional<std::span<const std::uint32_t>> approaching(std::size_t k,
                                                                          Neighbours::Sweep& sweep,
                                                                          detail::Candidates& found) const;
  [[nodiscard]] bool is_touched(const Neighbours::Entry& mine, Neighbours::Sweep& sweep) const;
  [[nodiscard]] detail::Candidates come_beside(std::size_t k, bool rebuilt, Neighbours::Sweep& sweep) const;
  void list_beside(std::size_t begin, std::size_t end, bool surprising);
  void list_contacts(std::size_t k, bool rebuilt, Neighbours::Sweep& sweep);
  void list_resting_around(std::uint32_t i);
  void look_at_ground(std::uint32_t i);
  [[nodiscard]] detail::Mouth mouth_ahead(std::uint32_t i, Cell here, std::int32_t ahead) const;
  [[nodiscard]] int steps_to_pass(std::uint32_t i, float bodies) const;
  void take_turns(float seconds);
  void find_streams();
  [[nodiscard]] std::uint32_t met_ahead(std::uint32_t i, float side, float far) const;
  void look_for_stream(std::uint32_t i, float side);
  void choose_bows(), forecast_traffic();
  [[nodiscard]] bool on_layer_of_goal(std::uint32_t i) const, may_bow(std::uint32_t i) const;
  [[nodiscard]] detail::Bow bow_of(std::uint32_t i, Vec2 p) const;
  [[nodiscard]] float best_slope(std::uint32_t i, const detail::Bow& bow) const;
  template <class IsFree>
  [[nodiscard]] float cheapest_slope(std::uint32_t i, detail::Bow bow, const IsFree& is_free) const;
  void walk_some(std::size_t begin, std::size_t end, float seconds);
  std::size_t find_askers(std::span<const std::uint32_t> who, std::span<detail::Asker> askers) const;
  void ask_guides(std::span<const std::uint32_t> who, detail::Courses& courses) const;
  [[nodiscard]] bool sees_place(std::uint32_t i) const;
  void set_steps_to_decide();
  [[nodiscard]] bool avoids(std::uint32_t i) const;
  [[nodiscard]] bool keeps_on(std::uint32_t i) const;
  [[nodiscard]] bool keeps_straight_on(std::uint32_t i) const;
  [[nodiscard]] bool is_straight_on(std::uint32_t i, const Heading& way, float longest) const;
  void walk(std::uint32_t i, float seconds, const Heading* course);
  void part(), keep_velocity(std::uint32_t i);
  [[nodiscard]] float share_of(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] std::uint32_t overlapping(std::uint32_t i, std::uint32_t contacts) const;
  [[nodiscard]] Vec2 relaxed(std::uint32_t i, std::uint32_t contacts) const;
  [[nodiscard]] bool is_stirred(std::uint32_t i) const, too_near(std::uint32_t i) const;
  [[nodiscard]] bool relax(bool first);
  [[nodiscard]] Vec2 stepped_back(std::uint32_t i, int pass) const;
  void account(std::uint32_t i);
  void note_walk(std::uint32_t i, Cell before, Cell now), note_left(std::uint32_t i, Cell before, Cell now);
  void note_way(std::uint32_t i, Cell before, Distance left);
  void settle(std::uint32_t i, float seconds);
  [[nodiscard]] bool is_near_focus(std::uint32_t i) const;
  [[nodiscard]] bool is_free_at(std::uint32_t i, Vec2 p) const;
  [[nodiscard]] bool meets_far(std::uint32_t i, float longest) const;
  [[nodiscard]] bool goes_astray(std::uint32_t i, Vec2 to, float cells) const;
  [[nodiscard]] Vec2 along_guide(std::uint32_t i, float cells) const;
  void get_through(std::uint32_t i);
  void aim_far(std::uint32_t i, const Heading* course);
  void aim_some_far(std::span<const std::uint32_t> who);
  float take_far_steps();
  void walk_far();
  void choose_detail(std::uint32_t i);
  void fall_behind(std::uint32_t i, float faster);

  // Where to.
  [[nodiscard]] detail::Way heading(std::uint32_t i, Vec2 position, const Heading* course = nullptr) const;
  [[nodiscard]] detail::Way around_corner(std::uint32_t i, Vec2 position, const Heading& way) const;
  [[nodiscard]] bool is_innermost(std::uint32_t i, Vec2 p, Vec2 inner) const;
  [[nodiscard]] std::optional<detail::Way> to_diagonal(std::uint32_t i, Vec2 p, const Heading& way,
                                                       const Heading& onward) const;
  [[nodiscard]] detail::Way out_of_bend(std::uint32_t i, Vec2 position, const detail::Way& way) const;
  [[nodiscard]] Heading past_corner(std::uint32_t i, Vec2 position, const Heading& way) const;
  [[nodiscard]] detail::WayBeside way_beside(std::uint32_t i, Cell c) const;
  [[nodiscard]] detail::Told told(std::uint32_t i, Cell c) const;
  [[nodiscard]] float looks_ahead() const;  // so far those look for others who avoid them
  [[nodiscard]] float sight(std::uint32_t i) const, flight(std::uint32_t i) const;
  [[nodiscard]] bool sees(std::uint32_t i, PathPoint at) const, is_held_up(std::uint32_t i) const;
  [[nodiscard]] Vec2 force(std::uint32_t i, Vec2 way) const, flocking_force(std::uint32_t i) const;
  [[nodiscard]] Vec2 chase(std::uint32_t i) const, about_target(std::uint32_t i) const;
  [[nodiscard]] Vec2 whim(std::uint32_t i) const, off_walls(std::uint32_t i) const;
  [[nodiscard]] std::uint32_t leader_of(std::uint32_t i) const;
  [[nodiscard]] bool is_led(std::uint32_t i) const { return i < led.size() && led[i].by != nobody; }
  [[nodiscard]] bool is_led_by(std::uint32_t i, std::uint32_t j) const { return is_led(i) && led[i].by == j; }
  [[nodiscard]] std::optional<Vec2> out_of_its_way(std::uint32_t i, std::uint32_t leader, Vec2 way) const;
  [[nodiscard]] Vec2 behind(std::uint32_t i, std::uint32_t leader, Vec2 way, float far) const;
  void find_leaders(), follow_leader(std::uint32_t i), head_for_leaders(), keep_up(std::uint32_t i);
  [[nodiscard]] Vec2 around_firm(std::uint32_t i, Vec2 heading) const;
  [[nodiscard]] float speed_behind(std::uint32_t i, Vec2 way, float in_front_of_it) const;
  [[nodiscard]] detail::Pace pace_behind(std::uint32_t i, Vec2 heading) const;
  [[nodiscard]] Vec2 desired_velocity(std::uint32_t i, Vec2 heading, Vec2 force) const;
  [[nodiscard]] std::optional<Heading> to_place(std::uint32_t i, Vec2 position) const;
  [[nodiscard]] Heading bowed(std::uint32_t i, Vec2 p, const Heading& way) const;
  [[nodiscard]] std::optional<Heading> to_foot(std::uint32_t i, Vec2 position) const;
  [[nodiscard]] std::optional<Heading> to_end(std::uint32_t i, Vec2 position) const;
  [[nodiscard]] bool is_on_goal(std::uint32_t i, Vec2 position) const;
  [[nodiscard]] Vec2 aside(std::uint32_t i, Vec2 heading) const;
  void look_for_place(std::uint32_t i);
  [[nodiscard]] Vec2 avoiding(std::uint32_t i, Vec2 wanted, float seconds) const;
  // Taking turns.
  [[nodiscard]] bool is_narrow(std::uint32_t i, Cell c) const;
  [[nodiscard]] detail::Oncoming oncoming(std::uint32_t i) const;
  void ask_to_enter(std::uint32_t i);
  [[nodiscard]] std::optional<detail::LaneSide> side_of(std::uint32_t i) const;
  [[nodiscard]] Heading in_lane(std::uint32_t i, Vec2 p, const Heading& way) const;
  [[nodiscard]] detail::LaneSide side_of_stream(std::uint32_t i, Vec2 p) const;
  [[nodiscard]] std::optional<detail::LaneSide> side_at_mouth(std::uint32_t i) const;
  [[nodiscard]] Heading beside_stream(std::uint32_t i, Vec2 p, const Heading& way) const;
  [[nodiscard]] std::uint16_t place_in_queue(std::uint32_t i) const;
  [[nodiscard]] bool jammed(std::uint32_t i) const;
  [[nodiscard]] bool must_retreat(std::uint32_t i, float seconds) const;
  [[nodiscard]] bool yields_to(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool leads(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool is_carried(std::uint32_t i) const;
  [[nodiscard]] Vec2 taken_velocity(std::uint32_t i, const detail::Seen& one, const detail::Seen& by) const;
  [[nodiscard]] detail::Seen seen_of(std::uint32_t i) const;
  // The same, as all see it in this step; of those far it is made when somebody looks.
  [[nodiscard]] const detail::Seen& seen(std::uint32_t i, detail::Seen& made) const {
    return work.anybody.is_far && is_far(i) ? made = seen_of(i) : work.seen[i];
  }
  [[nodiscard]] float stalled(std::uint32_t i) const;
  [[nodiscard]] Vec2 sped_up(std::uint32_t i, Vec2 wanted, float seconds) const;
  float walk_to_bend(std::uint32_t i, float seconds, const Heading& way, Vec2 velocity);
  void walk_bends(std::uint32_t i, float seconds, Vec2 force, detail::Way way, Vec2 velocity);
  [[nodiscard]] Vec2 out_of_the_way(std::uint32_t i) const;
  [[nodiscard]] Vec2 back_to_place(std::uint32_t i, float seconds) const;
  void give_lanes(std::span<const std::uint32_t> who);

  // Arriving.
  [[nodiscard]] bool at_goal(std::uint32_t i) const;
  [[nodiscard]] bool ends_before_goal(std::uint32_t i, bool halted) const;
  [[nodiscard]] bool touches(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool touches_arrived(std::uint32_t i) const;
  [[nodiscard]] bool stands_behind(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool behind_stuck(std::uint32_t i) const;
  [[nodiscard]] bool follows(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool passes_by(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] std::uint32_t alive_ahead(std::uint32_t i) const;
  [[nodiscard]] bool meets_firm(std::uint32_t i) const;
  [[nodiscard]] bool may_squeeze(std::uint32_t i) const;
  void unblock(std::uint32_t i, float seconds);
  [[nodiscard]] float unrest(std::uint32_t i, float seconds) const;
  [[nodiscard]] bool gives_in(std::uint32_t i, float seconds) const;
  [[nodiscard]] bool nears_end(std::uint32_t i) const;
  [[nodiscard]] bool is_near_place(std::uint32_t i) const;
  [[nodiscard]] bool stands_off(std::uint32_t i, float seconds) const;
  [[nodiscard]] bool in_place(std::uint32_t i, float seconds);
  void swap_places(std::uint32_t i, bool with_standing);
  bool take_link(std::uint32_t i);

  // Pieces of so many at once.
  template <class Body>
  void for_pieces(std::size_t count, const Body& body) {
    constexpr std::size_t chunk = detail::most_in_piece;
    InlineExecutor alone;
    Executor& executor = options.executor != nullptr ? *options.executor : alone;
    executor.parallel_for((count + chunk - 1) / chunk, [&](std::size_t piece, unsigned) {
      body(piece * chunk, std::min(count, (piece + 1) * chunk));
    });
  }
  template <class Body>
  void for_each_of(const std::vector<std::uint32_t>& who, const Body& body) {
    for_pieces(who.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) body(who[k]);
    });
  }
  // In the order of slots, for what looks at no others.
  template <class Body>
  void for_present(const Body& body) {
    for_each_of(work.present, body);
  }
  // Of those present, by place: what is read of others is still at hand for the next. What is kept of an
  // agent itself lies by slot, far away: it is fetched some agents before.
  template <class Fetch, class Body>
  void each_by_place(std::size_t begin, std::size_t end, const Fetch& fetch, const Body& body) const {
    constexpr std::size_t before = 8;  // agents
    for (std::size_t k = begin; k < std::min(begin + before, end); ++k) fetch(place_of_present(k).index);
    for (std::size_t k = begin; k < end; ++k) {
      if (k + before < end) fetch(place_of_present(k + before).index);
      body(k);
    }
  }
  template <class Body>
  void by_place(const Body& body) {
    for_pieces(work.present.size(), [&](std::size_t begin, std::size_t end) {
      each_by_place(
          begin, end, [&](std::uint32_t i) { fetch_contacts(i); },
          [&](std::size_t k) { body(place_of_present(k).index); });
    });
  }
  // What will be asked of an agent soon: a hint to the processor.
  void fetch_asker(std::uint32_t i) const;
  void fetch_walker(std::uint32_t i) const;
  void fetch_seen(std::uint32_t i) const;
  void fetch_contacts(std::uint32_t i) const;
  template <class Visit>
  void for_near(std::uint32_t i, const Visit& visit) const {
    const detail::Contacts& of_i = near[i];
    for (std::uint32_t k = 0; k < of_i.count; ++k) visit(of_i.agents[k]);
  }

  CrowdOptions options;
  std::vector<CrowdGroup> groups;
  detail::Bodies bodies;
  detail::Journeys journeys;
  std::vector<const Guide*> own_guides;   // by slot, in place of those of groups; fewer: none
  std::vector<std::uint32_t> free_slots;  // the lowest last
  float greatest_radius = 0, greatest_speed = 0;
  std::uint32_t steps = 0;
  std::uint64_t squeezes = 0;
  bool anybody_without_place = false;
  detail::Focus focus;
  detail::Moments moments;

  // Of the step at work.
  detail::OfOneStep<std::vector<detail::Move>> moves;     // by slot
  detail::OfOneStep<std::vector<detail::Contacts>> near;  // by slot
  detail::OfOneStep<std::vector<detail::Led>> led;        // by slot; of no group that has a leader: none
  float seconds_of_step = 0;
  std::uint32_t steps_to_decide = 1;  // from one decision of an agent to the next
  detail::Workplace work;
};

}  // namespace portolan
