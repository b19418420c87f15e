// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/link_table.hpp>
#include <portolan/core/distance.hpp>
#include <portolan/core/heading.hpp>
#include <portolan/core/path_point.hpp>
#include <portolan/core/vec2.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/neighbours.hpp>

#include "errand.hpp"
#include "step/forecast.hpp"

// What a step of the crowd notes while it is at work.
namespace portolan::detail {

// Made again in each step: a copy of a crowd begins without, and an assigned one keeps its own memory.
template <class List>
struct OfOneStep : List {
  OfOneStep() = default;
  OfOneStep(const OfOneStep&) : List() {}
  OfOneStep& operator=(const OfOneStep&) { return *this; }
  OfOneStep(OfOneStep&&) noexcept = default;
  OfOneStep& operator=(OfOneStep&&) noexcept = default;
  ~OfOneStep() = default;
};

// Where an agent goes in this step.
struct Move {
  Vec2 start;  // its position before the step,
  Vec2 faced;  // and where its body faced
  Vec2 position;
  Vec2 velocity;
  Vec2 wanted;       // the direction that it wants to go, whatever the others do
  Vec2 course;       // of the straight piece of its way on which it is, up to a bend; zero: none
  float detour = 0;  // cells by which the bends made the step longer than its ends are apart
  bool holds_back = false, retreats = false, in_bend = false;
  bool keeps_on = false;    // until it decides again
  bool is_clear = false;    // and touches nobody by then
  bool turns = false;       // its body, rather than that it goes
  bool wants_back = false;  // to the place off which it was pushed, and nobody walks near
};

// Where an agent wants to go, and whether it goes around a corner in its lane.
struct Way : Heading {
  bool in_bend = false;
};

// Where to and how fast it goes behind others.
struct Pace {
  Vec2 way;
  float speed;
};

// From a cell beside one from which its guide knows no way.
struct WayBeside {
  Distance left = unreachable;
  std::optional<Cell> next{};
};

// Who is nearest to an agent in this step.
struct Contacts {
  static constexpr std::uint32_t most = 16;
  std::array<std::uint32_t, most> agents{};
  std::uint32_t count = 0;
};

// Who may be beside an agent once everybody has walked; more than there is room for: not listed.
struct Approaching {
  static constexpr std::uint32_t most = 31;
  std::uint32_t count = 0;
  std::array<std::uint32_t, most> agents;
};

// What others see of an agent while they decide where to go, side by side in memory.
struct alignas(64) Seen {
  Vec2 position, velocity, heading;
  float radius, mass;
  float pace;  // as in Progress
  float left;
  CrowdGroupId group;
  Mouth mouth;
  std::uint16_t errand;  // flags
  std::uint8_t team, rank;
  bool stands : 1, holds : 1, squeezes : 1, carried : 1;
};

// Ground between two walls: it leads along the axis across which it is narrow.
struct Passage {
  Vec2 middle;  // at a cell of it
  Vec2 in;      // the way along it
  float half;   // of its width
};

// Who comes towards an agent that is about to enter narrow ground.
struct Oncoming {
  bool any = false;
  bool enters = false;    // is inside, has begun to enter, or has waited for much longer
  bool in_lanes = false;  // somebody keeps to its side
  bool room = true;       // for two abreast, everywhere
  int cells = 0;          // of narrow ground
};

// What is found while turns are taken, and while streams are looked for.
struct Turn {
  Mouth found;              // by those who have found one in this step
  std::uint16_t queue = 0;  // place in one
};
struct Turns {
  std::vector<Turn> of;                      // by slot
  std::vector<std::uint32_t> who;            // those to whom they matter, in the order of their slots
  std::vector<std::uint16_t> longest_waits;  // counts, by mouth
};

// The right half of a passage.
struct LaneSide {
  Vec2 right;  // from the middle line
  float room;  // from there to the body's edge; negative where that is on the other half
  float shut = std::numeric_limits<float>::infinity();  // cells to the other half's mouth, that is not for it
};

// How an agent follows a leader that it sees in this step.
struct Led {
  static constexpr std::uint32_t nobody = ~0U;

  std::uint32_t by = nobody;
  Vec2 pull;             // where to, of its greatest speed
  bool is_near = false;  // its place behind the leader
  float company = 0;     // of one that leads: the squares of the radii of those whom it does
};

// How an agent is pressed by others while overlaps are parted.
struct Press {
  std::uint8_t contacts = 0;  // how many it has
  std::uint8_t touching = 0;  // so many of them overlapped it, or nearly, before the first pass
  bool is_listed = true;      // false: it rests, and who its contacts are has not mattered yet
  bool is_pushed = false;     // in this pass
  bool goes_back = false;     // in this one
  bool squeezes = false;      // in this step
  bool is_plain = false;  // it walks, and gives way to nobody and goes before nobody: what weighs is its mass
  bool acts = false;      // it is one of those present
};

// What its guide told an agent of a cell, at a revision of the guide; 0: none.
struct Told {
  std::uint64_t revision = 0;
  Cell cell;
  Distance left, without_jams;

