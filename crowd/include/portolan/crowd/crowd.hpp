// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/executor.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/id.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/saved_state.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan {

using AgentId = Handle<struct AgentTag>;
using CrowdGroupId = Id<struct CrowdGroupTag>;

enum class AgentState : std::uint8_t {
  waiting,  ///< not started yet; takes no room
  moving,
  stuck,    ///< its guide knows no way from here, or only one that ends before the goal, and it is there; or
            ///< it is to leave from a goal that others hold
  arrived,  ///< at the goal; still there, gives way when pushed
  gone,     ///< at the goal and taken off the map
  removed,  ///< its id is void
};

/// How strongly each force steers an agent; 0 switches it off.
struct Steering {
  float follow = 1;      ///< along the guide's heading
  float separation = 1;  ///< away from others
  float alignment = 0;   ///< with the heading of others
  float cohesion = 0;    ///< towards others
  float pursue = 0;      ///< to where the nearest of another team that it sees is going
  float evade = 0;       ///< away from where those of other teams that it sees are going
  float wander = 0;      ///< to and fro; other ways for each agent, the same ones in each run
  float walls = 0;       ///< away from walls that are near; sideways alone, where it follows its guide
  /// To a place behind the leader of its group in place of `follow`, while it sees it walk; out of its way.
  float leader = 1;
  float seek = 0;    ///< straight to the target of its group, while it sees it
  float flee = 0;    ///< straight away from that, the more the nearer it is
  float arrive = 0;  ///< to it, and to rest there
};

/// What keeps agents from running into each other before they touch. With `separation` and `reciprocal` they
/// take turns on ground where those who meet cannot pass.
enum class Avoidance : std::uint8_t {
  none,        ///< they part when they touch
  separation,  ///< the force of that name
  /// Velocities that stay free of collisions for two seconds if the others choose so too: optimal reciprocal
  /// collision avoidance (van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011), to
  /// the right where nothing else decides. Who has a place, and a way to it that is nearly straight, goes
  /// round the crowds that it is about to meet, by a bow to the right. Agents never come nearer to one
  /// another than nine tenths of their radii.
  reciprocal,
};

/// How the places of a group lie at its goal, in the direction in which it comes.
enum class Formation : std::uint8_t {
  as_it_stands,  ///< as the group stands when it sets out, where it is a block; else side by side
  block,         ///< as wide as deep
  line,          ///< eight times as wide as deep
  column,        ///< eight times as deep as wide
  wedge,         ///< its point ahead, each rank two wider than the one before it
};

/// Agents that share what they see of the world, a guide, and what arriving means.
struct CrowdGroup {
  GridView grid;
  const Guide* guide = nullptr;  ///< null: stand still; must outlive its use
  GoalSet goals;                 ///< whose offsets say nothing here
  Steering steering;
  float arrival_radius = 1.5F;  ///< cells
  bool leave_on_arrival = true;
  /// Of the profile that the grid shows: its cells already keep bodies so far from walls.
  std::int32_t clearance = 1;
  Avoidance avoidance = Avoidance::separation;
  /// Seconds that an agent keeps behind the one in front of it, or behind two that leave it no room between
  /// them; held up so, it turns aside a little. People do, vehicles and game units may not
  /// (Tordeux, Chraibi, Seyfried, "Collision-free speed model for pedestrian dynamics", 2016).
  float headway = 0;
  /// Of groups that stay. Where the ground at the goal is too narrow for it, ranks
  /// that have no room stand behind the others, or else everybody stands close together.
  Formation formation = Formation::as_it_stands;
  /// Those who have places walk as fast as the slowest of them, and who is ahead of its rank lets the others
  /// catch up. So a formation that went through a gap in file is one again some way behind it.
  bool keeps_rank = false;
  /// Ground of this cost is walked at full speed, costlier ground as much slower as it is costlier. 0: cost
  /// is no matter of speed.
  Cost full_speed_cost = 0;
  /// Where a formation faces at the goal, of any length; zero: in the direction in which it comes. Who has
  /// come to its place turns there, and in groups as they stand only where this is not zero.
  Vec2 facing{};
  /// Of this group or another; none: everybody goes its own way. They do so too while the leader is out of
  /// sight, stands, has left the map or is removed. One who belongs to the group leads the others of it.
  AgentId leader{};
  std::optional<PathPoint> target{};  ///< of the forces that seek it, flee it, or arrive at it
};

