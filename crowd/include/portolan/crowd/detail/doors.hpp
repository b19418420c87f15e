// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <portolan/core/detail/min_queue.hpp>
#include <portolan/core/goal.hpp>
#include <portolan/core/grid_view.hpp>
#include <portolan/core/straight_field.hpp>
#include <portolan/core/tile_grid.hpp>
#include <portolan/crowd/crowd.hpp>
#include <portolan/crowd/detail/pair_revision.hpp>
#include <portolan/crowd/guide.hpp>

namespace portolan::detail {

struct DoorGap;

/// The bodies that wait before a door.
struct DoorUsers {
  float radius = 0.3F;  ///< cells
  float speed = 4;      ///< cells a second
  float headway = 0;    ///< as in CrowdGroup
};

class Doors;

/// Leads through one door, and straight to the goal from where that is the way through it, and behind it.
class DoorGuide final : public Guide {
 public:
  [[nodiscard]] Vec2 heading(Vec2 position, std::int32_t layer) const override {
    return course(position, layer).direction;
  }
  [[nodiscard]] Heading course(Vec2 position, std::int32_t layer) const override {
    return followed(cell_at(position, layer)).heading(position, layer);
  }
  [[nodiscard]] std::optional<Cell> next(Cell c) const override { return followed(c).next(c); }
  [[nodiscard]] Distance remaining(Cell c) const override;
  [[nodiscard]] std::uint64_t revision() const override;

 private:
  friend class Doors;
  [[nodiscard]] const StraightField& followed(Cell c) const;

  const Doors* doors_ = nullptr;
  std::size_t door_ = 0;
};

/// The doors that lead some agents to their goals, and who goes through which: by the load of all who are on
/// their way, not only of those who already stand before a door. A door is the narrowest place on somebody's
/// way, or on the way that is left when those are shut.
///
/// At each look agents are lined up again: whichever door can first let somebody through takes, of those who
/// can be there by then, the one for whom any other door is farthest about: so all doors are done at the same
/// time, and ways do not cross. How much farther about a door counts for the wait before it follows from how
/// many it takes (its price). An agent keeps to the door that it has unless the other one is quicker by
/// `least_gain`, or as quick and on its side of the line between the two: where two are as good, agents would
/// go to and fro between them.
///
/// Repeatable: equal crowds and grounds give equal doors and lines. A look is due twice a second, less often
/// for large groups and where there is no choice; twice a second those who have gone through their door hold
/// it no more. Cost of a look: O(agents * doors^2), and at most sixteen ways that are followed, or a search
/// of `most_searched` cells; and a field where a door is found. Allocates nothing otherwise. Cost of a
/// heading: a look-up per door at most.
class Doors {
 public:
  static constexpr std::size_t most = 8;               ///< doors
  static constexpr std::size_t most_searched = 16384;  ///< cells, for one more door

  Doors(const GridView& ground, const TileGrid& tiles, const DoorUsers& users);
  Doors(const Doors&) = delete;
  Doors& operator=(const Doors&) = delete;
  ~Doors() = default;

  /// The tiles that ways lead over, and where to. When they or their ground have changed all doors are
  /// forgotten.
  void renew(std::span<const TileId> tiles, std::span<const Goal> goals);
  /// Looks at those of the agents who walk, when it is time; an id of nobody stands for one who goes
  /// elsewhere. `straight` leads them on ground by itself; it must outlive the use of guides.
  void look(const Crowd& crowd, std::span<const AgentId> agents, const StraightField& straight,
            float seconds);

  [[nodiscard]] std::size_t size() const { return doors_.size(); }
  /// Who leads the k-th agent; null where its way leads through no door, or there is no choice.
  [[nodiscard]] const Guide* guide_of(std::size_t k) const {
    return size() > 1 && k < held_.size() && held_[k].door < most ? &guides_[held_[k].door] : nullptr;
  }

 private:
  friend class DoorGuide;
  static constexpr float same = 0.75F;  // cells by which two lengths of one way differ at most

  static constexpr float never = std::numeric_limits<float>::infinity();

