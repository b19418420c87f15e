// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <portolan/core/assert.hpp>
#include <portolan/hierarchy/detail/level.hpp>

#include "bounds/heuristic.hpp"
#include "search/lane_search.hpp"
#include "search/level_search.hpp"
#include "search/route_step.hpp"

namespace portolan::detail {

/// Backward A* over the nodes on the boundaries of one level's areas. Two engines behind one interface:
/// LaneSearch, which relaxes an area 16 nodes at a time and holds costs of 30 bits, and LevelSearch, node by
/// node, for all others. The first says when costs outgrow it; the caller then begins again with wide costs.
/// Scratch; reused.
class BoundarySearch {
  /// The heuristic as LevelSearch asks for it: always the one that was set last.
  struct Estimate {
    const BoundarySearch* of;
    std::uint64_t operator()(std::uint32_t node) const { return (*of->heuristic_)(*of->level_, node); }
  };

 public:
  enum class Costs : std::uint8_t { lanes, wide };
  enum class End : std::uint8_t { stopped, exhausted, overflow };

  /// Forgets the search before. The heuristic, which must outlive the search, is set before anything is
  /// seeded.
  void begin(const Level& level, Costs costs) {
    level_ = &level;
    wide_ = costs == Costs::wide;
    heuristic_ = nullptr;
    wide_ ? nodes_.begin(level) : lanes_.begin(level);
  }
  /// May be called by `settle` too. The new heuristic must say no less than the one before about what is
  /// open.
  void set_heuristic(const Heuristic& heuristic) {
    if (!wide_) {
      lanes_.set_heuristic(heuristic);
    } else if (heuristic_ != nullptr) {
      nodes_.expect_rise();
    }
    heuristic_ = &heuristic;
  }
  void seed(std::uint32_t node, std::uint64_t cost, std::uint32_t area) {
    PORTOLAN_ASSERT(heuristic_ != nullptr);
    wide_ ? nodes_.seed(node, cost, area, Estimate{this}) : lanes_.seed(node, cost, area);
  }
  /// Works until settle(node, cost, bound) returns false or nothing is left; never overflows with wide costs.
  /// `settle` is called when the cost of a node is final, and may be called again for it; no route that is
  /// still open can be cheaper than `bound`.
  template <class Settle>
  [[nodiscard]] End run(Settle&& settle) {
    PORTOLAN_ASSERT(heuristic_ != nullptr);
    if (wide_)
      return nodes_.run(Estimate{this}, std::forward<Settle>(settle)) ? End::stopped : End::exhausted;
    switch (lanes_.run(std::forward<Settle>(settle))) {
      case LaneSearch::End::stopped:
        return End::stopped;
      case LaneSearch::End::exhausted:
        return End::exhausted;
      case LaneSearch::End::overflow:
        break;
    }
    return End::overflow;
  }

  [[nodiscard]] RouteStep step_from(std::uint32_t node) const {
    if (!wide_) return lanes_.step_from(node);
    if (!nodes_.knows(node)) return {};
    const SearchLabel& label = nodes_.label(node);
    return {label.cost, label.via, label.parent};
  }
  /// Calls visit(node, area) for the nodes on the route from this one to a seed, and the areas that it leads
  /// through next; until that returns false.
  template <class Visit>
  void for_each_on_route(std::uint32_t node, const Visit& visit) const {
    if (!wide_) return lanes_.for_each_on_route(node, visit);
    while (node != RouteStep::none && visit(node, nodes_.label(node).via)) node = nodes_.label(node).parent;
  }

  [[nodiscard]] std::uint64_t opened() const { return wide_ ? nodes_.opened() : lanes_.opened(); }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(lanes_, nodes_); }

 private:
  const Level* level_ = nullptr;
  const Heuristic* heuristic_ = nullptr;
  bool wide_ = false;
  LaneSearch lanes_;
  LevelSearch nodes_;
};

}  // namespace portolan::detail