/// What an agent may have at most: radius in cells, cells per second, mass. What is looked at in a step grows
/// with the first two.
inline constexpr float most_radius = 256, most_speed = 4096, most_mass = 1e9F;
/// Cells per second, and second; radians per second.
inline constexpr float most_acceleration = 1e6F, most_turn_rate = 1000;
inline constexpr std::uint8_t most_priority = 254;
/// Seconds that a step may last. It is walked at once, cell by cell.
inline constexpr float most_seconds = 60;
/// Steps from one walk to the next of an agent that is far from the focus, at most.
inline constexpr std::uint8_t most_interval = 16;

struct AgentSpec {
  Vec2 position;
  std::int32_t layer = 0;
  float radius = 0.3F;  ///< cells, at most `most_radius`
  float max_speed = 4;  ///< cells per second, at most `most_speed`
  CrowdGroupId group{};
  bool waiting = false;
  float mass = 1;         ///< of two bodies that touch, the lighter one gives way more
  bool holds = false;     ///< stands where it stands: nobody pushes it
  std::uint8_t team = 0;  ///< one that stands still gives way to its own team only
  /// How fast it gets up to speed and brakes, in cells per second, and second. It brakes in time for its
  /// place. 0: within a fifth of a second, as people do.
  float acceleration = 0;
  /// How fast its body turns, in radians per second. It goes where it faces, slower the farther it has to
  /// turn, and turns on the spot where that is behind it. 0: it turns at once.
  float turn_rate = 0;
  /// Where its body faces at first, of any length. Zero: where it goes first.
  Vec2 facing{};
  /// Of two who meet, and avoid each other reciprocally, the one with the lower priority makes room alone,
  /// and goes after the other through a passage for one. At most `most_priority`.
  std::uint8_t priority = 0;
};

struct CrowdOptions {
  Executor* executor = nullptr;  ///< null: inline. Results do not depend on it.
  /// Seconds without way made before a blocked agent squeezes through others; four times as many where others
  /// are near and it avoids them reciprocally, or takes turns. It waits for as long as fifteen like it take
  /// to go by, at least, and a vehicle half a turn longer. One that is alone goes on from cell to cell then:
  /// two ways of one length around a rock may have held it.
  float patience = 5;
  int relaxations = 3;  ///< passes per step that push overlapping agents apart
};

/// Thousands of agents as a structure of arrays. Each follows its guide, keeps apart from the others, and
/// slides along walls: its disc never overlaps an impassable cell, as far as half a cell beyond the clearance
/// of its group's profile allows. Agents that block one another for good (two columns in a lane one cell
/// wide) squeeze through after a while, overlapping, so that everyone with a way arrives.
///
/// Arriving: in a group that leaves, within the arrival radius of a goal, with no wall between. In a group
/// that stays everybody has a place of its own, and stands there, or where it can get no nearer and touches
/// one of the group who has arrived; an agent that is pushed off its place walks back when nobody walks near,
/// takes the place of another of its group who stands in its way, unless places are given (`set_place`) or in
/// ranks, and stays where it is if it cannot get back for long.
///
/// Agents come and go between steps: ids hold a generation, so that one of a removed agent is never taken for
/// another's. Every change holds from the next step on. An id of nobody, and a value that cannot be, are a
/// caller's bug: builds with assertions stop there, others change nothing, and answer with nothing.
///
/// Repeatable: a step reads the state before it and writes the state after it, agents in the order of their
/// slots, whatever the executor. Not thread-safe. Cost of a step: O(agents + pairs nearby).
class Crowd {
 public:
  explicit Crowd(CrowdOptions options = {});
  ~Crowd();
  /// Goes on as the other one does; its moments are not copied.
  Crowd(const Crowd& other);
  Crowd& operator=(const Crowd& other);
  Crowd(Crowd&&) noexcept;
  Crowd& operator=(Crowd&&) noexcept;

  CrowdGroupId add_group(CrowdGroup group);
  /// Of an unknown id: the first group.
  [[nodiscard]] CrowdGroup& group(CrowdGroupId id);
  [[nodiscard]] const CrowdGroup& group(CrowdGroupId id) const;
  [[nodiscard]] std::size_t group_count() const;

