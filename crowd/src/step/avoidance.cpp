// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Reciprocal avoidance: half-planes of velocities that keep free of every neighbour for a while.
#include <algorithm>
#include <cmath>
#include <optional>

#include <boost/container/static_vector.hpp>

#include <portolan/core/detail/open_ground.hpp>

#include "../crowd_state.hpp"
#include "half_planes.hpp"

namespace portolan {
namespace {

using detail::Errand;
using detail::HalfPlane;
using detail::Mouth;
using detail::Seen;

constexpr float horizon = 2;              // seconds in which nobody is to be touched
constexpr float horizon_in_queue = 0.5F;  // of those who go the same way, in a group or where walls are near
constexpr float open_radii = 6;           // to all sides: no wall is near
constexpr float alongside = 0.7F;         // cosine of two headings
constexpr float seconds_apart = 0.25F;    // in which those that overlap are to be apart
constexpr float far_off = 1e6F;           // cells
constexpr float wall_horizon = 0.2F;      // seconds before a wall in which an agent slows down
constexpr float slack = 1.02F;            // of the sum of radii: a hair's breadth between bodies
constexpr float pressed_below = 0.96F;    // of that: who comes nearer than so presses
constexpr float step_back = 0.3F;         // of the step that a queue would take backwards,
constexpr float step_aside = 0.5F;        // and of one to the side, of a throng that hardly gets on
constexpr float carried_at = 0.6F;        // of its greatest speed: so fast others carry an agent along,
constexpr float carried_off = 0.3F;       // cosine of where it goes and where it wants to,
constexpr float carried_with = 0.7F;      // of where it goes and where they want to,
constexpr std::uint32_t loosely = 11;     // and so many at most are around it
constexpr float to_wanted = 0.1F;         // of the way from what it does to what it wants
constexpr float to_the_right = 0.25F;     // of the wanted velocity, for each whom an agent meets
constexpr float most_to_the_right = 1;    // the same, for all of them
constexpr float longest_courtesy = 10;    // seconds of standing, then straight on for as long
constexpr float meeting_beside = 2;       // sums of radii to the side, within which it meets somebody
constexpr float crowded = 0.6F;           // pace below which there is no room for courtesies
constexpr float meeting = 0.2F;           // cosine of two headings, below which two may meet

// The velocities by which one agent keeps free of another for so many seconds, if it takes this share of the
// change that is needed. `off`: where the other is; `relative`: how fast the two come together.
HalfPlane free_of(Vec2 off, Vec2 relative, float apart, float seconds, Vec2 own, float share) {
  PORTOLAN_ASSERT(apart > 0 && seconds > 0, "bodies have a size, and time goes on");
  const float square = dot(off, off);
  Vec2 change;
  HalfPlane plane;
  const bool overlap = square <= apart * apart;
  const float t = 1 / (overlap ? seconds_apart : seconds);
  const Vec2 w = relative - off * t;  // from the middle of the disc at the end of the cone
  const float along = dot(w, off);
  if (overlap || (along < 0 && along * along > apart * apart * dot(w, w))) {
    const float w_length = length(w);
    const Vec2 unit = w_length > 0 ? w * (1 / w_length) : Vec2{1, 0};
    plane.direction = {unit.y, -unit.x};
    change = unit * (apart * t - w_length);
  } else {
    const float leg = std::sqrt(square - apart * apart);
    const float inverse = 1 / square;
    if (cross(off, w) > 0)
      plane.direction = Vec2{off.x * leg - off.y * apart, off.x * apart + off.y * leg} * inverse;
    else
      plane.direction = Vec2{off.x * leg + off.y * apart, off.y * leg - off.x * apart} * -inverse;
    change = plane.direction * dot(relative, plane.direction) - relative;
  }
  plane.point = own + change * share;
  return plane;
}

// Four walls, and the middle of a passage. To blank them all would take longer than most agents need for it.
using Planes = boost::container::static_vector<HalfPlane, 6 + detail::Contacts::most>;

// Walls to the four sides of a body. So many cells around it are known to be free of them.
void add_walls(Planes& planes, const GridView& grid, Vec2 p, std::int32_t layer, float margin, float sight,
               std::int32_t open) {
  const Cell here = cell_at(p, layer);
  const auto steps = static_cast<std::int32_t>(std::ceil(sight));
  if (steps <= open || detail::is_open_around(grid, here, steps)) return;
  for (int side = 0; side < 4; ++side) {
    const int dx = side == 0 ? 1 : (side == 1 ? -1 : 0), dy = side == 2 ? 1 : (side == 3 ? -1 : 0);
    for (std::int32_t k = 1; k <= steps; ++k) {
      if (grid.passable({here.x + k * dx, here.y + k * dy, layer})) continue;
      const Vec2 out{static_cast<float>(dx), static_cast<float>(dy)};
      const auto edge = static_cast<float>(k - 1);
      const Vec2 in_cell = p - Vec2{static_cast<float>(here.x), static_cast<float>(here.y)};
      const float to_edge = dx + dy > 0 ? 1 - dot(in_cell, out) : -dot(in_cell, out);
      const float room = std::max(0.0F, to_edge + edge - margin);
      planes.push_back({out * (room / wall_horizon), right_of(out)});
      break;
    }
  }
}

// The side of its lane, and the mouth that is for those who come.
void add_side(Planes& planes, const detail::LaneSide& side) {
  const Vec2 out = side.right * -1.0F;
  planes.push_back({out * (std::max(0.0F, side.room) / wall_horizon), right_of(out)});
  const Vec2 in{side.right.y, -side.right.x};
  if (side.shut < far_off) planes.push_back({in * (side.shut / wall_horizon), right_of(in)});
}

// Of two in each other's way, does the first leave the way to the second?
bool leaves_way(std::uint16_t mine, std::uint16_t other) {
  constexpr unsigned gives = Errand::holds_back | Errand::retreats, takes = Errand::narrow | Errand::leaving;
  return (mine & gives) != 0 && (other & takes) != 0 && (other & gives) == 0;
}

// Of two of different ranks: 1 where the first one's is higher, -1 where the second one's is. Of two who
// go the same way, or into the same mouth, and do not get on: 1 where the first is ahead, -1 where the second
// is. 0 of others. Before a mouth who is nearer to it is ahead: what is left of their ways jumps
// where these bend into it, and two on its both sides, each ahead in every other short step, let nobody in.
int order_of(const Seen& mine, const Seen& other, bool earlier) {
  if (mine.stands || other.stands) return 0;
  if (mine.rank != other.rank) return mine.rank > other.rank ? 1 : -1;
  if (std::min(mine.pace, other.pace) > crowded) return 0;
  const bool same_group = mine.group == other.group;
  const bool same_mouth = mine.mouth.way != Mouth::Way::none && mine.mouth == other.mouth;
  float ahead = 0;
  if (same_mouth && (same_group || (mine.errand & Errand::meets_stream) == 0)) {
    ahead = length(other.position - other.mouth.middle) - length(mine.position - mine.mouth.middle);
  } else if (same_group) {
    ahead = other.left - mine.left;
  } else {
    if (dot(mine.heading, other.heading) <= alongside) return 0;
    ahead = dot(mine.position - other.position, mine.heading + other.heading);
  }
  return ahead > 0 || (ahead == 0 && earlier) ? 1 : -1;
}

// What part of the change that two need is the first one's.
float share_of_change(const Seen& mine, const Seen& other, bool all_mine) {
  if (all_mine) return 1;
  return leaves_way(other.errand, mine.errand) ? 0.1F : other.mass / (mine.mass + other.mass);
}

// To the right of those who come: a crowd of many ways turns around its middle. Whom that does not help goes
// straight on, and to the right again later: two face to face among friends who stand would press for good.
float share_to_the_right(float met, float still) {
  constexpr float turn = 2 * longest_courtesy;
  const bool courteous = (still < turn ? still : std::fmod(still, turn)) <= longest_courtesy;
  return courteous ? std::min(most_to_the_right, to_the_right * met) : 0.0F;
}

// Less of a velocity the more it leads to the side. Who gets no further looked for a way past the others now
// to the left and now to the right: 300 before two doors walked 0.12 of their speed to and fro while they
// hardly got on, and 0.05 since.
Vec2 calmed(Vec2 velocity, Vec2 heading) {
  const float along = std::max(0.0F, dot(velocity, heading)), square = dot(velocity, velocity);
  if (!(square > 0)) return velocity;
  return velocity * (step_aside + (1 - step_aside) * along * along / square);
}

// What a throng leaves of the best velocity of one that has nobody to get around. Steps back in a queue are
// short unless somebody presses: those behind step back, too. Of 600 before a gate every fourth went
// backwards in a step, and they walked 23 % farther than straight in place of 15. Without any, a thousand
// before a bottleneck stand for good in one of ten starts. Who meets others, or passes others who stand to
// come to its place, gets around them: slowed down too, two stood face to face in a doorway for good, and a
// throng that leaves a point. So do vehicles, which face what they aim at, and turn no faster than they can.
Vec2 in_throng(Vec2 best, Vec2 wanted, const Seen& mine, bool in_line, bool gets_around) {
  if (in_line && dot(best, wanted) < 0) return best * step_back;
  return mine.pace < crowded && !gets_around ? calmed(best, mine.heading) : best;
}

}  // namespace

// Does it go fast, and not where it wants to, with few around it? Whose way that is tells who carries it. In
// a throng, and before a passage, others come out by that: the last of 200 who come to a point and leave it
// would be gone a fifth later.
bool Crowd::State::is_carried(std::uint32_t i) const {
  const Vec2 v = bodies.velocities[i], way = bodies.headings[i];
  const float fast = length(v);
  return fast > carried_at * bodies.max_speeds[i] && dot(v, way) < carried_off * fast && way != Vec2{} &&
         reciprocal(i) && near[i].count <= loosely && mouth_of(i).way == Mouth::Way::none;
}

// The velocity of an agent, as avoidance takes it. One that another carries along, to the side or against its
// way, tells by how it goes that it wants to, and both would go on like that for good: van den Berg et al.
// (2011, section 5.2) name both choices, what an agent does and what it wants. A tenth of the way to that is
// enough.
Vec2 Crowd::State::taken_velocity(std::uint32_t i, const detail::Seen& one, const detail::Seen& by) const {
  const Vec2 v = one.velocity;
  if (!one.carried || dot(v, by.heading) < carried_with * length(v)) return v;
  return v + (one.heading * work.top_speeds[i] - v) * to_wanted;
}

// Who has to get on at once goes before everybody, whatever their priorities.
std::uint8_t Crowd::State::rank(std::uint32_t i) const {
  constexpr std::uint8_t first = most_priority + 1;
  return !stands(i) && guide_of(i).is_urgent() ? first : priority(i);
}

detail::Seen Crowd::State::seen_of(std::uint32_t i) const {
  const Kind& kind = bodies.kinds[i];
  const detail::Progress& progress = journeys.progress[i];
  return {bodies.positions[i],
          bodies.velocities[i],
          bodies.headings[i],
          bodies.radii[i],
          mass(i),
          progress.pace(),
          progress.left,
          kind.group,
          mouth_of(i),
          bodies.errands[i].flags,
          kind.team,
          rank(i),
          stands(i),
          holds(i),
          passes_through(i),
          is_carried(i)};
}

bool Crowd::State::yields_to(std::uint32_t i, std::uint32_t j) const {
  return leaves_way(bodies.errands[i].flags, bodies.errands[j].flags);
}

// Who has the higher rank has the way, and of two who go the same way and do not get on the one ahead.
// Nobody can block the first of a queue from behind, so that no arch forms before a door.
bool Crowd::State::leads(std::uint32_t i, std::uint32_t j) const {
  return order_of(seen_of(i), seen_of(j), i < j) > 0;
}

// Who stands in the way of a friend for long is pushed, and pushed on for as long as the friend is slow. Were
// it let alone once the friend gets on, 30 took 104 s through a hundred who stand, in place of 50.
bool Crowd::State::pushes(const Seen& mine, const Seen& other, std::uint32_t j, float still) const {
  const detail::Standing standing{other.mass, other.team, other.holds};
  if (!other.stands || !standing.gives_way_to({mine.mass, mine.team})) return false;
  return still > 1 || (mine.pace < crowded && is_out_of_place(j));
}

Vec2 Crowd::State::avoiding(std::uint32_t i, Vec2 wanted, float seconds) const {
  const Seen& mine = work.seen[i];
  const Vec2 p = mine.position, own = mine.velocity, heading = mine.heading;
  const float speed = work.top_speeds[i], still = stalled(i);
  const auto clear = static_cast<std::int32_t>(std::ceil(open_radii * mine.radius));
  const bool open = detail::is_open_around(group_of(i).grid, cell_at(p, bodies.layers[i]), clear);
  Planes planes;
  add_walls(planes, group_of(i).grid, p, bodies.layers[i], margin(i), margin(i) + speed * wall_horizon,
            open ? clear : 0);
  const std::optional<detail::LaneSide> side = side_of(i);
  if (side) add_side(planes, *side);
  const std::size_t firm = planes.size();
  bool in_line = true;  // all whom it heeds are of its group, go its way and leave it its room
  bool passes_standing = false;
  float met = 0;
  for_near(i, [&](std::uint32_t j) {
    Seen made;
    const Seen& other = seen(j, made);
    const Vec2 off = other.position - p;
    const float apart = (mine.radius + other.radius) * slack;
    if (pushes(mine, other, j, still)) return;
    const int order = order_of(mine, other, i < j);
    const bool yields = leaves_way(mine.errand, other.errand);
    const bool beside = side && passes_in_lane(j, *side, off, apart);
    if ((order > 0 && !yields) || beside || is_led_by(j, i)) return;
    const float together = dot(heading, other.heading);
    const bool follows = !other.stands && together > alongside;
    // Those who go along with it are in nobody's way as long as the two do not come nearer.
    if (follows && dot(own - other.velocity, off) <= 0 && dot(off, off) > apart * apart) return;
    const bool in_queue = follows && (!open || mine.group == other.group);
    const bool pressed = dot(off, off) < apart * apart * (pressed_below * pressed_below);
    in_line = in_line && follows && mine.group == other.group && !pressed;
    passes_standing = passes_standing || other.stands;
    const float share = share_of_change(mine, other, other.stands || yields || order < 0);
    const float ahead = std::max(in_queue ? horizon_in_queue : horizon, 2 * seconds);
    const Vec2 taken = follows ? own : taken_velocity(i, mine, other);
    const Vec2 theirs = follows ? other.velocity : taken_velocity(j, other, mine);
    planes.push_back(free_of(off, taken - theirs, apart, ahead, taken, share));
    if (other.stands || together > meeting || dot(off, wanted) <= 0) return;
    if (std::abs(cross(off, heading)) < meeting_beside * apart) met += 1;
  });
  if (planes.empty()) return wanted;
  const Vec2 sideways = right_of(wanted) * share_to_the_right(met, still);
  const Vec2 best = detail::best_velocity(std::span<const HalfPlane>(planes.data(), planes.size()), firm,
                                          speed, shortened(wanted + sideways, speed));
  const bool meets = met > 0 || side || (mine.errand & Errand::meets_stream) != 0;
  const bool gets_around = meets || (passes_standing && sees_place(i)) || drives(i);
  return in_throng(best, wanted, mine, in_line, gets_around);
}

}  // namespace portolan
