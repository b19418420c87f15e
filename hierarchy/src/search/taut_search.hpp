// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <portolan/core/cell.hpp>
#include <portolan/core/detail/best_first.hpp>
#include <portolan/core/detail/flat_hash.hpp>

#include "bounds/heuristic.hpp"
#include "hierarchy_state.hpp"
#include "search/endpoints.hpp"
#include "search/sector_list.hpp"

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
/// Requires a hierarchy without usable links. Scratch; reused. Cost: about a microsecond per portal opened,
/// of which there are some three to fifteen in every sector of the route.
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

  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(places_, strands_, exits_, search_); }

 private:
  using Search = BestFirst<float>;
  friend class BestFirst<float>;

  struct Point {
    float x = 0, y = 0;
  };
  /// A string that ends somewhere in a portal's run.
  struct Strand {
    float cost = 0;               ///< in cells, up to the bend
    float length = 0;             ///< of it, and straight on to the agent: which of two strings is better
    float bound = 0;              ///< by way of here to the agent, as far as is known
    Point bend;                   ///< the last one
    float low = 0, high = 0;      ///< what the bend sees of the run, along it
    float beyond = 0;             ///< what is left from here at least, whatever the string
    std::uint32_t parent = none;  ///< portal before, towards the goal
    std::uint32_t through = 0;    ///< sector between that and here
  };
  /// Where a portal lies.
  struct Line {
    bool eastern = false;
    float at = 0, low = 0, high = 0;
    [[nodiscard]] Point point(float along) const { return eastern ? Point{at, along} : Point{along, at}; }
  };
  static constexpr std::uint32_t none = ~0U;
  static constexpr std::uint32_t arrived = none - 1;

  // The portals, as the search asks for them.
  [[nodiscard]] bool is_stale(const Search::State& open) const;
  [[nodiscard]] static bool is_end(const Search::State& open) { return open.key == arrived; }
  void expand(const Search::State& open);

  void aim(const Endpoints& endpoints, std::uint32_t agent);
  void begin(const Endpoints& endpoints);
  void cross(std::uint32_t from, const Strand& strand, bool on_a);
  void arrive(std::uint32_t from, const Strand& strand, float excess);
  void offer(std::uint32_t portal, const Line& line, Strand& strand, Strand* known);
  /// Of a portal; null where none is known yet. Until the next one is kept.
  [[nodiscard]] Strand* known(std::uint32_t portal) {
    return const_cast<Strand*>(std::as_const(*this).known(portal));
  }
  [[nodiscard]] const Strand* known(std::uint32_t portal) const {
    const std::uint32_t* const place = places_.find(portal);
    return place == nullptr ? nullptr : &strands_[*place];
  }
  void keep(std::uint32_t portal, const Strand& strand) {
    places_.add(portal, static_cast<std::uint32_t>(strands_.size()));
    strands_.push_back(strand);
  }
  [[nodiscard]] Line line_of(const NodeRecord& portal) const;
  [[nodiscard]] float beyond(std::uint32_t portal) const;
  [[nodiscard]] float excess_of(std::uint64_t cost, std::int32_t dx2, std::int32_t dy2) const;

  const HierarchyState& state_;
  const Level& level_;
  float unit_ = 1;  // per cell
  Point agent_;
  std::uint32_t agent_sector_ = 0;
  float most_length_ = 0;
  Heuristic heuristic_;
  FlatHash<std::uint32_t, float> exits_;  // portals of the agent's sector: what is above the straight line
  FlatHash<std::uint32_t, std::uint32_t> places_;  // in `strands_`, by portal: most look-ups find none
  std::vector<Strand> strands_;                    // the best that are known
  Search search_;
};

}  // namespace portolan::detail