  // By an agent; `most`: no door.
  struct Held {
    std::uint8_t door = most;
    float due = never;  // seconds after the last note when it should be through
  };
  // Of those who go to a door.
  struct Passed {
    int due = 0, through = 0;
  };
  struct Door {
    std::vector<Cell> cells;
    std::vector<float> rests;  // cells from each of its cells to a goal
    StraightField field;       // of the ways through it
    float rest = 0;            // the least of them
    float capacity = 0;        // agents a second, as bodies of their size get through by themselves
    float open = 1;            // share of it that was seen
    float price = 0;     // cells by which it counts as farther, so that as many have it nearest as it takes
    float searched = 0;  // cells so far around it no other door was found
    PairRevision revision{};           // of the straight field and its own
    std::array<float, most> way_to{};  // cells from its middle to a goal through this door

    // Does the straight way through it lead to another door?
    [[nodiscard]] bool leads_to(std::size_t other) const { return way_to[other] <= rest + same; }
    [[nodiscard]] float seconds_each() const { return 1 / (capacity * open); }
    void learn(const Passed& passed);
  };
  struct Walker {
    std::uint32_t agent = 0;
    Cell cell;
    std::array<float, most> lengths{};  // of its ways through the doors
    std::array<bool, most> next{};      // doors that may be the next on its way
    std::size_t best = most;            // door that takes it
    // Seconds to the goal by the door that it has, and by the best one.
    float now = never, then = never;
  };
  struct Waiting {
    float distance = 0;
    std::uint32_t walker = 0;
  };
  struct There {
    float detour = 0;
    std::uint32_t walker = 0;

    [[nodiscard]] bool before(const There& other) const {
      return std::tie(other.detour, walker) < std::tie(detour, other.walker);
    }
  };
  // Before a door, while all are lined up.
  struct Line {
    std::vector<Waiting> all;  // who could go through it next, the nearest first
    std::size_t next = 0;      // of them
    MinQueue<There> there;  // those before `next`, some of whom others have taken; the longest detour first
    float last = 0;         // seconds until the last one so far is through

    void clear();
  };
  struct Times {
    float door = never, goal = never;
  };

  // What there is to choose from.
  bool find_doors();
  bool find_on_ways();
  bool find_beside();
  bool find_beside(std::size_t door, float reach);
  [[nodiscard]] bool leads_on(const DoorGap& gap, Vec2 ahead) const;
  void add_door(const DoorGap& gap, int width);
  void allow(std::span<const TileId> tiles);
  [[nodiscard]] std::uint64_t sign() const;
  // Who goes where.
  [[nodiscard]] bool comes_from(std::size_t door, Cell c, float straight, float through,
                                float farthest) const;
  [[nodiscard]] bool is_behind(std::size_t door, Cell c, float straight, float through) const;
  [[nodiscard]] bool goes_straight(std::size_t door, Cell c) const;
  void list(const Crowd& crowd, std::span<const AgentId> agents);
  void release(const Crowd& crowd, std::span<const AgentId> agents);
  void note_through(std::size_t agent, float until);
  [[nodiscard]] bool measure(Walker& walker, float left) const;
  void find_next(Walker& walker, float left) const;
  [[nodiscard]] bool is_before(const Walker& walker, std::size_t first, std::size_t second) const;
  void line_up();
  void fill_lines();
  [[nodiscard]] float detour(const Walker& walker, std::size_t door) const;
  void admit(std::size_t door);
  [[nodiscard]] Times next_through(std::size_t door);
  void serve();
  void set_prices();
  void time_ways();
  [[nodiscard]] bool changes(const Walker& walker) const;
  void note_due();

  GridView ground_;
  TileGrid tiles_;
  DoorUsers users_;
  const StraightField* straight_ = nullptr;
  std::vector<TileId> allowed_;  // in order; those of other ways as well
  std::vector<Goal> goals_;
  std::uint64_t signature_ = 0;  // of the ground there
  float since_ = 0, wait_ = 0;   // seconds since the last look, and between it and the next
  std::vector<Door> doors_;
  std::array<DoorGuide, most> guides_;
  std::vector<Held> held_;             // by agent
  float noted_ = 0;                    // seconds since the last note
  std::array<Passed, most> passed_{};  // since then
  std::vector<Cell> traced_;           // squares from which ways were followed, in order
  std::vector<Walker> walkers_;        // who is before a door
  std::vector<Cell> strays_;           // where those are who are before none
  std::array<Line, most> lines_;
  std::vector<float> detours_;
};

}  // namespace portolan::detail