  /// An agent who stands on a passable cell of the map, or waits anywhere. No id, where that is not so. Its
  /// first step takes its body out of walls that it overlaps, by less than half a cell: `put`, and the `add`
  /// of `OrderedCrowd`, do so at once.
  AgentId add(const AgentSpec& spec);
  /// Takes an agent away; its slot is used again.
  void remove(AgentId id);
  /// Whether the agent has not been removed.
  [[nodiscard]] bool alive(AgentId id) const;
  /// Lets an agent set out for the goals of its group: one that waits, and again one that has arrived, is
  /// stuck or moves to goals that the group has no more. One that is gone comes back where it left, and goes
  /// on as it came where it left in the last step. Where nobody can stand by now, it waits on.
  void start(AgentId id);
  /// The same for everybody of a group who does not wait. `keeps_places`: those that were given by
  /// `set_place` are kept.
  void restart(CrowdGroupId id, bool keeps_places = false);
  /// Moves an agent to another group; it sets out for the goals of that one, unless it waits.
  void regroup(AgentId id, CrowdGroupId group);

  /// Leads the agent in place of the guide of its group, which must have one; null: no more. It stays when
  /// the agent changes its group. Like that one it is the host's, and is not saved.
  void set_guide(AgentId id, const Guide* guide);
  /// Who leads the agent: its own guide, or that of its group; null: nobody.
  [[nodiscard]] const Guide* guide(AgentId id) const;

  /// Where the agent wants to stand in the end, on the layer of its goal. Without this, everybody of a group
  /// that stays is given a place of its own when it sets out: as the group stands, where the ground at the
  /// goal is open, else side by side around the goal.
  void set_place(AgentId id, Vec2 place);
  /// Its place, once it has one.
  [[nodiscard]] std::optional<Vec2> place(AgentId id) const;

  void set_max_speed(AgentId id, float cells_per_second);
  void set_radius(AgentId id, float cells);
  void set_mass(AgentId id, float mass);
  /// Whether it stands where it stands. One that holds does not walk, and nobody pushes it.
  void set_holds(AgentId id, bool holds);
  [[nodiscard]] bool holds(AgentId id) const;
  void set_team(AgentId id, std::uint8_t team);
  void set_acceleration(AgentId id, float cells_per_second_squared);
  void set_turn_rate(AgentId id, float radians_per_second);
  void set_priority(AgentId id, std::uint8_t priority);
  /// Puts an agent elsewhere on its layer or another, at rest, within the cell where its body has room. One
  /// that had arrived sets out for its goal again, if that is not near by; one that has nowhere to go stays
  /// there.
  void put(AgentId id, Vec2 position, std::int32_t layer);

  /// Where players look, for crowds that are larger than what can be seen of them: who is farther than
  /// `radius` cells from all places walks in each `interval`-th step alone, as far as it gets in the time
  /// since it last did, and twice as far at most where it was held up. It follows its guide and slides along
  /// walls, but avoids nobody: it passes through others, ends where nobody is, and its forces rest. It is
  /// near again at the end of its first step within the radius. Who is nearer to another than those near may
  /// be stays near until they have parted, and who follows a plan in time (`Guide::keeps_time`) as long as it
  /// does. No places, or an interval of 0 or 1: all are near. Cost of a step: that of those whose turn it is,
  /// about 1 us for each who is far, and some 40 ns for each who pauses. Not saved, as guides are not; crowds
  /// that go back have the focus that they had.
  void set_focus(std::span<const Vec2> places, float radius, std::uint8_t interval);
  /// Whether it walks seldom, as it is far from the focus.
  [[nodiscard]] bool is_far(AgentId id) const;

  /// Moves everybody on by `seconds`, `most_seconds` at most. By none, in a game that pauses, nothing
  /// happens. Steps of a sixtieth to a tenth of a second are alike: who avoids others reciprocally decides
  /// ten times a second. They may be of different lengths, as frames are: who waits, or is held up, does so
  /// for seconds, not for a number of steps. In a step that is much longer than a tenth of a second bodies go
  /// as far as in several, and may jump past each other.
  void step(float seconds);
  /// Puts every agent whose cell has become impassable on the nearest cell that is free (`nearest_free`).
  /// Returns the agents that were moved. Who stands, and whose body a wall overlaps now, makes room for it
  /// within its cell. `ground(group, cell)`: could the group stand there if no stamp lay
  /// on it?
  std::vector<AgentId> push_out(const std::function<bool(CrowdGroupId, Cell)>& ground);

