// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include <portolan/core/detail/flat_hash.hpp>
#include <portolan/core/detail/min_queue.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/heuristic.hpp"
#include "search/route_step.hpp"
#include "simd/rows.hpp"

namespace portolan::detail {

/// Backward A* on the nodes of one level, as LevelSearch, but laid out by areas: what is known of an area's
/// nodes lies side by side, so that opening a node relaxes all its edges into an area a register at a time,
/// and what is ordered are areas, each by its best open node, instead of nodes. A border node lies in two
/// areas: how it is reached through either is known apart, since from there the route back goes on through
/// the other one. Costs have 30 bits here; a search that would need more says so, and is for LevelSearch to
/// do again. Equal calls give equal routes: ties go to the smaller estimate, then to the area that was come
/// to first, then to the smaller place. Reused scratch: memory follows the areas that a search comes to;
/// starting costs nothing.
class LaneSearch {
 public:
  enum class End : std::uint8_t { stopped, exhausted, overflow };
  static constexpr std::uint32_t none = ~0U;

  void begin(const Level& level);
  /// Sets the heuristic, also in the middle of a search; what is open is reordered.
  void set_heuristic(const Heuristic& heuristic);
  void seed(std::uint32_t node, std::uint64_t cost, std::uint32_t via);

  /// Works until settle(node, cost, bound) returns false or nothing is left. `settle` is called when the cost
  /// of a node is final, and may be called again; no route that is still open can be cheaper than `bound`. It
  /// may set the heuristic.
  template <class Settle>
  End run(Settle&& settle);

  [[nodiscard]] RouteStep step_from(std::uint32_t node) const;
  /// Calls visit(node, area) for the nodes on the route from this one to a seed, and the areas that it leads
  /// through next; until that returns false. Reads the record of the first node only.
  template <class Visit>
  void for_each_on_route(std::uint32_t node, const Visit& visit) const;
  [[nodiscard]] std::uint64_t opened() const { return opened_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Block {
    Lanes lanes{};
    LeastLane best;
    std::uint32_t area = 0;
    std::uint32_t portals = 0;
    std::uint32_t links_at = 0;  // lane of the first node behind the portals
    std::uint32_t size = 0;      // lanes, padding included
  };
  /// An area by its best open node. Ties go to the smaller estimate, then to the area come to first.
  struct OpenArea {
    std::uint32_t bound = 0;
    std::uint32_t estimate = 0;
    std::uint32_t item = 0;
    [[nodiscard]] bool before(const OpenArea& o) const {
      if (bound != o.bound) return bound < o.bound;
      return estimate != o.estimate ? estimate < o.estimate : item < o.item;
    }
  };
  struct AlignedDelete {
    void operator()(std::uint32_t* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  using Chunk = std::unique_ptr<std::uint32_t[], AlignedDelete>;

  static constexpr std::uint32_t lane_bits = 12;
  static constexpr std::uint32_t dominated =
      none - 1;  // as a parent: the node is better reached through its other area

  [[nodiscard]] std::uint32_t block_of(std::uint32_t area);
  std::uint32_t* allocate(std::size_t count);
  void estimate(Block& block, std::size_t known);
  void estimate_side(Block& block, Side side, std::size_t known);
  void refresh(std::uint32_t index);
  void expand(std::uint32_t index, std::uint32_t lane);
  void rekey();
  // Where a border node stands in the area beyond the border.
  struct Beyond {
    std::uint32_t area = 0;
    std::uint32_t place = 0;
  };
  [[nodiscard]] Beyond beyond(const Block& block, std::uint32_t lane) const;
  [[nodiscard]] std::uint32_t beside(std::uint32_t area, Side side) const;
  void prefetch_ahead(std::uint32_t area) const;
  // Where a node that is known is reached at the least cost; none: nowhere.
  struct Found {
    std::uint32_t block = none;
    std::uint32_t lane = 0;
  };
  [[nodiscard]] Found found_at(std::uint32_t node) const;
  [[nodiscard]] static Found unpacked(std::uint32_t parent) {
    return {parent >> lane_bits, parent & ((1U << lane_bits) - 1)};
  }
  [[nodiscard]] std::uint32_t node_at(const Block& block, std::uint32_t lane) const;
  [[nodiscard]] static std::uint32_t lane_of(const Block& block, std::uint32_t place) {
    return place < block.portals ? place : block.links_at + place - block.portals;
  }

  const Level* level_ = nullptr;
  const Heuristic* heuristic_ = nullptr;
  std::vector<Block> blocks_;
  FlatHash<std::uint32_t, std::uint32_t> block_at_;  // index by area
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;  // the one that is being filled
  std::size_t filled_ = 0;
  IndexedMinQueue<OpenArea> open_;
  std::uint64_t opened_ = 0;
  bool overflow_ = false;
  bool heuristic_renewed_ = false;
};

// ---- inline details; callers can stop reading here ----

template <class Visit>
void LaneSearch::for_each_on_route(std::uint32_t node, const Visit& visit) const {
  Found at = found_at(node);
  while (at.block != none) {
    const Block& block = blocks_[at.block];
    if (!visit(node_at(block, at.lane), block.area)) return;
    const std::uint32_t parent = block.lanes.parent[at.lane];
    // Only false costs, of a saved world, let a lane be dominated after others were reached from it.
    if (parent == none || parent == dominated) return;
    at = unpacked(parent);
  }
}

template <class Settle>
LaneSearch::End LaneSearch::run(Settle&& settle) {
  if (heuristic_renewed_) rekey();
  while (!overflow_) {
    if (open_.empty()) break;
    const OpenArea first = open_.top();
    const Block& block = blocks_[first.item];
    const std::uint32_t lane = block.best.lane;
    if (!settle(node_at(block, lane), std::uint64_t{block.lanes.cost[lane]}, std::uint64_t{first.bound}))
      return End::stopped;
    if (heuristic_renewed_) {
      rekey();
      continue;
    }
    block.lanes.bound[lane] = Lanes::far;
    ++opened_;
    expand(first.item, lane);
    refresh(first.item);
  }
  return overflow_ ? End::overflow : End::exhausted;
}

}  // namespace portolan::detail
