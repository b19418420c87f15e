// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/flat_hash.hpp>

#include "bounds/heuristic.hpp"
#include "hierarchy_state.hpp"
#include "search/endpoints.hpp"
#include "search/sector_list.hpp"
#include "simd/strings.hpp"

namespace portolan::detail {

/// Finds the sectors that the shortest curve of an agent leads through, by an estimate: a string that is
/// pulled taut through the runs of portals, from the goals to the agent. Between two portals that are no
/// further from each other than over open ground it is straight. Elsewhere it bends at the first of the two,
/// and gets as much longer as the table is above the octile distance.
///
/// Method: A* over the portals of level 0, as TA* (Demyen and Buro, "Efficient triangulation-based
/// pathfinding", 2006) does over the sides of triangles: of each portal the best string that is known, the
/// corner where that bends last, and what it sees of the run from there. Landmarks guide it. All sums are
/// those of IEEE 754 in one order: equal hierarchies and queries give equal sectors, on every machine.
///
/// Requires a hierarchy without usable links. Scratch; reused. Cost: a sixth of a microsecond per portal
/// opened, of which there are some three to fifteen in every sector of the route.
class TautSearch {
 public:
  explicit TautSearch(const HierarchyState& state);

  /// What is asked of a search.
  struct Task {
    std::uint32_t agent = 0;         ///< of the query; the others are not looked at
    float most_length = 0;           ///< in cells; strings that are longer are none
    float weight = 1;                ///< what is left of a string counts so much more
    float gain = 0;                  ///< in cells; what gains no more than that is not followed again
    std::uint64_t most_portals = 0;  ///< to open
  };
  /// Takes the ends of a query. False where no such string was found.
  [[nodiscard]] bool run(const Endpoints& endpoints, const Task& task);
  /// Adds the sectors that the string leads through, from the agent on. After `run` found one.
  void add_sectors(SectorList& sectors) const;
  /// Appends the cells where it bends, nearly, from the agent on, and that of the goal. After `run` found
  /// one.
  void add_bends(std::vector<Cell>& bends) const;
  [[nodiscard]] std::uint64_t opened() const { return search_.opened(); }

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(entered_, gates_, lanes_, known_, beyond_, estimates_, exits_, search_);
  }

 private:
  static constexpr std::uint32_t none = ~0U;

  /// A gate that waits, `none` for the agent, as one number: its bound, whose bits are in the order of what
  /// they mean, and of equal ones the gate that was found last first.
  struct Waiting {
    std::uint64_t order = 0;

    [[nodiscard]] std::uint32_t gate() const { return ~static_cast<std::uint32_t>(order); }
    [[nodiscard]] float bound() const {
      return std::bit_cast<float>(static_cast<std::uint32_t>(order >> 32U));
    }
    [[nodiscard]] bool before(const Waiting& o) const { return order < o.order; }
    // A hundredth or so of the bound on.
    [[nodiscard]] Waiting stage_end() const { return {order + (std::uint64_t{1} << 49U)}; }
  };
  using Search = BestFirst<float, StagedMinQueue, Waiting>;
  friend Search;

  /// Where a string comes from.
  struct Origin {
    std::uint32_t gate = none;  ///< the one before, towards the goal
    std::uint32_t through = 0;  ///< sector between that and here
  };
  /// A portal that the search has looked at, and the best string there. The gates of a border follow one
  /// another.
  struct Gate {
    float cost, length;  ///< of the string, as in StringEnd
    float bend_x, bend_y;
    float low, high;
    Origin origin;
    float bound;  ///< by way of here to the agent, as far as is known
    std::uint32_t portal;
  };
  /// Strings from one goal to portals of its sector that lie side by side.
  struct Start {
    const Goal* goal = nullptr;
    std::uint32_t area = 0;
    std::uint32_t lane = 0;  // of the area's first ones
    float costs[PortalLanes::width];
  };

  /// A sector whose gates are known, if it was entered by the search under way.
  struct Entered {
    std::uint32_t search = 0;              ///< its number
    std::uint32_t lanes = 0;               ///< the first
    std::array<std::uint32_t, 4> gates{};  ///< the first of each side that has some
  };

  // The gates, as the search asks for them.
  [[nodiscard]] bool is_stale(const Waiting& waiting) const {
    return (is_end(waiting) ? end_.bound : gates_[waiting.gate()].bound) != waiting.bound();
  }
  [[nodiscard]] static bool is_end(const Waiting& waiting) { return waiting.gate() == none; }
  void expand(const Waiting& waiting);
  void wait(float bound, std::uint32_t gate) {
    search_.open({std::uint64_t{std::bit_cast<std::uint32_t>(bound)} << 32U | ~gate});
  }

  void aim(const Endpoints& endpoints, std::uint32_t agent);
  void begin(const Endpoints& endpoints);
  void begin_at(const Seed& seed, const Goal& goal, Start& start);
  void begin_from(const Start& start);
  void cross(std::uint32_t from);
  /// To gates of a sector, from a lane on.
  void pull(const StringEnd& end, const Origin& origin, const PortalLanes& lanes, const WayCosts& costs);
  void arrive(std::uint32_t from, float excess);
  [[nodiscard]] std::uint32_t lanes_of(std::uint32_t sector);
  void add_lanes(std::uint32_t sector, Entered& entered);
  [[nodiscard]] std::uint32_t gates_of(std::uint32_t sector, Side side);
  void add_gates(std::uint32_t portal, std::uint32_t count);
  [[nodiscard]] StringEnd end_at(std::uint32_t gate) const;
  [[nodiscard]] float excess_of(std::uint64_t cost, std::int32_t dx2, std::int32_t dy2) const;

  const HierarchyState& state_;
  const Level& level_;
  StringQuery query_;
  std::uint32_t agent_sector_ = 0;
  Heuristic heuristic_;
  FlatHash<std::uint32_t, float> exits_;  // portals of the agent's sector: what is above the straight line
  std::vector<Entered> entered_;          // by sector: to look them up by a hash took longer
  std::uint32_t searches_ = 0;            // so far
  std::vector<PortalLanes> lanes_;        // as the rows of tables of sectors are
  std::vector<Gate> gates_;
  std::vector<float> known_;   // by gate: length of the best string; infinite where there is none
  std::vector<float> beyond_;  // by gate: a path by steps from there is that long at least, in cells
  std::size_t lanes_used_ = 0, gates_used_ = 0;
  std::vector<std::uint32_t> estimates_;  // of the gates of one border, in units
  struct {
    float bound;
    Origin origin;
  } end_{};  // the best string at the agent
  Search search_;
};

}  // namespace portolan::detail