  /// Slots in use so far: agents, and those that were removed and not replaced.
  [[nodiscard]] std::size_t size() const;
  /// Who has a slot, or had it last.
  [[nodiscard]] AgentId agent(std::size_t slot) const;
  [[nodiscard]] Vec2 position(AgentId id) const;
  /// Where to draw it between two steps: a game that steps ten times a second and draws sixty frames asks
  /// with the share of a step that has gone by since the last one, from 0, where it was before that, to 1,
  /// its position. Straight from one to the other; who took a link is at its other end at once, and one that
  /// has not walked yet, or whose crowd was restored or went back, is where it is. One far from the focus is
  /// drawn on its way all the time, and catches up when it comes near, at no more than one and a half times
  /// its greatest speed. A step stays as it is, so that nothing depends on frames.
  ///
  ///     const portolan::Vec2 now = crowd.shown(crowd.agent(0), due / seconds_per_step);
  [[nodiscard]] Vec2 shown(AgentId id, float share) const;
  [[nodiscard]] Vec2 velocity(AgentId id) const;
  /// Where its body faces, as a unit vector, for a model that is drawn: where it goes, in a throng rather
  /// where it wants to, and where it went last if it stands. One without a `turn_rate` turns there within
  /// half a second, by 360 degrees a second at most. `share`: as for `shown`. East of one that neither was
  /// told nor has walked.
  ///
  ///     const portolan::Vec2 nose = crowd.facing(crowd.agent(0), due / seconds_per_step);
  [[nodiscard]] Vec2 facing(AgentId id, float share = 1) const;
  [[nodiscard]] std::int32_t layer(AgentId id) const;
  [[nodiscard]] Cell cell(AgentId id) const { return cell_at(position(id), layer(id)); }
  [[nodiscard]] float radius(AgentId id) const;
  [[nodiscard]] float max_speed(AgentId id) const;
  [[nodiscard]] float mass(AgentId id) const;
  [[nodiscard]] std::uint8_t team(AgentId id) const;
  [[nodiscard]] float acceleration(AgentId id) const;
  [[nodiscard]] float turn_rate(AgentId id) const;
  [[nodiscard]] std::uint8_t priority(AgentId id) const;
  /// How fast it got on of late where it wanted to go, as a share of its greatest speed; 0 of one that
  /// stands.
  [[nodiscard]] float pace(AgentId id) const;
  /// For how long it has not come nearer to its goal than it was, to within a cell; 0 of one that stands.
  [[nodiscard]] float seconds_without_way(AgentId id) const;
  [[nodiscard]] AgentState state(AgentId id) const;
  [[nodiscard]] CrowdGroupId group_of(AgentId id) const;
  /// Cells walked so far, and what they cost in units of the movement rule.
  [[nodiscard]] float distance(AgentId id) const;
  [[nodiscard]] double path_cost(AgentId id) const;
  /// On the map: moving, stuck or arrived.
  [[nodiscard]] bool present(AgentId id) const;
  /// In the last step it waited for its turn on narrow ground, or behind one who did, or went back to let
  /// others out; without avoidance nobody does.
  [[nodiscard]] bool gives_way(AgentId id) const;
  [[nodiscard]] std::size_t count(AgentState state) const;

  /// Agents on the map whose centre is on an impassable cell: none, ever, after a step.
  [[nodiscard]] std::size_t inside_walls() const;
  /// Pairs on the map whose centres are closer than `share` of the sum of their radii.
  [[nodiscard]] std::size_t overlaps(float share = 0.5F) const;
  /// Times that an agent began to squeeze through others.
  [[nodiscard]] std::uint64_t squeezes() const;
  /// Of positions, layers and states, in the order of slots.
  [[nodiscard]] std::uint64_t hash() const;

  /// All agents and groups, for a game that goes on later (docs/your-games-tick.md). The groups' grids and
  /// guides are the host's.
  void save_state(PartSink& sink) const;
  /// In place of what there is: goes on bit for bit as the crowd that was saved, once its groups have their
  /// guides again; `grid` tells what a group sees. Where the parts do not fit the crowd is empty afterwards.
  [[nodiscard]] bool restore_state(StateReader& reader, const std::function<GridView(CrowdGroupId)>& grid);

  // --- a game that takes back what it guessed (docs/howto/lockstep.md) ---
  /// Notes this moment, to go back to. Keeps a copy of all agents, and of each moment before it what was not
  /// yet so: of who stood nothing. O(agents).
  std::uint64_t keep();
  /// Agents and groups are bit for bit what they were at that moment, which can be gone back to again; later
  /// ones are gone. Groups have the guides that they had. A crowd that was assigned or restored has none.
  void go_back(std::uint64_t moment);
  /// Nobody will go back to moments before this one: their memory serves later ones.
  void forget_before(std::uint64_t moment);
  /// Of all moments together.
  [[nodiscard]] std::size_t kept_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace portolan
