// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/carrier.hpp>
#include <portolan/core/detail/inline_executor.hpp>
#include <portolan/core/heading.hpp>
#include <portolan/crowd/crowd.hpp>

#include "crowd_data.hpp"

namespace portolan {

namespace detail {

class Candidates;
class Nearest;
struct LastLeg;

}  // namespace detail

struct Crowd::State : detail::CrowdData {
  [[nodiscard]] bool passes_through(std::uint32_t i) const;
  // Its way ends before the goal, and it is there.
  [[nodiscard]] bool has_ended(std::uint32_t i) const;
  // How far its centre keeps away from cells that are impassable to its group.
  [[nodiscard]] float margin(std::uint32_t i) const;
  void carry(detail::Carrier& carrier);
  void carry_group(detail::Carrier& carrier, CrowdGroup& group);
  [[nodiscard]] bool fits() const;
  [[nodiscard]] bool agent_fits(std::uint32_t i) const;
  void note_moment();
  void go_back(std::uint64_t moment);
  [[nodiscard]] std::uint32_t new_slot();
  [[nodiscard]] static bool can_stand(const CrowdGroup& group, Vec2 p, std::int32_t layer);
  [[nodiscard]] static bool is_body(float radius, float speed, float mass);
  [[nodiscard]] static bool is_drive(float acceleration, float turn_rate, Vec2 facing,
                                     std::uint32_t priority);
  [[nodiscard]] bool can_be(const AgentSpec& spec) const;
  void note_drive(std::uint32_t i);
  template <class Value>
  void set_drive(AgentId id, Value detail::Drive::*member, Value value);
  [[nodiscard]] std::uint32_t slot_for(AgentId id, float size, float most) const;  // nobody's: no such size
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
    return work.neighbours.entries()[work.anybody.pauses ? work.by_place.places[k] : k];
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
  [[nodiscard]] detail::LastLeg last_leg(std::uint32_t i) const;
  [[nodiscard]] Vec2 first_heading(std::uint32_t i) const;
  void fall_in(std::span<std::uint32_t> who, std::span<const Vec2> places, Vec2 facing) const;
  static void put_in_order(std::span<Vec2> places, Vec2 way, float radius);
  void form_up(std::span<const std::uint32_t> who, Vec2 facing);
  [[nodiscard]] std::vector<Vec2> places_on(std::int32_t layer) const;
  void arrange(CrowdGroup& group, std::span<const std::uint32_t> setting_out);
  [[nodiscard]] detail::Survey survey(std::size_t begin, std::size_t end);
  void survey_all();
  std::size_t find_lookers(std::size_t begin, std::size_t end, std::span<std::uint32_t> places) const;
  void list_near(std::size_t begin, std::size_t end), list_near(std::size_t k, Neighbours::Sweep&sweep);
  [[nodiscard]] detail::Nearest nearest_of(std::uint32_t i, Vec2 from, float reach, float farthest) const;
  [[nodiscard]] std::optional<std::span<const std::uint32_t>> approaching(std::size_t k,
                                                                          Neighbours::Sweep& sweep,
                                                                          detail::Candidates& found) const;
  [[nodiscard]] bool is_touched(const Neighbours::Entry& mine, Neighbours::Sweep& sweep) const;
  [[nodiscard]] detail::Candidates come_beside(std::size_t k, bool rebuilt, Neighbours::Sweep& sweep) const;
  void put_in_order(detail::Candidates& found, std::uint32_t i) const;
  void list_beside(std::size_t begin, std::size_t end, bool surprising);
  void list_contacts(std::size_t k, bool rebuilt, Neighbours::Sweep& sweep);
  void list_resting_around(std::uint32_t i);
  void look_at_ground(std::uint32_t i);
  void number_mouths(std::span<const std::uint32_t> who);
  [[nodiscard]] detail::Mouth mouth_at(std::uint32_t i, Cell before, Cell c) const;
  [[nodiscard]] detail::Mouth mouth_ahead(std::uint32_t i, Cell here, std::int32_t ahead) const;
  [[nodiscard]] int counts_to_pass(std::uint32_t i, float bodies_of_it, int cells) const;
  void take_turns();
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
  [[nodiscard]] bool coasts(std::uint32_t i) const {
    return bodies.kinds[i].is(Kind::clear) && keeps_straight_on(i) && !stands(i);
  }
  // Those beside each other in slots do not all decide in the same step.
  [[nodiscard]] bool decides(std::uint32_t i) const {
    constexpr std::uint32_t period = 100, strewn = 37;  // milliseconds
    static_assert(period == detail::seconds_to_decide * 1000);
    return clock.ends(period, i % period * strewn % period);
  }
  [[nodiscard]] float time_to_decide() const {
    return std::max(detail::seconds_to_decide, clock.seconds_of_step());
  }
  [[nodiscard]] bool is_clear(std::uint32_t i) const;
  [[nodiscard]] bool touches_within(std::uint32_t i, std::uint32_t j, float seconds) const;
  void coast(std::uint32_t i, float seconds);
  void walk(std::uint32_t i, float seconds, const Heading* course);
  void part(), keep_velocity(std::uint32_t i);
  [[nodiscard]] float share_of(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool keep_order(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] std::uint32_t overlapping(std::uint32_t i, std::uint32_t contacts) const;
  [[nodiscard]] Vec2 past(std::uint32_t i, std::uint32_t j, Vec2 away) const;
  [[nodiscard]] Vec2 relaxed(std::uint32_t i, std::uint32_t contacts) const;
  [[nodiscard]] bool is_stirred(std::uint32_t i) const, too_near(std::uint32_t i) const;
  std::size_t find_pressed(std::size_t begin, std::size_t end, bool first,
                           std::span<std::uint32_t> agents) const;
  [[nodiscard]] bool relax(bool first);
  [[nodiscard]] Vec2 stepped_back(std::uint32_t i, int pass) const;
  void face(std::uint32_t i, Vec2 wanted);
  [[nodiscard]] Vec2 looks_to(std::uint32_t i, Vec2 wanted) const;
  void account(std::uint32_t i);
  void note_way(std::uint32_t i, Cell before, Cell now, float far);
  void note_pace(std::uint32_t i, float detour, float since);
  void note_left(std::uint32_t i, Cell before, Cell now, Vec2 wanted);
  void note_gain(std::uint32_t i, Cell before, Distance left);
  void settle(std::uint32_t i);
  [[nodiscard]] bool is_near_focus(std::uint32_t i) const;
  [[nodiscard]] bool may_be_far(std::uint32_t i) const;
  [[nodiscard]] bool is_free_at(std::uint32_t i, Vec2 p) const;
  [[nodiscard]] bool meets_far(std::uint32_t i, float longest) const;
  [[nodiscard]] bool goes_astray(std::uint32_t i, Vec2 to, float cells) const;
  [[nodiscard]] Vec2 along_guide(std::uint32_t i, float cells) const;
  void get_through(std::uint32_t i, float cells);
  void aim_far(std::uint32_t i, const Heading* course);
  void aim_some_far(std::span<const std::uint32_t> who);
  float take_far_steps();
  void walk_far();
  void choose_detail(std::uint32_t i);
  void fall_behind(std::uint32_t i, float faster);

  // Where to.
  [[nodiscard]] detail::Way heading(std::uint32_t i, Vec2 position, const Heading* course = nullptr) const;
  [[nodiscard]] std::optional<Heading> to_other_ground(std::uint32_t i, Vec2 position) const;
  [[nodiscard]] Heading beside_wall(std::uint32_t i, Vec2 position, const Heading& way) const;
  [[nodiscard]] detail::Way around_corner(std::uint32_t i, Vec2 position, const Heading& way) const;
  [[nodiscard]] bool is_innermost(std::uint32_t i, Vec2 p, Vec2 inner) const;
  [[nodiscard]] std::optional<detail::Way> to_diagonal(std::uint32_t i, Vec2 p, const Heading& way,
                                                       const Heading& onward) const;
  [[nodiscard]] detail::Way out_of_bend(std::uint32_t i, Vec2 position, const detail::Way& way) const;
  [[nodiscard]] Heading past_corner(std::uint32_t i, Vec2 position, const Heading& way, Vec2 led) const;
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
  [[nodiscard]] Vec2 off_the_way_out(std::uint32_t i) const;
  [[nodiscard]] Vec2 aside(std::uint32_t i, Vec2 heading) const;
  void look_for_place(std::uint32_t i);
  [[nodiscard]] Vec2 avoiding(std::uint32_t i, Vec2 wanted, float seconds) const;
  // Taking turns.
  [[nodiscard]] float unhurried(std::uint32_t i, float seconds) const;
  [[nodiscard]] float gate_width(std::uint32_t i) const, wide_enough(std::uint32_t i) const;
  // Is it narrow from wall to wall, rather than in a bend alone?
  [[nodiscard]] bool is_strait(std::uint32_t i, const detail::Passage& passage) const {
    return 2 * passage.half < gate_width(i);
  }
  [[nodiscard]] bool is_narrow(std::uint32_t i, Cell c) const;
  [[nodiscard]] bool goes_before(std::uint32_t i, std::uint32_t j, int patience) const;
  void meet(std::uint32_t i, PathPoint point, Vec2 way, detail::Oncoming& found) const;
  [[nodiscard]] detail::Oncoming oncoming(std::uint32_t i) const;
  [[nodiscard]] bool may_wait(std::uint32_t i) const;
  void find_turns(), find_longest_waits(), ask_to_enter(std::uint32_t i);
  [[nodiscard]] std::optional<detail::LaneSide> side_of(std::uint32_t i) const;
  [[nodiscard]] bool pushes(const detail::Seen& mine, const detail::Seen& other, std::uint32_t j,
                            float still) const;
  [[nodiscard]] bool passes_in_lane(std::uint32_t j, const detail::LaneSide& side, Vec2 off,
                                    float apart) const;
  [[nodiscard]] std::optional<detail::Passage> passage_of(std::uint32_t i, Vec2 p, Vec2 way) const;
  [[nodiscard]] Heading in_lane(std::uint32_t i, Vec2 p, const Heading& way) const;
  [[nodiscard]] detail::LaneSide side_of_stream(std::uint32_t i, Vec2 p) const;
  [[nodiscard]] std::optional<detail::LaneSide> side_at_mouth(std::uint32_t i) const;
  [[nodiscard]] Heading beside_stream(std::uint32_t i, Vec2 p, const Heading& way) const;
  [[nodiscard]] std::uint16_t place_in_queue(std::uint32_t i) const;
  [[nodiscard]] bool jammed(std::uint32_t i) const;
  [[nodiscard]] bool has_way_before(std::uint32_t i, std::uint32_t j) const,
      must_retreat(std::uint32_t i) const;
  [[nodiscard]] bool keeps_lane_in_vain(std::uint32_t i) const;
  [[nodiscard]] bool yields_to(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool leads(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool is_carried(std::uint32_t i) const;
  [[nodiscard]] Vec2 taken_velocity(std::uint32_t i, const detail::Seen& one, const detail::Seen& by) const;
  [[nodiscard]] std::uint8_t rank(std::uint32_t i) const;
  [[nodiscard]] detail::Seen seen_of(std::uint32_t i) const;
  // The same, as all see it in this step; of those far it is made when somebody looks.
  [[nodiscard]] const detail::Seen& seen(std::uint32_t i, detail::Seen& made) const {
    return work.anybody.is_far && is_far(i) ? made = seen_of(i) : work.seen[i];
  }
  [[nodiscard]] float stalled(std::uint32_t i) const { return journeys.progress[i].seconds_blocked(); }
  [[nodiscard]] float seconds_without_way(std::uint32_t i) const {
    return clock.seconds_since(journeys.progress[i].moved());
  }
  [[nodiscard]] Vec2 sped_up(std::uint32_t i, Vec2 wanted, float seconds) const;
  float walk_to_bend(std::uint32_t i, float seconds, const Heading& way, Vec2 velocity);
  void walk_bends(std::uint32_t i, float seconds, Vec2 force, detail::Way way, Vec2 velocity);
  [[nodiscard]] Vec2 driven(std::uint32_t i, Vec2 now, Vec2 wanted, float seconds);
  void drive(std::uint32_t i, float seconds, const Heading* course);
  void drive_piece(std::uint32_t i, float seconds, Vec2 velocity);
  [[nodiscard]] float speed_for_bends(std::uint32_t i, Vec2 p, float seconds) const;
  [[nodiscard]] Vec2 decided(std::uint32_t i, const detail::Way& way, float seconds, bool avoids_others);
  [[nodiscard]] Vec2 out_of_the_way(std::uint32_t i) const;
  Vec2 standing_velocity(std::uint32_t i, float seconds);
  [[nodiscard]] bool stands_on_place(std::uint32_t j, std::uint32_t i) const;
  [[nodiscard]] bool has_place_beside(std::uint32_t j, std::uint32_t i) const;
  [[nodiscard]] bool stays_on_place(std::uint32_t j, std::uint32_t i) const;
  [[nodiscard]] bool is_place_shut(std::uint32_t i) const;
  Vec2 back_to_place(std::uint32_t i, float seconds);
  void give_lanes(std::span<const std::uint32_t> who);

  // Arriving.
  [[nodiscard]] bool at_goal(std::uint32_t i) const;
  [[nodiscard]] bool ends_before_goal(std::uint32_t i, bool halted) const;
  [[nodiscard]] bool touches(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool touches_arrived(std::uint32_t i) const;
  [[nodiscard]] bool is_behind(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool may_hold_up(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool behind_stuck(std::uint32_t i) const;
  [[nodiscard]] bool follows(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] bool passes_by(std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] std::uint32_t alive_ahead(std::uint32_t i) const;
  [[nodiscard]] bool meets_firm(std::uint32_t i) const;
  [[nodiscard]] bool is_shut_in(std::uint32_t i) const;
  [[nodiscard]] bool may_squeeze(std::uint32_t i) const;
  [[nodiscard]] float seconds_to_turn(std::uint32_t i) const;
  void unblock(std::uint32_t i);
  [[nodiscard]] float unrest(std::uint32_t i) const;
  [[nodiscard]] bool crosses_goal(std::uint32_t i) const;
  [[nodiscard]] float patience_of(std::uint32_t i) const;
  [[nodiscard]] float at_least_a_cell(std::uint32_t i, float seconds) const;
  [[nodiscard]] bool gives_in(std::uint32_t i) const;
  [[nodiscard]] bool nears_end(std::uint32_t i) const;
  [[nodiscard]] bool is_led_astray(std::uint32_t i) const;
  [[nodiscard]] bool misses_place(std::uint32_t i) const;
  [[nodiscard]] bool is_near_place(std::uint32_t i) const;
  [[nodiscard]] bool stands_off(std::uint32_t i) const;
  [[nodiscard]] bool in_place(std::uint32_t i);
  void swap_places(std::uint32_t i, bool with_standing);
  void stand(std::uint32_t i);
  [[nodiscard]] float patience_for_place(std::uint32_t i) const, seconds_of_trying(std::uint32_t i) const;
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
  // What is kept of an agent itself lies by slot, far away: it is fetched some agents before. `index_of`: who
  // is at a place of a list.
  template <class IndexOf, class Fetch, class Body>
  static void each_fetched(std::size_t begin, std::size_t end, const IndexOf& index_of, const Fetch& fetch,
                           const Body& body) {
    constexpr std::size_t before = 8;  // agents
    for (std::size_t k = begin; k < std::min(begin + before, end); ++k) fetch(index_of(k));
    for (std::size_t k = begin; k < end; ++k) {
      if (k + before < end) fetch(index_of(k + before));
      body(k);
    }
  }
  // Of those present, by place: what is read of others is still at hand for the next.
  template <class Fetch, class Body>
  void each_by_place(std::size_t begin, std::size_t end, const Fetch& fetch, const Body& body) const {
    each_fetched(
        begin, end, [&](std::size_t k) { return place_of_present(k).index; }, fetch, body);
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
};

}  // namespace portolan
