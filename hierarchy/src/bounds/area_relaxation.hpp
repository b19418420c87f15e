// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <portolan/core/detail/min_queue.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/octile_bound.hpp"
#include "simd/min_plus.hpp"
#include "simd/rows.hpp"
#include "tables/area_table.hpp"

namespace portolan::detail {

/// Costs from the nodes of a level to seeds, over all areas of the level or over some of them: label
/// correcting where a step relaxes all edges of an area at once, by SIMD, as a tile field does one level
/// further down.
///
/// Each area has a lane per node, in the order of its table; the two areas of a border node have one each,
/// and hand on to each other what got cheaper. An area with a lower value than it has taken in is awake. The
/// awake area with the least such value is relaxed next, so that few are relaxed twice. What comes out is the
/// one fixed point, whatever the order. Reusable scratch; a run over 64 sectors costs about 10 us.
class AreaRelaxation {
 public:
  /// The greatest value; costs stop there.
  static constexpr std::uint32_t far = min_plus_no_path<std::uint32_t>;
  /// What costs must stay below in a block.
  static constexpr std::uint32_t most_in_blocks = 1U << 30U;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Works on all areas of a level; their numbers here are those that they have there. Costs stop at `far`.
  void begin(const Level& level);
  /// Works on a block of at most 64 areas without links, numbered row by row. Costs must be less than
  /// `most_in_blocks`.
  void begin(const Level& level, const ChildBlock& block);
  /// Forgets all values; the areas stay.
  void restart();
  /// Values begin with what is known instead of `far`: `known[node * stride]`. Call it after `begin` or
  /// `restart`.
  void begin_with(const std::uint32_t* known, std::size_t stride);
  /// Leaves out what cannot be on a path to this box that costs at most so much. For blocks.
  void limit(const HalfBox& towards, const OctileBound& bound, std::uint64_t most);

  /// A node that has at most this cost, which must be less than the costs that are allowed.
  void seed(std::uint32_t node, std::uint32_t cost);
  /// Forgets values that nothing accounts for: neither a neighbour's value and the edge to it, nor what the
  /// node itself `begins` with. Looks at these nodes, and at those that rest on what was forgotten; `run`
  /// then finds what holds. Returns how many were forgotten. After `begin_with`; on whole levels.
  std::size_t raise(std::span<const std::uint32_t> doubted,
                    const std::function<std::uint32_t(std::uint32_t node)>& begins, std::size_t most);
  /// The values of an area are to be taken in, all of them.
  void wake(std::uint32_t number);
  /// False when costs do not fit, and values mean nothing.
  [[nodiscard]] bool run();

  /// `far` where there is no path, or it was left out.
  [[nodiscard]] std::uint32_t cost(std::uint32_t node) const;
  struct Place {
    std::uint32_t number = none;  ///< of the area
    std::uint32_t place = 0;      ///< in its table
  };
  /// Where a node lies in the up to two areas that paths to it can be continued in.
  [[nodiscard]] std::array<Place, 2> places_of(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t area(std::uint32_t number) const { return area_of_[number]; }
  /// The values of an area by place; null where no path has come to it.
  [[nodiscard]] const std::uint32_t* values(std::uint32_t number) const {
    return first_lane_[number] == none ? nullptr : values_.data() + first_lane_[number];
  }
  /// Calls visit(node, value) for the nodes of all areas that some path has come to: those on borders and
  /// those that are links. A node on a border may come twice.
  template <class Visit>
  void for_each_value(Visit&& visit) const;
  /// Areas relaxed since `begin`.
  [[nodiscard]] std::uint64_t work() const { return work_; }
  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(area_of_, neighbours_, first_lane_, key_, touched_, heap_, values_, done_, waiting_,
                      doubts_, resting_);
  }

 private:
  static constexpr std::size_t most_in_block = 64;
  struct Waiting {
    std::uint32_t key = 0;
    std::uint32_t number = 0;
    [[nodiscard]] bool before(const Waiting& o) const {
      return key != o.key ? key < o.key : number < o.number;
    }
  };

  // What values begin with.
  struct Known {
    const std::uint32_t* of_first_node = nullptr;  // null: nothing is known
    std::size_t stride = 0;
  };
  // What no path may cost more than.
  struct Limit {
    OctileBound::From estimate;
    std::uint64_t most = 0;
  };

  void begin_areas(const Level& level, std::size_t count);
  void number_row(std::uint32_t number, std::uint32_t area, unsigned beyond);
  [[nodiscard]] std::uint32_t number_of(std::uint32_t area) const;
  std::uint32_t lanes_of(std::uint32_t number);
  void load(const AreaRecord& record, std::uint32_t first);
  void prefetch_tables() const;
  void offer(std::uint32_t number, std::uint32_t place, std::uint32_t cost);
  void wake_at(std::uint32_t number, std::uint32_t key);
  [[nodiscard]] std::uint32_t pop();
  [[nodiscard]] std::uint32_t pop_of_block();
  [[nodiscard]] std::uint32_t exits_of(std::uint32_t number) const;
  void relax(std::uint32_t number);
  void hand_on(std::uint32_t number);
  void hand_over(std::uint32_t number, Side side, std::uint32_t neighbour);
  void hand_back_links(std::uint32_t number);

  // Raising (area_relaxation_raise.cpp).
  [[nodiscard]] std::uint32_t known_cost(std::uint32_t node);
  void set_cost(std::uint32_t node, std::uint32_t cost, std::uint32_t done);
  [[nodiscard]] std::uint32_t least_through(std::uint32_t area, std::uint32_t place);
  [[nodiscard]] std::uint32_t least_onward(std::uint32_t node);
  void doubt(std::uint32_t node);
  void doubt_at(const Place& at, std::uint32_t cost);
  void doubt_what_rests_on(std::uint32_t node, std::uint32_t cost);

  const Level* level_ = nullptr;
  ChildBlock block_;
  bool whole_ = false;                     // all areas of the level
  std::uint32_t width_ = 0;                // areas in a row
  std::vector<std::uint32_t> area_of_;     // by number
  std::vector<std::uint8_t> neighbours_;   // by number: bits of the sides that have one
  std::vector<std::uint32_t> first_lane_;  // by number; none: no path has come to it
  std::vector<std::uint32_t> key_;         // by number: the least value that waits; none: asleep
  std::vector<std::uint32_t> touched_;     // numbers of areas with lanes
  std::uint64_t awake_ = 0;                // of a block, one bit per area
  MinQueue<Waiting> heap_;                 // of a whole level
  std::vector<std::uint32_t> values_;      // by lane; padded with zeros
  std::vector<std::uint32_t> done_;        // by lane: what the area has taken in
  std::vector<AddedRow> waiting_;          // of the area at hand
  MinQueue<Waiting> doubts_;               // nodes by value
  std::vector<std::uint32_t> resting_;     // places of the area at hand
  Known known_;
  std::optional<Limit> limit_;
  bool fits_ = true;
  std::uint64_t work_ = 0;
};

template <class Visit>
void AreaRelaxation::for_each_value(Visit&& visit) const {
  for (const std::uint32_t number : touched_) {
    const AreaRecord& record = level_->areas[area_of_[number]];
    const std::uint32_t* const values = values_.data() + first_lane_[number];
    level_->for_each_exit(record,
                          [&](std::uint32_t node, std::uint32_t place) { visit(node, values[place]); });
  }
}

}  // namespace portolan::detail
