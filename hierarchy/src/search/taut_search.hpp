// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

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

  /// Takes the ends of a query, of which one agent is looked at. False where no string as short as that, in
  /// cells, was found after opening so many portals.
  [[nodiscard]] bool run(const Endpoints& endpoints, std::uint32_t agent, float most_length,
                         std::uint64_t most_portals);
  /// Adds the sectors that the string leads through, from the agent on. After `run` found one.
  void add_sectors(SectorList& sectors) const;
  [[nodiscard]] std::uint64_t opened() const { return search_.opened(); }

  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(borders_, sectors_, gates_, lanes_, known_, beyond_, exits_, search_);
  }

 private:
  using Search = BestFirst<float>;
  friend class BestFirst<float>;

  static constexpr std::uint32_t none = ~0U;
  /// Where a string comes from.
  struct Origin {
    std::uint32_t gate = none;  ///< the one before, towards the goal
    std::uint32_t through = 0;  ///< sector between that and here
  };
  /// A portal that the search has looked at, and the best string there.
  struct Gate {
    StringEnd best;
    Origin origin;     ///< of the best string
    float bound = 0;   ///< by way of here to the agent, as far as is known
    float beyond = 0;  ///< a path by steps from there is that long at least, in cells
    std::uint32_t portal = 0;
  };
  /// The gates of sectors, side by side as the rows of their tables are.
  struct Lanes {
    std::vector<std::int32_t> eastern, at2, along2;
    std::vector<float> low, high, beyond;
    std::vector<std::uint32_t> gate;

    void resize(std::size_t count);
    [[nodiscard]] PortalLanes from(std::size_t lane) const;
    [[nodiscard]] std::size_t memory_bytes() const {
      return heap_bytes(eastern, at2, along2, low, high, beyond, gate);
    }
  };
  static constexpr std::uint64_t arrived = ~std::uint64_t{0};

  // The gates, as the search asks for them: its keys are in the order of portals.
  [[nodiscard]] static std::uint32_t gate_of(const Search::State& open) {
    return static_cast<std::uint32_t>(open.key);
  }
  [[nodiscard]] bool is_stale(const Search::State& open) const {
    return (open.key == arrived ? end_ : gates_[gate_of(open)]).bound != open.bound;
  }
  [[nodiscard]] static bool is_end(const Search::State& open) { return open.key == arrived; }
  void expand(const Search::State& open);

  void aim(const Endpoints& endpoints, std::uint32_t agent);
  void begin(const Endpoints& endpoints);
  void begin_at(const Seed& seed, const Goal& goal);
  void cross(std::uint32_t from, bool on_a);
  /// To gates of a sector, from a place of its table on.
  void pull(const StringEnd& end, const Origin& origin, std::uint32_t place, const float* costs);
  void arrive(std::uint32_t from, float excess);
  [[nodiscard]] std::uint32_t lanes_of(std::uint32_t sector);
  void add_lanes(std::uint32_t sector);
  [[nodiscard]] std::uint32_t gates_of(std::uint32_t sector, Side side);
  void add_gates(std::uint32_t portal, std::uint32_t count);
  [[nodiscard]] float excess_of(std::uint64_t cost, std::int32_t dx2, std::int32_t dy2) const;

  const HierarchyState& state_;
  const Level& level_;
  StringQuery query_;
  std::uint32_t agent_sector_ = 0;
  Heuristic heuristic_;
  FlatHash<std::uint32_t, float> exits_;  // portals of the agent's sector: what is above the straight line
  FlatHash<std::uint32_t, std::uint32_t> borders_;  // the first gate of each
  FlatHash<std::uint32_t, std::uint32_t> sectors_;  // the first lane of each
  Lanes lanes_;
  std::vector<Gate> gates_;            // those of a border one after the other
  std::vector<float> known_;           // length of the best string of each; infinite where there is none
  std::vector<std::uint32_t> beyond_;  // of those of one border, in units
  Gate end_;                           // the best string at the agent
  Search search_;
};

}  // namespace portolan::detail