  [[nodiscard]] bool holds(std::uint64_t now, Cell c) const {
    return now != 0 && revision == now && cell == c;
  }
};

constexpr std::size_t most_in_piece = 256;  // agents in a piece of work

// One of a piece who asks its guide for its course.
struct Asker {
  const Guide* guide;
  PathPoint at;
  std::size_t place;  // in the piece
};

// What guides that were asked for many at once say to the agents of a piece.
struct Courses {
  std::array<Heading, most_in_piece> ways;
  std::array<bool, most_in_piece> known{};
};

// How far an agent looks for others before it walks, and for those who may then be beside it.
struct Reach {
  float sight, approach;
  bool rests;  // it goes nowhere unless it is pushed, and looks at nobody
  bool looks;  // neither that nor goes straight on until it decides again
};

// How far anybody looks and walks in a step.
struct Range {
  float sight = 0;
  float walked = 0;       // cells; nobody is expected to walk more
  bool rebuilds = false;  // neighbours are built again once everybody has walked
};

// What anybody does in a step.
struct Anybody {
  bool looks = false;  // at `seen`
  bool rests = false;
  bool differ = false;  // in width
  bool is_far = false;
  bool pauses = false;       // is far, or only goes straight on
  bool avoids = false;       // others reciprocally
  bool takes_turns = false;  // or did before its group changed
  bool follows = false;      // a leader, if it sees that one
  bool chases = false;       // others, or flees them

  void add(const Anybody& other) {
    looks |= other.looks;
    rests |= other.rests;
    differ |= other.differ;
    avoids |= other.avoids;
    takes_turns |= other.takes_turns;
    follows |= other.follows;
    chases |= other.chases;
  }
};

// What the agents of a piece are like.
struct Survey {
  Anybody anybody;
  float sight = 0, approach = 0;  // the farthest
  std::ptrdiff_t crowded = 0;     // had more beside them in the last step than can be listed
  std::ptrdiff_t keep_on = 0;     // look at nobody in this step, and walk
};

// An agent whose group keeps rank, and what is left of its way, in cells.
struct Ranked {
  std::uint32_t group;
  float way;
  std::uint32_t agent;

  friend bool operator<(const Ranked& a, const Ranked& b) {
    return a.group != b.group ? a.group < b.group : a.way != b.way ? a.way < b.way : a.agent < b.agent;
  }
};

// Cells on which links begin: a sieve that lets few others through, and all where there are a great many.
class Feet {
 public:
  void clear() { bits_ = {}; }
  void add(const LinkTable& links);
  [[nodiscard]] bool may_be_one(Cell c) const {
    const std::uint32_t bit = bit_of(c);
    return (bits_[bit / 64] >> (bit % 64) & 1U) != 0;
  }

 private:
  static constexpr std::size_t most = 512;  // links of a table
  static constexpr std::uint32_t size = 4096;

  [[nodiscard]] static std::uint32_t bit_of(Cell c) {
    return (static_cast<std::uint32_t>(c.x) * 61 + static_cast<std::uint32_t>(c.y) * 1031) % size;
  }

  std::array<std::uint64_t, size / 64> bits_{};
};

// Those who may go in bows, in the order of slots, and where they will be.
struct Foresight {
  std::vector<std::uint32_t> bowing;
  Forecast forecast;
};

// Those who have less to do in a step than others, in the order of slots.
struct Spared {
  std::vector<std::uint32_t> coasting;  // go straight on, and touch nobody
  std::vector<std::uint32_t> far;       // whose turn it is
};

// Lists in the order of the neighbours.
struct ByPlace {
  std::vector<std::uint32_t> places;  // of those present among all, where others pause
  std::vector<Approaching> approaching;
};

// What a step needs while it is at work; a copy of a crowd begins without.
struct Workplace {
  Workplace() = default;
  Workplace(const Workplace&) {}
  Workplace& operator=(const Workplace&) { return *this; }
  Workplace(Workplace&&) = default;
  Workplace& operator=(Workplace&&) = default;
  ~Workplace() = default;

  std::vector<std::uint32_t> on_map;   // agents, in the order of their slots
  std::vector<std::uint32_t> present;  // those of them that do all that there is to do in a step
  Spared spared;                       // and those who do not
  Neighbours neighbours;               // where all of them were before they walked
  ByPlace by_place;
  std::vector<Reach> reaches;   // by slot
  std::vector<Survey> surveys;  // by piece
  std::vector<Seen> seen;       // by slot, after turns were taken
  Turns turns;
  std::vector<Press> presses;       // by slot, while overlaps are parted
  std::vector<std::uint8_t> moved;  // by slot: was it in the last pass in which overlaps are parted?
  std::vector<float> ground;        // by slot: what it costs where it is after the step
  std::vector<Told> told;           // by slot, of the cell where it was after the last step
  std::vector<float> top_speeds;    // by slot: how fast it may walk
  std::vector<Ranked> ranked;       // those who keep rank
  Feet feet;                        // of all links
  Foresight foresight;
  Squares<Streams> walkers;  // who come towards whom
  Anybody anybody;           // who is present
  Range range;
};

}  // namespace portolan::detail
